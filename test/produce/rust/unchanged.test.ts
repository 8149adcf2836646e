import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DumpBuilder, writeUnit, type UnitColumns } from '../../../src/dump/index.js';
import { LastDump } from '../../../src/produce/rust/unchanged.js';
import { digestOf, type WrittenUnit } from '../../../src/produce/rust/written-units.js';

const MADE_OF = {
  checked: { metadata: [], artifacts: [], facts: '', warnings: [] },
  binaries: [],
};

/** One function, which another calls `calls` times, of a unit. */
function unit(name: string, calls = 1, commit?: string): UnitColumns {
  const builder = new DumpBuilder();
  const id = `rust-analyzer cargo ${name} 0.1.0 run().`;
  builder.node({ id, kind: 'fn', name: 'run', crate: name });
  for (let at = 0; at < calls; at++)
    builder.edge({ kind: 'CALLS', src: id, dst: id, site: { line: 7 + at, col: 1 } });
  return builder.columns({
    producer: 'test/1',
    fidelity: 'typed',
    unit: name,
    ...(commit !== undefined && { commit }),
  });
}

describe('the dump of last time', () => {
  let home: string;
  let out: string;

  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'unchanged-'));
    out = path.join(home, 'dump');
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });

  const last = (rest = 'of today') =>
    new LastDump(path.join(home, 'target'), out, { ...MADE_OF, rest });

  /** Writes units as a dump does. */
  function dump(...units: readonly UnitColumns[]): void {
    const written = units.map((columns): WrittenUnit => {
      const { nodes, edges } = writeUnit(out, columns);
      const { unit: name } = columns.metadata;
      const digest = digestOf(columns);
      return { name, digest, files: [nodes, edges], isWritten: true, nodes: 1, edges: 1 };
    });
    last().keep('told', [], written);
  }

  it('stands as a whole while nothing that it was made of is another', () => {
    expect(last().result()).toBe(null);
    dump(unit('one'));
    expect(last().result()).toBe('told');
    expect(last('of another day').result()).toBe(null);
    appendFileSync(path.join(out, 'one.nodes.arrow'), 'x');
    expect(last().result()).toBe(null);
  });

  it('has its units stand one by one: those that say the same, in files that nobody touched', () => {
    dump(unit('one'), unit('two'));
    const standing = (columns: UnitColumns) =>
      last('of another day').standing(columns.metadata.unit, digestOf(columns)) !== null;
    expect(standing(unit('one'))).toBe(true);
    expect(standing(unit('two'))).toBe(true);
    expect(standing(unit('three'))).toBe(false);
    expect(standing(unit('one', 2))).toBe(false);
    expect(standing(unit('one', 1, 'c0ffee'))).toBe(false);
    appendFileSync(path.join(out, 'two.edges.arrow'), 'x');
    expect([standing(unit('one')), standing(unit('two'))]).toEqual([true, false]);
    rmSync(path.join(out, 'one.nodes.arrow'));
    expect(standing(unit('one'))).toBe(false);
  });

  it('loses the files of units that are no more, and only those', () => {
    dump(unit('one'), unit('two'));
    writeUnit(out, unit('foreign'));
    dump(unit('two'));
    expect(readdirSync(out).sort()).toEqual(
      ['foreign', 'two'].flatMap((name) => [`${name}.edges.arrow`, `${name}.nodes.arrow`]),
    );
  });
});
