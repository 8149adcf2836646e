/**
 * # liveness (family 06)
 *
 * Question. Which files can no living thing reach?
 * Formula. judged = files that no entry reaches over references of a trusted rung and a living kind;
 * code = 1 + public + 2·referenced.
 * Preconditions. TypeScript or JavaScript sources. A file that a tool loads by a computed path looks dead.
 * References. S2:72–84.
 */
import { defineLens } from '../../lens/index.js';
import { fromRows } from '../../table/index.js';
import { deadFiles, ENTRY_FLAG, fileFlags } from '../facts/liveness-facts.js';
import { parseSources } from '../facts/parsed-sources.js';
import { fileReferences, REFERENCE_KINDS } from '../facts/references.js';
import { DEAD_CODES, PUBLIC_FLAG } from '../liveness.js';
import {
  emptyState,
  entryParam,
  missingSources,
  NO_SOURCES,
  SOURCES,
  srcParam,
} from './shared-parameters.js';

export const liveness = defineLens({
  id: 'liveness',
  kind: 'judge',
  version: 1,
  title: 'Files that nothing living reaches',
  question: 'Which files does no entry reach?',
  facts: [SOURCES],
  params: { ...srcParam, ...entryParam },
})
  .step({
    id: 'files',
    title: 'Files, entries and public ones',
    formula: String.raw`public = bit_0(flags)`,
    params: ['src', 'entry'],
    inputs: [],
    key: ['file'],
    run: async ({ task }, { src, entry }) => {
      const sources = await parseSources(src, task);
      const flags = fileFlags(sources, entry);
      return {
        state: { sources, flags },
        needs: missingSources(sources.files.length),
        table: () =>
          fromRows(
            ['file'],
            ['file', 'entry:boolean', 'public:boolean'],
            sources.files.map(({ path }, i) => [
              path,
              (flags[i]! & ENTRY_FLAG) !== 0,
              (flags[i]! & PUBLIC_FLAG) !== 0,
            ]),
          ),
      };
    },
  })
  .step({
    id: 'references',
    title: 'References and the rung that resolved them',
    formula: String.raw`rung = \min\{r : |cand_r| = 1\}`,
    params: [],
    inputs: ['files'],
    key: ['src', 'dst', 'kind', 'rung'],
    run: (_, __, { files: { sources } }) => {
      const found = fileReferences(sources);
      const rows = new Map<string, [string, string, string, number]>();
      for (const { src, dst, kind, rung } of found.references) {
        rows.set(`${src} ${dst} ${kind} ${rung}`, [
          sources.files[src]!.path,
          sources.files[dst]!.path,
          REFERENCE_KINDS[kind]!,
          rung,
        ]);
      }
      return {
        state: found,
        table: () =>
          fromRows(
            ['src', 'dst', 'kind', 'rung'],
            ['src', 'dst', 'kind', 'rung:integer'],
            [...rows.values()],
          ),
      };
    },
  })
  .step({
    id: 'dead',
    title: 'Unreached files and their codes',
    formula: String.raw`code = 1 + public + 2 \cdot [indeg \ge 1]`,
    product: 'q⟨¬v,s,r⟩ = q ANY.PAIR A',
    params: [],
    inputs: ['files', 'references'],
    key: ['file'],
    chart: {
      title: 'Unreached files by code',
      marks: [{ mark: 'barX', from: 'dead.codes', channels: { x: 'files', y: 'code' } }],
    },
    run: (_, __, { files: { sources, flags }, references }) => {
      const dead = deadFiles(flags, references);
      const names = dead.map(
        ({ node, code }) => [sources.files[node]!.path, DEAD_CODES[code]] as const,
      );
      return {
        state: names,
        table: () => fromRows(['file'], ['file', 'code'], names),
        drawn: {
          codes: () =>
            fromRows(
              ['code'],
              ['code', 'files:integer'],
              Object.values(DEAD_CODES).map((code) => [
                code,
                names.filter(([, c]) => c === code).length,
              ]),
            ),
        },
      };
    },
  })
  .answer(({ states: { files, references, dead } }) => ({
    state: dead.length > 0 ? 'complete' : emptyState(files.sources.files.length),
    population: { files: files.sources.files.length, references: references.references.length },
    summary: {
      unreached: dead.length,
      entries: [...files.flags].filter((flag) => (flag & ENTRY_FLAG) !== 0).length,
      external: references.external,
      unresolved: references.unresolved.length,
    },
    findings: fromRows(['file'], ['file', 'code'], dead),
    notes:
      dead.length > 0
        ? []
        : [files.sources.files.length === 0 ? NO_SOURCES : 'every file is reached from an entry'],
  }));
