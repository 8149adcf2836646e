import { printType } from './doc-types.js';
import type { DocFunction } from './docs.js';
import { descriptor } from './ids.js';
import type { Item } from './model.js';
import type { World } from './world.js';

/** Declares the parameters and the result of a documented function, and says how it takes its receiver. */
export function declareParts(world: World, fn: Item, { sig }: DocFunction): void {
  const taken = new Set<string>();
  for (const [given, type] of sig.inputs) {
    const ty = printType(type);
    if (given === 'self') fn.facts.receiver = ty.replace(/\bSelf\b/u, 'self');
    let name = given === '' ? '_' : given;
    for (let n = 1; taken.has(name); n++) name = `${given || '_'}+${n}`;
    taken.add(name);
    declarePart(world, fn, 'param', name, ty);
  }
  if (sig.output !== null) declarePart(world, fn, 'ret', 'return', printType(sig.output));
}

export function declarePart(
  world: World,
  fn: Item,
  kind: 'param' | 'ret',
  name: string,
  ty: string,
): void {
  const { file, line } = fn.facts;
  world.add({
    id: fn.id + descriptor.parameter(name),
    kind,
    name,
    crate: fn.crate,
    parent: fn,
    path: fn.path,
    facts: {
      ty,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line, endLine: line }),
    },
  });
}
