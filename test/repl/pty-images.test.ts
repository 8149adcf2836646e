import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as Sixel from 'sixel';
import { afterAll, expect, it } from 'vitest';
import { svgPixels, svgPng } from '../../src/view/raster.js';
import { deep, needing } from '../tools.js';

const { decode } = createRequire(import.meta.url)('sixel') as typeof Sixel;
const home = mkdtempSync(path.join(tmpdir(), 'mimir-images-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const CELL = { width: 10, height: 20 };
const COLUMNS = 91;

/** What a terminal of each sort answers when it is asked, device attributes last. */
const TERMINALS = {
  sixel: '\x1b[6;20;10t\x1b[?62;4;22c',
  iterm2: '\x1bP>|WezTerm 20240203\x1b\\\x1b[6;20;10t\x1b[?65;1;9c',
  kitty: '\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.36)\x1b\\\x1b[6;20;10t\x1b[?62;22c',
} as const;

/** A pseudo-terminal whose other end is this test: it answers questions, types, and keeps all that was written. */
class Emulator {
  written = '';
  readonly #child: ChildProcess;

  constructor(answers: string) {
    const root = process.cwd();
    const mimir = `'${process.execPath}' '${path.join(root, 'bin/mimir.mjs')}' repl '${path.join(root, 'fixtures/arrow-js')}'`;
    this.#child = spawn(
      'script',
      ['-qfc', `stty cols ${COLUMNS} rows 40; exec ${mimir}`, '/dev/null'],
      {
        cwd: home,
        stdio: ['pipe', 'pipe', 'ignore'],
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          XDG_STATE_HOME: home,
          XDG_CACHE_HOME: path.join(home, 'cache'),
          TERM: 'xterm-256color',
        },
      },
    );
    let asked = false;
    this.#child.stdout!.setEncoding('latin1').on('data', (chunk: string) => {
      this.written += chunk;
      if (asked || !this.written.includes('\x1b[c')) return;
      asked = true;
      this.#child.stdin!.write(answers);
    });
  }

  type(text: string): void {
    this.#child.stdin!.write(text);
  }

  async shows(pattern: RegExp): Promise<RegExpExecArray> {
    for (let tries = 0; tries < 1200; tries++) {
      const found = pattern.exec(this.written);
      if (found !== null) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`not shown: ${pattern}\n${JSON.stringify(this.written.slice(-600))}`);
  }

  async leave(): Promise<void> {
    const left = new Promise((resolve) => this.#child.once('close', resolve));
    this.type('\x04');
    await left;
  }
}

/** Mean difference of a colour channel. */
function difference(a: Uint8Array | Uint8ClampedArray, b: Uint8Array | Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs(a[at]! - b[at]!);
  return sum / a.length;
}

/* eslint-disable no-control-regex -- images are control sequences */
const DECODED: Readonly<Record<keyof typeof TERMINALS, (written: string, svg: string) => void>> = {
  sixel: (written, svg) => {
    const picture = decode(/\x1bP[\d;]*q([^\x1b]*)\x1b\\/.exec(written)![1]!);
    const wanted = svgPixels(svg, (COLUMNS - 1) * CELL.width, '#ffffff');
    expect([picture.width, picture.height]).toEqual([wanted.width, wanted.height]);
    const pixels = new Uint8Array(picture.data32.slice().buffer);
    // Palettes are small: colours come near, and stand where they should.
    expect(difference(pixels, wanted.pixels)).toBeLessThan(2);
  },
  iterm2: (written, svg) => {
    const [, attributes, data] = /\x1b\]1337;File=([^:]*):([^\x07]*)\x07/.exec(written)!;
    const png = svgPng(svg, { background: '#ffffff' });
    expect(attributes!.split(';')).toContain(`width=${COLUMNS - 1}`);
    expect(attributes!.split(';')).toContain(`size=${png.length}`);
    expect(Buffer.from(data!, 'base64').equals(png)).toBe(true);
  },
  kitty: (written, svg) => {
    const chunks = [...written.matchAll(/\x1b_G(?:a=T|m=)[^;]*;([^\x1b]*)\x1b\\/g)];
    const png = Buffer.from(chunks.map(([, data]) => data).join(''), 'base64');
    expect(png.equals(svgPng(svg, { background: '#ffffff' }))).toBe(true);
  },
};
/* eslint-enable no-control-regex */

const IMAGE = /\x1bP[\d;]*q[^\x1b]{200,}\x1b\\|\x07|\x1b_Gm=0/; // eslint-disable-line no-control-regex -- as above

needing('pty')('an image in a terminal that answers', () => {
  it.each((Object.keys(TERMINALS) as (keyof typeof TERMINALS)[]).slice(0, deep(1, 3)))(
    'as %s does is the picture that the chart exports',
    async (protocol) => {
      const terminal = new Emulator(TERMINALS[protocol]);
      await terminal.shows(/mimir> /);
      terminal.type(
        'Plot.barX([{ a: "one", n: 3 }, { a: "two", n: 5 }], { x: "n", y: "a", fill: "a" }).plot()\r',
      );
      await terminal.shows(IMAGE);
      terminal.type(`.export ${protocol}.svg\r`);
      await terminal.shows(/chart saved/);
      DECODED[protocol](terminal.written, readFileSync(path.join(home, `${protocol}.svg`), 'utf8'));
      await terminal.leave();
    },
    180_000,
  );
});
