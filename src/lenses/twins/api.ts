import type { CodeGraph } from '../../graph/index.js';
import { Matrix } from '../../grb/index.js';
import { idfCosine, linksFromEdges, reachK } from '../../ops/index.js';
import { utf8Comparator } from '../../table/index.js';
import { apiFamily } from './families.js';
import { shown, type TwinEdge } from './edges.js';
import type { Functions } from './functions.js';
import { isNoise } from './noise.js';

/** What each function reaches outside the set, through at most `hops` of its own helpers. */
export interface ApiReach {
  /** Columns, sorted. */
  readonly apis: readonly string[];
  /** R: functions by APIs. */
  readonly reach: Matrix<'bool'>;
  readonly rows: { readonly offsets: Uint32Array; readonly indices: Uint32Array };
}

/** R = (I + A + … + Aᵏ)·L on the boolean semiring (S1:2499-2512). */
export async function apiReach(
  graph: CodeGraph,
  functions: Functions,
  hops: number,
  families: readonly (readonly [string, string])[],
): Promise<ApiReach> {
  const { rowOf, ordinals } = functions;
  const { count, src, dst } = graph.edges('CALLS');
  const inner: [number[], number[]] = [[], []];
  const outer: { row: number; api: string }[] = [];
  const column = new Map<number, string | null>();
  const apiOf = (v: number): string | null => {
    let api = column.get(v);
    if (api === undefined) {
      const label = graph.label(v);
      column.set(v, (api = isNoise(label) ? null : apiFamily(label, families)));
    }
    return api;
  };
  for (let e = 0; e < count; e++) {
    const from = src[e]! < rowOf.length ? rowOf[src[e]!]! : -1;
    if (from < 0) continue;
    const to = dst[e]! < rowOf.length ? rowOf[dst[e]!]! : -1;
    if (to >= 0) {
      inner[0].push(from);
      inner[1].push(to);
      continue;
    }
    const api = apiOf(dst[e]!);
    if (api !== null) outer.push({ row: from, api });
  }
  const apis = [...new Set(outer.map(({ api }) => api))];
  apis.sort(utf8Comparator(apis));
  const numberOf = new Map(apis.map((api, c) => [api, c]));
  const n = ordinals.length;
  const direct = linksFromEdges(
    Math.max(n, apis.length),
    outer.map(({ row }) => row),
    outer.map(({ api }) => numberOf.get(api)!),
  );
  const labels = await Matrix.fromCSR(
    'bool',
    direct.offsets.slice(0, n + 1),
    direct.targets,
    true,
    { ncols: Math.max(1, apis.length) },
  );
  const reach = await reachK(linksFromEdges(n, inner[0], inner[1]), labels, hops);
  const { offsets, indices } = await reach.toCSR();
  return { apis, reach, rows: { offsets, indices } };
}

export interface ApiThresholds {
  readonly sim: number;
  readonly rareMax: number;
  readonly minApis: number;
}

/** cos ≥ sim, both reach at least `minApis`, and they share two rare ones: one is a coincidence, two are a recipe. */
export async function apiEdges(
  { apis, reach, rows }: ApiReach,
  { sim, rareMax, minApis }: ApiThresholds,
): Promise<TwinEdge[]> {
  const pairs = await idfCosine(reach, { rareMax });
  const edges: TwinEdge[] = [];
  const size = (row: number): number => rows.offsets[row + 1]! - rows.offsets[row]!;
  for (let k = 0; k < pairs.a.length; k++) {
    const [a, b] = [pairs.a[k]!, pairs.b[k]!];
    if (
      pairs.cosine[k]! < sim ||
      pairs.sharedRare[k]! < 2 ||
      size(a) < minApis ||
      size(b) < minApis
    )
      continue;
    const other = new Set(rows.indices.subarray(rows.offsets[b], rows.offsets[b + 1]));
    const shared: string[] = [];
    for (let e = rows.offsets[a]!; e < rows.offsets[a + 1]! && shared.length < 3; e++) {
      const c = rows.indices[e]!;
      if (other.has(c) && pairs.df[c]! >= 2 && pairs.df[c]! <= rareMax) shared.push(apis[c]!);
    }
    edges.push({
      class: 'api',
      a,
      b,
      score: pairs.cosine[k]!,
      why: `cos ${shown(pairs.cosine[k]!)}, rare API shared: ${shared.join(', ')}`,
    });
  }
  return edges;
}
