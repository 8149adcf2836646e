import { closing, indexOutside, pastQuoted } from './brackets.js';
import type { MirConstantForm, MirOperand, MirPlace, MirProjection, MirSpan } from './mir.js';

/** A line that follows no rule known here: it's counted, not guessed at. */
export class Unreadable extends Error {}

/** A constant whose type and place come on later lines. */
export interface ConstantDraft {
  readonly form: MirConstantForm;
  readonly text: string;
  type: string | null;
  span: MirSpan | null;
}

const NO_PROJECTIONS: readonly MirProjection[] = [];

/** Reads places and operands out of one statement's text, from left to right. */
export class CodeReader {
  text = '';
  at = 0;
  /** Constants read since `open`, in the order in which rustc comments on them. */
  constants: ConstantDraft[] = [];

  open(text: string): void {
    this.text = text;
    this.at = 0;
    this.constants = [];
  }

  fail(): never {
    throw new Unreadable(this.text);
  }

  get isDone(): boolean {
    return this.at >= this.text.length;
  }

  looksAt(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  take(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  need(word: string): void {
    if (!this.take(word)) this.fail();
  }

  end(): void {
    if (this.at !== this.text.length) this.fail();
  }

  integer(): number {
    const from = this.at;
    let value = 0;
    for (;;) {
      const digit = this.text.charCodeAt(this.at) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
      this.at++;
    }
    if (this.at === from) this.fail();
    return value;
  }

  /** `_7`. */
  local(): number {
    if (this.text.charCodeAt(this.at) !== 95) this.fail();
    this.at++;
    return this.integer();
  }

  /** `_1`, `(*_1)`, `((_1 as Some).0: T)`, `_1[_2]`, nested at will. */
  place(): MirPlace {
    const projections: MirProjection[] = [];
    const local = this.#place(projections);
    return { local, projections: projections.length === 0 ? NO_PROJECTIONS : projections };
  }

  #place(into: MirProjection[]): number {
    const code = this.text.charCodeAt(this.at);
    let local: number;
    if (code === 95) local = this.local();
    else if (code === 40) {
      this.at++;
      if (this.text.charCodeAt(this.at) === 42) {
        this.at++;
        local = this.#place(into);
        into.push({ sort: 'deref' });
        this.need(')');
      } else {
        local = this.#place(into);
        if (this.text.charCodeAt(this.at) === 46) {
          this.at++;
          const index = this.integer();
          this.need(': ');
          into.push({ sort: 'field', index, type: this.#upToParenthesis() });
        } else {
          this.need(' as ');
          if (this.take('subtype ')) into.push({ sort: 'cast', type: this.#upToParenthesis() });
          else {
            const variant = this.#upToParenthesis();
            into.push(
              /^(?:[\p{ID_Start}_][\p{ID_Continue}#]*|variant#\d+)$/u.test(variant)
                ? { sort: 'downcast', variant }
                : { sort: 'cast', type: variant },
            );
          }
        }
      }
    } else this.fail();
    while (this.text.charCodeAt(this.at) === 91) into.push(this.#element());
    return local;
  }

  /** What stands before the `)` that closes an enclosing parenthesis, which is taken too. */
  #upToParenthesis(): string {
    const end = indexOutside(this.text, ')', this.at);
    if (end < 0) this.fail();
    const inside = this.text.slice(this.at, end);
    this.at = end + 1;
    return inside;
  }

  /** `[_2]`, `[0 of 3]`, `[-1 of 3]`, `[1:]`, `[1:-2]`, `[1:3]`. */
  #element(): MirProjection {
    this.at++;
    if (this.text.charCodeAt(this.at) === 95) {
      const local = this.local();
      this.need(']');
      return { sort: 'index', local };
    }
    const fromEnd = this.take('-');
    if (this.take(':')) {
      this.take('-');
      const to = this.integer();
      this.need(']');
      return { sort: 'slice', from: 0, to };
    }
    const first = this.integer();
    if (this.take(' of ')) {
      this.integer();
      this.need(']');
      return { sort: 'element', offset: first, fromEnd };
    }
    this.need(':');
    this.take('-');
    const to = this.looksAt(']') ? 0 : this.integer();
    this.need(']');
    return { sort: 'slice', from: first, to };
  }

  /** An operand that ends before `end`, which is where a constant's text is cut. */
  operand(end: number): MirOperand {
    if (this.take('copy ')) return { sort: 'copy', place: this.place() };
    if (this.take('move ')) return { sort: 'move', place: this.place() };
    const isConstant = this.take('const ');
    const text = this.text.slice(this.at, end);
    // Toolchains before `copy` was printed would have places here.
    if (text === '' || (!isConstant && /^(?:_\d|\()/u.test(text))) this.fail();
    this.at = end;
    return { sort: 'constant', constant: this.constant(text, isConstant) };
  }

  constant(text: string, hasPrefix: boolean): ConstantDraft {
    const draft = draftOf(text, hasPrefix);
    this.constants.push(draft);
    return draft;
  }

  /** Operands in brackets that open here, separated by `, `. */
  operands(): MirOperand[] {
    const close = closing(this.text, this.at);
    if (close < 0) this.fail();
    this.at++;
    const operands: MirOperand[] = [];
    while (this.at < close) {
      operands.push(this.operand(this.separator(close)));
      // A tuple of one has a comma after it.
      if (!this.take(', ') && !this.take(',') && this.at !== close) this.fail();
    }
    this.at = close + 1;
    return operands;
  }

  /** Where the next `, ` outside brackets is, or a last `,`, or `close`. */
  separator(close: number): number {
    let comma = indexOutside(this.text, ',', this.at);
    while (comma >= 0 && comma < close && comma + 1 < close && this.text[comma + 1] !== ' ')
      comma = indexOutside(this.text, ',', comma + 1);
    return comma < 0 || comma > close ? close : comma;
  }
}

const NUMBER =
  /^[+-]?(?:\d[\d.]*(?:[eE][+-]?\d+)?|inf|NaN)_?(f(?:16|32|64|128)|[iu](?:8|16|32|64|128|size))$/u;

function draftOf(text: string, hasPrefix: boolean): ConstantDraft {
  const draft = (form: MirConstantForm, type: string | null = null): ConstantDraft => ({
    form,
    text,
    type,
    span: null,
  });
  if (!hasPrefix) return draft('fn');
  const first = text.charCodeAt(0);
  if (first === 34) return draft('string', '&str');
  if (first === 98 && text.charCodeAt(1) === 34) return draft('bytes');
  if (first === 39 && pastQuoted(text, 0) === text.length) return draft('char', 'char');
  if (text === '()') return draft('unit', '()');
  if (text === 'true' || text === 'false') return draft('bool', 'bool');
  const number = NUMBER.exec(text);
  if (number !== null) return draft(number[1]!.startsWith('f') ? 'float' : 'integer', number[1]!);
  if (text.startsWith('{alloc')) {
    const cut = text.indexOf(': ');
    return draft('alloc', cut < 0 ? null : text.slice(cut + 2, -1));
  }
  return draft('other');
}
