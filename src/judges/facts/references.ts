import type { ParsedSources } from './parsed-sources.js';
import { resolveSite, type Reference } from '../liveness.js';

/** Kinds of file references. */
export const REFERENCE_KINDS = ['value', 'type_only'] as const;

export interface FileReferences {
  readonly references: readonly Reference[];
  readonly external: number;
  /** Specifiers with several candidates on one rung, or with a relative path that leads nowhere. */
  readonly unresolved: readonly { readonly file: number; readonly specifier: string }[];
}

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/**
 * Imports between the files, each resolved on a ladder: rung 0 the path as written or with TypeScript's extension for a
 * written `.js`, rung 1 with an extension added, rung 2 a folder's index. A bare specifier is external.
 */
export function fileReferences(sources: ParsedSources): FileReferences {
  const numbers = new Map(sources.files.map(({ path }, i) => [path, i]));
  const references: Reference[] = [];
  const unresolved: { file: number; specifier: string }[] = [];
  let external = 0;
  sources.files.forEach(({ path, parsed }, src) => {
    for (const { specifier, typeOnly } of parsed.imports) {
      const resolution = specifier.startsWith('.')
        ? resolveSite(ladderOf(path, specifier, numbers))
        : resolveSite([]);
      if (resolution.outcome === 'resolved') {
        references.push({
          src,
          dst: resolution.target,
          kind: typeOnly ? 1 : 0,
          rung: resolution.rung,
        });
      } else if (specifier.startsWith('.')) unresolved.push({ file: src, specifier });
      else external++;
    }
  });
  return { references, external, unresolved };
}

function ladderOf(
  from: string,
  specifier: string,
  numbers: ReadonlyMap<string, number>,
): number[][] {
  const base = joined(from, specifier);
  const bare = base.replace(/\.[cm]?jsx?$/, '');
  const known = (names: readonly string[]): number[] =>
    names.flatMap((name) => {
      const number = numbers.get(name);
      return number === undefined ? [] : [number];
    });
  const written =
    bare === base ? [base] : [base, ...EXTENSIONS.slice(0, 4).map((extension) => bare + extension)];
  return [
    known(written),
    known(EXTENSIONS.map((extension) => base + extension)),
    known(EXTENSIONS.map((extension) => `${base}/index${extension}`)),
  ];
}

function joined(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
