/** Near pairs as they are met: all of them up to a limit, and beyond it what their classes need. */
export class Joined {
  readonly #limit: number;
  readonly #root: Int32Array;
  /** Best partner of a body by (equal, lower number); -1 = none. */
  readonly #best: Int32Array;
  readonly #bestEqual: Uint8Array;
  #listed: { a: number; b: number; equal: number }[] = [];
  readonly #joins: { a: number; b: number; equal: number }[] = [];
  #count = 0;
  #apart = 0;

  constructor(bodies: number, limit: number) {
    this.#limit = limit;
    this.#root = Int32Array.from({ length: bodies }, (_, body) => body);
    this.#best = new Int32Array(bodies).fill(-1);
    this.#bestEqual = new Uint8Array(bodies);
  }

  /** a < b, each pair once. A pair that stands apart joins nothing. */
  add(a: number, b: number, equal: number, apart: boolean): void {
    this.#count++;
    if (this.#count <= this.#limit) this.#listed.push({ a, b, equal });
    else this.#listed = [];
    if (apart) {
      this.#apart++;
      return;
    }
    this.#prefer(a, b, equal);
    this.#prefer(b, a, equal);
    const [x, y] = [this.#find(a), this.#find(b)];
    if (x === y) return;
    this.#root[Math.max(x, y)] = Math.min(x, y);
    this.#joins.push({ a, b, equal });
  }

  /** Whether pairs have joined the two into one class. */
  together(a: number, b: number): boolean {
    return this.#find(a) === this.#find(b);
  }

  /**
   * All pairs; beyond the limit the best of each body and those that joined classes, at most two a body. The classes are
   * the same, and so is the best pair of each: it is the best of its lower body.
   */
  listed(): {
    readonly a: Uint32Array;
    readonly b: Uint32Array;
    readonly equal: Uint8Array;
    readonly count: number;
    readonly apart: number;
    readonly folded: boolean;
  } {
    const folded = this.#count > this.#limit;
    const pairs = folded ? this.#folded() : this.#listed;
    pairs.sort((x, y) => y.equal - x.equal || x.a - y.a || x.b - y.b);
    return {
      a: Uint32Array.from(pairs, (pair) => pair.a),
      b: Uint32Array.from(pairs, (pair) => pair.b),
      equal: Uint8Array.from(pairs, (pair) => pair.equal),
      count: this.#count,
      apart: this.#apart,
      folded,
    };
  }

  #folded(): { a: number; b: number; equal: number }[] {
    const bodies = this.#root.length;
    const pairs = new Map(this.#joins.map((pair) => [pair.a * bodies + pair.b, pair]));
    this.#best.forEach((other, body) => {
      if (other < 0) return;
      const [a, b] = body < other ? [body, other] : [other, body];
      pairs.set(a * bodies + b, { a, b, equal: this.#bestEqual[body]! });
    });
    return [...pairs.values()];
  }

  #prefer(body: number, other: number, equal: number): void {
    const [known, best] = [this.#best[body]!, this.#bestEqual[body]!];
    if (known >= 0 && (equal < best || (equal === best && other > known))) return;
    this.#best[body] = other;
    this.#bestEqual[body] = equal;
  }

  #find(body: number): number {
    const root = this.#root;
    let at = body;
    while (root[at] !== at) {
      root[at] = root[root[at]!]!;
      at = root[at]!;
    }
    return at;
  }
}
