import { Option, type Command } from 'commander';
import { graphOf, type CodeGraph } from '../../graph/index.js';
import {
  canonicalJson,
  kebabCase,
  parameterHelp,
  reportJson,
  startRun,
  type Lens,
  type Parameter,
  type Report,
  type Run,
  type TypedLens,
} from '../../lens/index.js';
import { registry } from '../../lenses/index.js';
import { formulaText, reportText, tableText } from '../../view/index.js';
import { configured, findConfig } from '../../session/index.js';
import { InvalidArgument } from '../../task/index.js';
import { exitOfReport, gapLine } from '../exit.js';
import type { Io } from '../io.js';
import { openDump } from '../open-dump.js';
import { collect, dumpOption, jsonOption, limitOption, subcommand } from '../options.js';
import { tellingTask } from '../progress.js';

interface LensFlags extends Readonly<Record<string, unknown>> {
  readonly dump?: string;
  readonly limit: number;
  readonly json?: boolean;
  readonly steps?: boolean;
  readonly trace?: boolean;
  readonly failOnFindings?: boolean;
  readonly allowPartial?: boolean;
}

export function lensCommand(lens: Command, io: Io, done: (exit: number) => void): void {
  lens
    .argument('[name]', 'a lens; `mimir lens list` names them')
    .allowExcessArguments()
    .allowUnknownOption()
    .action((name: string | undefined) => {
      if (name === undefined)
        throw new InvalidArgument('no lens named: mimir lens NAME; `mimir lens list` names them');
      // Throws with the nearest name: every known lens is a command of its own.
      registry.named(name);
    });
  subcommand(lens, 'list', 'the lenses, and what each answers')
    .addOption(jsonOption())
    .action((flags: { json?: boolean }) => {
      io.out(flags.json ? listJson(registry.all()) : listText(registry.all(), io));
    });
  for (const one of registry.all()) addLens(lens, one, io, done);
}

export function listJson(lenses: readonly Lens[]): string {
  return `${canonicalJson(
    lenses.map(({ id, kind, version, title, question, params, facts, steps }) => ({
      id,
      kind,
      version,
      title,
      question,
      params: params.map((parameter) => ({
        name: parameter.name,
        ...parameterHelp(parameter),
        type: parameter.type,
      })),
      facts,
      steps: steps.map(({ id: step, title: text, formula, product }) => ({
        id: step,
        title: text,
        formula,
        product,
      })),
    })),
  )}\n`;
}

export function listText(lenses: readonly Lens[], io: Io): string {
  const width = Math.max(...lenses.map(({ id }) => id.length));
  return lenses
    .map(({ id, question }) => `${id.padEnd(width)}  ${fit(question, io.width - width - 2)}\n`)
    .join('');
}

const fit = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;

/** A lens as a subcommand: its parameters are flags, its answer goes to stdout. */
export function addLens(
  parent: Command,
  lens: Lens,
  io: Io,
  done: (exit: number) => void,
  asked: { readonly needsDump: boolean } = { needsDump: true },
): void {
  const command = subcommand(parent, lens.id, lens.question)
    .summary(lens.title)
    .addOption(dumpOption())
    .addOption(limitOption())
    .addOption(jsonOption())
    .option('--steps', 'show every step: formula, rows, table')
    .option('--trace', 'tell each step, its products and its time on stderr')
    .option('--fail-on-findings', 'exit 1 when there are findings')
    .option('--allow-partial', 'with --fail-on-findings: an answer that lacks facts may pass');
  for (const parameter of lens.params) addParameter(command, parameter);
  command.action(async (flags: LensFlags) => {
    done(await askLens(lens, flags, io, asked.needsDump));
  });
}

/** Flags of one parameter, from its declaration. */
function addParameter(command: Command, parameter: Parameter): void {
  const flag = `--${kebabCase(parameter.name)}`;
  const { takes, doc, byDefault } = parameterHelp(parameter);
  const text = `${doc} (${takes}; default ${byDefault})`;
  switch (parameter.type.kind) {
    case 'boolean':
      if (parameter.default === true) {
        command.addOption(new Option(`--no-${kebabCase(parameter.name)}`, text));
      } else command.addOption(new Option(flag, text));
      return;
    case 'texts':
    case 'choices':
      command.addOption(
        new Option(`${flag} <word>`, `${text}; may be repeated`).argParser(collect),
      );
      return;
    default:
      command.addOption(new Option(`${flag} <value>`, text));
  }
}

/** Only what was given on the command line: the lens knows its defaults. */
function givenParameters(lens: Lens, flags: LensFlags): Record<string, unknown> {
  return Object.fromEntries(
    lens.params.flatMap(({ name, type, default: byDefault }) => {
      const value = flags[name];
      const unsaid = value === undefined || (type.kind === 'boolean' && value === byDefault);
      return unsaid ? [] : [[name, value]];
    }),
  );
}

/** A lens of which only the declaration is known here. */
type AnyLens = TypedLens<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;

async function askLens(
  lens: AnyLens,
  flags: LensFlags,
  io: Io,
  needsDump: boolean,
): Promise<number> {
  const { task, end } = tellingTask(io);
  const opened = new Map<string, CodeGraph>();
  const open = async (path: string): Promise<CodeGraph> => {
    const graph = opened.get(path) ?? (await openDump(path, io, task));
    opened.set(path, graph);
    return graph;
  };
  const graph =
    needsDump || flags.dump !== undefined
      ? await openDump(flags.dump, io, task)
      : graphOf({ nodes: [], edges: [] });
  const config = findConfig(io.cwd)?.config ?? {};
  const params = configured(config, lens, givenParameters(lens, flags));
  const run = startRun(lens, graph, params, { task, open });
  while (!run.finished) {
    await run.next();
    task.check(lens.id);
  }
  const report = await run.report({ limit: flags.limit });
  end();
  if (flags.trace) io.err(traceText(run));
  if (flags.json) io.out(reportJson(report));
  else
    io.out(
      `${flags.steps ? stepsText(run, flags.limit, io) : ''}${answerText(report, flags.limit, io)}\n`,
    );
  const exit = exitOfReport(report, flags);
  if (exit === 2) io.err(`mimir: ${gapLine(report)}\n`);
  return exit;
}

const answerText = (report: Report, limit: number, io: Io): string =>
  reportText(report, { width: io.width, color: io.color, rows: limit });

function stepsText(run: Run, limit: number, io: Io): string {
  return run.steps
    .map(({ step, rows }, at) => {
      const head = `${at + 1} ${step.title} (${step.id}, ${rows ?? 0} rows)`;
      const table = tableText(run.table(step.id), {
        width: io.width,
        color: io.color,
        rows: limit,
      });
      return `${head}\n  ${formulaText(step.formula)}\n${table}\n\n`;
    })
    .join('');
}

function traceText(run: Run): string {
  return run.steps
    .flatMap(({ step, milliseconds, products, rows }) => [
      `${step.id}: ${rows ?? 0} rows in ${(milliseconds ?? 0).toFixed(1)} ms`,
      ...products.map((product) => `  ${product.text}  ${product.milliseconds.toFixed(1)} ms`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}
