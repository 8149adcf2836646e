import { nearestNames } from '../table/index.js';
import { InvalidArgument } from '../task/index.js';
import { requiresTest } from './cfg-predicate.js';
import type { CodedColumn, CodeGraph, ScopeOptions } from './code-graph.js';
import { inherit } from './containment.js';

/** Test code: a test node, a file under tests/, code that only a test build has; and whatever they contain. */
export function testCode(graph: CodeGraph): Uint8Array {
  const marked = new Uint8Array(graph.nodeCount);
  for (let v = 0; v < graph.nodeCount; v++) if (graph.isTest?.[v] === 1) marked[v] = 1;
  markTexts(graph.file, marked, (file) => /(?:^|\/)tests\//u.test(file));
  markTexts(graph.cfg, marked, requiresTest);
  return inherit(graph.parents, marked);
}

/** Generated code: so flagged, under generated/, or written by a derive macro (EXPANDS); and whatever it contains. */
export function generatedCode(graph: CodeGraph): Uint8Array {
  const marked = new Uint8Array(graph.nodeCount);
  for (let v = 0; v < graph.nodeCount; v++) if (graph.generated?.[v] === 1) marked[v] = 1;
  markTexts(graph.file, marked, (file) => /(?:^|\/)generated\//u.test(file));
  const expands = graph.edges('EXPANDS');
  // Written by a macro that code calls, it's written by hand, once for all calls: `how` is then `direct`.
  const called = expands.how?.codeOf('direct') ?? -1;
  for (let edge = 0; edge < expands.count; edge++) {
    if (called >= 0 && expands.how!.codes[edge] === called) continue;
    // The manual gives no direction: the end that is no macro is what the macro wrote.
    const ends = [expands.dst[edge]!, expands.src[edge]!];
    const written = ends.find((v) => v < graph.nodeCount && graph.kind.at(v) !== 'macro');
    if (written !== undefined) marked[written] = 1;
  }
  return inherit(graph.parents, marked);
}

/** `holds(v)`: the one scope of every lens (S1:2189). */
export function scopeOf(
  graph: CodeGraph,
  options: ScopeOptions,
  facts: { test: Uint8Array; generated: Uint8Array },
): Uint8Array {
  const holds = new Uint8Array(graph.nodeCount);
  const named = namedCrates(graph, options.crates ?? []);
  const local = graph.origin?.codeOf('local') ?? -1;
  for (let v = 0; v < graph.nodeCount; v++) {
    if (graph.defined?.[v] === 0) continue;
    if (named !== null) {
      if (!named.has(crateKey(graph.crateOf(v) ?? ''))) continue;
    } else if (options.includeDeps !== true && graph.origin !== null) {
      const origin = graph.origin.codes[v]!;
      if (origin !== 0 && origin !== local) continue;
    }
    if (facts.generated[v] === 1) continue;
    if (options.includeTests !== true && facts.test[v] === 1) continue;
    holds[v] = 1;
  }
  return holds;
}

function namedCrates(graph: CodeGraph, crates: readonly string[]): ReadonlySet<string> | null {
  if (crates.length === 0) return null;
  const there = new Map<string, string>();
  for (let v = 0; v < graph.nodeCount; v++) {
    const crate = graph.crateOf(v);
    if (crate !== null && graph.defined?.[v] !== 0) there.set(crateKey(crate), crate);
  }
  for (const crate of crates) {
    if (there.has(crateKey(crate))) continue;
    const near = nearestNames(crate, there.values(), 3);
    const hint = near.length > 0 ? near : [...there.values()].slice(0, 3);
    throw new InvalidArgument(
      `crate that the dump does not define: ${crate}; nearest: ${hint.join(', ')}`,
    );
  }
  return new Set(crates.map(crateKey));
}

/** Cargo takes `-` and `_` for one another. */
function crateKey(name: string): string {
  return name.replaceAll('_', '-');
}

function markTexts(
  column: CodedColumn | null,
  marked: Uint8Array,
  holds: (text: string) => boolean,
): void {
  if (column === null) return;
  const verdict = column.dictionary.map((text) => text !== null && holds(text));
  for (let v = 0; v < marked.length; v++) if (verdict[column.codes[v]!]) marked[v] = 1;
}
