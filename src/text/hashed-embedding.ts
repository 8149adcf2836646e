/**
 * A vector of a text without a model: words and pairs of neighbours, each hashed to a dimension and a sign (feature
 * hashing; Weinberger et al. 2009), counts damped by 1 + ln. Two texts that share most words have a high cosine; it knows
 * nothing of what words mean. Its space is named for what it is.
 */
export const HASHED_SPACE = 'hashed-tokens-v1';
export const HASHED_DIMENSION = 256;

/** Writes the unit vector of `words` at `at`; a text without words is 0. */
export function embedWords(words: readonly string[], values: Float32Array, at: number): void {
  const counts = new Map<string, number>();
  const count = (word: string): void => void counts.set(word, (counts.get(word) ?? 0) + 1);
  words.forEach((word, i) => {
    count(word);
    if (i > 0) count(`${words[i - 1]!} ${word}`);
  });
  const sums = new Float64Array(HASHED_DIMENSION);
  for (const [word, times] of counts) {
    const hash = fnv32(word);
    sums[hash & (HASHED_DIMENSION - 1)]! += (hash & 0x100 ? -1 : 1) * (1 + Math.log(times));
  }
  let square = 0;
  for (const sum of sums) square += sum * sum;
  if (square === 0) return;
  const length = Math.sqrt(square);
  for (let i = 0; i < HASHED_DIMENSION; i++) values[at + i] = sums[i]! / length;
}

/** The words of a token as a person reads them: at lower-to-upper borders and marks, lower-cased; a mark is itself. */
export function wordsOfToken(token: string): string[] {
  const parts = token
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  return parts.length === 0 ? [token] : parts.map((part) => part.toLowerCase());
}

/** FNV-1a 32 over UTF-16 units, finished so that low bits depend on all of them. */
function fnv32(text: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85eb_ca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
