import type { CodeGraph } from '../../graph/index.js';
import { dotProduct, type Vectors } from '../../ops/index.js';
import type { Task } from '../../task/index.js';
import {
  embedWords,
  exactKey,
  HASHED_DIMENSION,
  normalise,
  type NormalisedText,
  type TextUnit,
  type TokenStream,
} from '../../text/index.js';
import { eachText, isOneLiteral, namesIntrinsics, type ClonePopulation } from '../clones/index.js';
import { segmentsOf } from './segments.js';

/** A group of statements of one function, names taken away. */
export interface TextGroup {
  readonly row: number;
  readonly lines: readonly number[];
  readonly tokens: number;
  /** SHA-256 of its canonical text: the id of its vector. */
  readonly key: string;
  /** Distinct 8-grams of role classes, as numbers that all groups share; ascending. */
  readonly grams: Uint32Array;
}

export interface TextGroups {
  readonly groups: readonly TextGroup[];
  /** Distinct bodies that hold each 8-gram. */
  readonly df: Uint32Array;
  readonly folder: string | null;
  /** 1 = the text of the row names intrinsics; is one literal. */
  readonly simd: Uint8Array;
  readonly literal: Uint8Array;
  /** Hashed vectors of the groups, one a group, where they were asked for. */
  readonly hashed: Vectors | null;
}

/** Constants of S1:2038–2046. */
const LEAST_TOKENS = 30;
const GRAM = 8;

/** The groups of every function that holds no other, read from the sources. */
export async function textGroups(
  graph: CodeGraph,
  population: ClonePopulation,
  src: string,
  embed: boolean,
  task: Task,
): Promise<TextGroups> {
  const groups: TextGroup[] = [];
  const numbers = new Map<string, number>();
  const holders: Set<string>[] = [];
  const words: (readonly string[])[] = [];
  const simd = new Uint8Array(population.ordinals.length);
  const literal = new Uint8Array(population.ordinals.length);
  const folder = await eachGroup(
    graph,
    population,
    src,
    task,
    (row, lines, { symbols, classes }) => {
      const key = exactKey(symbols);
      const grams = new Set<number>();
      for (let i = 0; i + GRAM <= classes.length; i++) {
        const text = classes.slice(i, i + GRAM).join(' ');
        let number = numbers.get(text);
        if (number === undefined) {
          numbers.set(text, (number = numbers.size));
          holders.push(new Set());
        }
        grams.add(number);
        holders[number]!.add(key);
      }
      groups.push({
        row,
        lines,
        tokens: symbols.length,
        key,
        grams: Uint32Array.from(grams).sort(),
      });
      if (embed) words.push(classes);
    },
    (row, stream, unit) => {
      simd[row] = Number(namesIntrinsics(stream, unit));
      literal[row] = Number(isOneLiteral(stream, unit));
    },
  );
  let hashed: Vectors | null = null;
  if (embed) {
    const values = new Float32Array(groups.length * HASHED_DIMENSION);
    words.forEach((own, at) => embedWords(own, values, at * HASHED_DIMENSION));
    hashed = { dimension: HASHED_DIMENSION, values };
  }
  const df = Uint32Array.from(holders, (own) => own.size);
  return { groups, df, folder, simd, literal, hashed };
}

/** Visits every text, and every group of statements of enough tokens, names taken away. Gives the folder; `null` = none. */
export function eachGroup(
  graph: CodeGraph,
  population: ClonePopulation,
  src: string,
  task: Task,
  visit: (row: number, lines: readonly number[], text: NormalisedText) => void,
  read?: (row: number, stream: TokenStream, unit: TextUnit) => void,
): Promise<string | null> {
  const leaf = leaves(population);
  return eachText(graph, population, src, task, (row, stream, unit) => {
    read?.(row, stream, unit);
    if (leaf[row] === 0) return;
    for (const { tokens, lines } of segmentsOf(stream, unit)) {
      if (tokens.length < LEAST_TOKENS) continue;
      const text = normalise(picked(stream, tokens), 0, tokens.length);
      if (text.symbols.length >= LEAST_TOKENS) visit(row, lines, text);
    }
  });
}

/** 1 = no other row lies inside. */
function leaves({ files, line, endLine }: ClonePopulation): Uint8Array {
  const leaf = new Uint8Array(files.length).fill(1);
  const byFile = new Map<string, number[]>();
  files.forEach((file, row) => {
    const own = byFile.get(file);
    if (own === undefined) byFile.set(file, [row]);
    else own.push(row);
  });
  for (const rows of byFile.values()) {
    rows.sort((a, b) => line[a]! - line[b]! || endLine[b]! - endLine[a]!);
    const open: number[] = [];
    for (const row of rows) {
      while (open.length > 0 && endLine[open.at(-1)!]! < line[row]!) open.pop();
      const outer = open.at(-1);
      if (outer !== undefined && endLine[outer]! >= endLine[row]!) leaf[outer] = 0;
      open.push(row);
    }
  }
  return leaf;
}

/** Some tokens of a stream as a stream of their own. */
function picked(stream: TokenStream, tokens: readonly number[]): TokenStream {
  const pick = <A extends Uint8Array | Uint32Array>(column: A): A => {
    const made = column.slice(0, tokens.length);
    tokens.forEach((token, at) => (made[at] = column[token]!));
    return made as A;
  };
  return {
    ...stream,
    count: tokens.length,
    kind: pick(stream.kind),
    role: pick(stream.role),
    start: pick(stream.start),
    end: pick(stream.end),
    line: pick(stream.line),
    endLine: pick(stream.endLine),
    joint: pick(stream.joint),
    units: [],
  };
}

/** Two groups of one text, or of near vectors. */
export interface TextTwin {
  readonly a: number;
  readonly b: number;
  readonly cosine: number;
  /** Their normalised texts are one. */
  readonly exact: boolean;
  readonly sharedGrams: number;
  readonly rareGrams: number;
}

export interface TextTwins {
  /** By cosine, shared 8-grams, then groups. */
  readonly twins: readonly TextTwin[];
  readonly candidates: number;
  /** Pairs whose vectors are not there. */
  readonly unjudged: number;
  /** 8-grams that too many groups hold to open pairs. */
  readonly skipped: number;
}

const MAX_BUCKET = 100;
const RARE_DF = 2;
const LEAST_SHARED = 2;

/** Pairs that share 8-grams, a rare one among them, judged by their texts or vectors (S1:2038–2050). */
export function textTwins(
  { groups, df }: TextGroups,
  vectors: Vectors | null,
  floor: number,
  task: Task,
): TextTwins {
  const holders = new Map<number, number[]>();
  groups.forEach(({ grams }, at) => {
    for (const gram of grams) {
      const own = holders.get(gram);
      if (own === undefined) holders.set(gram, [at]);
      else own.push(at);
    }
  });
  let skipped = 0;
  for (const [gram, own] of holders) {
    if (own.length <= MAX_BUCKET) continue;
    skipped++;
    holders.delete(gram);
  }
  const shared = new Uint32Array(groups.length);
  const rare = new Uint32Array(groups.length);
  const twins: TextTwin[] = [];
  let [candidates, unjudged] = [0, 0];
  const zero = (at: number): boolean =>
    vectors === null ||
    vectors.values
      .subarray(at * vectors.dimension, (at + 1) * vectors.dimension)
      .every((x) => x === 0);
  groups.forEach(({ grams, row, key }, a) => {
    if ((a & 255) === 0) task.check('groups of text');
    const touched: number[] = [];
    for (const gram of grams) {
      for (const b of holders.get(gram) ?? []) {
        if (b <= a || groups[b]!.row === row) continue;
        if (shared[b]!++ === 0) touched.push(b);
        if (df[gram]! <= RARE_DF) rare[b]!++;
      }
    }
    for (const b of touched.sort((x, y) => x - y)) {
      const [sharedGrams, rareGrams] = [shared[b]!, rare[b]!];
      shared[b] = rare[b] = 0;
      if (sharedGrams < LEAST_SHARED || rareGrams === 0) continue;
      candidates++;
      const exact = groups[b]!.key === key;
      if (!exact && (vectors === null || zero(a) || zero(b))) {
        unjudged++;
        continue;
      }
      const cosine = exact ? 1 : dotProduct(vectors!, a, b);
      if (cosine >= floor) twins.push({ a, b, cosine, exact, sharedGrams, rareGrams });
    }
  });
  twins.sort(
    (x, y) => y.cosine - x.cosine || y.sharedGrams - x.sharedGrams || x.a - y.a || x.b - y.b,
  );
  return { twins, candidates, unjudged, skipped };
}
