import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Texts of source files, and where a block in one ends. */
export class Sources {
  readonly #texts = new Map<string, Source | null>();

  /** `null` for a file that can't be read. */
  read(file: string): Source | null {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    let made: Source | null;
    try {
      made = new Source(readFileSync(file, 'utf8'));
    } catch {
      made = null;
    }
    this.#texts.set(file, made);
    return made;
  }

  /** Every file that was asked for, whether it was there or not. */
  get files(): readonly string[] {
    return [...this.#texts.keys()];
  }

  at(root: string, file: string): Source | null {
    return this.read(path.resolve(root, file));
  }
}

export class Source {
  readonly #lines: number[] = [0];

  constructor(readonly text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
      this.#lines.push(at + 1);
  }

  /** Index of a 1-based place; columns count characters. */
  offset(line: number, col: number): number {
    const start = this.#lines[line - 1] ?? this.text.length;
    let at = start;
    for (let i = 1; i < col && at < this.text.length; i++)
      at += (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    return at;
  }

  lineAt(offset: number): number {
    let [low, high] = [0, this.#lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lines[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  colAt(offset: number): number {
    return [...this.text.slice(this.#lines[this.lineAt(offset) - 1], offset)].length + 1;
  }

  /** Line on which the block ends that opens at or after a place. */
  blockEnd(line: number, col: number): number {
    let depth = 0;
    for (const { at, char } of tokens(this.text, this.offset(line, col))) {
      if (char === '{') depth++;
      else if (char === '}' && --depth <= 0) return this.lineAt(at);
      else if (char === ';' && depth === 0) return this.lineAt(at);
    }
    return this.#lines.length;
  }
}

/** Characters that are code: comments, strings and character literals are stepped over. */
export function* tokens(
  text: string,
  from = 0,
): Generator<{ readonly at: number; readonly char: string }> {
  let at = from;
  while (at < text.length) {
    const char = text[at]!;
    if (char === '/' && text[at + 1] === '/') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (char === '/' && text[at + 1] === '*') at = pastComment(text, at);
    else if (char === '"') at = pastString(text, at);
    else if (char === "'") at = pastQuote(text, at);
    else if (/[A-Za-z_]/u.test(char)) {
      const word = /^(?:b|c)?r(#*)"/u.exec(text.slice(at, at + 80));
      if (word) {
        const end = text.indexOf(`"${word[1]!}`, at + word[0].length);
        at = end < 0 ? text.length : end + 1 + word[1]!.length;
      } else {
        yield { at, char };
        at++;
        while (at < text.length && /[A-Za-z0-9_]/u.test(text[at]!)) at++;
      }
    } else {
      yield { at, char };
      at++;
    }
  }
}

function pastComment(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('/*', at)) {
      depth++;
      at++;
    } else if (text.startsWith('*/', at)) {
      at++;
      if (--depth === 0) return at + 1;
    }
  }
  return text.length;
}

function pastString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** A character literal, or a lifetime's apostrophe. */
function pastQuote(text: string, from: number): number {
  if (text[from + 1] === '\\') {
    const end = text.indexOf("'", from + 3);
    return end < 0 ? text.length : end + 1;
  }
  const width = (text.codePointAt(from + 1) ?? 0) > 0xffff ? 2 : 1;
  return text[from + 1 + width] === "'" ? from + 2 + width : from + 1;
}
