/** Following the functions of scripts: what is found, however much inherits from however much, and what it may cost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdgeFact } from '../../../src/dump/index.js';
import { Solver, type Cell } from '../../../src/produce/typescript/flow/solver.js';
import type { Value } from '../../../src/produce/typescript/flow/values.js';
import { readSources, type ReadResult } from '../../../src/produce/typescript/read-sources.js';
import { qualityWarnings } from '../../../src/produce/typescript/warnings.js';
import { Tallies } from '../../../src/produce/typescript/tally.js';
import { createTask } from '../../../src/task/index.js';
import { writeTree } from '../collect.js';

const values = Array.from({ length: 40 }, (_, id) => ({ id }) as unknown as Value);

describe('a solver of inclusions', () => {
  it('gives each cell what reaches it, as following every path by hand does', () => {
    const cellOf = fc.nat({ max: 7 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cellOf, cellOf), { maxLength: 20 }),
        fc.array(fc.tuple(cellOf, fc.nat({ max: 5 })), { maxLength: 10 }),
        fc.array(cellOf, { maxLength: 4 }),
        (flows, given, watched) => {
          const solver = new Solver();
          const cells = Array.from({ length: 8 }, () => solver.cell());
          const told = watched.map(() => [] as Value[]);
          // Half of it before the first run, half after: constraints come while it runs.
          const half = flows.length >> 1;
          for (const [from, to] of flows.slice(0, half)) solver.flow(cells[from]!, cells[to]!);
          for (const [cell, value] of given) solver.add(cells[cell]!, values[value]!);
          watched.forEach((cell, at) => {
            solver.watch(cells[cell]!, (value) => told[at]!.push(value));
          });
          solver.run();
          for (const [from, to] of flows.slice(half)) solver.flow(cells[from]!, cells[to]!);
          solver.run();
          const reaching = (cell: number): Set<number> => {
            const seen = new Set([cell]);
            for (const at of seen) for (const [from, to] of flows) if (to === at) seen.add(from);
            return new Set(given.filter(([at]) => seen.has(at)).map(([, value]) => value));
          };
          const ids = (found: Iterable<Value>): number[] =>
            [...found].map((one) => one.id).sort((a, b) => a - b);
          const wanted = cells.map((_, at) => [...reaching(at)].sort((a, b) => a - b));
          expect(cells.map((cell) => ids(cell.values))).toEqual(wanted);
          // Each watcher is told of each value once.
          expect(told.map(ids)).toEqual(watched.map((cell) => wanted[cell]));
        },
      ),
    );
  });

  it('keeps the first of too many values, and stops at the most that it may be offered', () => {
    const full = new Solver();
    const cell: Cell = full.cell();
    for (const value of values) full.add(cell, value);
    full.run();
    expect(cell.values.size).toBe(32);
    expect([...cell.values].map((one) => one.id)).toEqual(values.slice(0, 32).map((one) => one.id));
    expect(full.isExhausted).toBe(false);
    const poor = new Solver(39);
    for (const value of values) poor.add(poor.cell(), value);
    expect(poor.isExhausted).toBe(true);
  });
});

/** Every object is mixed into one that is mixed into every object, so that all inherit from all. */
function tangle(objects: number): string {
  const uses = Array.from(
    { length: objects },
    (_, at) =>
      `exports.use${at} = function () { var o = made({ m${at}: function () { return this; } }); o.m${at}(); o.m${(at * 7) % objects}(); };`,
  );
  return `var _ = require('underscore'), all = {}; function made(o) { _.extend(o, all); _.extend(all, o); return o; }
    ${uses.join('\n')}
    exports.plain = function () { hold(one)(); }; function hold(f) { return f; } function one() {}`;
}

describe('scripts', () => {
  const read = async (
    text: string,
    mostOffers?: number,
  ): Promise<{ readonly edges: EdgeFact[]; readonly result: ReadResult }> => {
    const home = mkdtempSync(path.join(tmpdir(), 'flow-'));
    try {
      writeTree(home, {
        'package.json': '{"name":"app","version":"1.0.0","dependencies":{"underscore":"1"}}',
        'a.js': text,
      });
      const edges: EdgeFact[] = [];
      const sink = { node: () => undefined, edge: (fact: EdgeFact) => void edges.push(fact) };
      const most = mostOffers === undefined ? {} : { mostOffers };
      return { edges, result: await readSources({ path: home, ...most }, sink, createTask()) };
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  };
  const followed = (edges: readonly EdgeFact[]): string[] =>
    edges
      .filter((edge) => edge.how === 'points-to' && edge.kind === 'CALLS')
      .map((edge) => `${edge.src.split('/').at(-1)} -> ${edge.dst.split('/').at(-1)}`);

  it('are followed to the end within a bound that grows with them, though all inherits from all', async () => {
    const { edges, result } = await read(tangle(80), 40_000);
    expect(followed(edges)).toContain('plain(). -> one().');
    expect(result.quality).not.toHaveProperty('scripts_not_followed');
  });

  it('are not followed beyond the bound, and the figures and a warning say so', async () => {
    const { edges, result } = await read(tangle(2), 10);
    expect(followed(edges)).toEqual([]);
    expect(result.packages.get('app')).toMatchObject({ scripts_not_followed: 1 });
    expect(result.warnings).toContain(
      'scripts of app whose functions were not followed: 1; they have too much in common, and only what types tell of their calls is there: dump their folders one by one',
    );
    // A package that stands as it was read says it again.
    const again = new Tallies();
    again.of('app').restore(result.quality, 0, []);
    expect(qualityWarnings(again).join('\n')).toMatch(
      /^scripts of app whose functions were not followed/mu,
    );
  });
});
