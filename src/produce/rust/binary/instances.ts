import type { Sink } from '../../../dump/index.js';
import { Callees } from '../callees.js';
import type { Externals } from '../external.js';
import { descriptor } from '../ids.js';
import { parseCallee } from '../mir/index.js';
import type { Crate, Item } from '../model.js';
import type { World } from '../world.js';
import { functionSymbols } from './elf.js';
import { readSymbol, type SymbolName } from './symbol-names.js';

/**
 * Instances of generic functions, from the symbols of programs that were built: which of them there are MIR doesn't
 * tell, since it's generic. One node an instance, told apart by its arguments; by a hash where the older names are used.
 */
export function writeInstances(
  binaries: readonly string[],
  world: World,
  /** For names outside, which no instance of ours is: not those that the dump has nodes for. */
  externals: Externals,
  sink: Sink,
): void {
  const crates = [...world.crates.values()]
    .filter((crate) => crate.isLocal)
    .sort((a, b) => Number(b.isLibrary) - Number(a.isLibrary))
    .map((crate) => new NamedCrate(crate, new Callees(crate, world, externals)));
  const generic = genericItems(world);
  const written = new Set<string>();
  for (const file of binaries) {
    for (const symbol of functionSymbols(file)) {
      const name = readSymbol(symbol);
      // A closure has no node, and a shim no source.
      if (name === null || name.callee.includes('{')) continue;
      const found = crates.map((one) => one.find(name)).find((one) => one !== null);
      if (!found || !generic.has(found.item)) continue;
      const { item, text } = found;
      const id = item.id + descriptor.meta(text);
      if (written.has(id)) continue;
      written.add(id);
      const { file: source, line } = item.facts;
      sink.node({
        id,
        kind: 'mono_instance',
        name: text,
        crate: item.crate.packageName,
        version: item.crate.version,
        origin: item.crate.origin,
        ...(source !== undefined && { file: source }),
        ...(line !== undefined && { line, endLine: line }),
      });
      sink.edge({ kind: 'INSTANCE_OF', src: id, dst: item.id });
    }
  }
}

/** A crate's own names, as symbols have them: after the crate's name. */
class NamedCrate {
  readonly #own: RegExp;

  constructor(
    crate: Crate,
    private readonly callees: Callees,
  ) {
    this.#own = new RegExp(String.raw`(?<![\w:])${crate.name}::`, 'gu');
  }

  find({ callee, hash }: SymbolName): { readonly item: Item; readonly text: string } | null {
    const text = callee.replaceAll(this.#own, '');
    if (text === callee) return null;
    const { item } = this.callees.resolve(parseCallee(text));
    if (!item?.crate.isLocal) return null;
    return { item, text: hash === null ? text : `${text.replaceAll(/::<.*$/gsu, '')}::${hash}` };
  }
}

/** Functions with parameters of their own or of their impl; a trait's own, since any type may have them. */
function genericItems(world: World): ReadonlySet<Item> {
  const hasTypes = (item: Item | null): boolean =>
    /[<,]\s*(?:const\s|[A-Za-z_])/u.test(item?.facts.generics ?? '');
  const found = new Set<Item>();
  for (const item of world.items.values()) {
    if (item.kind !== 'fn' && item.kind !== 'method') continue;
    const takesAny = item.signature?.inputs.some(({ sort }) => sort === 'opaque') === true;
    if (hasTypes(item) || hasTypes(item.parent) || item.parent?.kind === 'trait' || takesAny)
      found.add(item);
  }
  return found;
}
