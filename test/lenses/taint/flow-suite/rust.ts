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
        name: 'a field of what ? lets through',
        leak: true,
        code: `struct Conf11 s: String; t: String
fn main
call $source().⟨⟩->_3 -> 1
_4 = agg ~Conf11{s: _3}; _5 = agg core result/Result::Ok{0: _4}; call rust cargo core 1.0.0 ops/try_trait/Try#branch().⟨_5⟩->_6 -> 2
_7 = copy _6.{core ops/control_flow/ControlFlow::Continue#0}; _8 = copy _7.{~Conf11#s}; call $sink().⟨_8⟩->_9 -> 3
return`,
      },
      {
        name: 'another field of what ? lets through',
        leak: false,
        code: `struct Conf12 s: String; t: String
fn main
call $source().⟨⟩->_3 -> 1
_4 = agg ~Conf12{s: _3}; _5 = agg core result/Result::Ok{0: _4}; call rust cargo core 1.0.0 ops/try_trait/Try#branch().⟨_5⟩->_6 -> 2
_7 = copy _6.{core ops/control_flow/ControlFlow::Continue#0}; _8 = copy _7.{~Conf12#t}; call $sink().⟨_8⟩->_9 -> 3
return`,
      },
      {
        name: 'another field of a clone',
        leak: false,
        code: `struct Conf13 s: String; t: String
fn main
call $source().⟨⟩->_3 -> 1
_4 = agg ~Conf13{s: _3}; call rust cargo core 1.0.0 clone/Clone#clone().⟨_4⟩->_5 -> 2
_6 = copy _5.{~Conf13#t}; call $sink().⟨_6⟩->_9 -> 3
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
      {
        name: 'a truth value of it',
        leak: false,
        code: `struct Set8 on: bool
fn main
call $source().⟨⟩->_3 -> 1
let _4: bool
call $starts().⟨_3⟩->_4 -> 2
call $sink().⟨_4⟩->_9 -> 3
return`,
      },
      {
        name: 'how long it is',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
let _4: Result<Option<usize>, Infallible>
call $parse().⟨_3⟩->_4 -> 2
call $sink().⟨_4⟩->_9 -> 3
return`,
      },
      {
        name: 'a character of it',
        leak: true,
        code: `fn main
call $source().⟨⟩->_3 -> 1
let _4: Option<char>
call $next().⟨_3⟩->_4 -> 2
call $sink().⟨_4⟩->_9 -> 3
return`,
      },
      {
        name: 'a type whose fields are choices',
        leak: false,
        code: `struct Options9 strict: bool; kind: Kind9
struct Kind9
fn main
call $source().⟨⟩->_3 -> 1
let _4: Options9
call $options().⟨_3⟩->_4 -> 2
call $sink().⟨_4⟩->_9 -> 3
return`,
      },
      {
        name: 'a type with a text deep in its fields',
        leak: true,
        code: `struct Outer10 inner: Option<Inner10>
struct Inner10 name: String
fn main
call $source().⟨⟩->_3 -> 1
let _4: Outer10
call $read().⟨_3⟩->_4 -> 2
call $sink().⟨_4⟩->_9 -> 3
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
    group: 'captures',
    cases: [
      {
        name: 'a closure given to who runs it',
        leak: true,
        code: `struct Held1 f: Option<closure>
fn main
call $source().⟨⟩->_3 -> 1
let _4: closure; _3: String
_4 = closure c1[]; call $run().⟨_4, _3⟩->_5 -> 2
return
closure 1
call $sink().⟨_2⟩->_9 -> 1
return`,
      },
      {
        name: 'a closure in the result of who got it',
        leak: true,
        code: `struct Held2 f: Option<closure>
fn main
call $source().⟨⟩->_3 -> 1
let _4: closure; _5: Map<closure>
_4 = closure c1[]; call $hold().⟨_4⟩->_5 -> 2
let _5: Map<closure>; _3: String
call $next().⟨_5, _3⟩->_6 -> 3
return
closure 1
call $sink().⟨_2⟩->_9 -> 1
return`,
      },
      {
        name: 'what a closure captured in another call of its function',
        leak: false,
        code: `fn main
call $source().⟨⟩->_3 -> 1
call ~each().⟨_3⟩->_4 -> 2
_5 = const k:&str; call ~each().⟨_5⟩->_6 -> 3
call $sink().⟨_6⟩->_9 -> 4
return
fn each
let _3: closure
_3 = closure c1[_1]; call $run().⟨_3⟩->_0 -> 1
return
closure 1
_0 = copy _1.(c1#0); return`,
      },
      {
        name: 'a result that has no room for the closure',
        leak: false,
        code: `struct Fault3 text: String
fn main
call $source().⟨⟩->_3 -> 1
let _4: closure; _5: Result<String, Fault3>
_4 = closure c1[]; call $hold().⟨_4⟩->_5 -> 2
let _5: Result<String, Fault3>; _3: String
call $next().⟨_5, _3⟩->_6 -> 3
return
closure 1
call $sink().⟨_2⟩->_9 -> 1
return`,
      },
      {
        name: 'a struct with a closure, shown to who can not see into it',
        leak: false,
        code: `struct Walker4 keep: Option<Box<dyn Fn(&str)>>
fn main
call $source().⟨⟩->_3 -> 1
let _4: closure; _5: Walker4
_4 = closure c1[]; _5 = agg ~Walker4{keep: _4}; call $count().⟨_5, _3⟩->_6 -> 2
return
closure 1
call $sink().⟨_2⟩->_9 -> 1
return`,
      },
    ],
  },
  {
    group: 'reflection',
    cases: [
      {
        name: 'a field beside a method of its name',
        leak: false,
        code: `struct Query5 and: String
fn main
call $source().⟨⟩->_3 -> 1
_4 = copy _1.{% Query5#and}; call $show().⟨_4, _3⟩->_5 -> 2
return
fn Query5#and
call $sink().⟨_2⟩->_9 -> 1
return`,
      },
      {
        name: 'a field of that name of another type',
        leak: false,
        code: `struct One7 run: Box<dyn Fn(&str)>
struct Other7 run: Box<dyn Fn(&str)>
fn main
call $source().⟨⟩->_3 -> 1
let _4: closure
_4 = closure c1[]; _1.{~One7#run} <- move _4; goto -> 2
let _5: Box<dyn Fn(&str)>
_5 = copy _2.{~Other7#run}; call rust cargo core 1.0.0 ops/function/Fn#call().⟨_5, _3⟩->_6 -> 3
return
closure 1
call $sink().⟨_2⟩->_9 -> 1
return`,
      },
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
