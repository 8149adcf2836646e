// taint on folders of cases whose sink lines are marked, beside another engine's findings on the same lines. Both get
// the sources, sinks, sanitizers and guards of one lists file, which also says how lines are marked. Run after
// `npm run build`:
//
//   node bench/lenses/marked-lines.mjs --rule [--lists FILE]                       the lists as a Semgrep rule, on stdout
//   node bench/lenses/marked-lines.mjs CASES DUMP [SEMGREP.json] [--lists FILE]    CASES holds folders of cases
//
// FILE is express-lists.json (here) when it is not given. DUMP is of the folder that holds CASES, and Semgrep ran there.
//
// TPR = marked bad and told, of those marked bad; FPR = marked ok and told, of those marked ok (0 where none is); the
// score of a group is their difference, and the mean is over the groups, not over the lines (OWASP's rule).
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openGraph } from '../../dist/graph/index.js';
import { startRun } from '../../dist/lens/index.js';
import { taint } from '../../dist/lenses/index.js';
import { groupsOf } from './marks.mjs';
import { catalogueOf, KIND, ruleOf } from './same-lists.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rule: { type: 'boolean' }, lists: { type: 'string' } },
});
const lists = JSON.parse(
  readFileSync(options.lists ?? new URL('express-lists.json', import.meta.url), 'utf8'),
);

/**
 * Lines with a finding, as `file:line`. The built-in sources stay on: with "only" in the lists, what comes from them is not
 * counted; without it a name of the lists may be matched by a row of theirs (`env`).
 */
async function ours(dump) {
  const graph = await openGraph(dump);
  const params = { catalogue: catalogueOf(lists), classes: ['user'] };
  const { findings } = await startRun(taint, graph, params).report({ limit: 0 });
  const [kind, at] = ['source_kind', 'sink_loc'].map((column) =>
    findings.columns.findIndex(({ name }) => name === column),
  );
  return new Set(
    findings.rows.filter((row) => !lists.only || row[kind] === KIND).map((row) => row[at]),
  );
}

const theirs = (file) =>
  new Set(
    JSON.parse(readFileSync(file, 'utf8')).results.map(
      ({ path, start }) => `${path.replace(/^\.\//, '')}:${start.line}`,
    ),
  );

const share = (part, whole) => (whole === 0 ? 0 : part / whole);

/** Of marked places those that an engine told: one of the lines that a place stands for is enough. */
const told = (places, lines) => places.filter((place) => place.some((line) => lines.has(line)));

/** The cells of one row of the table, and its score. */
function scored({ bad, ok }, lines) {
  const [hits, alarms] = [told(bad, lines).length, told(ok, lines).length];
  const score = share(hits, bad.length) - share(alarms, ok.length);
  return {
    score,
    text: `${hits}/${bad.length} | ${alarms}/${ok.length} | ${score.toFixed(3)}`,
  };
}

if (options.rule) console.log(JSON.stringify(ruleOf(lists), null, 2));
else {
  const [cases, dump, other] = positionals;
  const engines = [['ours', await ours(dump)], ...(other ? [['Semgrep', theirs(other)]] : [])];
  const groups = groupsOf(cases, lists);
  const row = (name, marks) => {
    const cells = engines.map(([, lines]) => scored(marks, lines));
    console.log(`| ${name} | ${cells.map(({ text }) => text).join(' | ')} |`);
    return cells.map(({ score }) => score);
  };
  console.log(`| group | ${engines.map(([name]) => `${name} TPR | FPR | score`).join(' | ')} |`);
  console.log(`|---|${engines.map(() => '---:|---:|---:').join('|')}|`);
  const scores = groups.map(({ name, marks }) => row(name, marks));
  const means = engines.map((_, e) => scores.reduce((sum, of) => sum + of[e], 0) / groups.length);
  console.log(
    `| mean of ${groups.length} groups | ${means
      .map((mean) => `| | **${mean.toFixed(3)}**`)
      .join(' | ')
      .replace(/^\| /, '')} |`,
  );
  row('all lines', {
    bad: groups.flatMap(({ marks }) => marks.bad),
    ok: groups.flatMap(({ marks }) => marks.ok),
  });
}
