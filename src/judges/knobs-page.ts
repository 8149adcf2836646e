import { FOLLOWING_KNOBS, OWN_KNOBS, STATED_KNOBS } from './knob-origins.js';

/** What the study found of one knob. */
interface KnobRecord {
  readonly pin: string;
  readonly measure: string;
  readonly chosen: string;
  readonly from: string;
  readonly to: string;
  readonly values: number;
  readonly count: number;
  readonly least: number;
  readonly most: number;
}

interface Pins {
  readonly pins: readonly {
    readonly name: string;
    readonly table?: { readonly rows: readonly (readonly [string, ...unknown[]])[] };
  }[];
}

/** The records of a study's expectation, by knob; of a knob that was turned on two trees the first. */
export function knobRecords(expected: string): ReadonlyMap<string, KnobRecord> {
  const { pins } = JSON.parse(expected) as Pins;
  const found = new Map<string, KnobRecord>();
  for (const { name, table } of pins) {
    for (const [knob, measure, chosen, from, to, values, count, least, most] of table?.rows ?? []) {
      if (found.has(knob)) continue;
      found.set(knob, {
        pin: name,
        measure,
        chosen,
        from,
        to,
        values,
        count,
        least,
        most,
      } as KnobRecord);
    }
  }
  return found;
}

/** The page of the knobs, as text. */
export function knobsPage(expected: string): string {
  const records = knobRecords(expected);
  const rows = OWN_KNOBS.map(({ knob, judge, why }) => {
    const one = records.get(knob);
    if (one === undefined) return `| \`${knob}\` | ${judge} | not calibrated | | | ${why} |`;
    const { chosen, from, to, values, count, least, most, measure } = one;
    const short = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
    const hold =
      least === most
        ? `all tried: ${short(from)} to ${short(to)}`
        : values > 1
          ? `${short(from)} to ${short(to)}`
          : 'none';
    return `| \`${knob}\` | ${judge} | ${short(chosen)} | ${hold} | ${count} ${measure}, ${least} to ${most} | ${why} |`;
  });
  const alone = OWN_KNOBS.filter(({ knob }) => records.get(knob)?.values === 1);
  const silent = OWN_KNOBS.filter(({ knob }) => records.get(knob)?.most === 0);
  return [
    '# The knobs of the judges',
    '',
    'Written by `node scripts/knobs-page.mjs` from `src/judges/knob-origins.ts` and the record of the study [judge-knobs](../../studies/judge-knobs.study.ts), which replays with every other study: on a part of this project’s own history (`fixtures/history`) and on the sources of Apache Arrow for JavaScript.',
    '',
    'A **plateau** is the longest stretch of tried values around the chosen one on which the count varies by at most a tenth. On one the choice costs little; it does not say that the findings are right. `mimir calibrate knobs --judge NAME --given \'{"src": "src"}\'` turns the knobs of one judge on a tree of yours.',
    '',
    '## Stated by the source',
    '',
    ...Object.entries(STATED_KNOBS).map(([knob, line]) => `- \`${knob}\` (${line})`),
    '',
    '## Units',
    '',
    ...Object.entries(FOLLOWING_KNOBS).map(
      ([knob, other]) =>
        `- \`${knob}\` is that of \`${other}\`; only their quotient with what is calibrated matters`,
    ),
    '',
    '## Ours',
    '',
    '| knob | judge | chosen | plateau | count there, least to most | why |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '## What this does not settle',
    '',
    `- On no plateau: ${names(alone)}. There the value decides, and a reason has to carry it.`,
    `- No count at any value on these trees: ${names(silent)}. Nothing speaks for or against the value.`,
    '- Two trees are two trees: turn the knobs on yours.',
    '',
  ].join('\n');
}

const names = (knobs: readonly { readonly knob: string }[]): string =>
  knobs.length === 0 ? 'none' : knobs.map(({ knob }) => `\`${knob}\``).join(', ');
