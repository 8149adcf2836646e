import { Int32, Uint32, Utf8, vectorFromArray } from 'apache-arrow';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateUnits } from '../../bench/dump/generate.mjs';
import { createDumpWriter, dumpInfo, validateDump, writeUnit } from '../../src/dump/index.js';
import { openGraph } from '../../src/graph/index.js';
import { CodedError } from '../../src/task/index.js';
import { deep } from '../tools.js';
import { arrowBytes, dictionaryColumn, UTF8, writeColumns } from './arrow-files.js';
import { inFolder } from './scratch.js';

/** Mulberry32. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Small dumps of every form that a file may have, each in a folder of its own. */
function seeds(parent: string): void {
  const [packed, plain, stream] = ['packed', 'plain', 'stream'].map((name) =>
    join(parent, name),
  ) as [string, string, string];
  mkdirSync(stream, { recursive: true });
  const writer = createDumpWriter(packed);
  for (let i = 0; i < 12; i++) {
    writer.node({
      id: `s m p 1 f${i}().`,
      kind: 'fn',
      name: `f${i}`,
      file: 'a.ts',
      line: i + 1,
      isTest: i % 2 === 0,
    });
    writer.edge({
      kind: i % 3 === 0 ? 'CONTAINS' : 'CALLS',
      src: `s m p 1 f${i}().`,
      dst: `s m q 1 g${i % 4}().`,
      site: { line: i, col: 1, file: 'b.ts' },
      how: 'direct',
      partial: true,
    });
  }
  writer.commit({
    producer: 'test/1',
    fidelity: 'typed',
    unit: 'u',
    quality: { calls: 1, resolved: 1 },
  });
  for (const unit of generateUnits({ edges: 120, units: 1 }))
    writeUnit(plain, { ...unit, metadata: { ...unit.metadata, unit: 'u' } }, 'none');
  const texts = ['s m p 1 a().', 's m p 1 b().', 'é'];
  writeFileSync(
    join(stream, 'u.nodes.arrow'),
    arrowBytes(
      {
        id: { text: texts, form: 'large' },
        kind: { text: ['fn', null, 'fn'], form: 'utf8' },
        name: { text: texts, form: 'dictionary8' },
        line: { integers: [1, null, 3], form: 'uint64' },
        defined: { flags: [true, false, null] },
      },
      { form: 'stream', cuts: [2] },
    ),
  );
  writeFileSync(
    join(stream, 'u.edges.arrow'),
    arrowBytes(
      {
        src: { text: texts, form: 'dictionary32' },
        dst: { text: texts, form: 'utf8' },
        kind: { text: ['CALLS', 'CALLS', 'EXTENDS'], form: 'dictionary8' },
        count: { integers: [1, 2, 3], form: 'int16' },
        sites: { sites: [[{ file: null, line: 1, col: 2 }], null, []] },
      },
      { form: 'stream', cuts: [1] },
    ),
  );
}

/** Two units whose ids, ends and counts are read straight to their places. */
function seedsInPlace(dir: string): void {
  mkdirSync(dir, { recursive: true });
  const kinds = vectorFromArray(['CALLS', 'USES_TYPE'], UTF8);
  for (const unit of ['u', 'v']) {
    const own = ['a', 'b', 'c', 'd'].map((name) => `s m ${unit} 1 ${name}().`);
    const ids = vectorFromArray([...own, 's m u 1 a().', 's m w 1 x().'], UTF8);
    const ends = (...codes: number[]) => dictionaryColumn(Int32Array.from(codes), [], ids);
    writeColumns(join(dir, `${unit}.nodes.arrow`), {
      id: vectorFromArray(own, new Utf8()).data[0]!,
      kind: dictionaryColumn(Int32Array.of(0, 1, 0, 0), ['fn', 'struct']),
      line: vectorFromArray([1, null, 3, 4], new Int32()).data[0]!,
    });
    writeColumns(join(dir, `${unit}.edges.arrow`), {
      src: ends(0, 0, 1, 3, 2),
      dst: ends(4, 1, 5, 0, 2),
      kind: dictionaryColumn(Int32Array.of(0, 0, 0, 0, 1), [], kinds, 8),
      count: vectorFromArray([1, 2, 0, 1, 3], new Uint32()).data[0]!,
    });
  }
}

type Mutation = (bytes: Uint8Array, next: () => number) => Uint8Array;
const below = (next: () => number, n: number): number => Math.floor(next() * n);

const MUTATIONS: readonly Mutation[] = [
  (bytes, next) => bytes.subarray(0, below(next, bytes.length)),
  (bytes, next) => {
    for (let flips = 1 + below(next, 4); flips > 0; flips--)
      bytes[below(next, bytes.length)]! ^= 1 << below(next, 8);
    return bytes;
  },
  (bytes, next) => {
    // Lengths and offsets are words: absurd ones, zero, and neighbours of what was there.
    const word = below(next, Math.max(1, (bytes.length >> 2) - 1)) * 4;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const values = [
      0,
      1,
      0x7fffffff,
      0xffffffff,
      0x80000000,
      view.getUint32(word, true) + 1,
      view.getUint32(word, true) * 256,
    ];
    view.setUint32(word, values[below(next, values.length)]! >>> 0, true);
    return bytes;
  },
  (bytes, next) => {
    const from = below(next, bytes.length);
    bytes.fill(below(next, 256), from, from + 1 + below(next, 16));
    return bytes;
  },
  (bytes, next) => {
    const from = below(next, bytes.length);
    const length = 1 + below(next, 64);
    bytes.copyWithin(below(next, bytes.length), from, from + length);
    return bytes;
  },
];

/** Slow or hanging reads are as bad as crashes. */
const LONGEST = 5_000;

/** Reads all that a dump has; anything but an answer or one line of ours is a failure. */
async function survives(dir: string, what: string): Promise<'read' | 'refused'> {
  const start = performance.now();
  try {
    const graph = await openGraph(dir, { cache: { place: 'off' } });
    for (const kind of graph.edgeKinds) {
      const table = graph.edges(kind);
      for (let edge = 0; edge < table.count; edge++) table.sites(edge);
      expect(table.out.offsets.at(-1)).toBe(table.count);
    }
    for (let v = 0; v < graph.nodeCount; v++) graph.ty?.at(v);
    graph.scope();
    return 'read';
  } catch (error) {
    if (!(error instanceof CodedError))
      throw new Error(`${what}: ${String(error)}`, { cause: error });
    expect(error.message).not.toMatch(/\n/u);
    return 'refused';
  } finally {
    expect(performance.now() - start, what).toBeLessThan(LONGEST);
  }
}

describe('a dump with one damaged file', () => {
  it(
    'is read or refused with one line, never a crash and never a hang',
    async () => {
      await inFolder(async (dir) => {
        const whole = join(dir, 'whole');
        seeds(whole);
        seedsInPlace(join(whole, 'placed'));
        const files = readdirSync(whole, { recursive: true, encoding: 'utf8' }).filter((name) =>
          name.endsWith('.arrow'),
        );
        const damaged = join(dir, 'damaged');
        seeds(damaged);
        seedsInPlace(join(damaged, 'placed'));
        const outcomes = { read: 0, refused: 0 };
        for (let round = 0; round < deep(600, 100_000); round++) {
          const next = random(round);
          const name = files[below(next, files.length)]!;
          const dump = join(damaged, dirname(name));
          const mutate = MUTATIONS[below(next, MUTATIONS.length)]!;
          writeFileSync(
            join(damaged, name),
            mutate(Uint8Array.from(readFileSync(join(whole, name))), next),
          );
          outcomes[await survives(dump, `round ${round} on ${name}`)]++;
          if (round % 20 === 0) {
            expect(Array.isArray(validateDump(dump))).toBe(true);
            try {
              dumpInfo(dump);
            } catch (error) {
              expect(error).toBeInstanceOf(CodedError);
            }
          }
          copyFileSync(join(whole, name), join(damaged, name));
        }
        expect(outcomes.read).toBeGreaterThan(0);
        expect(outcomes.refused).toBeGreaterThan(0);
      });
    },
    deep(120_000, 40 * 60_000),
  );
});
