import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Option, type Command } from 'commander';
import type { CodeGraph } from '../../graph/index.js';
import {
  didYouMean,
  findingKey,
  findingPath,
  findingSides,
  kebabCase,
  suppress,
  toSarif,
  type Lens,
  type Report,
  type Run,
  type Suppression,
} from '../../lens/index.js';
import { ConfigError, type LoadedConfig } from '../../session/index.js';
import { InvalidArgument, type Task } from '../../task/index.js';
import {
  pathText,
  reportText,
  sidesText,
  type SidesOptions,
  type SourceReader,
} from '../../view/index.js';
import { exitOfReport, gapLine, type ExitRules } from '../exit.js';
import type { Io } from '../io.js';
import { openDump, type GraphFlags } from '../open-dump.js';
import { alsoDumpOption, dumpOption, jsonOption, limitOption, verifyOption } from '../options.js';
import { version } from '../version.js';

/** Flags that every command that asks lenses takes. */
export interface AnswerFlags extends ExitRules, GraphFlags {
  readonly limit: number;
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly trace?: boolean;
}

export const addAnswerFlags = (command: Command): Command =>
  command
    .addOption(dumpOption())
    .addOption(alsoDumpOption())
    .addOption(verifyOption())
    .addOption(limitOption())
    .addOption(jsonOption())
    .addOption(
      new Option('--sarif', 'one SARIF 2.1.0 document on stdout and nothing else there').conflicts(
        'json',
      ),
    )
    .option('--src <dir>', 'folder of the sources: paths show the line of each step')
    .option('--trace', 'tell each step, its products and its time on stderr')
    .option('--fail-on-findings', 'exit 1 when there are findings')
    .option('--allow-partial', 'with --fail-on-findings: an answer that lacks facts may pass');

/** Opens each dump once. */
export function dumpOpener(io: Io, task: Task): (path: string) => Promise<CodeGraph> {
  const opened = new Map<string, Promise<CodeGraph>>();
  return (path) => {
    const graph = opened.get(path) ?? openDump({ dump: path }, io, task);
    opened.set(path, graph);
    return graph;
  };
}

/** One lens's answer as it is shown: without the findings that the configuration accepts. */
export interface Answered {
  readonly lens: Pick<Lens, 'id' | 'title' | 'question'>;
  /** Suppressed rows left out, cut to the limit. */
  readonly report: Report;
  /** The rows that SARIF carries: suppressed ones are marked there, not left out. */
  readonly marked: Report;
  readonly suppressed: number;
}

/**
 * The suppressions of a configuration by lens id. Throws `ConfigError` for one of a lens that is none: it would accept
 * nothing, and no answer would ever say so.
 */
export async function suppressionsOf(loaded: LoadedConfig | null): Promise<readonly Suppression[]> {
  const given = loaded?.config.suppressions ?? [];
  if (loaded === null || given.length === 0) return [];
  // Only what has suppressions waits for what the other registries load.
  const [{ registry }, { judgeRegistry }, { calibrationRegistry }] = await Promise.all([
    import('../../lenses/index.js'),
    import('../../judges/index.js'),
    import('../../calibrate/index.js'),
  ]);
  const ids = [registry, judgeRegistry, calibrationRegistry].flatMap((all) =>
    all.all().map(({ id }) => id),
  );
  return given.map((one) => {
    const lens = kebabCase(one.lens);
    if (!ids.includes(lens))
      throw new ConfigError(
        loaded.file,
        `suppression of an unknown lens: ${one.lens}; ${didYouMean(one.lens, ids)}`,
      );
    return { ...one, lens };
  });
}

/** The report of a run with the suppressions of the configuration, cut to `limit` rows; 0 = all. */
export async function answerOf(
  run: Pick<Run, 'report'> & { readonly lens: Answered['lens'] },
  limit: number,
  suppressions: readonly Suppression[],
): Promise<Answered> {
  const { lens } = run;
  if (!suppressions.some((one) => one.lens === lens.id)) {
    const report = await run.report({ limit });
    return { lens, report, marked: report, suppressed: 0 };
  }
  const all = await run.report({ limit: 0 });
  const { report, suppressed } = suppress(all, suppressions);
  return {
    lens,
    report: cut(report, limit),
    marked: cut({ ...all, notes: report.notes }, limit),
    suppressed,
  };
}

function cut(report: Report, limit: number): Report {
  const { findings } = report;
  const rows = limit === 0 ? findings.rows : findings.rows.slice(0, limit);
  return { ...report, findings: { ...findings, rows }, shown: rows.length };
}

export const sarifText = (
  answers: readonly Answered[],
  suppressions: readonly Suppression[],
): string => {
  const logged = answers.map(({ lens, marked }) => ({ lens, report: marked }));
  const log = toSarif({ name: 'mimir', version: version() }, logged, suppressions);
  return `${JSON.stringify(log, null, 2)}\n`;
};

/** The answer as text; with sources at hand, each finding's path line by line below it, or its two sides. */
export function answerText(
  { report, suppressed }: Answered,
  flags: Pick<AnswerFlags, 'limit'>,
  io: Io,
  read: SourceReader | null,
  endOf?: NonNullable<SidesOptions['endOf']>,
): string {
  const options = { width: io.width, color: io.color, rows: flags.limit };
  // The text counts what there is to look at; the document keeps the lens's own total.
  const open = { ...report, total: report.total - suppressed };
  return [
    reportText(open, options),
    ...(read === null
      ? []
      : [...pathTexts(report, read, io), ...sidesTexts(report, read, io, endOf)]),
  ].join('\n\n');
}

function pathTexts(report: Report, read: SourceReader, io: Io): string[] {
  return report.findings.rows.flatMap((row) => {
    const hops = findingPath(report, row).map(({ label, place }) => ({
      label,
      ...(place !== null && {
        place: { file: place.file, ...(place.line !== null && { line: place.line }) },
      }),
    }));
    if (hops.length === 0) return [];
    const key = findingKey(report, row).join(' | ');
    return [`${key}\n${pathText(hops, read, { width: io.width, color: io.color })}`];
  });
}

/** Lines of a piece that are shown below an answer. */
const SIDE_LINES = 60;

function sidesTexts(
  report: Report,
  read: SourceReader,
  io: Io,
  endOf: SidesOptions['endOf'],
): string[] {
  return report.findings.rows.flatMap((row) => {
    const sides = findingSides(report, row);
    if (sides === null) return [];
    const key = findingKey(report, row).join(' | ');
    const options = { width: io.width, color: io.color, rows: SIDE_LINES, ...(endOf && { endOf }) };
    return [`${key}\n${sidesText(sides, read, options)}`];
  });
}

/** Reads the sources of a folder, each file once. Throws `InvalidArgument` when it is none. */
export function sourcesOf(folder: string, io: Io): SourceReader {
  const root = path.resolve(io.cwd, folder);
  if (!existsSync(root) || !statSync(root).isDirectory())
    throw new InvalidArgument(`no folder of sources: ${folder}`);
  const read = new Map<string, readonly string[] | null>();
  return (file) => {
    const known = read.get(file);
    if (known !== undefined) return known;
    const full = path.resolve(root, file);
    const lines = existsSync(full) && statSync(full).isFile() ? linesOf(full) : null;
    read.set(file, lines);
    return lines;
  };
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split(/\r?\n/);

/** Exit code of an answer, told on stderr when there was none. A suppressed finding fails nothing. */
export function exitOf({ report, suppressed }: Answered, rules: ExitRules, io: Io): 0 | 1 | 2 {
  const exit = exitOfReport({ ...report, total: report.total - suppressed }, rules);
  if (exit === 2) io.err(`mimir: ${gapLine(report)}\n`);
  return exit;
}

export function traceText(run: Run): string {
  return run.steps
    .flatMap(({ step, milliseconds, products, rows }) => [
      `${step.id}: ${rows ?? 0} rows in ${(milliseconds ?? 0).toFixed(1)} ms`,
      ...products.map((product) => `  ${product.text}  ${product.milliseconds.toFixed(1)} ms`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}
