import {
  mapRvalue,
  mapTerminator,
  operandsOf,
  terminatorOperands,
  type Operand,
  type Rvalue,
  type Statement,
} from '../../../../dump/index.js';
import { countUses, type Uses } from './count-uses.js';
import type { FlowBlock } from './flow.js';

/**
 * Takes out the temporaries that only say how rustc evaluates:
 * a local that is one whole local's copy, or a constant, used once, later in the same block and before anything may
 * write to what it is a copy of, is that local: `_3 = copy _1; f(move _3)` is `f(_1)`;
 * a reborrow of a temporary reference that nothing else uses is that reference;
 * what only points to a static, and a copy or a unit that nobody reads, are nothing.
 */
export function foldTemporaries(
  blocks: readonly FlowBlock[],
  types: readonly string[],
  parameters: number,
  statics: ReadonlySet<number>,
): void {
  forgetReborrows(blocks, countUses(blocks, types.length), types, parameters);
  const counts = countUses(blocks, types.length);
  for (const block of blocks) new BlockFold(block, counts, parameters, statics).run();
}

function forgetReborrows(
  blocks: readonly FlowBlock[],
  { mentions, writes }: Uses,
  types: readonly string[],
  parameters: number,
): void {
  for (const block of blocks)
    block.statements = block.statements.map((statement) => {
      const { value } = statement;
      if (value.op !== 'mut' || value.from.place !== 'deref') return statement;
      const { local } = value.from;
      const isOnlyUse = local > parameters && mentions[local] === 1 && writes[local] === 1;
      return isOnlyUse && types[local]?.startsWith('&mut ')
        ? { ...statement, value: { op: 'move', from: { place: 'local', local } } }
        : statement;
    });
}

class BlockFold {
  /** What temporaries stand for until they're met. */
  readonly #folding = new Map<number, Operand>();

  constructor(
    private readonly block: FlowBlock,
    private readonly counts: Uses,
    private readonly parameters: number,
    private readonly statics: ReadonlySet<number>,
  ) {}

  run(): void {
    const { block } = this;
    const uses = usesFrom(block);
    const kept: Statement[] = [];
    block.statements.forEach((statement, index) => {
      const folded = this.#folded(statement);
      const { to, value } = folded;
      if (to.place === 'local' && this.#isIdle(to.local, value)) return;
      const until = to.place === 'local' ? uses.get(to.local) : undefined;
      if (
        to.place === 'local' &&
        until !== undefined &&
        until > index &&
        this.#isTemporary(to.local)
      ) {
        const stands = this.#standsFor(value, index, until);
        if (stands !== null) {
          this.#folding.set(to.local, stands);
          return;
        }
      }
      kept.push(folded);
    });
    block.statements = kept;
    block.terminator = mapTerminator(block.terminator, this.#take);
  }

  readonly #take = (operand: Operand): Operand => {
    if (operand.place !== 'local') return operand;
    const source = this.#folding.get(operand.local);
    if (source === undefined) return operand;
    this.#folding.delete(operand.local);
    return source;
  };

  #folded(statement: Statement): Statement {
    const { value } = statement;
    if (this.#folding.size === 0 || value.op === 'borrow' || value.op === 'mut') return statement;
    return { ...statement, value: mapRvalue(value, this.#take) };
  }

  #isTemporary(local: number): boolean {
    const { writes, reads, pinned } = this.counts;
    return (
      local > this.parameters && writes[local] === 1 && reads[local] === 1 && pinned[local] === 0
    );
  }

  #isIdle(local: number, value: Rvalue): boolean {
    if (local <= this.parameters || this.counts.mentions[local] !== 0) return false;
    if (value.op === 'copy') return value.from.place === 'local';
    return this.statics.has(local) || (value.op === 'const' && value.value.type === '()');
  }

  #standsFor(value: Rvalue, index: number, until: number): Operand | null {
    if (value.op === 'const') return value.value;
    if (value.op !== 'copy' && value.op !== 'move') return null;
    if (value.from.place !== 'local') return null;
    return this.#isSafe(value.from.local, index, until) ? value.from : null;
  }

  /** Nothing after `from` and before `until` writes to `source`, by its name or through a reference. */
  #isSafe(source: number, from: number, until: number): boolean {
    const { statements } = this.block;
    for (let i = from + 1; i < until; i++) {
      const { to, value } = statements[i]!;
      if ('local' in to && to.local === source) return false;
      if (to.place !== 'local' && this.counts.exposed[source] === 1) return false;
      if (value.op === 'mut' && 'local' in value.from && value.from.local === source) return false;
    }
    return true;
  }
}

/** The last index at which each local is read whole; a terminator's is the number of statements. */
function usesFrom({ statements, terminator }: FlowBlock): Map<number, number> {
  const used = new Map<number, number>();
  statements.forEach(({ value }, index) => {
    if (value.op === 'borrow' || value.op === 'mut') return;
    for (const operand of operandsOf(value))
      if (operand.place === 'local') used.set(operand.local, index);
  });
  for (const operand of terminatorOperands(terminator))
    if (operand.place === 'local') used.set(operand.local, statements.length);
  return used;
}
