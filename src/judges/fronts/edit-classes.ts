/**
 * # edit-classes (family 09)
 *
 * Question. How much of a change is matched, novel, moved or deleted?
 * Formula. A moved block opens a site iff n·1 + s < n·3; across files two distinct lines, of which one has 19
 * alphanumeric characters.
 * Preconditions. Two git revisions, or one and the working tree.
 * References. S2:115–126; Myers 1986 for the line edit.
 */
import { changesBetween, lineEditOf, sourceRoot } from '../../facts/index.js';
import { defineLens } from '../../lens/index.js';
import { fromRows } from '../../table/index.js';
import { classifyEdits } from '../edit-classes.js';
import { KNOBS } from '../knobs.js';
import { countParam, GIT, revisionParams, srcParam } from './shared-parameters.js';

export const editClasses = defineLens({
  id: 'edit-classes',
  kind: 'judge',
  version: 1,
  title: 'What a change did to the lines',
  question: 'How many lines of a change are matched, novel, moved and deleted?',
  facts: [{ ...GIT, required: true }],
  params: {
    ...srcParam,
    ...revisionParams,
    siteSame: countParam(
      KNOBS.editClasses.siteSame,
      'cost of a site in the file that it came from',
    ),
  },
})
  .step({
    id: 'edits',
    title: 'Line edits of each file',
    formula: String.raw`\min |del| + |add|`,
    params: ['src', 'from', 'to'],
    inputs: [],
    key: ['file'],
    run: async (_, { src, from, to }) => {
      const pairs = await changesBetween(await sourceRoot(src), from, to ?? undefined);
      const edits = pairs.map(({ path, before, after }) => ({
        file: path,
        ...lineEditOf(before, after),
      }));
      return {
        state: edits,
        table: () =>
          fromRows(
            ['file'],
            ['file', 'matched:integer', 'deleted:integer', 'added:integer'],
            edits.map((e) => [e.file, e.matched, e.deleted.length, e.added.length]),
          ),
      };
    },
  })
  .step({
    id: 'classes',
    title: 'Novel and moved',
    formula: String.raw`n \cdot moved + s < n \cdot plain`,
    params: ['siteSame'],
    inputs: ['edits'],
    key: ['file'],
    chart: {
      title: 'Lines of the change',
      marks: [
        { mark: 'barX', from: 'classes.long', channels: { x: 'lines', y: 'file', fill: 'class' } },
      ],
      limit: 120,
    },
    run: (_, { siteSame }, { edits }) => {
      const costs = { ...KNOBS.editClasses, siteSame: BigInt(siteSame) };
      const classes = classifyEdits(edits, costs);
      return {
        state: classes,
        table: () =>
          fromRows(
            ['file'],
            COLUMNS,
            classes.counts.map((c) => [c.file, c.matched, c.novel, c.moved, c.deleted]),
          ),
        drawn: {
          long: () =>
            fromRows(
              ['file', 'class'],
              ['file', 'class', 'lines:integer'],
              classes.counts.flatMap((c) =>
                (['novel', 'moved', 'deleted'] as const).map((name) => [c.file, name, c[name]]),
              ),
            ),
        },
      };
    },
  })
  .answer(({ states: { classes } }) => {
    const sum = (name: 'matched' | 'novel' | 'moved' | 'deleted'): number =>
      classes.counts.reduce((total, c) => total + c[name], 0);
    return {
      state: classes.counts.length > 0 ? 'complete' : 'empty_fact',
      population: { files: classes.counts.length },
      summary: {
        matched: sum('matched'),
        novel: sum('novel'),
        moved: sum('moved'),
        deleted: sum('deleted'),
        sites: classes.sites.length,
      },
      findings: fromRows(
        ['to', 'to_line'],
        ['to', 'to_line:integer', 'from', 'from_line:integer', 'lines:integer'],
        classes.sites.map((s) => [s.toFile, s.toLine, s.fromFile, s.fromLine, s.lines]),
      ),
      notes: classes.counts.length > 0 ? [] : ['nothing differs between the two versions'],
    };
  });

const COLUMNS = ['file', 'matched:integer', 'novel:integer', 'moved:integer', 'deleted:integer'];
