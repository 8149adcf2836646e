import {
  NOWHERE,
  operandsOf,
  terminatorOperands,
  type Block,
  type Case,
  type Graph,
  type Local,
  type Operand,
  type Place,
  type Position,
  type Rvalue,
  type Terminator,
} from './ir.js';

/** Where a jump leads, and how many `finally` clauses enclose the place that it leads to. */
export interface Target {
  readonly block: Block;
  readonly depth: number;
}

interface Finally {
  readonly block: Block;
  readonly state: Local;
  readonly exits: Target[];
}

const BOOLEAN = 'boolean';
/** Values of a `finally` state: how the clause was entered. */
const NORMAL = 0;
const THROWN = 1;
const RETURNED = 2;

/** The emitting half of a function's graph: locals, statements, ends of blocks, handlers and `finally`. */
export class Frame {
  readonly ret: Local;
  readonly params: Local[] = [];
  readonly entry: Block = { statements: [], entries: 1 };
  readonly #locals: Local[] = [];
  readonly #begun: Block[] = [];
  readonly #handlers: Block[] = [];
  readonly #finally: Finally[] = [];
  readonly #exit: Block = { statements: [], entries: 0 };
  readonly #returned: Target = { block: this.#exit, depth: 0 };
  #current: Block | undefined;
  /** How each `finally` was entered. */
  readonly #used = new Map<Finally, Set<number>>();

  constructor(
    readonly k: number,
    returns: string,
  ) {
    this.ret = { sort: 'local', n: 0, type: returns };
    this.begin(this.entry);
  }

  /** False after a jump: what follows can't run, and is not written. */
  get live(): boolean {
    return this.#current !== undefined;
  }

  param(type: string): Local {
    const local = this.local(type);
    this.params.push(local);
    return local;
  }

  local(type: string): Local {
    const local: Local = { sort: 'local', n: this.#locals.length + 1, type };
    this.#locals.push(local);
    return local;
  }

  /** A variable: it takes its number when it's first written or read, as temporaries do. */
  variable(type: string): Local {
    return { sort: 'local', type };
  }

  #settle(operand: Operand): void {
    const local =
      operand.sort === 'constant' || operand.sort === 'static'
        ? undefined
        : operand.sort === 'local'
          ? operand
          : operand.local;
    if (!local || local.n !== undefined) return;
    local.n = this.#locals.length + 1;
    this.#locals.push(local);
  }

  block(): Block {
    return { statements: [], entries: 0 };
  }

  begin(block: Block): void {
    if (block.entries === 0) {
      this.#current = undefined;
      return;
    }
    block.rank ??= this.#begun.push(block) - 1;
    this.#current = block;
  }

  emit(to: Place, value: Rvalue, at: Position): void {
    if (!this.#current) return;
    operandsOf(value).forEach((operand) => {
      this.#settle(operand);
    });
    this.#settle(to);
    this.#current.statements.push({ to, value, at });
  }

  /** Writes an operand to a place; `shared`: an object, which both then name. */
  move(to: Place, from: Operand, shared: boolean, at: Position): void {
    if (from === to) return;
    if (from.sort === 'constant') this.emit(to, { sort: 'const', constant: from }, at);
    else this.emit(to, { sort: shared ? 'mut' : 'copy', place: from }, at);
  }

  op(
    word: string,
    operands: readonly Operand[],
    type: string,
    at: Position,
    to: Local = this.local(type),
  ): Local {
    this.emit(to, { sort: 'op', word, operands }, at);
    return to;
  }

  goto(to: Block, at: Position): void {
    if (!this.#current) return;
    to.entries++;
    this.#end({ sort: 'goto', to, at });
  }

  /** `true` first, as a switch lists its cases. */
  branch(on: Operand, yes: Block, no: Block, at: Position): void {
    this.switch(
      on,
      [
        { value: 'true', block: yes },
        { value: 'false', block: no },
      ],
      at,
    );
  }

  switch(operand: Operand, cases: readonly Case[], at: Position): void {
    if (!this.#current) return;
    for (const one of cases) one.block.entries++;
    this.#end({ sort: 'switch', operand, cases, at });
  }

  call(callee: string, operands: readonly Operand[], dest: Local, at: Position): void {
    const to = this.#continue();
    if (to) this.#end({ sort: 'call', callee, operands, dest, to, at }, true, to);
  }

  suspend(sort: 'await' | 'yield', operand: Operand, dest: Local, at: Position): void {
    const to = this.#continue();
    if (to) this.#end({ sort, operand, dest, to, at }, sort === 'await', to);
  }

  throw(operand: Operand, at: Position): void {
    if (this.#current) this.#end({ sort: 'throw', operand, at }, true);
  }

  test(word: 'nullish' | 'undefined', operand: Operand, yes: Block, no: Block, at: Position): void {
    this.branch(this.op(word, [operand], BOOLEAN, at), yes, no, at);
  }

  target(block: Block): Target {
    return { block, depth: this.#finally.length };
  }

  jump(to: Target, at: Position): void {
    const inner = this.#finally.at(-1);
    if (!inner || this.#finally.length <= to.depth) {
      this.goto(to.block, at);
      return;
    }
    if (!this.#current) return;
    let exit = to === this.#returned ? 0 : inner.exits.indexOf(to, 1);
    if (exit < 0) exit = inner.exits.push(to) - 1;
    this.#enterFinally(inner, RETURNED + exit, at);
  }

  /** Leaves the function; the value is in `_0` already. */
  return(at: Position): void {
    if (this.#finally.length > 0) {
      this.jump(this.#returned, at);
    } else if (this.#current) {
      this.#end({ sort: 'return', at });
    }
  }

  /** `catch` and `finally` around `body`. Either part may be absent. */
  guard(
    body: () => void,
    caught: ((exception: Local) => void) | undefined,
    always: { readonly body: () => void; readonly at: Position } | undefined,
    at: { readonly caught: Position; readonly end: Position; readonly unknown: string },
  ): void {
    const after = this.block();
    const final: Finally | undefined = always && {
      block: this.block(),
      state: this.variable('number'),
      exits: [this.#returned],
    };
    const thrown = always && this.block();
    const handler = caught ? this.block() : thrown!;
    if (final) this.#finally.push(final);
    this.#handlers.push(handler);
    body();
    this.#handlers.pop();
    const leave = (): void => {
      if (!this.live) return;
      if (final) this.#enterFinally(final, NORMAL, at.end);
      else this.goto(after, at.end);
    };
    leave();
    if (caught) {
      if (thrown) this.#handlers.push(thrown);
      this.begin(handler);
      if (this.live) {
        const exception = this.op('catch', [], at.unknown, at.caught);
        caught(exception);
      }
      if (thrown) this.#handlers.pop();
      leave();
    }
    if (final && always && thrown) this.#finish(final, always, thrown, after, at.unknown);
    this.begin(after);
  }

  /** A body that ends without a jump returns. */
  finish(): Graph {
    if (this.#current) this.#end({ sort: 'return', at: NOWHERE });
    const kept = threaded(this.entry, this.#begun);
    return { k: this.k, entry: this.entry, blocks: kept, declared: [...this.params, this.ret] };
  }

  #finish(
    final: Finally,
    always: { readonly body: () => void; readonly at: Position },
    thrown: Block,
    after: Block,
    unknown: string,
  ): void {
    this.#finally.pop();
    this.#settle(final.state);
    let exception: Local | undefined;
    this.begin(thrown);
    if (this.live) {
      exception = this.op('catch', [], unknown, NOWHERE);
      this.#enterFinally(final, THROWN, NOWHERE);
    }
    this.begin(final.block);
    if (!this.live) return;
    always.body();
    if (!this.live) return;
    const used = this.#used.get(final) ?? new Set<number>();
    const codes = [...used].sort((a, b) => a - b);
    const exits = codes.map((code) => ({ code, block: this.block() }));
    const last = exits.length - 1;
    if (last === 0) this.goto(exits[0]!.block, always.at);
    else {
      this.switch(
        final.state,
        exits.map(({ code, block }, index) => ({
          value: index === last ? 'otherwise' : String(code),
          block,
        })),
        always.at,
      );
    }
    for (const { code, block } of exits) {
      this.begin(block);
      if (code === NORMAL) this.goto(after, always.at);
      else if (code === THROWN) this.throw(exception!, NOWHERE);
      else if (final.exits[code - RETURNED] === this.#returned) this.return(always.at);
      else this.jump(final.exits[code - RETURNED]!, always.at);
    }
  }

  #enterFinally(final: Finally, code: number, at: Position): void {
    const used = this.#used.get(final) ?? new Set<number>();
    this.#used.set(final, used.add(code));
    // Numbered when the clause is written, after what may jump into it.
    this.#current?.statements.push({
      to: final.state,
      value: { sort: 'const', constant: { sort: 'constant', type: 'number', value: String(code) } },
      at,
    });
    this.goto(final.block, at);
  }

  #continue(): Block | undefined {
    return this.#current && { statements: [], entries: 1 };
  }

  #end(term: Terminator, mayThrow = false, next?: Block): void {
    const block = this.#current!;
    terminatorOperands(term).forEach((operand) => {
      this.#settle(operand);
    });
    block.term = term;
    const handler = this.#handlers.at(-1);
    if (mayThrow && handler) {
      block.unwind = handler;
      handler.entries++;
    }
    if (next) this.begin(next);
    else this.#current = undefined;
  }
}

/** Blocks that are reached, without those that only pass on. */
function threaded(entry: Block, begun: readonly Block[]): Block[] {
  const passesOn = (block: Block): boolean =>
    block !== entry && block.statements.length === 0 && block.term?.sort === 'goto';
  const through = (block: Block): Block => {
    if (!passesOn(block)) return block;
    const seen = new Set<Block>();
    let at = block;
    while (passesOn(at) && !seen.has(at)) {
      seen.add(at);
      at = (at.term as Extract<Terminator, { sort: 'goto' }>).to;
    }
    return at;
  };
  for (const block of begun) {
    block.term = retargeted(block.term!, through);
    if (block.unwind) block.unwind = through(block.unwind);
  }
  const reached = new Set<Block>();
  const queue = [entry];
  for (let block = queue.pop(); block; block = queue.pop()) {
    if (reached.has(block)) continue;
    reached.add(block);
    queue.push(...successors(block));
    if (block.unwind) queue.push(block.unwind);
  }
  return begun.filter((block) => reached.has(block));
}

function retargeted(term: Terminator, through: (block: Block) => Block): Terminator {
  switch (term.sort) {
    case 'goto':
    case 'call':
    case 'await':
    case 'yield':
      return { ...term, to: through(term.to) };
    case 'switch':
      return { ...term, cases: term.cases.map((one) => ({ ...one, block: through(one.block) })) };
    default:
      return term;
  }
}

/** Targets of normal flow, each once, in the order of the terminator. */
export function successors(block: Block): Block[] {
  const { term } = block;
  switch (term?.sort) {
    case 'goto':
    case 'call':
    case 'await':
    case 'yield':
      return [term.to];
    case 'switch':
      return [...new Set(term.cases.map((one) => one.block))];
    default:
      return [];
  }
}
