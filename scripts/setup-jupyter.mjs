/**
 * The Jupyter that the tests drive: an environment of its own under build/, made by Python's venv and pip. A user's own
 * Jupyter is never touched, and none is needed to use the workbench without notebooks.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run, which } from './process.mjs';
import { installSystemPackages } from './system-packages.mjs';

export const JUPYTER = path.join(ROOT, 'build', 'jupyter');

/** Whole sets of versions that were tested together. */
const PACKAGES = [
  'jupyterlab==4.6.6',
  'jupyter_client==8.10.0',
  'nbclient==0.11.0',
  'nbconvert==7.17.2',
  'jupyter-console==6.6.3',
  'jupyter_kernel_test==0.7.0',
  // Not Jupyter's: it reads and writes dumps and exports as a stranger would.
  'pyarrow==26.0.1',
  'jupytext==1.19.6',
  // An edit distance of trees that is not ours.
  'zss==1.2.0',
  // Curves and signatures that are not ours either.
  'scikit-learn==1.9.1',
  'datasketch==2.0.0',
];

const STAMP = path.join(JUPYTER, 'mimir-packages.txt');

const isReady = () =>
  existsSync(STAMP) && readFileSync(STAMP, 'utf8') === `${PACKAGES.join('\n')}\n`;

/** A Python that can make environments: the system's, which a version manager may hide. */
async function python() {
  for (const candidate of ['/usr/bin/python3', which('python3')]) {
    if (!candidate || !existsSync(candidate)) continue;
    const quiet = { stdio: 'ignore' };
    if ((await run(candidate, ['-c', 'import venv, ensurepip'], quiet)) === 0) return candidate;
  }
  return null;
}

/** Makes the environment where it is missing or older than this list. `tests`: only the tests want it. */
export async function ensure({ log = console.error, tests = true } = {}) {
  if (!tests || isReady()) return { ok: true };
  log(`Jupyter: making ${path.relative(ROOT, JUPYTER)} for the notebook tests (a minute or two)`);
  let base = await python();
  if (base === null) {
    const packages = { 'apt-get': ['python3', 'python3-venv'], default: ['python3'] };
    const installed = await installSystemPackages(packages, { log });
    if (!installed.ok) return installed;
    base = await python();
  }
  if (base === null) return { ok: false, why: 'no Python 3 with venv and pip was found' };
  const quiet = { stdio: ['ignore', 'ignore', 2] };
  if ((await run(base, ['-m', 'venv', '--clear', JUPYTER], quiet)) !== 0) {
    return { ok: false, why: `\`${base} -m venv\` failed` };
  }
  const pip = path.join(JUPYTER, 'bin', 'pip');
  const install = ['install', '--quiet', '--disable-pip-version-check', ...PACKAGES];
  if ((await run(pip, install, quiet)) !== 0) return { ok: false, why: '`pip install` failed' };
  writeFileSync(STAMP, `${PACKAGES.join('\n')}\n`);
  return { ok: true };
}
