import type { CodeGraph } from '../../graph/index.js';
import { scopeOf } from '../../lens/index.js';
import { InvalidArgument } from '../../task/index.js';
import { bodiesOf } from '../bodies.js';
import { namesOf } from '../call-graph.js';
import { kindFlags } from '../modules.js';
import { repeatsOfText } from '../one-text.js';
import type { CloneParams } from './parameters.js';

/** Why a function of the scope is not compared. */
export const LEFT_OUT = [
  'no text of its own',
  'foreign or generated path',
  'trivial trait method',
  'test-like path',
  'same lines',
] as const;

export type LeftOut = (typeof LEFT_OUT)[number];

/**
 * The functions that a clone lens compares (S1:1257): `fn` and `method` nodes of the scope with text of their own,
 * without vendored, generated, example and bench files, without trait methods of at most three lines, without tests
 * unless asked, and of one text one (S1:1290). Rows are numbered by ordinal, ascending.
 */
export interface ClonePopulation {
  /** Ordinals of the dump, ascending. */
  readonly ordinals: Uint32Array;
  /** Row of an ordinal; -1 = none. */
  readonly rowOf: Int32Array;
  readonly names: readonly string[];
  readonly files: readonly string[];
  /** From 1. */
  readonly line: Uint32Array;
  readonly endLine: Uint32Array;
  /** 1 = test code, by flag or by path. */
  readonly test: Uint8Array;
  readonly leftOut: Readonly<Record<LeftOut, number>>;
  /** Ordinals that a rule left out, with the rule: what can be shown of them. */
  readonly outside: readonly { readonly ordinal: number; readonly why: LeftOut }[];
}

/** A method that implements a trait's or interface's is trivial up to this many lines (TRIVIAL_LINES, S1:1257). */
export const TRIVIAL_LINES = 3;

export function clonePopulation(graph: CodeGraph, asked: CloneParams): ClonePopulation {
  const scope = graph.scope(scopeOf(asked));
  const inRepo = repoFilter(graph, asked.repo);
  const isFunction = kindFlags(graph, new Set(['fn', 'method']));
  const hasText = ownText(graph);
  const implementing = implementingMethods(graph);
  const foreign = pathVerdicts(graph, isForeignPath);
  const tests = pathVerdicts(graph, isTestPath);
  const passed: number[] = [];
  const outside: { ordinal: number; why: LeftOut }[] = [];
  const passedTest: number[] = [];
  for (let v = 0; v < graph.nodeCount; v++) {
    if (isFunction[v] === 0 || scope[v] === 0 || !inRepo(v)) continue;
    const inTest = graph.isTest?.[v] === 1 || tests(v) || hasTestsModule(graph, v);
    const why: LeftOut | null = !hasText(v)
      ? 'no text of its own'
      : foreign(v)
        ? 'foreign or generated path'
        : implementing[v] === 1 && lines(graph, v) <= TRIVIAL_LINES
          ? 'trivial trait method'
          : inTest && !asked.includeTests
            ? 'test-like path'
            : null;
    if (why !== null) {
      outside.push({ ordinal: v, why });
      continue;
    }
    passed.push(v);
    passedTest.push(Number(inTest));
  }
  const repeats = repeatsOfText(graph, passed);
  passed.forEach((ordinal, at) => {
    if (repeats[at] === 1) outside.push({ ordinal, why: 'same lines' });
  });
  outside.sort((x, y) => x.ordinal - y.ordinal);
  const ordinals = passed.filter((_, at) => repeats[at] === 0);
  const test = passedTest.filter((_, at) => repeats[at] === 0);
  const rowOf = new Int32Array(graph.nodeCount).fill(-1);
  ordinals.forEach((v, row) => (rowOf[v] = row));
  const count = (why: LeftOut): number => outside.filter((one) => one.why === why).length;
  return {
    ordinals: Uint32Array.from(ordinals),
    rowOf,
    names: namesOf(graph, ordinals),
    files: ordinals.map((v) => graph.file?.at(v) ?? ''),
    line: Uint32Array.from(ordinals, (v) => graph.line?.[v] ?? 0),
    endLine: Uint32Array.from(ordinals, (v) => graph.endLine?.[v] ?? 0),
    test: Uint8Array.from(test),
    leftOut: Object.fromEntries(LEFT_OUT.map((why) => [why, count(why)])) as Record<
      LeftOut,
      number
    >,
    outside,
  };
}

/** `file:line` of a row: how every clone finding names a place. */
export const placeOf = ({ files, line }: ClonePopulation, row: number): string =>
  `${files[row]!}:${String(line[row]!)}`;

/** `file:line-endLine` of a row: a place whose text can be read. */
export const spanOf = ({ files, line, endLine }: ClonePopulation, row: number): string =>
  `${files[row]!}:${String(line[row]!)}-${String(endLine[row]!)}`;

/** Lines that a row spans. */
export const linesOf = ({ line, endLine }: ClonePopulation, row: number): number =>
  endLine[row]! - line[row]! + 1;

/** Paths that hold what others wrote, what tools made, or what only shows or measures (S1:1257). */
export function isForeignPath(file: string): boolean {
  return (
    /^(?:\/|[A-Za-z]:[\\/])/.test(file) ||
    /(?:^|\/)(?:target|OUT_DIR|vendor|vendored|third_party|generated|examples|benches|node_modules)\//.test(
      file,
    ) ||
    /\$\(?\{?OUT_DIR/.test(file) ||
    /\.generated\.[cm]?[a-z]+$|\.pb\.rs$|_pb\.[cm]?[jt]s$/.test(file)
  );
}

/** Paths of tests (S1:1257); the second line is the custom of TypeScript. */
export function isTestPath(file: string): boolean {
  return (
    /(?:^|\/)tests?\/|(?:^|\/)tests?\.rs$|_tests?\.rs$/.test(file) ||
    /(?:^|\/)(?:__tests__|__mocks__|spec)\/|\.(?:test|spec|test-d|bench)\.[cm]?[jt]sx?$/.test(file)
  );
}

function pathVerdicts(graph: CodeGraph, holds: (file: string) => boolean): (v: number) => boolean {
  const { file } = graph;
  if (file === null) return () => false;
  const verdict = file.dictionary.map((text) => text !== null && holds(text));
  return (v) => verdict[file.codes[v]!]!;
}

function hasTestsModule(graph: CodeGraph, v: number): boolean {
  for (let at = graph.parents[v]!; at >= 0; at = graph.parents[at]!) {
    if (graph.isTest?.[at] === 1) return true;
    if (graph.kind.at(at) === 'module' && /^tests?$/.test(graph.nameOf(at))) return true;
  }
  return false;
}

/**
 * A file, a span and a body. A member of a trait or interface, and in TypeScript any function (it may be abstract, an
 * overload or ambient), has a body where the dump has blocks of it; a dump without any block says nothing about bodies.
 */
function ownText(graph: CodeGraph): (v: number) => boolean {
  const declares = kindFlags(graph, new Set(['trait', 'interface']));
  const bodies = bodiesOf(graph);
  const someBlocks = bodies.blocks.length > 0;
  const mayLackBody = pathVerdicts(graph, (file) => someBlocks && /\.[cm]?[jt]sx?$/.test(file));
  return (v) => {
    if ((graph.file?.at(v) ?? null) === null || (graph.line?.[v] ?? 0) <= 0) return false;
    if ((graph.endLine?.[v] ?? 0) < graph.line![v]!) return false;
    const parent = graph.parents[v]!;
    if (!mayLackBody(v) && (parent < 0 || declares[parent] === 0)) return true;
    const [from, to] = bodies.range(v);
    return to > from;
  };
}

/** Methods of an `impl Trait for Type` block, and methods that implement a member. */
export function implementingMethods(graph: CodeGraph): Uint8Array {
  const marked = new Uint8Array(graph.nodeCount);
  const members = graph.edges('IMPLEMENTS_MEMBER');
  for (const v of members.src.subarray(0, members.count)) if (v < graph.nodeCount) marked[v] = 1;
  const { count, src } = graph.edges('IMPLEMENTS');
  const implementing = new Uint8Array(graph.nodeCount);
  for (const v of src.subarray(0, count))
    if (v < graph.nodeCount && graph.kind.at(v) === 'impl') implementing[v] = 1;
  for (let v = 0; v < graph.nodeCount; v++) {
    const parent = graph.parents[v]!;
    if (parent >= 0 && implementing[parent] === 1) marked[v] = 1;
  }
  return marked;
}

const lines = (graph: CodeGraph, v: number): number =>
  (graph.endLine?.[v] ?? 0) - (graph.line?.[v] ?? 0) + 1;

function repoFilter(graph: CodeGraph, repo: string): (v: number) => boolean {
  if (repo === '') return () => true;
  const code = graph.repo?.codeOf(repo) ?? -1;
  if (code < 0) {
    const known = (graph.repo?.dictionary ?? []).filter((name) => name !== null).slice(0, 3);
    const hint = known.length > 0 ? `it holds ${known.join(', ')}` : 'its nodes name no repo';
    throw new InvalidArgument(`repo that the dump does not hold: ${repo}; ${hint}`);
  }
  return (v) => graph.repo!.codes[v] === code;
}
