import type { ParsedSources } from '../../facts/index.js';
import type { SourceImport } from '../../text/index.js';
import {
  referenceColumns,
  resolveSite,
  type Reference,
  type ReferenceColumns,
} from '../liveness.js';
import { joined, numbersOf } from './module-paths.js';
import { RustModules } from './rust-modules.js';

/** Kinds of file references. */
export const REFERENCE_KINDS = ['value', 'type_only'] as const;

export interface FileReferences {
  readonly references: readonly Reference[];
  /** The same as columns. */
  readonly columns: ReferenceColumns;
  readonly external: number;
  /** Specifiers with several candidates on one rung, or with a relative path that leads nowhere. */
  readonly unresolved: readonly { readonly file: number; readonly specifier: string }[];
  /** Files of which some other file exports everything again. */
  readonly reexported: ReadonlySet<number>;
}

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/**
 * References between the files, each resolved on a ladder. A module specifier: rung 0 the path as written or with
 * TypeScript's extension for a written `.js`, rung 1 with an extension added, rung 2 a folder's index; a bare one is
 * external. A Rust module: rung 0 its file or its folder's `mod.rs`. A Rust path: rung 0 the module of that path, and
 * one rung for each segment that names an item inside of one.
 */
export function fileReferences(sources: ParsedSources): FileReferences {
  const numbers = new Map(sources.files.map(({ path }, i) => [path, i]));
  const rust = new RustModules(numbers, sources.crates, sources.crateRoots);
  const references: Reference[] = [];
  const unresolved: { file: number; specifier: string }[] = [];
  const reexported = new Set<number>();
  let external = 0;
  sources.files.forEach(({ path, parsed }, src) => {
    for (const one of parsed.imports) {
      const resolution = resolveSite(ladderOf(path, one, numbers, rust));
      if (resolution.outcome === 'resolved') {
        const { target, rung } = resolution;
        references.push({ src, dst: target, kind: one.typeOnly ? 1 : 0, rung });
        if (one.reexported && target !== src) reexported.add(target);
      } else if (resolution.outcome === 'unresolved' || asksForFile(one))
        unresolved.push({ file: src, specifier: one.specifier });
      else external++;
    }
  });
  return { references, columns: referenceColumns(references), external, unresolved, reexported };
}

/** It names a file of these sources: when there is none, the reference leads nowhere. */
const asksForFile = ({ form, specifier }: SourceImport): boolean =>
  form === 'module' || (form === 'path' && specifier.startsWith('.'));

function ladderOf(
  from: string,
  { form, specifier }: SourceImport,
  numbers: ReadonlyMap<string, number>,
  rust: RustModules,
): number[][] {
  if (form === 'module') return rust.moduleLadder(from, specifier);
  if (form === 'use') return rust.pathLadder(from, specifier);
  return specifier.startsWith('.') ? specifierLadder(from, specifier, numbers) : [];
}

function specifierLadder(
  from: string,
  specifier: string,
  numbers: ReadonlyMap<string, number>,
): number[][] {
  const base = joined(from, specifier);
  const bare = base.replace(/\.[cm]?jsx?$/, '');
  const known = (names: readonly string[]): number[] => numbersOf(names, numbers);
  const written =
    bare === base ? [base] : [base, ...EXTENSIONS.slice(0, 4).map((extension) => bare + extension)];
  return [
    known(written),
    known(EXTENSIONS.map((extension) => base + extension)),
    known(EXTENSIONS.map((extension) => `${base}/index${extension}`)),
  ];
}
