import { createHash } from 'node:crypto';
import {
  labelOf,
  readLabels,
  writeLabels,
  type Label,
  type Verdict,
} from '../../calibrate/labels/label-table.js';

export type { Verdict } from '../../calibrate/labels/label-table.js';

/** Two items to be judged by what they look like alone. The score is kept for the table and never shown. */
export type Pair = Pick<Label, 'lens' | 'left' | 'right' | 'score'>;

const keyOf = ({ lens, left, right }: Pick<Label, 'lens' | 'left' | 'right'>): string =>
  JSON.stringify([lens, left, right]);

/**
 * A blind reading under way: pairs, and one reader's verdicts so far. Each verdict is written at once into a table of
 * labels, which others may read and write too; opening it again goes on where it stopped.
 */
export class Reading {
  /** In an order that tells nothing of merit, and is the same each time: answers come best first. */
  readonly pairs: readonly Pair[];
  readonly #verdicts = new Map<string, Verdict>();
  /** Judged pairs, the last one last. */
  readonly #given: string[] = [];

  constructor(
    pairs: readonly Pair[],
    readonly file: string,
    readonly reader: string,
  ) {
    const own = new Map(pairs.map((pair) => [keyOf(pair), pair]));
    this.pairs = [...own]
      .map(([key, pair]) => ({ pair, place: createHash('sha256').update(key).digest('hex') }))
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ pair }) => pair);
    const known = new Map(
      readLabels(file)
        .filter((label) => label.reader === reader)
        .map((label) => [keyOf(label), label.verdict]),
    );
    for (const pair of this.pairs) {
      const key = keyOf(pair);
      const verdict = known.get(key);
      if (verdict !== undefined) this.#put(key, verdict);
    }
  }

  verdictOf(pair: Pair): Verdict | null {
    return this.#verdicts.get(keyOf(pair)) ?? null;
  }

  /** The first pair without a verdict, from `from` on and then from the start; -1 when all are judged. */
  next(from = 0): number {
    const open = (pair: Pair): boolean => !this.#verdicts.has(keyOf(pair));
    const after = this.pairs.findIndex((pair, at) => at >= from && open(pair));
    return after >= 0 ? after : this.pairs.findIndex(open);
  }

  counts(): Readonly<Record<Verdict, number>> & { readonly done: number } {
    const by = { good: 0, weak: 0, bad: 0 };
    for (const verdict of this.#verdicts.values()) by[verdict]++;
    return { ...by, done: this.#verdicts.size };
  }

  judge(pair: Pair, verdict: Verdict): void {
    this.#put(keyOf(pair), verdict);
    this.#write();
  }

  /** Takes the last verdict back; gives its pair's place, or -1 when there is none. */
  undo(): number {
    const last = this.#given.pop();
    if (last === undefined) return -1;
    this.#verdicts.delete(last);
    this.#write();
    return this.pairs.findIndex((pair) => keyOf(pair) === last);
  }

  #put(key: string, verdict: Verdict): void {
    const at = this.#given.indexOf(key);
    if (at >= 0) this.#given.splice(at, 1);
    this.#given.push(key);
    this.#verdicts.set(key, verdict);
  }

  /** What others wrote meanwhile stays. */
  #write(): void {
    const { reader } = this;
    const mine = new Set(this.pairs.map(keyOf));
    const others = readLabels(this.file).filter(
      (label) => label.reader !== reader || !mine.has(keyOf(label)),
    );
    const own = this.pairs.flatMap((pair): Label[] => {
      const verdict = this.verdictOf(pair);
      return verdict === null ? [] : [labelOf({ ...pair, reader, verdict })];
    });
    writeLabels(this.file, [...others, ...own]);
  }
}
