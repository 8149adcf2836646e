import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

function findPackageRoot(): string {
  for (let folder = here; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package.json'))) return folder;
    if (folder === path.dirname(folder)) return here;
  }
}

/** The folder of this package, whose dependencies cells may import without installing them. */
export const packageRoot = findPackageRoot();

export const packageName = (
  JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as { name: string }
).name;

/** A compiled module of the engine. Processes and threads run compiled files, also when a test runs the sources. */
export function moduleFile(name: string): string {
  const beside = path.join(here, `${name}.js`);
  return existsSync(beside) ? beside : path.join(packageRoot, 'dist', 'engine', `${name}.js`);
}
