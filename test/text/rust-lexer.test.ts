import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lexRust, spelling, TokenKind, type TokenStream } from '../../src/text/index.js';

const oracle = JSON.parse(readFileSync(new URL('./rust-tokens.json', import.meta.url), 'utf8')) as {
  readonly source: string;
  readonly tokens: readonly (readonly [kind: string, text: string, line: number, joint: boolean])[];
};

const KINDS: Readonly<Record<number, string>> = {
  [TokenKind.identifier]: 'ident',
  [TokenKind.keyword]: 'ident',
  [TokenKind.punctuation]: 'punct',
  [TokenKind.string]: 'literal',
  [TokenKind.character]: 'literal',
  [TokenKind.number]: 'literal',
  [TokenKind.lifetime]: 'lifetime',
};

const rows = (stream: TokenStream) =>
  Array.from({ length: stream.count }, (_, i) => [
    KINDS[stream.kind[i]!],
    spelling(stream, i),
    stream.line[i],
    stream.joint[i] === 1,
  ]);

describe('the Rust lexer', () => {
  it('gives the tokens that proc-macro2 gives', () => {
    expect(rows(lexRust(oracle.source)!)).toEqual(oracle.tokens);
  });

  it.each(['fn f() { "open', 'fn f() { /* open', 'fn f() { ( ] }', 'fn f() {', "let x = '"])(
    'refuses what does not tokenise: %s',
    (text) => {
      expect(lexRust(text)).toBeNull();
    },
  );

  it('finds the functions that have a body, with their qualifiers', () => {
    const text = [
      'trait T { fn none(&self); fn given(&self) -> u8 { 1 } }',
      'pub const unsafe fn deep<const N: usize>(f: fn(u8) -> u8) -> [u8; { N }] {',
      '    fn inner() {}',
      '    [f(0); N]',
      '}',
    ].join('\n');
    const { units } = lexRust(text)!;
    expect(units.map(({ name, line, endLine }) => [name, line, endLine])).toEqual([
      ['given', 1, 1],
      ['deep', 2, 5],
      ['inner', 3, 3],
    ]);
  });
});
