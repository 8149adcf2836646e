import { readFile, rename, writeFile, mkdir } from 'node:fs/promises';
import path from 'node:path';

export const VERDICTS = ['good', 'weak', 'bad'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Two items to be judged by what they look like alone: no score, no lens, no order of merit. */
export interface Pair {
  readonly a: string;
  readonly b: string;
}

interface Judged extends Pair {
  readonly verdict: Verdict;
}

const keyOf = ({ a, b }: Pair): string => JSON.stringify([a, b]);

/**
 * A blind reading under way: pairs in the order in which they were drawn, and the verdicts so far. Verdicts are kept
 * in a file, one JSON object a line, in the order in which they were given; opening it again goes on where it stopped.
 */
export class Reading {
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    readonly pairs: readonly Pair[],
    private readonly verdicts: Judged[],
    private readonly file: string,
  ) {}

  static async open(pairs: readonly Pair[], file: string): Promise<Reading> {
    const text = await readFile(file, 'utf8').catch(() => '');
    const verdicts = text.split('\n').flatMap((line, at): Judged[] => {
      if (line.trim() === '') return [];
      const row = parsed(line);
      if (row === null)
        throw new Error(
          `verdict not readable: ${file}:${at + 1}; each line is {"a", "b", "verdict"}`,
        );
      return [row];
    });
    return new Reading(pairs, verdicts, file);
  }

  verdictOf(pair: Pair): Verdict | null {
    const key = keyOf(pair);
    return this.verdicts.findLast((v) => keyOf(v) === key)?.verdict ?? null;
  }

  /** The first pair without a verdict, from `from` on and then from the start; -1 when all are judged. */
  next(from = 0): number {
    const judged = new Set(this.verdicts.map(keyOf));
    const open = (pair: Pair): boolean => !judged.has(keyOf(pair));
    const after = this.pairs.findIndex((pair, at) => at >= from && open(pair));
    return after >= 0 ? after : this.pairs.findIndex(open);
  }

  counts(): Readonly<Record<Verdict, number>> & { readonly done: number } {
    const by = { good: 0, weak: 0, bad: 0 };
    let done = 0;
    for (const pair of this.pairs) {
      const verdict = this.verdictOf(pair);
      if (verdict === null) continue;
      by[verdict]++;
      done++;
    }
    return { ...by, done };
  }

  async judge(pair: Pair, verdict: Verdict): Promise<void> {
    const key = keyOf(pair);
    const at = this.verdicts.findIndex((v) => keyOf(v) === key);
    if (at >= 0) this.verdicts.splice(at, 1);
    this.verdicts.push({ a: pair.a, b: pair.b, verdict });
    await this.write();
  }

  /** Takes the last verdict back; gives its pair's place, or -1 when there is none. */
  async undo(): Promise<number> {
    const last = this.verdicts.pop();
    if (last === undefined) return -1;
    await this.write();
    return this.pairs.findIndex((pair) => keyOf(pair) === keyOf(last));
  }

  /** Writes follow each other: verdicts come faster than files are renamed. */
  private write(): Promise<void> {
    const text = this.verdicts.map((v) => `${JSON.stringify(v)}\n`).join('');
    this.writing = this.writing
      .catch(() => undefined)
      .then(async () => {
        await mkdir(path.dirname(this.file), { recursive: true });
        const aside = `${this.file}.${process.pid}`;
        await writeFile(aside, text);
        await rename(aside, this.file);
      });
    return this.writing;
  }
}

function parsed(line: string): Judged | null {
  try {
    const { a, b, verdict } = JSON.parse(line) as Partial<Judged>;
    return typeof a === 'string' && typeof b === 'string' && VERDICTS.includes(verdict as Verdict)
      ? { a, b, verdict: verdict! }
      : null;
  } catch {
    return null;
  }
}
