// misplaced beside a plain baseline, by injection: functions drawn from *all* eligible ones are each put alone into
// another module, and both methods are asked where they belong. Run after `npm run build`:
//
//   node bench/lenses/misplaced.mjs [--seed N] [--count N] DUMP…
//
// The baseline sends a function to the module with which it shares the most calls, places counted, either way (ties:
// the module's number), and ranks functions by how many more those are than with the module where they live (ties:
// fewer calls at home, then the item's number). It knows CALLS alone: no damping, no weights, no votes.
import { parseArgs } from 'node:util';
import { openGraph } from '../../dist/graph/index.js';
import { startRun } from '../../dist/lens/index.js';
import { misplaced } from '../../dist/lenses/index.js';
import { draw, inject, recalled } from '../../dist/lenses/misplaced/injection.js';
import { createTask } from '../../dist/task/index.js';

const CUTS = [1, 5, 10];

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '42' },
    count: { type: 'string', default: '200' },
  },
  allowPositionals: true,
});

/** Calls between two items, either way, as adjacency: item to a map of item to places. */
function callsOf({ ordinals, uses }) {
  const calls = Array.from(ordinals, () => new Map());
  uses.src.forEach((src, i) => {
    const places = uses.counts[0][i];
    if (places === 0) return;
    const dst = uses.dst[i];
    calls[src].set(dst, (calls[src].get(dst) ?? 0) + places);
    calls[dst].set(src, (calls[dst].get(src) ?? 0) + places);
  });
  return calls;
}

/** The functions that prefer another module by calls, best first. */
function mostCalls(calls, eligible, moduleOf, large) {
  const ranked = [];
  for (const item of eligible) {
    const shared = new Map();
    for (const [other, places] of calls[item])
      shared.set(moduleOf[other], (shared.get(moduleOf[other]) ?? 0) + places);
    const atHome = shared.get(moduleOf[item]) ?? 0;
    let best = -1;
    for (const [module, places] of shared) {
      if (module === moduleOf[item] || !large(module)) continue;
      const ahead = best < 0 ? 1 : places - shared.get(best);
      if (ahead > 0 || (ahead === 0 && module < best)) best = module;
    }
    if (best >= 0) ranked.push({ item, best, margin: shared.get(best) - atHome, atHome });
  }
  return ranked.sort((a, b) => b.margin - a.margin || a.atHome - b.atHome || a.item - b.item);
}

function baseline({ items, labels, eligible, minItems }, injected) {
  const calls = callsOf(items);
  return injected.map((one) => {
    const moduleOf = labels.moduleOf.slice();
    moduleOf[one.item] = one.to;
    const grown = (x) => (x === one.to ? 1 : x === one.home ? -1 : 0);
    const ranked = mostCalls(
      calls,
      eligible,
      moduleOf,
      (x) => labels.sizes[x] + grown(x) >= minItems,
    );
    const at = ranked.findIndex(({ item }) => item === one.item);
    return { ...one, rank: at < 0 ? null : at + 1, back: ranked[at]?.best === one.home };
  });
}

const share = (part, whole) => (whole === 0 ? '—' : (part / whole).toFixed(3));
const cells = (results) => [
  share(results.filter(({ back }) => back).length, results.length),
  ...CUTS.map((k) => share(recalled(results, k), results.length)),
];

console.log('| dump | drawn from | n | method | home | recall@1 | recall@5 | recall@10 |');
console.log('|---|---|---:|---|---:|---:|---:|---:|');
for (const dump of positionals) {
  const task = createTask();
  const graph = await openGraph(dump, { task });
  const run = startRun(misplaced, graph, { injectN: 0 }, { task });
  await run.until('ranking');
  const { items, labels } = run.state('items');
  const weights = run.state('weights');
  const ranking = run.state('ranking');
  const { minItems } = run.params;
  const eligible = items.why.flatMap((reason, item) => (reason === null ? [item] : []));
  const atHome = ranking.filter(({ margin }) => margin < 0).map(({ item }) => item);
  const pools = [
    [`all ${eligible.length} eligible`, eligible],
    [`the ${atHome.length} at home (the lens's own pool)`, atHome.sort((a, b) => a - b)],
  ];
  for (const [name, pool] of pools) {
    const injected = draw(pool, labels, minItems, Number(values.count), Number(values.seed));
    const { order } = run.params;
    const input = { uses: weights, labels, eligible, minItems, order };
    const rows = [
      ['misplaced', await inject(input, injected, 'single', task)],
      ['most calls', baseline({ items, labels, eligible, minItems }, injected)],
    ];
    for (const [method, results] of rows)
      console.log(`| ${[dump, name, results.length, method, ...cells(results)].join(' | ')} |`);
  }
}
