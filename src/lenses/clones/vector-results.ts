import type { StepResult } from '../../lens/index.js';
import { EXACT_BELOW, type NearPairs } from '../../ops/index.js';
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

/** What the step of near vectors multiplies. */
export const NEAR_PRODUCT = `no product: every pair, given up once its bound is below the floor; from ${EXACT_BELOW} rows on an inverted file`;

/** What a reader must know of near pairs that were not all looked at. */
export const nearNotes = ({ exact }: Pick<NearPairs, 'exact'>): string[] =>
  exact
    ? []
    : [
        `of ${EXACT_BELOW} vectors and more only rows of neighbouring cells were compared: some near pairs are missing`,
      ];

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

/**
 * The floor recorded for the space of the vectors, where none is asked for (0); Infinity where no record is of that space:
 * a floor of one space says nothing in another.
 */
export const recordedFloor = (
  asked: number,
  { space }: Pick<RowVectors, 'space'>,
  floors: Readonly<Record<string, { readonly value: number }>>,
): number =>
  asked > 0 ? asked : ((space === null ? undefined : floors[space]?.value) ?? Infinity);

/** What the parameter of such a floor tells. */
export const cosineDoc = (what: string, floors: CosineFloors): string =>
  `${what}; 0 = ${String(floors.cosineCalibrated.value)} in the space ${CALIBRATED_SPACE}, ${String(floors.cosine.value)} in others`;
