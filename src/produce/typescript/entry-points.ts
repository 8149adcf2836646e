import path from 'node:path';
import type { Manifest } from './packages.js';

const OUTPUT_FOLDERS = /^(dist|lib|build|out|esm|cjs|es|types|bin)\//u;
const ENDING = /(\.d)?\.[cm]?[jt]sx?$/u;
const SOURCE_ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts'];

/**
 * The analysed files that a package's users import, by its manifest: what `exports`, `main`, `module`, `types` and
 * `bin` name, or the sources that those were compiled from; else the usual names.
 */
export function entryPoints(
  manifest: Manifest,
  dir: string,
  isAnalysed: (file: string) => boolean,
): string[] {
  const named: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') named.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  [manifest.exports, manifest.main, manifest.module, manifest.types, manifest.bin].forEach(collect);
  const found = new Set<string>();
  for (const name of [...named, 'src/index', 'index', 'src/main', 'src/mod', 'mod']) {
    if (name.includes('*')) continue;
    if (named.length > 0 && found.size > 0 && !named.includes(name)) break;
    const source = sourceOf(name, dir, isAnalysed);
    if (source !== undefined) found.add(source);
  }
  return [...found].sort();
}

/** The source that a manifest's file name means: the file itself, or what it was compiled from. */
export function sourceOf(
  name: string,
  dir: string,
  isAnalysed: (file: string) => boolean,
): string | undefined {
  const relative = path.posix.normalize(name).replace(/^\.\//u, '');
  const stem = relative.replace(ENDING, '');
  const inner = stem.replace(OUTPUT_FOLDERS, '').replace(OUTPUT_FOLDERS, '');
  const candidates = [
    relative,
    ...[stem, inner, `src/${stem}`, `src/${inner}`].flatMap((base) =>
      SOURCE_ENDINGS.map((ending) => base + ending),
    ),
  ];
  return candidates.map((file) => path.posix.join(dir, file)).find(isAnalysed);
}
