import { defineConfig } from 'vitest/config';

/** Deep runs try many more inputs: a test may then take minutes. */
const deep = process.env.MIMIR_DEEP === '1';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx', 'studies/*.test.ts'],
    testTimeout: deep ? 1_200_000 : 60_000,
    // Vitest leaves one core free by default; on two cores that doubles the wait.
    maxWorkers: 2,
    hookTimeout: deep ? 600_000 : 120_000,
  },
});
