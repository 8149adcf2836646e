/** A run over many projects holds one program at a time, whatever their number. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../../src/produce/typescript/read-sources.js';
import { reclaim } from '../../../src/produce/typescript/reclaim.js';
import { createTask } from '../../../src/task/index.js';
import { writeTree } from '../collect.js';

const PROJECTS = process.env['MIMIR_DEEP'] === '1' ? 40 : 12;

/** Each member calls the first one. */
function workspace(): Record<string, string> {
  const names = Array.from({ length: PROJECTS }, (_, at) => `m${String(at).padStart(2, '0')}`);
  const members = names.map((name, at) => [
    [`p/${name}/package.json`, `{"name":"${name}","version":"1.0.0","exports":"./src/a.ts"}`],
    [
      `p/${name}/tsconfig.json`,
      '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler","lib":["es5"],"types":[]},"include":["src"]}',
    ],
    [
      `p/${name}/src/a.ts`,
      at === 0
        ? 'export const f = () => 0;'
        : `import { f as first } from 'm00'; export const f = () => first();`,
    ],
  ]);
  return {
    'package.json': '{"name":"root","private":true,"workspaces":["p/*"]}',
    ...(Object.fromEntries(members.flat()) as Record<string, string>),
  };
}

describe('reading many projects', () => {
  it('lets go of each program before the next is read', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'many-'));
    try {
      writeTree(home, workspace());
      const programs: WeakRef<object>[] = [];
      const behind: number[] = [];
      let opened = 0;
      const sink = { node: () => undefined, edge: () => undefined };
      const { quality } = await readSources({ path: home }, sink, createTask(), {
        planned(plan) {
          programs.push(...plan.map(({ program }) => new WeakRef(program)));
          return new Map();
        },
        open() {
          opened++;
        },
        reading(name) {
          if (name === undefined) return;
          reclaim();
          behind.push(programs.slice(0, opened - 1).filter((one) => one.deref()).length);
        },
      });
      expect(quality).toMatchObject({ calls: PROJECTS - 1, resolved: PROJECTS - 1 });
      expect(programs).toHaveLength(PROJECTS);
      expect(behind).toHaveLength(PROJECTS);
      // The engine may still be compiling a function of the last one or two, and holds them until that is done.
      expect(Math.max(...behind)).toBeLessThanOrEqual(2);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('lets go of the last one before its facts are written', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'last-'));
    try {
      const files = Array.from({ length: 60 }, (_, i) => [
        `src/f${i}.ts`,
        `export const a${i} = ${i};`,
      ]);
      writeTree(home, {
        'package.json': '{"name":"one"}',
        ...(Object.fromEntries(files) as Record<string, string>),
      });
      let checker: WeakRef<object> | undefined;
      const left: boolean[] = [];
      const sink = { node: () => undefined, edge: () => undefined };
      await readSources({ path: home }, sink, createTask(), {
        planned([one]) {
          checker = new WeakRef(one!.program.getTypeChecker());
          return new Map();
        },
        open: () => undefined,
        reading(name) {
          if (name === undefined) left.push(checker!.deref() !== undefined);
        },
      });
      expect(left).toEqual([false]);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});
