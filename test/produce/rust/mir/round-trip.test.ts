import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMir } from '../../../../src/produce/rust/mir/index.js';
import { mirBody } from './bodies.js';
import { printMir } from './print.js';

const RUNS = process.env['MIMIR_DEEP'] === '1' ? 10_000 : 150;

describe('the reader of built MIR', () => {
  it('reads every body that is printed', () => {
    fc.assert(
      fc.property(fc.array(mirBody, { minLength: 1, maxLength: 3 }), (bodies) => {
        const file = parseMir(bodies.map(printMir).join('\n'));
        expect(file.samples).toEqual([]);
        expect(file.unparsed).toBe(0);
        expect(
          file.bodies.map((body) => ({ ...body, allocations: [...body.allocations] })),
        ).toEqual(bodies.map((body) => ({ ...body, allocations: [...body.allocations] })));
      }),
      { numRuns: RUNS, seed: 10 },
    );
  });

  it('counts lines that no rule reads, and keeps the rest', () => {
    const file = parseMir(
      [
        'fn f(_1: u8) -> u8 {',
        '    debug x => _1;                       // in scope 0 at src/lib.rs:1:6: 1:7',
        '    let mut _0: u8;                      // return place in scope 0 at src/lib.rs:1:16: 1:18',
        '',
        '    bb0: {',
        '        _0 = _1;                         // scope 0 at src/lib.rs:1:21: 1:22',
        '        frobnicate everything;           // scope 0 at src/lib.rs:1:21: 1:22',
        '        return;                          // scope 0 at src/lib.rs:1:24: 1:24',
        '    }',
        '}',
      ].join('\n'),
    );
    expect(file.lines).toBe(10);
    expect(file.samples.map(({ line }) => line)).toEqual([6, 7]);
    expect(
      file.bodies.map(({ blocks }) =>
        blocks.map(({ statements, terminator }) => [statements.length, terminator.sort]),
      ),
    ).toEqual([[[0, 'return']]]);
  });

  it('never throws, whatever it is given', () => {
    const words = fc.constantFrom(
      'fn ',
      '_1',
      ' = ',
      '(',
      ')',
      '{',
      '}',
      '<',
      '>',
      '[',
      ']',
      ' -> ',
      'bb1',
      ': ',
      ';',
      '// scope 0 at ',
      '"',
      "'",
      '\\',
      '\n',
      '    ',
      '        ',
      'const ',
      'move ',
      'alloc1',
      'switchInt',
      'assert(',
      ' as ',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
        const file = parseMir(`fn f() -> () {\n    bb0: {\n        ${parts.join('')}\n    }\n}\n`);
        expect(file.lines).toBeGreaterThan(3);
      }),
      { numRuns: RUNS, seed: 11 },
    );
  });
});
