import { labelOf } from '../../dump/index.js';
import type { Callees } from './callees.js';
import { descriptor, NOWHERE } from './ids.js';
import type { MirCallee, MirResolver } from './mir/index.js';
import type { Crate, Item } from './model.js';
import { isPrimitive, isStandard } from './names.js';
import { standardPlace } from './standard.js';
import { peeled } from './type-tree.js';
import type { World } from './world.js';

/** What the lowering asks, answered by the text alone: from which body doesn't matter. */
export type Names = Omit<MirResolver, 'callee'> & { callee(callee: MirCallee): string };

/** Answers the lowering's questions for one crate: what the texts of its MIR mean. */
export function namesFor(
  crate: Crate,
  world: World,
  callees: Callees,
  nested: ReadonlyMap<string, Item>,
): Names {
  const itemAt = (path: string): Item | undefined => {
    const key = world.keyOf(crate, path);
    return world.types.get(key) ?? world.values.get(key);
  };
  const foreignLabel = (path: string): string | null => {
    const segments = path.split('::');
    const name = segments.at(-1)!;
    if (isStandard(path)) {
      // `std::option::Option::Some`: a constructor by its type.
      const owner = segments.at(-2)!;
      const isVariant = segments.length > 2 && /^[A-Z]/u.test(owner);
      const place = standardPlace(segments.slice(0, isVariant ? -2 : -1), isVariant ? owner : name);
      const modules = place.modules.map((one) => `${one}/`).join('');
      return `${place.crate} ${modules}${isVariant ? `${owner}::` : ''}${name}`;
    }
    const pkg = segments.length > 1 ? world.packageNamed(crate, segments[0]!) : null;
    if (pkg === null) return null;
    const split = segments.findIndex((one, i) => i > 0 && /^[A-Z]/u.test(one));
    const modules = segments.slice(1, split < 0 ? -1 : split);
    const rest = split < 0 ? [name] : segments.slice(split);
    return `${pkg.name} ${modules.map((one) => `${one}/`).join('')}${rest.join('::')}`;
  };
  return {
    callee(callee: MirCallee): string {
      return callees.resolve(callee, nested).id ?? unknownCallee(crate, callee);
    },
    field(type, variant, index) {
      const tree = peeled(callees.type(type));
      if (tree.sort !== 'path') return null;
      const owner = world.types.get(tree.path);
      const field = owner?.fields?.get(`${variant ?? ''}#${index}`);
      if (owner) {
        const label = typeLabel(owner);
        return {
          owner: variant === null ? label : `${label}::${variant}`,
          name: field?.name ?? String(index),
        };
      }
      const bare = type
        .replace(/^(?:&(?:'\w+ )?(?:mut )?|\*(?:const|mut) )+/u, '')
        .replace(/<.*$/su, '');
      const label = tree.path.includes('::') ? foreignLabel(bare) : null;
      return label === null
        ? null
        : { owner: variant === null ? label : `${label}::${variant}`, name: String(index) };
    },
    type(path) {
      const item = itemAt(path);
      if (item)
        return item.kind === 'variant'
          ? `${typeLabel(item.parent!)}::${item.name}`
          : typeLabel(item);
      return path.includes('::') ? foreignLabel(path) : null;
    },
    item(path) {
      const item = itemAt(path);
      return item ? labelOf(item.id) : path.includes('::') ? foreignLabel(path) : null;
    },
    isType(path) {
      if (isPrimitive(path)) return true;
      const key = world.keyOf(crate, path);
      return key.includes('::');
    },
  };
}

/** Label of a type without the mark at its end: `app Conf`. */
function typeLabel(item: Item): string {
  return labelOf(item.id).replace(/#$/u, '');
}

/** True for the name that a callee gets which was not found. */
export function isUnknown(id: string): boolean {
  return id.startsWith(UNKNOWN);
}

const UNKNOWN = `${NOWHERE}unknown/`;

function unknownCallee(crate: Crate, callee: MirCallee): string {
  return `${UNKNOWN}${descriptor.namespace(crate.name)}${descriptor.method(callee.path)}`;
}
