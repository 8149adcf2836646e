import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSources } from '../../facts/index.js';
import { hasLexer, isForeignPath, isTestPath, lexSource } from '../../lenses/clones/index.js';
import type { Task } from '../../task/index.js';
import { Xoshiro } from '../statistics/index.js';
import {
  CLONE_TYPE,
  EDIT_OPERATORS,
  editFunction,
  textOf,
  type EditedFunction,
  type EditOperator,
} from './operators.js';

/** A piece of a file. */
export interface InjectedPlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
}

/** One copy that was put into the sources: what a clone detector ought to find. */
export interface Injection {
  readonly operator: EditOperator;
  readonly type: 1 | 2 | 3;
  readonly name: string;
  readonly origin: InjectedPlace;
  readonly copy: InjectedPlace;
  /** Tokens of the original. */
  readonly tokens: number;
}

export interface InjectOptions {
  /** Folder of the sources; it is read only. */
  readonly sources: string;
  /** Folder of the copy; made anew. */
  readonly into: string;
  /** Copies for each operator. */
  readonly each: number;
  readonly seed: number;
  /** Least tokens and lines of a function that is copied. */
  readonly minTokens?: number;
  readonly minLines?: number;
  readonly operators?: readonly EditOperator[];
}

interface Origin extends EditedFunction {
  readonly file: string;
}

/**
 * Copies a source tree and puts edited copies of its functions into it, each into a file of its own beside the original
 * (TypeScript) or at the end of its file (Rust, where a new file would be in no module). The truth is exact: where each
 * original and its copy stand. The same seed gives the same copies. No two are of one function.
 */
export async function injectClones(options: InjectOptions, task: Task): Promise<Injection[]> {
  const { sources, into, each, seed, minTokens = 60, minLines = 8 } = options;
  await copyTree(sources, into);
  const origins = await originsOf(sources, { minTokens, minLines }, task);
  const random = new Xoshiro(seed);
  const left = shuffled(origins, random);
  const injected: Injection[] = [];
  for (const operator of options.operators ?? EDIT_OPERATORS) {
    let made = 0;
    for (let i = 0; i < left.length && made < each; i++) {
      task.check('injecting clones');
      const origin = left[i]!;
      const edited = editFunction(operator, origin, random);
      if (edited === null || edited === textOf(origin)) continue;
      injected.push(await place(into, operator, made, origin, edited));
      left.splice(i--, 1);
      made++;
    }
  }
  return injected;
}

const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', 'target', '.mimir']);

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await cp(from, to, {
    recursive: true,
    filter: (source) => !SKIPPED.has(path.basename(source)),
  });
}

/** Functions that stand at the top level of their files, so that a copy stands alone; by file and place. */
async function originsOf(
  sources: string,
  { minTokens, minLines }: { readonly minTokens: number; readonly minLines: number },
  task: Task,
): Promise<Origin[]> {
  const wanted = (file: string): boolean =>
    hasLexer(file) && !isForeignPath(file) && !isTestPath(file) && !/\.d\.[cm]?ts$/.test(file);
  const { files } = await readSources(sources, wanted, task);
  const origins: Origin[] = [];
  for (const { path: file, text } of files) {
    const stream = await lexSource(file, text);
    if (stream === null) continue;
    for (const unit of stream.units) {
      const outermost = !stream.units.some(
        (other) => other !== unit && other.from <= unit.from && other.to >= unit.to,
      );
      const long = unit.to - unit.from >= minTokens && unit.endLine - unit.line + 1 >= minLines;
      // A function that begins a line by itself: a method or a property's arrow can't stand alone.
      const alone = /^(?:function|async|export|const|fn|unsafe|extern)$/.test(
        wordBefore(stream.text, stream.start[unit.from]!),
      );
      if (outermost && long && alone) origins.push({ file, stream, unit });
    }
  }
  return origins;
}

/** The first word of the line on which a function begins: `export`, `const`, or its own. */
function wordBefore(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1;
  return /^(?:pub(?:\([^)]*\))?\s+)?(\w+)/.exec(text.slice(line))?.[1] ?? '';
}

function shuffled<T>(items: readonly T[], random: Xoshiro): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

async function place(
  into: string,
  operator: EditOperator,
  number: number,
  { file, unit }: Origin,
  edited: string,
): Promise<Injection> {
  const rust = file.endsWith('.rs');
  const bare = rust ? edited : edited.replace(/^export\s+(?:default\s+)?/, '');
  const arrow = !rust && !/^(?:async\s+)?function\b/.test(bare);
  const lead = rust ? '' : arrow ? 'export const ' : 'export ';
  const extension = path.extname(file);
  const target = rust
    ? file
    : `${path.dirname(file)}/injected_${operator}_${String(number)}${extension}`;
  const full = path.join(into, target);
  const before = rust ? `${await readFile(full, 'utf8')}\n` : '';
  const text = `${lead}${bare}${arrow ? ';' : ''}\n`;
  await writeFile(full, before + text);
  const line = before.split('\n').length;
  return {
    operator,
    type: CLONE_TYPE[operator],
    name: unit.name,
    origin: { file, line: unit.line, endLine: unit.endLine },
    copy: { file: target, line, endLine: line + text.split('\n').length - 2 },
    tokens: unit.to - unit.from,
  };
}
