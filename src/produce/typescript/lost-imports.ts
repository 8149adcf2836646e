import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Reading } from './reading.js';

/** Why an import leads nowhere, as far as the tree tells. */
type LossCause =
  | 'not-installed'
  /** Installed, or a member of the workspace, but without such a file: its exports have other conditions, or it was not built. */
  | 'not-exported'
  /** A file by its path, which is not there: generated, or built. */
  | 'no-file'
  /** Neither a file nor a package that a manifest asks for: an alias of the tsconfig, or of a bundler. */
  | 'alias'
  /** Node's own module, whose types nobody asked for or installed. */
  | 'node-types'
  | 'no-tsconfig';

/** What was lost for one reason: how often, and the first of the names. */
export interface Loss {
  readonly cause: LossCause;
  readonly count: number;
  readonly names: readonly string[];
}

const PACKAGE = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*/u;

/** Why `specifier`, written in a file, leads nowhere, and the name that is worth telling. */
export function lossOf(
  reading: Pick<Reading, 'program' | 'sources'>,
  specifier: string,
  fileName: string,
): { readonly cause: LossCause; readonly name: string } {
  const { program, sources } = reading;
  if (/^\.{0,2}\//u.test(specifier)) return { cause: 'no-file', name: specifier };
  if (isBuiltin(specifier)) return { cause: 'node-types', name: specifier };
  const name = PACKAGE.exec(specifier)?.[0];
  const manifests = [
    sources.packageOf(fileName).manifest,
    sources.packages.ofDir(sources.root).manifest,
  ];
  const asked = manifests.some(
    ({ dependencies, devDependencies, peerDependencies, optionalDependencies }) =>
      name !== undefined &&
      Object.hasOwn(
        { ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies },
        name,
      ),
  );
  if (name !== undefined && isInstalled(name, path.posix.dirname(fileName)))
    return { cause: 'not-exported', name };
  if (asked) return { cause: 'not-installed', name: name! };
  const { configFilePath } = program.getCompilerOptions();
  return { cause: configFilePath === undefined ? 'no-tsconfig' : 'alias', name: specifier };
}

function isInstalled(name: string, from: string): boolean {
  for (let dir = from; ; dir = path.posix.dirname(dir)) {
    if (existsSync(path.posix.join(dir, 'node_modules', name, 'package.json'))) return true;
    if (path.posix.dirname(dir) === dir) return false;
  }
}

/** Counts of what was lost, by reason. */
export class Losses {
  readonly #counts = new Map<LossCause, { count: number; readonly names: Set<string> }>();

  add(cause: LossCause, name: string): void {
    const known = this.#counts.get(cause) ?? { count: 0, names: new Set() };
    this.#counts.set(cause, known);
    known.count++;
    if (known.names.size < TOLD) known.names.add(name);
  }

  /** Most frequent first. */
  all(): Loss[] {
    return [...this.#counts]
      .map(([cause, { count, names }]) => ({ cause, count, names: [...names] }))
      .sort((a, b) => b.count - a.count || (a.cause < b.cause ? -1 : 1));
  }

  restore(losses: readonly Loss[]): void {
    for (const { cause, count, names } of losses)
      this.#counts.set(cause, { count, names: new Set(names) });
  }
}

/** As many names as a line can bear. */
const TOLD = 3;

const REMEDIES: Readonly<Record<LossCause, string>> = {
  'not-installed': 'the manifest asks for these packages, and they are not installed: install them',
  'not-exported':
    'these packages are there, what is imported is not: see `customConditions`, or build them first',
  'no-file': 'these files are not there: what is generated or built must be made first',
  'node-types': "these are Node's own modules, and their types are not there: install @types/node",
  alias: 'no file and no package of the manifest has these names: see `paths` of the tsconfig',
  'no-tsconfig':
    'no tsconfig.json was found to say what these names stand for; give the one that the project builds with',
};

/** The likely cause of lost imports, in a sentence. */
export function remedyOf(losses: readonly Loss[]): string {
  const [first] = losses;
  return first ? `${first.count} as ${first.names.join(', ')}: ${REMEDIES[first.cause]}` : '';
}
