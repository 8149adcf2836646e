import type { CodeGraph } from '../../graph/index.js';
import type { Answer } from '../../lens/index.js';
import { fromRows, type Cell, type Relation } from '../../table/index.js';
import { guaranteeTokens } from '../../text/index.js';
import { indexCounts } from '../clones/index.js';
import { corpusNeeds, type Corpus } from './corpus.js';
import type { Group, Groups, Region } from './groups.js';
import type { Runs, Site } from './runs.js';
import type { Seeds } from './seeds.js';
import type { ItemSpan } from './spans.js';

/** States of the steps, by step id. */
export interface SubcloneStates {
  readonly files: readonly string[];
  readonly corpus: Corpus;
  readonly seeds: Seeds;
  readonly runs: Runs & { readonly spans: ReadonlyMap<string, readonly ItemSpan[]> };
  readonly groups: Groups;
  readonly subsumed: readonly Group[];
  readonly regions: readonly Region[];
}

const placeText = ({ files }: Corpus, { file, line, endLine }: Site): string =>
  `${files[file]!.file}:${String(line)}-${String(endLine)}`;

export const filesTable = ({ files }: Corpus): Relation =>
  fromRows(
    ['file'],
    ['file', 'tokens:integer', 'kgrams:integer', 'fingerprints:integer'],
    files.map(({ file, ids, hashes, kept }) => [file, ids.length, hashes.high.length, kept.length]),
  );

export const seedsTable = ({ files }: Corpus, { seeds }: Seeds): Relation =>
  fromRows(
    ['fingerprint'],
    ['fingerprint', 'places:integer', 'files:integer', 'first'],
    seeds.map(({ hash, files: inFile, positions }) => {
      const { file, lines } = files[inFile[0]!]!;
      return [
        hash,
        positions.length,
        new Set(inFile).size,
        `${file}:${String(lines[positions[0]!]!)}`,
      ];
    }),
  );

export const runsTable = (corpus: Corpus, { runs }: Runs): Relation =>
  fromRows(
    ['key'],
    ['key', 'tokens:integer', 'sites:integer', 'places:list'],
    runs.map(({ key, length, sites }) => [
      key,
      length,
      sites.length,
      sites.map((site) => placeText(corpus, site)),
    ]),
  );

export const groupsTable = (corpus: Corpus, groups: readonly Group[]): Relation =>
  fromRows(
    ['key'],
    [
      'key',
      'damage:integer/lines',
      'lines:integer',
      'tokens:integer',
      'sites:integer',
      'idiom:boolean',
      'sub_item:boolean',
      'places:list',
    ],
    groups.map(({ key, damage, lines, tokens, sites, idiom, subItem }) => [
      key,
      damage,
      lines,
      tokens,
      sites.length,
      idiom,
      subItem,
      sites.map((site) => placeText(corpus, site)),
    ]),
  );

const COLUMNS = [
  'key',
  'lead_file',
  'files:list',
  'file_count:integer',
  'sites:integer',
  'lines:integer',
  'damage:integer/lines',
  'restated_by:integer/groups',
  'location',
  'sub_item:boolean',
  'explain',
  'members:list',
  'locs:list',
];

export const regionsTable = (
  graph: CodeGraph,
  corpus: Corpus,
  regions: readonly Region[],
): Relation =>
  fromRows(
    ['key'],
    COLUMNS,
    regions.map(({ lead, groups, sites, files }): Cell[] => {
      const [first] = lead.sites;
      return [
        lead.key,
        corpus.files[first!.file]!.file,
        files.map((file) => corpus.files[file]!.file),
        files.length,
        sites,
        lead.lines,
        lead.damage,
        groups.length,
        placeText(corpus, first!),
        lead.subItem,
        explain(lead),
        lead.sites.map((site, i) =>
          lead.items[i]! < 0 ? corpus.files[site.file]!.file : graph.label(lead.items[i]!),
        ),
        lead.sites.map((site) => placeText(corpus, site)),
      ];
    }),
  );

function explain({ tokens, lines, sites, idiom, subItem }: Group): string {
  const where = subItem ? ', each inside of a larger item' : '';
  const common = idiom ? '; so many places make it an idiom rather than a copy' : '';
  return `${String(tokens)} equal tokens over ${String(lines)} lines at ${String(sites.length)} places${where}${common}`;
}

export function answerOf(graph: CodeGraph, states: SubcloneStates, params: object): Answer {
  const { files, corpus, seeds, runs, groups, subsumed, regions } = states;
  const withoutSpans = corpus.files.filter(({ file }) => !runs.spans.has(file)).length;
  const needs = corpusNeeds(files.length, corpus);
  const lowerBound = withoutSpans + corpus.unparsed + corpus.unread + seeds.skipped > 0;
  return {
    state:
      files.length > 0 && corpus.files.length === 0
        ? 'empty_gap'
        : lowerBound
          ? 'partial'
          : regions.length === 0
            ? 'empty_fact'
            : 'complete',
    population: { files: corpus.files.length, tokens: corpus.tokens },
    summary: {
      scanned: corpus.files.length > 0,
      files_scanned: corpus.files.length,
      files_unparsed: corpus.unparsed,
      files_unread: corpus.unread,
      files_without_spans: withoutSpans,
      tokens_total: corpus.tokens,
      findings_total: regions.length,
      groups: subsumed.length,
      groups_before_subsumption: groups.groups.length,
      groups_non_callable: groups.nonCallable,
      groups_r6_unjudged: groups.unjudged,
      groups_in_tests: groups.inTests,
      idiom_groups: subsumed.filter(({ idiom }) => idiom).length,
      buckets_skipped: seeds.skipped,
      runs_rejected: runs.rejected,
      guarantee_tokens: guaranteeTokens(corpus.profile),
      ...indexCounts(regions.map(() => 'text' as const)),
    },
    findings: regionsTable(graph, corpus, regions),
    notes: notesOf(states, withoutSpans, params),
    needs,
  };
}

function notesOf(states: SubcloneStates, withoutSpans: number, params: object): string[] {
  const { files, corpus, seeds, runs, regions } = states;
  const notes: string[] = [];
  const { minTokens } = params as { readonly minTokens: number };
  if (files.length === 0) notes.push('no file is in scope whose tokens are read');
  else if (corpus.folder === null)
    notes.push('no source tree: nothing was scanned, and this is no clean reading');
  else if (regions.length === 0 && corpus.files.length > 0)
    notes.push(
      `a clean reading: ${String(seeds.seeds.length)} shared fingerprints, ${String(runs.rejected)} runs too short`,
    );
  if (seeds.skipped + corpus.unparsed + corpus.unread + withoutSpans > 0)
    notes.push(
      `the counts are a lower bound: ${String(seeds.skipped)} fingerprints stand at more places than max-bucket, ${String(corpus.unparsed + corpus.unread)} files are not read, ${String(withoutSpans)} have no item spans`,
    );
  if (minTokens < guaranteeTokens(corpus.profile))
    notes.push(
      `runs under ${String(guaranteeTokens(corpus.profile))} tokens are found only where they share a fingerprint: winnowing guarantees none of them`,
    );
  return notes;
}
