import { existsSync, readFileSync, readdirSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { InvalidArgument } from '../../task/index.js';
import { readManifest } from './packages.js';

/** Folders of the packages of a workspace (npm, yarn, pnpm, bun), sorted; empty where there is none. */
export function workspaceFolders(root: string): string[] {
  const patterns = workspacePatterns(root);
  const excluded = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => pattern.slice(1));
  const found = new Set<string>();
  for (const pattern of patterns) {
    if (!pattern.startsWith('!'))
      for (const folder of expand(root, normal(pattern).split('/'))) found.add(folder);
  }
  for (const pattern of excluded)
    for (const folder of expand(root, normal(pattern).split('/'))) found.delete(folder);
  // One whose manifest does not parse is a member all the same, and named as such.
  return [...found].filter((folder) => existsSync(path.posix.join(folder, 'package.json'))).sort();
}

function workspacePatterns(root: string): string[] {
  const declared = readManifest(root)?.workspaces;
  const listed = isRecord(declared) ? declared['packages'] : declared;
  const patterns = Array.isArray(listed) ? listed : [];
  const pnpm = path.posix.join(root, 'pnpm-workspace.yaml');
  if (existsSync(pnpm)) {
    const config = parsed(pnpm);
    if (isRecord(config) && Array.isArray(config['packages']))
      patterns.push(...(config['packages'] as unknown[]));
  }
  return patterns.filter((pattern): pattern is string => typeof pattern === 'string');
}

function parsed(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const [why = ''] = String((error as Error).message).split('\n');
    throw new InvalidArgument(
      `workspace file that does not parse: ${file}; ${why.replace(/:$/u, '')}`,
    );
  }
}

function normal(pattern: string): string {
  return path.posix.normalize(pattern).replace(/\/$/u, '');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function expand(folder: string, steps: readonly string[]): string[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [folder];
  if (step === '.') return expand(folder, rest);
  if (!step.includes('*')) {
    const next = path.posix.join(folder, step);
    return existsSync(next) ? expand(next, rest) : [];
  }
  const matches = new RegExp(
    `^${step
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/gu, '\\$&'))
      .join('.*')}$`,
    'u',
  );
  const inside = foldersOf(folder);
  const here = inside
    .filter((name) => step === '**' || matches.test(name))
    .flatMap((name) => expand(path.posix.join(folder, name), step === '**' ? steps : rest));
  return step === '**' ? [...expand(folder, rest), ...here] : here;
}

/** None of a file, and none of a folder that may not be listed, which the survey of the tree names. */
function foldersOf(folder: string): string[] {
  return listed(folder)
    .filter(
      (entry) =>
        entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'),
    )
    .map((entry) => entry.name);
}

function listed(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
