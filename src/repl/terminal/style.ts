import type { TokenClass } from '../editor/tokens.js';

export type Paint = (text: string) => string;

/**
 * How things are drawn. Only the sixteen colours of the terminal's own palette are used, so that light and dark
 * themes both stay readable; without colour, weight and inversion carry what matters.
 */
export interface Style {
  readonly color: boolean;
  readonly bold: Paint;
  readonly dim: Paint;
  readonly inverse: Paint;
  readonly underline: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly blue: Paint;
  readonly magenta: Paint;
  readonly cyan: Paint;
  readonly token: Readonly<Record<TokenClass, Paint>>;
  /** Makes text a link to an address where the terminal knows links. */
  link(text: string, address: string): string;
}

const plain: Paint = (text) => text;

function sgr(open: number | string, close: number): Paint {
  return (text) =>
    text === ''
      ? ''
      : `\x1b[${open}m${text.replaceAll(`\x1b[${close}m`, `\x1b[${close}m\x1b[${open}m`)}\x1b[${close}m`;
}

export interface StyleOptions {
  readonly color: boolean;
  /** Escape sequences of any sort; off for screen readers, files and dumb terminals. */
  readonly escapes: boolean;
  readonly links: boolean;
}

export function createStyle({ color, escapes, links }: StyleOptions): Style {
  const when = (on: boolean, paint: Paint): Paint => (on ? paint : plain);
  const bold = when(escapes, sgr(1, 22));
  const dim = when(escapes, sgr(2, 22));
  const [red, green, yellow, blue, magenta, cyan] = [31, 32, 33, 34, 35, 36].map((code) =>
    when(color, sgr(code, 39)),
  ) as [Paint, Paint, Paint, Paint, Paint, Paint];
  return {
    color,
    bold,
    dim,
    red,
    green,
    yellow,
    blue,
    magenta,
    cyan,
    inverse: when(escapes, sgr(7, 27)),
    underline: when(escapes, sgr(4, 24)),
    token: {
      keyword: magenta,
      type: cyan,
      string: green,
      number: yellow,
      regex: red,
      comment: dim,
      punctuation: plain,
      call: blue,
      property: plain,
      name: plain,
      space: plain,
      invalid: red,
    },
    link: (text, address) => (links ? `\x1b]8;;${address}\x1b\\${text}\x1b]8;;\x1b\\` : text),
  };
}

/** Reads what the user and the terminal allow: NO_COLOR, FORCE_COLOR, TERM (https://no-color.org). */
export function styleOptions(env: NodeJS.ProcessEnv, isTerminal: boolean): StyleOptions {
  const dumb = env['TERM'] === 'dumb' || env['TERM'] === undefined;
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  const escapes = forced || (isTerminal && !dumb);
  const refused = (env['NO_COLOR'] ?? '') !== '' || env['FORCE_COLOR'] === '0';
  return { color: escapes && !refused, escapes, links: escapes && env['TERM'] !== 'linux' };
}
