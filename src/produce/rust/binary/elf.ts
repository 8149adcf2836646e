import { readFileSync } from 'node:fs';
import { InvalidArgument } from '../../../task/index.js';

const SYMBOL_TABLE = 2;
const DYNAMIC_SYMBOLS = 11;
const FUNCTION = 2;
const SYMBOL_BYTES = 24;

/** Names of the functions in a 64-bit little-endian ELF file; of one that is stripped, those that it exports. */
export function functionSymbols(file: string): string[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new InvalidArgument(`binary that can't be read: ${file}; name a file that cargo built`);
  }
  // \x7fELF, 64 bits, little-endian.
  if (bytes.length < 64 || bytes.readUInt32BE(0) !== 0x7f454c46 || bytes.readUInt16BE(4) !== 0x0201)
    throw new InvalidArgument(
      `binary of another format: ${file}; a 64-bit ELF file of Linux is read`,
    );
  try {
    return symbolsIn(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidArgument(`binary that is cut off: ${file}; build it again`);
  }
}

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

function symbolsIn(bytes: Buffer): string[] {
  const start = Number(bytes.readBigUInt64LE(0x28));
  const width = bytes.readUInt16LE(0x3a);
  const sections = Array.from({ length: bytes.readUInt16LE(0x3c) }, (_, at): Section => {
    const from = start + at * width;
    return {
      type: bytes.readUInt32LE(from + 4),
      offset: Number(bytes.readBigUInt64LE(from + 0x18)),
      size: Number(bytes.readBigUInt64LE(from + 0x20)),
      link: bytes.readUInt32LE(from + 0x28),
    };
  });
  const table =
    sections.find(({ type }) => type === SYMBOL_TABLE) ??
    sections.find(({ type }) => type === DYNAMIC_SYMBOLS);
  const texts = table && sections[table.link];
  if (!table || !texts) return [];
  const found: string[] = [];
  for (let at = table.offset; at < table.offset + table.size; at += SYMBOL_BYTES) {
    const isDefined = bytes.readUInt16LE(at + 6) !== 0;
    if ((bytes.readUInt8(at + 4) & 15) !== FUNCTION || !isDefined) continue;
    const from = texts.offset + bytes.readUInt32LE(at);
    found.push(bytes.toString('latin1', from, bytes.indexOf(0, from)));
  }
  return found;
}
