/**
 * Whether a cfg predicate can only hold in a test build: `test`, or an `all(…)` with such a part, or an `any(…)` of
 * nothing else. Text that does not parse requires nothing.
 */
export function requiresTest(predicate: string): boolean {
  const tokens = predicate.match(/"(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*|[(),=]/gu) ?? [];
  let at = 0;
  const parse = (): boolean => {
    const word = tokens[at++];
    if (tokens[at] === '=') {
      at += 2;
      return false;
    }
    if (tokens[at] !== '(') return word === 'test';
    at++;
    const parts: boolean[] = [];
    while (at < tokens.length && tokens[at] !== ')') {
      parts.push(parse());
      if (tokens[at] === ',') at++;
    }
    at++;
    if (word === 'all' || word === 'cfg') return parts.includes(true);
    return word === 'any' && parts.length > 0 && !parts.includes(false);
  };
  while (at < tokens.length) {
    if (parse()) return true;
    if (tokens[at] === ',') at++;
  }
  return false;
}
