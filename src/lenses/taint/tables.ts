import {
  computedTexts,
  fromRows,
  integers,
  lists,
  relation,
  texts,
  booleans,
  type Cell,
  type Relation,
} from '../../table/index.js';
import type { TaintBlock, TaintProgram } from './body.js';
import type { ResolvedCall } from './calls.js';
import type { FlowEdge } from './flow.js';
import type { FlowEdges } from './flow-edges.js';
import type { Summaries } from './graph.js';
import type { Marks } from './marks.js';
import type { CleanClass } from './model.js';
import type { Names } from './names.js';

export function bodiesTable({ bodies }: TaintProgram): Relation {
  const calls = bodies.map(
    ({ blocks }) => blocks.filter(({ terminator }) => terminator.op === 'call').length,
  );
  return relation({
    key: ['body'],
    columns: [
      texts(
        'body',
        bodies.map(({ name }) => name),
      ),
      texts(
        'fn',
        bodies.map(({ name, nested }) => (nested ? name.replace(/\{closure#\d+\}$/, '') : name)),
      ),
      integers(
        'params',
        bodies.map(({ params }) => params),
      ),
      integers(
        'blocks',
        bodies.map(({ blocks }) => blocks.filter(isWritten).length),
      ),
      integers(
        'statements',
        bodies.map(({ blocks }) =>
          blocks.filter(isWritten).reduce((sum, { statements }) => sum + statements.length, 0),
        ),
      ),
      integers('calls', calls),
      integers(
        'unparsed',
        bodies.map(({ unparsed = 0 }) => unparsed),
      ),
      texts(
        'granularity',
        bodies.map(({ coarse = 0 }) => (coarse > 0 ? 'block' : 'statement')),
      ),
    ],
  });
}

/** Blocks of the dump, without those that checks put between them. */
const isWritten = ({ name }: TaintBlock): boolean => !name.includes('>');

/** Bodies by blocks, largest first. */
export function largestBodies({ bodies }: TaintProgram): Relation {
  const order = [...bodies.keys()].sort(
    (a, b) => bodies[b]!.blocks.length - bodies[a]!.blocks.length || a - b,
  );
  return fromRows(
    ['body'],
    ['body', 'blocks:integer'],
    order.map((b) => [bodies[b]!.name, bodies[b]!.blocks.length]),
  );
}

/** Every definition, and how many places it reaches. */
export function reachingTable(names: Names, edges: FlowEdges): Relation {
  const uses = new Map<number, number>();
  for (const { src, kind } of edges) if (kind === 'defuse') uses.set(src, (uses.get(src) ?? 0) + 1);
  const { vertices, program } = names;
  const rows = vertices.bodies.flatMap(({ definitions }, b) =>
    definitions.map((definition) => ({ ...definition, body: b })),
  );
  return relation({
    key: ['vertex'],
    columns: [
      computedTexts('vertex', rows.length, (i) => names.of(rows[i]!.vertex)),
      computedTexts('body', rows.length, (i) => program.bodies[rows[i]!.body]!.name),
      integers(
        'local',
        rows.map(({ local }) => local),
      ),
      texts(
        'field',
        rows.map(({ key }) => key),
      ),
      booleans(
        'strong',
        rows.map(({ strong }) => strong),
      ),
      integers(
        'reaches',
        rows.map(({ vertex }) => uses.get(vertex) ?? 0),
        { unit: 'uses' },
      ),
    ],
  });
}

const arrow = (names: Names, { src, dst, kind }: FlowEdge): string =>
  `${names.of(src)} → ${names.of(dst)} (${kind})`;

export function edgesTable(names: Names, edges: FlowEdges): Relation {
  const unique = edges.unique();
  return relation({
    key: ['edge'],
    columns: [
      computedTexts('edge', unique.length, (i) => arrow(names, unique[i]!)),
      computedTexts('src', unique.length, (i) => names.of(unique[i]!.src)),
      computedTexts('dst', unique.length, (i) => names.of(unique[i]!.dst)),
      texts(
        'kind',
        unique.map(({ kind }) => kind),
      ),
    ],
  });
}

export function callsTable(names: Names, calls: readonly ResolvedCall[]): Relation {
  const { program } = names;
  return relation({
    key: ['call'],
    columns: [
      texts(
        'call',
        calls.map(
          ({ site }) =>
            `${program.bodies[site.body]!.name}|${program.bodies[site.body]!.blocks[site.block]!.name}`,
        ),
      ),
      texts(
        'callee',
        calls.map(({ site }) => site.callee),
      ),
      texts(
        'how',
        calls.map(({ how }) => how),
      ),
      lists(
        'targets',
        calls.map(({ targets }) => targets.map(({ body }) => program.bodies[body]!.name)),
      ),
    ],
  });
}

export function callCounts(calls: readonly ResolvedCall[]): Relation {
  const kinds = ['resolved', 'dispatch', 'value', 'propagator', 'opaque'] as const;
  return fromRows(
    ['how'],
    ['how', 'calls:integer'],
    kinds.map((how) => [how, calls.filter((call) => call.how === how).length]),
  );
}

/** Writes and reads of each heap cell. */
export function heapUse(names: Names, edges: FlowEdges): Relation {
  const counts = new Map<number, [writes: number, reads: number]>();
  const cellOf = (v: number): boolean => names.vertices.all[v]!.body < 0;
  for (const { src, dst } of edges.unique()) {
    for (const [cell, at] of [
      [dst, 0],
      [src, 1],
    ] as const) {
      if (!cellOf(cell)) continue;
      const row = counts.get(cell) ?? [0, 0];
      row[at]++;
      counts.set(cell, row);
    }
  }
  const rows = [...counts]
    .sort(([a, x], [b, y]) => y[0] + y[1] - x[0] - x[1] || a - b)
    .flatMap(([cell, [writes, reads]]): Cell[][] => [
      [names.of(cell), 'writes', writes],
      [names.of(cell), 'reads', reads],
    ]);
  return fromRows(['cell', 'use'], ['cell', 'use', 'edges:integer'], rows);
}

export function marksTable(names: Names, { sources, sinks, sanitizers }: Marks): Relation {
  const rows: Cell[][] = [
    ...sources.map(({ vertex, kind, row }): Cell[] => [
      names.of(vertex),
      'source',
      '',
      kind,
      row,
      names.site(vertex),
    ]),
    ...sinks.map(({ vertex, class: name, row }): Cell[] => [
      names.of(vertex),
      'sink',
      name,
      '',
      row,
      names.site(vertex),
    ]),
    ...sanitizers.map(({ vertex, classes, row }): Cell[] => [
      names.of(vertex),
      'sanitizer',
      typeof classes === 'string' ? classes : classes.join(', '),
      '',
      row,
      names.site(vertex),
    ]),
  ];
  const unique = new Map(rows.map((row) => [row.slice(0, 3).join('\u0000') + String(row[4]), row]));
  return fromRows(
    ['vertex', 'role', 'class', 'row'],
    ['vertex', 'role', 'class', 'kind', 'row', 'site'],
    [...unique.values()],
  );
}

export function markCounts({ sources, sinks, sanitizers }: Marks): Relation {
  const counts = new Map<string, number>();
  const add = (role: string, name: string): unknown =>
    counts.set(`${role} ${name}`, (counts.get(`${role} ${name}`) ?? 0) + 1);
  for (const { kind } of sources) add('source', kind);
  for (const { class: name } of sinks) add('sink', name);
  for (const { classes } of sanitizers)
    add('sanitizer', typeof classes === 'string' ? classes : classes.join('+'));
  const rows = [...counts].map(([key, count]): Cell[] => [
    key.slice(0, key.indexOf(' ')),
    key.slice(key.indexOf(' ') + 1),
    count,
  ]);
  return fromRows(
    ['role', 'name'],
    ['role', 'name', 'marks:integer'],
    rows.sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  );
}

export function cleanTable(names: Names, classes: readonly CleanClass[]): Relation {
  const rows = classes.flatMap(({ name, killed }) =>
    [...killed.keys()].filter((v) => killed[v] === 1).map((v): Cell[] => [name, names.of(v)]),
  );
  return fromRows(['class', 'vertex'], ['class', 'vertex'], rows);
}

export function summariesTable(
  names: Names,
  classes: readonly CleanClass[],
  summaries: readonly Summaries[],
): Relation {
  const rows = classes.flatMap(({ name }, c) =>
    summaries[c]!.pairs.flatMap((pairs, body) =>
      pairs.map(([param, end], i): Cell[] => [
        name,
        names.of(names.vertices.bodies[body]!.firstParam + param),
        names.of(end),
        summaries[c]!.round[body]![i]!,
      ]),
    ),
  );
  return fromRows(['class', 'param', 'end'], ['class', 'param', 'end', 'round:integer'], rows);
}

export function pairsPerRound(
  classes: readonly CleanClass[],
  summaries: readonly Summaries[],
): Relation {
  const rows = classes.flatMap(({ name }, c) => {
    const all = summaries[c]!.round.flat();
    return Array.from({ length: summaries[c]!.rounds }, (_, r): Cell[] => [
      name,
      r + 1,
      all.filter((at) => at === r + 1).length,
    ]);
  });
  return fromRows(['class', 'round'], ['class', 'round:integer', 'pairs:integer'], rows);
}
