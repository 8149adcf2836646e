/**
 * # liveness (family 06)
 *
 * Question. Which files or declarations can no living thing reach?
 * Formula. judged = nodes that no entry reaches over references of a trusted rung and a living kind;
 * code = 1 + public + 2·referenced.
 * Preconditions. TypeScript, JavaScript or Rust sources, or a dump. What a tool loads by a computed path looks dead.
 * References. S2:72–84.
 */
import { defineLens, param } from '../../lens/index.js';
import { fromRows } from '../../table/index.js';
import type { Task } from '../../task/index.js';
import { parseSources } from '../../facts/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { dumpReferences } from '../facts/dump-references.js';
import { deadFiles, ENTRY_FLAG, fileFlags } from '../facts/liveness-facts.js';
import { fileReferences, REFERENCE_KINDS } from '../facts/references.js';
import { KNOBS } from '../knobs.js';
import { DEAD_CODES, PUBLIC_FLAG, type ReferenceColumns } from '../liveness.js';
import {
  countParam,
  emptyState,
  entryParam,
  NO_SOURCES,
  SOURCES,
  srcParam,
} from './shared-parameters.js';

/** What is judged, and how it hangs together. */
export interface Judged {
  readonly names: readonly string[];
  readonly flags: Uint32Array;
  readonly columns: ReferenceColumns;
  readonly external: number;
  readonly unresolved: number;
}

export const liveness = defineLens({
  id: 'liveness',
  kind: 'judge',
  version: 2,
  title: 'What nothing living reaches',
  question: 'Which files or declarations does no entry reach?',
  facts: [
    { ...SOURCES, required: false },
    { fact: 'a dump', producer: 'mimir dump ts or rust', required: false },
  ],
  params: {
    of: param.choice(['sources', 'files', 'items'], {
      default: 'sources',
      doc: 'files of the sources, by their imports; or files or declarations of the dump, by its edges',
    }),
    ...srcParam,
    ...entryParam,
    api: param.boolean({
      default: false,
      doc: 'of a dump: what a package exposes to others is alive too',
    }),
    minRung: countParam(
      KNOBS.liveness.minRung,
      'references found on a higher rung are not trusted',
    ),
    inert: param.choices(REFERENCE_KINDS, {
      default: KNOBS.liveness.inert as readonly (typeof REFERENCE_KINDS)[number][],
      doc: 'kinds of references that keep nothing alive',
    }),
  },
})
  .step({
    id: 'files',
    title: 'What is judged: entries and public ones',
    formula: String.raw`public = bit_0(flags)`,
    params: ['of', 'src', 'entry', 'api'],
    inputs: [],
    key: ['file'],
    version: 2,
    run: async ({ task, graph }, asked) => {
      const judged = await judgedOf(asked, graph, task);
      const { names, flags } = judged;
      const missing =
        asked.of === 'sources'
          ? { fact: SOURCES.fact, producer: SOURCES.producer }
          : { fact: 'a dump', producer: 'mimir dump ts or rust, then --dump DIR' };
      return {
        state: judged,
        rows: names.length,
        needs: names.length === 0 ? [missing] : [],
        table: () =>
          fromRows(
            ['file'],
            ['file', 'entry:boolean', 'public:boolean'],
            names.map((name, i) => [
              name,
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
    chart: {
      title: 'References by rung and kind',
      marks: [
        {
          mark: 'barX',
          from: 'references.rungs',
          channels: { x: 'references', y: 'rung', fill: 'kind' },
        },
      ],
    },
    run: (_, __, { files: { names, columns } }) => {
      const { src, dst, kind, rung } = columns;
      const rows = (): [string, string, string, number][] => {
        const distinct = new Map<string, [string, string, string, number]>();
        src.forEach((from, i) => {
          distinct.set(`${from} ${dst[i]!} ${kind[i]!} ${rung[i]!}`, [
            names[from]!,
            names[dst[i]!]!,
            REFERENCE_KINDS[kind[i]!]!,
            rung[i]!,
          ]);
        });
        return [...distinct.values()];
      };
      return {
        state: null,
        table: () =>
          fromRows(['src', 'dst', 'kind', 'rung'], ['src', 'dst', 'kind', 'rung:integer'], rows()),
        drawn: {
          rungs: () =>
            fromRows(['rung', 'kind'], ['rung', 'kind', 'references:integer'], ladderOf(columns)),
        },
      };
    },
  })
  .step({
    id: 'dead',
    title: 'Unreached, and their codes',
    formula: String.raw`code = 1 + public + 2 \cdot [indeg \ge 1]`,
    product: 'q⟨¬v,s,r⟩ = q ANY.PAIR A',
    params: ['minRung', 'inert'],
    inputs: ['files'],
    key: ['file'],
    chart: {
      title: 'Unreached by code',
      marks: [{ mark: 'barX', from: 'dead.codes', channels: { x: 'files', y: 'code' } }],
    },
    run: (_, knobs, { files }) => {
      const dead = deadFiles(files.flags, files.columns, knobs);
      const names = dead.map(({ node, code }) => [files.names[node]!, DEAD_CODES[code]] as const);
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
  .answer(({ params, states: { files, dead } }) => ({
    state: dead.length > 0 ? 'complete' : emptyState(files.names.length),
    population: { [NOUNS[params.of]]: files.names.length, references: files.columns.src.length },
    summary: {
      unreached: dead.length,
      ...Object.fromEntries(
        Object.values(DEAD_CODES).map((code) => [code, dead.filter(([, c]) => c === code).length]),
      ),
      entries: [...files.flags].filter((flag) => (flag & ENTRY_FLAG) !== 0).length,
      external: files.external,
      unresolved: files.unresolved,
    },
    findings: fromRows(['file'], ['file', 'code'], dead),
    notes:
      dead.length > 0
        ? []
        : [
            files.names.length > 0
              ? 'everything is reached from an entry'
              : params.of === 'sources'
                ? NO_SOURCES
                : 'no dump: name one with --dump DIR',
          ],
  }));

const NOUNS = { sources: 'files', files: 'files', items: 'declarations' } as const;

async function judgedOf(
  asked: {
    readonly of: 'sources' | 'files' | 'items';
    readonly src: string;
    readonly entry: readonly string[];
    readonly api: boolean;
  },
  graph: CodeGraph,
  task: Task,
): Promise<Judged> {
  const { of, src, entry, api } = asked;
  if (of !== 'sources') {
    if (graph.nodeCount === 0) return NOTHING;
    return dumpReferences(graph, { grain: of, entry, api }, task);
  }
  const sources = await parseSources(src, task);
  const { columns, external, unresolved } = fileReferences(sources);
  return {
    names: sources.files.map(({ path }) => path),
    flags: fileFlags(sources, entry),
    columns,
    external,
    unresolved: unresolved.length,
  };
}

const NOTHING: Judged = {
  names: [],
  flags: new Uint32Array(),
  columns: {
    src: new Uint32Array(),
    dst: new Uint32Array(),
    kind: new Uint8Array(),
    rung: new Uint8Array(),
  },
  external: 0,
  unresolved: 0,
};

/** How many references each rung and kind has. */
function ladderOf({ kind, rung }: ReferenceColumns): (readonly [string, string, number])[] {
  const counts = new Map<number, number>();
  rung.forEach((one, i) => {
    const key = one * REFERENCE_KINDS.length + kind[i]!;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([key, count]) => {
      const own = key % REFERENCE_KINDS.length;
      const at = (key - own) / REFERENCE_KINDS.length;
      return [`rung ${at}`, REFERENCE_KINDS[own]!, count] as const;
    });
}
