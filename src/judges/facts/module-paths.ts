import { folderOf } from '../../facts/index.js';

/** The files among some names. */
export function numbersOf(
  names: readonly string[],
  numbers: ReadonlyMap<string, number>,
): number[] {
  return names.flatMap((name) => {
    const number = numbers.get(name);
    return number === undefined ? [] : [number];
  });
}

/** A relative path from the folder of a file. */
export function joined(from: string, specifier: string): string {
  const folder = folderOf(from);
  const parts = folder === '.' ? [] : folder.split('/');
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
