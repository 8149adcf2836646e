// taint on files of cases whose names say whether there is a flow, beside another engine's findings. Both get one list: a
// parameter `__taint_src` of any function is a source, any argument of `__taint_sink` a sink. Run after `npm run build`:
//
//   node bench/lenses/named-cases.mjs --rule                           the list as a Semgrep rule, on stdout
//   node bench/lenses/named-cases.mjs CASES DUMP [SEMGREP.json]        DUMP is of CASES, and Semgrep ran there
//
// A case is a file, or a folder, whose name ends in _T (a flow) or _F (none); it is told where a finding's sink lies in one
// of its files. Its group is the folder that holds it. Scores as in marked-lines.mjs: TPR less FPR, the mean over groups.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { openGraph } from '../../dist/graph/index.js';
import { startRun } from '../../dist/lens/index.js';
import { taint } from '../../dist/lenses/index.js';

const [SOURCE, SINK] = ['__taint_src', '__taint_sink'];
const FORMS = [
  'function $F(..., $X, ...) {...}',
  'function (..., $X, ...) {...}',
  'function* $F(..., $X, ...) {...}',
  '(..., $X, ...) => {...}',
  '(..., $X, ...) => $E',
  'class $C { $M(..., $X, ...) {...} }',
];

const rule = {
  id: 'named-cases',
  mode: 'taint',
  languages: ['javascript'],
  severity: 'ERROR',
  message: 'flow',
  'pattern-sources': [
    {
      patterns: [
        { 'pattern-either': FORMS.map((pattern) => ({ pattern })) },
        { 'metavariable-regex': { metavariable: '$X', regex: `^${SOURCE}$` } },
        { 'focus-metavariable': '$X' },
      ],
    },
  ],
  'pattern-sinks': [`${SINK}(..., $A, ...)`, `$O.${SINK}(..., $A, ...)`].map((pattern) => ({
    patterns: [{ pattern }, { 'focus-metavariable': '$A' }],
  })),
};

/** The name by which a function is called. */
function nameOf({ name, parent }) {
  if (name !== undefined) return name.text;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name.text;
  return ts.isPropertyAssignment(parent) ? parent.name.text : undefined;
}

/** Functions of a file with a parameter of the source's name, as rows of a catalogue. */
function sourcesIn(file) {
  const text = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const rows = [];
  const visit = (node) => {
    node.parameters?.forEach((one, k) => {
      if (!ts.isIdentifier(one.name) || one.name.text !== SOURCE) return;
      const callee = nameOf(node);
      if (callee !== undefined) rows.push({ callee, at: `p${k + 1}`, kind: 'listed' });
    });
    ts.forEachChild(node, visit);
  };
  visit(text);
  return rows;
}

/** Files with a finding of ours from a listed source. */
async function ours(dump, files) {
  const rows = new Map(files.flatMap(sourcesIn).map((row) => [`${row.callee} ${row.at}`, row]));
  const sinks = [`?#${SINK}`, `? ${SINK}.`, SINK];
  const catalogue = {
    sources: [...rows.values()],
    sinks: sinks.map((callee) => ({ callee, args: 'all', class: 'user' })),
    sanitizers: [],
    propagators: [],
    written: true,
  };
  const run = startRun(taint, await openGraph(dump), { catalogue, classes: ['user'] });
  const { findings } = await run.report({ limit: 0 });
  const at = (column) => findings.columns.findIndex(({ name }) => name === column);
  const [kind, place] = [at('source_kind'), at('sink_loc')];
  return new Set(
    findings.rows
      .filter((row) => row[kind] === 'listed')
      .map((row) => row[place].replace(/:\d+$/, '')),
  );
}

const theirs = (file) =>
  new Set(
    JSON.parse(readFileSync(file, 'utf8')).results.map((one) => one.path.replace(/^\.\//, '')),
  );

/** Cases by group: which files, and whether there is a flow. */
function casesOf(root, files) {
  const groups = new Map();
  for (const file of files) {
    const parts = path.relative(root, file).split(path.sep);
    const at = parts.findIndex((part) => /_[TF](\.js)?$/.test(part));
    if (at < 0) continue;
    const group = parts.slice(0, at).join('/');
    const cases = groups.get(group) ?? new Map();
    const one = cases.get(parts[at]) ?? { bad: /_T(\.js)?$/.test(parts[at]), files: [] };
    one.files.push(parts.join('/'));
    groups.set(group, cases.set(parts[at], one));
  }
  return [...groups].sort().map(([group, cases]) => ({ group, cases: [...cases.values()] }));
}

function scored(cases, told) {
  const count = (bad) => {
    const some = cases.filter((one) => one.bad === bad);
    return [some.filter(({ files }) => files.some((file) => told.has(file))).length, some.length];
  };
  const [bad, ok] = [count(true), count(false)];
  const share = ([part, whole]) => (whole === 0 ? 0 : part / whole);
  const score = share(bad) - share(ok);
  return { cells: `${bad.join('/')} | ${ok.join('/')} | ${score.toFixed(3)} |`, score };
}

const args = process.argv.slice(2);
if (args[0] === '--rule') console.log(JSON.stringify({ rules: [rule] }));
else {
  const [root, dump, other] = args;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((name) => path.join(root, name));
  const groups = casesOf(root, files);
  const engines = [await ours(dump, files), ...(other === undefined ? [] : [theirs(other)])];
  const row = (name, cases) =>
    console.log(`| ${name} | ${engines.map((told) => scored(cases, told).cells).join(' ')}`);
  for (const { group, cases } of groups) row(group, cases);
  const all = groups.flatMap(({ cases }) => cases);
  row(`all ${all.length} cases`, all);
  const mean = (told) =>
    groups.reduce((sum, { cases }) => sum + scored(cases, told).score, 0) / groups.length;
  console.log(
    `mean of ${groups.length} groups: ${engines.map((e) => mean(e).toFixed(3)).join(', ')}`,
  );
}
