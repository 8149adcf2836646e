import type { Answer, Need } from '../../lens/index.js';
import { fromRows, type Relation } from '../../table/index.js';
import {
  exactRank,
  deliberateNotes,
  indexCounts,
  leftOutCounts,
  oneTextNotes,
  ASKS_NO_VECTORS,
  pairsOf,
  spanOf,
  textState,
  type ClonePopulation,
  type Deliberate,
  type ExactGroup,
  type Shapes,
} from '../clones/index.js';

/** Groups that stay, and those that a family explains. */
export interface JudgedGroups {
  readonly kept: readonly ExactGroup[];
  readonly deliberate: readonly Deliberate[];
}

/** States of the steps, by step id. */
export interface ExactClonesStates {
  readonly functions: ClonePopulation;
  readonly shapes: Shapes;
  readonly groups: readonly ExactGroup[];
  readonly families: JudgedGroups;
}

export const groupsTable = ({ names }: ClonePopulation, groups: readonly ExactGroup[]): Relation =>
  fromRows(
    ['exact_key'],
    ['exact_key', 'tokens:integer', 'size:integer/functions', 'rank:integer', 'members:list'],
    groups.map((group) => [
      group.key,
      group.tokens,
      group.members.length,
      exactRank(group),
      group.members.map((row) => names[row]!),
    ]),
  );

const COLUMNS = [
  'signal',
  'found_by',
  'why',
  'source',
  'exact_key',
  'tokens:integer',
  'size:integer/functions',
  'members:list',
  'locs:list',
];

const findingsOf = (functions: ClonePopulation, groups: readonly ExactGroup[]): Relation =>
  fromRows(
    ['exact_key'],
    COLUMNS,
    groups.map(({ key, tokens, members }) => [
      'exact',
      'exact: the same normalised body',
      `${String(members.length)} functions are one text of ${String(tokens)} tokens once names and literals are taken away`,
      'graph',
      key,
      tokens,
      members.length,
      members.map((row) => functions.names[row]!),
      members.map((row) => spanOf(functions, row)),
    ]),
  );

export function answerOf(states: ExactClonesStates, needs: readonly Need[]): Answer {
  const { functions, shapes, groups, families } = states;
  const count = functions.ordinals.length;
  return {
    state: textState(functions, shapes, needs, families.kept.length),
    population: { functions: count, shapes: count - shapes.without },
    summary: {
      groups: groups.length,
      pairs: pairsOf(groups),
      groups_matching: families.kept.length,
      pairs_matching: pairsOf(families.kept),
      deliberate_families: families.deliberate.length,
      functions_without_shape: shapes.without,
      ...leftOutCounts(functions),
      ...indexCounts(families.kept.map(() => 'graph' as const)),
    },
    findings: findingsOf(functions, families.kept),
    notes: notesOf(states),
  };
}

function notesOf({ functions, shapes, groups, families }: ExactClonesStates): string[] {
  const count = functions.ordinals.length;
  const notes: string[] = [];
  if (count === 0) notes.push('no function is in scope');
  else if (shapes.without === count)
    notes.push('no text was read: an exact clone is a fact of the sources');
  else if (groups.length === 0)
    notes.push(
      `no two of ${String(count - shapes.without)} texts are one once their names are taken away; lower min-tokens`,
    );
  notes.push(...oneTextNotes(functions));
  notes.push(...deliberateNotes(families.deliberate, 'groups', 'families'));
  notes.push(ASKS_NO_VECTORS);
  return notes;
}
