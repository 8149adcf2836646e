import type { Answer, Need } from '../../lens/index.js';
import { fromRows, type Cell, type Relation } from '../../table/index.js';
import {
  CLASS_MEMBERS,
  deliberateNotes,
  graphNeeds,
  indexCounts,
  leftOutCounts,
  oneTextNotes,
  spanOf,
  summaryName,
  type CloneClass,
  type ClonePopulation,
  type Shapes,
} from '../clones/index.js';
import { commonNotes } from './common-rows.js';
import { sharedFeatures, type Features } from './features.js';
import { REFUSALS, type GatedPairs } from './gates.js';
import type { StructuralPairs } from './join.js';
import { wordsOf } from './tables.js';

export interface Classes {
  readonly picked: StructuralPairs;
  readonly classes: readonly CloneClass[];
}

/** States of the steps, by step id. */
export interface StructuralClonesStates {
  readonly functions: ClonePopulation;
  readonly shapes: Shapes;
  readonly features: Features;
  readonly pairs: StructuralPairs;
  readonly gates: GatedPairs;
  readonly classes: Classes;
}

const COLUMNS = [
  'signal',
  'found_by',
  'source',
  'score:real',
  'shared:list',
  'why',
  'a',
  'a_loc',
  'b',
  'b_loc',
  'class_size:integer/functions',
  'class_members:list',
];

/** Words that a finding spells out. */
const SHARED = 6;

export const classesTable = (
  functions: ClonePopulation,
  features: Features,
  { picked, classes }: Classes,
): Relation =>
  fromRows(
    ['a', 'b'],
    COLUMNS,
    classes.map(({ members, pairs: [best = 0] }): Cell[] => {
      const [a, b] = [picked.a[best]!, picked.b[best]!];
      const shared = wordsOf(sharedFeatures(features, a, b, SHARED));
      return [
        'structural',
        'structural: the same rare types, fields and callees',
        'graph',
        picked.score[best]!,
        shared,
        `${String(picked.shared[best]!)} features in common, ${shared[0] ?? ''}`,
        functions.names[a]!,
        spanOf(functions, a),
        functions.names[b]!,
        spanOf(functions, b),
        members.length,
        members.slice(0, CLASS_MEMBERS).map((row) => functions.names[row]!),
      ];
    }),
  );

export function answerOf(states: StructuralClonesStates, needs: readonly Need[]): Answer {
  const { functions, shapes, features, pairs, gates, classes } = states;
  const count = functions.ordinals.length;
  const found = classes.classes.length;
  // Sources are an addition here: only facts of the graph make the answer a part.
  const facts = graphNeeds(needs, shapes);
  const state =
    count > 0 && facts.length === 4
      ? 'empty_gap'
      : facts.length > 0
        ? 'partial'
        : found === 0
          ? 'empty_fact'
          : 'complete';
  return {
    state,
    population: { functions: count, features: features.df.length },
    summary: {
      pairs: gates.kept.length,
      pairs_matching: found,
      pass_functions: count,
      pass_features: features.df.length,
      pass_rare_features: pairs.rareFeatures,
      pass_candidates: pairs.candidates,
      pass_pairs: pairs.a.length,
      ...Object.fromEntries(
        REFUSALS.map((why) => [summaryName('refused', why), gates.refused[why]]),
      ),
      deliberate: gates.deliberate.length,
      functions_without_shape: shapes.without,
      ...leftOutCounts(functions),
      ...indexCounts(classes.classes.map(() => 'graph' as const)),
    },
    findings: classesTable(functions, features, classes),
    notes: notesOf(states),
  };
}

function notesOf({
  functions,
  shapes,
  features,
  pairs,
  gates,
  classes,
}: StructuralClonesStates): string[] {
  const count = functions.ordinals.length;
  const notes = commonNotes(features);
  if (count === 0) notes.push('no function is in scope');
  else if (classes.classes.length === 0) {
    notes.push(
      pairs.a.length === 0
        ? `no two of ${String(count)} functions reach the floor: ${String(pairs.candidates)} pairs share one of ${String(pairs.rareFeatures)} rare features`
        : `all ${String(pairs.a.length)} pairs are refused or deliberate: see the summary`,
    );
  }
  if (count > 0 && shapes.without > 0)
    notes.push(
      `${String(shapes.without)} of ${String(count)} functions have no text at hand: no pair of theirs is refused for its text`,
    );
  notes.push(...oneTextNotes(functions));
  notes.push(...deliberateNotes(gates.deliberate, 'pairs', 'gates'));
  return notes;
}
