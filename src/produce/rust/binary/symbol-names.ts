/** What a symbol's name says: the function as MIR would print it, and what tells its instances apart. */
export interface SymbolName {
  /** `demo::apply::<fn(i32) -> i32, u8>`, `<demo::Pair<u8> as demo::Area>::area`; crates' names lead their paths. */
  readonly callee: string;
  /** Of the older names, which don't tell arguments: a hash. */
  readonly hash: string | null;
}

/** Reads a Rust symbol, `_R…` or the older `_ZN…17h…E`; `null` for any other, or one with what isn't read here. */
export function readSymbol(symbol: string): SymbolName | null {
  if (symbol.startsWith('_R')) {
    try {
      return { callee: new Reader(symbol.slice(2).replace(/\..*$/su, '')).path(true), hash: null };
    } catch (error) {
      if (error instanceof Unreadable) return null;
      throw error;
    }
  }
  return legacy(symbol);
}

class Unreadable extends Error {}

const BASIC: Readonly<Record<string, string>> = {
  a: 'i8',
  b: 'bool',
  c: 'char',
  d: 'f64',
  e: 'str',
  f: 'f32',
  h: 'u8',
  i: 'isize',
  j: 'usize',
  l: 'i32',
  m: 'u32',
  n: 'i128',
  o: 'u128',
  p: '_',
  s: 'i16',
  t: 'u16',
  u: '()',
  v: '...',
  x: 'i64',
  y: 'u64',
  z: '!',
};

const DEEPEST = 200;
const LAST_CHARACTER = 0x10ffffn;

/**
 * The names that rustc has called v0 (RFC 2603). Lifetimes, disambiguators and where an instance was made are stepped
 * over; identifiers that aren't ASCII, and constants but numbers, truths and characters, are not read.
 */
class Reader {
  #at = 0;
  #depth = 0;

  constructor(private readonly text: string) {}

  /** `isValue`: arguments stand behind `::`, as in an expression. */
  path(isValue: boolean): string {
    return this.#deeper(() => {
      switch (this.#next()) {
        case 'C': {
          const crate = this.#identifier();
          if (crate === '') throw new Unreadable();
          return crate;
        }
        case 'M':
          this.#implPath();
          return `<${this.#type()}>`;
        case 'X':
          this.#implPath();
          return this.#asTrait();
        case 'Y':
          return this.#asTrait();
        case 'N': {
          const space = this.#next();
          const outer = this.path(isValue);
          const { name, number } = this.#numbered();
          if (space === 'C') return `${outer}::{closure#${number}}`;
          return /[A-Z]/u.test(space) ? `${outer}::{${name}}` : `${outer}::${name}`;
        }
        case 'I': {
          const outer = this.path(isValue);
          const args = this.#until(() => this.#argument()).filter((arg) => arg !== '');
          if (args.length === 0) return outer;
          return `${outer}${isValue ? '::' : ''}<${args.join(', ')}>`;
        }
        case 'B':
          return this.#back(() => this.path(isValue));
        default:
          throw new Unreadable();
      }
    });
  }

  #asTrait(): string {
    return `<${this.#type()} as ${this.path(false)}>`;
  }

  #implPath(): void {
    this.#disambiguator();
    this.path(false);
  }

  #type(): string {
    return this.#deeper(() => {
      const tag = this.#peek();
      const basic = BASIC[tag];
      if (basic !== undefined) {
        this.#at++;
        return basic;
      }
      if ('CMXYNI'.includes(tag)) return this.path(false);
      this.#at++;
      switch (tag) {
        case 'A':
          return `[${this.#type()}; ${this.#constant()}]`;
        case 'S':
          return `[${this.#type()}]`;
        case 'T': {
          const parts = this.#until(() => this.#type());
          return parts.length === 1 ? `(${parts[0]!},)` : `(${parts.join(', ')})`;
        }
        case 'R':
        case 'Q':
          this.#lifetime();
          return `${tag === 'R' ? '&' : '&mut '}${this.#type()}`;
        case 'P':
          return `*const ${this.#type()}`;
        case 'O':
          return `*mut ${this.#type()}`;
        case 'F':
          return this.#function();
        case 'D':
          return this.#object();
        case 'B':
          return this.#back(() => this.#type());
        default:
          throw new Unreadable();
      }
    });
  }

  #function(): string {
    if (this.#take('G')) this.#number62();
    const isUnsafe = this.#take('U');
    let abi = '';
    if (this.#take('K')) abi = this.#take('C') ? 'C' : this.#bare().replaceAll('_', '-');
    const inputs = this.#until(() => this.#type());
    const output = this.#type();
    return (
      `${isUnsafe ? 'unsafe ' : ''}${abi === '' ? '' : `extern "${abi}" `}` +
      `fn(${inputs.join(', ')})${output === '()' ? '' : ` -> ${output}`}`
    );
  }

  #object(): string {
    if (this.#take('G')) this.#number62();
    const traits = this.#until(() => {
      const trait = this.path(false);
      const bound: string[] = [];
      while (this.#take('p')) bound.push(`${this.#bare()} = ${this.#type()}`);
      if (bound.length === 0) return trait;
      return trait.endsWith('>')
        ? `${trait.slice(0, -1)}, ${bound.join(', ')}>`
        : `${trait}<${bound.join(', ')}>`;
    });
    this.#lifetime();
    return `dyn ${traits.join(' + ')}`;
  }

  #argument(): string {
    if (this.#peek() === 'L') {
      this.#lifetime();
      return '';
    }
    return this.#take('K') ? this.#constant() : this.#type();
  }

  #constant(): string {
    if (this.#take('B')) return this.#back(() => this.#constant());
    if (this.#take('p')) return '_';
    const type = this.#next();
    const digits = /n?[0-9a-f]*_/uy;
    digits.lastIndex = this.#at;
    const hex = digits.exec(this.text)?.[0];
    if (hex === undefined || !'abchijlmnostxy'.includes(type)) throw new Unreadable();
    this.#at += hex.length;
    const value = BigInt(`0x${hex.replace('n', '').slice(0, -1) || '0'}`);
    if (type === 'b') return value === 1n ? 'true' : 'false';
    if (type === 'c') {
      if (value > LAST_CHARACTER) throw new Unreadable();
      return `'${String.fromCodePoint(Number(value))}'`;
    }
    return `${hex.startsWith('n') ? '-' : ''}${value}`;
  }

  #lifetime(): void {
    if (this.#take('L')) this.#number62();
  }

  #disambiguator(): number {
    return this.#take('s') ? this.#number62() + 1 : 0;
  }

  #identifier(): string {
    this.#disambiguator();
    return this.#bare();
  }

  #numbered(): { readonly name: string; readonly number: number } {
    const number = this.#disambiguator();
    return { number, name: this.#bare() };
  }

  #bare(): string {
    if (this.#take('u')) throw new Unreadable();
    const digits = /\d+/uy;
    digits.lastIndex = this.#at;
    const length = digits.exec(this.text)?.[0];
    if (length === undefined) throw new Unreadable();
    this.#at += length.length;
    this.#take('_');
    const name = this.text.slice(this.#at, this.#at + Number(length));
    if (name.length < Number(length)) throw new Unreadable();
    this.#at += Number(length);
    return name;
  }

  /** `_` is 0, `0_` is 1, … */
  #number62(): number {
    const digits = /([0-9a-zA-Z]*)_/uy;
    digits.lastIndex = this.#at;
    const match = digits.exec(this.text);
    if (match === null) throw new Unreadable();
    this.#at += match[0].length;
    if (match[1] === '') return 0;
    let value = 0;
    for (const digit of match[1]!) value = value * 62 + DIGITS.indexOf(digit);
    return value + 1;
  }

  #back<T>(read: () => T): T {
    const own = this.#at - 1;
    const to = this.#number62();
    if (to >= own) throw new Unreadable();
    const after = this.#at;
    this.#at = to;
    const found = this.#deeper(read);
    this.#at = after;
    return found;
  }

  #until<T>(read: () => T): T[] {
    const found: T[] = [];
    while (!this.#take('E')) found.push(read());
    return found;
  }

  #peek(): string {
    return this.text[this.#at] ?? '';
  }

  #next(): string {
    const char = this.text[this.#at++];
    if (char === undefined) throw new Unreadable();
    return char;
  }

  #take(char: string): boolean {
    if (this.text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) throw new Unreadable();
    const found = read();
    this.#depth--;
    return found;
  }
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const ESCAPES: Readonly<Record<string, string>> = {
  SP: '@',
  BP: '*',
  RF: '&',
  LT: '<',
  GT: '>',
  LP: '(',
  RP: ')',
  C: ',',
};

/** `_ZN4demo5apply17h0123456789abcdefE`: generic parameters stand for themselves. */
function legacy(symbol: string): SymbolName | null {
  if (!symbol.startsWith('_ZN')) return null;
  const parts: string[] = [];
  let at = 3;
  while (symbol[at] !== 'E') {
    const length = /^\d+/u.exec(symbol.slice(at, at + 5))?.[0];
    if (length === undefined) return null;
    at += length.length + Number(length);
    parts.push(symbol.slice(at - Number(length), at));
  }
  const hash = /^h[0-9a-f]{16}$/u.exec(parts.at(-1) ?? '')?.[0];
  if (hash === undefined || parts.length < 3) return null;
  return { callee: turbofish(parts.slice(0, -1).map(unescaped)), hash };
}

function characterOf(hex: string, otherwise: string): string {
  const code = Number.parseInt(hex, 16);
  return code > Number(LAST_CHARACTER) ? otherwise : String.fromCodePoint(code);
}

function unescaped(part: string): string {
  return part
    .replace(/^_(?=\$)/u, '')
    .replaceAll(/\$([A-Za-z0-9]+)\$/gu, (whole, name: string) =>
      /^u[0-9a-f]+$/u.test(name) ? characterOf(name.slice(1), whole) : (ESCAPES[name] ?? whole),
    )
    .replaceAll('..', '::');
}

/** `demo::Pair<T>::get` as MIR prints it: `<demo::Pair<T>>::get`. */
function turbofish(parts: readonly string[]): string {
  const [name, owner = '', ...modules] = [...parts].reverse();
  const path = [...modules.reverse(), owner].join('::');
  return owner.includes('<') && !owner.startsWith('<')
    ? `<${path}>::${name!}`
    : `${path}::${name!}`;
}
