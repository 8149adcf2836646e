import type { CodeGraph } from '../../graph/index.js';
import { NO_NODE, type Geodesics, type Uncuttable, type VertexCut } from '../../ops/index.js';
import {
  booleans,
  computedTexts,
  fromRows,
  integers,
  ranks,
  rationals,
  reals,
  relation,
  texts,
  type Cell,
  type Column,
  type Relation,
} from '../../table/index.js';
import { namesOf } from '../call-graph.js';
import type { Bypass } from './bypass.js';
import type { Candidate } from './candidates.js';
import type { Corridor } from './corridor.js';
import type { Mediators } from './mediators.js';
import type { Separation } from './separation.js';

/** Columns that many steps share, over the vertices of one corridor; names are made once, when first looked at. */
export class Names {
  #all: readonly string[] | null = null;

  constructor(
    readonly graph: CodeGraph,
    readonly ordinals: Uint32Array,
  ) {}

  get all(): readonly string[] {
    return (this.#all ??= namesOf(this.graph, this.ordinals));
  }

  of(vertices: Iterable<number>): string[] {
    return Array.from(vertices, (v) => this.all[v]!);
  }

  column(): Column {
    return texts('id', this.all);
  }

  /** `file:line` of a vertex, as far as the dump says. */
  site(vertex: number): readonly [file: string | null, line: number | null] {
    const v = this.ordinals[vertex]!;
    if (v >= this.graph.nodeCount) return [null, null];
    const line = this.graph.line?.[v] ?? 0;
    return [this.graph.file?.at(v) ?? null, line === 0 ? null : line];
  }

  /** The same as one text; `null` without a file. */
  place(vertex: number): string | null {
    const [file, line] = this.site(vertex);
    return file === null || line === null ? file : `${file}:${line}`;
  }
}

export function endsTable(names: readonly string[], roles: readonly string[]): Relation {
  return fromRows(
    ['id', 'role'],
    ['id', 'role'],
    names.map((name, i) => [name, roles[i]!]),
  );
}

export function corridorTable(names: Names, corridor: Corridor): Relation {
  const reachProduct = Uint32Array.from(
    corridor.exposure,
    (entries, v) => entries * corridor.impact[v]!,
  );
  return relation({
    key: ['id'],
    columns: [
      names.column(),
      integers('depth', corridor.depth, { unit: 'calls', doc: 'from the nearest entry' }),
      integers('distance', corridor.distance, { unit: 'calls', doc: 'to the nearest sink' }),
      integers('exposure', corridor.exposure, { unit: 'entries', doc: 'entries that reach it' }),
      integers('impact', corridor.impact, { unit: 'sinks', doc: 'sinks that it reaches' }),
      integers('weight', reachProduct, { doc: 'exposure times impact' }),
      ...blockColumns(names, corridor),
    ],
  });
}

/** Of a corridor over blocks: the function of each, and what it may call. */
function blockColumns({ graph }: Names, { blocks }: Corridor): Column[] {
  if (blocks === undefined) return [];
  const { fn, callees } = blocks;
  const label = (v: number): string => graph.label(v);
  return [
    texts('fn', Array.from(fn, label)),
    texts(
      'callee',
      callees.map((own) => (own.length === 0 ? null : own.map(label).join(', '))),
    ),
  ];
}

export function dominatorsTable(names: Names, { idom, ipdom, depth, chain }: Mediators): Relation {
  const onChain = new Uint8Array(idom.length).fill(0);
  for (const v of chain) onChain[v] = 1;
  const name = (v: number, top: string): string | null =>
    v === NO_NODE ? null : v >= idom.length ? top : names.all[v]!;
  return relation({
    key: ['id'],
    columns: [
      names.column(),
      computedTexts('idom', idom.length, (v) => name(idom[v]!, '⊤'), {
        doc: 'immediate dominator; ⊤ = none but the entries together',
      }),
      computedTexts('ipdom', idom.length, (v) => name(ipdom[v]!, '⊥'), {
        doc: 'immediate post-dominator; ⊥ = none but the sinks together',
      }),
      integers('depth', depth, { doc: 'in the dominator tree' }),
      booleans('on_chain', onChain, { doc: 'on every path from any entry to any sink' }),
    ],
  });
}

export function separationTable(names: Names, { cut, pairs }: Separation): Relation {
  const total = new Float64Array(cut.length).fill(pairs);
  return relation({
    key: ['id'],
    columns: [
      names.column(),
      integers('cut', cut, { unit: 'pairs', doc: 'pairs whose every path meets it' }),
      integers('pairs', total, { unit: 'pairs' }),
      rationals('share', cut, total),
    ],
  });
}

/** Vertices that separate something, most first. */
export function largestCuts(names: Names, { cut }: Separation): Relation {
  const order = [...cut.keys()]
    .filter((v) => cut[v]! > 0)
    .sort((a, b) => cut[b]! - cut[a]! || a - b);
  return fromRows(
    ['id'],
    ['id', 'cut:integer'],
    order.map((v) => [names.all[v]!, cut[v]!]),
  );
}

export function geodesicsTable(names: Names, { pairs, between }: Geodesics): Relation {
  return relation({
    key: ['id'],
    columns: [
      names.column(),
      integers('geo', pairs, { unit: 'pairs', doc: 'pairs with a shortest path through it' }),
      reals('between', between, { doc: 'betweenness restricted to the pairs: a hint' }),
    ],
  });
}

/** Share of the pairs cut against betweenness: off the diagonal the hint misleads. */
export function hintTable(
  names: Names,
  { cut, pairs }: Separation,
  { between }: Geodesics,
): Relation {
  const shown = [...cut.keys()].filter((v) => cut[v]! > 0 || between[v]! > 0);
  return fromRows(
    ['id'],
    ['id', 'share:real', 'between:real'],
    shown.map((v) => [
      names.all[v]!,
      pairs === 0 ? 0 : cut[v]! / pairs,
      pairs === 0 ? 0 : between[v]! / pairs,
    ]),
  );
}

export function cutTable(names: Names, cut: VertexCut | Uncuttable): Relation {
  if (!('size' in cut))
    return fromRows(['id'], ['id', 'in_near_entries:boolean', 'in_near_sinks:boolean'], []);
  const [near, far] = [new Set(cut.nearSources), new Set(cut.nearSinks)];
  const members = [...new Set([...near, ...far])].sort((a, b) => a - b);
  return relation({
    key: ['id'],
    columns: [
      texts('id', names.of(members)),
      booleans(
        'in_near_entries',
        members.map((v) => near.has(v)),
      ),
      booleans(
        'in_near_sinks',
        members.map((v) => far.has(v)),
      ),
    ],
  });
}

/** The disjoint paths, one row a vertex. */
export function pathsTable(names: Names, cut: VertexCut | Uncuttable): Relation {
  const rows: Cell[][] = [];
  if ('size' in cut)
    cut.paths.forEach((path, i) =>
      path.forEach((v, position) => rows.push([i + 1, position, names.all[v]!])),
    );
  return fromRows(['path', 'position'], ['path:integer', 'position:integer', 'id'], rows);
}

export function candidatesTable(
  names: Names,
  corridor: Corridor,
  { pairs }: Separation,
  candidates: readonly Candidate[],
): Relation {
  const sites = candidates.map(({ vertex }) => names.site(vertex));
  const list = <T>(read: (candidate: Candidate) => T): T[] => candidates.map(read);
  return relation({
    key: ['rank'],
    columns: [
      ranks('rank', candidates.length),
      texts('id', names.of(list(({ vertex }) => vertex))),
      integers(
        'cut',
        list(({ cut }) => cut),
        { unit: 'pairs' },
      ),
      integers(
        'pairs',
        list(() => pairs),
        { unit: 'pairs' },
      ),
      booleans(
        'on_chain',
        list(({ onChain }) => onChain),
      ),
      booleans(
        'in_near_entries',
        list(({ nearEntries }) => nearEntries),
      ),
      booleans(
        'in_near_sinks',
        list(({ nearSinks }) => nearSinks),
      ),
      integers(
        'geo',
        list(({ geo }) => geo),
        { unit: 'pairs' },
      ),
      reals(
        'between',
        list(({ between }) => between),
      ),
      integers(
        'exposure',
        list(({ vertex }) => corridor.exposure[vertex]!),
        { unit: 'entries' },
      ),
      integers(
        'impact',
        list(({ vertex }) => corridor.impact[vertex]!),
        { unit: 'sinks' },
      ),
      texts(
        'file',
        sites.map(([file]) => file),
      ),
      integers(
        'line',
        sites.map(([, line]) => line ?? 0),
        { valid: Uint8Array.from(sites, ([, line]) => (line === null ? 0 : 1)) },
      ),
    ],
  });
}

export function bypassTable(names: Names, bypass: Bypass | null): Relation {
  const rows = (bypass?.witnesses ?? []).map(({ entry, sink, path }): Cell[] => [
    names.all[entry]!,
    names.all[sink]!,
    path.length - 1,
    names.of(path),
  ]);
  return fromRows(['entry', 'sink'], ['entry', 'sink', 'hops:integer/calls', 'path:list'], rows);
}

/** The calls of every witness, for its arrows. */
export function witnessCalls(names: Names, bypass: Bypass | null): Relation {
  const rows: Cell[][] = [];
  (bypass?.witnesses ?? []).forEach(({ path }, i) => {
    for (let at = 1; at < path.length; at++)
      rows.push([i + 1, at - 1, at, names.all[path[at - 1]!]!, names.all[path[at]!]!]);
  });
  return fromRows(
    ['witness', 'from'],
    ['witness:integer', 'from:integer', 'to:integer', 'caller', 'callee'],
    rows,
  );
}
