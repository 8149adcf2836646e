import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The dump that the metadata of the open notebook names (`mimir.dump`, relative to the notebook); null where there is
 * no such notebook. Servers tell a kernel its notebook's path in `JPY_SESSION_NAME`.
 */
export function notebookDump(env: NodeJS.ProcessEnv, cwd: string): string | null {
  const name = env['JPY_SESSION_NAME'];
  if (name === undefined || !name.endsWith('.ipynb')) return null;
  const file =
    path.isAbsolute(name) && existsSync(name) ? name : path.join(cwd, path.basename(name));
  try {
    const { metadata } = JSON.parse(readFileSync(file, 'utf8')) as {
      metadata?: { mimir?: { dump?: unknown } };
    };
    const dump = metadata?.mimir?.dump;
    return typeof dump === 'string' ? path.resolve(path.dirname(file), dump) : null;
  } catch {
    return null;
  }
}
