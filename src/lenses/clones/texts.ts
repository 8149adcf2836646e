import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CodeGraph } from '../../graph/index.js';
import type { Task } from '../../task/index.js';
import {
  embedWords,
  HASHED_DIMENSION,
  spelling,
  TokenKind,
  wordsOfToken,
  type TextUnit,
  type TokenStream,
} from '../../text/index.js';
import type { ClonePopulation } from './population.js';
import { lexSource, rowsByFile, sourceFolder, unitFinder } from './shapes.js';

/** Visits the tokens of every row whose text is at hand, file by file. Gives the folder; `null` = none. */
export async function eachText(
  graph: CodeGraph,
  population: ClonePopulation,
  src: string,
  task: Task,
  visit: (row: number, stream: TokenStream, unit: TextUnit) => void,
): Promise<string | null> {
  const folder = await sourceFolder(graph, src);
  if (folder === null) return null;
  for (const [file, rows] of rowsByFile(population.files)) {
    task.check('reading sources');
    const text = await readFile(path.join(folder, file), 'utf8').catch(() => null);
    const stream = text === null ? null : await lexSource(file, text);
    if (stream === null) continue;
    const find = unitFinder(stream.units);
    for (const row of rows) {
      const unit = find(
        graph.nameOf(population.ordinals[row]!),
        population.line[row]!,
        population.endLine[row]!,
      );
      if (unit !== null) visit(row, stream, unit);
    }
  }
  return folder;
}

/** The words of a text, names included: what a model of names would read. */
function wordsOfText(stream: TokenStream, { from, to }: TextUnit): string[] {
  const words: string[] = [];
  for (let i = from; i < to; i++) {
    if (stream.kind[i] === TokenKind.punctuation) continue;
    words.push(...wordsOfToken(spelling(stream, i)));
  }
  return words;
}

/** The hashed vector of every row's text, names included; rows without a text are 0. */
export async function hashedVectors(
  graph: CodeGraph,
  population: ClonePopulation,
  src: string,
  task: Task,
): Promise<{ readonly dimension: number; readonly values: Float32Array }> {
  const values = new Float32Array(population.ordinals.length * HASHED_DIMENSION);
  await eachText(graph, population, src, task, (row, stream, unit) =>
    embedWords(wordsOfText(stream, unit), values, row * HASHED_DIMENSION),
  );
  return { dimension: HASHED_DIMENSION, values };
}
