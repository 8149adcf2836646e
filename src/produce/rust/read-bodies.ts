import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Task } from '../../task/index.js';
import { Callees } from './callees.js';
import { Definitions } from './definitions.js';
import type { Externals } from './external.js';
import {
  groupBodies,
  lowerBody,
  parseMir,
  parseMirFileName,
  type BodyGroup,
  type MirBody,
} from './mir/index.js';
import type { Crate, Item } from './model.js';
import { namesFor } from './mir-names.js';
import type { Places } from './places.js';
import type { Tally } from './tally.js';
import { BodyFactsWriter } from './write-body.js';
import type { Facts } from './write-body.js';
import type { World } from './world.js';

export interface BodiesOptions {
  readonly crate: Crate;
  /** A compilation with the test harness. */
  readonly isTest: boolean;
  /** Folder of the MIR files. */
  readonly dir: string;
  /** Folders of earlier compilations of the same crate: what is the same there is not read again. */
  readonly before: readonly string[];
  readonly world: World;
  readonly externals: Externals;
  readonly places: Places;
  readonly facts: Facts;
  readonly tally: Tally;
  readonly task: Task;
}

const EVERY = 256;

/** Reads the bodies of one compilation: finds whose they are, then tells what they do. */
export async function readBodies(options: BodiesOptions): Promise<void> {
  const { crate, world, places, facts, tally, isTest } = options;
  const bodies = await parseBodies(options);
  const groups = groupBodies(bodies).filter((group) => !isHarness(group));
  const definitions = new Definitions(crate, world, places, isTest);
  const homes = new Map<BodyGroup, Item>();
  // A function comes before what is written in it: its path is shorter.
  for (const group of [...groups].sort((a, b) => depth(a.root) - depth(b.root))) {
    if (/\{constructor#\d+\}$/u.test(group.root.defPath ?? '') || group.root.promoted !== null)
      continue;
    const item = definitions.find(group.root);
    if (item === null) {
      if (!/\{constant#\d+\}/u.test(group.root.path)) tally.homeless++;
      continue;
    }
    definitions.adopt(item);
    homes.set(group, item);
  }
  for (const name of testNames(bodies)) {
    const item = world.values.get(`${crate.key}::${name}`);
    if (item) item.facts.isTest = true;
  }
  const callees = new Callees(crate, world, options.externals);
  const writer = new BodyFactsWriter({ crate, world, places, facts, callees, tally });
  let done = 0;
  for (const [group, item] of homes) {
    if (facts.hasBody(item, group.root)) continue;
    tally.bodies += 1 + group.nested.length;
    const names = namesFor(crate, world, callees, writer.nestedIn(item));
    writer.write(item, group, lowerBody(group, names));
    if (++done % EVERY === 0) {
      options.task.check('reading bodies');
      options.task.progress(`reading ${crate.packageName}`, done, homes.size);
      await new Promise(setImmediate);
    }
  }
}

async function parseBodies({ dir, before, tally, task }: BodiesOptions): Promise<MirBody[]> {
  const bodies: MirBody[] = [];
  if (!existsSync(dir)) return bodies;
  let done = 0;
  for (const name of readdirSync(dir).sort()) {
    const file = parseMirFileName(name);
    if (file === null) continue;
    const bytes = readFileSync(path.join(dir, name));
    if (++done % EVERY === 0) {
      task.check('reading MIR');
      await new Promise(setImmediate);
    }
    if (before.some((other) => isSame(path.join(other, name), bytes))) continue;
    const read = parseMir(bytes.toString('utf8'), file);
    tally.lines += read.lines;
    tally.unparsed += read.unparsed;
    for (const { line, text } of read.samples) {
      if (tally.samples.length < 10) tally.samples.push(`${name}:${line}: ${text}`);
    }
    bodies.push(...read.bodies);
  }
  return bodies;
}

function isSame(file: string, bytes: Buffer): boolean {
  return existsSync(file) && readFileSync(file).equals(bytes);
}

function depth(body: MirBody): number {
  return (body.defPath ?? body.path).split('::').length;
}

/** What the test harness adds: descriptions of tests with their closures, and its `main`. */
function isHarness({ root }: BodyGroup): boolean {
  if (root.kind === 'const' && root.returns.endsWith('test::TestDescAndFn')) return true;
  // The compiler's list of a macro crate's macros.
  if (root.path === '_::_DECLS') return true;
  return root.path === 'main' && root.locals[0] !== undefined && root.locals[0].span === null;
}

function testNames(bodies: readonly MirBody[]): string[] {
  return bodies
    .filter((body) => body.kind === 'const' && body.returns.endsWith('test::TestDescAndFn'))
    .map((body) => body.path);
}
