import { closeSync, read } from 'node:fs';

/** Bytes of a file from an offset on, as many as `target` holds. */
export interface Piece {
  readonly offset: number;
  readonly target: Uint8Array;
}

/**
 * Has one of the system's threads read a piece of a file while this one computes: new memory costs more to be handed out
 * than bytes to be copied into it, and that is the other's to wait for. Tells whether all of it was read, and closes the
 * file; never rejects, since who needs what is missing reads it and can say what is wrong.
 */
export async function readAhead(fd: number, { offset, target }: Piece): Promise<boolean> {
  try {
    return await new Promise<boolean>((resolve) => {
      read(fd, target, 0, target.length, offset, (error, got) => {
        resolve(error === null && got === target.length);
      });
    });
  } catch {
    return false;
  } finally {
    closeSync(fd);
  }
}

/** Whether a piece has the bytes from `offset` on where `target` wants them. */
export function covers(piece: Piece, offset: number, target: Uint8Array): boolean {
  const skipped = offset - piece.offset;
  return (
    piece.target.buffer === target.buffer &&
    target.byteOffset - piece.target.byteOffset === skipped &&
    skipped >= 0 &&
    skipped + target.length <= piece.target.length
  );
}
