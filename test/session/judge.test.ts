import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/index.js';
import { createSession } from '../../src/session/index.js';
import path from 'node:path';

let engine: Engine;
beforeAll(async () => {
  engine = createSession({ dump: path.resolve('fixtures/arrow-js') });
  await engine.ready;
});
afterAll(() => engine.close());

const ask = async (source: string) => {
  const { result, error, diagnostics } = await engine.evaluate(source, () => undefined);
  return result?.bundle['text/plain'] ?? error?.message ?? diagnostics.map(({ code }) => code);
};

it('a judge is asked in a cell as a lens is, with typed parameters', async () => {
  expect(await ask('(await judge.liveness({ src: "src/task" }).report()).population')).toContain(
    'files',
  );
  expect(await ask('judge.liveness({ src: 3 })')).toEqual([2322]);
  expect(await ask('judge.livenes')).toEqual([2551]);
});
