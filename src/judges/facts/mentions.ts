import { isTestPath, type ParsedSources } from '../../facts/index.js';
import type { Declaration } from '../../text/index.js';
import { KNOBS } from '../knobs.js';
import {
  VISIBILITY_BITS,
  judgeUnmentioned,
  type FoldKnobs,
  type MentionFacts,
  type UnmentionedCode,
  type UnmentionedRow,
} from '../unmentioned.js';
import type { FileReferences } from './references.js';

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

/** Bits of a declaration that a dump knows better than its text; absent where it has none. */
export type VisibilityOf = (file: string, name: string) => number | undefined;

/** What the kernel is told of each top-level declaration: integers. The names stay here, by the same number. */
export function mentionRows(
  sources: ParsedSources,
  reexported: ReadonlySet<number>,
  known: VisibilityOf = () => undefined,
): {
  readonly rows: readonly { readonly row: UnmentionedRow; readonly mentions: MentionFacts }[];
  readonly declared: readonly Omit<UnmentionedDeclaration, 'code'>[];
} {
  const files = new Map<string, number>();
  const folded = new Map<string, number>();
  for (const { parsed } of sources.files) {
    for (const name of parsed.spelled.keys()) files.set(name, (files.get(name) ?? 0) + 1);
    for (const fold of new Set([...parsed.spelled.keys()].map(foldOf)))
      folded.set(fold, (folded.get(fold) ?? 0) + 1);
  }
  const rows: { readonly row: UnmentionedRow; readonly mentions: MentionFacts }[] = [];
  const declared: Omit<UnmentionedDeclaration, 'code'>[] = [];
  sources.files.forEach(({ path: file, parsed }, number) => {
    for (const declaration of parsed.declarations) {
      const { name, line, kind } = declaration;
      const vis = known(file, name) ?? visibilityOf(declaration, reexported.has(number));
      rows.push({
        row: { node: declared.length, vis, conv: conventionsOf(name, file) },
        mentions: {
          elsewhere: (files.get(name) ?? 0) > 1,
          exceptionRegion: parsed.exceptions.has(name),
          folded: (folded.get(foldOf(name)) ?? 0) > 1,
          segments: segmentsOf(name).length,
          characters: name.length,
        },
      });
      declared.push({ name, file, line, kind });
    }
  });
  return { rows, declared };
}

/** Top-level declarations whose name no other file spells. */
export function unmentionedDeclarations(
  sources: ParsedSources,
  { reexported }: FileReferences,
  knobs: FoldKnobs = KNOBS.unmentioned,
  known?: VisibilityOf,
): UnmentionedDeclaration[] {
  const { rows, declared } = mentionRows(sources, reexported, known);
  return judgeUnmentioned(rows, knobs).map(({ node, code }) => ({ ...declared[node]!, code }));
}

function visibilityOf({ exported, restricted }: Declaration, reexported: boolean): number {
  if (!exported) return 0;
  if (restricted) return VISIBILITY_BITS.scopeExported | VISIBILITY_BITS.restricted;
  return VISIBILITY_BITS.exported | (reexported ? VISIBILITY_BITS.reexported : 0);
}

function conventionsOf(name: string, file: string): number {
  const holds = [
    /(^|\/)((index|main)\.[cm]?[jt]sx?|(lib|main)\.rs)$/.test(file),
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
