import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import type { EngineEvent, Evaluation } from '../../engine/index.js';
import { createSession } from '../../session/index.js';
import { parseStudy, type StudyCell } from '../../study/index.js';
import { CodedError, InvalidArgument } from '../../task/index.js';
import type { Io } from '../io.js';
import { dumpOption, jsonOption } from '../options.js';

export function runCommand(run: Command, io: Io, done: (exit: number) => void): void {
  run
    .argument('<file>', 'TypeScript: a study, or cells divided by `// %%`, or one cell')
    .addOption(dumpOption())
    .addOption(jsonOption())
    .action(async (file: string, flags: { dump?: string; json?: boolean }) => {
      done(await runFile(path.resolve(io.cwd, file), flags, io));
    });
}

interface Cells {
  readonly cells: readonly StudyCell[];
  /** The dump that the file's header names, absolute. */
  readonly header: string | undefined;
}

async function readCells(file: string): Promise<Cells> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new InvalidArgument(`unreadable file: ${file}`, { cause });
  });
  if (text.startsWith('// ---')) {
    const { header, cells } = parseStudy(text, path.basename(file));
    const { dump } = header;
    return {
      cells,
      header: dump === undefined ? undefined : path.resolve(path.dirname(file), dump),
    };
  }
  const headed = `// ---\n// jupyter: {mimir: {title: run}}\n// ---\n${text}`;
  return { cells: parseStudy(headed, path.basename(file)).cells, header: undefined };
}

async function runFile(
  file: string,
  flags: { readonly dump?: string; readonly json?: boolean },
  io: Io,
): Promise<number> {
  const { cells, header } = await readCells(file);
  const engine = createSession({
    cwd: path.dirname(file),
    ...(flags.dump !== undefined && { dump: path.resolve(io.cwd, flags.dump) }),
    ...(header !== undefined && { header }),
  });
  let interrupted = false;
  const stop = (): void => {
    interrupted = true;
    void engine.interrupt();
  };
  process.on('SIGINT', stop);
  const results: unknown[] = [];
  try {
    await engine.ready;
    for (const [at, cell] of cells.entries()) {
      if (cell.kind !== 'code' || cell.source.trim() === '') continue;
      const outputs: EngineEvent[] = [];
      const evaluation = await engine.evaluate(cell.source, (event) => {
        if (flags.json) outputs.push(event);
        else showEvent(event, io);
      });
      if (flags.json)
        results.push({ cell: at, source: cell.source, outputs, ...documentOf(evaluation) });
      else showResult(evaluation, io);
      if (interrupted)
        throw new CodedError('interrupted', `interrupted: cell ${at + 1}`, { exitCode: 130 });
      if (evaluation.status !== 'ok') {
        if (flags.json) io.out(`${JSON.stringify(results, null, 2)}\n`);
        throw new CodedError('cell_failed', `cell ${at + 1} failed: ${failureOf(evaluation)}`, {
          exitCode: 1,
        });
      }
    }
    if (flags.json) io.out(`${JSON.stringify(results, null, 2)}\n`);
    return 0;
  } finally {
    process.off('SIGINT', stop);
    await engine.close();
  }
}

function showEvent(event: EngineEvent, io: Io): void {
  switch (event.type) {
    case 'stdout':
      io.out(event.text);
      return;
    case 'stderr':
      io.err(event.text);
      return;
    case 'display':
    case 'update':
      io.out(`${event.bundle['text/plain']}\n`);
      return;
    case 'clear':
    case 'progress':
    case 'input':
      return;
  }
}

function showResult({ result }: Evaluation, io: Io): void {
  if (result !== undefined) io.out(`${result.bundle['text/plain']}\n`);
}

/** Without the times and handles, which differ from run to run. */
function documentOf({ status, result, diagnostics, error }: Evaluation) {
  return { status, ...(result && { result: result.bundle }), diagnostics, ...(error && { error }) };
}

function failureOf({ status, diagnostics, error }: Evaluation): string {
  const [first] = diagnostics;
  if (first !== undefined) return `${first.line}:${first.col} ${first.message}`;
  return error?.message ?? status;
}
