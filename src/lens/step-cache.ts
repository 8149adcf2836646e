import { createHash } from 'node:crypto';
import type { CodeGraph } from '../graph/index.js';
import { canonicalJson } from './canonical-json.js';
import type { ProductLine, Step, StepResult } from './lens.js';

/** A step result with what it cost, as runs share it. */
export interface CachedStep {
  readonly result: StepResult;
  readonly milliseconds: number;
  readonly products: readonly ProductLine[];
}

/** What a result is assumed to hold when its step gives no estimate. */
const UNKNOWN_BYTES = 64 * 1024;

/**
 * Step results by key, least recently used dropped beyond `limit` bytes. A run keeps its own results alive; the cache
 * is what later runs of the same question find.
 */
export class StepCache {
  readonly #entries = new Map<string, CachedStep>();
  #bytes = 0;

  constructor(readonly limit = 512 * 1024 * 1024) {}

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): CachedStep | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A Map iterates in order of insertion, so moving to the end marks the newest use.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: CachedStep): void {
    this.#drop(key);
    this.#entries.set(key, entry);
    this.#bytes += bytesOf(entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.limit) break;
      this.#drop(oldest);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#bytes -= bytesOf(entry);
    this.#entries.delete(key);
  }
}

const bytesOf = (entry: CachedStep): number => entry.result.bytes ?? UNKNOWN_BYTES;

let unnamed = 0;
const unnamedGraphs = new WeakMap<CodeGraph, string>();

/** A graph without a dump key equals nothing but itself. */
function graphKey(graph: CodeGraph): string {
  if (graph.dumpKey !== '') return graph.dumpKey;
  let key = unnamedGraphs.get(graph);
  if (key === undefined) {
    key = `unnamed ${++unnamed}`;
    unnamedGraphs.set(graph, key);
  }
  return key;
}

/**
 * What a step result depends on: dump, lens, step and its code version, the values of the parameters that it names
 * (another dump by its key, not its path), and the keys of its inputs.
 */
export function stepKey(input: {
  readonly graph: CodeGraph;
  readonly lens: string;
  readonly step: Step;
  readonly params: Readonly<Record<string, unknown>>;
  /** Dumps named by parameters of kind `dump`, by path. */
  readonly otherDumps: ReadonlyMap<string, CodeGraph>;
  readonly inputKeys: readonly string[];
}): string {
  const { graph, lens, step, params, otherDumps, inputKeys } = input;
  const values = step.params.map((name) => {
    const value = params[name];
    const other = typeof value === 'string' ? otherDumps.get(value) : undefined;
    return [name, other === undefined ? value : { dump: graphKey(other) }];
  });
  const text = canonicalJson([graphKey(graph), lens, step.id, step.version, values, inputKeys]);
  return createHash('sha256').update(text).digest('hex');
}
