/**
 * # split-seams (family 08)
 *
 * Question. Is this long file worth splitting, and where?
 * Formula. viable ⟺ ⌊1000·(p(total) − p(end) − p(total − end))⌋ ≥ cross references·ref + cut clones·clone + churn·churn + φ.
 * Preconditions. Sources. Churn across a seam needs line history, which git's summaries do not carry: it is counted 0
 * and named as a need.
 * References. S2:100–113.
 */
import { defineLens, param } from '../../lens/index.js';
import { fromRows, reduced } from '../../table/index.js';
import { isRefused } from '../exact/index.js';
import { placedSegments } from '../facts/clones.js';
import { parseSources } from '../facts/parsed-sources.js';
import { seamsOf } from '../facts/seams.js';
import { curveOf } from '../facts/size-curve.js';
import { KNOBS } from '../knobs.js';
import { judgeSeams } from '../split-seams.js';
import { emptyState, missingSources, NO_SOURCES, SOURCES, srcParam } from './shared-parameters.js';

export const splitSeams = defineLens({
  id: 'split-seams',
  kind: 'judge',
  version: 1,
  title: 'Where a long file could be cut',
  question: 'Which long files are worth splitting, and at which line?',
  facts: [SOURCES],
  params: {
    ...srcParam,
    file: param.maybeText({
      doc: 'show every seam of the file whose path contains this; all long files when not said',
    }),
  },
})
  .step({
    id: 'seams',
    title: 'Seams and their prices',
    formula: String.raw`b(u) = \max(0, \lfloor 1000\,(p(T) - p(e) - p(T - e)) \rfloor)`,
    params: ['src', 'file'],
    inputs: [],
    key: ['file', 'line'],
    chart: {
      title: 'Benefit and cost along the files',
      marks: [
        { mark: 'line', channels: { x: 'line', y: 'benefit' } },
        { mark: 'line', channels: { x: 'line', y: 'cost' }, style: { dash: true } },
      ],
      limit: 500,
    },
    run: async ({ task }, { src, file }) => {
      const sources = await parseSources(src, task);
      const curve = curveOf(sources.files.map(({ lines }) => lines));
      const { segments } = placedSegments(sources);
      const judged = isRefused(curve)
        ? []
        : sources.files
            .map((source, number) => ({ source, number }))
            .filter(
              ({ source }) =>
                BigInt(source.lines) > curve.soft && (file === null || source.path.includes(file)),
            )
            .map(({ source, number }) => ({
              file: source.path,
              lines: source.lines,
              verdict: judgeSeams(
                curve,
                BigInt(source.lines),
                seamsOf(source, number, segments),
                KNOBS.splitSeams,
              ),
            }));
      return {
        state: { judged, curve, files: sources.files.length },
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
                    viable,
                  ]),
            ),
          ),
        needs: [
          ...missingSources(sources.files.length),
          { fact: 'churn across a seam', producer: 'line history; counted as 0' },
        ],
      };
    },
  })
  .answer(({ states: { seams } }) => {
    const rows = seams.judged.map(({ file, lines, verdict }) => {
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
      state: rows.length > 0 ? 'partial' : emptyState(seams.files),
      population: { files: seams.files },
      summary: isRefused(seams.curve)
        ? { refused: seams.curve.refused }
        : {
            soft: Number(seams.curve.soft),
            hard: Number(seams.curve.hard),
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
        [...rows].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
      ),
      notes:
        rows.length > 0
          ? ['a long file whose best seam does not pay is exempt: it is long and cohesive']
          : [seams.files === 0 ? NO_SOURCES : 'no file is longer than the soft line'],
    };
  });
