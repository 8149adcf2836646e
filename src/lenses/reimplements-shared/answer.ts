import type { CodeGraph } from '../../graph/index.js';
import type { Answer, Need } from '../../lens/index.js';
import { fromRows, type Cell, type Relation } from '../../table/index.js';
import { signatureText } from '../clones/index.js';
import { similarityOf, type PairEvidence } from './candidates.js';
import type { Libraries } from './libraries.js';
import type { Manifests } from './manifests.js';
import { LEFT_OUT_PAIRS, type Replacement, type Replacements } from './replacements.js';

/** States of the steps, by step id. */
export interface ReimplementsSharedStates {
  readonly twins: readonly PairEvidence[];
  readonly similar: readonly PairEvidence[];
  readonly pairs: readonly PairEvidence[];
  readonly libraries: Libraries;
  readonly replacements: Replacements;
}

export const pairsTable = (graph: CodeGraph, pairs: readonly PairEvidence[]): Relation =>
  fromRows(
    ['a', 'b'],
    ['a', 'b', 'similarity:real', 'copy:boolean', 'evidence:list'],
    pairs.map((pair) => [
      graph.label(pair.a),
      graph.label(pair.b),
      similarityOf(pair),
      pair.copy,
      pair.lenses,
    ]),
  );

/** Who depends on whom, and how the manifest asks for it: `null` = none is at hand. */
export function dependencesTable(graph: CodeGraph, manifests: Manifests): Relation {
  const { count, src, dst } = graph.edges('DEPENDS_ON');
  const seen = new Set<string>();
  for (let e = 0; e < count; e++) {
    const [from, to] = [graph.crateOf(src[e]!), graph.crateOf(dst[e]!)];
    if (from !== null && to !== null && from !== to) seen.add(`${from}\0${to}`);
  }
  const rows = [...seen].sort().map((pair): Cell[] => {
    const [from = '', to = ''] = pair.split('\0');
    return [from, to, manifests.asks(from, to)];
  });
  return fromRows(['crate', 'library'], ['crate', 'library', 'manifest'], rows);
}

const COLUMNS = [
  'replace',
  'tier',
  'use_instead',
  'library',
  'fit',
  'partial:boolean',
  'own_statics:list',
  'signature',
  'use_instead_public:boolean',
  'action',
  'why',
  'evidence:list',
  'gain_lines:integer',
  'gain_callers:integer',
  'similarity:real',
  'score:real',
  'also:list',
  'replace_loc',
  'use_instead_loc',
];

export const replacementsTable = (graph: CodeGraph, found: readonly Replacement[]): Relation =>
  fromRows(
    ['replace'],
    COLUMNS,
    found.map((one): Cell[] => [
      graph.label(one.replace),
      one.tier,
      graph.label(one.useInstead),
      one.library,
      one.fit,
      one.ownStatics.length > 0,
      one.ownStatics,
      signatureText(graph, one.useInstead),
      true,
      actionOf(graph, one),
      `${String(Math.round(one.similarity * 100))} % alike, ${String(one.callers)} callers, ${String(one.lines)} lines`,
      one.evidence,
      one.lines,
      one.callers,
      one.similarity,
      one.score,
      one.also.map((v) => graph.label(v)),
      placeOf(graph, one.replace),
      placeOf(graph, one.useInstead),
    ]),
  );

function actionOf(
  graph: CodeGraph,
  { replace, useInstead, library, tier, fit }: Replacement,
): string {
  const first = tier === 'already_imports' ? '' : `depend on ${library}, `;
  const how = fit === 'drop_in' ? 'call' : 'call through an adapter';
  return `${first}${how} ${graph.nameOf(useInstead)} of ${library} in the callers of ${graph.nameOf(replace)}, remove it`;
}

const placeOf = (graph: CodeGraph, v: number): string =>
  `${graph.file?.at(v) ?? ''}:${String(graph.line?.[v] ?? 0)}-${String(graph.endLine?.[v] ?? 0)}`;

export function answerOf(
  graph: CodeGraph,
  states: ReimplementsSharedStates,
  needs: readonly Need[],
): Answer {
  const { pairs, libraries, replacements } = states;
  const { findings, leftOut, pairsKept } = replacements;
  return {
    state: !graph.has('DEPENDS_ON')
      ? 'empty_gap'
      : needs.length > 0
        ? 'partial'
        : findings.length === 0
          ? 'empty_fact'
          : 'complete',
    population: { pairs: pairs.length, crates: libraries.crates, manifests: libraries.manifests },
    summary: {
      findings: findings.length,
      functions: new Set(findings.map(({ replace }) => replace)).size,
      already_imports: findings.filter(({ tier }) => tier === 'already_imports').length,
      add_dependency: findings.filter(({ tier }) => tier === 'add_dependency').length,
      pairs_read: pairs.length,
      pairs_kept: pairsKept,
      drop_in: findings.filter(({ fit }) => fit === 'drop_in').length,
      ...Object.fromEntries(
        LEFT_OUT_PAIRS.map((why) => [
          `left_out_${why.replaceAll("'s", '').replace(/[ -]/g, '_')}`,
          leftOut[why],
        ]),
      ),
    },
    findings: replacementsTable(graph, findings),
    notes: notesOf(states),
  };
}

function notesOf({ pairs, libraries, replacements }: ReimplementsSharedStates): string[] {
  const { findings, leftOut } = replacements;
  if (findings.length > 0) return [];
  if (pairs.length === 0)
    return ['semantic-twins and similar-code found no pair: nothing is written twice'];
  if (libraries.edges === 0) return ['no crate of the dump depends on another'];
  return [
    `none of ${String(pairs.length)} pairs can be replaced by a call: ${LEFT_OUT_PAIRS.filter(
      (why) => leftOut[why] > 0,
    )
      .map((why) => `${String(leftOut[why])} ${why}`)
      .join(', ')}`,
  ];
}
