import type { Quality, Sink } from '../../dump/index.js';
import type { Task } from '../../task/index.js';
import { Bodies } from './blocks/bodies.js';
import { Callees } from './callees.js';
import { loadCompiler, type Compiler } from './compiler.js';
import { Declarer } from './declare.js';
import { markEffectiveVisibility } from './effective-visibility.js';
import { Entities, factOf, type Entity } from './entities.js';
import { Externals } from './externals.js';
import { Hierarchy } from './hierarchy.js';
import { SharedHosts } from './host.js';
import { dependOnManifests } from './manifests.js';
import { findProjects, type Project } from './projects.js';
import { Sources, type Reading } from './reading.js';
import { Shapes } from './shapes.js';
import { Syntax } from './syntax.js';
import { syscallsOf } from './syscalls.js';
import { Tallies } from './tally.js';
import { Uses } from './uses.js';

export interface ReadOptions {
  readonly path: string;
  readonly typescript?: string;
  readonly repo?: string;
}

export interface ReadResult {
  readonly packageName: string;
  readonly files: number;
  readonly quality: Quality;
  readonly packages: ReadonlyMap<string, Quality>;
  readonly warnings: readonly string[];
}

/** Share of calls or imports that may stay unresolved before the result deserves a warning. */
const WORRYING = 0.05;

/** Reads every project of a path into the sink. */
export async function readSources(
  options: ReadOptions,
  sink: Sink,
  task: Task,
  onPackage: (name: string) => void = () => undefined,
): Promise<ReadResult> {
  const ts = loadCompiler(options.typescript);
  const found = findProjects(ts, options.path);
  const sources = new Sources(found.root);
  const entities = new Entities();
  const syntax = new Syntax(ts);
  const hosts = new SharedHosts(ts, found.root);
  const tallies = new Tallies();
  const done = new Set<string>();
  for (const project of found.projects) {
    const program = createProgram(ts, hosts, project, task);
    const reading: Reading = {
      ts,
      syntax,
      shapes: new Shapes(ts, syntax),
      program,
      checker: program.getTypeChecker(),
      entities,
      sources,
      task,
    };
    const files = sources.analysed(program).filter((file) => !done.has(file.fileName));
    for (const file of files) {
      done.add(file.fileName);
      onPackage(sources.packageOf(file.fileName).name);
    }
    await readProgram(reading, files, sink, tallies);
  }
  dependOnManifests(entities, found.root, sink);
  for (const entity of entities.all()) {
    sink.node(factOf(entity, options.repo));
    if (entity.parent) sink.edge({ kind: 'CONTAINS', src: entity.parent.id, dst: entity.id });
    if (entity.origin === 'builtin') askKernel(entity, sink);
  }
  const quality = tallies.total();
  return {
    packageName: sources.packages.ofDir(found.root).name,
    files: done.size,
    quality,
    packages: tallies.byPackage(),
    warnings: [...warningsOf(tallies, found.projects), ...unreadWarnings(found.notRead)],
  };
}

function askKernel(entity: Entity, sink: Sink): void {
  const [, file = ''] = /^(.*?`[^`]+`)\//u.exec(entity.id.split(' ').slice(4).join(' ')) ?? [];
  for (const call of syscallsOf(file.replaceAll('`', ''), entity.name)) {
    sink.node({ id: call.id, kind: 'syscall', name: call.name, ty: call.class });
    sink.edge({ kind: 'SYSCALLS', src: entity.id, dst: call.id, partial: true });
  }
}

function createProgram(
  ts: Compiler,
  hosts: SharedHosts,
  project: Project,
  task: Task,
): ReturnType<Compiler['createProgram']> {
  task.check('reading sources');
  task.progress('reading sources', 0, project.files.length);
  return ts.createProgram({
    rootNames: [...project.files],
    options: project.options,
    host: hosts.for(project.options),
  });
}

async function readProgram(
  reading: Reading,
  files: ReturnType<Sources['analysed']>,
  sink: Sink,
  tallies: Tallies,
): Promise<void> {
  const { task } = reading;
  const declarer = new Declarer(reading);
  for (const [index, file] of files.entries()) {
    await pause(task, 'declarations', index, files.length);
    declarer.declare(file);
  }
  markEffectiveVisibility(reading, files);
  const externals = new Externals(reading);
  const callees = new Callees(reading, externals);
  const hierarchy = new Hierarchy(reading, sink);
  const uses = new Uses(reading, externals, callees, sink);
  const bodies = new Bodies(reading, externals, callees, sink);
  for (const [index, file] of files.entries()) {
    await pause(task, 'uses', index, files.length);
    const tally = tallies.of(reading.sources.packageOf(file.fileName).name);
    uses.read(file, tally);
    hierarchy.read(file);
    // Nobody wrote generated code, so that its flow is nobody's to review.
    if (reading.entities.ofDeclaration(file)?.generated !== true) bodies.read(file);
    const broken = reading.program.getSyntacticDiagnostics(file);
    if (broken.length > 0) tally.unparsed();
  }
  task.progress('uses', files.length, files.length);
}

/** Lets an abort arrive between two files: the compiler itself never yields. */
async function pause(task: Task, what: string, done: number, total: number): Promise<void> {
  task.check(what);
  task.progress(what, done, total);
  await new Promise((resolve) => setImmediate(resolve));
}

function warningsOf(tallies: Tallies, projects: readonly Project[]): string[] {
  const bare = projects.some((project) => project.config === undefined);
  const warnings: string[] = [];
  for (const [
    name,
    { calls, unresolved, imports_unresolved: lost, unparsed },
  ] of tallies.byPackage()) {
    const imports = tallies.of(name).imports;
    if (lost! > imports * WORRYING) {
      const cause = bare
        ? 'no tsconfig.json was found; give the one that the project builds with'
        : 'see `paths`, `customConditions` and whether the packages are installed';
      warnings.push(`unresolved imports of ${name}: ${lost} of ${imports}; ${cause}`);
    }
    if (unresolved! > calls! * WORRYING) {
      warnings.push(
        `unresolved calls of ${name}: ${unresolved} of ${calls}; their callees have type any`,
      );
    }
    if (unparsed! > 0) {
      warnings.push(
        `files of ${name} with syntax errors: ${unparsed}; what follows an error may be missing`,
      );
    }
  }
  return warnings;
}

function unreadWarnings(notRead: ReadonlyMap<string, number>): string[] {
  return [...notRead].map(
    ([ending, count]) =>
      `files that are not read: ${count} of ${ending}; what they call is missing`,
  );
}
