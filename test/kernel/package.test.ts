import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deep, needing } from '../tools.js';

const run = promisify(execFile);
const root = mkdtempSync(path.join(tmpdir(), 'mimir-package-'));
const python = path.resolve('build/jupyter/bin/python');
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/** How a person comes by the package; each gives the folder that holds its command, and the one that it is used in. */
type Way = (tarball: string) => Promise<{ readonly bin: string; readonly project: string }>;

function folderOf(name: string, file?: string, text = ''): string {
  const folder = path.join(root, name);
  mkdirSync(folder, { recursive: true });
  if (file !== undefined) writeFileSync(path.join(folder, file), text);
  return folder;
}

const WAYS: Readonly<Record<string, Way>> = {
  'a tarball unpacked beside our own packages': async (tarball) => {
    const modules = folderOf('unpacked/node_modules');
    await run('tar', ['-xzf', tarball, '-C', modules]);
    const folder = path.join(modules, 'package');
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    const bin = folderOf('unpacked/bin');
    symlinkSync(path.join(folder, 'bin', 'mimir.mjs'), path.join(bin, 'mimir'));
    return { bin, project: folderOf('unpacked/elsewhere') };
  },
  'npm i of the tarball, in a project that has Arquero too': async (tarball) => {
    const project = folderOf('local', 'package.json', '{ "name": "mine", "private": true }');
    await run('npm', ['i', ...quiet, tarball], { cwd: project });
    await run('npm', ['i', ...quiet, 'arquero@8.0.3'], { cwd: project });
    return { bin: path.join(project, 'node_modules', '.bin'), project };
  },
  'npm i -g of the tarball': async (tarball) => {
    const prefix = folderOf('global');
    await run('npm', ['i', '-g', '--prefix', prefix, ...quiet, tarball], { cwd: prefix });
    return { bin: path.join(prefix, 'bin'), project: folderOf('global-project') };
  },
};

// The registry is asked in the deep run only.
const ways = Object.entries(WAYS).slice(0, deep(1, 3));

const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: 'mimir', display_name: 'Mímir', language: 'typescript' } },
  cells: [
    'import * as arquero from "arquero";\nconst counts = arquero.table({ n: [3, 4] });\n(counts.get("n", 0) as number) + counts.numRows()',
    'lens.dsm({ level: "file" }).steps.length > 0 && graph.nodeCount > 0',
    'import { readFileSync } from "node:fs";\ntypeof readFileSync',
  ].map((source, at) => ({
    id: `c${at}`,
    cell_type: 'code',
    metadata: {},
    source,
    outputs: [],
    execution_count: null,
  })),
};

let tarball = '';

beforeAll(async () => {
  const { stdout } = await run('npm', [
    'pack',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    root,
  ]);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  tarball = path.join(root, filename);
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

it('holds what a user needs, and nothing that is only ours', async () => {
  const { stdout } = await run('tar', ['-tzf', tarball]);
  const files = new Set(stdout.split('\n').map((name) => name.replace(/^package\//, '')));
  for (const needed of [
    'bin/mimir.mjs',
    'globals.d.ts',
    'dist/cli/main.js',
    'dist/session/prelude.js',
    'dist/session/index.d.ts',
    'dist/session/globals.d.ts',
    'dist/engine/host.js',
    'kernel/launch.mjs',
    'kernel/logo-svg.svg',
    'study-tests/vitest.js',
    'scripts/build-native.mjs',
    'native/addon.cc',
  ])
    expect(files, needed).toContain(needed);
  expect(
    [...files].filter((name) => /^(src|test|bench|build|studies|node_modules)\//.test(name)),
  ).toEqual([]);
});

it('names exactly one version of each package that it runs on', () => {
  const { dependencies, overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
    overrides?: unknown;
  };
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual(
    [],
  );
  // npm reads overrides in a root package only: a consumer would get what Arquero asks for, which cannot be had.
  expect(overrides).toBeUndefined();
  expect(dependencies['@uwdata/flechette']).toBe('2.6.0');
});

needing('jupyter')('a package that was installed by', () => {
  it.each(ways)(
    '%s says its version, installs its kernel and runs the cells of a notebook',
    async (_, install) => {
      const { bin, project } = await install(tarball);
      const mimir = path.join(bin, 'mimir');
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
      const said = await run(mimir, ['--version'], { cwd: project });
      expect(said.stdout).toContain(version);
      const prefix = path.join(project, 'jupyter');
      await run(mimir, ['kernel', 'install', '--prefix', prefix], { cwd: project });
      writeFileSync(path.join(project, 'one.ipynb'), JSON.stringify(NOTEBOOK));
      const out = path.join(project, 'out');
      await run(
        python,
        [path.resolve('scripts/execute-notebooks.py'), out, path.join(project, 'one.ipynb')],
        {
          cwd: project,
          env: {
            ...process.env,
            JUPYTER_PATH: path.join(prefix, 'share', 'jupyter'),
            MIMIR_DUMP: path.resolve('fixtures/arrow-js'),
          },
        },
      );
      const { cells } = JSON.parse(readFileSync(path.join(out, 'one.ipynb'), 'utf8')) as {
        cells: { outputs: { data?: Record<string, string | string[]> }[] }[];
      };
      const texts = cells.map(({ outputs }) => [outputs[0]?.data?.['text/plain']].flat().join(''));
      expect(texts).toEqual(['5', 'true', "'function'"]);
    },
    deep(120_000, 900_000),
  );
});
