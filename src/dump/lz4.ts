import { createRequire } from 'node:module';

interface Lz4 {
  decompress(src: Uint8Array): Uint8Array;
  compress(src: Uint8Array): Uint8Array;
  decompressFrame(src: Uint8Array, dst: Uint8Array): number;
}

// A CommonJS package without types.
const lz4 = createRequire(import.meta.url)('lz4js') as Lz4;

/** Decompresses an LZ4 frame into `out`, which it must fill exactly. */
export function unlz4(frame: Uint8Array, out: Uint8Array): void {
  checkBlocks(frame);
  if (lz4.decompressFrame(frame, out) !== out.length) {
    throw new Error('an LZ4 frame of another length');
  }
}

const MAGIC = 0x184d2204;
const UNCOMPRESSED = 0x80000000;

/** The library believes a block's length and would copy two billion bytes that are not there. */
function checkBlocks(frame: Uint8Array): void {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 7 || view.getUint32(0, true) !== MAGIC) throw new Error('no LZ4 frame');
  const flags = frame[4]!;
  const has = (bit: number): boolean => (flags & (1 << bit)) !== 0;
  let at = 7 + (has(3) ? 8 : 0) + (has(0) ? 4 : 0);
  for (;;) {
    if (at + 4 > frame.length) throw new Error('a cut LZ4 frame');
    const size = view.getUint32(at, true);
    if (size === 0) return;
    at += 4 + (size & ~UNCOMPRESSED) + (has(4) ? 4 : 0);
  }
}

/** An LZ4 frame of the bytes. */
export function toLz4(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(lz4.compress(bytes));
}

/** The bytes of an LZ4 frame of unknown length. */
export function fromLz4(frame: Uint8Array): Uint8Array {
  return Uint8Array.from(lz4.decompress(frame));
}
