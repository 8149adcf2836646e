import { createHash, type Hash } from 'node:crypto';
import type { Compiler, TS } from './compiler.js';
import type { SharedHosts } from './host.js';
import { dependencyPackages, lockedVersions } from './manifests.js';
import type { Package } from './packages.js';
import type { Project, Projects } from './projects.js';
import type { Sources } from './reading.js';

/** A program to read: which of its files it reads, and what those readings depend on. */
export interface PlannedProgram {
  readonly program: TS.Program;
  /** All its files that are analysed, also those that an earlier program reads. */
  readonly analysed: readonly TS.SourceFile[];
  /** The files that this program reads: those of the analysed that no earlier one does. */
  readonly own: readonly TS.SourceFile[];
  /** Names of the packages that the own files are of, sorted. */
  readonly packages: readonly string[];
  /** SHA-256 over everything that what is told of the own files depends on. */
  readonly key: string;
}

export interface PlanInput {
  readonly ts: Compiler;
  readonly found: Projects;
  readonly sources: Sources;
  readonly hosts: SharedHosts;
  /** What else every key depends on: the producer itself and its options. */
  readonly salt: string;
  /** Told before each program is made: making one parses its files. */
  readonly step: (index: number, total: number) => void;
}

/**
 * Makes every program of a path, unchecked, and says what each will read; those that read nothing are left out, as a
 * package's own program is where the whole repository's reads its files already. Parsing is a small part of reading; what it
 * gives, the exact set of files that each program sees, makes keys that no stale result can pass.
 */
export function planPrograms(input: PlanInput): PlannedProgram[] {
  const { ts, found, sources, hosts } = input;
  const keys = new Keys(input);
  const claimed = new Set<string>();
  const planned = found.projects.map((project, index): PlannedProgram | undefined => {
    input.step(index, found.projects.length);
    const program = ts.createProgram({
      rootNames: [...project.files],
      options: project.options,
      host: hosts.for(project.options),
    });
    const analysed = sources.analysed(program);
    const own = analysed.filter((file) => !claimed.has(file.fileName));
    if (own.length === 0) return undefined;
    for (const file of own) claimed.add(file.fileName);
    const packages = new Map(
      own
        .map((file) => sources.packageOf(file.fileName))
        .map((pkg) => [pkg.name, pkg] as const)
        .sort(([a], [b]) => (a < b ? -1 : Number(a > b))),
    );
    const key = keys.of(project, program, new Set(own), claimed, [...packages.values()]);
    return { program, analysed, own, packages: [...packages.keys()], key };
  });
  return planned.filter((one) => one !== undefined);
}

class Keys {
  readonly #texts = new WeakMap<TS.SourceFile, string>();
  readonly #locked: ReadonlyMap<string, string>;

  constructor(private readonly input: PlanInput) {
    this.#locked = lockedVersions(input.found.root);
  }

  of(
    project: Project,
    program: TS.Program,
    own: ReadonlySet<TS.SourceFile>,
    claimed: ReadonlySet<string>,
    packages: readonly Package[],
  ): string {
    const hash = createHash('sha256').update(this.input.salt);
    this.#put(hash, 'options', this.#portable(project.options));
    this.#put(hash, 'roots', this.#portable(project.files));
    // What the root asks for says what is not installed, and whose test runner it is.
    this.#put(
      hash,
      'root',
      JSON.stringify(this.input.sources.packages.ofDir(this.input.found.root).manifest),
    );
    for (const pkg of packages) {
      this.#put(hash, 'manifest', JSON.stringify([this.#relative(pkg.dir), pkg.manifest]));
      const needed = dependencyPackages(pkg, this.#locked).map((one) => one.prefix);
      this.#put(hash, 'needs', needed.join('\n'));
    }
    for (const file of program.getSourceFiles()) {
      const standing = own.has(file) ? 'own' : claimed.has(file.fileName) ? 'local' : 'external';
      const { prefix } = this.input.sources.packageOf(file.fileName);
      this.#put(hash, `${standing} ${prefix}`, this.#relative(file.fileName));
      this.#put(hash, String(file.impliedNodeFormat ?? ''), this.#textKey(file));
    }
    return hash.digest('hex');
  }

  #put(hash: Hash, name: string, value: string): void {
    hash.update(`${name}\0${value}\0`);
  }

  #textKey(file: TS.SourceFile): string {
    const known = this.#texts.get(file) ?? createHash('sha256').update(file.text).digest('hex');
    this.#texts.set(file, known);
    return known;
  }

  #relative(file: string): string {
    return this.input.sources.relative(file);
  }

  /** Without the place of the folder, so that a moved or copied tree has the same keys. */
  #portable(value: unknown): string {
    return JSON.stringify(value, (name, inner: unknown) =>
      name === 'configFile'
        ? undefined
        : typeof inner === 'string' && inner.startsWith('/')
          ? this.#relative(inner)
          : inner,
    );
  }
}
