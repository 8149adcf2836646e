import { deserialize, serialize } from 'node:v8';
import type { CellError, EngineEvent, HandleInfo, MimeBundle, PageRequest } from './protocol.js';

/** A cell made ready to run by the checker. */
export interface CompiledCell {
  /** Counts up; the cell's module is `cell:<number>`. */
  readonly number: number;
  readonly source: string;
  /** CommonJS, to be wrapped in an async function of `exports`, `require` and the cell's own intrinsics. */
  readonly code: string;
  /** Source map of `code`, as JSON. */
  readonly map: string;
  /** Modules that it imports statically, in order. */
  readonly imports: readonly string[];
  /** Names that it exports to later cells. */
  readonly declares: readonly string[];
  readonly reads: readonly string[];
}

export type HostCommand =
  | { readonly type: 'run'; readonly id: number; readonly cell: CompiledCell }
  | {
      readonly type: 'page';
      readonly id: number;
      readonly handle: string;
      readonly request: PageRequest;
    }
  | {
      readonly type: 'comm';
      readonly id: number;
      readonly handle: string;
      readonly method: string;
      readonly argument: unknown;
    }
  | { readonly type: 'release'; readonly id: number; readonly handle: string }
  | { readonly type: 'reply'; readonly text: string | null };

export interface RunOutcome {
  readonly status: 'ok' | 'error' | 'interrupted';
  readonly result?: { readonly bundle: MimeBundle; readonly handle?: HandleInfo };
  readonly error?: CellError;
  /** Declared names that have a value, hoisted functions and types left out. */
  readonly defined: readonly string[];
  /** Ambient declarations of the prelude, when they changed. */
  readonly declarations?: string;
}

export type HostMessage =
  | {
      readonly type: 'ready';
      readonly declarations: string;
      readonly declarationsFile: string | null;
    }
  | { readonly type: 'failed'; readonly error: CellError }
  /** Of the call with that number; of the running cell where there is none. */
  | { readonly type: 'event'; readonly event: EngineEvent; readonly call?: number }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly error: CellError };

/** One message with its length in front, little-endian. */
export function encodeFrame(message: unknown): Uint8Array {
  const body = serialize(message);
  const frame = Buffer.allocUnsafe(body.length + 4);
  frame.writeUInt32LE(body.length, 0);
  body.copy(frame, 4);
  return frame;
}

/** Cuts a byte stream into messages. */
export function frameReader(onMessage: (message: unknown) => void): (chunk: Uint8Array) => void {
  let chunks: Uint8Array[] = [];
  let held = 0;
  const take = (size: number): Buffer => {
    const all =
      chunks.length === 1
        ? Buffer.from(chunks[0]!.buffer, chunks[0]!.byteOffset, held)
        : Buffer.concat(chunks, held);
    chunks = size < all.length ? [all.subarray(size)] : [];
    held = all.length - size;
    return all.subarray(0, size);
  };
  let wanted = -1;
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    for (;;) {
      if (wanted < 0) {
        if (held < 4) return;
        wanted = take(4).readUInt32LE(0);
      }
      if (held < wanted) return;
      const body = take(wanted);
      wanted = -1;
      onMessage(deserialize(body));
    }
  };
}
