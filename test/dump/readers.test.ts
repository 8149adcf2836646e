import fc from 'fast-check';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateUnits } from '../../bench/dump/generate.mjs';
import { writeUnit, type EdgeFact, type NodeFact } from '../../src/dump/index.js';
import { openGraph } from '../../src/graph/index.js';
import { deep } from '../tools.js';
import {
  arrowBytes,
  INTEGER_FORMS,
  TEXT_FORMS,
  type IntegerForm,
  type TextForm,
} from './arrow-files.js';
import { edgeFact, nodeFact } from './facts-arbitrary.js';
import { plainGraph } from './naive-graph.js';
import { readPlainly } from './plain-reader.js';
import { inFolder } from './scratch.js';

async function sameRead(dir: string): Promise<void> {
  expect(plainGraph(await openGraph(dir))).toEqual(readPlainly(dir));
}

interface UnitShape {
  readonly nodes: readonly NodeFact[];
  readonly edges: readonly (EdgeFact & { readonly lost?: 'src' | 'dst' | 'kind' | 'unknown' })[];
  readonly text: TextForm;
  readonly ids: TextForm;
  readonly integer: IntegerForm;
  readonly form: 'file' | 'stream';
  readonly cut: number;
  readonly empty: boolean;
}

/** Rows as foreign producers write them: repeated ids, repeated edges, missing ends, in any order and any type. */
const unitShape: fc.Arbitrary<UnitShape> = fc.record({
  nodes: fc.array(nodeFact, { maxLength: 15 }),
  edges: fc.array(
    fc
      .tuple(
        edgeFact,
        fc.option(
          fc.constantFrom('src' as const, 'dst' as const, 'kind' as const, 'unknown' as const),
          { freq: 8 },
        ),
      )
      .map(([edge, lost]) => ({ ...edge, ...(lost && { lost }) })),
    { maxLength: 25 },
  ),
  text: fc.constantFrom(...TEXT_FORMS),
  ids: fc.constantFrom(...TEXT_FORMS),
  integer: fc.constantFrom(...INTEGER_FORMS),
  form: fc.constantFrom('file', 'stream'),
  cut: fc.nat({ max: 25 }),
  empty: fc.boolean(),
});

/** The library writes dictionaries of a second batch as deltas, which its file form refuses. */
const mayCut = (shape: UnitShape): boolean =>
  shape.form === 'stream' || !(shape.text + shape.ids).includes('dictionary');

function writeForeign(dir: string, unit: string, shape: UnitShape): void {
  const { nodes, edges, text, ids, form } = shape;
  const integer = (values: readonly (number | undefined)[]) => {
    const most = shape.integer.endsWith('int8')
      ? 127
      : shape.integer.endsWith('int16')
        ? 32767
        : 2 ** 31 - 1;
    return {
      integers: values.map((value) => (value === undefined ? null : Math.min(value, most))),
      form: shape.integer,
    };
  };
  const texts = (values: readonly (string | undefined)[]) => ({
    text: values.map((value) => value ?? null),
    form: text,
  });
  const cuts = (rows: number): number[] =>
    mayCut(shape) && shape.cut > 0 && shape.cut < rows ? [shape.cut] : [];
  writeFileSync(
    join(dir, `${unit}.nodes.arrow`),
    arrowBytes(
      {
        is_test: { flags: nodes.map((node) => node.isTest ?? null) },
        id: { text: nodes.map((node) => node.id), form: ids },
        kind: texts(nodes.map((node) => node.kind)),
        name: texts(nodes.map((node) => node.name)),
        crate: texts(nodes.map((node) => node.crate)),
        version: texts(nodes.map((node) => node.version)),
        file: texts(nodes.map((node) => node.file)),
        line: integer(nodes.map((node) => node.line)),
        ty: texts(nodes.map((node) => node.ty)),
        defined: { flags: nodes.map((node) => node.defined ?? null) },
        payload_hash: texts(nodes.map((node) => node.payloadHash)),
      },
      { form, cuts: cuts(nodes.length) },
    ),
  );
  writeFileSync(
    join(dir, `${unit}.edges.arrow`),
    arrowBytes(
      {
        src: { text: edges.map((edge) => (edge.lost === 'src' ? null : edge.src)), form: ids },
        dst: { text: edges.map((edge) => (edge.lost === 'dst' ? null : edge.dst)), form: ids },
        kind: texts(
          edges.map((edge) =>
            edge.lost === 'kind' ? undefined : edge.lost === 'unknown' ? 'KNOWS' : edge.kind,
          ),
        ),
        count: integer(edges.map((edge) => edge.count)),
        sites: {
          sites: edges.map((edge) =>
            edge.site
              ? [{ file: edge.site.file ?? null, line: edge.site.line, col: edge.site.col }]
              : null,
          ),
        },
        partial: { flags: edges.map((edge) => edge.partial ?? null) },
        access: texts(edges.map((edge) => edge.access)),
        how: texts(edges.map((edge) => edge.how)),
      },
      { form, cuts: cuts(edges.length) },
    ),
  );
  if (shape.empty) {
    writeFileSync(join(dir, `${unit}-empty.nodes.arrow`), '');
    writeFileSync(join(dir, `${unit}-empty.edges.arrow`), '');
  }
}

describe('the two readers', () => {
  it('read the same out of what foreign producers may write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(unitShape, { minLength: 1, maxLength: 3 }), (shapes) =>
        inFolder(async (dir) => {
          shapes.forEach((shape, at) => {
            writeForeign(dir, `u${at}`, shape);
          });
          await sameRead(dir);
        }),
      ),
      { numRuns: deep(50, 500) },
    );
  });

  it('read the same where kinds of edges stand all mixed', async () => {
    await inFolder(async (dir) => {
      const kinds = ['CALLS', 'USES_TYPE', 'KNOWS', null];
      const rows = Array.from({ length: 6000 }, (_, i) => i);
      writeFileSync(
        join(dir, 'u.edges.arrow'),
        arrowBytes(
          {
            src: { text: rows.map((i) => `n${(i * 7) % 50}`), form: 'dictionary32' },
            dst: { text: rows.map((i) => `n${(i * 11) % 90}`), form: 'dictionary32' },
            kind: { text: rows.map((i) => kinds[i % 4] ?? null), form: 'dictionary8' },
            count: { integers: rows.map((i) => i % 3), form: 'uint8' },
            sites: {
              sites: rows.map((i) =>
                i % 5 === 0
                  ? null
                  : [{ file: i % 2 === 0 ? 'f' : null, line: 1 + (i % 9), col: 1 }],
              ),
            },
            partial: { flags: rows.map((i) => i % 2 === 0) },
            how: { text: rows.map((i) => (i % 3 === 0 ? 'direct' : null)), form: 'utf8' },
          },
          { form: 'file' },
        ),
      );
      await sameRead(dir);
    });
  });

  it('read the same out of generated code', async () => {
    for (let seed = 1; seed <= deep(3, 30); seed++) {
      await inFolder(async (dir) => {
        for (const unit of generateUnits({ edges: 1500, seed, units: 1 + (seed % 4) }))
          writeUnit(dir, unit, seed % 2 === 0 ? 'lz4' : 'none');
        await sameRead(dir);
      });
    }
  });

  it.each(
    readdirSync('fixtures', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  )('read the same out of the fixture %s', async (name) => {
    const dir = join('fixtures', name);
    if (readdirSync(dir).some((file) => file.endsWith('.arrow'))) await sameRead(dir);
  });

  it('read the oddities that the manual names: undefined rows, dangling ends, repeated edges, LargeUtf8, UInt64, two batches, an empty file', async () => {
    await inFolder(async (dir) => {
      const shape: UnitShape = {
        nodes: [
          { id: 's m app 1 a().', kind: 'fn', name: 'a' },
          { id: 's m dep 1 b().', kind: 'fn', name: 'b', defined: false },
          { id: 's m app 1 tests/t().', kind: 'fn', name: 't', isTest: true, file: 'tests/t.rs' },
        ],
        edges: [
          { kind: 'CALLS', src: 's m app 1 a().', dst: 's m dep 1 b().', count: 2 },
          { kind: 'CALLS', src: 's m app 1 a().', dst: 's m dep 1 b().', count: 3 },
          { kind: 'CALLS', src: 's m app 1 a().', dst: 's m gone 1 c().' },
        ],
        text: 'large',
        ids: 'large',
        integer: 'uint64',
        form: 'file',
        cut: 2,
        empty: true,
      };
      mkdirSync(dir, { recursive: true });
      writeForeign(dir, 'app', shape);
      await sameRead(dir);
      const graph = await openGraph(dir);
      expect([...graph.edges('CALLS').counts]).toEqual([5, 1]);
      expect(graph.refCount).toBe(1);
      expect([...graph.scope()]).toEqual([1, 0, 0]);
    });
  });
});
