import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { installKernel } from '../../src/kernel/index.js';
import { needing } from '../tools.js';

const python = path.resolve('build/jupyter/bin/python');
const folder = path.resolve('notebooks');
/** One notebook a lens and that of the calibrations, for the deep run: each takes a kernel of its own. */
const BY_LENS = [
  'calibrate',
  'taint',
  'chokepoints',
  'misplaced',
  'gate-bypass',
  'twins',
  'dsm',
].map((lens) => `${lens}.ipynb`);
const all = readdirSync(folder).filter((name) => name.endsWith('.ipynb'));
const names = all.filter((name) => process.env.MIMIR_DEEP === '1' || !BY_LENS.includes(name));

interface Output {
  readonly output_type: string;
  readonly data?: Readonly<Record<string, string | readonly string[]>>;
  readonly text?: string | readonly string[];
  readonly ename?: string;
  readonly evalue?: string;
}

interface Cell {
  readonly cell_type: string;
  readonly source: string | readonly string[];
  readonly outputs?: readonly Output[];
}

const joined = (text: string | readonly string[] | undefined): string =>
  typeof text === 'string' ? text : (text ?? []).join('');

/** Times are no data. */
const timeless = (text: string): string => text.replace(/\d+(\.\d+)? ms/g, '… ms');

/** Progress that was shown and cleared again says how busy the machine was. */
const isShown = ({ output_type: type, data }: Output): boolean =>
  type !== 'display_data' || joined(data?.['text/plain']) !== '';

/** What a notebook shows: every text, and in which other forms each value can be shown. */
function shownBy(file: string): unknown {
  const { cells } = JSON.parse(readFileSync(file, 'utf8')) as { cells: Cell[] };
  return cells
    .filter(({ cell_type: type }) => type === 'code')
    .map(({ source, outputs = [] }) => ({
      source: joined(source),
      outputs: outputs.filter(isShown).map(({ output_type: type, data, text, ename, evalue }) => ({
        type,
        forms: Object.keys(data ?? {}).sort(),
        text: timeless(joined(data?.['text/plain'] ?? text)),
        ...(ename !== undefined && { ename, evalue }),
      })),
    }));
}

needing('jupyter')('the notebooks', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'mimir-notebooks-'));
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const kernel = await installKernel({ kind: 'prefix', prefix: root });
    env = { ...process.env, JUPYTER_PATH: path.resolve(kernel, '../..'), MIMIR_DUMP: '' };
  });

  it.each(names)(
    '%s, executed by nbclient, shows what it was committed with',
    async (name) => {
      const script = path.resolve('scripts/execute-notebooks.py');
      await promisify(execFile)(python, [script, root, path.join(folder, name)], { env });
      expect(shownBy(path.join(root, name))).toEqual(shownBy(path.join(folder, name)));
    },
    240_000,
  );

  it.each(all)('%s names no folder of a machine, and only its last cells may fail', (name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    expect(text).not.toMatch(/"[^"]*(\/home\/|\/root\/|\/tmp\/|\/Users\/)/);
    const { cells } = JSON.parse(text) as { cells: (Cell & { metadata: { tags?: string[] } })[] };
    const failing = cells.filter(({ outputs = [] }) =>
      outputs.some(({ output_type: type }) => type === 'error'),
    );
    expect(
      failing.every(({ metadata }) => metadata.tags?.includes('raises-exception') === true),
    ).toBe(true);
  });
});

needing('jupyter')('the test that the Jupyter project has for kernels', () => {
  it('passes, with nothing skipped', async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'mimir-kernel-test-'));
    const kernel = await installKernel({ kind: 'prefix', prefix: root });
    const env = {
      ...process.env,
      JUPYTER_PATH: path.resolve(kernel, '../..'),
      MIMIR_DUMP: path.resolve('fixtures/arrow-js'),
    };
    const { stderr } = await promisify(execFile)(
      python,
      [path.resolve('test/kernel/kernel_test.py')],
      { env },
    ).catch((error: { stderr: string }) => error);
    expect(stderr).toMatch(/\nRan 12 tests in [^\n]*\n\nOK\n$/);
  }, 240_000);
});
