import { DictionaryBatch } from 'apache-arrow/fb/dictionary-batch';
import { Footer } from 'apache-arrow/fb/footer';
import { Message } from 'apache-arrow/fb/message';
import { MessageHeader } from 'apache-arrow/fb/message-header';
import { RecordBatch } from 'apache-arrow/fb/record-batch';
import { Schema } from 'apache-arrow/fb/schema';
import { ByteBuffer } from 'flatbuffers';
import { decodeSchema, type ArrowSchema } from './arrow-schema.js';
import type { ByteSource } from './byte-source.js';
import { DumpError } from './dump-error.js';

/** Where one batch's buffers lie in its file. */
export interface BatchLayout {
  readonly rows: number;
  /** Length and null count of each field, depth first. */
  readonly nodes: readonly { readonly length: number; readonly nulls: number }[];
  /** Absolute offsets in the file. */
  readonly buffers: readonly { readonly offset: number; readonly length: number }[];
  readonly variadic: readonly number[];
  readonly compression: 'lz4' | 'zstd' | null;
}

export type ArrowPart =
  | {
      readonly part: 'dictionary';
      readonly id: number;
      readonly delta: boolean;
      readonly layout: BatchLayout;
    }
  | { readonly part: 'rows'; readonly layout: BatchLayout };

/** An Arrow IPC file or stream: its schema and where its batches lie, in file order. No column is read yet. */
export interface ArrowLayout {
  readonly form: 'file' | 'stream';
  readonly schema: ArrowSchema;
  readonly parts: readonly ArrowPart[];
}

const MAGIC = 'ARROW1';
const CONTINUATION = 0xffffffff;
/** What is read of a message at first: all of it but for wide schemas. */
const HEAD = 4096;
/** The flatbuffer of a message; real ones stay far under it. */
const LONGEST_METADATA = 2 ** 28;

type Wrong = (what: string) => DumpError;

export function readLayout(source: ByteSource): ArrowLayout {
  if (source.size === 0)
    throw new DumpError(`empty file: ${source.name}; remove it or make the dump again`);
  const head = ascii(source.read(0, Math.min(8, source.size)));
  const wrong: Wrong = (what) => new DumpError(`${what}: ${source.name}; make the dump again`);
  return head.startsWith(MAGIC) ? readFile(source, wrong) : readStream(source, wrong);
}

/** A file's footer has its schema and says where its batches lie. */
function readFile(source: ByteSource, wrong: Wrong): ArrowLayout {
  const { size } = source;
  if (size < 22) throw wrong('truncated Arrow file');
  const tail = source.glance(size - 10, 10);
  if (ascii(tail.subarray(4)) !== MAGIC) throw wrong('truncated Arrow file');
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
  if (length > LONGEST_METADATA || length + 18 > size) throw wrong('truncated Arrow file');
  const footer = Footer.getRootAsFooter(new ByteBuffer(source.read(size - 10 - length, length)));
  const schema = footer.schema();
  if (schema === null) throw wrong('damaged Arrow file (no schema)');
  const dictionaries = footer.dictionariesLength();
  const batches = footer.recordBatchesLength();
  // Both are signed: a negative one would make up for an absurd other.
  if (Math.max(dictionaries, batches) * 24 > length)
    throw wrong('damaged Arrow file (absurd lengths)');
  const blocks = [
    ...Array.from({ length: dictionaries }, (_, i) => footer.dictionaries(i)!),
    ...Array.from({ length: batches }, (_, i) => footer.recordBatches(i)!),
  ];
  const parts = blocks.map((block): ArrowPart => {
    const at = safeNumber(block.offset());
    if (at < 0 || at + 8 > size) throw wrong('truncated Arrow file');
    const message = readMessage(source, at, size - 10, wrong);
    if (message === null) throw wrong('damaged Arrow file (empty block)');
    return partOf(message, wrong);
  });
  return { form: 'file', schema: decodeSchema(schema, source.name, length), parts };
}

function readStream(source: ByteSource, wrong: Wrong): ArrowLayout {
  const notArrow = (): DumpError =>
    new DumpError(`not an Arrow file: ${source.name}; remove it or make the dump again`);
  let schema: ArrowSchema | null = null;
  const parts: ArrowPart[] = [];
  for (let at = 0; at + 4 <= source.size;) {
    const message = readMessage(source, at, source.size, schema === null ? notArrow : wrong);
    if (message === null) break;
    at = message.body + message.bodyLength;
    if (schema !== null) parts.push(partOf(message, wrong));
    else {
      const header =
        message.type === MessageHeader.Schema
          ? (message.message.header(new Schema()) as Schema | null)
          : null;
      if (header === null) throw notArrow();
      schema = decodeSchema(header, source.name, message.metadataLength);
    }
  }
  if (schema === null) throw notArrow();
  return { form: 'stream', schema, parts };
}

interface ReadMessage {
  readonly message: Message;
  readonly type: MessageHeader;
  readonly metadataLength: number;
  readonly body: number;
  readonly bodyLength: number;
}

/** The message at an offset, until the next glance; `null` at the mark of a stream's end. */
function readMessage(
  source: ByteSource,
  from: number,
  end: number,
  wrong: Wrong,
): ReadMessage | null {
  const head = source.glance(from, Math.min(HEAD, source.size - from));
  const words = new DataView(head.buffer, head.byteOffset, head.byteLength);
  let at = from + 4;
  let length = words.getUint32(0, true);
  // Before Arrow 0.15 there was no continuation mark.
  if (length === CONTINUATION) {
    if (at + 4 > end) throw wrong('truncated Arrow file');
    length = words.getUint32(4, true);
    at += 4;
  }
  if (length === 0) return null;
  if (length > LONGEST_METADATA || at + length > end) throw wrong('truncated Arrow file');
  const read = at - from + length <= head.length;
  const bytes = read ? head.subarray(at - from, at - from + length) : source.read(at, length);
  const message = Message.getRootAsMessage(new ByteBuffer(bytes));
  const bodyLength = safeNumber(message.bodyLength());
  if (bodyLength < 0) throw wrong('damaged Arrow file');
  if (at + length + bodyLength > end) throw wrong('truncated Arrow file');
  return {
    message,
    type: message.headerType(),
    metadataLength: length,
    body: at + length,
    bodyLength,
  };
}

function partOf(
  { message, type, metadataLength, body, bodyLength }: ReadMessage,
  wrong: Wrong,
): ArrowPart {
  if (type === MessageHeader.RecordBatch) {
    const header = message.header(new RecordBatch()) as RecordBatch | null;
    if (header === null) throw wrong('damaged Arrow file (empty batch)');
    return { part: 'rows', layout: layoutOf(header, body, bodyLength, metadataLength, wrong) };
  }
  if (type === MessageHeader.DictionaryBatch) {
    const header = message.header(new DictionaryBatch()) as DictionaryBatch | null;
    const data = header?.data();
    if (!header || !data) throw wrong('damaged Arrow file (empty dictionary)');
    return {
      part: 'dictionary',
      id: safeNumber(header.id()),
      delta: header.isDelta(),
      layout: layoutOf(data, body, bodyLength, metadataLength, wrong),
    };
  }
  throw wrong(`damaged Arrow file (unexpected message ${type})`);
}

function layoutOf(
  batch: RecordBatch,
  body: number,
  bodyLength: number,
  metadataLength: number,
  wrong: Wrong,
): BatchLayout {
  const nodeCount = batch.nodesLength();
  const bufferCount = batch.buffersLength();
  const variadicCount = batch.variadicBufferCountsLength();
  // Every entry takes at least 8 bytes of metadata: a larger count is damage, and looping over it would hang.
  if (Math.max(nodeCount, bufferCount, variadicCount) * 8 > metadataLength)
    throw wrong('damaged Arrow file (absurd lengths)');
  const nodes = [];
  for (let i = 0; i < nodeCount; i++) {
    const node = batch.nodes(i)!;
    nodes.push({ length: safeNumber(node.length()), nulls: safeNumber(node.nullCount()) });
  }
  const buffers = [];
  for (let i = 0; i < bufferCount; i++) {
    const buffer = batch.buffers(i)!;
    const offset = safeNumber(buffer.offset());
    const length = safeNumber(buffer.length());
    if (offset < 0 || length < 0 || offset + length > bodyLength)
      throw wrong('damaged Arrow file (buffer out of bounds)');
    buffers.push({ offset: body + offset, length });
  }
  const variadic = [];
  for (let i = 0; i < variadicCount; i++)
    variadic.push(safeNumber(batch.variadicBufferCounts(i) ?? 0n));
  const compression = batch.compression();
  const rows = safeNumber(batch.length());
  if (rows < 0 || rows > 2 ** 32) throw wrong('damaged Arrow file (absurd lengths)');
  return {
    rows,
    nodes,
    buffers,
    variadic,
    compression: compression === null ? null : compression.codec() === 0 ? 'lz4' : 'zstd',
  };
}

/** Numbers beyond 2^53 are damage; -1 makes every bound check refuse them. */
function safeNumber(value: bigint): number {
  return value > BigInt(Number.MAX_SAFE_INTEGER) || value < 0n ? -1 : Number(value);
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
