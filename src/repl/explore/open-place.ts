import type { SourceFiles } from '../source/files.js';
import { openInEditor } from '../terminal/outside.js';
import type { Workbench } from '../workbench.js';

/** Opens a place in the user's editor; answers with what to say about it. */
export async function openPlace(
  bench: Workbench,
  files: SourceFiles,
  file: string,
  line?: number,
): Promise<string> {
  const full = files.find(file);
  if (full === null) return `source not here: ${file}; --src names its folder`;
  const wrong = await bench.surface.lend(() => openInEditor(full, line));
  return wrong ?? `opened ${file}${line === undefined ? '' : `:${line}`}`;
}
