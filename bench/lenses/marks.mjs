// What the lines of a folder of cases are marked, and in which groups. A lists file says it:
//
//   "marks": { "bad": REGEXP, "ok": REGEXP }    of a line; bad is asked first
//   "unmarkedOk": [FOLDER]                      where a call of a sink without a mark says that nothing is to be told
//   "groups": { "fileOf": N }                   a file is a group if it has N marks and one of them is bad, the others of
//                                               its folder are one; without it a group is a folder
//
// A mark behind a call that stands on several lines is of that call: a finding on any of these lines is one on it.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

/** The lines of each call of a sink, by the line it ends on: the lowest and the highest, from 1. */
function sinkCalls(path, text, sinks) {
  const byEnd = new Map();
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
      if (ts.isIdentifier(name) && sinks.includes(name.text)) {
        const [from, to] = [lineOf(node.getStart(source)), lineOf(node.getEnd())];
        byEnd.set(to, Math.min(from, byEnd.get(to) ?? to));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return byEnd;
}

/** Marked places of a file; a place is the lines that it stands for, as `file:line` from the folder that was dumped. */
function markedIn(path, shown, { marks, sinks }, unmarkedOk) {
  const text = readFileSync(path, 'utf8');
  const calls = sinkCalls(path, text, sinks);
  const [bad, ok] = [new RegExp(marks.bad), new RegExp(marks.ok)];
  const found = { bad: [], ok: [] };
  text.split('\n').forEach((line, i) => {
    const to = i + 1;
    const from = calls.get(to) ?? to;
    const place = Array.from({ length: to - from + 1 }, (_, k) => `${shown}:${from + k}`);
    if (bad.test(line)) found.bad.push(place);
    else if (ok.test(line) || (unmarkedOk && calls.has(to))) found.ok.push(place);
  });
  return found;
}

/** Groups of cases with their marks, by the bytes of their names; `root` holds the folders. */
export function groupsOf(root, lists) {
  const least = lists.groups?.fileOf;
  const groups = [];
  for (const folder of readdirSync(root).sort()) {
    const rest = {
      name: least === undefined ? folder : `${folder}/others`,
      marks: { bad: [], ok: [] },
    };
    for (const file of readdirSync(join(root, folder)).sort()) {
      const shown = join(basename(root), folder, file);
      const silent = lists.unmarkedOk?.includes(folder) ?? false;
      const marks = markedIn(join(root, folder, file), shown, lists, silent);
      if (
        least !== undefined &&
        marks.bad.length + marks.ok.length >= least &&
        marks.bad.length > 0
      )
        groups.push({ name: `${folder}/${file}`, marks });
      else for (const kind of ['bad', 'ok']) rest.marks[kind].push(...marks[kind]);
    }
    if (rest.marks.bad.length + rest.marks.ok.length > 0) groups.push(rest);
  }
  return groups;
}
