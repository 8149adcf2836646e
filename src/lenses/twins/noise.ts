/** Callees that say nothing about what a function does: prefixes of the short moniker. The manual's 22 (S1:2506). */
export const NOISE: readonly string[] = [
  'ops/try_trait/',
  'fmt/',
  'hint/must_use',
  'convert/',
  'ops/deref/',
  'clone/Clone#clone',
  'ops/drop/',
  'borrow/',
  'ops/function/',
  'iter/traits/collect/IntoIterator#into_iter',
  'option/impl#[Option<T>]',
  'result/impl#[Result<T, E>]',
  'string/impl#[String][Deref]',
  'str/impl#[str]as_bytes',
  'slice/impl#[[T]]len',
  'string/impl#[String]as_str',
  'ops/arith/',
  'cmp/',
  'panicking/',
  'mem/drop',
  'alloc/',
  'ptr/',
];

/** The same for TypeScript: our own. */
export const TYPESCRIPT_NOISE: readonly string[] = [
  'lib/lib.es5.d.ts/Array#',
  'lib/lib.es5.d.ts/ArrayConstructor#',
  'lib/lib.es5.d.ts/String#',
  'lib/lib.es5.d.ts/Number#',
  'lib/lib.es5.d.ts/Object',
  'lib/lib.es5.d.ts/Function#',
  'lib/lib.es5.d.ts/Math#',
  'lib/lib.es5.d.ts/Error',
  'lib/lib.es2022.error.d.ts/',
  'lib/lib.es2015.core.d.ts/',
  'lib/lib.es2015.iterable.d.ts/',
  'lib/lib.es2015.promise.d.ts/',
  'lib/lib.es2015.symbol',
];

/** Whether a label's callee is noise: what follows the crate starts with one of the prefixes. */
export function isNoise(label: string): boolean {
  const plain = label.replace(/`/g, '');
  const short = plain.slice(plain.indexOf(' ') + 1);
  return (
    NOISE.some((prefix) => short.startsWith(prefix)) ||
    TYPESCRIPT_NOISE.some((prefix) => short.startsWith(prefix))
  );
}
