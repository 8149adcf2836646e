/**
 * # three-signals (family 07)
 *
 * Question. Which pairs of files are alike, placed alike, and changed together? A candidate code that nothing acts on.
 * Formula. The first rule of the table whose required bits hold and whose forbidden bits are absent; else 0.
 * Preconditions. Sources; without git the churn leg is absent, named, and no churn code is given.
 * References. S2:86–98. What guards a deletion (RG10) is not in the source: here a file that is an entry or public.
 */
import { linksFromEdges, scc } from '../../ops/index.js';
import { defineLens } from '../../lens/index.js';
import { fromRows } from '../../table/index.js';
import { placedSegments } from '../facts/clones.js';
import { churnOf, pairKey } from '../facts/history.js';
import { deadFiles, ENTRY_FLAG, fileFlags } from '../facts/liveness-facts.js';
import { fileReferences } from '../facts/references.js';
import { PUBLIC_FLAG } from '../liveness.js';
import { KNOBS } from '../knobs.js';
import {
  cochangeHot,
  JOIN_RULES,
  joinCode,
  legsMask,
  rewriteHot,
  SIGNALS,
  type Signal,
} from '../three-signals.js';
import {
  commitsParam,
  countParam,
  entryParam,
  GIT,
  NO_SOURCES,
  shareOf,
  shareParam,
  SOURCES,
  srcParam,
} from './shared-parameters.js';
import { sourcesStep } from './sources-step.js';

export const threeSignals = defineLens({
  id: 'three-signals',
  kind: 'judge',
  version: 1,
  title: 'Pairs by similarity, place and history',
  question: 'Which pairs of files are candidates to merge, to delete, or to watch?',
  facts: [SOURCES, GIT],
  params: {
    ...srcParam,
    ...entryParam,
    ...commitsParam,
    sweep: countParam(
      KNOBS.history.sweep,
      'files of a commit that still says something about pairs',
      1,
    ),
    cochangeFloor: countParam(KNOBS.threeSignals.cochangeFloor, 'common commits of a hot pair'),
    rewrite: shareParam(
      [KNOBS.threeSignals.rewriteNum, KNOBS.threeSignals.rewriteDen],
      'share of deleted lines among the changed ones of a pair that is rewritten',
    ),
  },
})
  .step(sourcesStep)
  .step({
    id: 'pairs',
    title: 'Similar pairs and their signals',
    formula: String.raw`legs = sim \lor graph \cdot 2 \lor churn \cdot 4`,
    params: ['entry', 'commits', 'sweep', 'cochangeFloor', 'rewrite'],
    inputs: ['sources'],
    key: ['a', 'b'],
    chart: {
      title: 'Similar pairs by candidate',
      marks: [{ mark: 'barX', from: 'pairs.codes', channels: { x: 'pairs', y: 'candidate' } }],
    },
    run: async ({ task }, asked, { sources }) => {
      const { entry, commits, sweep } = asked;
      const [rewriteNum, rewriteDen] = shareOf(asked.rewrite);
      const knobs = { rewriteNum, rewriteDen, cochangeFloor: BigInt(asked.cochangeFloor) };
      const references = fileReferences(sources);
      const flags = fileFlags(sources, entry);
      const dead = new Set(deadFiles(flags, references.columns).map(({ node }) => node));
      const arcs = references.references;
      const { blockOf } = await scc(
        linksFromEdges(
          sources.files.length,
          arcs.map((r) => r.src),
          arcs.map((r) => r.dst),
        ),
        { task },
      );
      const referenced = new Set(
        references.references.filter(({ src: s, dst }) => s !== dst).map(({ dst }) => dst),
      );
      const churn = await churnOf(sources.root, commits, sweep);
      const seen = new Map<string, readonly [number, number]>();
      for (const { a, b } of placedSegments(sources).segments)
        if (a !== b)
          seen.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [Math.min(a, b), Math.max(a, b)]);
      const rows = [...seen.values()]
        .sort((x, y) => x[0] - y[0] || x[1] - y[1])
        .map(([a, b]) => {
          const [fileA, fileB] = [sources.files[a]!.path, sources.files[b]!.path];
          const together = churn?.together.get(pairKey(fileA, fileB)) ?? 0;
          const changed = (file: string) => churn?.lines.get(file) ?? { added: 0, deleted: 0 };
          const [one, two] = [changed(fileA), changed(fileB)];
          const total = one.added + one.deleted + two.added + two.deleted;
          const rewrite = rewriteHot(
            BigInt(total),
            BigInt(one.deleted),
            BigInt(two.deleted),
            knobs,
          );
          const cochange = cochangeHot(BigInt(together), knobs);
          const guarded = [a, b].some(
            (i) => dead.has(i) && (flags[i]! & (ENTRY_FLAG | PUBLIC_FLAG)) !== 0,
          );
          const holds: readonly [Signal, boolean][] = [
            [SIGNALS.sim, true],
            [SIGNALS.graph, true],
            [SIGNALS.bothReferenced, referenced.has(a) && referenced.has(b)],
            [SIGNALS.distinctSccs, blockOf[a] !== blockOf[b]],
            [SIGNALS.deadFlank, dead.has(a) || dead.has(b)],
            [SIGNALS.guard, guarded],
            [SIGNALS.cochange, churn !== null && cochange],
            [SIGNALS.rewrite, churn !== null && rewrite],
          ];
          const signals = new Set(holds.filter(([, held]) => held).map(([bit]) => bit));
          const mask = legsMask({ sim: true, graphBoth: true, churn: cochange || rewrite });
          return {
            fileA,
            fileB,
            signals,
            mask,
            together,
            cochange: churn !== null && cochange,
            rewrite: churn !== null && rewrite,
            code: joinCode(signals),
          };
        });
      return {
        state: { rows, files: sources.files.length, git: churn !== null },
        table: () =>
          fromRows(
            ['a', 'b'],
            ['a', 'b', 'signals:list', 'legs:integer', 'together:integer/commits', 'code:integer'],
            rows.map((r) => [
              r.fileA,
              r.fileB,
              [...r.signals].map(String),
              r.mask,
              r.together,
              r.code,
            ]),
          ),
        drawn: {
          codes: () =>
            fromRows(
              ['candidate'],
              ['candidate', 'pairs:integer'],
              [...JOIN_RULES, { code: 0, name: 'none' }].map(({ code, name }) => [
                name,
                rows.filter((row) => row.code === code).length,
              ]),
            ),
        },
        needs: churn === null ? [{ fact: GIT.fact, producer: GIT.producer }] : [],
      };
    },
  })
  .answer(({ states: { pairs } }) => {
    const coded = pairs.rows.filter(({ code }) => code > 0);
    return {
      state:
        pairs.files === 0
          ? 'empty_gap'
          : !pairs.git
            ? 'partial'
            : coded.length > 0
              ? 'complete'
              : 'empty_fact',
      population: { files: pairs.files, similar_pairs: pairs.rows.length },
      summary: {
        ...Object.fromEntries(
          JOIN_RULES.map(({ code, name }) => [name, coded.filter((r) => r.code === code).length]),
        ),
        cochanging: pairs.rows.filter(({ cochange }) => cochange).length,
        rewritten: pairs.rows.filter(({ rewrite }) => rewrite).length,
      },
      findings: fromRows(
        ['a', 'b'],
        ['a', 'b', 'candidate', 'severity:integer'],
        coded.map(({ fileA, fileB, code }) => {
          const rule = JOIN_RULES.find((r) => r.code === code)!;
          return [fileA, fileB, rule.name, rule.severity];
        }),
      ),
      notes:
        coded.length > 0
          ? []
          : [pairs.files === 0 ? NO_SOURCES : 'no pair of files gives a candidate'],
    };
  });
