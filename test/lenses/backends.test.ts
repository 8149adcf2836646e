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
import { digestRows } from '../../src/table/index.js';

const native = nativeBackendIfBuilt();

type Asked = readonly [lens: string, fixture: string, params: Record<string, unknown>];

const ASKED: readonly Asked[] = [
  ['dsm', 'arrow-js', {}],
  ['twins', 'arrow-js', {}],
  ['misplaced', 'arrow-js', {}],
  ['role-neighbours', 'arrow-js', {}],
  ['group-twins', 'arrow-js', {}],
  ['taint', 'rust-tally', {}],
  [
    'chokepoints',
    'arrow-js',
    { entry: ['RecordBatchStreamReaderImpl#next()'], sink: ['Codec#decode()'] },
  ],
  [
    'gate-bypass',
    'arrow-js',
    { sink: ['AsyncByteQueue#write()'], choke: ['RecordBatchWriter#_write()'] },
  ],
];

/** The report, and what every step's table holds. */
const answer = async ([id, fixture, params]: Asked, backend: Backend): Promise<string> => {
  const graph = await openGraph(
    fileURLToPath(new URL(`../../fixtures/${fixture}`, import.meta.url)),
  );
  return underRun({ backend }, async () => {
    const run = startRun<object, Record<string, unknown>>(registry.named(id), graph, params);
    const report = reportJson(await run.report({ limit: 0 }));
    const steps = run.lens.steps.map(({ id: step }) => `${step} ${digestRows(run.table(step))}`);
    return [report, ...steps].join('\n');
  });
};

describe.skipIf(native === null)(
  'same question, same answer on either backend (needs native)',
  () => {
    test.each(ASKED)('%s gives the same bytes', async (...asked) => {
      const there = await answer(asked, native!);
      expect(there.length).toBeGreaterThan(500);
      expect(there).toBe(await answer(asked, referenceBackend));
    });
  },
);
