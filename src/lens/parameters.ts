/**
 * One declaration per parameter: its type, default and text serve the type check in a cell, completion, help and the
 * command line alike.
 */

/** How a value is spelled and edited. */
export type ParameterType =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'integer'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'number'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  /** Several of a closed vocabulary; the command line also takes them in one flag, divided by commas. */
  | { readonly kind: 'choices'; readonly of: readonly string[] }
  /** `examples` feed completion and the remedy of an error. */
  | { readonly kind: 'text'; readonly examples?: readonly string[] }
  | { readonly kind: 'texts' }
  | { readonly kind: 'json'; readonly shape: string }
  /** The path of another dump, opened by the session before the lens runs. */
  | { readonly kind: 'dump' };

export interface Parameter<T = unknown> {
  /** camelCase in TypeScript; flags are its kebab-case; the manual's underscore spelling is an alias. */
  readonly name: string;
  readonly type: ParameterType;
  readonly default: T;
  readonly doc: string;
  /** Last check and canonical form of a value of the right type; throws `InvalidArgument`. */
  refine?(value: T): T;
}

/** Parameters by name, as a lens declares them. */
export type ParameterRecord = Readonly<Record<string, Parameter<never>>>;

/** The values that a declaration stands for. */
export type ParamsOf<R> = { readonly [K in keyof R]: R[K] extends Parameter<infer T> ? T : never };

type Nameless<T> = Omit<Parameter<T>, 'name' | 'type'>;

/** A declaration whose name is filled in from its key by `named`. */
export type Declared<T> = Omit<Parameter<T>, 'name'> & { readonly name: '' };

function declare<T>(type: ParameterType, rest: Nameless<T>): Declared<T> {
  return { name: '', type, ...rest };
}

type Range = { readonly min?: number; readonly max?: number };

/** Builders of declarations. A default of `null` makes the value optional. */
export const param = {
  boolean: (rest: Nameless<boolean>) => declare<boolean>({ kind: 'boolean' }, rest),
  integer: <T extends number | null = number>({ min, max, ...rest }: Nameless<T> & Range) =>
    declare<T>({ kind: 'integer', ...bounds(min, max) }, rest as Nameless<T>),
  number: <T extends number | null = number>({ min, max, ...rest }: Nameless<T> & Range) =>
    declare<T>({ kind: 'number', ...bounds(min, max) }, rest as Nameless<T>),
  choice: <const C extends string>(of: readonly C[], rest: Nameless<C>) =>
    declare<C>({ kind: 'choice', of }, rest),
  choices: <const C extends string>(of: readonly C[], rest: Nameless<readonly C[]>) =>
    declare<readonly C[]>({ kind: 'choices', of }, rest),
  text: <T extends string | null = string>({
    examples,
    ...rest
  }: Nameless<T> & { readonly examples?: readonly string[] }) =>
    declare<T>({ kind: 'text', ...(examples && { examples }) }, rest as Nameless<T>),
  texts: (rest: Nameless<readonly string[]>) => declare<readonly string[]>({ kind: 'texts' }, rest),
  /** A structured value; `refine` must check it, since its type is known only to the lens. */
  json: <T>(shape: string, rest: Omit<Nameless<T>, 'refine'> & { refine(value: unknown): T }) =>
    declare<T>({ kind: 'json', shape }, rest as Nameless<T>),
  dump: (rest: Omit<Nameless<string | null>, 'default'>) =>
    declare<string | null>({ kind: 'dump' }, { default: null, ...rest }),
};

function bounds(min: number | undefined, max: number | undefined): Range {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** A record of declarations, each with its name: what `param` builds, ready for a lens. */
export type Named<R> = {
  readonly [K in keyof R]: R[K] extends Declared<infer T> ? Parameter<T> : never;
};

/** Fills in the names from the keys. */
export function named<R extends Readonly<Record<string, Declared<never>>>>(record: R): Named<R> {
  return Object.fromEntries(
    Object.entries(record).map(([name, declaration]) => [name, { ...declaration, name }]),
  ) as unknown as Named<R>;
}
