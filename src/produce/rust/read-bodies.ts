import { readFileSync } from 'node:fs';
import type { Task } from '../../task/index.js';
import {
  headOf,
  isHarness,
  isTestDescription,
  rangeOf,
  type BodyHead,
  type BodyRange,
} from './bodies/body-head.js';
import { breathe, groupsIn, stampOf, type BodyFile } from './bodies/body-files.js';
import {
  readerVersion,
  type FactStore,
  type StoredGroup,
  type StoredIndex,
} from './bodies/fact-store.js';
import { FactWriter } from './bodies/group-facts.js';
import { NameTrace, sameAnswers } from './bodies/traced-names.js';
import { Callees } from './callees.js';
import { Definitions } from './definitions.js';
import type { Externals } from './external.js';
import { groupBodies, lowerBody, parseMir, type BodyGroup, type MirBody } from './mir/index.js';
import type { Crate, Item } from './model.js';
import { isUnknown, namesFor, type Names } from './mir-names.js';
import type { Places } from './places.js';
import type { Tally } from './tally.js';
import { BodyFactsWriter } from './write-body.js';
import type { Facts } from './write-body.js';
import type { World } from './world.js';

export interface BodiesOptions {
  readonly crate: Crate;
  /** A compilation with the test harness. */
  readonly isTest: boolean;
  /** Of the compilation: under which its facts are kept. */
  readonly stem: string;
  /** Folder of the MIR files. */
  readonly dir: string;
  /** Folders of earlier compilations of the same crate: what is the same there is not read again. */
  readonly before: readonly string[];
  readonly store: FactStore;
  readonly world: World;
  readonly externals: Externals;
  readonly places: Places;
  readonly facts: Facts;
  readonly tally: Tally;
  readonly task: Task;
}

const EVERY = 256;
const SAMPLES = 10;

/**
 * Reads the bodies of one compilation: finds whose they are, then tells what they do. What was read stays on disk; it is
 * read again where the MIR is another, or where a name in it means something else now.
 */
export async function readBodies(options: BodiesOptions): Promise<void> {
  await new BodiesReader(options).read();
}

/** A body's place in the compilation, and how to find out where it stands. */
interface Found {
  readonly head: BodyHead;
  readonly range: () => BodyRange | null;
}

class BodiesReader {
  readonly #definitions: Definitions;
  readonly #callees: Callees;
  /** Item of each group that has one, by the group's number; a function before what is written in it. */
  readonly #homes = new Map<number, Item>();
  #writer!: BodyFactsWriter;

  constructor(private readonly options: BodiesOptions) {
    const { crate, world, places, isTest, externals } = options;
    this.#definitions = new Definitions(crate, world, places, isTest);
    this.#callees = new Callees(crate, world, externals);
  }

  async read(): Promise<void> {
    const { crate, world, tally, store, stem, dir, before } = this.options;
    const key = [readerVersion(), ...[dir, ...before].map(stampOf)].join(' ');
    const known = store.index(stem, key);
    if (known !== null)
      this.#place(known.groups.map(({ head, range }) => ({ head, range: () => range })));
    const index =
      known !== null && this.#isStill(known) ? known : await this.#make(key, known !== null);
    tally.lines += index.lines;
    tally.unparsed += index.unparsed;
    tally.samples.push(...index.samples.slice(0, SAMPLES - tally.samples.length));
    for (const name of index.tests) {
      const item = world.values.get(`${crate.key}::${name}`);
      if (item) item.facts.isTest = true;
    }
    await this.#write(index);
  }

  /** Finds the items of all groups, before anything of them is told: calls lead to each of them. */
  #place(groups: readonly Found[]): void {
    const { tally, crate, world, places, facts } = this.options;
    const order = groups
      .map(({ head }, at) => ({ at, depth: depthOf(head) }))
      .sort((a, b) => a.depth - b.depth);
    for (const { at } of order) {
      const { head, range } = groups[at]!;
      if (/\{constructor#\d+\}$/u.test(head.defPath ?? '') || head.promoted !== null) continue;
      const item = this.#definitions.find(head, range);
      if (item === null) {
        if (!/\{constant#\d+\}/u.test(head.path)) tally.homeless++;
        continue;
      }
      this.#definitions.adopt(item);
      this.#homes.set(at, item);
    }
    const callees = this.#callees;
    this.#writer = new BodyFactsWriter({ crate, world, places, facts, callees, tally });
  }

  #names(group: number): Names {
    const { crate, world } = this.options;
    const home = this.#homes.get(group);
    const nested = home === undefined ? NONE : this.#writer.nestedIn(home);
    return namesFor(crate, world, this.#callees, nested);
  }

  /** True where the facts of every group that is wanted are there, and its names mean what they did. */
  #isStill({ groups, asked, callees }: StoredIndex): boolean {
    for (const group of this.#wanted(groups.map(({ head }) => head)))
      if (groups[group]!.at === null) return false;
    return sameAnswers(asked, callees, (group) => this.#names(group));
  }

  /** Groups whose item has no body yet: two builds of a crate may both have it. */
  *#wanted(heads: readonly BodyHead[]): Generator<number> {
    const taken = new Set<string>();
    for (const [group, item] of this.#homes) {
      const key = this.options.facts.keyOf(item, heads[group]!.path);
      if (taken.has(key) || this.options.facts.has(key)) continue;
      taken.add(key);
      yield group;
    }
  }

  /** Reads the MIR, one group at a time, and leaves its facts on disk. */
  async #make(key: string, isPlaced: boolean): Promise<StoredIndex> {
    const { dir, before, task, store, stem, crate } = this.options;
    const found = await groupsIn(dir, before, task);
    const heads = found.groups.map(({ root }) => headOf(root));
    const groups = found.groups.filter((_, at) => !isHarness(heads[at]!));
    const own = heads.filter((head) => !isHarness(head));
    const count = new MirReader();
    if (!isPlaced)
      this.#place(
        groups.map((group, at) => ({
          head: own[at]!,
          range: () => rangeOf(new MirReader().group(group.files).root),
        })),
      );
    const facts = new FactWriter();
    const trace = new NameTrace((callee) => facts.callee(callee), isUnknown);
    const writer = store.writer(stem);
    try {
      const places = new Map<number, StoredGroup['at']>();
      const ranges = new Map<number, BodyRange | null>();
      for (const at of this.#wanted(own)) {
        const group = count.group(groups[at]!.files);
        ranges.set(at, rangeOf(group.root));
        const lowered = lowerBody(group, trace.of(this.#names(at), at));
        places.set(at, writer.add(facts.group(group, lowered)));
        if (places.size % EVERY !== 0) continue;
        task.progress(`reading ${crate.packageName}`, places.size, this.#homes.size);
        await breathe(task);
      }
      // The others say nothing, but their lines are read, or not, like any.
      for (const [at, group] of groups.entries())
        if (!places.has(at)) ranges.set(at, rangeOf(count.group(group.files).root));
      for (const [at, group] of found.groups.entries())
        if (isHarness(heads[at]!)) count.group(group.files);
      for (const file of found.headless) count.file(file);
      const index: StoredIndex = {
        groups: own.map((head, at) => ({
          head,
          range: ranges.get(at) ?? null,
          at: places.get(at) ?? null,
        })),
        tests: heads.filter(isTestDescription).map((head) => head.path),
        lines: count.lines,
        unparsed: count.unparsed,
        samples: count.samples,
        asked: trace.asked,
        callees: facts.callees,
        texts: facts.texts,
      };
      writer.commit(key, index);
      return index;
    } catch (error) {
      writer.abandon();
      throw error;
    }
  }

  async #write(index: StoredIndex): Promise<void> {
    const { store, stem, task, crate } = this.options;
    const reader = store.reader(stem);
    try {
      let done = 0;
      for (const group of [...this.#wanted(index.groups.map(({ head }) => head))]) {
        this.#writer.write(this.#homes.get(group)!, reader.read(index.groups[group]!.at!), index);
        if (++done % EVERY !== 0) continue;
        task.progress(`telling ${crate.packageName}`, done, this.#homes.size);
        await breathe(task);
      }
    } finally {
      reader.close();
    }
  }
}

const NONE: ReadonlyMap<string, Item> = new Map();

/** Reads whole files of MIR, and counts what it reads. */
class MirReader {
  lines = 0;
  unparsed = 0;
  readonly samples: string[] = [];

  group(files: readonly BodyFile[]): BodyGroup {
    return groupBodies(files.flatMap((file) => [...this.file(file)]))[0]!;
  }

  file({ path, name }: BodyFile): readonly MirBody[] {
    const read = parseMir(readFileSync(path, 'utf8'), name);
    this.lines += read.lines;
    this.unparsed += read.unparsed;
    for (const { line, text } of read.samples)
      if (this.samples.length < SAMPLES)
        this.samples.push(`${name.crate}.${name.defPath}:${line}: ${text}`);
    return read.bodies;
  }
}

function depthOf({ defPath, path }: BodyHead): number {
  return (defPath ?? path).split('::').length;
}
