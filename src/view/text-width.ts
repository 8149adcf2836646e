import stringWidth from 'string-width';

const PLAIN = /^[\x20-\x7e]*$/;

/** Terminal cells that a text takes; escape sequences take none. */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The user-perceived characters of a text. */
function charactersOf(text: string): string[] {
  if (PLAIN.test(text)) return [...text];
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** The longest beginning that fits. */
export function startOf(text: string, width: number): string {
  return takeFitting(charactersOf(text), width).join('');
}

/** The longest ending that fits. */
export function endOf(text: string, width: number): string {
  return takeFitting(charactersOf(text).reverse(), width).reverse().join('');
}

function takeFitting(characters: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const character of characters) {
    used += widthOf(character);
    if (used > width) break;
    taken.push(character);
  }
  return taken;
}

/** The text cut in its middle, with an ellipsis, so that both the module and the member of a label stay readable. */
export function cutMiddle(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width <= 1) return width === 1 ? '…' : '';
  const end = Math.ceil((width - 1) / 2);
  return `${startOf(text, width - 1 - end)}…${endOf(text, end)}`;
}

/** The text cut at its end, with an ellipsis. */
export function cutEnd(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return width < 1 ? '' : `${startOf(text, width - 1)}…`;
}

export type Align = 'left' | 'right';

/** The text filled with blanks to exactly `width` cells; a text that is too wide stays as it is. */
export function pad(text: string, width: number, align: Align = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'left' ? text + blanks : blanks + text;
}

/** Lines of at most `width` cells, broken at blanks; a word that is too long is broken anywhere. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    let rest = word;
    if (line !== '' && widthOf(line) + 1 + widthOf(rest) <= width) {
      line += ` ${rest}`;
      continue;
    }
    if (line !== '') lines.push(line);
    while (widthOf(rest) > width && width > 0) {
      const start = startOf(rest, width) || charactersOf(rest)[0]!;
      lines.push(start);
      rest = rest.slice(start.length);
    }
    line = rest;
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}

const NAMED: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\x1b': '\\e',
};

// Control and format characters, bidirectional marks and line separators among them. Joiners stay: emoji need them.
const HIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * The text with control characters and bidirectional overrides made visible: a name in the code under study must
 * not move the cursor, colour the screen or reorder a line. A mark at the start gets a circle to stand on, else it
 * would join the blank before it.
 */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  const shown = text.replace(
    HIDDEN,
    (character) => NAMED[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
  return /^[\p{M}\u200c\u200d]/u.test(shown) ? `◌${shown}` : shown;
}
