import { CodedError, InvalidArgument } from '../task/index.js';
import { kebabCase } from './arguments.js';
import { didYouMean } from './did-you-mean.js';
import type { Lens, LensKind } from './lens.js';

/** The lenses that a front door offers: lenses, calibrations and judges alike. */
export interface Registry {
  /** In the order in which they were registered; only those of one kind where it is named. */
  all(kind?: LensKind): readonly Lens[];
  /** By id, whatever its spelling. Throws `InvalidArgument` with the nearest names. */
  named(id: string): Lens;
}

/** A registry of these lenses. Throws when two have one id. */
export function createRegistry(lenses: readonly Lens[]): Registry {
  const byId = new Map<string, Lens>();
  for (const lens of lenses) {
    if (byId.has(lens.id)) throw new CodedError('bad_lens', `two lenses of one id: ${lens.id}`);
    byId.set(lens.id, lens);
  }
  return {
    all: (kind) => (kind === undefined ? lenses : lenses.filter((lens) => lens.kind === kind)),
    named(id) {
      const lens = byId.get(kebabCase(id));
      if (lens === undefined)
        throw new InvalidArgument(`unknown lens: ${id}; ${didYouMean(id, [...byId.keys()])}`);
      return lens;
    },
  };
}
