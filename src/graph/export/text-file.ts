import { closeSync, openSync, writeSync } from 'node:fs';

const PIECE = 1 << 20;

/** A text file written piece by piece. */
export class TextFile {
  readonly #fd: number;
  #waiting: string[] = [];
  #length = 0;

  constructor(path: string) {
    this.#fd = openSync(path, 'w');
  }

  write(text: string): void {
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= PIECE) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#fd);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting.join(''));
    for (let at = 0; at < bytes.length;) at += writeSync(this.#fd, bytes, at);
    this.#waiting = [];
    this.#length = 0;
  }
}
