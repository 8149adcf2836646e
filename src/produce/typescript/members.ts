import { existsSync } from 'node:fs';
import { sourceOf } from './entry-points.js';
import { readManifest, type Manifest } from './packages.js';

const NAME = /^(@[^/]+\/)?[^/]+/u;

/**
 * The packages of a workspace, which import each other by name. Where nothing is installed, or where what a manifest's
 * exports name was not built, the sources are there all the same.
 */
export class Members {
  readonly #byName = new Map<string, { readonly dir: string; readonly manifest: Manifest }>();

  constructor(folders: readonly string[]) {
    for (const dir of folders) {
      const manifest = readManifest(dir);
      if (manifest?.name !== undefined) this.#byName.set(manifest.name, { dir, manifest });
    }
  }

  get isEmpty(): boolean {
    return this.#byName.size === 0;
  }

  /** The source file that `@scope/name` or `@scope/name/part` stands for. */
  sourceOf(specifier: string): string | undefined {
    const name = NAME.exec(specifier)?.[0] ?? '';
    const member = this.#byName.get(name);
    if (!member) return undefined;
    const { dir, manifest } = member;
    const part = `.${specifier.slice(name.length)}`;
    const named =
      part === '.'
        ? [...exported(manifest, part), manifest.types, manifest.module, manifest.main]
        : [...exported(manifest, part), part];
    const usual = part === '.' ? ['src/index', 'index'] : [`${part}/index`];
    for (const file of [...named, ...usual]) {
      const source = typeof file === 'string' ? sourceOf(file, dir, isSource) : undefined;
      if (source !== undefined) return source;
    }
    return undefined;
  }
}

/** Not a folder, and no stylesheet. */
function isSource(file: string): boolean {
  return /\.[cm]?[jt]sx?$/u.test(file) && existsSync(file);
}

/** The files that a manifest's `exports` name for a part, whatever the condition. */
function exported({ exports }: Manifest, part: string): string[] {
  if (typeof exports === 'string') return part === '.' ? [exports] : [];
  if (typeof exports !== 'object' || exports === null) return [];
  const isByPart = Object.keys(exports).some((key) => key.startsWith('.'));
  if (!isByPart) return part === '.' ? textsIn(exports) : [];
  for (const [key, value] of Object.entries(exports)) {
    if (key === part) return textsIn(value);
    const [before = '', after] = key.split('*');
    if (after === undefined || !part.startsWith(before) || !part.endsWith(after)) continue;
    const rest = part.slice(before.length, part.length - after.length);
    return textsIn(value).map((text) => text.replace('*', rest));
  }
  return [];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
