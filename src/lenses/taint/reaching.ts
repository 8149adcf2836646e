import type { TaintBody } from './body.js';
import type { BodyVertices } from './vertices.js';

/** Definitions of a body that reach a point, by local. */
export class ReachingDefinitions {
  readonly #words: number;
  readonly #in: Uint32Array[];
  readonly #byLocal = new Map<number, number[]>();
  /** Where the positions of each block begin; its terminator is the last. */
  readonly #first: Uint32Array;
  /** Definitions at each position. */
  readonly #at: (number[] | undefined)[];

  /**
   * Forward, union: IN(b) = ∪ OUT(p), the entry's IN holds the parameters; a strong definition kills every other of its
   * local, a weak one none. One bit a definition, blocks in reverse post-order until nothing changes.
   */
  constructor(
    readonly body: TaintBody,
    readonly vertices: BodyVertices,
  ) {
    const { definitions } = vertices;
    this.#words = (definitions.length + 31) >>> 5;
    this.#first = new Uint32Array(body.blocks.length + 1);
    body.blocks.forEach(({ statements }, b) => {
      this.#first[b + 1] = this.#first[b]! + statements.length + 1;
    });
    this.#at = new Array<number[] | undefined>(this.#first[body.blocks.length]!);
    definitions.forEach(({ local, block, position }, d) => {
      push(this.#byLocal, local, d);
      if (block >= 0) (this.#at[this.#first[block]! + position] ??= []).push(d);
    });
    this.#in = body.blocks.map(() => new Uint32Array(this.#words));
    this.#solve();
  }

  /** Definitions that reach a position of a block (before it), as walked by `each`. */
  walk(
    block: number,
    each: (position: number, reaching: (local: number) => readonly number[]) => void,
  ): void {
    const live = this.#in[block]!.slice();
    const reaching = (local: number): readonly number[] =>
      (this.#byLocal.get(local) ?? []).filter((d) => (live[d >>> 5]! >>> (d & 31)) & 1);
    const last = this.body.blocks[block]!.statements.length;
    for (let position = 0; position <= last; position++) {
      each(position, reaching);
      this.#apply(live, block, position);
    }
  }

  /** What reaches the end of a block, after its terminator. */
  atEnd(block: number): (local: number) => readonly number[] {
    const live = this.#in[block]!.slice();
    for (let position = 0; position <= this.body.blocks[block]!.statements.length; position++)
      this.#apply(live, block, position);
    return (local) =>
      (this.#byLocal.get(local) ?? []).filter((d) => (live[d >>> 5]! >>> (d & 31)) & 1);
  }

  #apply(live: Uint32Array, block: number, position: number): void {
    const { definitions } = this.vertices;
    for (const d of this.#at[this.#first[block]! + position] ?? []) {
      const { local, strong } = definitions[d]!;
      if (strong)
        for (const other of this.#byLocal.get(local)!) live[other >>> 5]! &= ~(1 << (other & 31));
      live[d >>> 5]! |= 1 << (d & 31);
    }
  }

  /** Definitions of blocks where a local holds a value, by (2 · local + value). */
  #holding(): ReadonlyMap<number, Uint32Array> {
    const { blocks } = this.body;
    const found = new Map<number, Uint32Array>();
    this.vertices.definitions.forEach(({ block }, d) => {
      for (const [local, holds] of (block < 0 ? undefined : blocks[block]!.holds) ?? []) {
        const key = 2 * local + Number(holds);
        let bits = found.get(key);
        if (bits === undefined) found.set(key, (bits = new Uint32Array(this.#words)));
        bits[d >>> 5]! |= 1 << (d & 31);
      }
    });
    return found;
  }

  /** Definitions of blocks that do not run in one call with a block, by block; none = no bits. */
  #excluded(): readonly (Uint32Array | undefined)[] {
    const holding = this.#holding();
    return this.body.blocks.map(({ holds }) => {
      let bits: Uint32Array | undefined;
      for (const [local, value] of holds ?? []) {
        const other = holding.get(2 * local + Number(!value));
        if (other === undefined) continue;
        if (bits === undefined) bits = other.slice();
        else for (let w = 0; w < bits.length; w++) bits[w]! |= other[w]!;
      }
      return bits;
    });
  }

  #solve(): void {
    const { blocks } = this.body;
    if (blocks.length === 0) return;
    const entry = this.#in[0]!;
    this.vertices.definitions.forEach(({ block }, d) => {
      if (block < 0) entry[d >>> 5]! |= 1 << (d & 31);
    });
    const excluded = this.#excluded();
    const order = reversePostorder(this.body);
    const waiting = new Uint8Array(blocks.length);
    for (const b of order) waiting[b] = 1;
    for (let again = true; again;) {
      again = false;
      for (const b of order) {
        if (waiting[b] === 0) continue;
        waiting[b] = 0;
        const out = this.#in[b]!.slice();
        for (let position = 0; position <= blocks[b]!.statements.length; position++)
          this.#apply(out, b, position);
        for (const next of blocks[b]!.successors) {
          const into = this.#in[next]!;
          const not = excluded[next];
          let grew = false;
          for (let w = 0; w < this.#words; w++) {
            const more = (into[w]! | (out[w]! & ~(not?.[w] ?? 0))) >>> 0;
            if (more === into[w]) continue;
            into[w] = more;
            grew = true;
          }
          if (!grew) continue;
          waiting[next] = 1;
          again = true;
        }
      }
    }
  }
}

function push(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Blocks that the entry reaches, each before those that only it leads to. */
function reversePostorder({ blocks }: TaintBody): number[] {
  const order: number[] = [];
  const met = new Uint8Array(blocks.length);
  const stack: { readonly block: number; next: number }[] = [{ block: 0, next: 0 }];
  met[0] = 1;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const successor = blocks[top.block]!.successors[top.next++];
    if (successor === undefined) {
      order.push(top.block);
      stack.pop();
    } else if (met[successor] === 0) {
      met[successor] = 1;
      stack.push({ block: successor, next: 0 });
    }
  }
  return order.reverse();
}
