import type { Answer, Need } from '../../lens/index.js';
import { fromRows, type Cell, type Relation } from '../../table/index.js';
import {
  CLASS_MEMBERS,
  deliberateNotes,
  indexCounts,
  leftOutCounts,
  oneTextNotes,
  type ClonePopulation,
  type Deliberate,
  type RowVectors,
} from '../clones/index.js';
import { leafShown } from '../structural-clones/words.js';
import type { GroupCandidates } from './candidates.js';
import type { GroupClass } from './classes.js';
import type { GroupRow, MergedGroups } from './merged.js';
import type { TextGroups, TextTwins } from './text-groups.js';
import { lineRanges, type GroupTwins } from './twins.js';
import type { UnitBodies } from './units.js';
import type { Rarity } from './weights.js';

/** States of the steps, by step id. */
export interface GroupTwinsStates {
  readonly functions: ClonePopulation;
  readonly units: UnitBodies;
  readonly rarity: Rarity;
  readonly candidates: { readonly pairs: GroupCandidates; readonly eligible: Uint8Array };
  readonly twins: GroupTwins;
  readonly texts: TextGroups;
  readonly vectors: RowVectors;
  readonly textTwins: TextTwins;
  readonly merged: MergedGroups;
  readonly families: {
    readonly kept: readonly GroupRow[];
    readonly deliberate: readonly Deliberate[];
  };
  /** Rows are places in `families.kept`. */
  readonly classes: readonly GroupClass[];
}

const COLUMNS = [
  'granularity',
  'score:real',
  'score_from',
  'cosine:real',
  'source',
  'exact:boolean',
  'same_function:boolean',
  'shared_kgrams:integer',
  'rare_shared:integer',
  'shared:list',
  'found_by:list',
  'why',
  'a',
  'a_loc',
  'a_lines',
  'b',
  'b_loc',
  'b_lines',
  'key_a',
  'key_b',
  'class_size:integer/places',
  'class_members:list',
];

/** Rows, each a class of its own. */
export const groupsTable = (functions: ClonePopulation, rows: readonly GroupRow[]): Relation =>
  classesTable(
    functions,
    rows,
    rows.map(({ a, b }, at) => ({ places: [a, b], rows: [at] })),
  );

/** One row a class: its best, and the places of all. */
export const classesTable = (
  functions: ClonePopulation,
  rows: readonly GroupRow[],
  classes: readonly GroupClass[],
): Relation =>
  fromRows(
    ['a', 'a_lines', 'b', 'b_lines', 'granularity'],
    COLUMNS,
    classes
      .map(({ places, rows: [best = 0] }) => ({ row: rows[best]!, places }))
      .map(({ row, places }): Cell[] => [
        row.granularity,
        row.score,
        row.scoreFrom,
        row.cosine,
        row.source,
        row.exact,
        row.a.row === row.b.row,
        row.sharedKgrams,
        row.rareShared,
        row.shared.map(keyWords),
        row.foundBy,
        whyOf(row),
        functions.names[row.a.row]!,
        place(functions, row.a),
        lineRanges(row.a.lines),
        functions.names[row.b.row]!,
        place(functions, row.b),
        lineRanges(row.b.lines),
        row.a.key,
        row.b.key,
        places.length,
        places
          .slice(0, CLASS_MEMBERS)
          .map((side) => `${functions.names[side.row]!} ${lineRanges(side.lines)}`),
      ]),
  );

function whyOf({ exact, interleaved, score, scoreFrom, a, b }: GroupRow): string {
  const what =
    scoreFrom === 'graph_score'
      ? exact
        ? 'the same facts in the same order'
        : `${score.toFixed(3)} of their facts by weight`
      : exact
        ? 'one text without its names'
        : `cosine ${score.toFixed(3)}`;
  return [
    what,
    ...(interleaved ? ['interleaved with other statements'] : []),
    ...(a.row === b.row ? ['twice in one function'] : []),
  ].join(', ');
}

const place = ({ files }: ClonePopulation, side: GroupRow['a']): string =>
  `${files[side.row]!}:${String(side.lines[0] ?? 0)}-${String(side.lines.at(-1) ?? 0)}`;

/** A key as words: `calls ledger_open`. */
export function keyWords(key: string): string {
  const rest = key.slice(2);
  switch (key[0]) {
    case 'c':
      return `calls ${leafShown(rest)}`;
    case 'f':
      return `reads .${leafShown(rest)}`;
    case 't':
      return `touches ${leafShown(rest)}`;
    case 'l':
      return `a local ${rest}`;
    case 'b':
      return `block ${rest}`;
    case 'e':
      return `flow ${rest}`;
    default:
      return `statement ${rest}`;
  }
}

export function answerOf(states: GroupTwinsStates, needs: readonly Need[]): Answer {
  const { functions, units, candidates, twins, texts, vectors, textTwins, merged } = states;
  const { families, classes } = states;
  const count = functions.ordinals.length;
  const of = (granularity: 'lines' | 'blocks'): number =>
    units.bodies.filter((body) => body.granularity === granularity && body.units.length > 0).length;
  const cut = of('lines') + of('blocks');
  return {
    state:
      count > 0 && cut === 0 && texts.groups.length === 0
        ? 'empty_gap'
        : needs.length > 0 || twins.unjudged > 0
          ? 'partial'
          : classes.length === 0
            ? 'empty_fact'
            : 'complete',
    population: { functions: count, all_functions: units.population, keys: units.names.length },
    summary: {
      functions: count,
      functions_lines: of('lines'),
      functions_blocks: of('blocks'),
      functions_without_units: count - cut,
      unparsed_blocks: units.unparsed,
      eligible: candidates.pairs.eligible,
      candidates: candidates.pairs.total,
      candidates_unjudged: twins.unjudged,
      insubstantial: twins.insubstantial,
      twins_total: twins.twins.length + merged.added,
      twins_matching: families.kept.length,
      classes: classes.length,
      deliberate: families.deliberate.length,
      twins_graph: twins.twins.length,
      twins_self: twins.twins.filter(({ rowA, rowB }) => rowA === rowB).length,
      twins_embedding_added: merged.added,
      twins_embedding_agreed: merged.agreed,
      text_groups: texts.groups.length,
      text_candidates: textTwins.candidates,
      text_candidates_unjudged: textTwins.unjudged,
      text_buckets_skipped: textTwins.skipped,
      vectors_space: vectors.space,
      vectors_key: vectors.key,
      ...leftOutCounts(functions),
      ...indexCounts(classes.map(({ rows: [best = 0] }) => families.kept[best]!.source)),
    },
    findings: classesTable(functions, families.kept, classes),
    notes: notesOf(states, cut),
  };
}

function notesOf(
  { functions, units, twins, texts, vectors, textTwins, merged, families }: GroupTwinsStates,
  cut: number,
): string[] {
  const count = functions.ordinals.length;
  const notes = [...vectors.notes];
  if (count === 0) notes.push('no function is in scope');
  else if (cut === 0) notes.push('no function has facts with lines, or blocks');
  else if (merged.rows.length === 0) notes.push(`no two of ${String(cut)} functions share a group`);
  notes.push(...oneTextNotes(functions));
  notes.push(...deliberateNotes(families.deliberate, 'pairs', 'families'));
  if (twins.unjudged > 0)
    notes.push(
      `bounded: ${String(twins.unjudged)} pairs with fewer rare keys in common were not judged; raise max-candidates or narrow the scope`,
    );
  if (units.unparsed > 0) notes.push(`${String(units.unparsed)} blocks could not be read`);
  if (texts.folder === null) notes.push('no sources at hand: groups of text were not looked for');
  else if (textTwins.unjudged > 0)
    notes.push(
      `${String(textTwins.unjudged)} pairs of text groups have no vectors: only groups of one text are told`,
    );
  return notes;
}
