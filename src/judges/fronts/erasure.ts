/**
 * # erasure (family 12)
 *
 * Question. Which copies and dead files could be erased, and what forbids it for the others? A plan: nothing is deleted.
 * Formula. The first failing predicate gives the reason; a public dead file is refused before all.
 * Preconditions. Sources.
 * References. S2:158–168. An unvouched confidence has no reason of its own in the source: ours reuses copy_not_dead.
 */
import { defineLens } from '../../lens/index.js';
import { fromRows, sortUtf8 } from '../../table/index.js';
import { ERASURE_CLASSES, judgeErasure, type ErasureRow } from '../erasure.js';
import { placedSegments } from '../facts/clones.js';
import { documentSegments, duplicatePairs } from '../facts/documents.js';
import { deadFiles, fileFlags } from '../facts/liveness-facts.js';
import { fileReferences } from '../facts/references.js';
import { emptyState, entryParam, NO_SOURCES, SOURCES, srcParam } from './shared-parameters.js';
import { sourcesStep } from './sources-step.js';

export const erasure = defineLens({
  id: 'erasure',
  kind: 'judge',
  version: 1,
  title: 'What could be erased',
  question: 'Which duplicates and dead files are safe to erase, and what forbids the others?',
  facts: [SOURCES],
  params: { ...srcParam, ...entryParam },
})
  .step(sourcesStep)
  .step({
    id: 'rows',
    title: 'Rows of the plan and their facts',
    formula: String.raw`reason = \min\{i : \neg P_i\}`,
    params: ['entry'],
    inputs: ['sources'],
    key: ['class', 'row'],
    chart: {
      title: 'Rows by reason',
      marks: [{ mark: 'barX', from: 'rows.reasons', channels: { x: 'rows', y: 'reason' } }],
    },
    run: async ({ task }, { entry }, { sources }) => {
      const references = fileReferences(sources);
      const dead = deadFiles(fileFlags(sources, entry), references.columns);
      const deadSet = new Set(dead.map(({ node }) => node));
      const doubtful = new Set(references.unresolved.map(({ file }) => file));
      const safe = {
        languageResolved: true,
        fullSegment: true,
        bytesEqual: true,
        copyDead: true,
        unitCovered: true,
        deadCode: null,
        vouched: true,
      };
      const facts: { key: string; row: ErasureRow }[] = [];
      for (const { node, code } of dead) {
        // An import that leads nowhere may have meant any file: then the graph does not vouch.
        facts.push({
          key: sources.files[node]!.path,
          row: { ...safe, class: 3, deadCode: code, vouched: doubtful.size === 0 },
        });
      }
      for (const s of placedSegments(sources).segments) {
        const [a, b] = [sources.files[s.a]!, sources.files[s.b]!];
        const text = (file: typeof a, [from, to]: readonly [number, number]): string =>
          file.text
            .split(/\r?\n/)
            .slice(from - 1, to)
            .join('\n');
        const units = [
          ...a.parsed.units.map((u) => [s.a, u] as const),
          ...b.parsed.units.map((u) => [s.b, u] as const),
        ];
        const whole = units.some(([file, u]) =>
          file === s.b
            ? s.linesB[0] <= u.line && s.linesB[1] >= u.endLine
            : s.linesA[0] <= u.line && s.linesA[1] >= u.endLine,
        );
        facts.push({
          key: `${s.fileA}@${s.startA} ~ ${s.fileB}@${s.startB}`,
          row: {
            ...safe,
            class: 2,
            fullSegment: whole,
            bytesEqual: text(a, s.linesA) === text(b, s.linesB),
            copyDead: deadSet.has(s.a) || deadSet.has(s.b),
          },
        });
      }
      const segments = await documentSegments(sources, task);
      for (const { a, b, counts } of duplicatePairs(segments, task).pairs) {
        const whole = counts.run === BigInt(Math.max(a.words.length, b.words.length));
        facts.push({
          key: `${a.key} ~ ${b.key}`,
          row: {
            ...safe,
            class: 1,
            fullSegment: whole,
            bytesEqual: whole && counts.inter === counts.union,
          },
        });
      }
      const rows = facts.map(({ key, row }) => {
        const verdict = judgeErasure(row);
        return [
          row.class === 0 ? 'retired' : ERASURE_CLASSES[row.class],
          key,
          'reason' in verdict ? verdict.name : verdict.class,
        ] as const;
      });
      return {
        state: { rows, files: sources.files.length },
        table: () => fromRows(['class', 'row'], ['class', 'row', 'reason'], rows),
        drawn: {
          reasons: () => {
            const names = sortUtf8([...new Set(rows.map(([, , reason]) => reason))]);
            return fromRows(
              ['reason'],
              ['reason', 'rows:integer'],
              names.map((name) => [name, rows.filter(([, , reason]) => reason === name).length]),
            );
          },
        },
      };
    },
  })
  .answer(({ states: { rows } }) => {
    const free = rows.rows.filter(([, , reason]) => reason === 'eraseable');
    return {
      state: free.length > 0 ? 'complete' : emptyState(rows.files),
      population: { files: rows.files, rows: rows.rows.length },
      summary: { eraseable: free.length, refused: rows.rows.length - free.length },
      findings: fromRows(['class', 'row'], ['class', 'row', 'reason'], free),
      notes: [
        'a plan only: nothing is deleted',
        ...(free.length > 0
          ? []
          : [
              rows.files === 0
                ? NO_SOURCES
                : 'no row is eraseable; step `rows` names the reason of each',
            ]),
      ],
    };
  });
