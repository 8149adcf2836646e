import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, whether its sources run or what they were compiled to. */
export const packageFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export function packageVersion(): string {
  const { version } = JSON.parse(
    readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
  ) as { version: string };
  return version;
}
