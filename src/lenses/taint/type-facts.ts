import type { CodeGraph } from '../../graph/index.js';
import { isPlainType } from './plain-types.js';

/** Where a type of Rust has room for a function. */
export interface Room {
  /** Words of the type that make the room. */
  readonly words: ReadonlySet<string>;
  /** Whether a callee without a body may call it: not where only a field of a type that is named has the room. */
  readonly isCallable: boolean;
}

/** What a value of a type can carry: any text; a count alone; not even that, as a truth value or a choice. */
export type Carried = 'text' | 'count' | 'choice';

/** What types of Rust say of their values. */
interface TypeFacts {
  /** `null` = no room. */
  roomOf(type: string): Room | null;
  carried(type: string): Carried;
}

const ANYTHING: Room = { words: new Set(['dyn']), isCallable: true };

/** Without the types of a dump a name alone says what it holds. */
const BY_TEXT: TypeFacts = {
  roomOf: (type) => (isPlainType(type, true) ? null : ANYTHING),
  carried: (type) => carriedBy(wordsOf(type), () => true),
};

const madeOf = new WeakMap<CodeGraph, TypeFacts>();

/**
 * Types of Rust as a dump has them, with those of their fields. A type that is named has room for a function only if a
 * field of it, or an argument written with it, has: a closure, an object of a trait, a function or a type parameter; it
 * carries text only if one of them does. Types of one name count as one. What a dump does not define holds functions by
 * its arguments alone, and may carry text.
 */
export function typeFactsOf(graph: CodeGraph): TypeFacts {
  let found = madeOf.get(graph);
  if (found === undefined) {
    found = graph.nodesOf('struct').length === 0 ? BY_TEXT : new DumpTypes(graph);
    madeOf.set(graph, found);
  }
  return found;
}

class DumpTypes implements TypeFacts {
  readonly #parameters: ReadonlySet<string>;
  /** Types with a field that has room; those with one that carries text; those with one that carries a count. */
  readonly #holders: ReadonlySet<string>;
  readonly #texts: ReadonlySet<string>;
  readonly #counts: ReadonlySet<string>;
  readonly #own: ReadonlySet<string>;
  readonly #rooms = new Map<string, Room | null>();
  readonly #carried = new Map<string, Carried>();

  constructor(graph: CodeGraph) {
    this.#own = typeNames(graph);
    this.#parameters = typeParameters(graph);
    const fields = fieldTypes(graph);
    this.#holders = typesThatHold(fields, (word) => this.#isCallable(word));
    this.#texts = typesThatHold(fields, (word) => this.#mayBeText(word) && !this.#own.has(word));
    this.#counts = typesThatHold(fields, (word) => COUNTS.has(word));
  }

  roomOf(type: string): Room | null {
    let room = this.#rooms.get(type);
    if (room === undefined) {
      const words = wordsOf(withoutTold(type)).filter(
        (word) => this.#isCallable(word) || this.#holders.has(word),
      );
      room =
        words.length === 0
          ? null
          : { words: new Set(words), isCallable: words.some((word) => this.#isCallable(word)) };
      this.#rooms.set(type, room);
    }
    return room;
  }

  carried(type: string): Carried {
    let found = this.#carried.get(type);
    if (found === undefined) {
      const words = wordsOf(type);
      found = carriedBy(words, (word) => !this.#own.has(word) || this.#texts.has(word));
      if (found === 'choice' && words.some((word) => this.#counts.has(word))) found = 'count';
      this.#carried.set(type, found);
    }
    return found;
  }

  #isCallable(word: string): boolean {
    return CALLABLE.test(word) || this.#parameters.has(word);
  }

  #mayBeText(word: string): boolean {
    return !COUNTS.has(word) && !SILENT.has(word);
  }
}

function carriedBy(words: readonly string[], mayBeText: (word: string) => boolean): Carried {
  if (words.some((word) => !COUNTS.has(word) && !SILENT.has(word) && mayBeText(word)))
    return 'text';
  return words.some((word) => COUNTS.has(word)) ? 'count' : 'choice';
}

/** Words that are a function, and what is usual for a type parameter. */
const CALLABLE = /^(?:closure|dyn|impl|fn|Self|[A-Z]\d?)$/u;

/** Objects of these are made to be told, and values of these associated types too: none is called. */
const withoutTold = (type: string): string =>
  type.replace(/\bdyn (?:Error|Debug|Display)\b|<[^<>]* as [^<>]*>::(?:Error|Err)\b/gu, '');

/** Numbers that no text is made of: bytes and characters are. */
const COUNTS: ReadonlySet<string> = new Set([
  ...['i8', 'i16', 'i32', 'i64', 'i128', 'isize', 'u32', 'u64', 'u128', 'usize', 'f32', 'f64'],
  ...['Duration', 'Instant', 'SystemTime', 'AtomicUsize', 'AtomicU64', 'NonZeroUsize', 'Layout'],
]);

/** Truth values, choices, and what holds values of its arguments and nothing else. */
const SILENT: ReadonlySet<string> = new Set([
  ...['bool', 'Ordering', 'Infallible', 'AtomicBool', 'TypeId', 'mut', 'const', 'PhantomData'],
  ...['Option', 'Result', 'Vec', 'VecDeque', 'Box', 'Rc', 'Arc', 'Cow', 'Pin', 'Poll', 'Cell'],
  ...['RefCell', 'Mutex', 'RwLock', 'HashMap', 'HashSet', 'BTreeMap', 'BTreeSet', 'ControlFlow'],
  ...['Range', 'RangeInclusive', 'RangeFrom', 'RangeTo', 'Reverse', 'Wrapping', 'Ref', 'RefMut'],
]);

const wordsOf = (type: string): readonly string[] =>
  type.replace(/'\w+/gu, '').match(/[A-Za-z_]\w*/gu) ?? [];

const TYPES = ['struct', 'enum', 'union'] as const;

/** Names of the types whose fields the dump has. */
function typeNames(graph: CodeGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const isDefined = (node: number): boolean => graph.defined?.[node] !== 0;
  for (const kind of TYPES)
    for (const node of graph.nodesOf(kind)) if (isDefined(node)) found.add(graph.nameOf(node));
  for (const kind of TYPES)
    for (const node of graph.nodesOf(kind)) if (!isDefined(node)) found.delete(graph.nameOf(node));
  return found;
}

/** Names of the type parameters of a dump, but for those that a type of it has too. */
function typeParameters(graph: CodeGraph): ReadonlySet<string> {
  const found = new Set<string>();
  for (const kind of ['fn', 'method', 'trait', ...TYPES] as const)
    for (const node of graph.nodesOf(kind))
      for (const name of parametersIn(graph.generics?.at(node) ?? '')) found.add(name);
  for (const kind of TYPES)
    for (const node of graph.nodesOf(kind)) found.delete(graph.nameOf(node));
  return found;
}

/** Names in a list as `<'a, T: Read<Item>, const N: usize>`. */
function parametersIn(generics: string): readonly string[] {
  let depth = 0;
  let outer = '';
  for (const c of generics) {
    if (c === '<' || c === '(') depth++;
    if (depth === 1) outer += c;
    if (c === '>' || c === ')') depth--;
  }
  return outer
    .replace(/[<>()]/gu, '')
    .split(',')
    .flatMap((one) => /^\s*([A-Za-z_]\w*)/u.exec(one)?.[1] ?? [])
    .filter((name) => name !== 'const');
}

type FieldTypes = readonly (readonly [owner: string, words: readonly string[]])[];

/** Words of the types of fields, by the last name of the type that has the field. */
function fieldTypes(graph: CodeGraph): FieldTypes {
  const found: [string, readonly string[]][] = [];
  for (const field of graph.nodesOf('field')) {
    const owner = /([A-Za-z_]\w*)#/u.exec(graph.label(field))?.[1];
    const type = graph.ty?.at(field) ?? null;
    if (owner !== undefined && type !== null) found.push([owner, wordsOf(withoutTold(type))]);
  }
  return found;
}

/** Types with a field of such a word, or of such a type. */
function typesThatHold(fields: FieldTypes, holds: (word: string) => boolean): ReadonlySet<string> {
  const heldBy = new Map<string, Set<string>>();
  const waiting: string[] = [];
  for (const [owner, words] of fields) {
    for (const word of words) {
      if (holds(word)) waiting.push(owner);
      const owners = heldBy.get(word);
      if (owners === undefined) heldBy.set(word, new Set([owner]));
      else owners.add(owner);
    }
  }
  const found = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(heldBy.get(name) ?? []));
  }
  return found;
}

/** Whether the result of a callee without a body may hold a function of an argument, by their types where those are known. */
export function mayKeep(given: Room | undefined, result: Room | undefined): boolean {
  if (result === undefined || ANY_FITS.some((word) => result.words.has(word))) return true;
  if (given === undefined) return result.words.has('closure');
  return [...given.words].some((word) => result.words.has(word));
}

/** Words of types that any function fits. */
const ANY_FITS = ['dyn', 'impl', 'fn'] as const;
