import type { StepResult } from '../../lens/index.js';
import type { NearPairs } from '../../ops/index.js';
import { computedTexts, fromRows, reals, relation } from '../../table/index.js';
import { CALIBRATED_SPACE, type RowVectors } from './vectors.js';

/** What a step of vectors shows: their space, and how many of what have one. */
export const vectorsResult = (state: RowVectors, what: string): StepResult<RowVectors> => ({
  state,
  table: () =>
    fromRows(
      ['space'],
      ['space', `${what}:integer`],
      state.space === null ? [] : [[state.space, state.held]],
    ),
  bytes: state.vectors.values.byteLength,
});

/** Pairs of near vectors, by the names of their rows under the two columns given. */
export const nearResult = (
  state: NearPairs,
  nameOf: (row: number) => string,
  [a, b]: readonly [string, string] = ['a', 'b'],
): StepResult<NearPairs> => ({
  state,
  table: () =>
    relation({
      key: [a, b],
      columns: [
        computedTexts(a, state.a.length, (p) => nameOf(state.a[p]!)),
        computedTexts(b, state.b.length, (p) => nameOf(state.b[p]!)),
        reals('cosine', state.cosine),
      ],
    }),
  rows: state.a.length,
});

/** Floors of a cosine: in the space that was calibrated, and in any other. */
export interface CosineFloors {
  readonly cosine: { readonly value: number };
  readonly cosineCalibrated: { readonly value: number };
}

/** The floor that is asked for; 0 = that of the space. */
export const cosineFloor = (asked: number, { space }: RowVectors, floors: CosineFloors): number =>
  asked > 0
    ? asked
    : space === CALIBRATED_SPACE
      ? floors.cosineCalibrated.value
      : floors.cosine.value;

/** What the parameter of such a floor tells. */
export const cosineDoc = (what: string, floors: CosineFloors): string =>
  `${what}; 0 = ${String(floors.cosineCalibrated.value)} in the space ${CALIBRATED_SPACE}, ${String(floors.cosine.value)} in others`;
