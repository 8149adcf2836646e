/* eslint-disable no-control-regex -- control characters are what a terminal sends */
/** One key press, one paste, or one answer of the terminal, as a screen receives it. */
export interface Key {
  /** `text` for printable input, `paste`, `reply`, or the key's name: `enter`, `up`, `f1`, `c` with `ctrl` … */
  readonly name: string;
  /** Printable text, pasted text, or the raw answer. */
  readonly text: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

const ESC = '\x1b';
const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';

const FINALS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

const TILDES: Readonly<Record<string, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

function key(name: string, over: Partial<Key> = {}): Key {
  return { name, text: '', ctrl: false, alt: false, shift: false, ...over };
}

/** xterm's modifier parameter is one more than a bit set of shift, alt and ctrl. */
function modifiers(parameter: string | undefined): Pick<Key, 'ctrl' | 'alt' | 'shift'> {
  const bits = Math.max(0, Number(parameter ?? 1) - 1);
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
}

function control(code: number): Key {
  switch (code) {
    case 0x00:
      return key('space', { ctrl: true });
    case 0x08:
    case 0x7f:
      return key('backspace');
    case 0x09:
      return key('tab');
    // Typed before the terminal was raw, Enter comes as a line feed.
    case 0x0a:
    case 0x0d:
      return key('enter');
    case 0x1c:
      return key('\\', { ctrl: true });
    case 0x1f:
      return key('_', { ctrl: true });
    default:
      return key(String.fromCharCode(code + 0x60), { ctrl: true });
  }
}

/**
 * Splits what a terminal sends into keys. A chunk may hold many keys, and one key or paste may be spread over
 * chunks; what is not yet decidable stays until the next chunk or `flush`.
 */
export class KeyDecoder {
  private pending = '';
  private pasted: string | null = null;

  /** True while a lone escape waits: the caller flushes it after a moment without input. */
  get undecided(): boolean {
    return this.pending !== '' && this.pasted === null;
  }

  feed(chunk: string): Key[] {
    this.pending += chunk;
    return this.take(false);
  }

  /** Gives what waits as it stands: a lone escape is the escape key. */
  flush(): Key[] {
    return this.pasted === null ? this.take(true) : [];
  }

  private take(final: boolean): Key[] {
    const keys: Key[] = [];
    while (this.pending !== '') {
      if (this.pasted !== null) {
        const end = this.pending.indexOf(PASTE_END);
        if (end < 0) {
          const keep = partialSuffix(this.pending, PASTE_END);
          this.pasted += this.pending.slice(0, this.pending.length - keep);
          this.pending = this.pending.slice(this.pending.length - keep);
          return keys;
        }
        keys.push(
          key('paste', {
            text: (this.pasted + this.pending.slice(0, end)).replace(/\r\n?/g, '\n'),
          }),
        );
        this.pasted = null;
        this.pending = this.pending.slice(end + PASTE_END.length);
        continue;
      }
      const used = this.pending.startsWith(ESC) ? this.escape(keys, final) : this.plain(keys);
      if (used === 0) return keys;
      this.pending = this.pending.slice(used);
    }
    return keys;
  }

  private plain(keys: Key[]): number {
    const code = this.pending.codePointAt(0)!;
    if (code < 0x20 || code === 0x7f) {
      keys.push(control(code));
      return 1;
    }
    const run = /^[^\x00-\x1f\x7f]+/.exec(this.pending)![0];
    keys.push(key('text', { text: run }));
    return run.length;
  }

  /** Decodes one escape sequence; 0 = not all of it is here yet. */
  private escape(keys: Key[], final: boolean): number {
    const s = this.pending;
    if (s.startsWith(PASTE_START)) {
      this.pasted = '';
      return PASTE_START.length;
    }
    if (s.length === 1) return final ? (keys.push(key('escape')), 1) : 0;
    const next = s[1]!;
    if (next === '[') {
      const csi = /^\x1b\[([<=>?]?)([\d;:]*)([ -/]*)([@-~])/.exec(s);
      if (csi === null) {
        if (final || !/^\x1b\[[<=>?]?[\d;:]*[ -/]*$/.test(s))
          return (keys.push(key('[', { alt: true })), 2);
        return 0;
      }
      const decoded = this.csi(csi[0], csi[1]!, csi[2]!, csi[4]!);
      if (decoded !== null) keys.push(decoded);
      return csi[0].length;
    }
    if (next === 'O') {
      if (s.length === 2) return final ? (keys.push(key('O', { alt: true })), 2) : 0;
      const name = FINALS[s[2]!];
      keys.push(name === undefined ? key('escape') : key(name));
      return 3;
    }
    if (next === ']' || next === 'P' || next === '_') {
      const end = /\x07|\x1b\\/.exec(s.slice(2));
      if (end === null) return final ? (keys.push(key(next, { alt: true })), 2) : 0;
      const length = 2 + end.index + end[0].length;
      keys.push(key('reply', { text: s.slice(0, length) }));
      return length;
    }
    if (next === ESC) return (keys.push(key('escape')), 1);
    const code = next.codePointAt(0)!;
    if (code < 0x20 || code === 0x7f) keys.push({ ...control(code), alt: true });
    else keys.push(key(next.toLowerCase(), { alt: true, shift: next !== next.toLowerCase() }));
    return 2;
  }

  private csi(raw: string, prefix: string, parameters: string, last: string): Key | null {
    const parts = parameters.split(';');
    if (
      prefix === '?' ||
      (last === 't' && parts.length > 1) ||
      (last === 'R' && parts.length > 1 && prefix === '')
    ) {
      return key('reply', { text: raw });
    }
    if (prefix !== '') return null;
    if (last === 'Z') return key('tab', { shift: true });
    if (last === 'I' || last === 'O') return key(last === 'I' ? 'focus' : 'blur');
    if (last === 'u') {
      // The kitty keyboard protocol: a code point and modifiers.
      const name = { 13: 'enter', 27: 'escape', 9: 'tab', 127: 'backspace' }[Number(parts[0])];
      return key(name ?? String.fromCodePoint(Number(parts[0]) || 0x20), modifiers(parts[1]));
    }
    const name = last === '~' ? TILDES[parts[0] ?? ''] : FINALS[last];
    return name === undefined ? null : key(name, modifiers(parts[1]));
  }
}

/**
 * One key a character: what a view is sent fast comes as one text, and its first character may change what the next
 * one means.
 */
export function singly(key: Key): readonly Key[] {
  return key.name === 'text' && key.text.length > 1
    ? Array.from(key.text, (text) => ({ ...key, text }))
    : [key];
}

/** How much of the end of `text` could be the beginning of `mark`. */
function partialSuffix(text: string, mark: string): number {
  for (let n = Math.min(mark.length - 1, text.length); n > 0; n--) {
    if (text.endsWith(mark.slice(0, n))) return n;
  }
  return 0;
}
