/**
 * # unmentioned (family 13)
 *
 * Question. Which exported names does no other file spell? A report, never a verdict.
 * Formula. emit ⟺ exported ∧ no exempt convention ∧ ¬veto; veto by a mention elsewhere, folded only for names of two
 * segments and seven characters.
 * Preconditions. TypeScript or JavaScript sources. A name reached through a computed key looks unmentioned.
 * References. S2:170–178.
 */
import { defineLens } from '../../lens/index.js';
import { fromRows } from '../../table/index.js';
import { unmentionedDeclarations } from '../facts/mentions.js';
import { parseSources } from '../facts/parsed-sources.js';
import { UNMENTIONED_CODES } from '../unmentioned.js';
import { emptyState, missingSources, NO_SOURCES, SOURCES, srcParam } from './shared-parameters.js';

export const unmentioned = defineLens({
  id: 'unmentioned',
  kind: 'judge',
  version: 1,
  title: 'Exported names that nobody spells',
  question: 'Which exported declarations does no other file mention?',
  facts: [SOURCES],
  params: srcParam,
})
  .step({
    id: 'declarations',
    title: 'Declarations without a mention',
    formula: String.raw`emit \iff vis \cap \{exported\} \ne \emptyset \land conv = 0 \land \neg veto`,
    params: ['src'],
    inputs: [],
    key: ['file', 'name'],
    run: async ({ task }, { src }) => {
      const sources = await parseSources(src, task);
      const found = unmentionedDeclarations(sources);
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
        needs: missingSources(sources.files.length),
        table: () => fromRows(['file', 'name'], COLUMNS, rows),
      };
    },
  })
  .answer(({ states: { declarations } }) => ({
    state: declarations.rows.length > 0 ? 'complete' : emptyState(declarations.files),
    population: { files: declarations.files, declarations: declarations.declared },
    summary: { unmentioned: declarations.rows.length },
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
