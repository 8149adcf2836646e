/** SGR styling, or none: every text of the view room goes through one of these. */
export interface Paint {
  readonly color: boolean;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  magenta(text: string): string;
}

function sgr(open: number, close: number): (text: string) => string {
  return (text) => (text === '' ? '' : `\x1b[${open}m${text}\x1b[${close}m`);
}

const plain = (text: string): string => text;

export const NO_PAINT: Paint = {
  color: false,
  bold: plain,
  dim: plain,
  red: plain,
  green: plain,
  yellow: plain,
  cyan: plain,
  magenta: plain,
};

// The 16 named colours follow the terminal's own theme, so they stay readable on light and dark.
export const ANSI_PAINT: Paint = {
  color: true,
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
  cyan: sgr(36, 39),
  magenta: sgr(35, 39),
};

export function paintFor(color: boolean | undefined): Paint {
  return color === true ? ANSI_PAINT : NO_PAINT;
}
