/**
 * # tombstones (family 14)
 *
 * Question. Does a change delete a name and write it back as an absence: "(no cache)", `withoutCache`, "the cache is
 * no longer needed"?
 * Formula. site ⟺ names ≥ 1 ∧ (kind ≠ prose ∨ marks ≥ 1), by sentence; names = spelled before, alive nowhere after.
 * Preconditions. Two git revisions, or one and the working tree.
 * References. S2:180–187.
 */
import { changesBetween, lineEditOf, parseSources, sourceRoot } from '../../facts/index.js';
import { defineLens, param } from '../../lens/index.js';
import { fromRows, sortUtf8 } from '../../table/index.js';
import { addedSentences, namesOfChange } from '../facts/tombstone-facts.js';
import { KNOBS } from '../knobs.js';
import { isSite, judgeTombstones } from '../tombstones.js';
import { GIT, revisionParams, srcParam } from './shared-parameters.js';

const KINDS = ['bracketed', 'bare', 'prose'] as const;

export const tombstones = defineLens({
  id: 'tombstones',
  kind: 'judge',
  version: 1,
  title: 'Deleted names that live on as absences',
  question: 'Where does a change write down what it deleted?',
  facts: [{ ...GIT, required: true }],
  params: {
    ...srcParam,
    ...revisionParams,
    marks: param.texts({
      default: KNOBS.tombstones.marks,
      doc: 'words of absence that make a sentence of prose a site',
    }),
    budget: param.maybeInteger({
      min: 0,
      doc: 'sites that are accepted; undeclared, none is too many',
    }),
  },
})
  .step({
    id: 'removed',
    title: 'Names that are gone',
    formula: String.raw`R = \bigcup names(before) \setminus \bigcup alive(after)`,
    params: ['src', 'from', 'to'],
    inputs: [],
    key: ['name'],
    run: async ({ task }, { src, from, to }) => {
      const pairs = await changesBetween(await sourceRoot(src), from, to ?? undefined);
      const gone = await namesOfChange(pairs, await parseSources(src, task));
      const names = sortUtf8([...gone]);
      return {
        state: { pairs, names },
        table: () =>
          fromRows(
            ['name'],
            ['name'],
            names.map((name) => [name]),
          ),
      };
    },
  })
  .step({
    id: 'sentences',
    title: 'Added sentences that spell them',
    formula: String.raw`names \ge 1 \land (kind \ne prose \lor marks \ge 1)`,
    params: ['marks'],
    inputs: ['removed'],
    key: ['file', 'line', 'at'],
    chart: {
      title: 'Sentences by kind, and whether each is a site',
      marks: [
        {
          mark: 'barX',
          from: 'sentences.kinds',
          channels: { x: 'sentences', y: 'kind', fill: 'site' },
        },
      ],
    },
    run: (_, { marks }, { removed }) => {
      const rows = removed.pairs.flatMap(({ path, before, after }) =>
        addedSentences(path, lineEditOf(before, after).added, new Set(removed.names), marks),
      );
      return {
        state: rows,
        drawn: {
          kinds: () =>
            fromRows(
              ['kind', 'site'],
              ['kind', 'site', 'sentences:integer'],
              KINDS.flatMap((kind, i) =>
                [true, false].map((site) => [
                  kind,
                  site ? 'site' : 'no site',
                  rows.filter((r) => r.kind === i && isSite(r) === site).length,
                ]),
              ),
            ),
        },
        table: () =>
          fromRows(
            ['file', 'line', 'at'],
            COLUMNS,
            rows.map((r) => [r.file, r.line, r.at, KINDS[r.kind], r.marks, r.spelled, isSite(r)]),
          ),
      };
    },
  })
  .answer(({ params: { budget }, states: { removed, sentences } }) => {
    const verdict = judgeTombstones(sentences, budget);
    const sites = sentences.filter(isSite);
    return {
      state: sites.length > 0 ? 'complete' : 'empty_fact',
      population: {
        files: removed.pairs.length,
        removed_names: removed.names.length,
        sentences: sentences.length,
      },
      summary: { sites: verdict.sites, over: verdict.over, budget },
      findings: fromRows(
        ['file', 'line', 'at'],
        COLUMNS,
        sites.map((r) => [r.file, r.line, r.at, KINDS[r.kind], r.marks, r.spelled, true]),
      ),
      notes:
        sites.length > 0
          ? []
          : [
              removed.names.length === 0
                ? 'the change removes no name'
                : 'no added sentence spells a removed name as an absence',
            ],
    };
  });

const COLUMNS = [
  'file',
  'line:integer',
  'at:integer',
  'kind',
  'marks:integer',
  'names:list',
  'site:boolean',
];
