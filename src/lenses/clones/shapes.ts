import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sourceRoot } from '../../facts/index.js';
import type { CodeGraph } from '../../graph/index.js';
import type { Need } from '../../lens/index.js';
import type { Task } from '../../task/index.js';
import {
  ClassHashes,
  equalMinima,
  exactKey,
  lexRust,
  minHash,
  normalise,
  PERMUTATIONS,
  type TextUnit,
  type TokenStream,
  typescriptLexer,
} from '../../text/index.js';
import { isOneLiteral, namesIntrinsics } from './literal-bodies.js';
import type { ClonePopulation } from './population.js';

/**
 * What the text of each row says once its names are taken away: the exact key, the tokens, the MinHash signature
 * (S1:1258). A row without a shape has no text at hand, or one that does not tokenise.
 */
export interface Shapes {
  has(row: number): boolean;
  /** SHA-256 of the canonical text, as hexadecimal digits; `null` without a shape. */
  exactKey(row: number): string | null;
  /** Normalised tokens; 0 without a shape. */
  tokens(row: number): number;
  /** Share of equal minima of two rows, in 64ths; `null` where either has no signature. Equal keys give 64. */
  estimate64(a: number, b: number): number | null;
  /** Minima of the row's shingles; `null` without a shape or under five tokens. Rows of one exact key share it. */
  signature(row: number): Uint32Array | null;
  /** The body names target features or intrinsics. */
  simd(row: number): boolean;
  /** The body is one literal. */
  literal(row: number): boolean;
  /** Rows without a shape. */
  readonly without: number;
  /** The folder that was read; `null` = none was at hand. */
  readonly folder: string | null;
  readonly needs: readonly Need[];
}

/** One normalised body; rows of one exact key share it. */
interface ShapeBody {
  readonly key: string;
  readonly tokens: number;
  /** Numbers of `ClassHashes`; spent once the signature is there. */
  classes: Uint32Array | null;
  signature: Uint32Array | null;
}

/** The languages whose tokens are read, by the ends of their files. */
export async function lexSource(file: string, text: string): Promise<TokenStream | null> {
  if (/\.rs$/.test(file)) return lexRust(text);
  return isTypeScript(file) ? (await typescriptLexer())(file, text) : null;
}

const isTypeScript = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file);

/** Whether tokens of this file can be read at all. */
export const hasLexer = (file: string): boolean => /\.rs$/.test(file) || isTypeScript(file);

export const SOURCES_PRODUCER =
  'the sources that the dump was made from: --src DIR, or `sources` in mimir.config.json';

/** The files of a dump that do not lie below the folder of the sources; the first of them shows where paths start. */
export const unreadText = (first: string, missing: number): Need => ({
  fact: 'source text',
  producer: `${SOURCES_PRODUCER}; DIR is where the dump's paths start: there is no ${first} below the one given`,
  missing,
});

/** The folder of the sources: the parameter's, else the one that the graph was opened with; `null` = none. */
export async function sourceFolder(graph: CodeGraph, src: string): Promise<string | null> {
  if (src !== '') return sourceRoot(src);
  return graph.sources === null ? null : sourceRoot(graph.sources);
}

/** Files are read so many at a time: each alone waits for the disk. */
const AHEAD = 32;

/** The texts of files below a folder, in the order given; `null` = it can't be read. */
export async function* textsOf(
  folder: string,
  files: readonly string[],
  task: Task,
): AsyncGenerator<{ readonly file: string; readonly text: string | null }> {
  for (let from = 0; from < files.length; from += AHEAD) {
    task.check('reading sources');
    const batch = files.slice(from, from + AHEAD);
    const texts = await Promise.all(
      batch.map((file) => readFile(path.join(folder, file), 'utf8').catch(() => null)),
    );
    for (const [i, file] of batch.entries()) yield { file, text: texts[i] ?? null };
  }
}

/** Rows of each file, files in the order of their first row. */
export function rowsByFile(files: readonly string[]): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  files.forEach((file, row) => {
    const own = rows.get(file);
    if (own === undefined) rows.set(file, [row]);
    else own.push(row);
  });
  return rows;
}

/** Reads and normalises the text of every row of a population. Cost: one pass over the text, 64 mixes a shingle later. */
export async function readShapes(
  graph: CodeGraph,
  population: ClonePopulation,
  src: string,
  task: Task,
): Promise<Shapes> {
  const folder = await sourceFolder(graph, src);
  const count = population.ordinals.length;
  const bodyOf: (ShapeBody | null)[] = new Array<ShapeBody | null>(count).fill(null);
  const simd = new Uint8Array(count);
  const literal = new Uint8Array(count);
  const bodies = new Map<string, ShapeBody>();
  const classes = new ClassHashes();
  const missing = { file: 0, tokens: 0, unit: 0 };
  let firstUnread = '';
  let done = 0;
  const byFile = rowsByFile(population.files);
  const texts = folder === null ? [] : textsOf(folder, [...byFile.keys()], task);
  for await (const { file, text } of texts) {
    const rows = byFile.get(file)!;
    task.progress('reading sources', (done += rows.length), count);
    if (text === null) {
      if (missing.file === 0) firstUnread = file;
      missing.file += rows.length;
      continue;
    }
    const stream = await lexSource(file, text);
    if (stream === null) {
      missing.tokens += rows.length;
      continue;
    }
    const find = unitFinder(stream.units);
    for (const row of rows) {
      const unit = find(
        graph.nameOf(population.ordinals[row]!),
        population.line[row]!,
        population.endLine[row]!,
      );
      if (unit === null) {
        missing.unit++;
        continue;
      }
      const normal = normalise(stream, unit.from, unit.to);
      const key = exactKey(normal.symbols);
      let body = bodies.get(key);
      if (body === undefined) {
        const numbers = Uint32Array.from(normal.classes, (text) => classes.numberOf(text));
        body = { key, tokens: normal.symbols.length, classes: numbers, signature: null };
        bodies.set(key, body);
      }
      bodyOf[row] = body;
      simd[row] = Number(namesIntrinsics(stream, unit));
      literal[row] = Number(isOneLiteral(stream, unit));
    }
  }
  const halves = classes.halves();
  const signature = (row: number): Uint32Array | null => {
    const body = bodyOf[row]!;
    if (body === null) return null;
    if (body.classes !== null) {
      body.signature = minHash(body.classes, halves);
      body.classes = null;
    }
    return body.signature;
  };
  const without = bodyOf.reduce((sum, body) => sum + Number(body === null), 0);
  return {
    has: (row) => bodyOf[row] !== null,
    exactKey: (row) => bodyOf[row]?.key ?? null,
    tokens: (row) => bodyOf[row]?.tokens ?? 0,
    signature,
    estimate64: (a, b) => {
      if (bodyOf[a] !== null && bodyOf[a] === bodyOf[b]) return PERMUTATIONS;
      const [x, y] = [signature(a), signature(b)];
      return x === null || y === null ? null : equalMinima(x, y);
    },
    simd: (row) => simd[row] === 1,
    literal: (row) => literal[row] === 1,
    without,
    folder,
    needs: needsOf(folder, missing, firstUnread, count),
  };
}

/**
 * The unit of a declaration: its last line, its name, and the nearest first line that is not above the dump's (a dump
 * may begin a function at its attributes). Without the name, the outermost unit of exactly those lines.
 */
export function unitFinder(
  units: readonly TextUnit[],
): (name: string, line: number, endLine: number) => TextUnit | null {
  const byEnd = new Map<number, TextUnit[]>();
  for (const unit of units) {
    const own = byEnd.get(unit.endLine);
    if (own === undefined) byEnd.set(unit.endLine, [unit]);
    else own.push(unit);
  }
  return (name, line, endLine) => {
    const ending = (byEnd.get(endLine) ?? []).filter((unit) => unit.line >= line);
    const named = ending.filter((unit) => unit.name === name);
    if (named.length > 0)
      return named.reduce((best, unit) => (unit.line < best.line ? unit : best));
    return ending.find((unit) => unit.line === line) ?? null;
  };
}

function needsOf(
  folder: string | null,
  missing: { readonly file: number; readonly tokens: number; readonly unit: number },
  firstUnread: string,
  count: number,
): Need[] {
  if (folder === null)
    return count === 0 ? [] : [{ fact: 'source text', producer: SOURCES_PRODUCER, missing: count }];
  const needs: Need[] = [];
  const tell = (fact: string, producer: string, rows: number): void => {
    if (rows > 0) needs.push({ fact, producer, missing: rows });
  };
  if (missing.file > 0) needs.push(unreadText(firstUnread, missing.file));
  tell('text that tokenises', 'TypeScript, JavaScript and Rust are read', missing.tokens);
  tell(
    'declarations where the dump says',
    'the sources at the commit of the dump, or a dump made anew',
    missing.unit,
  );
  return needs;
}
