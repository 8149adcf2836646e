/**
 * # split-seams (family 08)
 *
 * Question. Is this long file worth splitting, and where?
 * Formula. viable ⟺ ⌊1000·(p(total) − p(end) − p(total − end))⌋ ≥ cross references·ref + cut clones·clone + churn·churn + φ.
 * Preconditions. Sources. Churn across a seam is counted from git's line history; without git it is 0 and named as a
 * need.
 * References. S2:100–113.
 */
import { isGitTree, lineHistoryOf } from '../../facts/index.js';
import { defineLens, param } from '../../lens/index.js';
import { compareUtf8, fromRows, reduced } from '../../table/index.js';
import { isRefused } from '../exact/index.js';
import { placedSegments } from '../facts/clones.js';
import { seamsOf } from '../facts/seams.js';
import { curveOf } from '../facts/size-curve.js';
import { KNOBS } from '../knobs.js';
import { judgeSeams } from '../split-seams.js';
import {
  commitsParam,
  countParam,
  emptyState,
  GIT,
  NO_SOURCES,
  SOURCES,
  srcParam,
} from './shared-parameters.js';
import { sourcesStep } from './sources-step.js';

const PRICES = KNOBS.splitSeams;

export const splitSeams = defineLens({
  id: 'split-seams',
  kind: 'judge',
  version: 1,
  title: 'Where a long file could be cut',
  question: 'Which long files are worth splitting, and at which line?',
  facts: [SOURCES, GIT],
  params: {
    ...srcParam,
    ...commitsParam,
    file: param.maybeText({
      doc: 'show every seam of the file whose path contains this; all long files when not said',
    }),
    refMilli: countParam(PRICES.refMilli, 'price of a reference across the seam'),
    cloneMilli: countParam(PRICES.cloneMilli, 'price of a clone that the seam cuts'),
    churnMilli: countParam(PRICES.churnMilli, 'price of a commit that wrote on both sides'),
    phiMilli: countParam(PRICES.phiMilli, 'price of any split'),
  },
})
  .step(sourcesStep)
  .step({
    id: 'long',
    title: 'Files over the soft line, and what crosses their seams',
    formula: String.raw`x > S`,
    params: ['file', 'commits'],
    inputs: ['sources'],
    key: ['file'],
    chart: {
      title: 'Long files',
      marks: [{ mark: 'barX', channels: { x: 'lines', y: 'file' } }],
      limit: 40,
    },
    run: async (_, { file, commits }, { sources }) => {
      const curve = curveOf(sources.files.map(({ lines }) => lines));
      const { segments } = placedSegments(sources);
      const numbered = sources.files.map((source, number) => ({ source, number }));
      const long = isRefused(curve)
        ? []
        : numbered.filter(
            ({ source }) =>
              BigInt(source.lines) > curve.soft && (file === null || source.path.includes(file)),
          );
      const git = await isGitTree(sources.root);
      const paths = long.map(({ source }) => source.path);
      const history = git ? await lineHistoryOf(sources.root, paths, commits) : null;
      const files = long.map(({ source, number }) => {
        const touches = history === null ? null : (history.get(source.path) ?? []);
        return {
          file: source.path,
          lines: source.lines,
          commits: touches?.length ?? null,
          seams: seamsOf(source, number, segments, touches),
        };
      });
      return {
        state: { files, curve },
        table: () =>
          fromRows(
            ['file'],
            ['file', 'lines:integer', 'seams:integer', 'commits:integer'],
            files.map((one) => [one.file, one.lines, one.seams.length, one.commits]),
          ),
        needs: git ? [] : [{ fact: 'churn across a seam', producer: GIT.producer }],
      };
    },
  })
  .step({
    id: 'seams',
    title: 'Seams and their prices',
    formula: String.raw`b(u) = \max(0, \lfloor 1000\,(p(T) - p(e) - p(T - e)) \rfloor)`,
    params: ['refMilli', 'cloneMilli', 'churnMilli', 'phiMilli'],
    inputs: ['long'],
    key: ['file', 'line'],
    chart: {
      title: 'Benefit and cost along the files',
      caption: 'One line a file; dashed: the cost. Where benefit is above cost, a cut pays.',
      marks: [
        { mark: 'line', channels: { x: 'line', y: 'benefit', stroke: 'file' } },
        { mark: 'line', channels: { x: 'line', y: 'cost', stroke: 'file' }, style: { dash: true } },
      ],
      limit: 2000,
    },
    run: (_, prices, { long: { files, curve } }) => {
      const big = {
        refMilli: BigInt(prices.refMilli),
        cloneMilli: BigInt(prices.cloneMilli),
        churnMilli: BigInt(prices.churnMilli),
        phiMilli: BigInt(prices.phiMilli),
      };
      const judged = isRefused(curve)
        ? []
        : files.map(({ file, lines, seams }) => ({
            file,
            lines,
            verdict: judgeSeams(curve, BigInt(lines), seams, big),
          }));
      return {
        state: judged,
        table: () =>
          fromRows(
            ['file', 'line'],
            [
              'file',
              'line:integer',
              'benefit:integer/milli',
              'cost:integer/milli',
              'cross_refs:integer',
              'cut_clones:integer',
              'cross_churn:integer',
              'viable:boolean',
            ],
            judged.flatMap(({ file: path, verdict }) =>
              isRefused(verdict)
                ? []
                : verdict.seams.map(({ seam, benefit, cost, viable }) => [
                    path,
                    Number(seam.end),
                    Number(benefit),
                    Number(cost),
                    Number(seam.crossRefs),
                    Number(seam.cutClones),
                    Number(seam.crossChurn),
                    viable,
                  ]),
            ),
          ),
      };
    },
  })
  .answer(({ needs, states: { sources, long, seams } }) => {
    const { curve } = long;
    const files = sources.files.length;
    const rows = seams.map(({ file, lines, verdict }) => {
      if (isRefused(verdict)) return [file, lines, null, false, null, null, null] as const;
      const best = verdict.best === null ? null : verdict.seams[verdict.best]!;
      if (best === null) return [file, lines, null, false, null, null, null] as const;
      const price = best.cost === 0n ? null : reduced(Number(best.benefit), Number(best.cost));
      return [
        file,
        lines,
        Number(best.seam.end),
        verdict.split,
        Number(best.benefit),
        Number(best.cost),
        price,
      ] as const;
    });
    return {
      state: rows.length === 0 ? emptyState(files) : needs.length > 0 ? 'partial' : 'complete',
      population: { files },
      summary: isRefused(curve)
        ? { refused: curve.refused }
        : {
            soft: Number(curve.soft),
            hard: Number(curve.hard),
            long_files: rows.length,
            worth_splitting: rows.filter(([, , , split]) => split).length,
          },
      findings: fromRows(
        ['file'],
        [
          'file',
          'lines:integer',
          'cut_after:integer',
          'split:boolean',
          'benefit:integer/milli',
          'cost:integer/milli',
          'roi:rational',
        ],
        [...rows].sort((a, b) => b[1] - a[1] || compareUtf8(a[0], b[0])),
      ),
      notes:
        rows.length > 0
          ? ['a long file whose best seam does not pay is exempt: it is long and cohesive']
          : [files === 0 ? NO_SOURCES : 'no file is longer than the soft line'],
    };
  });
