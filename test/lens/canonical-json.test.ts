import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { canonicalJson, REPORT_SCHEMA, reportJson, startRun } from '../../src/lens/index.js';
import { emptyGraph, toyLens } from './toy.js';

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: [true, null, 'x"y'] }, '{"a":[true,null,"x\\"y"],"b":1}'],
    [2n ** 53n, '"9007199254740992"'],
    [2n ** 53n - 1n, '9007199254740991'],
    [2 ** 60, '"1152921504606846976"'],
    [-0, '0'],
    [[1n, 3], '[1,3]'],
    [{ a: undefined, '\u{10000}': 1, '\uffff': 2 }, '{"\uffff":2,"\u{10000}":1}'],
    [Uint32Array.of(3, 4), '[3,4]'],
  ])('spells %o as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each([[NaN], [Infinity], [() => 1], [undefined]])(
    'refuses %o: an answer holds data',
    (value) => {
      expect(() => canonicalJson([value])).toThrow(
        expect.objectContaining({ code: 'not_canonical' }),
      );
    },
  );

  it('reads back as the same value, whatever the order of its keys', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      { seed: 4 },
    ));
});

describe('a report as JSON', () => {
  it('fits its schema, is the same twice, and puts one finding on a line', async () => {
    const { lens } = toyLens();
    const ask = async () => reportJson(await startRun(lens, emptyGraph(), { bound: 9 }).report());
    const text = await ask();
    expect(await ask()).toBe(text);
    z.fromJSONSchema(REPORT_SCHEMA as never).parse(JSON.parse(text));
    expect(text.split('\n').filter((line) => /^ {6}\[/.test(line))).toEqual([
      '      [2],',
      '      [4],',
      '      [6],',
      '      [8]',
    ]);
  });
});
