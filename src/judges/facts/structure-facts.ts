import type { PlacedSegment } from './clones.js';
import { clonedTokens } from './clones.js';
import type { Churn } from './history.js';
import { compareUtf8 } from '../../table/index.js';
import { KNOBS } from '../knobs.js';
import { reaches, type FolderRules, type Share } from '../structure.js';
import { segmentsOf } from './mentions.js';
import { folderOf, isTestPath, type ParsedSources } from '../../facts/index.js';
import type { FileReferences } from './references.js';

/** What the axes read of one folder (its own files, not those below). */
export interface FolderFacts {
  readonly folder: string;
  readonly depth: number;
  /** Lines of each file. */
  readonly lengths: readonly number[];
  readonly lines: number;
  /** Naming styles among the files: kebab, camel, Pascal, snake. */
  readonly styles: number;
  /** References to files at or below the folder, and to others. */
  readonly inside: number;
  readonly outside: number;
  readonly exported: number;
  readonly documented: number;
  readonly tokens: number;
  readonly cloned: number;
  /** Commits that touched its code since one last touched its documents; `null` without git or documents. */
  readonly since: number | null;
}

export function folderFacts(
  sources: ParsedSources,
  { references }: FileReferences,
  segments: readonly PlacedSegment[],
  churn: Churn | null,
): FolderFacts[] {
  const cloned = clonedTokens(sources, segments);
  const members = new Map<string, number[]>();
  sources.files.forEach(({ path }, i) => {
    const list = members.get(folderOf(path));
    if (list === undefined) members.set(folderOf(path), [i]);
    else list.push(i);
  });
  return [...members]
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([folder, files]) => {
      const own = new Set(files);
      const targets = references
        .filter(({ src }) => own.has(src))
        .map(({ dst }) => sources.files[dst]!.path);
      const inside = targets.filter(
        (target) => folder === '.' || target.startsWith(`${folder}/`),
      ).length;
      const declarations = files.flatMap((i) =>
        sources.files[i]!.parsed.declarations.filter(({ exported }) => exported),
      );
      const lengths = files.map((i) => sources.files[i]!.lines);
      const sum = (of: (i: number) => number): number =>
        files.reduce((total, i) => total + of(i), 0);
      return {
        folder,
        depth: folder === '.' ? 0 : folder.split('/').length,
        lengths,
        lines: sum((i) => sources.files[i]!.lines),
        styles: new Set(
          files.map((i) => styleOf(sources.files[i]!.path)).filter((style) => style !== null),
        ).size,
        inside,
        outside: targets.length - inside,
        exported: declarations.length,
        documented: declarations.filter(({ documented }) => documented).length,
        tokens: sum((i) => sources.files[i]!.parsed.leaves.length),
        cloned: sum((i) => cloned[i]!),
        since: churn === null ? null : commitsSince(folder, churn),
      };
    });
}

/** The writing style of a file's name; `null` where one word leaves it open. */
function styleOf(path: string): string | null {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
  if (segmentsOf(stem).length < 2) return null;
  if (stem.includes('-')) return 'kebab';
  if (stem.includes('_')) return 'snake';
  return /^\p{Lu}/u.test(stem) ? 'pascal' : 'camel';
}

/** Commits to a folder since one last touched a document of it; `null` where it has none. */
function commitsSince(folder: string, { commits, lines }: Churn): number | null {
  const under = (path: string): boolean => folder === '.' || path.startsWith(`${folder}/`);
  const document = (path: string): boolean => /\.(md|markdown)$/i.test(path);
  if (![...lines.keys()].some((path) => under(path) && document(path))) return null;
  let since = 0;
  for (const { changes } of commits) {
    if (changes.some(({ path }) => under(path) && document(path))) break;
    if (changes.some(({ path }) => under(path))) since++;
  }
  return since;
}

export interface Axis {
  readonly axis: string;
  readonly rule: string;
  /** Folders that break the rule; `null` when its facts are absent. */
  readonly named: readonly string[] | null;
}

/** The axes as a table. Each names the folders that break its rule; limits by cross-multiplication. */
export function structureAxes(
  folders: readonly FolderFacts[],
  git: boolean,
  rules: FolderRules = KNOBS.structure,
): Axis[] {
  const naming = (rule: (folder: FolderFacts) => boolean): string[] =>
    folders.filter(rule).map(({ folder }) => folder);
  const code = ({ folder }: FolderFacts): boolean => !isTestPath(`${folder}/x.ts`);
  const share = (part: number, whole: number, limit: Share): boolean =>
    reaches(BigInt(part), BigInt(whole), limit);
  return [
    {
      axis: 'geometry',
      rule: `more than ${rules.mostFiles} files, or deeper than ${rules.deepest} folders`,
      named: naming((f) => f.lengths.length > rules.mostFiles || f.depth > rules.deepest),
    },
    {
      axis: 'naming',
      rule: 'file names in more than one style',
      named: naming((f) => f.styles > 1),
    },
    {
      axis: 'locality',
      rule: `${spelled(rules.leaving)} or more of its references leave it`,
      named: naming(
        (f) =>
          code(f) &&
          f.lengths.length > 1 &&
          f.outside > rules.leastReferences &&
          share(f.outside, f.inside + f.outside, rules.leaving),
      ),
    },
    {
      axis: 'doc_coverage',
      rule: `under ${spelled(rules.documented)} of its exports are documented`,
      named: naming(
        (f) =>
          code(f) &&
          f.exported >= rules.leastExports &&
          !share(f.documented, f.exported, rules.documented),
      ),
    },
    {
      axis: 'doc_staleness',
      rule: `code changed in more than ${rules.staleCommits} commits since its documents did`,
      named: git ? naming((f) => f.since !== null && f.since > rules.staleCommits) : null,
    },
    {
      axis: 'redundancy',
      rule: `${spelled(rules.cloned)} or more of its tokens stand elsewhere too`,
      named: naming((f) => f.tokens > 0 && share(f.cloned, f.tokens, rules.cloned)),
    },
    {
      axis: 'modularity',
      rule: `one file holds ${spelled(rules.largest)} or more of its lines, of at least ${rules.leastFiles} files`,
      named: naming(
        (f) =>
          f.lengths.length >= rules.leastFiles &&
          share(Math.max(...f.lengths), f.lines, rules.largest),
      ),
    },
  ];
}

const spelled = ([num, den]: Share): string => `${num}/${den}`;
