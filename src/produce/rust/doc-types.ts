import type { DocArgs, DocBound, DocPath, Docs, DocType } from './docs.js';
import { NEVER, UNIT, UNKNOWN, type TypeTree } from './type-tree.js';

/** What a documentation's ids mean to somebody who knows its crate. */
export interface DocNames {
  readonly docs: Docs;
  /** Key of the type, trait or alias with this id; `null` when rustdoc doesn't say. */
  key(id: number): string | null;
}

/** A type of rustdoc's as a tree; aliases of the documented crate are expanded. */
export function treeOf(type: DocType | null, names: DocNames): TypeTree {
  if (type === null) return UNIT;
  const sub = (one: DocType): TypeTree => treeOf(one, names);
  if (type.resolved_path) return pathTree(type.resolved_path, names);
  if (type.generic !== undefined) return { sort: 'param', name: type.generic };
  if (type.primitive !== undefined)
    return type.primitive === 'never' ? NEVER : { sort: 'path', path: type.primitive, args: [] };
  if (type.borrowed_ref)
    return {
      sort: 'ref',
      mutable: type.borrowed_ref.is_mutable,
      of: sub(type.borrowed_ref.type),
    };
  if (type.raw_pointer)
    return {
      sort: 'pointer',
      mutable: type.raw_pointer.is_mutable,
      of: sub(type.raw_pointer.type),
    };
  if (type.tuple) return { sort: 'tuple', of: type.tuple.map(sub) };
  if (type.slice) return { sort: 'slice', of: sub(type.slice) };
  if (type.array) return { sort: 'array', of: sub(type.array.type) };
  if (type.function_pointer) {
    const { inputs, output } = type.function_pointer.sig;
    return { sort: 'fn', inputs: inputs.map(([, one]) => sub(one)), output: treeOf(output, names) };
  }
  if (type.dyn_trait)
    return { sort: 'dyn', traits: type.dyn_trait.traits.map((one) => pathTree(one.trait, names)) };
  if (type.impl_trait) return { sort: 'opaque', traits: boundTrees(type.impl_trait, names) };
  return UNKNOWN;
}

export function pathTree(path: DocPath, names: DocNames): TypeTree {
  const alias = names.docs.index[path.id]?.inner.type_alias;
  const args = argTypes(path.args).map((one) => treeOf(one, names));
  if (alias) {
    const params = alias.generics.params.filter((param) => param.kind.type !== undefined);
    const given = new Map(params.map((param, i) => [param.name, args[i] ?? UNKNOWN]));
    return substituted(treeOf(alias.type, names), given);
  }
  // What an alias of another crate stands for isn't told.
  if (names.docs.paths[path.id]?.kind === 'type_alias') return UNKNOWN;
  return { sort: 'path', path: names.key(path.id) ?? path.path, args };
}

export function boundTrees(bounds: readonly DocBound[], names: DocNames): TypeTree[] {
  return bounds.flatMap((bound) =>
    bound.trait_bound ? [pathTree(bound.trait_bound.trait, names)] : [],
  );
}

function argTypes(args: DocArgs | null): DocType[] {
  const given = args?.angle_bracketed?.args ?? [];
  return given.flatMap((arg) => (typeof arg === 'object' && arg.type ? [arg.type] : []));
}

export function substituted(tree: TypeTree, given: ReadonlyMap<string, TypeTree>): TypeTree {
  const sub = (one: TypeTree): TypeTree => substituted(one, given);
  switch (tree.sort) {
    case 'param':
      return given.get(tree.name) ?? tree;
    case 'path':
      return { ...tree, args: tree.args.map(sub) };
    case 'ref':
    case 'pointer':
    case 'slice':
    case 'array':
      return { ...tree, of: sub(tree.of) };
    case 'tuple':
      return { ...tree, of: tree.of.map(sub) };
    case 'fn':
      return { ...tree, inputs: tree.inputs.map(sub), output: sub(tree.output) };
    default:
      return tree;
  }
}

/** A type as its source would write it, last segments only: `Vec<Option<T>>`. It stands in ids and in `ty`. */
export function printType(type: DocType | null): string {
  if (type === null) return '()';
  if (type.resolved_path) return printPath(type.resolved_path);
  if (type.generic !== undefined) return type.generic;
  if (type.primitive !== undefined) return type.primitive === 'never' ? '!' : type.primitive;
  if (type.borrowed_ref) {
    const { lifetime, is_mutable, type: of } = type.borrowed_ref;
    return `&${lifetime ? `${lifetime} ` : ''}${is_mutable ? 'mut ' : ''}${printType(of)}`;
  }
  if (type.raw_pointer)
    return `*${type.raw_pointer.is_mutable ? 'mut' : 'const'} ${printType(type.raw_pointer.type)}`;
  if (type.tuple) {
    const parts = type.tuple.map(printType);
    return parts.length === 1 ? `(${parts[0]!},)` : `(${parts.join(', ')})`;
  }
  if (type.slice) return `[${printType(type.slice)}]`;
  if (type.array) return `[${printType(type.array.type)}; ${type.array.len}]`;
  if (type.function_pointer) {
    const { inputs, output } = type.function_pointer.sig;
    const back = output === null ? '' : ` -> ${printType(output)}`;
    return `fn(${inputs.map(([, one]) => printType(one)).join(', ')})${back}`;
  }
  if (type.dyn_trait) {
    const { traits, lifetime } = type.dyn_trait;
    const bounds = traits.map((one) => printPath(one.trait));
    return `dyn ${[...bounds, ...(lifetime ? [lifetime] : [])].join(' + ')}`;
  }
  if (type.impl_trait) return `impl ${printBounds(type.impl_trait)}`;
  if (type.qualified_path) {
    const { name, self_type, trait } = type.qualified_path;
    return trait && trait.path !== ''
      ? `<${printType(self_type)} as ${printPath(trait)}>::${name}`
      : `${printType(self_type)}::${name}`;
  }
  if (type.pat) return printType(type.pat.type);
  return '_';
}

export function printBounds(bounds: readonly DocBound[]): string {
  return bounds
    .flatMap((bound) => {
      if (bound.trait_bound) return [printPath(bound.trait_bound.trait)];
      return bound.outlives === undefined ? [] : [bound.outlives];
    })
    .join(' + ');
}

export function printPath(path: DocPath): string {
  const name = path.path.slice(path.path.lastIndexOf(':') + 1);
  return name + printArgs(path.args);
}

function printArgs(args: DocArgs | null): string {
  if (args?.parenthesized) {
    const { inputs, output } = args.parenthesized;
    return `(${inputs.map(printType).join(', ')})${output ? ` -> ${printType(output)}` : ''}`;
  }
  const given = (args?.angle_bracketed?.args ?? []).map((arg) => {
    if (arg === 'infer') return '_';
    if (arg.type) return printType(arg.type);
    return arg.lifetime ?? arg.const?.expr ?? '_';
  });
  const constraints = (args?.angle_bracketed?.constraints ?? []).flatMap((one) =>
    one.binding.equality?.type ? [`${one.name} = ${printType(one.binding.equality.type)}`] : [],
  );
  const all = [...given, ...constraints];
  return all.length === 0 ? '' : `<${all.join(', ')}>`;
}
