import type { Answer, Need } from '../../lens/index.js';
import type { Vectors } from '../../ops/index.js';
import { fromRows, type Cell, type Relation } from '../../table/index.js';
import {
  CLASS_MEMBERS,
  deliberateNotes,
  graphNeeds,
  indexCounts,
  leftOutCounts,
  listedPairs,
  oneTextNotes,
  nearNotes,
  plainState,
  spanOf,
  type CloneClass,
  type ClonePopulation,
  type Deliberate,
  type Shapes,
} from '../clones/index.js';
import type { Features } from '../structural-clones/features.js';
import type { RoleLinks } from './fastrp.js';
import type { ItemGraph } from './items.js';
import type { RoleLabels } from './kept.js';
import type { RolePair, RolePairs } from './pairs.js';
import { labelWords, sharedByFeatures, sharedTokens } from './shared-words.js';
import type { RoleTokens } from './tokens.js';

/** What the engines read, name and compare: one of each, by engine. */
export type RoleItems =
  | { readonly engine: 'wl'; readonly items: ItemGraph }
  | { readonly engine: 'fastrp'; readonly links: RoleLinks; readonly features: Features };
export type RoleSpace =
  | { readonly engine: 'wl'; readonly labels: RoleLabels }
  | { readonly engine: 'fastrp'; readonly vectors: Vectors; readonly hasRole: Uint8Array };
export type RoleEvidence =
  | { readonly engine: 'wl'; readonly tokens: RoleTokens }
  | { readonly engine: 'fastrp'; readonly features: Features };

export interface RoleFindings {
  readonly kept: readonly RolePair[];
  readonly deliberate: readonly Deliberate[];
  /** Members are rows of the pairs, `pairs` of a class are places in `kept`. */
  readonly classes: readonly CloneClass[];
}

/** States of the steps, by step id. */
export interface RoleNeighboursStates {
  readonly functions: ClonePopulation;
  readonly shapes: Shapes;
  readonly items: RoleItems;
  readonly labels: RoleSpace;
  readonly tokens: RoleEvidence;
  readonly pairs: RolePairs;
  readonly findings: RoleFindings;
}

const COLUMNS = [
  'signal',
  'found_by',
  'source',
  'score:real',
  'class',
  'shared:list',
  'why',
  'a',
  'a_loc',
  'b',
  'b_loc',
  'class_size:integer/functions',
  'class_members:list',
];

export function findingsTable(
  functions: ClonePopulation,
  items: RoleItems,
  labels: RoleSpace,
  evidence: RoleEvidence,
  { rows }: RolePairs,
  kept: readonly RolePair[],
  members: readonly (readonly number[])[] = kept.map((pair) => membersOf(rows, pair)),
): Relation {
  const words =
    items.engine === 'wl' && labels.engine === 'wl'
      ? labelWords(items.items, labels.labels.rounds[0]!)
      : new Map<bigint, string>();
  return fromRows(
    ['a', 'b'],
    COLUMNS,
    kept.map((pair, at): Cell[] => {
      const everyone = members[at]!;
      const [a, b] = endsOf(rows, pair);
      const shared =
        evidence.engine === 'wl'
          ? sharedTokens(evidence.tokens, words, a, b)
          : sharedByFeatures(evidence.features, a, b);
      return [
        'role',
        evidence.engine === 'wl'
          ? 'role: the same kinds of neighbours'
          : 'role: the same neighbours (FastRP)',
        'graph',
        pair.score,
        pair.exact ? 'exact' : 'graded',
        shared,
        shared[0] ?? '',
        functions.names[a]!,
        spanOf(functions, a),
        functions.names[b]!,
        spanOf(functions, b),
        everyone.length,
        everyone.slice(0, CLASS_MEMBERS).map((row) => functions.names[row]!),
      ];
    }),
  );
}

/** The functions that stand for a pair: the first of each row, or the first two of one. */
export function endsOf(rows: RolePairs['rows'], { a, b }: RolePair): readonly [number, number] {
  const [first, second] = a === b ? rows[a]!.members : [rows[a]!.members[0], rows[b]!.members[0]];
  const [x, y] = [first!, second!];
  return x < y ? [x, y] : [y, x];
}

/** Every function of a pair's rows, ascending. */
export const membersOf = (rows: RolePairs['rows'], { a, b }: RolePair): number[] =>
  (a === b ? [...rows[a]!.members] : [...rows[a]!.members, ...rows[b]!.members]).sort(
    (x, y) => x - y,
  );

export function answerOf(
  states: RoleNeighboursStates,
  { rounds, classes }: { readonly rounds: number; readonly classes: boolean },
  needs: readonly Need[],
): Answer {
  const { functions, shapes, items, labels, tokens, pairs, findings } = states;
  const count = functions.ordinals.length;
  const facts = graphNeeds(needs, shapes);
  const gap = count > 0 && facts.some(({ fact }) => fact === 'CALLS') && facts.length >= 3;
  return {
    state: gap ? 'empty_gap' : plainState(facts, findings.kept.length),
    population: {
      functions: count,
      items:
        items.engine === 'wl' ? items.items.ordinals.length : items.links.links.offsets.length - 1,
    },
    summary: {
      engine: items.engine,
      space: items.engine === 'wl' ? 'role-wl-v1' : 'fastrp-v1',
      rounds: items.engine === 'wl' ? rounds : null,
      pairs: pairs.count,
      pairs_exact: pairs.exact,
      pairs_matching: findings.kept.length,
      classes: findings.classes.length,
      ...spaceSummary(labels),
      has_role: hasRoleOf(labels, tokens),
      pass_rows: pairs.rows.length,
      pass_candidates: pairs.candidates,
      pass_common_tokens: tokens.engine === 'wl' ? tokens.tokens.common : null,
      pass_hubs: items.engine === 'wl' ? items.items.cut : null,
      deliberate: findings.deliberate.length,
      ...leftOutCounts(functions),
      ...indexCounts(findings.kept.map(() => 'graph' as const)),
    },
    findings: listed(states, classes),
    notes: notesOf(states),
  };
}

/** All pairs, each with the functions of its two rows; or the best of each class, with those of all its rows. */
function listed(
  { functions, items, labels, tokens, pairs, findings }: RoleNeighboursStates,
  folded: boolean,
): Relation {
  const { kept, classes } = findings;
  const which = listedPairs(kept.length, classes, folded).map((at) => kept[at]!);
  return findingsTable(
    functions,
    items,
    labels,
    tokens,
    pairs,
    which,
    folded
      ? classes.map(({ members }) =>
          members.flatMap((row) => pairs.rows[row]!.members).sort((x, y) => x - y),
        )
      : undefined,
  );
}

function spaceSummary(labels: RoleSpace): Record<string, Cell> {
  if (labels.engine === 'fastrp')
    return { mode: 'full', recomputed: null, changed: null, stored: null, distinct_labels: null };
  const { mode, recomputed, changed, stored, rounds } = labels.labels;
  return {
    mode,
    recomputed,
    changed: changed.length,
    stored,
    distinct_labels: new Set(rounds.at(-1)!).size,
  };
}

const hasRoleOf = (labels: RoleSpace, tokens: RoleEvidence): number =>
  (tokens.engine === 'wl'
    ? tokens.tokens.hasRole
    : labels.engine === 'fastrp'
      ? labels.hasRole
      : new Uint8Array(0)
  ).reduce((sum, flag) => sum + flag, 0);

function notesOf({ functions, labels, tokens, pairs, findings }: RoleNeighboursStates): string[] {
  const count = functions.ordinals.length;
  const notes: string[] = [];
  if (count === 0) notes.push('no function is in scope');
  else if (findings.kept.length === 0) {
    notes.push(
      pairs.count > 0
        ? `all ${String(pairs.count)} pairs are deliberate families`
        : `no two of the ${String(hasRoleOf(labels, tokens))} functions that have a role play the same one: lower score`,
    );
  }
  const grouped = pairs.rows.filter(({ members }) => members.length > 1).length;
  if (grouped > 0)
    notes.push(
      `${String(grouped)} sets of functions have one role exactly; each is one row, its pairs are counted`,
    );
  notes.push(...nearNotes({ exact: pairs.complete }));
  notes.push(...oneTextNotes(functions));
  notes.push(...deliberateNotes(findings.deliberate, 'findings', 'findings'));
  return notes;
}
