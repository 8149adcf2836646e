import { decompress as unzstd } from 'fzstd';
import type { ArrowField } from './arrow-schema.js';
import type { BatchLayout } from './arrow-messages.js';
import type { ByteSource } from './byte-source.js';
import { DumpError } from './dump-error.js';
import { unlz4 } from './lz4.js';

/** One field of one batch: its length, and readers of its buffers. */
export interface PlacedField {
  readonly field: ArrowField;
  readonly length: number;
  readonly nulls: number;
  /** Bytes of buffer i of this field, decompressed; at least `least` bytes or an error. */
  buffer(i: number, least?: number): Uint8Array;
  /** The same for what is looked at once: the next glance may overwrite the bytes. */
  glance(i: number, least?: number): Uint8Array;
  /** Where buffer i lies in the file; `null` where its bytes are compressed. */
  region(i: number): { readonly offset: number; readonly length: number } | null;
  readonly variadic: number;
  readonly children: readonly PlacedField[];
}

/** Finds the buffers of every field of a batch; reads none. */
export function placeFields(
  source: ByteSource,
  layout: BatchLayout,
  fields: readonly ArrowField[],
): PlacedField[] {
  let node = 0;
  let buffer = 0;
  let variadic = 0;
  const place = (field: ArrowField): PlacedField => {
    const { type } = field;
    const own = layout.nodes[node++];
    if (own === undefined || own.length < 0) throw damaged(source, 'missing field node');
    const first = buffer;
    let views = 0;
    let children: readonly ArrowField[] = [];
    switch (type.type) {
      case 'null':
        break;
      case 'text':
        buffer += 3;
        break;
      case 'text_view':
        views = layout.variadic[variadic++] ?? 0;
        buffer += 2 + views;
        break;
      case 'list':
        buffer += 2;
        children = [type.item];
        break;
      case 'struct':
        buffer += 1;
        children = type.fields;
        break;
      case 'other':
        buffer += type.buffers;
        children = type.children;
        break;
      default:
        buffer += 2;
    }
    const bufferOf = (i: number, least: number, once: boolean): Uint8Array => {
      const region = layout.buffers[first + i];
      if (region === undefined) throw damaged(source, 'missing buffer');
      const bytes = readBuffer(source, region, layout.compression, once);
      if (bytes.length < least) throw damaged(source, 'short buffer');
      return bytes;
    };
    return {
      field,
      length: own.length,
      nulls: own.nulls,
      variadic: views,
      buffer: (i, least = 0) => bufferOf(i, least, false),
      glance: (i, least = 0) => bufferOf(i, least, true),
      region: (i) => (layout.compression === null ? (layout.buffers[first + i] ?? null) : null),
      children: children.map(place),
    };
  };
  return fields.map(place);
}

const UNCOMPRESSED = 0xffffffffffffffffn;
/** How much a byte can become: LZ4 adds at most 255 a byte, zstd repeats a byte through a block of 128 KiB in four. */
const MOST_GROWTH = { lz4: 256n, zstd: 2n ** 15n } as const;
/** What an ArrayBuffer can hold. */
const LONGEST_BUFFER = 2n ** 32n;

function readBuffer(
  source: ByteSource,
  region: { readonly offset: number; readonly length: number },
  compression: BatchLayout['compression'],
  once: boolean,
): Uint8Array {
  if (region.length === 0) return new Uint8Array(0);
  // Compressed bytes are looked at once in any case.
  const read = once || compression !== null ? source.glance : source.read;
  const bytes = read(region.offset, region.length);
  if (compression === null) return bytes;
  if (bytes.length < 8) throw damaged(source, 'short buffer');
  const declared = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  const body = bytes.subarray(8);
  if (declared === UNCOMPRESSED) return body.slice();
  const most = BigInt(body.length) * MOST_GROWTH[compression] + 1024n;
  if (declared > LONGEST_BUFFER || declared > most) throw damaged(source, 'absurd lengths');
  const out = new Uint8Array(Number(declared));
  try {
    if (compression === 'lz4') unlz4(body, out);
    else {
      const got = unzstd(body, out);
      if (got.length !== out.length) throw new Error('short');
      return got;
    }
  } catch (cause) {
    throw new DumpError(
      `damaged Arrow file (bad ${compression} data): ${source.name}; make the dump again`,
      { cause },
    );
  }
  return out;
}

export function damaged(source: { readonly name: string }, what: string): DumpError {
  return new DumpError(`damaged Arrow file (${what}): ${source.name}; make the dump again`);
}
