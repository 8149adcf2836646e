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
  if (lz4.decompressFrame(frame, out) !== out.length) {
    throw new Error('an LZ4 frame of another length');
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
