// Recall of the clone lenses by edit operator, on copies injected into a TypeScript project.
// node bench/lenses/clones.mjs PROJECT [--each 15] [--seed 11] [--below src/] [--jscpd report.json --prefix src/] [--into DIR]
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { injectClones, recallByOperator } from '../../dist/calibrate/inject/index.js';
import { openGraph } from '../../dist/graph/index.js';
import { findingSides, startRun } from '../../dist/lens/index.js';
import { exactClones, nearClones, subclone } from '../../dist/lenses/index.js';
import { dumpTypeScript } from '../../dist/produce/index.js';
import { createTask } from '../../dist/task/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: 'string', default: '15' },
    seed: { type: 'string', default: '11' },
    below: { type: 'string', default: '' },
    jscpd: { type: 'string' },
    prefix: { type: 'string', default: '' },
    into: { type: 'string' },
  },
});
const [project] = positionals;
if (project === undefined)
  throw new Error('no project named: node bench/lenses/clones.mjs PROJECT');
const task = createTask();
const place = values.into ?? mkdtempSync(path.join(tmpdir(), 'mimir-injected-'));
const into = path.join(place, 'sources');
const injected = await injectClones(
  { sources: project, into, each: Number(values.each), seed: Number(values.seed) },
  task,
);
writeFileSync(path.join(place, 'injected.json'), `${JSON.stringify(injected, null, 1)}\n`);
const truth = injected.filter(({ copy }) => copy.file.startsWith(values.below));
const dump = path.join(place, 'dump');
await dumpTypeScript({ path: into, out: dump, task });
const graph = await openGraph(dump, { sources: into });

const found = {};
async function ask(name, lens, params = {}) {
  const begin = performance.now();
  const report = await startRun(lens, graph, params, { task }).report({ limit: 0 });
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  found[name] = report.findings.rows.flatMap((row) => {
    const sides = findingSides(report, row);
    return sides === null ? [] : [[...sides.left, ...sides.right]];
  });
  console.log(`${name}: ${found[name].length} findings in ${seconds} s`);
}
await ask('exact-clones', exactClones);
await ask('near-clones', nearClones);
await ask('subclone', subclone);
await ask('subclone, 5 lines', subclone, { minLines: 5 });
found['all three'] = [...found['exact-clones'], ...found['near-clones'], ...found.subclone];
found['all three, 5 lines'] = [...found['all three'], ...found['subclone, 5 lines']];
if (values.jscpd !== undefined) {
  const piece = ({ name, startLoc, endLoc }) => ({
    file: `${values.prefix}${name}`,
    line: startLoc.line,
    endLine: endLoc.line,
  });
  found.jscpd = JSON.parse(readFileSync(values.jscpd, 'utf8')).duplicates.map(
    ({ firstFile, secondFile }) => [piece(firstFile), piece(secondFile)],
  );
}
console.log(`\n${truth.length} copies below ${values.below || '.'} of ${into}`);
for (const [name, classes] of Object.entries(found)) {
  const cells = recallByOperator(truth, classes).map(
    ({ operator, found: n, injected: of }) => `${operator} ${n}/${of}`,
  );
  console.log(`${name.padEnd(20)} ${cells.join('  ')}`);
}
