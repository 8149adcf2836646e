/** Stems that say how something is made, not what it does (S1:2551). */
export const CONSTRUCTORS: ReadonlySet<string> = new Set([
  'new',
  'default',
  'from',
  'into',
  'fmt',
  'with',
  'build',
  'builder',
  'get',
  'set',
  'of',
  'run',
  'name',
  'parse',
  'read',
  'open',
  'load',
]);

/** The same for TypeScript's constructors: our own. */
export const TYPESCRIPT_CONSTRUCTORS: ReadonlySet<string> = new Set([
  '<constructor>',
  'constructor',
]);

const SUFFIXES = ['_impl', '_inner', '_once', '_v2', '_v3', '_2', '_3'] as const;

/** Lower case; each suffix once, in order; trailing digits while more than one character is left; trailing `_` (S1:2549). */
export function stem(name: string): string {
  let text = name.toLowerCase();
  for (const suffix of SUFFIXES) if (text.endsWith(suffix)) text = text.slice(0, -suffix.length);
  while (text.length > 1 && /[0-9]$/.test(text)) text = text.slice(0, -1);
  return text.replace(/_+$/, '');
}

/** A printed type without spaces and lifetimes (S1:2547). */
export function normalType(type: string): string {
  return type.replace(/'[A-Za-z0-9_]+/g, '').replace(/\s+/g, '');
}
