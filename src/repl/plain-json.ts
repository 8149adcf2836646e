import { createInterface } from 'node:readline';
import type { EngineEvent, HandleInfo } from '../engine/index.js';
import { goesOn } from './editor/structure.js';
import type { ReplOptions } from './options.js';
import { rowsOf } from '../table/index.js';
import { TableSource } from './table/source.js';

const ROWS = 50;

/** `--json`: one document a cell on stdout, in the order of the cells; nothing else there. */
export async function runJson(options: ReplOptions): Promise<number> {
  const stdin = options.stdin ?? process.stdin;
  const stdout = options.stdout ?? process.stdout;
  const { engine } = options;
  let text = '';
  let failed = false;
  let cell = 0;
  const run = async (source: string): Promise<void> => {
    const events: EngineEvent[] = [];
    const { status, result, diagnostics, error, milliseconds } = await engine.evaluate(
      source,
      (event) => {
        if (event.type === 'input') engine.reply('');
        else if (event.type !== 'progress') events.push(event);
      },
    );
    failed = failed || status !== 'ok';
    const rows =
      result?.handle?.kind === 'table' ? await firstRows(options, result.handle) : undefined;
    const document = {
      cell: ++cell,
      source,
      status,
      diagnostics,
      error,
      events,
      result: result?.bundle,
      table: rows,
      milliseconds,
    };
    stdout.write(
      `${JSON.stringify(document, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`,
    );
  };
  for await (const line of createInterface({ input: stdin, terminal: false })) {
    text = text === '' ? line : `${text}\n${line}`;
    if (text.trim() === '') text = '';
    else if (!goesOn(text) && (await engine.isComplete(text)).status !== 'incomplete') {
      const source = text;
      text = '';
      await run(source);
    }
  }
  if (text.trim() !== '') await run(text);
  return failed ? 1 : 0;
}

async function firstRows({ engine }: ReplOptions, info: HandleInfo): Promise<unknown> {
  const source = new TableSource(engine, info);
  const rows = await source.rows(0, ROWS);
  return {
    key: rows.key,
    columns: source.columns,
    total: source.total,
    shown: rows.rowCount,
    rows: [...rowsOf(rows)],
  };
}
