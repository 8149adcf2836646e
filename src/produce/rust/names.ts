/**
 * Keys: one spelling of a path, wherever it is read. `crate::module::Name` by the place of definition; for the standard
 * library `std::<first module>::<Name>`, since MIR prints the public path (`std::ops::Add`), rustdoc the private one
 * (`core::ops::arith::Add`), and both agree in these.
 */
const STANDARD = new Set(['std', 'core', 'alloc']);

export function isStandard(path: string): boolean {
  return STANDARD.has(path.slice(0, Math.max(0, path.indexOf('::'))));
}

export function standardKey(path: string): string {
  const parts = path.split('::');
  const first = parts[1] === 'core_arch' ? 'arch' : parts[1]!;
  return parts.length <= 2 ? `std::${first}` : `std::${first}::${parts.at(-1)!}`;
}

const PRIMITIVES = new Set([
  ...['bool', 'char', 'str', 'f16', 'f32', 'f64', 'f128', '!'],
  ...['i8', 'i16', 'i32', 'i64', 'i128', 'isize', 'u8', 'u16', 'u32', 'u64', 'u128', 'usize'],
]);

export function isPrimitive(name: string): boolean {
  return PRIMITIVES.has(name);
}
