import { quoteName } from '../../dump/index.js';

/** Descriptors of the SCIP symbol grammar, in the flavour of scip-typescript. */

export const descriptor = {
  namespace: (name: string): string => `${quoteName(name)}/`,
  type: (name: string): string => `${quoteName(name)}#`,
  term: (name: string): string => `${quoteName(name)}.`,
  method: (name: string, disambiguator = ''): string => `${quoteName(name)}(${disambiguator}).`,
  parameter: (name: string): string => `(${quoteName(name)})`,
  meta: (name: string): string => `${quoteName(name)}:`,
};

/** The first four words of a moniker and the blank after them. Spaces inside a word would break the split: they become `-`. */
export function packagePrefix(name: string, version: string): string {
  const word = (text: string): string => text.replaceAll(/\s+/gu, '-') || '.';
  return `scip-typescript npm ${word(name)} ${word(version)} `;
}

/** One namespace a folder and one for the file, of a path with forward slashes. */
export function fileDescriptors(file: string): string {
  return file.split('/').map(descriptor.namespace).join('');
}
