import type { ConstantDraft } from './code-reader.js';
import type { MirRvalue, MirSpan, MirStatement } from './mir.js';
import type { SpanReader } from './spans.js';

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** What makes a value of several, before its comment tells which closure it is. */
export type AggregateDraft = Draft<Extract<MirRvalue, { sort: 'aggregate' }>>;

/** Reads the lines under a statement, which tell what its constants and closures are, into the statement read before. */
export class CommentReader {
  #statements: MirStatement[] = [];
  #constants: readonly ConstantDraft[] = [];
  /** The first constant that still awaits its comment. */
  #next = 0;
  #span: MirSpan | null = null;
  #aggregate: AggregateDraft | null = null;

  constructor(private readonly spans: SpanReader) {}

  /** The comments that follow are of the last of these statements, or of their block's end. */
  begin(
    statements: MirStatement[],
    constants: readonly ConstantDraft[],
    aggregate: AggregateDraft | null,
  ): void {
    this.#statements = statements;
    this.#constants = constants;
    this.#next = 0;
    this.#span = null;
    this.#aggregate = aggregate;
  }

  /** The line `[from, to)`; false when it is no comment. */
  read(text: string, from: number, to: number): boolean {
    let at = from;
    while (text.charCodeAt(at) === 32) at++;
    if (!text.startsWith('// ', at)) return false;
    if (text.startsWith('+ span: ', at + 3)) this.#span = this.spans.read(text, at + 11, to);
    else if (text.startsWith('+ const_: ', at + 3)) this.#constantType(text.slice(at + 13, to));
    else if (text.startsWith('+ def_id: ', at + 3) && this.#aggregate !== null) {
      const path = / ~ [^:]*?\[[0-9a-f]+\](?:::(.*))?\)$/u.exec(text.slice(at + 13, to));
      if (path !== null) this.#aggregate.definition = path[1] ?? '';
    }
    return true;
  }

  /** `Const { ty: fn(i32) -> i32 {helper}, val: Value(helper) }`: of the next constant that it can be of. */
  #constantType(line: string): void {
    const cut = line.indexOf(', val: ');
    if (!line.startsWith('Const { ty: ') || cut < 0) return;
    const open = line.indexOf('(', cut);
    if (this.#functionValue(line, cut, open + 1)) return;
    for (let i = this.#next; i < this.#constants.length; i++) {
      const constant = this.#constants[i]!;
      if (!isValue(constant, line, open + 1)) continue;
      constant.type = line.slice(12, cut);
      constant.span = this.#span;
      this.#next = i + 1;
      return;
    }
  }

  /** `_9 = helper` reads as a constructor without fields; that it's a constant says it's a function. */
  #functionValue(line: string, typeEnd: number, valueAt: number): boolean {
    const made = this.#aggregate;
    if (made?.form !== 'adt' || made.members.length > 0) return false;
    if (this.#constants.length > 0 || !line.startsWith(made.name, valueAt)) return false;
    const last = this.#statements.at(-1);
    if (last?.sort !== 'assign') return false;
    const type = line.slice(12, typeEnd);
    const constant = { form: 'fn', text: made.name, type, span: this.#span } as const;
    this.#statements[this.#statements.length - 1] = {
      ...last,
      value: { sort: 'use', operand: { sort: 'constant', constant } },
    };
    this.#aggregate = null;
    return true;
  }
}

/** Does a comment's `Value(…)` or `Unevaluated(…)`, from `at`, speak of this constant? */
function isValue(constant: ConstantDraft, line: string, at: number): boolean {
  if (line.startsWith(constant.text, at)) return true;
  if (constant.form !== 'other' && constant.form !== 'fn') return false;
  const name = /[\p{ID_Continue}]+(?=[^\p{ID_Continue}]*$)/u.exec(constant.text);
  return name !== null && line.includes(name[0], at);
}
