/** The outside of a command: where its answer goes and where its remarks go. Tests pass their own. */
export interface Io {
  /** The answer: stdout. */
  out(text: string): void;
  /** Everything else: stderr. */
  err(text: string): void;
  /** Asks on the terminal; null where there is nobody to ask. */
  readonly ask: ((question: string) => Promise<string>) | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Columns of the answer's terminal. */
  readonly width: number;
  /** The answer may carry colour. */
  readonly color: boolean;
  /** Remarks may be rewritten in place. */
  readonly live: boolean;
}

/** The process's own streams. A reader that goes away (`| head`) ends the command quietly. */
export function processIo(): Io {
  const { stdout, stderr, stdin, env } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const plain = env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '';
  return {
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    ask: stdin.isTTY && stderr.isTTY ? askOnTerminal : null,
    env,
    cwd: process.cwd(),
    width: stdout.columns || Number(env['COLUMNS']) || 100,
    color: stdout.isTTY && !plain,
    live: stderr.isTTY,
  };
}

async function askOnTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question);
  } finally {
    reader.close();
  }
}
