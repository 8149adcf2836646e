import { indexOutside } from './brackets.js';
import { CodeReader, Unreadable } from './code-reader.js';
import { CommentReader, type AggregateDraft } from './comment-reader.js';
import { readHead, type MirHead } from './heads.js';
import type {
  MirAllocation,
  MirBlock,
  MirBody,
  MirDebug,
  MirFile,
  MirFileName,
  MirLocal,
  MirScope,
  MirSpan,
  MirStatement,
  MirTerminator,
  MirUnparsed,
} from './mir.js';
import { readRvalue } from './rvalues.js';
import { SpanReader } from './spans.js';
import { readCall, readTerminator } from './terminators.js';

const SAMPLES = 20;

/**
 * Reads built MIR, one dumped file or several after another. Nothing throws: a line that no rule reads is counted, and
 * its sample kept. `name` is what the file is called, which tells a definition's path.
 */
export function parseMir(text: string, name: MirFileName | null = null): MirFile {
  return new Parser(text, name).run();
}

type MirItemSort = Exclude<MirAllocation['sort'], 'other'>;

interface BodyDraft {
  readonly head: MirHead;
  readonly locals: (MirLocal | undefined)[];
  readonly debug: MirDebug[];
  readonly scopes: MirScope[];
  readonly blocks: MirBlock[];
  readonly allocations: Map<string, MirAllocation>;
}

interface BlockDraft {
  readonly id: number;
  readonly cleanup: boolean;
  readonly statements: MirStatement[];
  terminator: MirTerminator | null;
}

const SKIPPED =
  /^(?:StorageLive|StorageDead|FakeRead|PlaceMention|AscribeUserType|Retag|Deinit|ConstEvalCounter|BackwardIncompatibleDropHint|Coverage|coverage|nop|SeqPoint)\b/u;

class Parser {
  readonly #reader = new CodeReader();
  readonly #spans = new SpanReader();
  readonly #comments = new CommentReader(this.#spans);
  readonly #bodies: MirBody[] = [];
  readonly #samples: MirUnparsed[] = [];
  #line = 0;
  #skipped = 0;
  #unparsed = 0;
  #body: BodyDraft | null = null;
  /** False after a body's `}`: what is indented then are the bytes of its allocations. */
  #isInside = false;
  #block: BlockDraft | null = null;
  /** Head lines so far, of a head that goes on. */
  #head: string | null = null;
  /** A statement's lines so far, of an `asm!` that goes on. */
  #code: string | null = null;
  #openScopes: number[] = [0];

  constructor(
    private readonly text: string,
    private readonly name: MirFileName | null,
  ) {}

  run(): MirFile {
    const { text } = this;
    let at = 0;
    while (at < text.length) {
      let end = text.indexOf('\n', at);
      if (end < 0) end = text.length;
      this.#line++;
      if (end > at) this.#read(at, end);
      at = end + 1;
    }
    this.#close();
    return {
      bodies: this.#bodies,
      lines: this.#line,
      skipped: this.#skipped,
      unparsed: this.#unparsed,
      samples: this.#samples,
    };
  }

  #unread(from: number, to: number): void {
    this.#unparsed++;
    if (this.#samples.length < SAMPLES)
      this.#samples.push({ line: this.#line, text: this.text.slice(from, to).trim() });
  }

  #read(from: number, to: number): void {
    const { text } = this;
    if (this.#code !== null) this.#continueCode(from, to);
    else if (text.charCodeAt(from) !== 32 || this.#head !== null) this.#outer(from, to);
    else if (this.#block !== null) this.#inBlock(from, to);
    else if (this.#isInside) this.#declaration(from, to);
  }

  #outer(from: number, to: number): void {
    const { text } = this;
    if (this.#head !== null) {
      this.#head += ` ${text.slice(from, to).trim()}`;
      if (text.charCodeAt(to - 1) === 123) this.#begin(from, to);
      return;
    }
    const first = text.charCodeAt(from);
    if (first === 124 || first === 47) return; // annotations, comments
    if (first === 125) {
      this.#block = null;
      this.#isInside = false;
      return;
    }
    if (text.startsWith('alloc', from) && this.#allocation(text.slice(from, to))) return;
    this.#close();
    this.#head = text.slice(from, to);
    if (text.charCodeAt(to - 1) === 123) this.#begin(from, to);
    else if (!this.#head.startsWith('fn ')) {
      this.#head = null;
      this.#unread(from, to);
    }
  }

  #begin(from: number, to: number): void {
    const head = readHead(this.#head!);
    this.#head = null;
    if (head === null) {
      this.#unread(from, to);
      return;
    }
    const locals: (MirLocal | undefined)[] = [undefined];
    for (const { local, type } of head.params)
      locals[local] = { local, type, mutable: false, scope: 0, span: null };
    this.#body = {
      head,
      locals,
      debug: [],
      scopes: [],
      blocks: [],
      allocations: new Map(),
    };
    this.#openScopes = [0];
    this.#isInside = true;
  }

  #close(): void {
    const body = this.#body;
    this.#body = null;
    this.#block = null;
    this.#isInside = false;
    if (body === null) return;
    const { head, ...rest } = body;
    this.#bodies.push({ ...head, ...rest, defPath: this.name?.defPath ?? null });
  }

  /** `alloc1 (static: HITS, size: 4, align: 4) {`, `alloc34 (extern static: environ)`, `alloc2 (fn: f)`, `alloc5 (size: 28, align: 1) {`. */
  #allocation(line: string): boolean {
    const match = /^(alloc\d+) \((?:(static|extern static|fn): )?/u.exec(line);
    if (match === null) return false;
    const [opening, id, sort] = match as unknown as [string, string, MirItemSort | undefined];
    const end = indexOutside(line, sort === undefined ? ')' : ', ', opening.length);
    const text = line.slice(opening.length, end < 0 ? line.lastIndexOf(')') : end);
    this.#body?.allocations.set(
      id,
      sort === undefined ? { sort: 'other', text } : { sort, path: text },
    );
    return true;
  }

  /** Lines before the first block. */
  #declaration(from: number, to: number): void {
    const { text } = this;
    let at = from;
    while (text.charCodeAt(at) === 32) at++;
    if (text.startsWith('let ', at)) this.#local(at + 4, to, from);
    else if (text.startsWith('debug ', at)) this.#debug(at + 6, to, from);
    else if (text.startsWith('scope ', at)) this.#scope(at + 6, to, from);
    else if (text.charCodeAt(at) === 125) {
      if (this.#openScopes.length > 1) this.#openScopes.pop();
    } else if (text.startsWith('bb', at)) this.#openBlock(at + 2, from, to);
    else if (text.startsWith('coverage', at)) this.#skipped++;
    else if (!text.startsWith('//', at)) this.#unread(from, to);
  }

  /** The code before its comment, without `;`, and what the comment says. */
  #split(from: number, to: number): { code: string; scope: number; span: MirSpan | null } {
    const { text } = this;
    const line = text.slice(from, to);
    const cut = line.lastIndexOf('// ');
    const at = cut < 0 ? -1 : line.indexOf('scope ', cut);
    let end = at < 0 ? line.length : cut;
    while (line.charCodeAt(end - 1) === 32) end--;
    if (line.charCodeAt(end - 1) === 59) end--;
    if (at < 0) return { code: line.slice(0, end), scope: 0, span: null };
    let scope = 0;
    let i = at + 6;
    for (
      let digit = line.charCodeAt(i) - 48;
      digit >= 0 && digit <= 9;
      digit = line.charCodeAt(++i) - 48
    )
      scope = scope * 10 + digit;
    return {
      code: line.slice(0, end),
      scope,
      span: line.startsWith(' at ', i) ? this.#spans.read(line, i + 4, line.length) : null,
    };
  }

  #local(at: number, to: number, from: number): void {
    const { code, scope, span } = this.#split(at, to);
    const match = /^(mut )?_(\d+): /u.exec(code);
    if (match === null) {
      this.#unread(from, to);
      return;
    }
    const local = Number(match[2]);
    this.#body!.locals[local] = {
      local,
      type: code.slice(match[0].length),
      mutable: match[1] !== undefined,
      scope,
      span,
    };
  }

  #debug(at: number, to: number, from: number): void {
    const { code, scope, span } = this.#split(at, to);
    const arrow = code.indexOf(' => ');
    if (arrow < 0) {
      this.#unread(from, to);
      return;
    }
    const name = code.slice(0, arrow);
    const what = code.slice(arrow + 4);
    this.#reader.open(what);
    try {
      const isConstant = what.startsWith('const ');
      const place = isConstant ? null : this.#reader.place();
      if (!isConstant) this.#reader.end();
      const constant = isConstant ? what.slice(6) : null;
      this.#body!.debug.push({ name, place, constant, scope, span });
    } catch (error) {
      this.#caught(error, from, to);
    }
  }

  #scope(at: number, to: number, from: number): void {
    const match = /^(\d+) (?:\(.*\) )?\{/u.exec(this.text.slice(at, to));
    if (match === null) {
      this.#unread(from, to);
      return;
    }
    const scope = Number(match[1]);
    this.#body!.scopes.push({ scope, parent: this.#openScopes.at(-1)! });
    this.#openScopes.push(scope);
  }

  #openBlock(at: number, from: number, to: number): void {
    const match = /^(\d+)( \(cleanup\))?: \{$/u.exec(this.text.slice(at, to));
    if (match === null) {
      this.#unread(from, to);
      return;
    }
    this.#block = {
      id: Number(match[1]),
      cleanup: match[2] !== undefined,
      statements: [],
      terminator: null,
    };
  }

  #inBlock(from: number, to: number): void {
    const { text } = this;
    if (text.charCodeAt(from + 4) !== 32) {
      // `    }` closes a block, `    bb1: {` opens the next.
      if (text.charCodeAt(from + 4) === 125) this.#closeBlock();
      else if (text.startsWith('bb', from + 4)) this.#openBlock(from + 6, from, to);
      else this.#unread(from, to);
      return;
    }
    const at = from + 8;
    if (text.charCodeAt(at) === 32) {
      if (!this.#comments.read(text, at, to)) this.#unread(from, to);
      return;
    }
    if (text.startsWith('Storage', at)) {
      this.#skipped++;
      return;
    }
    if (text.startsWith('asm!(', at) || text.startsWith('naked_asm!(', at)) {
      this.#code = '';
      this.#continueCode(at, to);
      return;
    }
    const { code, scope, span } = this.#split(at, to);
    this.#statement(code, scope, span, from, to);
  }

  /** A template of `asm!` keeps its own line breaks. */
  #continueCode(from: number, to: number): void {
    const { code, scope, span } = this.#split(from, to);
    this.#code += this.#code === '' ? code : `\n${code}`;
    if (span === null && !this.text.slice(from, to).includes('// scope ')) return;
    const whole = this.#code!;
    this.#code = null;
    this.#statement(whole, scope, span, from, to);
  }

  #closeBlock(): void {
    const block = this.#block;
    this.#block = null;
    if (block === null || this.#body === null) return;
    // A block whose end could not be read ends somewhere: nowhere that we know.
    const terminator: MirTerminator = block.terminator ?? {
      sort: 'unreachable',
      scope: 0,
      span: null,
    };
    this.#body.blocks.push({ ...block, terminator });
  }

  #caught(error: unknown, from: number, to: number): void {
    if (!(error instanceof Unreadable)) throw error;
    this.#unread(from, to);
  }

  #statement(code: string, scope: number, span: MirSpan | null, from: number, to: number): void {
    const block = this.#block!;
    const reader = this.#reader;
    let aggregate: AggregateDraft | null = null;
    reader.open(code);
    try {
      const first = code.charCodeAt(0);
      if (first === 95 || first === 40) {
        const place = reader.place();
        reader.need(' = ');
        const call = readCall(reader, place, { scope, span });
        if (call !== null) block.terminator = call;
        else {
          const target =
            place.projections.length === 0 ? this.#body!.locals[place.local]?.type : undefined;
          const value = readRvalue(reader, target);
          reader.end();
          if (value.sort === 'aggregate') aggregate = value;
          block.statements.push({ sort: 'assign', to: place, value, scope, span });
        }
      } else if (SKIPPED.test(code)) this.#skipped++;
      else {
        const terminator = readTerminator(reader, { scope, span });
        if (terminator !== null) block.terminator = terminator;
        else block.statements.push(this.#other(code, scope, span));
      }
    } catch (error) {
      this.#caught(error, from, to);
    }
    this.#comments.begin(block.statements, reader.constants, aggregate);
  }

  /** `discriminant(p) = 3`, `assume(move _1)`, `copy_nonoverlapping(dst = …, src = …, count = …)`. */
  #other(code: string, scope: number, span: MirSpan | null): MirStatement {
    const reader = this.#reader;
    if (reader.take('discriminant(')) {
      const place = reader.place();
      reader.need(') = ');
      return { sort: 'discriminant', place, variant: code.slice(reader.at), scope, span };
    }
    const open = code.indexOf('(');
    if (!/^[a-z_]+\($/u.test(code.slice(0, open + 1))) reader.fail();
    const plain = code.replaceAll(/(?<=[(,] ?)(?:dst|src|count) = /gu, '');
    reader.open(plain);
    reader.at = open;
    const operands = reader.operands();
    reader.end();
    return { sort: 'intrinsic', name: code.slice(0, open), operands, scope, span };
  }
}
