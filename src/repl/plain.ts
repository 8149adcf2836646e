import { createInterface } from 'node:readline';
import { isCommand, runCommand } from './commands/index.js';
import type { History } from './editor/history.js';
import { goesOn } from './editor/structure.js';
import type { ReplOptions } from './options.js';
import { runJson } from './plain-json.js';
import { createStyle, styleOptions } from './terminal/style.js';
import { MORE, PROMPT, Workbench, type Surface } from './workbench.js';

/**
 * Line mode: no cursor movement, no redrawing. Cells come from stdin line by line; on a terminal with a prompt and
 * readline's own editing, from a pipe in silence. Resolves with 1 when a cell failed.
 */
export async function runPlain(options: ReplOptions, history: History): Promise<number> {
  if (options.json === true) return runJson(options);
  const stdin = options.stdin ?? process.stdin;
  const stdout = options.stdout ?? process.stdout;
  const interactive = stdin.isTTY && stdout.isTTY;
  const surface: Surface = {
    size: () => ({ columns: stdout.columns ?? 100, rows: stdout.rows ?? 24 }),
    print: (text) => void stdout.write(text),
    redraw: () => undefined,
    screens: false,
    fullScreen: () => undefined,
    lend: (work) => work(),
    copy: () => undefined,
  };
  const bench = new Workbench({
    engine: options.engine,
    style: createStyle({ ...styleOptions(options.env ?? process.env, false), links: false }),
    history,
    surface,
    dump: options.dump ?? null,
    project: options.project ?? process.cwd(),
    ...(options.sources === undefined ? {} : { sources: options.sources }),
  });
  const lines = createInterface({
    input: stdin,
    ...(interactive ? { output: stdout, history: history.entries.slice(-200).reverse() } : {}),
    terminal: interactive,
  });
  lines.on('SIGINT', () => {
    if (bench.running !== null) void bench.interrupt();
    else lines.close();
  });
  if (interactive) {
    lines.setPrompt(PROMPT);
    lines.prompt();
  }
  let text = '';
  let failed = false;
  for await (const line of lines) {
    if (bench.question !== null) {
      bench.answer(line);
      continue;
    }
    text = text === '' ? line : `${text}\n${line}`;
    if (isCommand(text)) {
      await runCommand(bench, text);
      text = '';
    } else if (!(await wantsMore(bench, text))) {
      const source = text;
      text = '';
      if (source.trim() !== '') failed = (await run(bench, source, history)) || failed;
    }
    if (bench.closed) break;
    if (interactive) {
      lines.setPrompt(text === '' ? PROMPT : MORE);
      lines.prompt();
    }
  }
  if (text.trim() !== '') failed = (await run(bench, text, history)) || failed;
  lines.close();
  return failed && !interactive ? 1 : 0;
}

async function wantsMore(bench: Workbench, text: string): Promise<boolean> {
  if (goesOn(text)) return true;
  return (await bench.engine.isComplete(text).catch(() => null))?.status === 'incomplete';
}

async function run(bench: Workbench, source: string, history: History): Promise<boolean> {
  await history.add(source).catch(() => undefined);
  return (await bench.evaluate(source, false)).status !== 'ok';
}
