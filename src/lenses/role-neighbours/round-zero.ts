import type { CodeGraph } from '../../graph/index.js';
import { splitTop, typeClass, type TypeNames } from './type-class.js';
import { inWorkspace } from './workspace.js';

/** ⌊log₂ c⌋ + 1, and 0 for 0: the number of binary digits. */
export const bucket = (count: number): number => 32 - Math.clz32(count);

const TYPE_KINDS: ReadonlySet<string> = new Set([
  'struct',
  'enum',
  'union',
  'class',
  'interface',
  'type_alias',
]);

/** What ℓ⁰ says of an item before its neighbours do (S1:1481–1490): never a name. */
export class RoundZero {
  readonly #graph: CodeGraph;
  readonly #types: ReadonlyMap<string, 'own' | 'std'>;
  readonly #classes = new Map<string, string>();
  readonly #generics = new Map<number, ReadonlySet<string>>();

  constructor(graph: CodeGraph) {
    this.#graph = graph;
    this.#types = typeNames(graph);
  }

  words(v: number, own: boolean): string {
    const graph = this.#graph;
    // The manual's own words for a node outside of what is compared; pinned hashes are made of them.
    if (v >= graph.nodeCount) return 'ref|stub';
    const kind = graph.kind.at(v)!;
    if (!own) return `${kind}|stub`;
    const visibility = graph.visibility?.at(v) ?? '';
    if (kind === 'fn' || kind === 'method') return this.#function(v, kind, visibility);
    if (TYPE_KINDS.has(kind)) return this.#type(v, kind, visibility);
    switch (kind) {
      case 'field':
        return `field|${this.#class(graph.ty?.at(v) ?? '?', v)}|${visibility}`;
      case 'trait':
        return `trait|${visibility}`;
      default:
        return kind;
    }
  }

  #function(v: number, kind: string, visibility: string): string {
    const graph = this.#graph;
    const { offsets, targets } = graph.edges('CONTAINS').out;
    const params: string[] = [];
    let ret = 'unit';
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
      const part = targets[e]!;
      if (part >= graph.nodeCount) continue;
      const partKind = graph.kind.at(part);
      if (partKind === 'ret') ret = this.#class(graph.ty?.at(part) ?? '?', v);
      else if (partKind === 'param' && graph.nameOf(part) !== 'self')
        params.push(this.#class(graph.ty?.at(part) ?? '?', v));
    }
    const receiver = graph.receiver?.at(v) ?? '';
    const generics = bucket(genericNames(graph.generics?.at(v) ?? null).length);
    const isTest = graph.isTest?.[v] === 1 ? 'test' : '';
    return `fn|${kind}|${receiver}|${params.length}|(${params.sort().join(', ')}) -> ${ret}|${generics}|${visibility}|${isTest}`;
  }

  #type(v: number, kind: string, visibility: string): string {
    const graph = this.#graph;
    const { offsets, targets } = graph.edges('CONTAINS').out;
    let [fields, variants] = [0, 0];
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
      if (targets[e]! >= graph.nodeCount) continue;
      const child = graph.kind.at(targets[e]!);
      if (child === 'field') fields++;
      if (child === 'variant') variants++;
    }
    const generics = genericNames(graph.generics?.at(v) ?? null).length;
    return `adt|${kind}|${bucket(fields)}|${bucket(variants)}|${bucket(generics)}|${visibility}`;
  }

  /** The class of a type as it stands in `owner`, whose generics are no types of their own. */
  #class(type: string, owner: number): string {
    const generics = this.#genericsOf(owner);
    const key = `${[...generics].join(',')} ${type}`;
    let known = this.#classes.get(key);
    if (known === undefined) {
      const names: TypeNames = {
        own: (name) => this.#types.get(name) === 'own',
        std: (name) => this.#types.get(name) === 'std',
        generics,
      };
      this.#classes.set(key, (known = typeClass(type, names)));
    }
    return known;
  }

  #genericsOf(owner: number): ReadonlySet<string> {
    if (owner < 0) return new Set();
    let known = this.#generics.get(owner);
    if (known === undefined) {
      const inherited = this.#genericsOf(this.#graph.parents[owner]!);
      known = new Set([...inherited, ...genericNames(this.#graph.generics?.at(owner) ?? null)]);
      this.#generics.set(owner, known);
    }
    return known;
  }
}

/** Names of generic parameters as printed, without bounds and defaults; lifetimes are none. */
function genericNames(printed: string | null): string[] {
  if (printed === null) return [];
  return splitTop(printed.replace(/^<|>$/g, ''), ',')
    .filter((part) => !part.startsWith("'"))
    .map((part) => /^(?:const\s+)?([\w$]+)/.exec(part)?.[1] ?? part);
}

/** Types by leaf name: the workspace's own stand before the language's. */
function typeNames(graph: CodeGraph): ReadonlyMap<string, 'own' | 'std'> {
  const local = inWorkspace(graph);
  const found = new Map<string, 'own' | 'std'>();
  for (const kind of [...TYPE_KINDS, 'trait']) {
    for (const v of graph.nodesOf(kind)) {
      if (local(v)) found.set(graph.nameOf(v), 'own');
      else if (graph.origin?.at(v) === 'std' || graph.origin?.at(v) === 'builtin') {
        if (!found.has(graph.nameOf(v))) found.set(graph.nameOf(v), 'std');
      }
    }
  }
  return found;
}
