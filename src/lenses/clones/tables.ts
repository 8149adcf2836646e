import type { CodeGraph } from '../../graph/index.js';
import {
  booleans,
  computedTexts,
  fromRows,
  integers,
  relation,
  texts,
  type Relation,
} from '../../table/index.js';
import type { Deliberate } from './families.js';
import { LEFT_OUT, linesOf, type ClonePopulation } from './population.js';
import type { Shapes } from './shapes.js';

/** The functions that are compared, and where they are. */
export function functionsTable(population: ClonePopulation): Relation {
  return relation({
    key: ['fn'],
    columns: [
      texts('fn', population.names),
      texts('file', population.files),
      integers('line', population.line),
      integers(
        'lines',
        population.names.map((_, row) => linesOf(population, row)),
      ),
      booleans('test', population.test),
    ],
  });
}

/** Functions that a rule leaves out, by rule. */
export const leftOutTable = ({ leftOut }: ClonePopulation): Relation =>
  fromRows(
    ['why'],
    ['why', 'functions:integer'],
    LEFT_OUT.map((why) => [why, leftOut[why]]),
  );

/** Each function that a rule leaves out. */
export function outsideTable(graph: CodeGraph, { outside }: ClonePopulation): Relation {
  return relation({
    key: ['id'],
    columns: [
      computedTexts('id', outside.length, (row) => graph.id(outside[row]!.ordinal)),
      computedTexts('fn', outside.length, (row) => graph.label(outside[row]!.ordinal)),
      computedTexts('why', outside.length, (row) => outside[row]!.why),
    ],
  });
}

/** What the text of each function says without its names. */
export function shapesTable(population: ClonePopulation, shapes: Shapes): Relation {
  const rows = [...population.names.keys()].filter((row) => shapes.has(row));
  return relation({
    key: ['fn'],
    columns: [
      texts(
        'fn',
        rows.map((row) => population.names[row]!),
      ),
      integers(
        'tokens',
        rows.map((row) => shapes.tokens(row)),
      ),
      texts(
        'exact_key',
        rows.map((row) => shapes.exactKey(row)),
      ),
      booleans(
        'one_literal',
        rows.map((row) => shapes.literal(row)),
      ),
      booleans(
        'simd',
        rows.map((row) => shapes.simd(row)),
      ),
    ],
  });
}

/** How long the normalised bodies are, in steps of `step` tokens. */
export function tokenHistogram(shapes: Shapes, rows: number, step = 20): Relation {
  const counts = new Map<number, number>();
  for (let row = 0; row < rows; row++) {
    if (!shapes.has(row)) continue;
    const from = Math.floor(shapes.tokens(row) / step) * step;
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return fromRows(
    ['tokens'],
    [`tokens:integer`, 'functions:integer'],
    [...counts].sort(([a], [b]) => a - b),
  );
}

/** Findings that a family explains, once a set of members: what is left out can be seen. */
export function deliberateTable(
  { names }: ClonePopulation,
  deliberate: readonly Deliberate[],
): Relation {
  const found = new Map<string, { one: Deliberate; findings: number }>();
  for (const one of deliberate) {
    const key = one.members.join(' ');
    const known = found.get(key);
    if (known === undefined) found.set(key, { one, findings: 1 });
    else known.findings++;
  }
  return fromRows(
    ['members'],
    ['family', 'members:list', 'findings:integer'],
    [...found.values()].map(({ one: { family, members }, findings }) => [
      family,
      members.map((row) => names[row]!),
      findings,
    ]),
  );
}
