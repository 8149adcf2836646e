import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { formatBlockName } from '../../../../src/dump/index.js';
import {
  groupBodies,
  lowerBody,
  parseMir,
  parseMirFileName,
  type BodyGroup,
  type LoweredBody,
  type MirBody,
} from '../../../../src/produce/rust/mir/index.js';
import { byPath } from './resolver.js';

const DUMPS = path.resolve('test/produce/rust/mir/constructs/dumps');

/** Toolchains whose built MIR of `constructs` is kept; `constructs/dump.mjs` makes one. */
export const TOOLCHAINS = readdirSync(DUMPS)
  .map((name) => name.replace('.mir.gz', ''))
  .sort();

export interface Constructs {
  readonly bodies: readonly MirBody[];
  readonly groups: ReadonlyMap<string, BodyGroup>;
  readonly unparsed: readonly string[];
}

const read = new Map<string, Constructs>();

export function constructs(toolchain: string): Constructs {
  const known = read.get(toolchain);
  if (known) return known;
  const text = gunzipSync(readFileSync(path.join(DUMPS, `${toolchain}.mir.gz`))).toString('utf8');
  const bodies: MirBody[] = [];
  const unparsed: string[] = [];
  for (const file of text.split(/^\/\/ file /mu).slice(1)) {
    const end = file.indexOf('\n');
    const found = parseMir(file.slice(end + 1), parseMirFileName(file.slice(0, end)));
    bodies.push(...found.bodies);
    unparsed.push(...found.samples.map((sample) => `${file.slice(0, end)}: ${sample.text}`));
  }
  const groups = new Map(groupBodies(bodies).map((group) => [group.root.defPath!, group]));
  const result = { bodies, groups, unparsed };
  read.set(toolchain, result);
  return result;
}

export function lowered(toolchain: string, definition: string): LoweredBody {
  return lowerBody(constructs(toolchain).groups.get(definition)!, byPath);
}

/** A body's blocks to be read: name, payload without its fingerprint, successors. */
export function written({ blocks }: LoweredBody): string[] {
  return blocks.map(({ name, payload, successors }) =>
    [formatBlockName(name), payload.slice(17), '→', ...successors.map(formatBlockName)].join(' '),
  );
}
