import { cohensKappa, wilson, type Agreement, type Interval } from '../statistics/index.js';
import type { Label, Verdict } from './label-table.js';
import { compareUtf8 } from '../../table/index.js';

/** What readers said of one lens's pairs. */
export interface Tally {
  readonly lens: string;
  readonly reader: string;
  readonly n: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Only good counts. */
  readonly strict: Interval;
  /** Good and weak count. */
  readonly lenient: Interval;
}

/** One row for each lens and reader, in that order. */
export function talliesOf(labels: readonly Label[]): Tally[] {
  const groups = grouped(labels, ({ lens, reader }) => `${lens}\u0000${reader}`);
  return groups.map((own) => {
    const count = (verdict: Verdict): number => own.filter((one) => one.verdict === verdict).length;
    const counts = { good: count('good'), weak: count('weak'), bad: count('bad') };
    return {
      lens: own[0]!.lens,
      reader: own[0]!.reader,
      n: own.length,
      counts,
      strict: wilson(counts.good, own.length),
      lenient: wilson(counts.good + counts.weak, own.length),
    };
  });
}

/** How far two readers agree on the pairs of a lens that both read. */
export interface Pairing extends Agreement {
  readonly lens: string;
  readonly readers: readonly [string, string];
}

export function agreementsOf(labels: readonly Label[]): Pairing[] {
  return grouped(labels, ({ lens }) => lens).flatMap((own) => {
    const readers = [...new Set(own.map(({ reader }) => reader))].sort(compareUtf8);
    return readers.flatMap((first, at) =>
      readers.slice(at + 1).flatMap((second): Pairing[] => {
        const theirs = new Map(
          own.filter(({ reader }) => reader === second).map((one) => [pairOf(one), one.verdict]),
        );
        const shared = own.filter((one) => one.reader === first && theirs.has(pairOf(one)));
        const told = cohensKappa(
          shared.map(({ verdict }) => verdict),
          shared.map((one) => theirs.get(pairOf(one))!),
        );
        return told === null ? [] : [{ lens: own[0]!.lens, readers: [first, second], ...told }];
      }),
    );
  });
}

const pairOf = ({ left, right }: Label): string => `${left}\u0000${right}`;

function grouped(labels: readonly Label[], keyOf: (label: Label) => string): Label[][] {
  const groups = new Map<string, Label[]>();
  for (const label of labels) {
    const key = keyOf(label);
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [label]);
    else own.push(label);
  }
  return [...groups.keys()].sort(compareUtf8).map((key) => groups.get(key)!);
}
