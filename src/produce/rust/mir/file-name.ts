import type { MirFileName } from './mir.js';

const NAME = /^([^.]+)\.(.*?)(?:[.-]promoted\[(\d+)\])?(?:\.[\d-]+)?\.built\.after\.mir$/u;

/** `null` for a file that is no dump of built MIR. */
export function parseMirFileName(name: string): MirFileName | null {
  const match = NAME.exec(name.slice(name.lastIndexOf('/') + 1));
  if (match === null) return null;
  return {
    crate: match[1]!,
    defPath: match[2]!.replaceAll('-', '::'),
    promoted: match[3] === undefined ? null : Number(match[3]),
  };
}
