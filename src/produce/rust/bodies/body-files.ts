import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type { Task } from '../../../task/index.js';
import { groupBodies, parseMirFileName, type MirBody, type MirFileName } from '../mir/index.js';
import { frontEnd, parseFront } from './body-head.js';

export interface BodyFile {
  readonly path: string;
  readonly name: MirFileName;
}

/** A function, constant or static with the closures in it: their files, and the outermost body without its blocks. */
export interface GroupFiles {
  readonly root: MirBody;
  readonly files: readonly BodyFile[];
}

const EVERY = 256;

/** The files of one compilation that no earlier one of the crate has alike. */
async function bodyFiles(dir: string, before: readonly string[], task: Task): Promise<BodyFile[]> {
  const found: BodyFile[] = [];
  let seen = 0;
  for (const file of namesIn(dir)) {
    const name = parseMirFileName(file);
    if (name === null) continue;
    if (++seen % EVERY === 0) await breathe(task);
    const at = path.join(dir, file);
    if (!before.some((other) => isSame(path.join(other, file), at))) found.push({ path: at, name });
  }
  return found;
}

/** Groups in the order in which their first files stand, and the files that no head was read in. */
export async function groupsIn(
  dir: string,
  before: readonly string[],
  task: Task,
): Promise<{ readonly groups: readonly GroupFiles[]; readonly headless: readonly BodyFile[] }> {
  const placeOf = new Map<MirBody, number>();
  const headless: BodyFile[] = [];
  const files = await bodyFiles(dir, before, task);
  for (const [place, file] of files.entries()) {
    if (place % EVERY === 0) await breathe(task);
    const front = parseFront(frontOf(file.path), file.name);
    if (front === null) headless.push(file);
    else placeOf.set(front, place);
  }
  const groups = groupBodies(placeOf.keys()).map(({ root, nested }) => ({
    root,
    files: [root, ...nested]
      .map((body) => placeOf.get(body)!)
      .sort((a, b) => a - b)
      .map((place) => files[place]!),
  }));
  return { groups, headless };
}

const FRONT_BYTES = 1 << 15;
const buffer = Buffer.alloc(FRONT_BYTES);

/** A file's text up to its first block at least. */
function frontOf(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const text = buffer.toString('utf8', 0, readSync(handle, buffer, 0, FRONT_BYTES, 0));
    if (frontEnd(text) !== null) return text;
  } finally {
    closeSync(handle);
  }
  return readFileSync(file, 'utf8');
}

export async function breathe(task: Task): Promise<void> {
  task.check('reading MIR');
  await new Promise(setImmediate);
}

/** Names, sizes and times of a folder's files: what they say when anybody wrote to one. */
export function stampOf(dir: string): string {
  const hash = createHash('sha256');
  for (const name of namesIn(dir)) {
    const { size, mtimeNs } = statSync(path.join(dir, name), { bigint: true });
    hash.update(`${name}\0${size}\0${mtimeNs}\n`);
  }
  return hash.digest('hex');
}

function namesIn(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir).sort() : [];
}

function isSame(other: string, file: string): boolean {
  const size = statSync(other, { throwIfNoEntry: false })?.size;
  return size === statSync(file).size && readFileSync(other).equals(readFileSync(file));
}
