import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { InvalidArgument } from '../../task/index.js';

const DIGEST = /#[0-9a-f]{12}$/;

/**
 * A file as the value of a parameter: its path with a digest of its bytes behind it, so that a step that reads it runs
 * again when the file changed. Throws `InvalidArgument` where there is no such file.
 */
export function digested(value: string, what: string): string {
  const file = fileOf(value);
  if (!existsSync(file)) throw new InvalidArgument(`no file of ${what}: ${file}`);
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
  return `${file}#${digest}`;
}

/** The path alone. */
export const fileOf = (value: string): string => value.replace(DIGEST, '');
