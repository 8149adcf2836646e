import { readdirSync } from 'node:fs';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Deep runs try many more inputs: a test may then take minutes. */
const deep = process.env.MIMIR_DEEP === '1';

/**
 * Rooms whose tests only call functions: their files share a worker's process, since loading the lenses anew for each
 * of them cost more than running them. A file that replaces a module, or holds much, has a process of its own.
 */
const SHARING =
  /^(?:calibrate|dump|facts|graph|judges|lens|lenses|ops|table|text|view)\/(?!hostile|snapshot|own-gate)/;
const shared = readdirSync(path.join(import.meta.dirname, 'test'), { recursive: true })
  .map((name) => String(name).split(path.sep).join('/'))
  .filter((name) => /\.test\.tsx?$/.test(name) && SHARING.test(name))
  .map((name) => `test/${name}`);

/** What takes longest, begun first: the last minute of a run has both cores busy then. */
const LONGEST = [
  'studies/',
  'test/cli/study.test.ts',
  'test/repl/pty-',
  'test/judges/own-gate.test.ts',
  'test/engine/',
  'test/kernel/',
  'test/readme.test.ts',
  'test/study/',
  'test/session/',
  'test/repl/',
  'test/produce/',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const file = path.relative(this.ctx.config.root, moduleId);
      const at = LONGEST.findIndex((start) => file.startsWith(start));
      // Those that share a process stand together, last: between others they would not find it.
      return at >= 0 ? at : project.config.isolate ? LONGEST.length : LONGEST.length + 1;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    testTimeout: deep ? 1_200_000 : 60_000,
    // Vitest leaves one core free by default; on two cores that doubles the wait.
    maxWorkers: 2,
    hookTimeout: deep ? 600_000 : 120_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'own process',
          include: ['test/**/*.test.{ts,tsx}', 'studies/*.test.ts'],
          exclude: [...configDefaults.exclude, ...shared],
        },
      },
      {
        extends: true,
        // What deep runs leave in memory is more than one process should hold.
        test: { name: 'shared process', include: shared, isolate: deep },
      },
    ],
  },
});
