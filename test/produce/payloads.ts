import {
  fingerprintOf,
  formatPayload,
  parsePayload,
  poolText,
  readUnits,
} from '../../src/dump/index.js';

/** The blocks of a dump, and the payloads among theirs that do not parse back to the same text and fingerprint. */
export function readBack(dump: string): { readonly blocks: number; readonly wrong: string[] } {
  let blocks = 0;
  const wrong: string[] = [];
  for (const { nodes } of readUnits(dump)) {
    const kind = nodes.text.kind!();
    const ty = nodes.text.ty!();
    for (let row = 0; row < nodes.rows; row++) {
      if (poolText(kind.pool, kind.codes[row]!) !== 'mir_block') continue;
      blocks++;
      const text = poolText(ty.pool, ty.codes[row]!);
      const block = parsePayload(text);
      const isSame =
        block !== null &&
        formatPayload(block) === text &&
        fingerprintOf(block) === block.fingerprint;
      if (!isSame) wrong.push(text);
    }
  }
  return { blocks, wrong };
}
