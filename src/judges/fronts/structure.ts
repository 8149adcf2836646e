/**
 * # structure (family 04)
 *
 * Question. Is the tree of folders in order: its geometry, names, locality, documentation, redundancy?
 * Formula. charge = ⌊scale·v/(v + N)⌋ for v named folders of N; score = max 0 (scale − Σ charge·cost div (10·axes)).
 * Preconditions. Sources; the axis of staleness needs git, and is not judged without.
 * References. S2:33–46. The source names seven axes of eight and none of their rules: the rules are ours.
 */
import { defineLens } from '../../lens/index.js';
import { fromRows, reduced } from '../../table/index.js';
import { isRefused, pairOf, type Ratio, type Refused } from '../exact/index.js';
import { placedSegments } from '../facts/clones.js';
import { churnOf } from '../facts/history.js';
import { fileReferences } from '../facts/references.js';
import { folderFacts, structureAxes, type FolderFacts } from '../facts/structure-facts.js';
import { KNOBS } from '../knobs.js';
import { chiSquare, judgeStructure, tsallis2Norm } from '../structure.js';
import {
  commitsParam,
  countParam,
  GIT,
  shareOf,
  shareParam,
  SOURCES,
  srcParam,
} from './shared-parameters.js';
import { sourcesStep } from './sources-step.js';

const RULES = KNOBS.structure;

export const structure = defineLens({
  id: 'structure',
  kind: 'judge',
  version: 1,
  title: 'The order of the folders',
  question: 'Which folders are out of order, on which axis?',
  facts: [SOURCES, GIT],
  params: {
    ...srcParam,
    ...commitsParam,
    mostFiles: countParam(RULES.mostFiles, 'geometry: files of a folder in order', 1),
    deepest: countParam(RULES.deepest, 'geometry: depth of a folder in order'),
    leaving: shareParam(RULES.leaving, 'locality: share of references that leave a folder'),
    leastReferences: countParam(RULES.leastReferences, 'locality: leaving references that count'),
    documented: shareParam(RULES.documented, 'documentation: share of exports that have it'),
    leastExports: countParam(RULES.leastExports, 'documentation: exports of a folder that counts'),
    staleCommits: countParam(RULES.staleCommits, 'staleness: commits since a document changed'),
    cloned: shareParam(RULES.cloned, 'redundancy: share of tokens that stand elsewhere too'),
    largest: shareParam(RULES.largest, 'modularity: share of lines in one file'),
    leastFiles: countParam(RULES.leastFiles, 'modularity: files of a folder that counts', 1),
    violCost: countParam(RULES.violCost, 'what a charge costs; 10 is neutral'),
  },
})
  .step(sourcesStep)
  .step({
    id: 'folders',
    title: 'Folders and their diversity',
    formula: String.raw`\frac{1 - \sum (c/N)^2}{1 - 1/n}`,
    params: ['commits'],
    inputs: ['sources'],
    key: ['folder'],
    chart: {
      title: 'How evenly folders spread their lines',
      marks: [{ mark: 'barX', channels: { x: 'diversity', y: 'folder' } }],
      limit: 40,
    },
    run: async (_, { commits }, { sources }) => {
      const churn = await churnOf(sources.root, commits);
      const folders = folderFacts(
        sources,
        fileReferences(sources),
        placedSegments(sources).segments,
        churn,
      );
      return {
        state: { folders, git: churn !== null },
        table: () =>
          fromRows(
            ['folder'],
            [
              'folder',
              'files:integer',
              'lines:integer',
              'diversity:rational',
              'styles:integer',
              'inside:integer',
              'outside:integer',
              'documented:integer',
              'exported:integer',
              'cloned:integer',
            ],
            folders.map((f) => [
              f.folder,
              f.lengths.length,
              f.lines,
              shown(tsallis2Norm(f.lengths.map(BigInt))),
              f.styles,
              f.inside,
              f.outside,
              f.documented,
              f.exported,
              f.cloned,
            ]),
          ),
        needs: churn === null ? [{ fact: GIT.fact, producer: GIT.producer }] : [],
      };
    },
  })
  .step({
    id: 'spread',
    title: 'Lines against files, folder by folder',
    formula: String.raw`\chi^2 = \sum_{r > 0} \frac{(p - q)^2}{q}`,
    params: [],
    inputs: ['folders'],
    key: ['folder'],
    chart: {
      title: 'Lines against files, folder by folder',
      caption: 'A folder far from the line through the others holds longer or shorter files.',
      marks: [{ mark: 'dot', channels: { x: 'files', y: 'lines', title: 'folder' } }],
      limit: 1000,
    },
    run: (_, __, { folders: { folders } }) => {
      const chi = chiSquare(
        folders.map((f) => ({
          name: f.folder,
          observed: BigInt(f.lines),
          reference: BigInt(f.lengths.length),
        })),
      );
      return {
        state: chi,
        table: () =>
          fromRows(
            ['folder'],
            ['folder', 'lines:integer', 'files:integer'],
            folders.map((f) => [f.folder, f.lines, f.lengths.length]),
          ),
      };
    },
  })
  .step({
    id: 'entropy',
    title: 'How evenly the folders share what each axis reads',
    formula: String.raw`\frac{1 - \sum (c/N)^2}{1 - 1/n}`,
    params: [],
    inputs: ['folders'],
    key: ['axis'],
    chart: {
      title: 'Entropy of each axis over the folders',
      caption: '1: every folder has as much of it; near 0: one folder has nearly all.',
      marks: [{ mark: 'barX', channels: { x: 'diversity', y: 'axis' } }],
    },
    run: (_, __, { folders: { folders } }) => {
      const rows = MASSES.map(([axis, mass, of]) => {
        const counts = folders.map((folder) => BigInt(of(folder)));
        const sharing = counts.filter((count) => count > 0n).length;
        return [axis, mass, sharing, shown(tsallis2Norm(counts))] as const;
      });
      return {
        state: rows,
        table: () =>
          fromRows(['axis'], ['axis', 'mass', 'folders:integer', 'diversity:rational'], rows),
      };
    },
  })
  .step({
    id: 'axes',
    title: 'Axes and their charges',
    formula: String.raw`charge = \left\lfloor \frac{scale \cdot v}{v + N} \right\rfloor`,
    params: [
      'mostFiles',
      'deepest',
      'leaving',
      'leastReferences',
      'documented',
      'leastExports',
      'staleCommits',
      'cloned',
      'largest',
      'leastFiles',
      'violCost',
    ],
    inputs: ['folders'],
    key: ['axis'],
    chart: {
      title: 'What each axis charges',
      marks: [{ mark: 'barX', channels: { x: 'charge', y: 'axis' } }],
    },
    run: (_, { violCost, ...rules }, { folders: { folders, git } }) => {
      const axes = structureAxes(folders, git, {
        ...rules,
        leaving: shareOf(rules.leaving),
        documented: shareOf(rules.documented),
        cloned: shareOf(rules.cloned),
        largest: shareOf(rules.largest),
      });
      const verdict = judgeStructure(
        axes.map(({ axis, named }) => ({
          axis,
          named: named === null ? null : BigInt(named.length),
        })),
        BigInt(folders.length),
        { ...RULES, violCost: BigInt(violCost) },
      );
      return {
        state: { axes, verdict },
        table: () =>
          fromRows(
            ['axis'],
            ['axis', 'named:integer', 'charge:integer', 'rule'],
            axes.map(({ axis, named, rule }, i) => [
              axis,
              named?.length ?? null,
              isRefused(verdict) ? null : Number(verdict.charges[i]!.charge ?? 0),
              rule,
            ]),
          ),
      };
    },
  })
  .answer(({ states: { folders, spread, axes } }) => {
    const rows = axes.axes.flatMap(({ axis, named }) =>
      (named ?? []).map((folder) => [axis, folder] as const),
    );
    return {
      state: isRefused(axes.verdict)
        ? 'empty_gap'
        : folders.git
          ? rows.length > 0
            ? 'complete'
            : 'empty_fact'
          : 'partial',
      population: { folders: folders.folders.length },
      summary: {
        score: isRefused(axes.verdict) ? null : Number(axes.verdict.score),
        judged_axes: isRefused(axes.verdict) ? 0 : Number(axes.verdict.judgedAxes),
        refused: isRefused(axes.verdict) ? axes.verdict.refused : null,
        spread: shown(spread),
      },
      findings: fromRows(['axis', 'folder'], ['axis', 'folder'], rows),
      notes: ['the rules of the axes are ours: the source names the axes only'],
    };
  });

/** What each axis reads of a folder, as a count. */
const MASSES: readonly (readonly [axis: string, mass: string, of: (f: FolderFacts) => number])[] = [
  ['geometry', 'files', (f) => f.lengths.length],
  ['naming', 'styles of names', (f) => f.styles],
  ['locality', 'references that leave', (f) => f.outside],
  ['doc_coverage', 'documented exports', (f) => f.documented],
  ['doc_staleness', 'commits since a document changed', (f) => f.since ?? 0],
  ['redundancy', 'cloned tokens', (f) => f.cloned],
  ['modularity', 'lines', (f) => f.lines],
];

function shown(value: Ratio | Refused): readonly [number, number] | null {
  if (isRefused(value)) return null;
  const [num, den] = pairOf(value);
  return reduced(Number(num), Number(den)) as readonly [number, number];
}
