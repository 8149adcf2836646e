import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBlockName, parsePayload } from '../../../../src/dump/index.js';
import { lowerBody } from '../../../../src/produce/rust/mir/index.js';
import { program } from './programs.js';
import { byPath } from './resolver.js';
import { runBlocks, runMir } from './run.js';

const RUNS = process.env['MIMIR_DEEP'] === '1' ? 30_000 : 800;
const check = { numRuns: RUNS, seed: 12 };

describe('blocks of a body', () => {
  it('do what the body does: the same calls with the same arguments, the same result', () => {
    fc.assert(
      fc.property(
        program,
        fc.tuple(fc.integer({ min: -2, max: 3 }), fc.integer({ min: -2, max: 3 })),
        (body, args) => {
          const lowered = lowerBody({ root: body, nested: [] }, byPath);
          const wanted = runMir(body, args);
          const found = runBlocks(lowered, args);
          // One that is stopped is stopped sooner or later: what both did is the same.
          const both = Math.min(wanted.calls.length, found.calls.length);
          expect(found.calls.slice(0, both)).toEqual(wanted.calls.slice(0, both));
          if (wanted.result !== null) expect(found).toEqual(wanted);
        },
      ),
      check,
    );
  });

  it('are written as the grammar says, each reached, no straight line cut in two', () => {
    fc.assert(
      fc.property(program, (body) => {
        const { blocks } = lowerBody({ root: body, nested: [] }, byPath);
        const entries = new Map([['bb0', 1]]);
        for (const { successors } of blocks)
          for (const to of successors) {
            const name = formatBlockName(to);
            entries.set(name, (entries.get(name) ?? 0) + 1);
          }
        expect(blocks.map(({ name }) => formatBlockName(name))).toEqual(
          blocks.map((_, index) => `bb${index}`),
        );
        for (const { name, payload, successors } of blocks) {
          const block = parsePayload(payload);
          expect(block).not.toBeNull();
          expect(entries.has(formatBlockName(name))).toBe(true);
          const [next] = successors;
          if (block!.terminator.op !== 'goto' || next === undefined) continue;
          const isLoop = formatBlockName(next) === formatBlockName(name);
          expect(isLoop || entries.get(formatBlockName(next))! > 1).toBe(true);
        }
      }),
      check,
    );
  });
});
