/** Rank of a UTF-16 unit in UTF-8 order: surrogates (code points from U+10000) stand above U+E000..U+FFFF. */
function rankOfUnit(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/**
 * Order of two strings by the bytes of their UTF-8: negative, zero or positive.
 * JS `<` compares UTF-16 units and differs outside the BMP. Lone surrogates stand above the BMP, so the order
 * stays total for ill-formed strings too.
 */
export function compareUtf8(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rankOfUnit(x) - rankOfUnit(y);
  }
  return a.length - b.length;
}

const SURROGATE = /[\ud800-\udfff]/;

/** The cheapest comparator that gives UTF-8 order on these strings. */
export function utf8Comparator(
  strings: readonly (string | null)[],
): (a: string, b: string) => number {
  for (const text of strings) {
    if (text !== null && SURROGATE.test(text)) return compareUtf8;
  }
  // Without surrogates, unit order is byte order, and the built-in comparison runs natively.
  return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
}

/** A sorted copy in UTF-8 order. */
export function sortUtf8(strings: readonly string[]): string[] {
  return [...strings].sort(utf8Comparator(strings));
}
