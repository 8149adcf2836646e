import type { ParsedSources } from '../../facts/index.js';
import { compareUtf8 } from '../../table/index.js';
import type { Task } from '../../task/index.js';
import type { LabelTree } from '../../text/index.js';
import { isRefused } from '../exact/index.js';
import { KNOBS, type Knobs } from '../knobs.js';
import { cloneSegments, type CloneSegment } from '../token-clones.js';
import { judgeTrees } from '../tree-clones.js';

/** A clone segment in file and line terms. */
export interface PlacedSegment extends CloneSegment {
  readonly fileA: string;
  readonly linesA: readonly [from: number, to: number];
  readonly fileB: string;
  readonly linesB: readonly [from: number, to: number];
}

export function placedSegments(
  sources: ParsedSources,
  knobs: Knobs['tokenClones'] = KNOBS.tokenClones,
): {
  readonly segments: readonly PlacedSegment[];
  readonly passedOver: number;
} {
  const sequences = sources.files.map(({ parsed }, file) => ({ file, leaves: parsed.leaves }));
  const { segments, passedOver } = cloneSegments(sequences, knobs, knobs.bucketCap);
  const lines = (file: number, start: number, length: number): [number, number] => {
    const { tokenLines } = sources.files[file]!.parsed;
    return [tokenLines[start]!, tokenLines[start + length - 1]!];
  };
  return {
    passedOver,
    segments: segments.map((segment) => ({
      ...segment,
      fileA: sources.files[segment.a]!.path,
      linesA: lines(segment.a, segment.startA, segment.length),
      fileB: sources.files[segment.b]!.path,
      linesB: lines(segment.b, segment.startB, segment.length),
    })),
  };
}

/** Tokens of each file that stand in some clone segment. */
export function clonedTokens(
  sources: ParsedSources,
  segments: readonly CloneSegment[],
): Uint32Array {
  const covered = sources.files.map(({ parsed }) => new Uint8Array(parsed.leaves.length));
  for (const { a, startA, b, startB, length } of segments) {
    covered[a]!.fill(1, startA, startA + length);
    covered[b]!.fill(1, startB, startB + length);
  }
  return Uint32Array.from(covered, (marks) => marks.reduce((sum, mark) => sum + mark, 0));
}

/** A unit of code with enough nodes to be judged. */
export interface Unit {
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly tree: LabelTree;
}

export function unitsOf(sources: ParsedSources, leastNodes = KNOBS.treeClones.leastNodes): Unit[] {
  const counted = new Map<string, number>();
  return sources.files.flatMap(({ path, parsed }) =>
    parsed.units
      .filter(({ tree }) => tree.labels.length >= leastNodes)
      .map(({ name, line, endLine, tree }) => {
        const base = `${path}#${name}`;
        const nth = (counted.get(base) ?? 0) + 1;
        counted.set(base, nth);
        return { key: nth === 1 ? base : `${base}~${nth}`, file: path, line, endLine, tree };
      }),
  );
}

export interface TreePair {
  readonly a: Unit;
  readonly b: Unit;
  readonly ted: bigint;
}

export interface TreePairs {
  readonly clones: readonly TreePair[];
  readonly bySize: number;
  readonly byLabels: number;
  readonly bySequence: number;
  readonly byDistance: number;
}

/** Every pair of units that no prefilter rules out, decided by distance. A unit inside the other is no pair. */
export function treePairs(units: readonly Unit[], task: Task): TreePairs {
  const { num, den } = KNOBS.treeClones;
  const order = [...units.keys()].sort(
    (i, j) => units[i]!.tree.labels.length - units[j]!.tree.labels.length || i - j,
  );
  const clones: TreePair[] = [];
  let bySize = 0;
  let byLabels = 0;
  let bySequence = 0;
  let byDistance = 0;
  order.forEach((i, at) => {
    task.check('comparing trees');
    task.progress('comparing trees', at, order.length);
    const smaller = units[i]!;
    const most = (BigInt(smaller.tree.labels.length) * den) / num;
    for (let next = at + 1; next < order.length; next++) {
      const larger = units[order[next]!]!;
      if (larger.tree.labels.length > most) {
        bySize += order.length - next;
        break;
      }
      if (nested(smaller, larger)) continue;
      const verdict = judgeTrees(smaller.tree, larger.tree, { num, den });
      if (isRefused(verdict)) continue;
      if (verdict.decidedBy === 'labels') byLabels++;
      if (verdict.decidedBy === 'sequence') bySequence++;
      if (verdict.decidedBy === 'distance') byDistance++;
      if (!verdict.clone) continue;
      const [a, b] =
        compareUtf8(smaller.key, larger.key) < 0 ? [smaller, larger] : [larger, smaller];
      clones.push({ a, b, ted: verdict.ted! });
    }
  });
  clones.sort((x, y) => compareUtf8(x.a.key, y.a.key) || compareUtf8(x.b.key, y.b.key));
  return { clones, byLabels, bySequence, byDistance, bySize };
}

function nested(a: Unit, b: Unit): boolean {
  return (
    a.file === b.file &&
    ((a.line <= b.line && b.endLine <= a.endLine) || (b.line <= a.line && a.endLine <= b.endLine))
  );
}
