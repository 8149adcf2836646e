/** The same call, made at most once. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}
