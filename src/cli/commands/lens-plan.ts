import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { spanEnds } from '../../graph/index.js';
import { canonicalJson, reportJson, type Lens } from '../../lens/index.js';
import { parsePlan, planLines, registry, runPlan, type PlanLine } from '../../lenses/index.js';
import {
  configured,
  findConfig,
  type LoadedConfig,
  type MimirConfig,
} from '../../session/index.js';
import { CodedError, InvalidArgument } from '../../task/index.js';
import { wrap } from '../../view/index.js';
import type { Io } from '../io.js';
import { openDump } from '../open-dump.js';
import { collect, subcommand } from '../options.js';
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
  type Answered,
  type AnswerFlags,
} from './answer.js';

interface AllFlags extends AnswerFlags {
  readonly lens?: readonly string[];
  readonly sink?: readonly string[];
  readonly choke?: readonly string[];
  readonly entry?: readonly string[];
  readonly source?: readonly string[];
  readonly crate?: readonly string[];
  readonly includeTests?: boolean;
  readonly includeDeps?: boolean;
}

interface BatchFlags extends AnswerFlags {
  readonly plan?: string;
}

/** `lens all` and `lens batch`: many lenses of one held graph (S1:2228-2240). */
export function addPlans(lens: Command, io: Io, done: (exit: number) => void): void {
  const all = subcommand(lens, 'all', 'every lens that the inputs allow, on one held graph');
  addAnswerFlags(all)
    .option('--lens <name>', 'only this lens; may be repeated', collect)
    .option('--sink <label>', 'what must be guarded; may be repeated', collect)
    .option('--choke <label>', 'a gate; may be repeated', collect)
    .option('--entry <label>', 'where outsiders come in; may be repeated', collect)
    .option('--source <label>', 'a call whose result outsiders control; may be repeated', collect)
    .option('--crate <name>', 'only this crate (package); may be repeated', collect)
    .option('--include-tests', 'look at test code too')
    .option('--include-deps', 'look at the code of dependencies too')
    .action(async (flags: AllFlags) => {
      const loaded = findConfig(io.cwd);
      done(await ask(linesOfAll(flags, loaded?.config ?? {}), flags, loaded, io));
    });
  const batch = subcommand(lens, 'batch', 'the lenses of a plan, on one held graph');
  addAnswerFlags(batch)
    .option('--plan <file>', 'one JSON object a line: {"lens": …, "params": {…}, "limit": …}')
    .action(async (flags: BatchFlags) => {
      if (flags.plan === undefined)
        throw new InvalidArgument('no plan named: mimir lens batch --plan FILE');
      const lines = parsePlan(registry, planText(flags.plan, io));
      if (lines.length === 0)
        throw new InvalidArgument(
          `plan without a question: ${flags.plan}; it takes one JSON object a line, as {"lens": "dsm"}`,
        );
      done(await ask({ lines, missing: [] }, flags, findConfig(io.cwd), io));
    });
}

function planText(file: string, io: Io): string {
  try {
    return readFileSync(path.resolve(io.cwd, file), 'utf8');
  } catch {
    throw new CodedError('unreadable_file', `plan cannot be read: ${file}`);
  }
}

interface Plan {
  readonly lines: readonly PlanLine[];
  /** Lenses of the default set that are not here. */
  readonly missing: readonly string[];
}

function linesOfAll(flags: AllFlags, config: MimirConfig): Plan {
  const { crate, includeTests, includeDeps } = flags;
  const shared = Object.entries({ crate, includeTests, includeDeps });
  const inputs = {
    lenses: flags.lens,
    sinks: flags.sink ?? config.sinks,
    chokes: flags.choke ?? config.gates,
    entries: flags.entry ?? config.entries,
    sources: flags.source,
  };
  const given = Object.entries(inputs).filter(([, list]) => list !== undefined);
  return planLines(registry, {
    ...Object.fromEntries(given),
    src: flags.src !== undefined,
    shared: Object.fromEntries(shared.filter(([, value]) => value !== undefined)),
  });
}

async function ask(
  { lines, missing }: Plan,
  flags: AnswerFlags,
  loaded: LoadedConfig | null,
  io: Io,
): Promise<number> {
  const config = loaded?.config ?? {};
  const suppressions = await suppressionsOf(loaded);
  const read = flags.src === undefined ? null : sourcesOf(flags.src, io);
  const { task, end } = tellingTask(io);
  const graph = await openDump(flags, io, task);
  const asked = lines.map((line) => ({
    ...line,
    params: configured(config, registry.named(line.lens) as Lens, line.params),
  }));
  const kept: Answered[] = [];
  let exit = 0;
  const options = { task, open: dumpOpener(io, task), limit: flags.limit };
  for await (const { line, run, report, milliseconds } of runPlan(
    registry,
    graph,
    asked,
    options,
  )) {
    const limit = line.limit ?? flags.limit;
    const answered =
      report.state === 'invalid_argument'
        ? { lens: run.lens, report, marked: report, suppressed: 0 }
        : await answerOf(run, limit, suppressions);
    end();
    if (flags.trace === true)
      io.err(`${line.lens}: ${milliseconds.toFixed(1)} ms\n${indented(traceText(run))}`);
    if (flags.json === true || flags.sarif === true) kept.push(answered);
    else
      io.out(
        `${answerText(answered, { limit }, io, read, read === null ? undefined : spanEnds(graph))}\n\n`,
      );
    exit = Math.max(exit, exitOf(answered, flags, io));
  }
  end();
  if (flags.sarif === true) io.out(sarifText(kept, suppressions));
  else if (flags.json === true) io.out(documentOf(kept, missing));
  else if (missing.length > 0) io.out(unasked(missing, lines, io.width));
  return exit;
}

/** What the set of `all` left out, and how to ask it. */
function unasked(missing: readonly string[], lines: readonly PlanLine[], width: number): string {
  const asked = new Set(lines.map(({ lens }) => lens));
  const others = registry.all().flatMap(({ id }) => (asked.has(id) ? [] : [id]));
  return [
    `not asked: ${others.join(', ')}; --lens names one, --entry, --sink and --choke give gate-bypass and chokepoints what they need`,
    `in the reference's set, and not in this workbench: ${missing.join(', ')}`,
  ]
    .flatMap((text) => wrap(text, width))
    .map((line) => `${line}\n`)
    .join('');
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');

/** The reports in the order of the plan, each as its lens alone would give it. */
function documentOf(answers: readonly Answered[], missing: readonly string[]): string {
  const reports = answers.map(({ report }) => reportJson(report).trimEnd());
  return `{"answers": [\n${reports.join(',\n')}\n],\n"missing": ${canonicalJson(missing)}}\n`;
}
