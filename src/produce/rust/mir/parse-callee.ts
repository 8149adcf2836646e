import { closing, indexOutside, splitOutside } from './brackets.js';
import type { MirCallee } from './callee.js';

/** Reads a callee's text, `<T as Shape>::area` or `std::option::Option::<T>::map::<U, F>`, with its constant's type. */
export function parseCallee(text: string, type: string | null = null): MirCallee {
  const signature = type === null ? null : signatureOf(type);
  if (/^(?:move|copy) /u.test(text))
    return {
      text,
      sort: 'value',
      path: text,
      name: text,
      selfType: null,
      trait: null,
      signature,
    };
  const head = text.startsWith('<') ? closing(text, 0) : -1;
  const lead = head < 0 ? '' : text.slice(1, head);
  const rest = segmentsOf(head < 0 ? text : text.slice(head + 3));
  const name = rest.at(-1) ?? text;
  const as = lead.startsWith('impl at ') ? -1 : indexOutside(lead, ' as ');
  if (as >= 0 && rest.length === 1) {
    const trait = lead.slice(as + 4);
    return {
      text,
      sort: 'trait',
      path: `${withoutGenerics(trait)}::${name}`,
      name,
      selfType: lead.slice(0, as),
      trait,
      signature,
    };
  }
  if (head >= 0)
    return {
      text,
      sort: 'path',
      path: [`<${lead}>`, ...rest].join('::'),
      name,
      selfType: rest.length === 1 ? lead : null,
      trait: null,
      signature,
    };
  return {
    text,
    sort: 'path',
    path: rest.join('::'),
    name,
    selfType: rest.length > 1 ? ownerText(text) : null,
    trait: null,
    signature,
  };
}

/** `for<'a> fn(&'a Self) -> f64 {<Self as Shape>::area}` without the braces. */
function signatureOf(type: string): string {
  const brace = type.endsWith('}') ? indexOutside(type, ' {') : -1;
  return brace < 0 ? type : type.slice(0, brace);
}

/** What stands before the last segment, generics kept, `::<T>` written `<T>`. */
function ownerText(text: string): string {
  let parts = splitOutside(text, '::');
  if (parts.at(-1)?.startsWith('<')) parts = parts.slice(0, -1);
  return parts
    .slice(0, -1)
    .join('::')
    .replaceAll(/::(?=<(?!impl ))/gu, '');
}

/** `num::<impl u8>::pow`: an impl's block. After a type, or at the end, it is an argument: `Map::<impl Fn()>::new`. */
function isImpl(segments: readonly string[], at: number): boolean {
  return (
    segments[at]!.startsWith('<impl ') &&
    at < segments.length - 1 &&
    !/^[A-Z]/u.test(segments[at - 1] ?? '')
  );
}

/** Segments of a path, its generic arguments left out. */
export function segmentsOf(path: string): string[] {
  return splitOutside(path, '::')
    .filter((segment, at, all) => !segment.startsWith('<') || isImpl(all, at))
    .map((segment) => {
      const generics =
        segment.startsWith('<') || segment.startsWith('{') ? -1 : segment.indexOf('<');
      return generics < 0 ? segment : segment.slice(0, generics);
    });
}

/** A path as types print it, `std::boxed::Box<T>`, or as expressions do, `Box::<T>`, without generic arguments. */
export function withoutGenerics(path: string): string {
  return path.includes('<') ? segmentsOf(path).join('::') : path;
}
