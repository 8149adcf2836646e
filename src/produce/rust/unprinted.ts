import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord, text } from './json.js';
import type { Crate } from './model.js';
import type { Facts } from './write-body.js';
import type { World } from './world.js';

/** A compilation that rustc only brings to an end when it writes no MIR. */
export interface Unprinted {
  readonly crate: Crate;
  /** As people name it: `tokio (lib, its unit tests)`. */
  readonly name: string;
  /** The first line of what rustc said. */
  readonly why: string;
}

/** What rustc said when it stopped over writing MIR, in the facts of a compilation; `null` where it wrote it. */
export function whyUnprinted(dir: string): string | null {
  let told: string;
  try {
    told = readFileSync(path.join(dir, 'mir.failed'), 'utf8');
  } catch {
    // The rule: the wrapper leaves that file only where rustc stopped.
    return null;
  }
  const lines = told.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) {
    const error = renderedError(line);
    if (error !== null) return error;
  }
  return lines[0] ?? 'no word of why';
}

/** rustc's own messages, one JSON object a line, among what it prints when it crashes. */
function renderedError(line: string): string | null {
  if (!line.startsWith('{')) return null;
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    // Cut off by the crash: the next may be whole.
    return null;
  }
  if (!isRecord(message) || message['level'] !== 'error') return null;
  return text(message['rendered']).split('\n')[0]!;
}

/** Functions with code of which no body was told, of each crate that has any. */
export function functionsWithout(
  facts: Facts,
  world: World,
  crates: ReadonlySet<Crate>,
): ReadonlyMap<Crate, number> {
  const counts = new Map<Crate, number>([...crates].map((crate) => [crate, 0]));
  for (const item of world.items.values()) {
    const count = counts.get(item.crate);
    if (count === undefined || item.hasBody !== true || facts.has(item.id)) continue;
    counts.set(item.crate, count + 1);
  }
  return counts;
}

export function unprintedWarning({ name, why }: Unprinted, count: number): string {
  return (
    `MIR that rustc does not write: ${name}; functions of that crate without blocks and calls: ${count}; ` +
    `it stopped with: ${why}`
  );
}
