import type { Quality, Sink } from '../../dump/index.js';
import type { Task } from '../../task/index.js';
import { Bodies } from './blocks/bodies.js';
import { Callees } from './callees.js';
import { loadCompiler, type Compiler } from './compiler.js';
import { Declarer } from './declare.js';
import { DeclaredTypes } from './declared-types.js';
import { markEffectiveVisibility } from './effective-visibility.js';
import { Entities, factOf, type Entity } from './entities.js';
import { Externals } from './externals.js';
import { Hierarchy } from './hierarchy.js';
import { SharedHosts } from './host.js';
import type { Loss } from './lost-imports.js';
import { dependOnManifests } from './manifests.js';
import { planPrograms, type PlannedProgram } from './plan.js';
import { findProjects, isScript, type Projects } from './projects.js';
import { Sources, type Reading } from './reading.js';
import { reclaimed } from './reclaim.js';
import { RememberingChecker } from './remembering.js';
import { Shapes } from './shapes.js';
import { Syntax } from './syntax.js';
import { largeFiles } from './survey.js';
import { syscallsOf } from './syscalls.js';
import { Tallies } from './tally.js';
import { TypeText } from './type-text.js';
import { Uses } from './uses.js';
import { qualityWarnings, unreadWarnings } from './warnings.js';

export interface ReadOptions {
  readonly path: string;
  readonly typescript?: string;
  readonly repo?: string;
  /** What the keys of programs depend on besides the sources and the compiler. */
  readonly salt?: string;
  /** How many types and symbols one checker may make before another takes its place; tests set it. */
  readonly mostMade?: number;
  /** How far the scripts of a program are followed before that is given up; tests set it. */
  readonly mostOffers?: number;
}

/** How whoever writes units takes part in a reading. */
export interface ReadHooks {
  /** Given what is to be read, the packages that need not be, with the figures of their last reading. */
  planned(programs: readonly PlannedProgram[]): ReadonlyMap<string, KnownPackage>;
  /** A package whose facts are to come. */
  open(packageName: string): void;
  /** Whose sources tell what comes next; undefined: nobody's in particular. */
  reading(packageName?: string): void;
}

export interface KnownPackage {
  readonly quality: Quality;
  readonly imports: number;
  readonly losses: readonly Loss[];
}

export interface ReadResult {
  readonly packageName: string;
  /** Of each package that was read: how many files. */
  readonly sources: ReadonlyMap<string, number>;
  readonly quality: Quality;
  readonly packages: ReadonlyMap<string, Quality>;
  readonly imports: ReadonlyMap<string, number>;
  readonly losses: ReadonlyMap<string, readonly Loss[]>;
  readonly programs: readonly Pick<PlannedProgram, 'packages' | 'key'>[];
  readonly warnings: readonly string[];
}

/** A program of no more files leaves too little to be worth freeing at once. */
const FEW_FILES = 50;

const EVERYTHING: ReadHooks = {
  planned: () => new Map(),
  open: () => undefined,
  reading: () => undefined,
};

/** Reads every project of a path into the sink. */
export async function readSources(
  options: ReadOptions,
  sink: Sink,
  task: Task,
  hooks: ReadHooks = EVERYTHING,
): Promise<ReadResult> {
  const { found, sources, entities, tallies, programs, known, read, tooLarge, gone } =
    await readPrograms(options, sink, task, hooks);
  // What is written needs no sources.
  entities.release();
  await reclaimed(...gone);
  hooks.reading();
  dependOnManifests(entities, found.root, sink);
  for (const entity of entities.all()) {
    sink.node(factOf(entity, options.repo));
    if (entity.parent && !known.has(entity.pkg.name))
      sink.edge({ kind: 'CONTAINS', src: entity.parent.id, dst: entity.id });
    if (entity.origin === 'builtin') askKernel(entity, sink);
  }
  const packages = tallies.byPackage();
  return {
    packageName: sources.packages.ofDir(found.root).name,
    sources: read,
    quality: tallies.total(),
    packages,
    imports: new Map([...packages.keys()].map((name) => [name, tallies.of(name).imports])),
    losses: new Map([...packages.keys()].map((name) => [name, tallies.of(name).losses.all()])),
    programs,
    warnings: [
      ...found.faults,
      ...largeFiles(tooLarge),
      ...qualityWarnings(tallies),
      ...unreadWarnings(found.notRead),
    ],
  };
}

interface ProgramsRead {
  readonly found: Projects;
  readonly sources: Sources;
  readonly entities: Entities;
  readonly tallies: Tallies;
  readonly programs: ReadResult['programs'];
  readonly known: ReadonlyMap<string, KnownPackage>;
  readonly read: ReadResult['sources'];
  readonly tooLarge: readonly string[];
  /** The last program, so far as it is worth freeing. */
  readonly gone: readonly WeakRef<object>[];
}

/** A function of its own, so that when it has ended nothing of it holds a program. */
async function readPrograms(
  options: ReadOptions,
  sink: Sink,
  task: Task,
  hooks: ReadHooks,
): Promise<ProgramsRead> {
  const ts = loadCompiler(options.typescript);
  const found = findProjects(ts, options.path);
  const sources = new Sources(found.root);
  const entities = new Entities(ts.forEachChild);
  const syntax = new Syntax(ts);
  const tallies = new Tallies();
  const hosts = new SharedHosts(ts, sources, found.members);
  const plan = planPrograms({
    ts,
    found,
    sources,
    hosts,
    salt: `${ts.version} ${options.salt ?? ''}`,
    step(index, total) {
      task.check('reading sources');
      task.progress('reading sources', index, total);
    },
  });
  hosts.release();
  const programs = plan.map(({ packages, key }) => ({ packages, key }));
  const known = hooks.planned(plan);
  for (const [name, { quality, imports, losses }] of known)
    tallies.of(name).restore(quality, imports, losses);
  const isStanding = ({ packages }: { readonly packages: readonly string[] }): boolean =>
    packages.every((name) => known.has(name));
  const wanted = new Set(plan.filter((one) => !isStanding(one)).flatMap((one) => one.analysed));
  const read = new Map<string, number>();
  // Nothing but the reading holds the program, so that what its checker made can go before the program does.
  const begin = (): Pick<PlannedProgram, 'own' | 'packages'> & { readonly reading: Reading } => {
    const { program, analysed, own, packages } = plan.shift()!;
    sources.admit(analysed);
    for (const file of analysed) entities.meet(file);
    const { mostOffers } = options;
    const most = mostOffers === undefined ? {} : { mostOffers };
    const shared = { ts, syntax, entities, sources, task, ...most };
    return { own, packages, reading: readingOf(program, shared, options.mostMade) };
  };
  const readNext = async (): Promise<WeakRef<object>[]> => {
    const { reading, own, packages } = begin();
    if (isStanding({ packages })) {
      const declarer = new Declarer(reading);
      for (const file of own) if (wanted.has(file)) declarer.declare(file);
      return goneOf(reading, own);
    }
    for (const file of own) {
      const { name } = sources.packageOf(file.fileName);
      hooks.open(name);
      read.set(name, (read.get(name) ?? 0) + 1);
    }
    await readProgram(reading, own, sink, tallies, hooks);
    return goneOf(reading, own);
  };
  let gone: readonly WeakRef<object>[] = [];
  while (plan.length > 0) {
    if (gone.length > 0) await reclaimed(...gone);
    gone = await readNext();
  }
  return {
    found,
    sources,
    entities,
    tallies,
    programs,
    known,
    read,
    tooLarge: hosts.tooLarge,
    gone,
  };
}

/** What of a program that was read is worth freeing at once. */
function goneOf({ program }: Reading, own: readonly unknown[]): WeakRef<object>[] {
  return own.length > FEW_FILES ? [new WeakRef(program.getTypeChecker())] : [];
}

function readingOf(
  program: ReturnType<Compiler['createProgram']>,
  shared: Pick<Reading, 'ts' | 'syntax' | 'entities' | 'sources' | 'task' | 'mostOffers'>,
  mostMade: number | undefined,
): Reading {
  const shapes = new Shapes(shared.ts, shared.syntax);
  const asked = new RememberingChecker(shared.ts, program, mostMade);
  const texts = new TypeText(shared.ts, asked.checker, shared.sources);
  asked.onRenewal(() => {
    texts.forget();
  });
  return {
    ...shared,
    shapes,
    get program() {
      return asked.program;
    },
    checker: asked.checker,
    signatures: asked.signatures,
    texts,
    forget: () => asked.forget(),
  };
}

function askKernel(entity: Entity, sink: Sink): void {
  const descriptors = entity.id.split(' ').slice(4).join(' ');
  const [, file = ''] = /^(.*?`[^`]+`)\//u.exec(descriptors) ?? [];
  // What makes an instance is known by its class.
  const [, made = entity.name] = /(\w+)#`<constructor>`\([^)]*\)\.$/u.exec(descriptors) ?? [];
  for (const call of syscallsOf(file.replaceAll('`', ''), made)) {
    sink.node({ id: call.id, kind: 'syscall', name: call.name, ty: call.class });
    sink.edge({ kind: 'SYSCALLS', src: entity.id, dst: call.id, partial: true });
  }
}

async function readProgram(
  reading: Reading,
  files: PlannedProgram['own'],
  sink: Sink,
  tallies: Tallies,
  hooks: ReadHooks,
): Promise<void> {
  const { task } = reading;
  const types = new DeclaredTypes(reading);
  const declarer = new Declarer(reading, types);
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
    const { name } = reading.sources.packageOf(file.fileName);
    hooks.reading(name);
    const tally = tallies.of(name);
    await reading.forget();
    callees.forget();
    types.tell(file);
    uses.read(file, tally);
    hierarchy.read(file);
    // Nobody wrote generated code, so that its flow is nobody's to review.
    if (reading.entities.ofDeclaration(file)?.generated !== true) bodies.read(file);
    const broken = reading.program.getSyntacticDiagnostics(file);
    if (broken.length > 0) tally.unparsed();
  }
  if (callees.isFlowGivenUp) {
    for (const { fileName } of files)
      if (isScript(fileName)) tallies.of(reading.sources.packageOf(fileName).name).notFollowed();
  }
  task.progress('uses', files.length, files.length);
}

/** Lets an abort arrive between two files: the compiler itself never yields. */
async function pause(task: Task, what: string, done: number, total: number): Promise<void> {
  task.check(what);
  task.progress(what, done, total);
  await new Promise((resolve) => setImmediate(resolve));
}
