import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Option, type Command } from 'commander';
import { graphOf, spanEnds } from '../../graph/index.js';
import {
  canonicalJson,
  kebabCase,
  parameterHelp,
  reportJson,
  startRun,
  type Lens,
  type Report,
  type Parameter,
  type Run,
  type TypedLens,
} from '../../lens/index.js';
import { registry } from '../../lenses/index.js';
import { counted, formulaText, tableText, wrap } from '../../view/index.js';
import { configured, findConfig } from '../../session/index.js';
import { CodedError, InvalidArgument } from '../../task/index.js';
import type { Io } from '../io.js';
import { openDump } from '../open-dump.js';
import { collect, jsonOption, subcommand } from '../options.js';
import { tellingTask } from '../progress.js';
import {
  addAnswerFlags,
  answerOf,
  answerText,
  dumpOpener,
  exitOf,
  sarifText,
  sourcesOf,
  suppressionsOf,
  traceText,
  type AnswerFlags,
} from './answer.js';
import { addPlans } from './lens-plan.js';

interface LensFlags extends AnswerFlags, Readonly<Record<string, unknown>> {
  readonly steps?: boolean;
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
  addPlans(lens, io, done);
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
    .flatMap(({ id, question }) =>
      wrap(question, Math.max(20, io.width - width - 2)).map(
        (line, i) => `${(i === 0 ? id : '').padEnd(width)}  ${line}\n`,
      ),
    )
    .join('');
}

/** What a command does beside answering. */
export interface LensCommand {
  readonly needsDump: boolean;
  /** It can do without a dump; when one is named, these parameters are meant, unless said otherwise. */
  readonly withDump?: Readonly<Record<string, unknown>>;
  /** Further flags, and what they make of a finished run. */
  readonly more?: {
    readonly flags: (command: Command) => void;
    readonly after: (run: Run, flags: LensFlags, report: () => Promise<Report>) => Promise<void>;
  };
}

/** A lens as a subcommand: its parameters are flags, its answer goes to stdout. */
export function addLens(
  parent: Command,
  lens: Lens,
  io: Io,
  done: (exit: number) => void,
  asked: LensCommand = { needsDump: true },
): void {
  const command = addAnswerFlags(subcommand(parent, lens.id, lens.question).summary(lens.title))
    .option('--steps', 'show every step: formula, rows, table')
    // The parent takes any words so that a misspelled lens is answered with the nearest; what follows a lens is read.
    .allowExcessArguments(false);
  for (const parameter of lens.params) addParameter(command, parameter);
  asked.more?.flags(command);
  if (!asked.needsDump && asked.withDump === undefined) {
    command.action(async (flags: LensFlags) => {
      done(await askLens(lens, flags, io, asked));
    });
    return;
  }
  const instead = asked.needsDump ? '' : ': judge that, not the sources';
  command.argument('[dump]', `a dump, or a folder that holds one${instead}; as --dump`);
  command.action(async (named: string | undefined, flags: LensFlags) => {
    const dump = named ?? flags.dump;
    const meant = dump === undefined ? flags : { ...asked.withDump, ...flags, dump };
    done(await askLens(lens, meant, io, asked));
  });
}

/** Flags of one parameter, from its declaration. */
function addParameter(command: Command, parameter: Parameter): void {
  const flag = `--${kebabCase(parameter.name)}`;
  // A flag that every answer takes (`--src`) is this parameter too, under the same name.
  if (command.options.some(({ long }) => long === flag)) return;
  const { takes, doc, byDefault } = parameterHelp(parameter);
  const text = `${doc} (${takes}; default ${byDefault})`;
  switch (parameter.type.kind) {
    case 'boolean':
      // A switch takes no value: a word behind it would be read as the dump.
      if (parameter.default === true)
        command.addOption(
          new Option(`--no-${kebabCase(parameter.name)}`, `not: ${doc} (a switch; default on)`),
        );
      else command.addOption(new Option(flag, `${doc} (a switch; default off)`));
      return;
    case 'texts':
    case 'choices':
      command.addOption(
        new Option(`${flag} <word>`, `${text}; may be repeated`).argParser(collect),
      );
      return;
    case 'json':
      command.addOption(new Option(`${flag} <value>`, `${text}; @FILE reads it from a file`));
      return;
    default:
      command.addOption(new Option(`${flag} <value>`, text));
  }
}

/** Only what was given on the command line: the lens knows its defaults. */
function givenParameters(lens: Lens, flags: LensFlags, io: Io): Record<string, unknown> {
  return Object.fromEntries(
    lens.params.flatMap(({ name, type, default: byDefault }) => {
      const given = flags[name];
      const value =
        type.kind === 'json' && typeof given === 'string' && given.startsWith('@')
          ? textOf(name, given.slice(1), io)
          : given;
      const unsaid = value === undefined || (type.kind === 'boolean' && value === byDefault);
      return unsaid ? [] : [[name, value]];
    }),
  );
}

function textOf(parameter: string, file: string, io: Io): string {
  try {
    return readFileSync(path.resolve(io.cwd, file), 'utf8').trim();
  } catch (cause) {
    throw new CodedError('unreadable_file', `${kebabCase(parameter)} cannot be read: ${file}`, {
      cause,
    });
  }
}

/** A lens of which only the declaration is known here. */
type AnyLens = TypedLens<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;

async function askLens(
  lens: AnyLens,
  flags: LensFlags,
  io: Io,
  { needsDump, more }: LensCommand,
): Promise<number> {
  const read = flags.src === undefined ? null : sourcesOf(flags.src, io);
  const { task, end } = tellingTask(io);
  const graph =
    needsDump || flags.dump !== undefined
      ? await openDump(flags, io, task)
      : graphOf({ nodes: [], edges: [] });
  const loaded = findConfig(io.cwd);
  const config = loaded?.config ?? {};
  const suppressions = await suppressionsOf(loaded);
  const params = configured(config, lens, givenParameters(lens, flags, io));
  const run = startRun(lens, graph, params, { task, open: dumpOpener(io, task) });
  while (!run.finished) {
    await run.next();
    task.check(lens.id);
  }
  const answered = await answerOf(run, flags.limit, suppressions);
  await more?.after(run, flags, () => run.report({ limit: 0 }));
  end();
  if (flags.trace) io.err(traceText(run));
  if (flags.sarif) io.out(sarifText([answered], suppressions));
  else if (flags.json) io.out(reportJson(answered.report));
  else
    io.out(
      `${flags.steps ? stepsText(run, flags.limit, io) : ''}${answerText(answered, flags, io, read, read === null ? undefined : spanEnds(graph))}\n`,
    );
  return exitOf(answered, flags, io);
}

function stepsText(run: Run, limit: number, io: Io): string {
  return run.steps
    .map(({ step, rows }, at) => {
      const head = `${at + 1} ${step.title} (${step.id}, ${counted(rows ?? 0, 'row')})`;
      const table = tableText(run.table(step.id), {
        width: io.width,
        color: io.color,
        rows: limit,
      });
      return `${head}\n  ${formulaText(step.formula)}\n${table}\n\n`;
    })
    .join('');
}
