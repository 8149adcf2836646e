/** What a callee's text says of itself, before anybody looks it up. */
export interface MirCallee {
  /** As printed, generics and all. */
  readonly text: string;
  /**
   * `path`: a function or inherent method by its path, generics apart.
   * `trait`: `<Self as Trait>::method`.
   * `value`: through a local: a function pointer.
   */
  readonly sort: 'path' | 'trait' | 'value';
  /** Path without generics: `std::option::Option::map`, `core::num::<impl u8>::wrapping_add`; a trait's `std::iter::Iterator::map`. */
  readonly path: string;
  /** Last segment: the function's own name. */
  readonly name: string;
  /** Of a trait call: the self type with generics; of an inherent method's path the type before the name. */
  readonly selfType: string | null;
  /** Of a trait call: the trait with generics. */
  readonly trait: string | null;
  /** `fn(&'a Self) -> f64`, as the constant's type has it. */
  readonly signature: string | null;
}
