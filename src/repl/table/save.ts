import { createWriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Cell, Relation } from '../../table/index.js';
import { fromRows, relationToArrow, select } from '../../table/index.js';
import { exactText } from './cell.js';
import type { TableSource } from './source.js';

const CHUNK = 16_384;

type Progress = (rows: number) => void;

/** Writes the table in its present order and filter; the ending of the name chooses the format. */
export async function saveTable(
  source: TableSource,
  columns: readonly string[],
  file: string,
  folder: string,
  progress: Progress,
): Promise<number> {
  const ending = path.extname(file).toLowerCase();
  const target = path.resolve(folder, file.replace(/^~(?=\/)/, process.env['HOME'] ?? '~'));
  const aside = `${target}.${process.pid}`;
  try {
    switch (ending) {
      case '.csv':
        await pipeline(csv(source, columns, progress), createWriteStream(aside));
        break;
      case '.json':
        await pipeline(json(source, columns, progress), createWriteStream(aside));
        break;
      case '.arrow':
        await writeFile(aside, relationToArrow(await whole(source, columns, progress), {}, 'file'));
        break;
      case '.parquet': {
        const { relationToParquet } = await import('./parquet.js');
        await writeFile(aside, relationToParquet(await whole(source, columns, progress)));
        break;
      }
      default:
        throw new Error(
          `format unknown: ${ending === '' ? file : ending}; .csv, .json, .arrow or .parquet`,
        );
    }
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  return source.total;
}

async function* chunks(
  source: TableSource,
  columns: readonly string[],
  progress: Progress,
): AsyncGenerator<Relation> {
  for (let from = 0; from < Math.max(1, source.total); from += CHUNK) {
    yield select(await source.fetch(from, CHUNK), columns);
    progress(Math.min(source.total, from + CHUNK));
  }
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* csv(
  source: TableSource,
  columns: readonly string[],
  progress: Progress,
): AsyncGenerator<string> {
  yield `${columns.map(quoted).join(',')}\r\n`;
  for await (const part of chunks(source, columns, progress)) {
    let text = '';
    for (let row = 0; row < part.rowCount; row++)
      text += `${part.columns.map((c) => quoted(exactText(c.at(row)))).join(',')}\r\n`;
    yield text;
  }
}

/** Integers beyond 2^53 are strings, as in every answer of this project. */
function jsonCell(cell: Cell): unknown {
  if (typeof cell === 'bigint')
    return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell);
  return Array.isArray(cell) ? cell.map((c) => jsonCell(c as Cell)) : cell;
}

async function* json(
  source: TableSource,
  columns: readonly string[],
  progress: Progress,
): AsyncGenerator<string> {
  yield '[';
  let first = true;
  for await (const part of chunks(source, columns, progress)) {
    let text = '';
    for (let row = 0; row < part.rowCount; row++) {
      text += `${first ? '' : ','}\n${JSON.stringify(Object.fromEntries(part.columns.map((c) => [c.spec.name, jsonCell(c.at(row))])))}`;
      first = false;
    }
    yield text;
  }
  yield '\n]\n';
}

async function whole(
  source: TableSource,
  columns: readonly string[],
  progress: Progress,
): Promise<Relation> {
  const rows: Cell[][] = [];
  let specs: Relation['columns'][number]['spec'][] = [];
  for await (const part of chunks(source, columns, progress)) {
    specs = part.columns.map((c) => c.spec);
    for (let row = 0; row < part.rowCount; row++) rows.push(part.columns.map((c) => c.at(row)));
  }
  return fromRows([], specs, rows);
}
