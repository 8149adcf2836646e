// taint on a folder of cases whose sink lines are marked `// BAD` or `// OK`, beside another engine's findings on the same
// lines. Both get the sources, sinks and sanitizers of express-lists.json. Run after `npm run build`:
//
//   node bench/lenses/marked-lines.mjs --rule                       the lists as a Semgrep rule, on stdout
//   node bench/lenses/marked-lines.mjs CASES DUMP [SEMGREP.json]    CASES holds a folder a group
//
// TPR = marked BAD and told, of those marked BAD; FPR = marked OK and told, of those marked OK (0 where none is); the
// score of a group is their difference, and the last line the mean over the groups, not over the lines (OWASP's rule).
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { openGraph } from '../../dist/graph/index.js';
import { startRun } from '../../dist/lens/index.js';
import { taint } from '../../dist/lenses/index.js';

const lists = JSON.parse(readFileSync(new URL('express-lists.json', import.meta.url), 'utf8'));

/** The lists as a catalogue: fields and methods of an object of unknown type, and functions by their name. */
function catalogueOf({ fields, calls, callbacks, sinks, sanitizers }) {
  const kind = 'http';
  return {
    sources: [
      ...fields.map((name) => ({ callee: `?#${name}`, at: 'field', kind })),
      ...calls.map((name) => ({ callee: `?#${name}`, at: 'ret', kind })),
      ...callbacks.map((name) => ({ callee: `?#${name}`, at: 'cb1', kind })),
    ],
    sinks: sinks.flatMap((name) =>
      [`?#${name}`, `? ${name}.`, name].map((callee) => ({ callee, args: [0], class: 'user' })),
    ),
    sanitizers: sanitizers.map((callee) => ({ callee, classes: ['user'] })),
    propagators: [],
    written: true,
  };
}

/** The same lists as a rule of Semgrep in taint mode; `req` is written out where ours asks for an unknown type. */
function ruleOf({ fields, calls, callbacks, sinks, sanitizers }) {
  const focus = (pattern, on) => ({ patterns: [{ pattern }, { 'focus-metavariable': on }] });
  return {
    rules: [
      {
        id: 'express',
        mode: 'taint',
        languages: ['javascript'],
        severity: 'ERROR',
        message: 'flow',
        'pattern-sources': [
          ...fields.map((name) => ({ pattern: `$REQ.${name}` })),
          ...calls.map((name) => ({ pattern: `req.${name}(...)` })),
          ...callbacks.flatMap((name) => [
            focus(`$O.${name}(..., ($X) => {...})`, '$X'),
            focus(`$O.${name}(..., function ($X) {...})`, '$X'),
          ]),
        ],
        'pattern-sinks': sinks.flatMap((name) => [
          focus(`${name}($A, ...)`, '$A'),
          focus(`$O.${name}($A, ...)`, '$A'),
        ]),
        'pattern-sanitizers': sanitizers.flatMap((name) => [
          { pattern: `${name}(...)` },
          { pattern: `$O.${name}(...)` },
        ]),
      },
    ],
  };
}

async function ours(dump) {
  const graph = await openGraph(dump);
  const params = { catalogue: catalogueOf(lists), classes: ['user'] };
  const { findings } = await startRun(taint, graph, params).report({ limit: 0 });
  const at = findings.columns.findIndex(({ name }) => name === 'sink_loc');
  return new Set(findings.rows.map((row) => row[at]));
}

const theirs = (file) =>
  new Set(
    JSON.parse(readFileSync(file, 'utf8')).results.map(
      ({ path, start }) => `${path.replace(/^\.\//, '')}:${start.line}`,
    ),
  );

/** Of a group: lines by what they are marked, as `file:line` from the folder that was dumped. */
function markedIn(root, group) {
  const lines = { bad: [], ok: [] };
  for (const file of readdirSync(join(root, group)).sort()) {
    const path = join(root, group, file);
    readFileSync(path, 'utf8')
      .split('\n')
      .forEach((line, i) => {
        const place = `${relative(join(root, '..'), path)}:${i + 1}`;
        if (line.includes('// BAD')) lines.bad.push(place);
        else if (line.includes('// OK')) lines.ok.push(place);
      });
  }
  return lines;
}

const share = (part, whole) => (whole === 0 ? 0 : part / whole);

if (process.argv.includes('--rule')) console.log(JSON.stringify(ruleOf(lists), null, 2));
else {
  const [cases, dump, other] = process.argv.slice(2);
  const engines = [['ours', await ours(dump)], ...(other ? [['Semgrep', theirs(other)]] : [])];
  const sums = engines.map(() => 0);
  const groups = readdirSync(cases).sort();
  console.log(`| group | ${engines.map(([name]) => `${name} TPR | FPR | score`).join(' | ')} |`);
  console.log(`|---|${engines.map(() => '---:|---:|---:').join('|')}|`);
  for (const group of groups) {
    const { bad, ok } = markedIn(cases, group);
    const cells = engines.map(([, told], e) => {
      const [hits, alarms] = [bad, ok].map((lines) => lines.filter((l) => told.has(l)).length);
      const score = share(hits, bad.length) - share(alarms, ok.length);
      sums[e] += score;
      return `${hits}/${bad.length} | ${alarms}/${ok.length} | ${score.toFixed(3)}`;
    });
    console.log(`| ${group} | ${cells.join(' | ')} |`);
  }
  const means = sums.map((sum) => `| | **${(sum / groups.length).toFixed(3)}**`);
  console.log(`| mean of ${groups.length} groups | ${means.join(' | ').replace(/^\| /, '')} |`);
}
