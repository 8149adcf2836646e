import { cutEnd, wrap } from '../../view/text-width.js';
import type { Style } from '../terminal/style.js';

/** The signature of the call that the cursor stands in, with its present argument marked. */
export class Signature {
  constructor(
    readonly open: number,
    private readonly text: string,
    private readonly doc: string,
    public argument: number,
  ) {}

  lines(width: number, style: Style): string[] {
    const text = this.text.split('\n')[0]!;
    const range = argumentRange(text, this.argument);
    if (range === null || text.length > width) return [style.dim(cutEnd(text, width))];
    const [from, to] = range;
    const first =
      style.dim(text.slice(0, from)) +
      style.bold(style.cyan(text.slice(from, to))) +
      style.dim(text.slice(to));
    const doc = wrap(this.doc.split('\n\n')[0] ?? '', width)[0] ?? '';
    return doc === '' ? [first] : [first, style.dim(doc)];
  }
}

/** Where the n-th parameter stands in a signature as TypeScript prints it. */
export function argumentRange(
  signature: string,
  argument: number,
): readonly [number, number] | null {
  let depth = 0;
  let angle = 0;
  let start = -1;
  let seen = 0;
  for (let at = 0; at < signature.length; at++) {
    const c = signature[at]!;
    if (c === '<') angle++;
    else if (c === '>' && signature[at - 1] !== '=') angle--;
    else if (c === '(' || c === '[' || c === '{') {
      depth++;
      if (depth === 1 && start < 0 && angle === 0) {
        if (
          c !== '(' ||
          /^\((?:method|property|alias|local|const|let|var|function|getter|accessor)\)/.test(
            signature.slice(at),
          )
        )
          continue;
        start = at + 1;
      }
    } else if (c === ')' || c === ']' || c === '}') {
      depth--;
      if (depth === 0 && start >= 0) {
        const text = signature.slice(start, at);
        const rest = text.trimStart().startsWith('...');
        return text.trim() !== '' && (seen === argument || (rest && seen < argument))
          ? [start, at]
          : null;
      }
    } else if (c === ',' && depth === 1 && angle === 0 && start >= 0) {
      if (seen === argument) return [start, at];
      seen++;
      start = at + 2;
    }
  }
  return null;
}
