import type { Embedded } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { clonePopulation, eachText, type ClonePopulation } from '../../lenses/clones/index.js';
import { eachGroup } from '../../lenses/group-twins/text-groups.js';
import type { Task } from '../../task/index.js';
import { canonicalText, exactKey, normalise } from '../../text/index.js';

/** A text with the id that its vector goes by. */
export interface TextToEmbed {
  readonly id: string;
  readonly text: string;
}

export interface TextsToEmbed {
  /** Each id once, in the order of the dump. */
  readonly texts: readonly TextToEmbed[];
  /** The folder that was read; `null` = none was at hand. */
  readonly folder: string | null;
}

/** The texts that a lens may ask vectors of, tests among them: functions as they stand, bodies and groups without names. */
export async function textsToEmbed(
  graph: CodeGraph,
  of: Embedded,
  src: string,
  task: Task,
): Promise<TextsToEmbed> {
  const population = clonePopulation(graph, EVERYTHING);
  const texts = new Map<string, string>();
  const add = (id: string, text: string): void => void (texts.has(id) || texts.set(id, text));
  const addShape = (symbols: readonly string[]): void =>
    add(exactKey(symbols), canonicalText(symbols));
  const folder = await reading(of, graph, population, src, task, add, addShape);
  return { texts: [...texts].map(([id, text]) => ({ id, text })), folder };
}

const EVERYTHING = { repo: '', crate: [], includeTests: true, includeDeps: false } as const;

function reading(
  of: Embedded,
  graph: CodeGraph,
  population: ClonePopulation,
  src: string,
  task: Task,
  add: (id: string, text: string) => void,
  addShape: (symbols: readonly string[]) => void,
): Promise<string | null> {
  switch (of) {
    case 'function':
      return eachText(graph, population, src, task, (row, { text, start, end }, unit) => {
        const last = Math.max(unit.from, unit.to - 1);
        add(graph.id(population.ordinals[row]!), text.slice(start[unit.from]!, end[last]!));
      });
    case 'normalised':
      return eachText(graph, population, src, task, (_, stream, { from, to }) =>
        addShape(normalise(stream, from, to).symbols),
      );
    case 'group':
      return eachGroup(graph, population, src, task, (_, __, { symbols }) => addShape(symbols));
  }
}
