import ts from 'typescript';
import { packageName } from './locations.js';
import type { CellChecker } from './checker.js';
import type { Completion, SignatureHelp } from './protocol.js';

const PREFERENCES: ts.GetCompletionsAtPositionOptions = {
  includeCompletionsForModuleExports: false,
  includeCompletionsWithInsertText: true,
  includeCompletionsWithSnippetText: false,
  includeAutomaticOptionalChainCompletions: true,
  importModuleSpecifierEnding: 'minimal',
};

/** More is of no use to a reader, and slow to send. */
const LIMIT = 400;

/** Packages that every cell can import, installed by the user or not. */
const PRELOADED_PACKAGES = [packageName, 'arquero', '@observablehq/plot', 'apache-arrow'];

export function complete(checker: CellChecker, source: string, offset: number): Completion {
  checker.edit(source);
  const info = checker.service.getCompletionsAtPosition(checker.current, offset, PREFERENCES);
  const quoted = /(?:from|import|import\(|require\()\s*(['"])([^'"]*)$/.exec(
    source.slice(0, offset),
  );
  if (info === undefined && quoted === null) return { start: offset, end: offset, items: [] };
  const span =
    info?.optionalReplacementSpan ??
    info?.entries.find(({ replacementSpan }) => replacementSpan !== undefined)?.replacementSpan;
  const start =
    quoted !== null
      ? quotedStart(quoted, offset, span)
      : (span?.start ?? wordStart(source, offset));
  const end = span !== undefined && span.start === start ? span.start + span.length : offset;
  const typed = source.slice(start, offset);
  const offered = info?.entries ?? [];
  // Another case is offered only where the typed one leads nowhere.
  const exact = offered.some(({ name }) => name.startsWith(typed));
  const fits = (name: string): boolean =>
    exact ? name.startsWith(typed) : name.toLowerCase().startsWith(typed.toLowerCase());
  const known = checker.known;
  const items: { name: string; kind: string; insert: string; rank: string }[] = [];
  for (const entry of offered) {
    if (entry.name.startsWith('mimir-cell') || entry.kind === ts.ScriptElementKind.warning)
      continue;
    if (!fits(entry.name)) continue;
    const insert = entry.insertText ?? entry.name;
    const rank = `${known.has(entry.name) ? '0' : '1'}${entry.sortText}${entry.name}`;
    items.push({
      name: entry.name,
      kind: known.has(entry.name) ? knownKind(entry) : entry.kind,
      insert: insert.startsWith('?.') || insert.startsWith('[') ? entry.name : insert,
      rank,
    });
  }
  if (quoted !== null) {
    const typedPath = quoted[2] ?? '';
    for (const name of PRELOADED_PACKAGES) {
      if (
        start !== offset - typedPath.length ||
        !name.startsWith(typedPath) ||
        items.some((item) => item.name === name)
      )
        continue;
      items.push({ name, kind: 'external module name', insert: name, rank: `2${name}` });
    }
  }
  items.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  return {
    start,
    end,
    items: items.slice(0, LIMIT).map(({ name, kind, insert }) => ({ name, kind, insert })),
  };
}

const knownKind = (entry: ts.CompletionEntry): string =>
  entry.kind === ts.ScriptElementKind.alias ? 'const' : entry.kind;

/** In an import path the service completes the part behind the last slash of a relative path, else the whole. */
function quotedStart(
  quoted: RegExpExecArray,
  offset: number,
  span: ts.TextSpan | undefined,
): number {
  const typed = quoted[2] ?? '';
  if (span !== undefined) return span.start;
  return (
    offset - (typed.startsWith('.') ? typed.length - typed.lastIndexOf('/') - 1 : typed.length)
  );
}

function wordStart(source: string, offset: number): number {
  let start = offset;
  while (start > 0 && /[\p{ID_Continue}$#]/u.test(source[start - 1]!)) start--;
  return start;
}

export function inspect(
  checker: CellChecker,
  source: string,
  offset: number,
): { readonly text: string; readonly doc: string } | null {
  checker.edit(source);
  // Behind the last character of a name is still on the name.
  for (const at of [offset, offset - 1]) {
    const info = at < 0 ? undefined : checker.service.getQuickInfoAtPosition(checker.current, at);
    if (info === undefined) continue;
    const tags = (info.tags ?? []).map(({ name, text }) =>
      `@${name} ${ts.displayPartsToString(text)}`.trim(),
    );
    const doc = [ts.displayPartsToString(info.documentation), ...tags]
      .filter((part) => part !== '')
      .join('\n');
    return { text: readable(ts.displayPartsToString(info.displayParts)), doc };
  }
  const call = signature(checker, source, offset);
  const active = call?.signatures[call.active];
  return active === undefined ? null : { text: active.label, doc: active.doc };
}

/** Types without the paths of the modules that they come from, and names without where they were imported. */
const readable = (text: string): string =>
  text
    .replace(/import\("[^"]*"\)\./g, '')
    .replace(/^\(alias\) /, '')
    .replace(/\nimport .*$/, '');

export function signature(
  checker: CellChecker,
  source: string,
  offset: number,
): SignatureHelp | null {
  checker.edit(source);
  const help = checker.service.getSignatureHelpItems(checker.current, offset, undefined);
  if (help === undefined) return null;
  return {
    signatures: help.items.map((item) => {
      const parameters = item.parameters.map(({ displayParts, documentation }) => ({
        label: readable(ts.displayPartsToString(displayParts)),
        doc: ts.displayPartsToString(documentation),
      }));
      const separator = ts.displayPartsToString(item.separatorDisplayParts);
      const prefix = ts.displayPartsToString(item.prefixDisplayParts);
      const suffix = ts.displayPartsToString(item.suffixDisplayParts);
      return {
        label: readable(prefix + parameters.map(({ label }) => label).join(separator) + suffix),
        doc: ts.displayPartsToString(item.documentation),
        parameters,
      };
    }),
    active: help.selectedItemIndex,
    parameter: help.argumentIndex,
  };
}

/** Codes of errors at the end of a text that more text would mend. */
const UNTERMINATED = new Set([1010, 1160]);

export function isComplete(source: string): {
  readonly status: 'complete' | 'incomplete' | 'invalid';
  readonly indent: string;
} {
  const file = ts.createSourceFile(
    'cell.ts',
    source,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TS,
  ) as ts.SourceFile & {
    parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  };
  const [first] = file.parseDiagnostics ?? [];
  if (first === undefined) return { status: 'complete', indent: '' };
  const end = source.trimEnd().length;
  const mends = UNTERMINATED.has(first.code) || (first.start >= end && first.code !== 1002);
  return mends
    ? { status: 'incomplete', indent: nextIndent(source) }
    : { status: 'invalid', indent: '' };
}

function nextIndent(source: string): string {
  const line = source.slice(source.trimEnd().lastIndexOf('\n') + 1).trimEnd();
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return /[{([]$/.test(line) ? `${indent}  ` : indent;
}
