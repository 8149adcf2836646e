import type { FlowGroup } from './flow-case.js';

/** Through which hands a value goes: closures, functions, sanitizers. */
export const TYPESCRIPT_CALLS: readonly FlowGroup[] = [
  {
    group: 'captures',
    cases: [
      {
        name: 'a captured value',
        leak: true,
        code: `const a = source();
const f = (): void => sink(a);
f();`,
      },
      {
        name: 'a captured value beside it',
        leak: false,
        code: `const a = source();
const b = 'x';
const f = (): void => sink(b);
f();
keep(a);`,
      },
      {
        name: 'an argument of a closure',
        leak: true,
        code: `const f = (x: string): void => sink(x);
f(source());`,
      },
      {
        name: 'the result of a closure',
        leak: true,
        code: `const a = source();
const f = (): string => a;
sink(f());`,
      },
      {
        name: 'a constant result',
        leak: false,
        code: `const a = source();
const f = (): string => { keep(a); return 'x'; };
sink(f());`,
      },
      {
        name: 'a captured variable written inside',
        leak: true,
        code: `let a = 'x';
const f = (): void => { a = source(); };
f();
sink(a);`,
      },
      {
        name: 'two levels',
        leak: true,
        code: `const a = source();
const f = (): (() => void) => () => sink(a);
f()();`,
      },
      {
        name: 'an inner function',
        leak: true,
        code: `const a = source();
function inner(): void { sink(a); }
inner();`,
      },
      {
        name: 'what a closure captured, of a function called twice',
        leak: true,
        code: `function each(x: string): string { return ['a'].map(() => x)[0]!; }
---
each('x');
sink(each(source()));`,
      },
      {
        name: 'what a closure captured in another call of its function',
        leak: false,
        code: `function each(x: string): string { return ['a'].map(() => x)[0]!; }
---
each(source());
sink(each('x'));`,
      },
      {
        name: 'the other value that a closure captured',
        leak: false,
        code: `const a = source();
const b = 'x';
const f = (): void => { keep(a); sink(b); };
f();`,
      },
      {
        name: 'a closure in a field of an object',
        leak: true,
        code: `const a = source();
const o = { f: (): void => sink(a) };
o.f();`,
      },
      {
        name: 'a closure in an object that is given to a function',
        leak: true,
        code: `function run(o: { f: () => void }): void { o.f(); }
---
const a = source();
run({ f: () => sink(a) });`,
      },
      {
        name: 'a closure in a closure',
        leak: true,
        code: `const a = source();
const f = (): void => { const g = (): void => sink(a); g(); };
f();`,
      },
      {
        name: 'a field of what a closure captured',
        leak: true,
        code: `const o = { s: source(), t: 'x' };
['a'].forEach(() => sink(o.s));`,
      },
      {
        name: 'another field of what a closure captured',
        leak: false,
        code: `const o = { s: source(), t: 'x' };
['a'].forEach(() => sink(o.t));`,
      },
      {
        name: 'a closure that is never called',
        leak: false,
        gap: true,
        code: `const a = source();
const f = (): void => sink(a);
keep(f);`,
      },
      {
        name: 'a closure given to a function',
        leak: true,
        code: `function call(f: (x: string) => void): void { f(source()); }
---
call((x) => sink(x));`,
      },
    ],
  },
  {
    group: 'inter',
    cases: [
      {
        name: 'an argument',
        leak: true,
        code: `function f(x: string): void { sink(x); }
---
f(source());`,
      },
      {
        name: 'the other argument',
        leak: false,
        code: `function f(x: string, y: string): void { keep(x); sink(y); }
---
f(source(), 'x');`,
      },
      {
        name: 'a result',
        leak: true,
        code: `function f(): string { return source(); }
---
sink(f());`,
      },
      {
        name: 'an identity',
        leak: true,
        code: `function id(x: string): string { return x; }
---
sink(id(source()));`,
      },
      {
        name: 'an identity called twice',
        leak: false,
        code: `function id(x: string): string { return x; }
---
keep(id(source()));
sink(id('x'));`,
      },
      {
        name: 'two levels of identity, called twice',
        leak: false,
        code: `function id(x: string): string { return x; }
function id2(x: string): string { return id(x); }
---
keep(id2(source()));
sink(id2('x'));`,
      },
      {
        name: 'a constant result',
        leak: false,
        code: `function f(x: string): string { keep(x); return 'x'; }
---
sink(f(source()));`,
      },
      {
        name: 'three calls deep',
        leak: true,
        code: `function f(x: string): void { g(x); }
function g(x: string): void { h(x); }
function h(x: string): void { sink(x); }
---
f(source());`,
      },
      {
        name: 'a recursion',
        leak: true,
        code: `function f(x: string, n: number): string { return n === 0 ? x : f(x, n - 1); }
---
sink(f(source(), 3));`,
      },
      {
        name: 'a recursion that drops it',
        leak: false,
        code: `function f(x: string, n: number): string { return n === 0 ? 'x' : f(x, n - 1); }
---
sink(f(source(), 3));`,
      },
      {
        name: 'a method',
        leak: true,
        code: `class A { m(x: string): void { sink(x); } }
---
new A().m(source());`,
      },
      {
        name: 'an overriding method by its base',
        leak: true,
        code: `abstract class A { abstract m(x: string): void; }
class B extends A { m(x: string): void { sink(x); } }
---
const a: A = new B();
a.m(source());`,
      },
      {
        name: 'an interface',
        leak: true,
        code: `interface A { m(x: string): void; }
class B implements A { m(x: string): void { sink(x); } }
---
const a: A = new B();
a.m(source());`,
      },
      {
        name: 'a default parameter',
        leak: true,
        code: `function f(x: string = source()): void { sink(x); }
---
f();`,
      },
      {
        name: 'rest parameters',
        leak: true,
        code: `function f(...xs: string[]): void { sink(xs[1]); }
---
f('x', source());`,
      },
      {
        name: 'another of the rest parameters',
        leak: false,
        code: `function f(...xs: string[]): void { sink(xs[0]); }
---
f('x', source());`,
      },
      {
        name: 'rest parameters after another',
        leak: true,
        code: `function f(x: string, ...xs: string[]): void { keep(x); for (const one of xs) sink(one); }
---
f('x', 'y', source());`,
      },
      {
        name: 'an object filled by a callee',
        leak: true,
        code: `class Box { s = ''; }
function fill(b: Box): void { b.s = source(); }
---
const b = new Box();
fill(b);
sink(b.s);`,
      },
      {
        name: 'a module variable',
        leak: true,
        code: `let shared = '';
function put(): void { shared = source(); }
---
put();
sink(shared);`,
      },
    ],
  },
  {
    group: 'sanitisers',
    cases: [
      { name: 'a cleaned value', leak: false, code: `sink(clean(source()));` },
      {
        name: 'the value beside the cleaned one',
        leak: true,
        code: `const a = source();
keep(clean(a));
sink(a);`,
      },
      {
        name: 'cleaned on one branch',
        leak: true,
        code: `let a = source();
if (coin()) a = clean(a);
sink(a);`,
      },
      {
        name: 'cleaned on both branches',
        leak: false,
        code: `let a = source();
if (coin()) a = clean(a);
else a = clean(a);
sink(a);`,
      },
      {
        name: 'cleaned in a callee',
        leak: false,
        code: `function safe(x: string): string { return clean(x); }
---
sink(safe(source()));`,
      },
      {
        name: 'cleaned in a callee on one way',
        leak: true,
        code: `function safe(x: string): string { return coin() ? clean(x) : x; }
---
sink(safe(source()));`,
      },
      {
        name: 'tainted again',
        leak: true,
        code: `let a = clean(source());
a = a + source();
sink(a);`,
      },
      {
        name: 'cleaned before a field',
        leak: false,
        code: `class Box { s = ''; }
---
const o = new Box();
o.s = clean(source());
sink(o.s);`,
      },
      {
        name: 'a template of a cleaned value',
        leak: false,
        code: `sink(\`<\${clean(source())}>\`);`,
      },
    ],
  },
];
