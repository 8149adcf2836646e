/* eslint-disable no-control-regex -- answers of a terminal are control sequences */
import type { ImageProtocol } from '../../view/terminal-image.js';

/** What a terminal said of itself. */
export interface Capabilities {
  readonly image: ImageProtocol | null;
  /** Pixels of one cell, where it told. */
  readonly cell: { readonly width: number; readonly height: number } | null;
  /** Colour of its ground, where it told. */
  readonly background: string | null;
}

export const NO_CAPABILITIES: Capabilities = { image: null, cell: null, background: null };

/** Kitty graphics, name and version, cell size, ground colour; device attributes last, which every terminal answers. */
export const QUESTIONS =
  '\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[>q\x1b[16t\x1b]11;?\x1b\\\x1b[c';

const ITERM_LIKE = /iTerm2|WezTerm|vscode|Hyper|mintty|Tabby/i;

/** Gathers answers until the last one, or until time is up. */
export class Answers {
  private kitty = false;
  private iterm = false;
  private sixel = false;
  private cell: Capabilities['cell'] = null;
  private background: string | null = null;

  /** Takes one answer; true when it was the last. */
  take(reply: string): boolean {
    const cell = /^\x1b\[6;(\d+);(\d+)t$/.exec(reply);
    const ground = /^\x1b\]11;rgb:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i.exec(reply);
    if (reply.startsWith('\x1b_Gi=31')) this.kitty = reply.includes(';OK');
    else if (reply.startsWith('\x1bP>|')) this.iterm = ITERM_LIKE.test(reply);
    else if (cell !== null) this.cell = { height: Number(cell[1]), width: Number(cell[2]) };
    else if (ground !== null)
      this.background = `#${ground
        .slice(1, 4)
        .map((part) => part.padStart(2, '0').slice(0, 2))
        .join('')}`;
    else if (/^\x1b\[\?[\d;]*c$/.test(reply)) {
      this.sixel = /[?;]4[;c]/.test(reply);
      return true;
    }
    return false;
  }

  result(env: NodeJS.ProcessEnv): Capabilities {
    const { cell, background } = this;
    const said = this.kitty
      ? 'kitty'
      : this.iterm || ITERM_LIKE.test(env['TERM_PROGRAM'] ?? '')
        ? 'iterm2'
        : this.sixel
          ? 'sixel'
          : null;
    // Inside tmux the outer terminal's name says nothing: what tmux itself answered counts.
    const image =
      env['TMUX'] !== undefined && said === 'iterm2' && !this.iterm
        ? this.sixel
          ? 'sixel'
          : null
        : said;
    return { image: chosen(env['MIMIR_IMAGES']) ?? image, cell, background };
  }
}

/** What the user set: a protocol, or `none`. */
function chosen(value: string | undefined): ImageProtocol | undefined {
  return value === 'kitty' || value === 'iterm2' || value === 'sixel' ? value : undefined;
}

/** True when the terminal should not be asked at all. */
export function asksNothing(env: NodeJS.ProcessEnv): boolean {
  return env['MIMIR_IMAGES'] === 'none' || env['TERM'] === 'linux' || env['TERM'] === 'dumb';
}
