import { writeEmbeddings, type Embedded } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { CodedError, InvalidArgument, type Task } from '../../task/index.js';
import { HASHED_SPACE } from '../../text/index.js';
import type { TextModel } from './model.js';
import { textsToEmbed } from './texts.js';

export interface EmbedOptions {
  readonly of: readonly Embedded[];
  /** Folder of the sources; empty = those that the dump was opened with. */
  readonly src: string;
  /** Name of the space; the model's own unless given. */
  readonly space?: string;
  readonly task: Task;
}

/** A table that was written beside the dump. */
export interface EmbeddedTable {
  readonly file: string;
  readonly of: Embedded;
  readonly space: string;
  readonly rows: number;
  readonly dimension: number;
}

/**
 * Asks the model for the vector of every text and writes them beside the dump, a table a sort. Texts go in one at a time:
 * in a batch, padding would make a vector depend on its neighbours. Throws where no text is at hand.
 */
export async function embedDump(
  graph: CodeGraph,
  model: TextModel,
  { of, src, space = model.space, task }: EmbedOptions,
): Promise<EmbeddedTable[]> {
  if (space === HASHED_SPACE || space === 'none' || space === '')
    throw new InvalidArgument(`name of a space that is taken: ${space}; choose another`);
  const made: EmbeddedTable[] = [];
  for (const sort of of) {
    const { texts, folder } = await textsToEmbed(graph, sort, src, task);
    if (folder === null)
      throw new CodedError(
        'empty_gap',
        'no sources at hand: --src DIR, or `sources` in mimir.config.json',
      );
    const vectors: Float32Array[] = [];
    for (const { text } of texts) {
      task.check('embedding');
      task.progress(`embedding: ${sort}`, vectors.length, texts.length);
      vectors.push(await model.embed(text));
    }
    const dimension = vectors[0]?.length ?? 0;
    if (dimension === 0) continue;
    const values = new Float32Array(vectors.length * dimension);
    vectors.forEach((vector, at) => values.set(vector, at * dimension));
    const ids = texts.map(({ id }) => id);
    const file = writeEmbeddings(
      graph.path,
      { space, of: sort, dimension, ids, values },
      graph.dumpKey,
    );
    made.push({ file, of: sort, space, rows: ids.length, dimension });
  }
  return made;
}
