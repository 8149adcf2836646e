/** Executes the notebooks in place, with the Jupyter of the tests: after a change of the bundled dump or of a lens. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, run } from './process.mjs';
import { ensure, JUPYTER } from './setup-jupyter.mjs';

const set = await ensure({ log: console.error });
if (!set.ok) throw new Error(set.why);
const kernelRoom = pathToFileURL(path.join(ROOT, 'dist', 'kernel', 'index.js')).href;
const { installKernel } = await import(kernelRoom);
const prefix = mkdtempSync(path.join(tmpdir(), 'mimir-notebooks-'));
const kernel = await installKernel({ kind: 'prefix', prefix });
const folder = path.join(ROOT, 'notebooks');
const names = readdirSync(folder).filter((name) => name.endsWith('.ipynb'));
const script = path.join(ROOT, 'scripts', 'execute-notebooks.py');
const env = { ...process.env, JUPYTER_PATH: path.resolve(kernel, '../..'), MIMIR_DUMP: '' };
process.exitCode = await run(path.join(JUPYTER, 'bin', 'python'), [script, '.', ...names], {
  cwd: folder,
  env,
});
