const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

/** The text of a printed string, `"näme\n\u{1}"`, or of bytes, `b"\xff"`, read as Latin-1 where they are not ASCII. */
export function unescapeString(printed: string): string {
  const inside = printed.slice(printed.indexOf('"') + 1, -1);
  if (!inside.includes('\\')) return inside;
  return inside.replaceAll(
    /\\(?:u\{([0-9a-f]+)\}|x([0-9a-f]{2})|(.))/gsu,
    (whole, unicode?: string, byte?: string, simple?: string) => {
      if (unicode !== undefined) return String.fromCodePoint(Number.parseInt(unicode, 16));
      if (byte !== undefined) return String.fromCodePoint(Number.parseInt(byte, 16));
      return SIMPLE[simple ?? ''] ?? whole;
    },
  );
}
