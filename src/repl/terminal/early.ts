import type { Frame } from '../screen.js';

/** Draws the live region plainly while Ink is still being loaded: the first keys must be seen at once. */
export class EarlyFrame {
  private height = 0;
  private at = 0;
  private frame: Frame = { lines: [] };

  constructor(private readonly stdout: NodeJS.WriteStream) {}

  show(frame: Frame): void {
    this.frame = frame;
    const { lines, cursor } = frame;
    const below = lines.length - 1 - (cursor?.y ?? lines.length - 1);
    const back =
      (below > 0 ? `\x1b[${below}A` : '') +
      (cursor === undefined ? '' : `\r${cursor.x > 0 ? `\x1b[${cursor.x}C` : ''}`);
    this.stdout.write(this.erasing() + lines.join('\r\n') + back);
    this.height = lines.length;
    this.at = lines.length - 1 - below;
  }

  clear(): void {
    this.stdout.write(this.erasing());
    this.height = 0;
    this.at = 0;
  }

  print(text: string): void {
    this.clear();
    this.stdout.write(text);
    this.show(this.frame);
  }

  private erasing(): string {
    return this.height === 0 ? '' : `${this.at > 0 ? `\x1b[${this.at}A` : ''}\r\x1b[J`;
  }
}
