import { DEFAULTS } from '../../lens/index.js';
import { HASHED_SPACE } from '../../text/index.js';
import { CALIBRATED_SPACE, recordedFloor, type RowVectors } from '../clones/index.js';

const { cosine, cosineHashed } = DEFAULTS.semanticTwins;

/** Floors of a twin's cosine by the space that they were recorded in. */
export const TWIN_FLOORS: Readonly<Record<string, { readonly value: number }>> = {
  [CALIBRATED_SPACE]: cosine,
  [HASHED_SPACE]: cosineHashed,
};

export const TWIN_FLOOR_DOC = `least cosine of a twin by vectors; 0 = the floor recorded for their space (${cosine.value} of ${CALIBRATED_SPACE}, ${cosineHashed.value} of ${HASHED_SPACE}), and without one none is a twin by vectors`;

export const twinFloor = (asked: number, vectors: Pick<RowVectors, 'space'>): number =>
  recordedFloor(asked, vectors, TWIN_FLOORS);

/** What a reader must know of vectors whose space has no floor. */
export function floorNotes(asked: number, { space }: Pick<RowVectors, 'space'>): string[] {
  if (space === null || Number.isFinite(twinFloor(asked, { space }))) return [];
  return [
    `no floor is recorded for ${space}: its vectors make no twins unless --cosine names one; mimir calibrate scores --of semantic-twins --model-profile ${space} finds it`,
  ];
}
