import type { Operand, Place, TaintBlock, TaintBody, TaintStatement } from './body.js';
import { madeUp, withReceiver } from './receivers.js';

const CLASS = madeUp('class');
const FUNCTION = madeUp('function');

/**
 * A body of a script as values see it: `this` is a place; what a class's own body writes it writes to the class too, whose
 * static fields it makes with those of the objects; what `new` makes of a function has what lies in the function's
 * `prototype`; and a field that is deleted holds nothing more. `label`: of the body's owner, as statics are named.
 */
export function withScriptObjects(body: TaintBody, label: string): TaintBody {
  const read = fieldsRead(body);
  const isClass = !body.nested && label.endsWith('#');
  const blocks = body.blocks.map((block, b) => {
    let { statements } = block;
    if (statements.some(isDelete)) statements = withDeleted(statements, read);
    if (statements.some(({ shape }) => shape?.kind === 'members' && shape.type.endsWith('().')))
      statements = statements.flatMap(withPrototype);
    if (isClass) statements = inClass(statements, b === 0 ? label : null);
    return statements === block.statements ? block : { ...block, statements };
  });
  return withReceiver({ ...body, blocks });
}

const local = (number: number): Place => ({ kind: 'local', local: number });

const copy = (to: Place, from: Operand, line: number): TaintStatement => ({
  to,
  op: 'ref',
  closure: null,
  operands: [from],
  line,
});

function inClass(statements: readonly TaintStatement[], opens: string | null): TaintStatement[] {
  const written = statements.flatMap((one): TaintStatement[] => {
    if (one.to.kind !== 'field' || one.to.local !== 1) return [one];
    return [one, { ...one, to: { ...one.to, local: CLASS } }];
  });
  if (opens === null) return written;
  return [copy(local(CLASS), { kind: 'static', name: opens }, written[0]?.line ?? 0), ...written];
}

/** `_2 = F {}` as `_2 = { ...F.prototype }`: a read of a field that the object has not finds that of the prototype. */
function withPrototype(one: TaintStatement): TaintStatement[] {
  const { shape, line } = one;
  if (shape?.kind !== 'members' || !shape.type.endsWith('().') || shape.keys.length > 0)
    return [one];
  const whole: Operand = { kind: 'static', name: shape.type };
  const prototype: Operand = { kind: 'field', local: FUNCTION, key: '?#prototype' };
  return [
    copy(local(FUNCTION), whole, line),
    { ...one, operands: [prototype], shape: { ...shape, keys: [''] } },
  ];
}

const isDelete = ({ shape }: TaintStatement): boolean =>
  shape?.kind === 'flat' && shape.word === 'delete';

/** What each local was read from that is read from a field once. */
function fieldsRead({ blocks }: TaintBody): ReadonlyMap<number, Place> {
  const found = new Map<number, Place | null>();
  for (const { statements } of blocks)
    for (const { to, operands, shape } of statements) {
      if (to.kind !== 'local') continue;
      const [from] = operands;
      const isRead = from?.kind === 'field' && shape === undefined && !found.has(to.local);
      found.set(to.local, isRead ? from : null);
    }
  return new Map([...found].flatMap(([to, from]) => (from === null ? [] : [[to, from]])));
}

function withDeleted(
  statements: readonly TaintStatement[],
  read: ReadonlyMap<number, Place>,
): TaintStatement[] {
  return statements.flatMap((one): TaintStatement[] => {
    const [from] = one.operands;
    const field = isDelete(one) && from?.kind === 'local' ? read.get(from.local) : undefined;
    if (field === undefined) return [one];
    return [one, { to: field, op: 'const', closure: null, operands: [], line: one.line }];
  });
}

/** Whether a local was just made as an object of a class or of a function, for its constructor to fill. */
export function isMade({ statements }: Pick<TaintBlock, 'statements'>, made: number): boolean {
  const last = statements.at(-1);
  if (last?.shape?.kind !== 'members' || last.shape.keys.length > 0) return false;
  return last.to.kind === 'local' && last.to.local === made && /[#.]$/.test(last.shape.type);
}
