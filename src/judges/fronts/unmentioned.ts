/**
 * # unmentioned (family 13)
 *
 * Question. Which exported names does no other file spell? A report, never a verdict.
 * Formula. emit ⟺ exported ∧ no exempt convention ∧ ¬veto; veto by a mention elsewhere, folded only for names of two
 * segments and seven characters.
 * Preconditions. TypeScript, JavaScript or Rust sources. With a dump of them, its visibility is taken. A name reached through a computed key looks unmentioned.
 * References. S2:170–178.
 */
import { defineLens, param } from '../../lens/index.js';
import { fromRows } from '../../table/index.js';
import { unmentionedDeclarations } from '../facts/mentions.js';
import { dumpVisibility } from '../facts/dump-visibility.js';
import { fileReferences } from '../facts/references.js';
import { KNOBS } from '../knobs.js';
import { UNMENTIONED_CODES } from '../unmentioned.js';
import { emptyState, NO_SOURCES, SOURCES, srcParam } from './shared-parameters.js';
import { sourcesStep } from './sources-step.js';

export const unmentioned = defineLens({
  id: 'unmentioned',
  kind: 'judge',
  version: 2,
  title: 'Exported names that nobody spells',
  question: 'Which exported declarations does no other file mention?',
  facts: [SOURCES],
  params: {
    ...srcParam,
    visibility: param.choice(['sources', 'dump'], {
      default: 'sources',
      doc: 'who says how far a name is seen: its own text, or the dump',
    }),
  },
})
  .step(sourcesStep)
  .step({
    id: 'declarations',
    title: 'Declarations without a mention',
    formula: String.raw`emit \iff vis \cap \{exported\} \ne \emptyset \land conv = 0 \land \neg veto`,
    params: ['visibility'],
    inputs: ['sources'],
    key: ['file', 'name'],
    chart: {
      title: 'Unmentioned names by how far they are seen',
      marks: [{ mark: 'barX', from: 'declarations.codes', channels: { x: 'names', y: 'code' } }],
    },
    run: ({ graph }, { visibility }, { sources }) => {
      const paths = sources.files.map(({ path }) => path);
      const known = visibility === 'dump' ? dumpVisibility(graph, paths) : null;
      const found = unmentionedDeclarations(
        sources,
        fileReferences(sources),
        KNOBS.unmentioned,
        known?.of,
      );
      const seen = new Set<string>();
      const rows = found
        .filter(
          ({ file, name }) =>
            !seen.has(`${file}\0${name}`) && seen.add(`${file}\0${name}`) !== undefined,
        )
        .map(
          ({ file, name, kind, code, line }) =>
            [file, name, kind, UNMENTIONED_CODES[code], line] as const,
        );
      return {
        state: {
          rows,
          files: sources.files.length,
          declared: sources.files.reduce((sum, { parsed }) => sum + parsed.declarations.length, 0),
        },
        needs:
          known === null || known.files > 0
            ? []
            : [{ fact: 'visibility of these files', producer: 'mimir dump of the same sources' }],
        table: () => fromRows(['file', 'name'], COLUMNS, rows),
        drawn: {
          codes: () =>
            fromRows(
              ['code'],
              ['code', 'names:integer'],
              Object.values(UNMENTIONED_CODES).map((code) => [
                code,
                rows.filter(([, , , own]) => own === code).length,
              ]),
            ),
        },
      };
    },
  })
  .answer(({ states: { declarations } }) => ({
    state: declarations.rows.length > 0 ? 'complete' : emptyState(declarations.files),
    population: { files: declarations.files, declarations: declarations.declared },
    summary: {
      unmentioned: declarations.rows.length,
      ...Object.fromEntries(
        Object.values(UNMENTIONED_CODES).map((code) => [
          code,
          declarations.rows.filter(([, , , own]) => own === code).length,
        ]),
      ),
    },
    findings: fromRows(['file', 'name'], COLUMNS, declarations.rows),
    notes:
      declarations.rows.length > 0
        ? []
        : [
            declarations.files === 0
              ? NO_SOURCES
              : 'every exported name is spelled in another file',
          ],
  }));

const COLUMNS = ['file', 'name', 'kind', 'code', 'line:integer'];
