import type { FlowGroup } from './flow-case.js';

/** Where a value lies: names, arrays, fields. */
export const TYPESCRIPT_DATA: readonly FlowGroup[] = [
  {
    group: 'aliasing',
    cases: [
      {
        name: 'a copy',
        leak: true,
        code: `const a = source();
const b = a;
sink(b);`,
      },
      {
        name: 'a chain of copies',
        leak: true,
        code: `const a = source();
const b = a;
const c = b;
const d = c;
sink(d);`,
      },
      {
        name: 'the other of two variables',
        leak: false,
        code: `const a = source();
const b = 'x';
sink(b);
keep(a);`,
      },
      {
        name: 'an object under two names',
        leak: true,
        code: `const a: { s: string } = { s: '' };
const b = a;
b.s = source();
sink(a.s);`,
      },
      {
        name: 'two objects of one type',
        leak: false,
        code: `class Box { s = ''; }
---
const a = new Box();
const b = new Box();
a.s = source();
sink(b.s);`,
      },
      {
        name: 'an array under two names',
        leak: true,
        code: `const a: string[] = [];
const b = a;
b.push(source());
sink(a[0]);`,
      },
      {
        name: 'a swap',
        leak: false,
        code: `let a = source();
let b = 'x';
const t = a;
a = b;
b = t;
sink(a);`,
      },
      {
        name: 'the other side of a swap',
        leak: true,
        code: `let a = source();
let b = 'x';
const t = a;
a = b;
b = t;
sink(b);`,
      },
      {
        name: 'an alias made before the copy changes',
        leak: false,
        code: `let a = 'x';
const b = a;
a = source();
sink(b);
keep(a);`,
      },
      {
        name: 'a conditional alias',
        leak: true,
        code: `const a = source();
const b = coin() ? a : 'x';
sink(b);`,
      },
    ],
  },
  {
    group: 'arrays',
    cases: [
      {
        name: 'a literal',
        leak: true,
        code: `const list = [source()];
sink(list[0]);`,
      },
      {
        name: 'a literal without it',
        leak: false,
        code: `const list = ['x'];
keep(source());
sink(list[0]);`,
      },
      {
        name: 'another element',
        leak: false,
        code: `const list = [source(), 'x'];
sink(list[1]);`,
      },
      {
        name: 'an element written',
        leak: true,
        code: `const list: string[] = [];
list[0] = source();
sink(list[0]);`,
      },
      {
        name: 'an element written over',
        leak: false,
        gap: true,
        code: `const list: string[] = [source()];
list[0] = 'x';
sink(list[0]);`,
      },
      {
        name: 'another element than the one written',
        leak: false,
        gap: true,
        code: `const list: string[] = ['x', 'y'];
list[0] = source();
sink(list[1]);`,
      },
      {
        name: 'an element of one list beside another',
        leak: false,
        code: `const list: string[] = [];
const other: string[] = ['x'];
list[0] = source();
sink(other[0]);`,
      },
      {
        name: 'push and index',
        leak: true,
        code: `const list: string[] = [];
list.push(source());
sink(list[0]);`,
      },
      {
        name: 'push and pop',
        leak: true,
        code: `const list: string[] = [];
list.push(source());
sink(list.pop());`,
      },
      { name: 'a loop over it', leak: true, code: `for (const one of [source()]) sink(one);` },
      {
        name: 'a spread',
        leak: true,
        code: `const list = [source()];
const more = ['x', ...list];
sink(more[1]);`,
      },
      {
        name: 'a destructured element',
        leak: true,
        code: `const [first] = [source()];
sink(first);`,
      },
      {
        name: 'join',
        leak: true,
        code: `const list = [source(), 'x'];
sink(list.join());`,
      },
      {
        name: 'length',
        leak: false,
        code: `const list = [source()];
sink(list.length);`,
      },
      {
        name: 'map with an identity',
        leak: true,
        code: `const list = [source()].map((x) => x);
sink(list[0]);`,
      },
      {
        name: 'map with a constant',
        leak: false,
        code: `const list = [source()].map(() => 'x');
sink(list[0]);`,
      },
      {
        name: 'a callback of forEach',
        leak: true,
        code: `[source()].forEach((x) => sink(x));`,
      },
      {
        name: 'the values of a map',
        leak: true,
        code: `const map = new Map<string, string>();
map.set('k', source());
sink(map.get('k'));`,
      },
    ],
  },
  {
    group: 'fields',
    cases: [
      {
        name: 'two types beside an object of none',
        leak: false,
        code: `class Left { apart = ''; }
class Right { apart = ''; }
export function put(a: Left): void { a.apart = source(); }
export function get(b: Right, u: any): void { keep(u.apart); sink(b.apart); }
---
keep(1);`,
      },
      {
        name: 'a type beside an object of none that is written',
        leak: true,
        code: `class Middle { joined = ''; }
export function put(u: any): void { u.joined = source(); }
export function get(b: Middle): void { sink(b.joined); }
---
keep(1);`,
      },
      {
        name: 'a field',
        leak: true,
        code: `const o = { s: source() };
sink(o.s);`,
      },
      {
        name: 'another field',
        leak: false,
        code: `const o = { s: source(), t: 'x' };
sink(o.t);`,
      },
      {
        name: 'a field of a class',
        leak: true,
        code: `class Box { s = ''; }
---
const o = new Box();
o.s = source();
sink(o.s);`,
      },
      {
        name: 'another field of a class',
        leak: false,
        code: `class Box { s = ''; t = ''; }
---
const o = new Box();
o.s = source();
sink(o.t);`,
      },
      {
        name: 'a field of a field',
        leak: true,
        code: `class In { s = ''; }
class Out { in = new In(); }
---
const o = new Out();
o.in.s = source();
sink(o.in.s);`,
      },
      {
        name: 'a setter and a getter',
        leak: true,
        code: `class Box {
  #s = '';
  get s(): string { return this.#s; }
  set s(v: string) { this.#s = v; }
}
---
const o = new Box();
o.s = source();
sink(o.s);`,
      },
      {
        name: 'methods that put and take',
        leak: true,
        code: `class Box {
  s = '';
  put(v: string): void { this.s = v; }
  take(): string { return this.s; }
}
---
const o = new Box();
o.put(source());
sink(o.take());`,
      },
      {
        name: 'a constructor',
        leak: true,
        code: `class Box {
  s: string;
  constructor(v: string) { this.s = v; }
}
---
sink(new Box(source()).s);`,
      },
      {
        name: 'a parameter property',
        leak: true,
        gap: true,
        code: `class Box {
  constructor(readonly s: string) {}
}
---
sink(new Box(source()).s);`,
      },
      {
        name: 'another parameter property',
        leak: false,
        code: `class Box {
  constructor(readonly s: string, readonly t: string) {}
}
---
sink(new Box(source(), 'x').t);`,
      },
      {
        name: 'a private parameter property, by a method',
        leak: true,
        gap: true,
        code: `class Box {
  constructor(private s: string) {}
  get(): string { return this.s; }
}
---
sink(new Box(source()).get());`,
      },
      {
        name: 'a destructured field',
        leak: true,
        code: `class Box { s = ''; t = ''; }
---
const o = new Box();
o.s = source();
const { s } = o;
sink(s);`,
      },
      {
        name: 'another destructured field',
        leak: false,
        code: `class Box { s = ''; t = ''; }
---
const o = new Box();
o.s = source();
const { t } = o;
sink(t);`,
      },
      {
        name: 'a field that is written over',
        leak: false,
        code: `class Box { s = ''; }
---
const o = new Box();
o.s = source();
o.s = 'x';
sink(o.s);`,
      },
      {
        name: 'a static field',
        leak: true,
        code: `class Box { static s = ''; }
---
Box.s = source();
sink(Box.s);`,
      },
      {
        name: 'an object that is spread',
        leak: true,
        code: `const o = { s: source() };
const p = { ...o };
sink(p.s);`,
      },
    ],
  },
];
