import type { TextUnit, TokenStream } from '../../text/index.js';

/** One function of a file that is read. */
export interface EditedFunction {
  readonly stream: TokenStream;
  readonly unit: TextUnit;
}

/** Tokens with their texts replaced where `spell` says so; what stands between them stays. */
export function respelled(
  { stream, unit }: EditedFunction,
  spell: (token: number) => string | null,
): string {
  let text = '';
  let at = stream.start[unit.from]!;
  for (let i = unit.from; i < unit.to; i++) {
    const [start, end] = [stream.start[i]!, stream.end[i]!];
    text += stream.text.slice(at, start) + (spell(i) ?? stream.text.slice(start, end));
    at = end;
  }
  return text;
}
