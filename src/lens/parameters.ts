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
  /** Last check and canonical form of a value of the right type; throws `InvalidArgument`. Refining twice is refining once. */
  refine?(value: T, parameter: Parameter): T;
}

/** A declaration whose name is filled in from its key. */
export interface Declared<T> {
  readonly type: ParameterType;
  readonly default: T;
  readonly doc: string;
  refine?(value: T, parameter: Parameter): T;
}

/** Declarations by name, as a lens gives them. */
export type Declarations = Readonly<
  Record<
    string,
    Omit<Declared<unknown>, 'refine'> & { refine?(value: never, parameter: Parameter): unknown }
  >
>;

/** The values that declarations stand for. */
export type ParamsOf<R> = { readonly [K in keyof R]: R[K] extends Declared<infer T> ? T : never };

interface Words<T> {
  readonly default: T;
  readonly doc: string;
  refine?(value: T, parameter: Parameter): T;
}

interface Range {
  readonly min?: number;
  readonly max?: number;
}

interface Examples {
  readonly examples?: readonly string[];
}

/** Builders of declarations; the `maybe` ones take `null` for "not said" and default to it. */
export const param = {
  boolean: (words: Words<boolean>): Declared<boolean> => ({ type: { kind: 'boolean' }, ...words }),
  integer: ({ min, max, ...words }: Words<number> & Range): Declared<number> => ({
    type: { kind: 'integer', ...bounds(min, max) },
    ...words,
  }),
  maybeInteger: ({ min, max, doc }: Range & { readonly doc: string }): Declared<number | null> => ({
    type: { kind: 'integer', ...bounds(min, max) },
    default: null,
    doc,
  }),
  number: ({ min, max, ...words }: Words<number> & Range): Declared<number> => ({
    type: { kind: 'number', ...bounds(min, max) },
    ...words,
  }),
  choice: <const A extends readonly string[]>(
    of: A,
    words: Words<A[number]>,
  ): Declared<A[number]> => ({
    type: { kind: 'choice', of },
    ...words,
  }),
  choices: <const A extends readonly string[]>(
    of: A,
    words: Words<readonly A[number][]>,
  ): Declared<readonly A[number][]> => ({
    type: { kind: 'choices', of },
    ...words,
  }),
  text: ({ examples, ...words }: Words<string> & Examples): Declared<string> => ({
    type: textType(examples),
    ...words,
  }),
  maybeText: ({ examples, doc }: Examples & { readonly doc: string }): Declared<string | null> => ({
    type: textType(examples),
    default: null,
    doc,
  }),
  texts: (words: Words<readonly string[]>): Declared<readonly string[]> => ({
    type: { kind: 'texts' },
    ...words,
  }),
  /** A structured value; `refine` must check it, since its type is known only to the lens. */
  json: <T>(
    shape: string,
    words: {
      readonly default: T;
      readonly doc: string;
      refine(value: unknown, parameter: Parameter): T;
    },
  ): Declared<T> => ({ type: { kind: 'json', shape }, ...words }),
  dump: ({ doc }: { readonly doc: string }): Declared<string | null> => ({
    type: { kind: 'dump' },
    default: null,
    doc,
  }),
};

function bounds(min: number | undefined, max: number | undefined): Range {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function textType(examples: readonly string[] | undefined): ParameterType {
  return { kind: 'text', ...(examples !== undefined && { examples }) };
}

/** The declarations as parameters, each with its key for a name. */
export function named(declarations: Declarations): readonly Parameter[] {
  return Object.entries(declarations).map(
    ([name, declaration]) => ({ name, ...declaration }) as Parameter,
  );
}
