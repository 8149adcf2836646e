import type { FlowGroup } from './flow-case.js';

/** What a call puts in the place of what was there, and what lies under which key. */
export const TYPESCRIPT_STORES: readonly FlowGroup[] = [
  {
    group: 'overwritten by calls',
    cases: [
      {
        name: 'a setter gives a field something else',
        leak: false,
        code: `class Cup { #held = source(); set(x: string): void { this.#held = x; } get(): string { return this.#held; } }
---
const cup = new Cup();
cup.set('x');
sink(cup.get());`,
      },
      {
        name: 'a setter gives another field something else',
        leak: true,
        code: `class Cup { a = source(); b = ''; set(x: string): void { this.b = x; } get(): string { return this.a; } }
---
const cup = new Cup();
cup.set('x');
sink(cup.get());`,
      },
      {
        name: 'a setter that may leave the field',
        leak: true,
        code: `class Cup { a = source(); set(x: string): void { if (coin()) this.a = x; } get(): string { return this.a; } }
---
const cup = new Cup();
cup.set('x');
sink(cup.get());`,
      },
      {
        name: 'a setter of one of two objects',
        leak: true,
        code: `class Cup { a = source(); set(x: string): void { this.a = x; } get(): string { return this.a; } }
---
const cup = new Cup();
const other = new Cup();
other.set('x');
sink(cup.get());`,
      },
      {
        name: 'a setter of some objects, and another class does nothing',
        leak: true,
        code: `class Cup { a = source(); set(x: string): void { this.a = x; } get(): string { return this.a; } }
class Sieve extends Cup { override set(x: string): void { keep(x); } }
---
const cup: Cup = coin() ? new Cup() : new Sieve();
cup.set('x');
sink(cup.get());`,
      },
    ],
  },
  {
    group: 'maps',
    cases: [
      {
        name: 'what is kept under a key',
        leak: true,
        code: `const m = new Map<string, string>();
m.set('a', source());
sink(m.get('a'));`,
      },
      {
        name: 'the keys of what is kept',
        leak: false,
        code: `const m = new Map<string, string>();
m.set('a', source());
sink([...m.keys()]);`,
      },
      {
        name: 'a key',
        leak: true,
        code: `const m = new Map<string, string>();
m.set(source(), 'x');
sink([...m.keys()]);`,
      },
      {
        name: 'what is kept under a key from outside',
        leak: false,
        code: `const m = new Map<string, string>();
m.set(source(), 'x');
for (const one of m.values()) sink(one);`,
      },
      {
        name: 'both, one after the other',
        leak: true,
        code: `const m = new Map<string, string>();
m.set(source(), 'x');
for (const [k] of m) sink(k);`,
      },
      {
        name: 'a chain of keeping',
        leak: true,
        code: `const m = new Map<string, string>().set('a', source()).set('b', 'x');
sink(m.get('a'));`,
      },
      {
        name: 'under another constant key',
        leak: false,
        gap: true,
        code: `const m = new Map<string, string>();
m.set('a', source());
m.set('b', 'x');
sink(m.get('b'));`,
      },
      {
        name: 'a field that is set by its name',
        leak: true,
        code: `const o: { a?: string } = {};
Reflect.set(o, 'a', source());
sink(o.a);`,
      },
      {
        name: 'a function of the reflection that drops what it gets',
        leak: false,
        code: `const f = (x: string): string => { keep(x); return 'x'; };
sink(Reflect.apply(f, undefined, [source()]));`,
      },
      {
        name: 'a function of the reflection that gives what it gets',
        leak: true,
        code: `const f = (x: string): string => x;
sink(Reflect.apply(f, undefined, [source()]));`,
      },
      {
        name: 'a place that is a sum',
        leak: false,
        code: `const i = 1;
const list = ['x', source(), 'x'];
sink(list[i + 1]);`,
      },
      {
        name: 'a place that is a sum, of what came from outside',
        leak: true,
        code: `const i = 1;
const list = ['x', 'x', source()];
sink(list[i + 1]);`,
      },
      {
        name: 'a place that changes',
        leak: true,
        code: `let i = 0;
const list = ['x', source()];
while (coin()) i += 1;
sink(list[i]);`,
      },
    ],
  },
];
