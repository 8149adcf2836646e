import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { placeUrl } from '../../view/links.js';
import { tokenize } from '../editor/tokens.js';
import type { Style } from '../terminal/style.js';
import { cutEnd, pad, printable } from '../../view/text-width.js';

const LARGEST = 8 << 20;
const KEPT = 32;
const CODE = /\.(?:[cm]?[jt]sx?)$/;

/** The sources that a dump speaks of, looked for under a few folders and kept while they are read. */
export class SourceFiles {
  private readonly lines = new Map<string, readonly string[] | null>();

  constructor(private readonly roots: readonly string[]) {}

  /** Full path of a file that is there; null otherwise. */
  find(file: string): string | null {
    for (const root of this.roots) {
      const full = path.resolve(root, file);
      if (statSync(full, { throwIfNoEntry: false })?.isFile() === true) return full;
    }
    return null;
  }

  linesOf(file: string): readonly string[] | null {
    const known = this.lines.get(file);
    if (known !== undefined) return known;
    const full = this.find(file);
    const lines =
      full === null || statSync(full).size > LARGEST
        ? null
        : readFileSync(full, 'utf8').split(/\r?\n/);
    if (this.lines.size >= KEPT) this.lines.delete(this.lines.keys().next().value!);
    this.lines.set(file, lines);
    return lines;
  }

  /** One line of a file, without its indentation; null where the source is not here. */
  line(file: string, line: number): string | null {
    return this.linesOf(file)?.[line - 1]?.trim() ?? null;
  }

  /** `file:line` as a link to the source, where it is here. */
  link(file: string, line: number, style: Style): string {
    const text = line > 0 ? `${file}:${line}` : file;
    const full = this.find(file);
    return full === null
      ? text
      : style.link(text, placeUrl(line > 0 ? { file: full, line } : { file: full }));
  }
}

/** Lines around a place, numbered, the place itself marked. */
export function excerpt(
  files: SourceFiles,
  file: string,
  line: number,
  width: number,
  height: number,
  style: Style,
): string[] {
  const lines = files.linesOf(file);
  if (lines === null)
    return [style.dim(cutEnd(`source not here: ${file}; --src names its folder`, width))];
  const from = Math.max(0, Math.min(lines.length - height, line - 1 - (height >> 2)));
  const digits = String(Math.min(lines.length, from + height)).length;
  return lines.slice(from, from + height).map((text, i) => {
    const number = from + i + 1;
    const here = number === line;
    const cut = cutEnd(printable(text.replaceAll('\t', '  ')), Math.max(4, width - digits - 4));
    const shown = CODE.test(file)
      ? tokenize(cut)
          .map((t) => style.token[t.kind](t.text))
          .join('')
      : cut;
    const mark = `${here ? '▸' : ' '}${pad(String(number), digits, 'right')} `;
    return `${here ? style.cyan(mark) : style.dim(mark)} ${here ? style.bold(shown) : shown}`;
  });
}
