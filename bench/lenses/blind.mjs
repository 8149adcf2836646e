// A second, blind reading of pairs that have been read: draws, hides the first verdicts, lens and score, and writes labels.
// node bench/lenses/blind.mjs draw OUT [--n 30] [--seed 1] [--lines 30] LABELS.csv=DUMP=SRC …
// node bench/lenses/blind.mjs record OUT READER VERDICTS       one letter a pair: g(ood), w(eak), b(ad)
// mimir calibrate precision --labels LABELS.csv … --labels OUT/second.csv
import { seededRandom } from '../../dist/session/seeded-random.js';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseLabels } from '../../dist/calibrate/index.js';
import { openGraph } from '../../dist/graph/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    n: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    lines: { type: 'string', default: '30' },
  },
});
const [what, out, ...rest] = positionals;
if (what === 'draw') await draw();
else if (what === 'record') record();
else throw new Error('nothing asked: draw or record; see the first lines of this file');

async function draw() {
  const pairs = [];
  for (const one of rest) {
    const [file, dump, src] = one.split('=');
    for (const label of parseLabels(readFileSync(file, 'utf8'), file))
      pairs.push({ label, dump, src });
  }
  const next = seededRandom(Number(values.seed));
  const graphs = new Map();
  const shown = [];
  let missing = 0;
  while (shown.length < Number(values.n) && pairs.length > 0) {
    const [{ label, dump, src }] = pairs.splice(Math.floor(next() * pairs.length), 1);
    if (!graphs.has(dump)) {
      const graph = await openGraph(dump, {});
      const rows = new Map();
      for (let v = 0; v < graph.nodeCount; v++) rows.set(graph.stableId(v), v);
      graphs.set(dump, { graph, rows });
    }
    const { graph, rows } = graphs.get(dump);
    const at = [label.left, label.right].map((id) => rows.get(id));
    if (at.includes(undefined)) {
      missing++;
      continue;
    }
    shown.push({ lens: label.lens, left: label.left, right: label.right, score: label.score });
    console.log(`\n== ${shown.length}`);
    for (const v of at) console.log(`--\n${textOf(graph, v, src)}`);
  }
  mkdirSync(out, { recursive: true });
  writeFileSync(path.join(out, 'drawn.json'), `${JSON.stringify(shown, null, 1)}\n`);
  console.error(`${shown.length} drawn; ${missing} more that the dumps no longer hold`);
}

function textOf(graph, v, src) {
  const lines = readFileSync(path.join(src, graph.file.at(v)), 'utf8')
    .split('\n')
    .slice(graph.line[v] - 1, graph.endLine[v])
    .filter((line) => line.trim() !== '');
  const indent = Math.min(...lines.map((line) => line.match(/^\s*/)[0].length));
  const most = Number(values.lines);
  const cut = lines.length > most ? [`… ${lines.length - most} more lines`] : [];
  return [...lines.slice(0, most).map((line) => line.slice(indent)), ...cut].join('\n');
}

function record() {
  const [reader, verdicts] = rest;
  const drawn = JSON.parse(readFileSync(path.join(out, 'drawn.json'), 'utf8'));
  if (verdicts?.length !== drawn.length)
    throw new Error(`verdicts for ${drawn.length} pairs: ${verdicts?.length ?? 0} letters`);
  const names = { g: 'good', w: 'weak', b: 'bad' };
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = drawn.map(({ lens, left, right, score }, at) =>
    [lens, quoted(left), quoted(right), score ?? '', quoted(reader), names[verdicts[at]]].join(','),
  );
  writeFileSync(
    path.join(out, 'second.csv'),
    `lens,left,right,score,reader,verdict\n${rows.join('\n')}\n`,
  );
}
