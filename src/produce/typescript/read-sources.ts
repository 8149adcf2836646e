import type { Quality, Sink } from '../../dump/index.js';
import type { Task } from '../../task/index.js';
import { loadCompiler, type Compiler } from './compiler.js';
import { Declarer } from './declare.js';
import { Entities, factOf } from './entities.js';
import { Externals } from './externals.js';
import { SharedHosts } from './host.js';
import { findProjects, type Project } from './projects.js';
import { Sources, type Reading } from './reading.js';
import { Shapes } from './shapes.js';
import { Syntax } from './syntax.js';
import { Tally } from './tally.js';
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
  readonly warnings: readonly string[];
}

/** Share of calls or imports that may stay unresolved before the result deserves a warning. */
const WORRYING = 0.05;

/** Reads every project of a path into the sink. */
export async function readSources(
  options: ReadOptions,
  sink: Sink,
  task: Task,
): Promise<ReadResult> {
  const ts = loadCompiler(options.typescript);
  const found = findProjects(ts, options.path);
  const sources = new Sources(found.root);
  const entities = new Entities();
  const syntax = new Syntax(ts);
  const hosts = new SharedHosts(ts, found.root);
  const tally = new Tally();
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
    for (const file of files) done.add(file.fileName);
    await readProgram(reading, files, sink, tally);
  }
  for (const entity of entities.all()) {
    sink.node(factOf(entity, options.repo));
    if (entity.parent) sink.edge({ kind: 'CONTAINS', src: entity.parent.id, dst: entity.id });
  }
  const quality = tally.quality();
  return {
    packageName: sources.packages.ofDir(found.root).name,
    files: done.size,
    quality,
    warnings: warningsOf(quality, tally.imports, found.projects),
  };
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
  tally: Tally,
): Promise<void> {
  const { task } = reading;
  const declarer = new Declarer(reading);
  for (const [index, file] of files.entries()) {
    await pause(task, 'declarations', index, files.length);
    declarer.declare(file);
  }
  const uses = new Uses(reading, new Externals(reading), sink);
  for (const [index, file] of files.entries()) {
    await pause(task, 'uses', index, files.length);
    uses.read(file, tally);
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

function warningsOf(quality: Quality, imports: number, projects: readonly Project[]): string[] {
  const warnings: string[] = [];
  const { calls = 0, unresolved = 0, imports_unresolved: lost = 0, unparsed = 0 } = quality;
  if (lost > imports * WORRYING) {
    const cause = projects.some((project) => project.config === undefined)
      ? 'no tsconfig.json was found; give the one that the project builds with'
      : 'see `paths`, `customConditions` and whether the packages are installed';
    warnings.push(`unresolved imports: ${lost} of ${imports}; ${cause}`);
  }
  if (unresolved > calls * WORRYING) {
    warnings.push(`unresolved calls: ${unresolved} of ${calls}; their callees have type any`);
  }
  if (unparsed > 0)
    warnings.push(`files with syntax errors: ${unparsed}; what follows an error may be missing`);
  return warnings;
}
