import path from 'node:path';
import type { HandleInfo, MimeBundle } from '../engine/index.js';
import { RUN_MARK } from '../view/index.js';

/** The id by which a server knows its kernel: it is in the name of the connection file. `''` where it is not. */
export const kernelIdOf = (connectionFile: string): string =>
  /^kernel-(.+)\.json$/.exec(path.basename(connectionFile))?.[1] ?? '';

/** HTML that talks back learns which value of which kernel it is of. */
export function addressed(
  bundle: MimeBundle,
  handle: HandleInfo | undefined,
  kernelId: string,
): MimeBundle {
  const html = bundle['text/html'];
  if (handle === undefined || kernelId === '' || typeof html !== 'string') return bundle;
  if (!html.includes(RUN_MARK)) return bundle;
  const mark = `data-mimir-run="${attribute(handle.handle)}" data-mimir-kernel="${attribute(kernelId)}"`;
  return { ...bundle, 'text/html': html.replaceAll(RUN_MARK, mark) };
}

const attribute = (text: string): string => text.replace(/[^\w.:-]/g, '');
