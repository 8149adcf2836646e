import { nameParts } from '../clones/index.js';

/** Words of an identifier (S1:1601): parts of one letter and `self` are none; each once. */
export const nameWords = (identifier: string): string[] => [
  // `<constructor>` and `<get>` are a producer's marks, no names that anybody chose.
  ...new Set(
    nameParts(identifier.replace(/<[^>]*>|^constructor$/g, ' ')).filter(
      (part) => part.length > 1 && part !== 'self',
    ),
  ),
];

/** `n:<w>` for the words of a function's name and of its parameters' names. */
export const nameFeatures = (name: string, params: readonly string[]): string[] => [
  ...new Set([name, ...params].flatMap(nameWords).map((word) => `n:${word}`)),
];
