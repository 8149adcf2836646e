import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSymbol } from '../../../../src/produce/rust/binary/symbol-names.js';

/** Symbols that rustc 1.95 gave functions of a crate `a`, and what their sources say. */
const SYMBOLS: readonly (readonly [symbol: string, callee: string, hash?: string])[] = [
  ['_RNvCs6xxl1lAjzDf_1a5halve', 'a::halve'],
  [
    '_RINvCs6xxl1lAjzDf_1a5applyFlElDNtNtB2_6shapes4AreaEL_Kj1_EB2_',
    'a::apply::<fn(i32) -> i32, dyn a::shapes::Area, 1>',
  ],
  [
    '_RINvCs6xxl1lAjzDf_1a5applyNvB2_5halveINtNtB2_6shapes2SqdEKj4_EB2_',
    'a::apply::<a::halve, a::shapes::Sq<f64>, 4>',
  ],
  ['_RNCNvCs6xxl1lAjzDf_1a4main0B3_', 'a::main::{closure#0}'],
  ['_RINvC1a3ThreKhff_Kcea_E', "a::Thr::<str, 255, 'ê'>"],
  [
    '_RINvC1a3refRL_eQhPlOxAhj3_SbTubEFUKCEuE',
    'a::ref::<&str, &mut u8, *const i32, *mut i64, [u8; 3], [bool], ((), bool), unsafe extern "C" fn()>',
  ],
  ['_RINvC1a1fKin5_E', 'a::f::<-5>'],
  ['_ZN1a5apply17h1879c4d00a07580bE', 'a::apply', 'h1879c4d00a07580b'],
  [
    '_ZN1a6shapes11Sq$LT$T$GT$3get17h081f69b492a1f01aE',
    '<a::shapes::Sq<T>>::get',
    'h081f69b492a1f01a',
  ],
  [
    '_ZN60_$LT$a..shapes..Sq$LT$f64$GT$$u20$as$u20$a..shapes..Area$GT$4area17h278c502a86d09483E',
    '<a::shapes::Sq<f64> as a::shapes::Area>::area',
    'h278c502a86d09483',
  ],
  [
    '_ZN1a4main28_$u7b$$u7b$closure$u7d$$u7d$17h8907d576c1e24497E',
    'a::main::{{closure}}',
    'h8907d576c1e24497',
  ],
];

describe('the name of a symbol', () => {
  it('is the function that its source names, with its arguments or a hash', () => {
    for (const [symbol, callee, hash] of SYMBOLS)
      expect({ symbol, read: readSymbol(symbol) }).toEqual({
        symbol,
        read: { callee, hash: hash ?? null },
      });
  });

  it('is nothing where the symbol is of C, or cut off, whatever stands in it', () => {
    for (const symbol of [
      'main',
      '_R',
      '_ZN3fooE',
      '_ZN3foo',
      '_RNvB_3foo',
      '_RC2',
      '_RC0',
      '_RINvC1a1fKc110000_E',
      `_R${'N'.repeat(999)}`,
    ])
      expect({ symbol, read: readSymbol(symbol) }).toEqual({ symbol, read: null });
    const start = fc.constantFrom('_R', '_ZN', '_RINvC1a1f');
    const rest = fc.string({ unit: fc.constantFrom(...'CMXYNIBEKLsu_01239abcFDRTp$') });
    fc.assert(
      fc.property(start, rest, (a, b) => {
        const read = readSymbol(a + b);
        expect(read === null || read.callee.length > 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
