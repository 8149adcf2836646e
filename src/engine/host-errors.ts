import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { sourceColumn } from './inserted-columns.js';
import type { CellError } from './protocol.js';

const maps = new Map<string, SourceMap>();

export function rememberMap(name: string, map: string): void {
  if (map !== '') maps.set(name, new SourceMap(JSON.parse(map) as SourceMapPayload));
}

/** What a front door shows of a thrown value: frames of cells and of the user's own modules only, in their source. */
export function cellError(thrown: unknown): CellError {
  if (!(thrown instanceof Error) && !isErrorLike(thrown)) {
    return { name: 'Thrown', message: `a value that is no error: ${describe(thrown)}`, frames: [] };
  }
  const { name, message, stack } = thrown;
  const { code } = thrown as { code?: unknown };
  const cause = thrown.cause === undefined || thrown.cause === null ? '' : causeText(thrown.cause);
  return {
    name: String(name),
    message: String(message) + cause,
    frames: framesOf(typeof stack === 'string' ? stack : ''),
    ...(typeof code === 'string' && { code }),
  };
}

const isErrorLike = (value: unknown): value is Error =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Error>).message === 'string' &&
  'stack' in value;

function describe(value: unknown): string {
  try {
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  } catch {
    return typeof value;
  }
}

const causeText = (cause: unknown): string =>
  cause instanceof Error ? ` (caused by ${cause.name}: ${cause.message.split('\n')[0]})` : '';

function framesOf(stack: string): string[] {
  const frames: string[] = [];
  for (const line of stack.split('\n')) {
    const match = /^\s*at (?:(.*?) \()?((?:cell:\d+|\/.*?|[A-Za-z]:\\.*?)):(\d+):(\d+)\)?$/.exec(
      line,
    );
    if (match === null) continue;
    const [, place = '', file = '', row = '', column = ''] = match;
    const map = maps.get(file);
    if (map === undefined) continue;
    const entry = map.findEntry(Number(row) - 1, Number(column) - 1);
    if (!('originalLine' in entry)) continue;
    const where = file.startsWith('cell:')
      ? `cell ${file.slice(5)}`
      : path.relative(process.cwd(), file);
    const name = place.replace(/^(async |new )*/, '').replace(/^Object\./, '');
    const inside =
      name === '' || name === 'eval' || name.startsWith('mimir') || name === '<anonymous>'
        ? ''
        : `${name} `;
    const { originalLine, originalColumn } = entry;
    const shown = sourceColumn(map.payload, originalLine, originalColumn);
    frames.push(`${inside}(${where}:${originalLine + 1}:${shown + 1})`);
  }
  return frames;
}
