/** How free text stands inside a payload: what the grammar uses is written as `%XX` of its UTF-8 bytes. */

const TEXT = /[%=⟨⟩␞␟\p{Cc}\u2028\u2029]|(?<![A-Za-z0-9])_(?=\d)/gu;
const ATOM = /[%=⟨⟩␞␟\p{Cc}\u2028\u2029,{}#]|(?<![A-Za-z0-9])_(?=\d)|:(?= )|<(?=-)/gu;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function percent(text: string): string {
  return Array.from(
    encoder.encode(text),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/** One program says the same names and types over and over; more are not remembered at once. */
const MOST_REMEMBERED = 4096;

function remembering(encode: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let encoded = known.get(text);
    if (encoded === undefined) {
      encoded = encode(text);
      if (known.size === MOST_REMEMBERED) known.clear();
      known.set(text, encoded);
    }
    return encoded;
  };
}

export const encodeFreeText = remembering((text) => text.replace(TEXT, percent));

export const encodeAtom = remembering((text) => text.replace(ATOM, percent));

/** The text that was encoded, or `null` where it was encoded in any other way. */
export function decodeFreeText(text: string): string | null {
  return decode(text, encodeFreeText);
}

export function decodeAtom(text: string): string | null {
  return decode(text, encodeAtom);
}

function decode(text: string, encode: (text: string) => string): string | null {
  if (text === '') return null;
  let plain = text;
  if (text.includes('%')) {
    try {
      plain = text.replace(/(?:%[0-9A-F]{2})+/gu, (run) =>
        decoder.decode(
          Uint8Array.from(run.slice(1).split('%'), (digits) => Number.parseInt(digits, 16)),
        ),
      );
    } catch {
      return null;
    }
  }
  return encode(plain) === text ? plain : null;
}
