import type { FlowGroup } from './flow-case.js';

/** Bodies as a Rust producer writes them; the notation is that of `leaksOfRust`. */
export const RUST: readonly FlowGroup[] = [
  {
    group: 'aliasing',
    cases: [
      {
        name: 'a move',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = move _3; call $sink().⟨_4⟩->_9 -> 2
return`,
      },
      {
        name: 'a borrow',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = borrow _3; call $sink().⟨_4⟩->_9 -> 2
return`,
      },
      {
        name: 'a borrow and what it refers to',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = borrow _3; _5 = copy *_4; call $sink().⟨_5⟩->_9 -> 2
return`,
      },
      {
        name: 'a write through a mutable borrow',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = const k:&str; _5 = mut _4; *_5 <- move _3; call $sink().⟨_4⟩->_9 -> 2
return`,
      },
      {
        name: 'a write through a mutable borrow of another',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = const k:&str; _6 = const k:&str; _5 = mut _4; *_5 <- move _3; call $sink().⟨_6⟩->_9 -> 2
return`,
      },
      {
        name: 'a borrow of a borrow',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = borrow _3; _5 = borrow _4; call $sink().⟨_5⟩->_9 -> 2
return`,
      },
    ],
  },
  {
    group: 'arrays',
    cases: [
      {
        name: 'an aggregate',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = agg tuple{0: _3}; call $sink().⟨_4⟩->_9 -> 2
return`,
      },
      {
        name: 'an element pushed',
        leak: true,
        gap: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = const k:Vec; _5 = mut _4; call $push().⟨_5, _3⟩->_6 -> 2
call $sink().⟨_4⟩->_9 -> 3
return`,
      },
    ],
  },
  {
    group: 'fields',
    cases: [
      {
        name: 'a field of a parameter',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_1.{app Conf#s} <- move _3; _4 = copy _1.{app Conf#s}; call $sink().⟨_4⟩->_9 -> 2
return`,
      },
      {
        name: 'another field of a parameter',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_1.{app Conf1#s} <- move _3; _4 = copy _1.{app Conf1#t}; call $sink().⟨_4⟩->_9 -> 2
return`,
      },
      {
        name: 'a variant that is taken apart',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = agg app Opt::Some{0: _3}; _5 = copy _4.{app Opt::Some#0}; call $sink().⟨_5⟩->_9 -> 2
return`,
      },
      {
        name: 'a static',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
g:app HELD. <- move _3; _4 = copy g:app HELD.; call $sink().⟨_4⟩->_9 -> 2
return`,
      },
    ],
  },
  {
    group: 'inter',
    cases: [
      {
        name: 'an argument',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
call ~use().⟨_3⟩->_4 -> 2
return
fn use
call $sink().⟨_1⟩->_9 -> 1
return`,
      },
      {
        name: 'the other argument',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = const k:&str; call ~use().⟨_3, _4⟩->_5 -> 2
return
fn use
call $sink().⟨_2⟩->_9 -> 1
return`,
      },
      {
        name: 'an out-parameter',
        leak: true,
        code: `fn main
_3 = const k:String; _4 = mut _3; call ~fill().⟨_4⟩->_5 -> 1
call $sink().⟨_3⟩->_9 -> 2
return
fn fill
call $source().⟨⟩->_3 -> 1
*_1 <- move _3; return`,
      },
      {
        name: 'a result',
        leak: true,
        code: `fn main
call ~get().⟨⟩->_3 -> 1
call $sink().⟨_3⟩->_9 -> 2
return
fn get
call $source().⟨⟩->_0 -> 1
return`,
      },
      {
        name: 'an identity called twice',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
call ~id().⟨_3⟩->_4 -> 2
_5 = const k:&str; call ~id().⟨_5⟩->_6 -> 3
call $sink().⟨_6⟩->_9 -> 4
return
fn id
_0 = move _1; return`,
      },
    ],
  },
  {
    group: 'sanitisers',
    cases: [
      {
        name: 'a cleaned value',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
call $clean().⟨_3⟩->_4 -> 2
call $sink().⟨_4⟩->_9 -> 3
return`,
      },
      {
        name: 'cleaned on one branch',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = copy _3; switch _1 [0: bb2, otherwise: bb3] -> 2 3
call $clean().⟨_3⟩->_4 -> 3
call $sink().⟨_4⟩->_9 -> 4
return`,
      },
    ],
  },
  {
    group: 'predicates',
    cases: [
      {
        name: 'a check that returns',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
call $valid().⟨_3⟩->_4 -> 2
switch _4 [0: bb4, otherwise: bb3] -> 4 3
call $sink().⟨_3⟩->_9 -> 4
return`,
      },
      {
        name: 'a match on it',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
switch _3 [0: bb2, otherwise: bb3] -> 2 3
_4 = const k:u8#1; goto -> 4
_4 = const k:u8#2; goto -> 4
call $sink().⟨_4⟩->_9 -> 5
return`,
      },
    ],
  },
  {
    group: 'strong updates',
    cases: [
      {
        name: 'a constant over it',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_3 = const k:&str; call $sink().⟨_3⟩->_9 -> 2
return`,
      },
      {
        name: 'a constant on one branch',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
switch _1 [0: bb2, otherwise: bb3] -> 2 3
_3 = const k:&str; goto -> 3
call $sink().⟨_3⟩->_9 -> 4
return`,
      },
      {
        name: 'a call over it',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
call $other().⟨⟩->_3 -> 2
call $sink().⟨_3⟩->_9 -> 3
return`,
      },
      {
        name: 'a constant behind a borrow',
        leak: false,
        gap: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
_4 = mut _3; *_4 <- const k:&str; call $sink().⟨_3⟩->_9 -> 2
return`,
      },
    ],
  },
  {
    group: 'reflection',
    cases: [
      {
        name: 'a function pointer',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
call rust cargo core 1.0.0 ops/function/Fn#call().⟨_1, _3⟩->_4 -> 2
call $sink().⟨_4⟩->_9 -> 3
return`,
      },
    ],
  },
  {
    group: 'async',
    cases: [
      {
        name: 'an awaited value',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
await _3->_4 -> 2
call $sink().⟨_4⟩->_9 -> 3
return`,
      },
      {
        name: 'a yielded resumption',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
yield _3->_4 -> 2
call $sink().⟨_4⟩->_9 -> 3
return`,
      },
    ],
  },
];
