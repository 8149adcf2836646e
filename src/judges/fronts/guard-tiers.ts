/**
 * # guard-tiers (family 11)
 *
 * Question. What would the guard answer to a write of each file as it stands?
 * Formula. permille = (lines − S)·1000 div (H − S): 0–249 observe, 250–750 warn, 751… ask; a breach of the cap by a
 * promoted class is denied.
 * Preconditions. Sources. S and H are those of the score's penalty curve.
 * References. S2:143–156.
 */
import { defineLens, param } from '../../lens/index.js';
import { compareUtf8, fromRows } from '../../table/index.js';
import { isRefused } from '../exact/index.js';
import { curveOf } from '../facts/size-curve.js';
import { judgeWrite, TIERS } from '../guard-tiers.js';
import { KNOBS } from '../knobs.js';
import { SOURCES, srcParam } from './shared-parameters.js';
import { sourcesStep } from './sources-step.js';

export const guardTiers = defineLens({
  id: 'guard-tiers',
  kind: 'judge',
  version: 1,
  title: 'What the guard answers to each file',
  question: 'On which tier of the guard does each file stand?',
  facts: [SOURCES],
  params: {
    ...srcParam,
    promoted: param.boolean({
      default: KNOBS.guard.promoted,
      doc: 'the class of file sizes has paid its false positives and may deny',
    }),
  },
})
  .step(sourcesStep)
  .step({
    id: 'files',
    title: 'Files on the ladder',
    formula: String.raw`\left\lfloor \frac{1000\,(lines - S)}{H - S} \right\rfloor`,
    params: ['promoted'],
    inputs: ['sources'],
    key: ['file'],
    chart: {
      title: 'Files by tier',
      marks: [{ mark: 'barX', from: 'files.tiers', channels: { x: 'files', y: 'tier' } }],
    },
    run: (_, { promoted }, { sources }) => {
      const curve = curveOf(sources.files.map(({ lines }) => lines));
      const rows = isRefused(curve)
        ? []
        : sources.files.map(({ path, lines }) => {
            const answer = judgeWrite({
              lines: BigInt(lines),
              soft: curve.soft,
              hard: curve.hard,
              cap: KNOBS.guard.cap,
              promoted,
            });
            if (isRefused(answer)) return [path, lines, null, null, false] as const;
            return [
              path,
              lines,
              answer.permille === null ? null : Number(answer.permille),
              answer.tier,
              answer.breach,
            ] as const;
          });
      return {
        state: { rows, curve },
        table: () => fromRows(['file'], COLUMNS, rows),
        drawn: {
          tiers: () =>
            fromRows(
              ['tier'],
              ['tier', 'files:integer'],
              TIERS.map((tier) => [tier, rows.filter(([, , , t]) => t === tier).length]),
            ),
        },
      };
    },
  })
  .answer(({ states: { files } }) => {
    const on = files.rows.filter(([, , , tier]) => tier !== null);
    return {
      state: isRefused(files.curve) ? 'empty_gap' : on.length > 0 ? 'complete' : 'empty_fact',
      population: { files: files.rows.length },
      summary: isRefused(files.curve)
        ? { refused: files.curve.refused }
        : {
            soft: Number(files.curve.soft),
            hard: Number(files.curve.hard),
            cap: Number(KNOBS.guard.cap),
            breaches: on.filter(([, , , , breach]) => breach).length,
            denied: on.filter(([, , , tier]) => tier === 'deny').length,
          },
      findings: fromRows(
        ['file'],
        COLUMNS,
        [...on].sort((a, b) => b[1] - a[1] || compareUtf8(a[0], b[0])),
      ),
      notes: on.length > 0 ? [] : ['no file is longer than the soft line'],
    };
  });

const COLUMNS = ['file', 'lines:integer', 'permille:integer', 'tier', 'breach:boolean'];
