import { describe, expect, it } from 'vitest';
import { collect } from '../collect.js';

/** As `@types/node` declares them, cut down to what is called. */
const NODE: Readonly<Record<string, string>> = {
  'package.json': '{"name":"@types/node","version":"22.0.0","types":"index.d.ts"}',
  'index.d.ts': `/// <reference path="fs.d.ts" />
    /// <reference path="fs/promises.d.ts" />
    /// <reference path="process.d.ts" />
    /// <reference path="worker_threads.d.ts" />
    /// <reference path="path.d.ts" />`,
  'fs.d.ts': `declare module 'node:fs' { export function readFileSync(path: string): string; export function statSync(path: string): object }`,
  'fs/promises.d.ts': `declare module 'node:fs/promises' { export function rename(from: string, to: string): Promise<void> }`,
  'process.d.ts': `declare namespace NodeJS { interface Process { chdir(to: string): void } } declare var process: NodeJS.Process;`,
  'worker_threads.d.ts': `declare module 'node:worker_threads' { export class Worker { constructor(file: string) } }`,
  'path.d.ts': `declare module 'node:path' { export function join(...parts: string[]): string }`,
};

describe('what a call of Node’s own functions asks the kernel for', () => {
  it('is told by the declaration that it leads to, and marked as approximate', async () => {
    const found = await collect({
      ...Object.fromEntries(
        Object.entries(NODE).map(([name, text]) => [`node_modules/@types/node/${name}`, text]),
      ),
      'tsconfig.json':
        '{"compilerOptions":{"types":["node"],"moduleResolution":"bundler","module":"esnext"},"include":["src"]}',
      'src/a.ts': `import { readFileSync, statSync } from 'node:fs'; import { rename } from 'node:fs/promises'; import { Worker } from 'node:worker_threads'; import { join } from 'node:path';
        export async function all() { readFileSync('a'); await rename('a', 'b'); process.chdir('/'); join('a'); return new Worker('w') }
        export const passed = [1].map(() => statSync);`,
    });
    expect(found.quality).toMatchObject({ calls: 6, external: 6 });
    const kernel = found.edges
      .filter((edge) => edge.kind === 'SYSCALLS')
      .map((edge) => {
        const call = found.nodes.get(edge.dst)!;
        return `${found.nodes.get(edge.src)!.name}: ${call.name} (${call.ty})`;
      });
    expect(kernel.sort()).toEqual([
      'chdir: chdir (process)',
      // Of the class Worker.
      'constructor: clone3 (process)',
      'readFileSync: close (file)',
      'readFileSync: openat (file)',
      'readFileSync: read (file)',
      'readFileSync: statx (file)',
      'rename: rename (file)',
      'statSync: statx (file)',
    ]);
    const edges = found.edges.filter((edge) => edge.kind === 'SYSCALLS');
    expect(edges.every((edge) => edge.partial === true)).toBe(true);
  });
});
