import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CodeGraph } from '../../../src/graph/index.js';
import type { Report } from '../../../src/lens/index.js';
import { onDisk, randomPrograms, type RandomFn } from './random-programs.js';
import { rowsOf } from './programs.js';

/** A whole lens beside its rules spelled out over lists. */
export interface WholeLens {
  readonly of: Parameters<typeof onDisk>[1];
  readonly seed: number;
  /** The key of a function's vector, or of its body's. */
  readonly vectors: (all: readonly RandomFn[]) => readonly (readonly [string, number | null])[];
  readonly ask: (graph: CodeGraph, src: string) => Promise<Report>;
  readonly plain: (all: readonly RandomFn[], vectors: ReadonlyMap<string, number>) => unknown[];
  /** What of a row is compared. */
  readonly row: (row: Readonly<Record<string, unknown>>) => unknown;
}

export function holdsWholeLens({ of, seed, vectors: keyed, ask, plain, row }: WholeLens): void {
  it('the whole lens gives what a plain spelling-out of its rules gives', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(randomPrograms, fc.boolean(), async (all, withVectors) => {
        const vectors = new Map<string, number>();
        for (const [key, angle] of withVectors ? keyed(all) : [])
          if (angle !== null) vectors.set(key, angle);
        const { graph, src } = await onDisk(all, of, vectors);
        const expected = plain(all, vectors);
        found += expected.length;
        expect(rowsOf(await ask(graph, src)).map(row)).toEqual(expected);
      }),
      { numRuns: process.env.MIMIR_DEEP === '1' ? 150 : 10, seed },
    );
    expect(found).toBeGreaterThan(2);
  });
}
