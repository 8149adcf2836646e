import type { Quality } from '../../dump/index.js';
import type { CallClass } from './callees.js';

/** The quality figures of one package. */
export class Tally {
  readonly #counts: Record<CallClass, number> = {
    resolved: 0,
    external: 0,
    by_value: 0,
    dispatch: 0,
    unresolved: 0,
  };
  lines = 0;
  unparsed = 0;
  projections = 0;
  untyped = 0;
  bodies = 0;
  /** Bodies whose definition was not found. */
  homeless = 0;
  /** Functions of compilations that rustc wrote no MIR of. */
  withoutBlocks = 0;
  readonly unresolved = new Map<string, number>();
  readonly samples: string[] = [];

  call(kind: CallClass, text: string): void {
    this.#counts[kind]++;
    if (kind === 'unresolved') this.unresolved.set(text, (this.unresolved.get(text) ?? 0) + 1);
  }

  quality(): Quality {
    const calls = Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
    return {
      calls,
      ...this.#counts,
      lines: this.lines,
      unparsed: this.unparsed,
      projections: this.projections,
      projections_untyped: this.untyped,
      bodies: this.bodies,
      bodies_unplaced: this.homeless,
      ...(this.withoutBlocks > 0 && { without_blocks: this.withoutBlocks }),
    };
  }
}

export function sumOf(all: Iterable<Quality>): Quality {
  const sum: Record<string, number> = {};
  for (const quality of all) {
    for (const [name, count] of Object.entries(quality))
      sum[name] = (sum[name] ?? 0) + Number(count);
  }
  return sum;
}
