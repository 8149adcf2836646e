import { Option, type Command } from 'commander';
import { InvalidArgument } from '../../task/index.js';
import {
  checkGate,
  establishGate,
  judgeRegistry,
  KNOBS,
  knobRows,
  type GateVerdict,
} from '../../judges/index.js';
import { canonicalJson } from '../../lens/index.js';
import type { Io } from '../io.js';
import { collect, jsonOption, subcommand } from '../options.js';
import { tellingTask } from '../progress.js';
import { addLens, listJson, listText } from './lens.js';

interface GateFlags {
  readonly src: string;
  readonly entry?: readonly string[];
  readonly baseline?: string;
  readonly json?: boolean;
  readonly anew?: boolean;
}

export function judgeCommand(judge: Command, io: Io, done: (exit: number) => void): void {
  judge
    .argument('[name]', 'a family; `mimir judge list` names them')
    .allowExcessArguments()
    .allowUnknownOption()
    .action((name: string | undefined) => {
      if (name === undefined)
        throw new InvalidArgument(
          'no judge named: mimir judge NAME; `mimir judge list` names them',
        );
      judgeRegistry.named(name);
    });
  subcommand(judge, 'list', 'the families, and what each judges')
    .addOption(jsonOption())
    .action((flags: { json?: boolean }) => {
      io.out(flags.json ? listJson(judgeRegistry.all()) : listText(judgeRegistry.all(), io));
    });
  subcommand(
    judge,
    'knobs',
    'every knob: its value, and whether the source states it or it is ours',
  )
    .addOption(jsonOption())
    .action((flags: { json?: boolean }) => {
      const rows = knobRows();
      const width = Math.max(...rows.map(({ knob }) => knob.length));
      io.out(
        flags.json === true
          ? `${canonicalJson(rows)}\n`
          : rows
              .map(({ knob, value, from }) => `${knob.padEnd(width)}  ${value}  ${from}\n`)
              .join(''),
      );
    });
  gateCommand(
    judge,
    'check',
    'the gate: the sources against their baseline; exit 1 with the conditions that failed',
  ).action(async (flags: GateFlags) => {
    const { task, end } = tellingTask(io);
    const verdict = await checkGate(gateOptions(flags), task);
    end();
    io.out(flags.json ? `${canonicalJson(verdictJson(verdict))}\n` : verdictText(verdict));
    done(verdict.pass ? 0 : 1);
  });
  gateCommand(judge, 'establish', 'write the baseline, or tighten the one that stands')
    .addOption(new Option('--anew', 'accept all of today, and derive the soft line again'))
    .action(async (flags: GateFlags) => {
      const { task, end } = tellingTask(io);
      const baseline = await establishGate(
        { ...gateOptions(flags), anew: flags.anew === true },
        task,
      );
      end();
      io.out(
        flags.json
          ? `${canonicalJson({ score: baseline.score, soft: baseline.soft, discrete: baseline.discrete.length })}\n`
          : `baseline written: score ${baseline.score}, soft line ${baseline.soft}, ${baseline.discrete.length} known findings\n`,
      );
    });
  for (const one of judgeRegistry.all()) {
    const withDump = ON_A_DUMP[one.id];
    addLens(judge, one, io, done, {
      needsDump: false,
      ...(withDump !== undefined && { withDump }),
    });
  }
}

/** Families that can judge a dump, and the parameter that asks for it. */
const ON_A_DUMP: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  liveness: { of: 'files' },
  'tree-clones': { of: 'dump' },
  unmentioned: { visibility: 'dump' },
};

function gateCommand(parent: Command, name: string, summary: string): Command {
  return subcommand(parent, name, summary)
    .addOption(new Option('--src <dir>', 'folder of the sources').default('.'))
    .addOption(
      new Option('--entry <part>', 'files that are alive by themselves; may be repeated').argParser(
        collect,
      ),
    )
    .addOption(
      new Option(
        '--baseline <file>',
        'the baseline; mimir.baseline.json in the sources when not said',
      ),
    )
    .addOption(jsonOption());
}

const gateOptions = ({ src, entry, baseline }: GateFlags) => ({
  src,
  entry: entry ?? [],
  ...(baseline !== undefined && { baseline }),
});

function verdictJson({
  pass,
  failed,
  over,
  added,
  removed,
  measured,
  baseline,
  loose,
}: GateVerdict) {
  return {
    pass,
    failed,
    over: over.map(({ axis, count, tolerated }) => ({ axis, count, tolerated })),
    added,
    removed,
    loose,
    score: measured.measurement.score,
    baseline_score: baseline.score,
    cloned_tokens: measured.measurement.duplicatedTokens,
    dedup_budget: baseline.dedupBudget,
    rows_dropped: measured.measurement.rowsDropped,
  };
}

function verdictText({
  pass,
  failed,
  over,
  added,
  removed,
  measured,
  baseline,
  loose,
}: GateVerdict): string {
  const { measurement } = measured;
  const lines = [
    pass
      ? `PASS score ${measurement.score} (baseline ${baseline.score})`
      : `FAIL ${failed.join(' ')}`,
    ...over.map(
      ({ axis, count, tolerated }) => `  ratchet_over   ${axis}: ${count}, tolerated ${tolerated}`,
    ),
    ...added.map((key) => `  discrete_added ${key}`),
    ...(failed.includes('floor')
      ? [`  floor          score ${measurement.score} under ${KNOBS.score.floor}`]
      : []),
    ...(failed.includes('dedup_budget')
      ? [
          `  dedup_budget   ${measurement.duplicatedTokens} cloned tokens, budget ${baseline.dedupBudget}`,
        ]
      : []),
    ...(failed.includes('knobs_digest')
      ? ['  knobs_digest   the knobs moved since; `mimir judge establish --anew` accepts them']
      : []),
    ...(failed.includes('rows_dropped')
      ? [`  rows_dropped   ${measurement.rowsDropped} files could not be read`]
      : []),
    ...(removed.length > 0 ? [`  ${removed.length} known findings are gone`] : []),
    ...(loose && pass ? ['  the baseline can be tightened: `mimir judge establish`'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
