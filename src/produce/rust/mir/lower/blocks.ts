import type { Operand, Position, SwitchCase, Terminator } from '../../../../dump/index.js';
import type { MirBlock, MirOperand, MirPlace, MirStatement, MirTerminator } from '../mir.js';
import { bareType } from '../type-text.js';
import { lowerCall } from './calls.js';
import type { BodyContext } from './context.js';
import type { FlowBlock } from './flow.js';
import { writtenPlace } from './places.js';
import { lowerOperand, lowerRvalue, operandType } from './values.js';

/** Lowers the blocks that normal flow reaches, each by itself. */
export class BlockLowering {
  readonly #blocks: FlowBlock[] = [];
  /** Types of the enums whose discriminants locals hold. */
  readonly #discriminants = new Map<number, string>();
  #nextId: number;

  constructor(private readonly context: BodyContext) {
    this.#nextId = context.reached.reduce((most, { id }) => Math.max(most, id), 0) + 1;
  }

  run(): FlowBlock[] {
    for (const block of this.context.reached) this.#block(block);
    return this.#blocks;
  }

  #block(block: MirBlock): void {
    this.context.statements = [];
    for (const statement of block.statements) this.#statement(statement);
    this.#terminator(block.id, block.terminator);
  }

  #statement(statement: MirStatement): void {
    const { context } = this;
    const at = context.at(statement.span);
    switch (statement.sort) {
      case 'assign': {
        const { to, value } = statement;
        const label = to.projections.length === 0 ? context.statics.get(to.local) : undefined;
        if (label !== undefined) {
          const from = { place: 'static', name: label } as const;
          context.emit({ place: 'local', local: to.local }, { op: 'borrow', from }, at);
          return;
        }
        if (
          value.sort === 'of-place' &&
          value.name === 'discriminant' &&
          to.projections.length === 0
        )
          this.#noteDiscriminant(to.local, value.place);
        const target = operandType(context, { sort: 'copy', place: to });
        const lowered = lowerRvalue(context, value, target === '?' ? null : target, at);
        if (lowered !== null) context.emit(writtenPlace(context, to), lowered, at);
        return;
      }
      case 'discriminant':
        context.emit(
          writtenPlace(context, statement.place),
          { op: 'const', value: { place: 'constant', type: 'isize', value: null } },
          at,
        );
        return;
      case 'intrinsic':
        this.#intrinsic(statement.operands, at);
    }
  }

  /** `copy_nonoverlapping(to, from, count)`; `assume(c)` says nothing of data. */
  #intrinsic(operands: readonly MirOperand[], at: Position): void {
    const { context } = this;
    if (operands.length !== 3) return;
    const [to, from] = operands.map((operand) => lowerOperand(context, operand, at));
    if (to?.place === 'local' && from?.place === 'local')
      context.emit(
        { place: 'deref', local: to.local },
        { op: 'copy', from: { place: 'deref', local: from.local } },
        at,
      );
  }

  #noteDiscriminant(local: number, place: MirPlace): void {
    const type = operandType(this.context, { sort: 'copy', place });
    if (type !== '?') this.#discriminants.set(local, bareType(type));
  }

  #end(id: number, terminator: Terminator, next: readonly number[]): void {
    this.#blocks.push({
      id,
      statements: this.context.statements,
      terminator,
      next: [...next],
    });
  }

  #terminator(id: number, from: MirTerminator): void {
    const { context } = this;
    const { facts } = context;
    const at = context.at(from.span);
    switch (from.sort) {
      case 'drop':
        facts.drops.push({
          type: operandType(context, { sort: 'move', place: from.place }),
          site: context.site,
        });
        this.#end(id, { op: 'goto', at }, [from.target]);
        return;
      case 'goto':
      case 'false-edge':
      case 'false-unwind':
        this.#end(id, { op: 'goto', at }, [from.target]);
        return;
      case 'return':
        this.#end(id, { op: 'return', at }, []);
        return;
      case 'switch':
        this.#switch(id, from, at);
        return;
      case 'assert': {
        facts.asserts.push({ message: from.message, site: context.site });
        const on = lowerOperand(context, from.on, at);
        this.#end(id, { op: 'assert', on, at }, [from.target]);
        return;
      }
      case 'call':
      case 'tailcall': {
        const { id: callee, operands } = lowerCall(context, from, at);
        this.#result(id, from.to, from.target, at, (to) => ({
          op: from.sort,
          callee,
          operands,
          to,
          at,
        }));
        return;
      }
      case 'yield': {
        facts.yields.push({ type: operandType(context, from.value), site: context.site });
        const on = lowerOperand(context, from.value, at);
        this.#result(id, from.to, from.target, at, (to) => ({ op: 'yield', on, to, at }));
        return;
      }
      case 'asm':
        this.#asm(id, from, at);
        return;
      default:
        this.#end(id, { op: 'unreachable', at }, []);
    }
  }

  /** A result that goes to more than a local goes to one first, and from there in a block of its own. */
  #result(
    id: number,
    to: MirPlace | null,
    target: number | null,
    at: Position,
    make: (to: number) => Terminator,
  ): void {
    const { context } = this;
    const next = target === null ? [] : [target];
    if (to === null || to.projections.length === 0) {
      this.#end(id, make(to?.local ?? 0), next);
      return;
    }
    const type = operandType(context, { sort: 'move', place: to });
    const place = writtenPlace(context, to);
    const local = context.fresh(type);
    if (target === null) {
      this.#end(id, make(local), []);
      return;
    }
    const between = this.#nextId++;
    this.#end(id, make(local), [between]);
    context.statements = [];
    context.emit(place, { op: 'move', from: { place: 'local', local } }, at);
    this.#end(between, { op: 'goto', at }, [target]);
  }

  #switch(id: number, from: Extract<MirTerminator, { sort: 'switch' }>, at: Position): void {
    const { context } = this;
    const on = lowerOperand(context, from.on, at);
    const type = operandType(context, from.on);
    const cases: SwitchCase[] = [];
    const add = (value: string, target: number): void => {
      cases.push({ value, target: { body: context.k, block: target } });
    };
    const { otherwise } = from;
    if (type === 'bool' && from.cases.length === 1 && otherwise !== null) {
      // `0` is false; what is true comes first, as it does everywhere.
      add('true', otherwise);
      add('false', from.cases[0]!.target);
    } else {
      for (const { value, target } of from.cases) add(caseValue(value, type), target);
      if (otherwise !== null) add('otherwise', otherwise);
    }
    const isLocal = from.on.sort !== 'constant' && from.on.place.projections.length === 0;
    context.facts.switches.push({
      type: isLocal ? (this.#discriminants.get(from.on.place.local) ?? null) : null,
      cases: from.cases.length,
      site: context.site,
    });
    const next = cases.map(({ target }) => target.block);
    this.#end(id, { op: 'switch', on, cases, at }, next);
  }

  /** What assembly writes may come of all that it reads. */
  #asm(id: number, from: Extract<MirTerminator, { sort: 'asm' }>, at: Position): void {
    const { context } = this;
    context.facts.asm.push({ text: from.text, site: context.site });
    const read: Operand[] = from.operands.flatMap(({ reads }) =>
      reads === null ? [] : [lowerOperand(context, reads, at)],
    );
    for (const { writes } of from.operands)
      if (writes !== null)
        context.emit(writtenPlace(context, writes), { op: 'op', word: 'asm', operands: read }, at);
    const [first, ...others] = from.targets;
    if (first === undefined) this.#end(id, { op: 'unreachable', at }, []);
    else if (others.length === 0) this.#end(id, { op: 'goto', at }, [first]);
    else {
      const local = context.fresh('isize');
      context.emit({ place: 'local', local }, { op: 'op', word: 'asm', operands: read }, at);
      const cases = from.targets.map((block): SwitchCase => ({
        value: block === first ? 'otherwise' : 'k',
        target: { body: context.k, block },
      }));
      this.#end(id, { op: 'switch', on: { place: 'local', local }, cases, at }, from.targets);
    }
  }
}

/** Bits as rustc compares them, as a number of the type that they're of. */
function caseValue(value: string, type: string): string {
  const signed = /^i(8|16|32|64|128|size)$/u.exec(type);
  if (signed === null || value.startsWith('-')) return value;
  const bits = signed[1] === 'size' ? 64 : Number(signed[1]);
  return String(BigInt.asIntN(bits, BigInt(value)));
}
