import { describe, expect, it } from 'vitest';
import { groupBodies, lowerBody, parseMir } from '../../../../src/produce/rust/mir/index.js';
import { written } from './constructs.js';
import { byPath } from './resolver.js';

/** `fn named(x: &u8) -> u8 { let f = dispatch::halve; f(x) }` */
const NAMED = `// MIR for \`named\` after built

fn named(_1: &u8) -> u8 {
    debug x => _1;                       // in scope 0 at src/lib.rs:3:10: 3:11
    let mut _0: u8;                      // return place in scope 0 at src/lib.rs:3:20: 3:22
    let _2: for<'a> fn(&'a u8) -> u8 {dispatch::halve}; // in scope 0 at src/lib.rs:4:9: 4:10
    let mut _3: for<'a> fn(&'a u8) -> u8 {dispatch::halve}; // in scope 0 at src/lib.rs:5:5: 5:6
    let mut _4: &u8;                     // in scope 0 at src/lib.rs:5:7: 5:8

    bb0: {
        StorageLive(_2);                 // scope 0 at src/lib.rs:4:9: 4:10
        _2 = dispatch::halve;            // scope 0 at src/lib.rs:4:13: 4:28
                                         // mir::ConstOperand
                                         // + span: src/lib.rs:4:13: 4:28
                                         // + const_: Const { ty: for<'a> fn(&'a u8) -> u8 {dispatch::halve}, val: Value(dispatch::halve) }
        _3 = copy _2;                    // scope 1 at src/lib.rs:5:5: 5:6
        _4 = &(*_1);                     // scope 1 at src/lib.rs:5:7: 5:8
        _0 = move _3(move _4) -> [return: bb1, unwind: bb2]; // scope 1 at src/lib.rs:5:5: 5:9
    }

    bb1: {
        return;                          // scope 0 at src/lib.rs:6:2: 6:2
    }

    bb2 (cleanup): {
        resume;                          // scope 0 at src/lib.rs:3:1: 6:2
    }
}
`;

describe('a function that is put into a variable', () => {
  const [group] = groupBodies(parseMir(NAMED).bodies);
  const lowered = lowerBody(group!, byPath);

  it('is passed where it is named', () => {
    expect(
      lowered.facts.passes.map(({ callee, how, site }) => [callee.path, how, site.line]),
    ).toEqual([['dispatch::halve', 'item', 4]]);
  });

  it('is called directly: the variable’s type is that function alone', () => {
    expect(lowered.facts.calls.map((call) => [call.class, call.callee.path])).toEqual([
      ['direct', 'dispatch::halve'],
    ]);
    expect(lowered.facts.aggregates).toEqual([]);
    expect(written(lowered)).toEqual([
      'bb0 call rust cargo app 0.1.0 dispatch/halve().⟨_1⟩->_0@5:5␞_2 = borrow g:app dispatch/halve().@4:13␞_1:&u8␟_0:u8␟_2:fn(&u8) -> u8␞ → bb1',
      'bb1 return@6:2␞␞␞ →',
    ]);
  });
});
