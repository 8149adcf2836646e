/** Walking printed Rust: brackets nest, `->` closes nothing, and quotes hide whatever is in them. */

const QUOTE = 34;
const APOSTROPHE = 39;
const BACKSLASH = 92;

/** The index after a string that opens at `at`, or after a character; a lifetime's apostrophe is one step. */
export function pastQuoted(text: string, at: number): number {
  if (text.charCodeAt(at) === QUOTE) {
    let i = at + 1;
    while (i < text.length) {
      const c = text.charCodeAt(i);
      if (c === BACKSLASH) i += 2;
      else if (c === QUOTE) return i + 1;
      else i++;
    }
    return text.length;
  }
  if (text.charCodeAt(at + 1) === BACKSLASH) {
    const end = text.indexOf("'", at + 3);
    return end < 0 ? text.length : end + 1;
  }
  const width = (text.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1;
  return text.charCodeAt(at + 1 + width) === APOSTROPHE ? at + 2 + width : at + 1;
}

/** The index of what closes the bracket at `open`, or -1. */
export function closing(text: string, open: number): number {
  let depth = 0;
  let i = open;
  while (i < text.length) {
    switch (text.charCodeAt(i)) {
      case 40: // (
      case 60: // <
      case 91: // [
      case 123: // {
        depth++;
        break;
      case 62: // >
        if (text.charCodeAt(i - 1) === 45) break;
        if (--depth === 0) return i;
        break;
      case 41: // )
      case 93: // ]
      case 125: // }
        if (--depth === 0) return i;
        break;
      case QUOTE:
      case APOSTROPHE:
        i = pastQuoted(text, i);
        continue;
      default:
    }
    i++;
  }
  return -1;
}

/** The first `needle` at or after `from` that stands in no bracket and no quotes, before a bracket closes; or -1. */
export function indexOutside(text: string, needle: string, from = 0): number {
  const first = needle.charCodeAt(0);
  let depth = 0;
  let i = from;
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (depth === 0 && c === first && text.startsWith(needle, i)) return i;
    switch (c) {
      case 40:
      case 60:
      case 91:
      case 123:
        depth++;
        break;
      case 62:
        if (text.charCodeAt(i - 1) === 45) break;
        if (--depth < 0) return -1;
        break;
      case 41:
      case 93:
      case 125:
        if (--depth < 0) return -1;
        break;
      case QUOTE:
      case APOSTROPHE:
        i = pastQuoted(text, i);
        continue;
      default:
    }
    i++;
  }
  return -1;
}

/** Parts between separators that stand in no bracket; none of an empty text. */
export function splitOutside(text: string, separator: string): string[] {
  if (text === '') return [];
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const at = indexOutside(text, separator, from);
    if (at < 0) {
      parts.push(text.slice(from));
      return parts;
    }
    parts.push(text.slice(from, at));
    from = at + separator.length;
  }
}
