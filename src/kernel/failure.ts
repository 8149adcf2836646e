import type { Evaluation } from '../engine/index.js';

/** How a cell's failure is told to Jupyter. */
export interface Failure {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;
const dim = (text: string): string => `\u001b[2m${text}\u001b[22m`;

/** Null when the cell did not fail. `cellName` gives a cell's number in the notebook for the engine's own. */
export function failureOf(
  evaluation: Evaluation,
  source: string,
  cellName: (cell: number) => string,
): Failure | null {
  const { status, error, diagnostics } = evaluation;
  switch (status) {
    case 'ok':
      return null;
    case 'diagnostics':
      return typeErrors(diagnostics, source);
    case 'interrupted':
      return failure('Interrupted', 'the cell was stopped; variables are still there', []);
    case 'restarted':
      return failure(
        'HostRestarted',
        `${error?.message ?? 'the host was restarted'}; run the cells above again`,
        [],
      );
    case 'error': {
      const frames = (error?.frames ?? []).map((frame) =>
        frame.replace(/\bcell (\d+)/g, (_, cell: string) => cellName(Number(cell))),
      );
      return failure(error?.name ?? 'Error', error?.message ?? '', frames);
    }
  }
}

export function failure(ename: string, evalue: string, frames: readonly string[]): Failure {
  return {
    ename,
    evalue,
    traceback: [`${red(ename)}: ${evalue}`, ...frames.map((frame) => `    at ${frame}`)],
  };
}

function typeErrors(diagnostics: Evaluation['diagnostics'], source: string): Failure {
  const lines = source.split('\n');
  const traceback: string[] = [];
  const messages: string[] = [];
  for (const { file, line, col, code, message } of diagnostics) {
    const place = `${file === undefined ? '' : `${file}:`}${line}:${col}`;
    messages.push(`${place} ${message}`);
    traceback.push(`${red(`${place} TS${code}`)} ${message}`);
    const text = file === undefined ? lines[line - 1] : undefined;
    if (text !== undefined) traceback.push(dim(`  ${text}`), red(`  ${' '.repeat(col - 1)}^`));
  }
  return { ename: 'TypeScriptError', evalue: messages.join('\n'), traceback };
}
