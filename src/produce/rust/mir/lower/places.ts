import type { Operand, Place, Position } from '../../../../dump/index.js';
import type { MirPlace, MirProjection } from '../mir.js';
import {
  bareType,
  elementType,
  isClosureType,
  isTupleType,
  pointee,
  shortType,
} from '../type-text.js';
import type { BodyContext } from './context.js';
import type { FieldFact } from './lowered.js';

/** A place in a block's terms: where it is, and what picks an element of it, if anything does. */
export interface LoweredPlace {
  readonly place: Place;
  readonly element: readonly Operand[] | null;
  /** Its own type, as MIR prints it; `null` where it's not told. */
  readonly type: string | null;
}

/** Finds a place's first projection, what type it is of, and notes every field on the way. */
export function lowerPlace(
  context: BodyContext,
  from: MirPlace,
  access: FieldFact['access'],
  how: FieldFact['how'] = 'place',
): LoweredPlace {
  const { projections } = from;
  const root = from.local;
  let place: Place = { place: 'local', local: root };
  let element: Operand[] | null = null;
  let type: string | null = context.types[root] ?? null;
  let variant: string | null = null;
  /** Index of the field that a write to the whole place writes. */
  const written = access === 'write' ? writtenField(projections, context.types[root] ?? null) : -1;
  let isStatic = false;
  // A pointer to a static that is used as such, not through it.
  if (access === 'read' && projections.length === 0 && context.statics.has(root))
    note(context, root, access);
  for (let i = 0; i < projections.length; i++) {
    const projection = projections[i]!;
    switch (projection.sort) {
      case 'deref': {
        const label = i === 0 ? context.statics.get(root) : undefined;
        if (label !== undefined) {
          isStatic = true;
          place = { place: 'static', name: label };
          note(context, root, access);
        } else if (place.place === 'local' && element === null)
          place = { place: 'deref', local: root };
        type = type === null ? null : pointee(type);
        break;
      }
      case 'field': {
        const isFirst = place.place === 'local' || place.place === 'deref';
        const field = fieldOf(
          context,
          root,
          type,
          variant,
          projection.index,
          i === written ? 'write' : 'read',
          how,
        );
        if (isFirst && element === null && !isStatic) place = field;
        type = projection.type;
        variant = null;
        break;
      }
      case 'downcast':
        variant = projection.variant;
        break;
      case 'cast':
        type = projection.type;
        break;
      case 'index':
        element ??= [{ place: 'local', local: projection.local }];
        type = type === null ? null : elementType(type);
        break;
      case 'element':
        element ??= [
          {
            place: 'constant',
            type: 'usize',
            value: `${projection.fromEnd ? '-' : ''}${projection.offset}`,
          },
        ];
        type = type === null ? null : elementType(type);
        break;
      case 'slice':
        element ??= [];
    }
  }
  return { place, element, type };
}

/** The last field that nothing but boxes is followed through. */
function writtenField(projections: readonly MirProjection[], root: string | null): number {
  let found = -1;
  let type: string | null = root;
  projections.forEach((projection, index) => {
    if (projection.sort === 'field') {
      found = index;
      type = projection.type;
    } else if (projection.sort === 'deref') {
      const isBox = type !== null && /^(?:std|alloc)::boxed::Box</u.test(type);
      if (!isBox) found = -1;
      type = type === null ? null : pointee(type);
    } else if (projection.sort === 'index' || projection.sort === 'element')
      type = type === null ? null : elementType(type);
  });
  return found;
}

function note(context: BodyContext, root: number, access: FieldFact['access']): void {
  const { path, sort } = context.staticItems.get(root)!;
  context.facts.items.push({ sort, path, access, site: context.site });
}

function fieldOf(
  context: BodyContext,
  root: number,
  type: string | null,
  variant: string | null,
  index: number,
  access: FieldFact['access'],
  how: FieldFact['how'],
): Place {
  const { facts } = context;
  facts.projections++;
  if (type === null || type === '?') {
    facts.untyped++;
    facts.fields.push({ type: null, variant, index, access, how, site: context.site });
    return { place: 'field', local: root, type: '?', field: String(index) };
  }
  const bare = bareType(type);
  if (isClosureType(bare)) {
    return context.k > 0
      ? { place: 'capture', local: root, closure: context.k, index }
      : { place: 'field', local: root, type: 'closure', field: String(index) };
  }
  if (isTupleType(bare))
    return { place: 'field', local: root, type: shortType(bare), field: String(index) };
  facts.fields.push({ type: bare, variant, index, access, how, site: context.site });
  const known = context.resolver.field(bare, variant, index);
  const owner = known?.owner ?? shortType(bare) + (variant === null ? '' : `::${variant}`);
  return { place: 'field', local: root, type: owner, field: known?.name ?? String(index) };
}

/** A place as an operand: an element is read into a local of its own first. */
export function placeOperand(context: BodyContext, from: MirPlace, at: Position): Operand {
  const { place, element, type } = lowerPlace(context, from, 'read');
  if (element === null) return place;
  const local = context.fresh(type ?? '?');
  context.emit({ place: 'local', local }, elementValue(place, element), at);
  return { place: 'local', local };
}

export function elementValue(
  place: Place,
  element: readonly Operand[],
): { readonly op: 'op'; readonly word: string; readonly operands: readonly Operand[] } {
  return {
    op: 'op',
    word: element.length === 0 ? 'slice' : 'index',
    operands: [place, ...element],
  };
}

/** Where a write goes: an element's goes to what holds it. */
export function writtenPlace(
  context: BodyContext,
  to: MirPlace,
  how: FieldFact['how'] = 'place',
): Place {
  const { place, element } = lowerPlace(context, to, 'write', how);
  return element !== null && place.place === 'local'
    ? { place: 'deref', local: place.local }
    : place;
}
