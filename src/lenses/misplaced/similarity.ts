import type { Labels, WeightedUses } from './placement.js';

/**
 * Sokal and Sneath's second coefficient between an item and a module, in millionths: the mean over the module's other
 * items g that refer to anything of ⌊10⁶·i / (i + 2(u + w))⌋, where i, u, w count what both, only f, only g refer to.
 * Whole numbers, so that no order of summation matters.
 */
export class Similarity {
  readonly #uses: WeightedUses;
  readonly #labels: Labels;
  /** Items of each module that refer to anything. */
  readonly #referring: Uint32Array;
  readonly #shared: Uint32Array;
  readonly #sums: Float64Array;

  constructor(uses: WeightedUses, labels: Labels) {
    this.#uses = uses;
    this.#labels = labels;
    this.#referring = new Uint32Array(labels.modules);
    const { offsets } = uses.rows;
    labels.moduleOf.forEach((module, item) => {
      if (offsets[item + 1]! > offsets[item]!) this.#referring[module]!++;
    });
    this.#shared = new Uint32Array(labels.moduleOf.length);
    this.#sums = new Float64Array(labels.modules);
  }

  /** ss2(f, x) for these modules x. */
  of(f: number, modules: readonly number[]): number[] {
    const { rows, columns } = this.#uses;
    const wanted = new Set(modules);
    const touched: number[] = [];
    for (let r = rows.offsets[f]!; r < rows.offsets[f + 1]!; r++) {
      const g = rows.indices[r]!;
      for (let c = columns.offsets[g]!; c < columns.offsets[g + 1]!; c++) {
        const h = columns.indices[c]!;
        if (h === f || !wanted.has(this.#labels.moduleOf[h]!)) continue;
        if (this.#shared[h] === 0) touched.push(h);
        this.#shared[h]!++;
      }
    }
    const own = rows.offsets[f + 1]! - rows.offsets[f]!;
    for (const h of touched) {
      const i = this.#shared[h]!;
      const other = rows.offsets[h + 1]! - rows.offsets[h]!;
      this.#sums[this.#labels.moduleOf[h]!]! += Math.floor(
        (1e6 * i) / (i + 2 * (own - i + other - i)),
      );
      this.#shared[h] = 0;
    }
    return modules.map((module) => {
      const count =
        this.#referring[module]! - (this.#labels.moduleOf[f] === module && own > 0 ? 1 : 0);
      const sum = this.#sums[module]!;
      this.#sums[module] = 0;
      return count === 0 ? 0 : Math.floor(sum / count);
    });
  }
}
