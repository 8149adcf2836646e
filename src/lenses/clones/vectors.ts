import { readEmbeddings, type Embedded } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { param } from '../../lens/index.js';
import type { Vectors } from '../../ops/index.js';
import { nearestNames } from '../../table/index.js';
import { InvalidArgument } from '../../task/index.js';
import { HASHED_SPACE } from '../../text/index.js';
import { NO_VECTORS } from './evidence.js';

/** The space whose floors the manual calibrated (S1:1236, 2141). */
export const CALIBRATED_SPACE = 'jina-v2-base-code';

/** Which vectors a lens takes beside the graph. Spread into its parameters. */
export const vectorParams = {
  modelProfile: param.text({
    default: '',
    examples: ['none', HASHED_SPACE],
    doc: `space of the vectors: empty = what lies beside the dump, none, or ${HASHED_SPACE}, made from the sources without a model`,
  }),
};

/** Vectors of a lens's rows; a row without one is 0. */
export interface RowVectors {
  /** `null` = none are used. */
  readonly space: string | null;
  /** Key of the table of embeddings; `null` for vectors made here. */
  readonly key: string | null;
  readonly vectors: Vectors;
  /** Rows that have one. */
  readonly held: number;
  /** What a reader must know of them. */
  readonly notes: readonly string[];
}

export const noVectors = (notes: readonly string[] = [NO_VECTORS]): RowVectors => ({
  space: null,
  key: null,
  vectors: { dimension: 1, values: new Float32Array(0) },
  held: 0,
  notes,
});

/**
 * The vectors of `ids`, one a row (`null` = the row has no id): of the space that is asked for, of the first one beside
 * the dump, or hashed from the sources.
 */
export async function rowVectors(
  graph: CodeGraph,
  modelProfile: string,
  of: Embedded,
  ids: readonly (string | null)[],
  hashed: () => Promise<Vectors>,
): Promise<RowVectors> {
  if (modelProfile === 'none') return noVectors(['no vectors were asked for']);
  if (modelProfile === HASHED_SPACE) {
    const vectors = await hashed();
    const held = heldRows(vectors, ids.length);
    return {
      space: HASHED_SPACE,
      key: null,
      vectors,
      held,
      notes: [
        held === 0
          ? 'no vector was made: the sources are not at hand'
          : `vectors of ${HASHED_SPACE}: words in common, no meaning; a floor of another space says nothing of them`,
      ],
    };
  }
  const tables = readEmbeddings(graph.path).filter((table) => table.of === of);
  const spaces = tables.map(({ space }) => space);
  const table =
    modelProfile === '' ? tables[0] : tables.find(({ space }) => space === modelProfile);
  if (table === undefined) {
    if (modelProfile === '') return noVectors();
    const near = nearestNames(modelProfile, [...spaces, HASHED_SPACE, 'none'], 3);
    throw new InvalidArgument(
      `space that no ${of} vectors beside the dump have: ${modelProfile}; there are ${[...near].join(', ')}`,
    );
  }
  const rowOf = new Map(table.ids.map((id, row) => [id, row]));
  const { dimension } = table;
  const values = new Float32Array(ids.length * dimension);
  ids.forEach((id, row) => {
    const at = id === null ? undefined : rowOf.get(id);
    if (at !== undefined)
      values.set(table.values.subarray(at * dimension, (at + 1) * dimension), row * dimension);
  });
  const vectors = { dimension, values };
  const notes: string[] = [];
  if (table.space !== CALIBRATED_SPACE)
    notes.push(
      `vectors of ${table.space}: the floors were calibrated for ${CALIBRATED_SPACE}; read them as a rule of thumb`,
    );
  if (table.dump !== null && table.dump !== graph.dumpKey)
    notes.push(`the vectors were made for another dump: ${table.dump}`);
  return {
    space: table.space,
    key: table.key,
    vectors,
    held: heldRows(vectors, ids.length),
    notes,
  };
}

function heldRows({ dimension, values }: Vectors, rows: number): number {
  let held = 0;
  for (let row = 0; row < rows; row++) held += Number(hasVector({ dimension, values }, row));
  return held;
}

/** Whether a row has a vector. */
export function hasVector({ dimension, values }: Vectors, row: number): boolean {
  for (let i = row * dimension; i < (row + 1) * dimension && i < values.length; i++)
    if (values[i] !== 0) return true;
  return false;
}
