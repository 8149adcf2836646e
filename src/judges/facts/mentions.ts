import {
  VISIBILITY_BITS,
  judgeUnmentioned,
  type MentionFacts,
  type UnmentionedCode,
  type UnmentionedRow,
} from '../unmentioned.js';
import { isTestPath, type ParsedSources } from './parsed-sources.js';

/** Conventions that excuse a name, by bit. */
export const EXEMPT_CONVENTIONS = [
  'default_entry',
  'test_file',
  'config_file',
  'leading_underscore',
] as const;

export interface UnmentionedDeclaration {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly code: UnmentionedCode;
}

/** Top-level declarations whose name no other file spells. */
export function unmentionedDeclarations(sources: ParsedSources): UnmentionedDeclaration[] {
  const files = new Map<string, number>();
  const folded = new Map<string, number>();
  for (const { parsed } of sources.files) {
    for (const name of parsed.spelled.keys()) files.set(name, (files.get(name) ?? 0) + 1);
    for (const fold of new Set([...parsed.spelled.keys()].map(foldOf)))
      folded.set(fold, (folded.get(fold) ?? 0) + 1);
  }
  const declared = sources.files.flatMap(({ path, parsed }) =>
    parsed.declarations.map((declaration) => ({ ...declaration, file: path })),
  );
  const rows = declared.map(
    ({ name, file, exported }, node): { row: UnmentionedRow; mentions: MentionFacts } => ({
      row: { node, vis: exported ? VISIBILITY_BITS.exported : 0, conv: conventionsOf(name, file) },
      mentions: {
        elsewhere: (files.get(name) ?? 0) > 1,
        exceptionRegion: false,
        folded: (folded.get(foldOf(name)) ?? 0) > 1,
        segments: segmentsOf(name).length,
        characters: name.length,
      },
    }),
  );
  return judgeUnmentioned(rows).map(({ node, code }) => {
    const { name, file, line, kind } = declared[node]!;
    return { name, file, line, kind, code };
  });
}

function conventionsOf(name: string, file: string): number {
  const holds = [
    /(^|\/)(index|main)\.[cm]?[jt]sx?$/.test(file),
    isTestPath(file),
    /\.config\.[cm]?[jt]s$/.test(file),
    name.startsWith('_'),
  ];
  return holds.reduce((bits, held, bit) => bits | (held ? 1 << bit : 0), 0);
}

/** The words of a name, at case changes, underscores and digits. */
export function segmentsOf(name: string): string[] {
  return (name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu) ?? [name]).map((segment) =>
    segment.toLowerCase(),
  );
}

const foldOf = (name: string): string => segmentsOf(name).join('_');
