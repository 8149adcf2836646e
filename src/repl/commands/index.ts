import { nearestNames } from '../../table/nearest.js';
import type { Completion } from '../../engine/index.js';
import type { Workbench } from '../workbench.js';

/** Does what a command line asks; `args` is what stands behind the name. */
export type CommandBody = (bench: Workbench, args: string) => void | Promise<void>;

/** A dot command: what a workbench does that is no TypeScript. */
export interface Command {
  readonly name: string;
  readonly args: string;
  readonly doc: string;
  /** Loads its code when it is asked for: the prompt waits for none of it. */
  readonly load: () => Promise<CommandBody>;
}

/** Every command, in the order in which `.help` lists them. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'help',
    args: '',
    doc: 'keys and commands',
    load: async () => (await import('./help.js')).help,
  },
  {
    name: 'inspect',
    args: 'NAME',
    doc: 'type and documentation of a name; also ?name',
    load: async () => (await import('./help.js')).inspect,
  },
  {
    name: 'info',
    args: '',
    doc: 'the dump that is loaded, its figures, and memory in use',
    load: async () => (await import('./lens.js')).info,
  },
  {
    name: 'lens',
    args: '[NAME [{param: value}]]',
    doc: 'list the lenses; or run one and walk through its steps',
    load: async () => (await import('./lens.js')).lens,
  },
  {
    name: 'steps',
    args: '[RUN]',
    doc: 'walk through the steps of a run: tables, charts, formulas, parameters',
    load: async () => (await import('./views.js')).steps,
  },
  {
    name: 'table',
    args: '[EXPRESSION]',
    doc: 'a table, full screen: scroll, sort, filter, search, hide, copy, save',
    load: async () => (await import('./views.js')).table,
  },
  {
    name: 'chart',
    args: '[EXPRESSION]',
    doc: 'a chart, full screen, as an image where the terminal shows images',
    load: async () => (await import('./views.js')).chart,
  },
  {
    name: 'export',
    args: 'FILE [EXPRESSION]',
    doc: 'save the last chart (.svg .png .html) or table (.csv .json .arrow .parquet)',
    load: async () => (await import('./views.js')).exporting,
  },
  {
    name: 'explore',
    args: 'PATTERN',
    doc: 'a node of the graph: who uses it, what it uses, its source; walk with the keys',
    load: async () => (await import('./explore.js')).explore,
  },
  {
    name: 'path',
    args: 'FROM -> TO',
    doc: 'a shortest path of calls between two patterns, hop by hop with source lines',
    load: async () => (await import('./explore.js')).path,
  },
  {
    name: 'label',
    args: 'FILE [TABLE]',
    doc: 'judge pairs by reading: two bodies side by side, g w b; verdicts are kept in FILE',
    load: async () => (await import('./label.js')).label,
  },
  {
    name: 'trace',
    args: '[RUN]',
    doc: 'the products that each step of a run ran, with times',
    load: async () => (await import('./lens.js')).trace,
  },
  {
    name: 'load',
    args: 'FILE',
    doc: 'run the cells of a file: a study, or plain TypeScript',
    load: async () => (await import('./session.js')).load,
  },
  {
    name: 'save',
    args: 'NAME [TITLE]',
    doc: 'save the cells of this session as studies/NAME.study.ts',
    load: async () => (await import('./session.js')).save,
  },
  {
    name: 'replay',
    args: '[STUDY]',
    doc: 'run the cells of this session again in a fresh host; with a name, replay that saved study',
    load: async () => (await import('./session.js')).replay,
  },
  {
    name: 'clear',
    args: '',
    doc: 'clear the screen',
    load: async () => (await import('./session.js')).clear,
  },
  {
    name: 'restart',
    args: '',
    doc: 'a fresh host: variables are gone, history stays',
    load: async () => (await import('./session.js')).restart,
  },
  { name: 'exit', args: '', doc: 'leave', load: async () => (await import('./session.js')).exit },
];

/** A line that is a command: `.name`, which no TypeScript begins with; `.5` is a number. */
export function isCommand(source: string): boolean {
  return /^\.(?!\d|\.)/.test(source.trim()) && !source.trim().includes('\n');
}

/** Runs one command line; what it can't do is said in one line. */
export async function runCommand(bench: Workbench, line: string): Promise<void> {
  const [, name = '', args = ''] = /^\.(\S*)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  const command = COMMANDS.find((c) => c.name === name);
  if (command === undefined) {
    const near = nearestNames(
      name,
      COMMANDS.map((c) => c.name),
    )[0];
    bench.print(
      bench.style.red(
        `unknown command: .${name}; ${near === undefined ? '.help lists them' : `did you mean .${near}?`}`,
      ),
    );
    return;
  }
  try {
    const body = await command.load();
    await body(bench, args.trim());
  } catch (error) {
    bench.print(bench.style.red((error as Error).message.split('\n')[0]!));
  }
}

/** Completion of command names. */
export function commandNames(text: string, cursor: number): Completion {
  const typed = text.slice(1, cursor);
  const items = /\s/.test(typed) ? [] : COMMANDS.filter((c) => c.name.startsWith(typed));
  return {
    start: 1,
    end: cursor,
    items: items.map((c) => ({
      name: c.name,
      kind: 'command',
      insert: c.args === '' ? c.name : `${c.name} `,
    })),
  };
}
