import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  nativeBackendIfBuilt,
  referenceBackend,
  underRun,
  type Backend,
} from '../../src/grb/index.js';
import { openGraph } from '../../src/graph/index.js';
import { reportJson, startRun } from '../../src/lens/index.js';
import { registry } from '../../src/lenses/index.js';

const fixture = fileURLToPath(new URL('../../fixtures/arrow-js', import.meta.url));
const native = nativeBackendIfBuilt();

describe.skipIf(native === null)(
  'same question, same answer on either backend (needs native)',
  () => {
    const graph = openGraph(fixture);
    const answer = (id: string, backend: Backend): Promise<string> =>
      underRun({ backend }, async () => {
        const run = startRun(registry.named(id), await graph, {});
        return reportJson(await run.report({ limit: 0 }));
      });

    test.each(['dsm', 'twins', 'misplaced', 'role-neighbours', 'group-twins'])(
      '%s gives the same bytes',
      async (id) => {
        const there = await answer(id, native!);
        expect(there.length).toBeGreaterThan(500);
        expect(there).toBe(await answer(id, referenceBackend));
      },
    );
  },
);
