import { compareRuns, viewOf, type TextPool } from './text-pool.js';

/** Groups up to this size are sorted by insertion. */
const FEW = 12;
/** A word and a place in its group are one exact number: groups over this size are cut by the engine's sort. */
const MOST = 2 ** 21;

/**
 * Row numbers by the bytes of their texts, equal texts in row order. Texts are sorted by four bytes at a time, each group
 * of equal ones by the next four: ids share long beginnings, which are then looked at once a text and not once a
 * comparison.
 */
export function textOrder(pool: TextPool): Uint32Array {
  const order = new Uint32Array(pool.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  const sorter = new Sorter(pool, order);
  // Groups that are still to be sorted; a text may be long, so this is no recursion.
  const groups: Group[] = [{ from: 0, to: order.length, depth: 0 }];
  for (let group = groups.pop(); group !== undefined; group = groups.pop())
    sorter.sort(group, groups);
  return order;
}

/** Places `[from .. to)` of the order, whose texts are equal in their first `depth` bytes. */
interface Group {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

class Sorter {
  readonly #offsets: Uint32Array;
  readonly #view: DataView;
  readonly #order: Uint32Array;

  constructor(pool: TextPool, order: Uint32Array) {
    this.#offsets = pool.offsets;
    this.#view = viewOf(pool);
    this.#order = order;
  }

  sort({ from, to, depth }: Group, groups: Group[]): void {
    const size = to - from;
    if (size <= FEW) this.#insert(from, to, depth);
    else if (size > MOST)
      this.#order.subarray(from, to).sort((a, b) => this.#compare(a, b, depth) || a - b);
    else this.#byWord(from, to, depth, groups);
  }

  #compare(a: number, b: number, depth: number): number {
    const offsets = this.#offsets;
    const view = this.#view;
    const [i, j] = [offsets[a]! + depth, offsets[b]! + depth];
    return compareRuns(view, i, offsets[a + 1]!, view, j, offsets[b + 1]!);
  }

  #insert(from: number, to: number, depth: number): void {
    const order = this.#order;
    for (let i = from + 1; i < to; i++) {
      const row = order[i]!;
      let j = i - 1;
      while (j >= from && this.#compare(order[j]!, row, depth) > 0) {
        order[j + 1] = order[j]!;
        j--;
      }
      order[j + 1] = row;
    }
  }

  /** The four bytes at a depth as a number; a text that ends before counts as having zeros. */
  #word(row: number, depth: number): number {
    const at = this.#offsets[row]! + depth;
    const left = this.#offsets[row + 1]! - at;
    if (left >= 4) return this.#view.getUint32(at);
    let word = 0;
    for (let i = 0; i < 4; i++) word = word * 256 + (i < left ? this.#view.getUint8(at + i) : 0);
    return word;
  }

  #byWord(from: number, to: number, depth: number, groups: Group[]): void {
    const order = this.#order;
    const size = to - from;
    const keys = new Float64Array(size);
    let equal = true;
    const first = this.#word(order[from]!, depth);
    for (let i = 0; i < size; i++) {
      const word = this.#word(order[from + i]!, depth);
      if (word !== first) equal = false;
      keys[i] = word * MOST + i;
    }
    if (!equal) {
      keys.sort();
      const old = order.slice(from, to);
      for (let i = 0; i < size; i++) order[from + i] = old[keys[i]! % MOST]!;
    }
    for (let start = 0; start < size;) {
      const word = Math.floor(keys[start]! / MOST);
      let end = start + 1;
      while (end < size && Math.floor(keys[end]! / MOST) === word) end++;
      if (end - start > 1) this.#group(from + start, from + end, depth + 4, groups);
      start = end;
    }
  }

  /** Texts that ended in the last word come first, the shortest first: they are beginnings of the others. */
  #group(from: number, to: number, depth: number, groups: Group[]): void {
    const order = this.#order;
    const offsets = this.#offsets;
    const left = (row: number): number => offsets[row]! + depth - offsets[row + 1]!;
    const rows = order.slice(from, to);
    const over = rows.filter((row) => left(row) >= 0);
    if (over.length > 0) {
      over.sort((a, b) => left(b) - left(a) || a - b);
      order.set(over, from);
      order.set(
        rows.filter((row) => left(row) < 0),
        from + over.length,
      );
    }
    if (to - from - over.length > 1) groups.push({ from: from + over.length, to, depth });
  }
}
