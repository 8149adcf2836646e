/** The words of a text: runs of letters, digits and marks, lower-cased. Punctuation and layout don't count. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
}

/** Numbers for words, shared between texts: equal words have equal numbers. */
export class WordNumbers {
  readonly #numbers = new Map<string, number>();

  numbersOf(words: readonly string[]): Uint32Array {
    const numbers = new Uint32Array(words.length);
    words.forEach((word, i) => {
      let number = this.#numbers.get(word);
      if (number === undefined) this.#numbers.set(word, (number = this.#numbers.size));
      numbers[i] = number;
    });
    return numbers;
  }
}

/**
 * The distinct k-shingles of a word sequence, as numbers that two sequences share through `table`; ascending. Exact:
 * a shingle is its words, not a hash of them. Empty when there are fewer than k words.
 */
export function shinglesOf(words: Uint32Array, k: number, table: Map<string, number>): Uint32Array {
  const distinct = new Set<number>();
  for (let i = 0; i + k <= words.length; i++) {
    const spelled = words.subarray(i, i + k).join(' ');
    let number = table.get(spelled);
    if (number === undefined) table.set(spelled, (number = table.size));
    distinct.add(number);
  }
  return Uint32Array.from(distinct).sort();
}

/** Longest run of equal consecutive words in both sequences. O(n·m) time, O(m) memory. */
export function longestCommonRun(a: Uint32Array, b: Uint32Array): number {
  let before = new Int32Array(b.length + 1);
  let now = new Int32Array(b.length + 1);
  let longest = 0;
  for (const word of a) {
    for (let j = 0; j < b.length; j++) {
      const run = b[j] === word ? before[j]! + 1 : 0;
      now[j + 1] = run;
      if (run > longest) longest = run;
    }
    [before, now] = [now, before];
  }
  return longest;
}
