/**
 * Draws CALLS edges of a dump at random, to be read by hand; the same dump, class, number and seed draw the same edges.
 *
 *   node bench/produce/draw.mjs DUMP CLASS N SEED             CLASS: resolved, external, by_value, dispatch
 *   … --sources DIR    shows the line of each site and the first line of what it leads to (never kept)
 *   … --check FILE     compares with a kept list instead: exit 1 where an edge kept was not drawn
 *
 * One line an edge, tab-separated: number, how, file:line:column of one of its sites, also drawn, source, target.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openGraph } from '../../dist/graph/index.js';
import { seededRandom } from '../../dist/session/seeded-random.js';

const [dump, wanted, count, seed, ...flags] = process.argv.slice(2);
const CLASSES = ['resolved', 'external', 'by_value', 'dispatch'];
if (!dump || !CLASSES.includes(wanted) || !(Number(count) > 0)) {
  console.error(
    `usage: node bench/produce/draw.mjs DUMP ${CLASSES.join('|')} N SEED [--sources DIR] [--check FILE]`,
  );
  process.exit(2);
}
const flag = (name) => (flags.includes(name) ? flags[flags.indexOf(name) + 1] : undefined);

const graph = await openGraph(dump, { cache: { place: 'off' } });
const calls = graph.edges('CALLS');
const BY_VALUE = new Set(['param-value', 'field-value', 'const-value', 'fn-pointer']);

/** The class that the call was counted in, as the edge tells it. */
function classOf(edge) {
  const how = calls.how?.at(edge);
  if (BY_VALUE.has(how)) return 'by_value';
  if (how === 'interface') return 'dispatch';
  const target = calls.dst[edge];
  if (graph.id(target).endsWith(' ops/function/Fn#call().')) return 'by_value';
  // Rust: a trait's own method, by a type parameter or a trait object.
  if ((how === 'generic' || how === 'dyn') && graph.origin?.at(target) === 'local')
    return 'dispatch';
  const isDefined = target < graph.nodeCount && graph.defined?.[target] !== 0;
  if (isDefined) return 'resolved';
  return graph.origin?.at(target) === 'local' ? 'resolved' : 'external';
}

const pool = [];
for (let edge = 0; edge < calls.count; edge++) if (classOf(edge) === wanted) pool.push(edge);
const random = seededRandom(Number(seed));
const drawn = [];
while (drawn.length < Number(count) && pool.length > 0) {
  const [edge] = pool.splice(Math.floor(random() * pool.length), 1);
  const sites = calls.sites(edge);
  drawn.push({ edge, site: sites[Math.floor(random() * sites.length)] });
}

const short = (v) => graph.id(v).split(' ').slice(2).join(' ');
const lines = drawn.map(({ edge, site }, at) => {
  const file = site?.file ?? graph.file?.at(calls.src[edge]);
  const place = site ? `${file}:${site.line}:${site.col}` : '-';
  return [at + 1, calls.how?.at(edge), place, short(calls.src[edge]), short(calls.dst[edge])];
});

const kept = flag('--check');
if (kept !== undefined) {
  const rows = readFileSync(kept, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const keys = new Set(lines.map(([, how, place, src, dst]) => [how, place, src, dst].join('\t')));
  const strange = rows.filter((row) => !keys.has(row.split('\t').slice(1, 5).join('\t')));
  console.log(`${rows.length - strange.length} of ${rows.length} kept edges drawn again`);
  for (const row of strange) console.log(`not drawn: ${row}`);
  process.exitCode = strange.length === 0 ? 0 : 1;
} else {
  const root = flag('--sources');
  const lineAt = (file, line) => {
    const full = root !== undefined && file ? path.join(root, file) : undefined;
    return full && existsSync(full)
      ? (readFileSync(full, 'utf8').split('\n')[line - 1] ?? '').trim().slice(0, 150)
      : '';
  };
  for (const [index, { edge, site }] of drawn.entries()) {
    console.log(lines[index].join('\t'));
    if (root === undefined) continue;
    const target = calls.dst[edge];
    console.log(`      ${lineAt(site?.file ?? graph.file?.at(calls.src[edge]), site?.line ?? 0)}`);
    if (graph.file?.at(target))
      console.log(
        `   => ${graph.file.at(target)}:${graph.line?.[target]} ${lineAt(graph.file.at(target), graph.line?.[target] ?? 0)}`,
      );
  }
  console.error(`${drawn.length} of ${drawn.length + pool.length} edges of class ${wanted}`);
}
