import type { FlowGroup } from './flow-case.js';

/** When a value gets there: branches, updates, names computed at run time, promises. */
export const TYPESCRIPT_CONTROL: readonly FlowGroup[] = [
  {
    group: 'predicates',
    cases: [
      {
        name: 'behind a typeof that a text passes',
        leak: true,
        code: `const a: unknown = source();
if (typeof a === 'string') sink(a);`,
      },
      {
        name: 'behind a typeof that no text passes',
        leak: false,
        gap: true,
        code: `const a: unknown = source();
if (typeof a === 'number') sink(a);`,
      },
      {
        name: 'a typeof of another value',
        leak: true,
        code: `const a = source();
const b: unknown = 1;
if (typeof b === 'number') sink(a);`,
      },
      {
        name: 'a check that returns',
        leak: false,
        code: `const a = source();
if (!valid(a)) return;
sink(a);`,
      },
      {
        name: 'a check around it',
        leak: false,
        code: `const a = source();
if (valid(a) && coin()) sink(a);`,
      },
      {
        name: 'a check that may be left out',
        leak: true,
        code: `const a = source();
if (valid(a) || coin()) sink(a);`,
      },
      {
        name: 'the wrong side of a check',
        leak: true,
        code: `const a = source();
if (valid(a)) keep(a);
else sink(a);`,
      },
      {
        name: 'a new value after a check',
        leak: true,
        code: `let a = source();
if (!valid(a)) return;
a = source();
sink(a);`,
      },
      {
        name: 'a check of another value',
        leak: true,
        code: `const a = source();
const b = source();
if (!valid(a)) return;
sink(b);`,
      },
      {
        name: 'the field of a checked object',
        leak: false,
        code: `const o = { s: source() };
if (!Array.isArray([]) && valid(o.s)) keep(o);
const a = o.s;
if (!valid(a)) return;
sink(a);`,
      },
      {
        name: 'a value that is compared with a constant',
        leak: false,
        code: `const a = source();
if (a !== 'x') return;
sink(a);`,
      },
      {
        name: 'a value that differs from a constant',
        leak: true,
        code: `const a = source();
if (a === 'x') return;
sink(a);`,
      },
      {
        name: 'a value that is compared with another',
        leak: true,
        code: `const a = source();
const b = source();
if (a === b) sink(a);`,
      },
      {
        name: 'a check that is not heeded',
        leak: true,
        code: `const a = source();
if (!valid(a)) keep(a);
sink(a);`,
      },
      {
        name: 'a condition that never holds',
        leak: false,
        code: `const a = source();
if (1 > 2) sink(a);`,
      },
      {
        name: 'a condition that always holds',
        leak: true,
        code: `const a = source();
if (2 > 1) sink(a);`,
      },
      {
        name: 'a comparison with a constant',
        leak: false,
        code: `const a = source();
if (a === 'x') sink('x');`,
      },
      {
        name: 'a branch on it',
        leak: false,
        code: `const a = source();
sink(a.length > 3 ? 'long' : 'short');`,
      },
      {
        name: 'two conditions that exclude each other',
        leak: false,
        code: `const c = coin();
let a = 'x';
if (c) a = source();
if (!c) sink(a);`,
      },
      {
        name: 'two conditions that agree',
        leak: true,
        code: `const c = coin();
let a = 'x';
if (c) a = source();
if (c) sink(a);`,
      },
      {
        name: 'a condition that changes in between',
        leak: true,
        code: `let c = coin();
let a = 'x';
if (c) a = source();
c = coin();
if (!c) sink(a);`,
      },
      {
        name: 'a condition that is new in each round',
        leak: true,
        code: `let a = 'x';
for (let i = 0; i < 2; i++) {
  const c = coin();
  if (!c) sink(a);
  if (c) a = source();
}`,
      },
      {
        name: 'a switch that takes it',
        leak: true,
        code: `let a = 'x';
switch (kind()) {
  case 1:
    a = source();
    break;
  default:
    a = 'y';
}
sink(a);`,
      },
    ],
  },
  {
    group: 'strong updates',
    cases: [
      {
        name: 'a constant over it',
        leak: false,
        code: `let a = source();
keep(a);
a = 'x';
sink(a);`,
      },
      {
        name: 'a constant on one branch',
        leak: true,
        code: `let a = source();
if (coin()) a = 'x';
sink(a);`,
      },
      {
        name: 'a constant on both branches',
        leak: false,
        code: `let a = source();
keep(a);
if (coin()) a = 'x';
else a = 'y';
sink(a);`,
      },
      {
        name: 'a sink before the source',
        leak: false,
        code: `let a = 'x';
sink(a);
a = source();
keep(a);`,
      },
      {
        name: 'a sink before the source in a loop',
        leak: true,
        code: `let a = 'x';
for (let i = 0; i < 2; i++) {
  sink(a);
  a = source();
}`,
      },
      {
        name: 'reset in the loop',
        leak: false,
        code: `for (let i = 0; i < 2; i++) {
  let a = source();
  keep(a);
  a = 'x';
  sink(a);
}`,
      },
      {
        name: 'a parameter written over',
        leak: false,
        code: `function f(x: string): void { keep(x); x = 'x'; sink(x); }
---
f(source());`,
      },
      {
        name: 'appended',
        leak: true,
        code: `let a = source();
a += 'x';
sink(a);`,
      },
    ],
  },
  {
    group: 'reflection',
    cases: [
      {
        name: 'a property by a constant name',
        leak: true,
        code: `const o: Record<string, string> = {};
o['s'] = source();
sink(o['s']);`,
      },
      {
        name: 'a property by a computed name',
        leak: true,
        code: `const o: Record<string, string> = {};
o[key()] = source();
sink(o[key()]);`,
      },
      {
        name: 'another property by a constant name',
        leak: false,
        gap: true,
        code: `const o: Record<string, string> = {};
o['s'] = source();
o['t'] = 'x';
sink(o['t']);`,
      },
      {
        name: 'call',
        leak: true,
        code: `function f(x: string): void { sink(x); }
---
f.call(null, source());`,
      },
      {
        name: 'apply',
        leak: true,
        code: `function f(x: string): void { sink(x); }
---
f.apply(null, [source()]);`,
      },
      {
        name: 'bind',
        leak: true,
        code: `function f(x: string): void { sink(x); }
---
const g = f.bind(null, source());
g();`,
      },
      {
        name: 'a method by its name',
        leak: true,
        code: `class A { m(x: string): void { sink(x); } }
---
new A()['m'](source());`,
      },
      {
        name: 'a table of functions',
        leak: true,
        code: `const table: Record<string, (x: string) => void> = { a: (x) => sink(x) };
---
table['a']!(source());`,
      },
      {
        name: 'a function of a table by a computed name',
        leak: true,
        code: `const table: Record<string, (x: string) => void> = { a: (x) => sink(x), b: (x) => keep(x) };
---
table[key()]!(source());`,
      },
      {
        name: 'another function of an object',
        leak: false,
        code: `const table = { a: (x: string) => sink(x), b: (x: string) => keep(x) };
---
table['b'](source());`,
      },
      {
        name: 'a function of a list',
        leak: true,
        code: `const list = [(x: string): void => sink(x)];
list[0]!(source());`,
      },
      {
        name: 'another function of a list',
        leak: false,
        code: `const list = [(x: string): void => keep(x), (x: string): void => sink(x)];
list[0]!(source());`,
      },
      {
        name: 'a function put into a list',
        leak: true,
        code: `const list: ((x: string) => void)[] = [];
list.push((x) => sink(x));
for (const one of list) one(source());`,
      },
      {
        name: 'a function put into the list of an object',
        leak: true,
        code: `class Bus {
  all: ((x: string) => void)[] = [];
  on(f: (x: string) => void): void { this.all.push(f); }
  send(x: string): void { for (const f of this.all) f(x); }
}
---
const bus = new Bus();
bus.on((x) => sink(x));
bus.send(source());`,
      },
      {
        name: 'a member of a value that a callback gets',
        leak: false,
        code: `function show(x: any): string { return x === null ? 'null' : x[key()]('s'); }
---
const names = ['a'].map((one) => show(one));
keep(show(source()));
sink(names);`,
      },
      {
        name: 'JSON there and back',
        leak: true,
        code: `sink(JSON.parse(JSON.stringify({ s: source() })).s);`,
      },
    ],
  },
  {
    group: 'async',
    cases: [
      {
        name: 'an awaited value',
        leak: true,
        code: `async function f(): Promise<string> { return source(); }
---
sink(await f());`,
      },
      {
        name: 'an awaited constant',
        leak: false,
        code: `async function f(): Promise<string> { keep(source()); return 'x'; }
---
sink(await f());`,
      },
      {
        name: 'then',
        leak: true,
        code: `async function f(): Promise<string> { return source(); }
---
await f().then((x) => sink(x));`,
      },
      {
        name: 'a resolved promise',
        leak: true,
        code: `const p = Promise.resolve(source());
sink(await p);`,
      },
      {
        name: 'a constructed promise',
        leak: true,
        code: `const p = new Promise<string>((done) => done(source()));
sink(await p);`,
      },
      {
        name: 'all of them',
        leak: true,
        code: `const [a] = await Promise.all([Promise.resolve(source())]);
sink(a);`,
      },
      {
        name: 'a generator',
        leak: true,
        code: `function* f(): Generator<string> { yield source(); }
---
for (const x of f()) sink(x);`,
      },
      {
        name: 'a generator of constants',
        leak: false,
        code: `function* f(): Generator<string> { keep(source()); yield 'x'; }
---
for (const x of f()) sink(x);`,
      },
      {
        name: 'an async generator',
        leak: true,
        code: `async function* f(): AsyncGenerator<string> { yield source(); }
---
for await (const x of f()) sink(x);`,
      },
      {
        name: 'a thrown value',
        leak: true,
        code: `try {
  throw source();
} catch (e) {
  sink(e);
}`,
      },
      {
        name: 'a value set before a throw',
        leak: true,
        code: `let a = 'x';
try {
  a = source();
  keep(a);
} catch {
  keep(a);
} finally {
  sink(a);
}`,
      },
      {
        name: 'a timer',
        leak: true,
        code: `const a = source();
setTimeout(() => sink(a), 1);`,
      },
    ],
  },
];
