import { readFileSync } from 'node:fs';
import { isRecord } from './json.js';

/**
 * rustdoc's JSON, format version 57, in the parts that are read. Attributes that a newer version adds or drops are
 * absent facts: everything but `index`, `paths` and `root` may be missing.
 */
export interface Docs {
  readonly root: number;
  readonly format_version: number;
  readonly index: Readonly<Record<string, DocItem>>;
  readonly paths: Readonly<
    Record<
      string,
      { readonly crate_id: number; readonly path: readonly string[]; readonly kind: string }
    >
  >;
  readonly external_crates: Readonly<Record<string, { readonly name: string }>>;
}

export interface DocSpan {
  readonly filename: string;
  readonly begin: readonly [number, number];
  readonly end: readonly [number, number];
}

export interface DocItem {
  readonly id: number;
  readonly crate_id: number;
  readonly name: string | null;
  readonly span: DocSpan | null;
  readonly visibility:
    | 'public'
    | 'default'
    | 'crate'
    | { readonly restricted: { readonly parent: number; readonly path: string } };
  readonly docs: string | null;
  readonly attrs: readonly DocAttribute[];
  readonly inner: DocInner;
}

export type DocAttribute = string | Readonly<Record<string, unknown>>;

export interface DocInner {
  readonly module?: { readonly is_crate: boolean; readonly items: readonly number[] };
  readonly use?: {
    readonly source: string;
    readonly name: string;
    readonly id: number | null;
    readonly is_glob: boolean;
  };
  readonly extern_crate?: { readonly name: string; readonly rename: string | null };
  readonly function?: DocFunction;
  readonly struct?: {
    readonly kind: DocStructKind;
    readonly generics: DocGenerics;
    readonly impls: readonly number[];
  };
  readonly union?: {
    readonly fields: readonly number[];
    readonly generics: DocGenerics;
    readonly impls: readonly number[];
  };
  readonly enum?: {
    readonly variants: readonly number[];
    readonly generics: DocGenerics;
    readonly impls: readonly number[];
  };
  readonly variant?: { readonly kind: DocVariantKind };
  readonly struct_field?: DocType;
  readonly trait?: {
    readonly items: readonly number[];
    readonly generics: DocGenerics;
    readonly bounds: readonly DocBound[];
    readonly implementations: readonly number[];
  };
  readonly trait_alias?: { readonly generics: DocGenerics };
  readonly impl?: DocImpl;
  readonly type_alias?: { readonly type: DocType; readonly generics: DocGenerics };
  readonly constant?: { readonly type: DocType };
  readonly static?: { readonly type: DocType; readonly is_mutable: boolean };
  readonly macro?: string;
  readonly proc_macro?: { readonly kind: string };
  readonly assoc_const?: { readonly type: DocType };
  readonly assoc_type?: { readonly type: DocType | null; readonly bounds: readonly DocBound[] };
  readonly extern_type?: null;
}

export type DocStructKind =
  | 'unit'
  | { readonly tuple: readonly (number | null)[] }
  | { readonly plain: { readonly fields: readonly number[] } };

export type DocVariantKind =
  | 'plain'
  | { readonly tuple: readonly (number | null)[] }
  | { readonly struct: { readonly fields: readonly number[] } };

export interface DocFunction {
  readonly sig: {
    readonly inputs: readonly (readonly [string, DocType])[];
    readonly output: DocType | null;
  };
  readonly generics: DocGenerics;
  readonly header: {
    readonly is_const: boolean;
    readonly is_unsafe: boolean;
    readonly is_async: boolean;
    readonly abi: unknown;
  };
  readonly has_body: boolean;
}

export interface DocImpl {
  readonly generics: DocGenerics;
  readonly trait: DocPath | null;
  readonly for: DocType;
  readonly items: readonly number[];
  readonly is_negative: boolean;
  readonly is_synthetic: boolean;
  readonly blanket_impl: DocType | null;
}

export interface DocGenerics {
  readonly params: readonly {
    readonly name: string;
    readonly kind: {
      readonly type?: { readonly bounds: readonly DocBound[]; readonly is_synthetic: boolean };
      readonly const?: { readonly type: DocType };
      readonly lifetime?: unknown;
    };
  }[];
  readonly where_predicates: readonly {
    readonly bound_predicate?: { readonly type: DocType; readonly bounds: readonly DocBound[] };
  }[];
}

export interface DocBound {
  readonly trait_bound?: { readonly trait: DocPath };
  readonly outlives?: string;
}

export interface DocPath {
  readonly path: string;
  readonly id: number;
  readonly args: DocArgs | null;
}

export interface DocArgs {
  readonly angle_bracketed?: {
    readonly args: readonly DocArg[];
    readonly constraints?: readonly DocConstraint[];
  };
  readonly parenthesized?: {
    readonly inputs: readonly DocType[];
    readonly output: DocType | null;
  };
}

export type DocArg =
  | 'infer'
  | {
      readonly type?: DocType;
      readonly lifetime?: string;
      readonly const?: { readonly expr: string; readonly value: string | null };
    };

export interface DocConstraint {
  readonly name: string;
  readonly binding: { readonly equality?: { readonly type?: DocType } };
}

export interface DocType {
  readonly resolved_path?: DocPath;
  readonly generic?: string;
  readonly primitive?: string;
  readonly borrowed_ref?: {
    readonly lifetime: string | null;
    readonly is_mutable: boolean;
    readonly type: DocType;
  };
  readonly raw_pointer?: { readonly is_mutable: boolean; readonly type: DocType };
  readonly tuple?: readonly DocType[];
  readonly slice?: DocType;
  readonly array?: { readonly type: DocType; readonly len: string };
  readonly function_pointer?: { readonly sig: DocFunction['sig'] };
  readonly dyn_trait?: {
    readonly traits: readonly { readonly trait: DocPath }[];
    readonly lifetime: string | null;
  };
  readonly impl_trait?: readonly DocBound[];
  readonly qualified_path?: {
    readonly name: string;
    readonly self_type: DocType;
    readonly trait: DocPath | null;
  };
  readonly pat?: { readonly type: DocType };
}

/** The documentation of one compilation; `null` where rustdoc wrote none that can be read. */
export function readDocs(file: string): Docs | null {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
  if (!isRecord(data) || !isRecord(data['index']) || !isRecord(data['paths'])) return null;
  return data as unknown as Docs;
}
