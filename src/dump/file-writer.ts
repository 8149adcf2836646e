import {
  CompressionType,
  Message,
  RecordBatchFileWriter,
  compressionRegistry,
  type Schema,
} from 'apache-arrow';
import { fromLz4, toLz4 } from './lz4.js';

export type Compression = 'lz4' | 'none';

/** What the library writes before a buffer that compression did not shrink. */
const NOT_COMPRESSED = -1n;
const PREFIX_BYTES = 8;

/** Writes Arrow IPC files as the format wants them, where apache-arrow 21 does not. */
export class FileWriter extends RecordBatchFileWriter {
  constructor(compression: Compression) {
    if (compression === 'lz4')
      compressionRegistry.set(CompressionType.LZ4_FRAME, { encode: toLz4, decode: fromLz4 });
    super(compression === 'lz4' ? { compressionType: CompressionType.LZ4_FRAME } : {});
  }

  /** Readers that go through a file in order want the schema message, which the library leaves to the footer. */
  protected override _writeSchema(schema: Schema): this {
    super._writeSchema(schema);
    return this._writeMessage(Message.from(schema));
  }

  /** The format wants the uncompressed length before each buffer; the library writes the compressed one. */
  protected override _compressBodyBuffers(
    buffers: ArrayBufferView[],
  ): ReturnType<RecordBatchFileWriter['_compressBodyBuffers']> {
    const made = super._compressBodyBuffers(buffers);
    buffers.forEach((buffer, index) => {
      const prefix = made.buffers[2 * index];
      if (prefix?.byteLength !== PREFIX_BYTES) return;
      const view = new DataView(prefix.buffer, prefix.byteOffset, PREFIX_BYTES);
      if (view.getBigInt64(0, true) !== NOT_COMPRESSED) {
        view.setBigInt64(0, BigInt(buffer.byteLength), true);
      }
    });
    return made;
  }
}
