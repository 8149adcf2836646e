import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { compareUtf8 } from '../table/index.js';
import { createTask, type Task } from '../task/index.js';
import { fileSource } from './byte-source.js';

const PIECE = 2 ** 24;

/** SHA-256 over a dump's files, sorted by name: for each its name, a zero byte, its size (8 bytes, little-endian), its bytes. */
export function hashDump(paths: readonly string[], task: Task = createTask()): string {
  const hash = createHash('sha256');
  const named = paths
    .map((path) => ({ path, name: basename(path) }))
    .sort((a, b) => compareUtf8(a.name, b.name));
  named.forEach(({ path, name }, index) => {
    task.progress('hashing the dump', index, named.length);
    const source = fileSource(path);
    try {
      hash.update(fileHeader(name, source.size));
      for (let at = 0; at < source.size; at += PIECE) {
        task.check('hashing the dump');
        hash.update(source.read(at, Math.min(PIECE, source.size - at)));
      }
    } finally {
      source.close();
    }
  });
  return hash.digest('hex');
}

/** The same key over files that are in memory. */
export function hashFiles(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): string {
  const hash = createHash('sha256');
  for (const { name, bytes } of [...files].sort((a, b) => compareUtf8(a.name, b.name))) {
    hash.update(fileHeader(name, bytes.length)).update(bytes);
  }
  return hash.digest('hex');
}

function fileHeader(name: string, size: number): Uint8Array {
  const header = Buffer.alloc(Buffer.byteLength(name) + 9);
  const end = header.write(name);
  header.writeBigUInt64LE(BigInt(size), end + 1);
  return header;
}
