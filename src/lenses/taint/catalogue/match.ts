import { labelOf } from '../../../dump/index.js';

/** `{a,b}` stands for either: all texts that a pattern means. */
export function expandBraces(pattern: string): string[] {
  const open = /\{([^{}]*)\}/.exec(pattern);
  if (open === null) return [pattern];
  return open[1]!
    .split(',')
    .flatMap((choice) =>
      expandBraces(
        pattern.slice(0, open.index) + choice + pattern.slice(open.index + open[0].length),
      ),
    );
}

/** Segments of a pattern or of a written path: at `::`, `.`, `#` and `/`. */
const segmentsOf = (path: string): string[] =>
  path.split(/::|[.#/]/).filter((segment) => segment !== '');

/**
 * The paths that a callee goes by, outermost segment first: its crate or package, modules, type, name. An `impl` goes by
 * its type and by its trait.
 */
export function calleePaths(callee: string): string[][] {
  // A moniker has four words before its descriptors; a label has one; a path none.
  const label = callee.split(' ').length > 4 ? labelOf(callee) : callee;
  const plain = label
    .replace(/[`"]/g, '')
    .replace(/\(\)\.?$/, '')
    .replace(/\([+]?\d*\)\.?$/, '');
  const space = plain.indexOf(' ');
  const crate = space < 0 ? [] : [plain.slice(0, space).replace(/^@types\//, '')];
  const rest = space < 0 ? plain : plain.slice(space + 1);
  const impl = /^(.*?)impl#\[([^\]]*)\](?:\[([^\]]*)\])?(.*)$/.exec(rest);
  if (impl === null) return [[...crate, ...fileless(rest)]];
  const [, modules = '', type = '', trait, name = ''] = impl;
  const named = [type, trait]
    .filter((one) => one !== undefined && one !== '')
    .map((one) => one!.replace(/<.*$/, '').replace(/^&(mut )?/, ''));
  return named.map((one) => [...crate, ...fileless(modules), one, ...fileless(name)]);
}

/** Segments without what names a file of declarations: `lib.es5.d.ts`, `index.d.ts`, `fs.d.ts` is `fs`. */
function fileless(path: string): string[] {
  const cleaned = path
    .replace(/node:/g, '')
    .replace(/lib\/lib\.[\w.]*d\.ts\//g, '')
    .replace(/index\.d\.ts\//g, '')
    .replace(/\.d\.ts\//g, '/')
    .replace(/\.[cm]?[jt]sx?\//g, '/');
  return segmentsOf(cleaned);
}

/** Rows by the last segment of their patterns: a callee asks only for those that it could match. */
export class PatternIndex<R> {
  readonly #byName = new Map<
    string,
    { readonly segments: readonly string[]; readonly text: string; readonly row: R }[]
  >();
  readonly #memo = new Map<string, readonly R[]>();

  constructor(rows: readonly R[], patternOf: (row: R) => string) {
    for (const row of rows) {
      for (const text of expandBraces(patternOf(row))) {
        const [segments = []] = calleePaths(text);
        const name = segments.at(-1) ?? '';
        const list = this.#byName.get(name);
        const entry = { segments, text, row };
        if (list === undefined) this.#byName.set(name, [entry]);
        else list.push(entry);
      }
    }
  }

  /** Rows whose pattern is the callee's path, or its end at a segment boundary. */
  match(callee: string): readonly R[] {
    let rows = this.#memo.get(callee);
    if (rows === undefined) this.#memo.set(callee, (rows = this.#find(callee)));
    return rows;
  }

  /** Rows of methods with the callee's name, whatever their type. */
  named(callee: string): readonly R[] {
    const name = calleePaths(callee)[0]?.at(-1) ?? '';
    return (this.#byName.get(name) ?? [])
      .filter(({ segments }) => segments.length > 1)
      .map(({ row }) => row);
  }

  #find(callee: string): readonly R[] {
    const found = new Set<R>();
    for (const path of calleePaths(callee)) {
      for (const { segments, text, row } of this.#byName.get(path.at(-1) ?? '') ?? []) {
        const from = path.length - segments.length;
        if (
          callee === text ||
          (from >= 0 && segments.every((segment, i) => path[from + i] === segment))
        )
          found.add(row);
      }
    }
    return [...found];
  }
}

/** Whether a callee is a method: a row of written numbers then counts from the argument after the receiver. */
export function isMethod(callee: string): boolean {
  const label = callee.split(' ').length > 4 ? labelOf(callee) : callee;
  return /#[^#/]*\([^)]*\)\.?$/.test(label);
}
