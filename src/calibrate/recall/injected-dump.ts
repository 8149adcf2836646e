import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openGraph, type CodeGraph } from '../../graph/index.js';
import { dumpRust, dumpTypeScript } from '../../produce/index.js';
import type { Task } from '../../task/index.js';
import { injectClones, type EditOperator, type Injection } from '../inject/index.js';

/** A copy of the sources with clones in it, and the dump that the producer made of the copy. */
export interface InjectedDump {
  readonly injections: readonly Injection[];
  readonly graph: CodeGraph;
  /** Folder of the copy. */
  readonly sources: string;
}

export interface InjectedDumpOptions {
  readonly sources: string;
  readonly operators: readonly EditOperator[];
  readonly each: number;
  readonly seed: number;
  readonly minTokens: number;
}

/** Copies are read as long as the process lives: steps that are run again read them again. */
const copies = new Set<string>();

/**
 * Injects, runs the producer on the copy and opens what it wrote. The analysed folder is only read; its installed
 * packages are linked, so that types resolve as they do there.
 */
export async function injectedDump(
  { sources, ...options }: InjectedDumpOptions,
  task: Task,
): Promise<InjectedDump> {
  const home = mkdtempSync(path.join(tmpdir(), 'mimir-inject-'));
  if (copies.size === 0) process.once('exit', removeCopies);
  copies.add(home);
  const [into, out] = [path.join(home, 'sources'), path.join(home, 'dump')];
  const injections = await injectClones({ sources, into, ...options }, task);
  const installed = path.join(sources, 'node_modules');
  if (existsSync(installed)) symlinkSync(path.resolve(installed), path.join(into, 'node_modules'));
  if (existsSync(path.join(into, 'Cargo.toml')))
    await dumpRust({ path: into, out, task, workspaceOnly: true });
  else await dumpTypeScript({ path: into, out, task });
  const graph = await openGraph(out, { task, sources: into, cache: { place: 'off' } });
  return { injections, graph, sources: into };
}

function removeCopies(): void {
  for (const home of copies) rmSync(home, { recursive: true, force: true });
}
