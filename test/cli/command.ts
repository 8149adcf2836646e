import { main } from '../../src/cli/main.js';

export interface Answer {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command in this process, as a shell would see it. */
export async function mimir(
  args: readonly string[],
  options: {
    cwd?: string;
    env?: Record<string, string>;
    ask?: (question: string) => Promise<string>;
  } = {},
): Promise<Answer> {
  let out = '';
  let err = '';
  const exit = await main(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    ask: options.ask ?? null,
    env: options.env ?? {},
    cwd: options.cwd ?? process.cwd(),
    width: 100,
    color: false,
    live: false,
  });
  return { exit, out, err };
}
