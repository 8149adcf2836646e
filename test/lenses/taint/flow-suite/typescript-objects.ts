import type { FlowGroup } from './flow-case.js';

/** What `this` is, what a class holds itself, and what a promise was rejected with. */
export const TYPESCRIPT_OBJECTS: readonly FlowGroup[] = [
  {
    group: 'receivers',
    cases: [
      {
        name: 'a function in a literal reads what lies beside it',
        leak: true,
        code: `const door = { word1: source(), tell1: function (this: any) { return this.word1; } };
sink(door.tell1());`,
      },
      {
        name: 'a function in a literal reads another field',
        leak: false,
        code: `const door = { word2: source(), safe2: 'x', tell2: function (this: any) { return this.safe2; } };
sink(door.tell2());`,
      },
      {
        name: 'a method of a literal reads what lies beside it',
        leak: true,
        code: `const door = { word3: source(), tell3() { return this.word3; } };
sink(door.tell3());`,
      },
      {
        name: 'a function in a literal writes to it',
        leak: true,
        code: `const box: any = { fill4: function (this: any, x: string) { this.held4 = x; } };
box.fill4(source());
sink(box.held4);`,
      },
      {
        name: 'a function in a literal writes to it, and another is asked',
        leak: false,
        code: `const fill5 = function (this: any, x: string) { this.held5 = x; };
const box: any = { held5: 'x', fill5 };
const other: any = { held5: 'x', fill5 };
box.fill5(source());
sink(other.held5);`,
      },
      {
        name: 'a function makes an object',
        leak: true,
        code: `function Crate(this: any, x: string) { this.held6 = x; }
---
const crate = new (Crate as any)(source());
sink(crate.held6);`,
      },
      {
        name: 'a function makes two objects',
        leak: false,
        code: `function Crate(this: any, x: string) { this.held7 = x; }
---
const crate = new (Crate as any)('x');
const other = new (Crate as any)(source());
keep(other);
sink(crate.held7);`,
      },
      {
        name: 'a function that is a value makes an object',
        leak: true,
        code: `const Made: any = function (this: any, x: string) { this.heldv = x; };
sink(new Made(source()).heldv);`,
      },
      {
        name: 'a function that is a value makes two objects',
        leak: false,
        code: `const Made: any = function (this: any, x: string) { this.heldw = x; };
keep(new Made(source()));
sink(new Made('x').heldw);`,
      },
      {
        name: 'an arrow in a maker keeps its object',
        leak: true,
        code: `function Crate(this: any, x: string) { this.held8 = x; this.tell8 = () => this.held8; }
---
const crate = new (Crate as any)(source());
sink(crate.tell8());`,
      },
      {
        name: 'a function that a maker gives its object is called on it',
        leak: true,
        code: `function Crate(this: any, x: string) { this.held9 = x; this.tell9 = function () { return this.held9; }; }
---
const crate = new (Crate as any)(source());
sink(crate.tell9());`,
      },
      {
        name: 'what lies in the prototype of a maker',
        leak: true,
        code: `function Crate(this: any) { keep(this); }
---
(Crate as any).prototype.word10 = source();
const crate = new (Crate as any)();
sink(crate.word10);`,
      },
      {
        name: 'what lies beside it in the prototype of a maker',
        leak: false,
        code: `function Crate(this: any) { keep(this); }
---
(Crate as any).prototype.word11 = source();
const crate = new (Crate as any)();
sink(crate.other);`,
      },
      {
        name: 'a function is called on an object',
        leak: true,
        code: `const tell12 = function (this: any) { return this.word12; };
const some: any = { tell12 };
sink(some.tell12.call({ word12: source() }));`,
      },
      {
        name: 'a function is called on an object, and gets something else',
        leak: false,
        code: `const tell13 = function (this: any, x: string) { keep(x); return this.word13; };
const some: any = { tell13 };
sink(some.tell13.call({ word13: 'x' }, source()));`,
      },
      {
        name: 'a function of a known type is called on an object',
        leak: true,
        code: `const list = [function (this: any, x: string): unknown { keep(x); return this.wordx; }];
const one = list[0]!;
sink(one.call({ wordx: source() }, 'x'));`,
      },
      {
        name: 'a function of a known type is called on an object, and gets something else',
        leak: false,
        code: `const list = [function (this: any, x: string): unknown { keep(x); return this.wordy; }];
const one = list[0]!;
sink(one.call({ wordy: 'x' }, source()));`,
      },
      {
        name: 'a list becomes the arguments of a function',
        leak: true,
        code: `const second14 = function (a: string, b: string) { keep(a); return b; };
const some: any = { second14 };
sink(some.second14.apply(undefined, ['x', source()]));`,
      },
      {
        name: 'a list becomes the arguments, and another is told',
        leak: false,
        code: `const first15 = function (a: string, b: string) { keep(b); return a; };
const some: any = { first15 };
sink(some.first15.apply(undefined, ['x', source()]));`,
      },
    ],
  },
  {
    group: 'classes',
    cases: [
      {
        name: 'a field of a class',
        leak: true,
        code: `class Store { static word16 = source(); }
---
sink(Store.word16);`,
      },
      {
        name: 'another field of a class',
        leak: false,
        code: `class Store { static word17 = source(); static other = 'x'; }
---
sink(Store.other);`,
      },
      {
        name: 'a block of a class writes its field',
        leak: true,
        code: `class Store { static word18 = 'x'; static { this.word18 = source(); } }
---
sink(Store.word18);`,
      },
      {
        name: 'a private field that is written where it is declared',
        leak: true,
        code: `class Safe { #word19 = source(); tell19(): string { return this.#word19; } }
---
sink(new Safe().tell19());`,
      },
      {
        name: 'another private field',
        leak: false,
        code: `class Safe { #word20 = source(); #other = 'x'; tell20(): string { keep(this.#word20); return this.#other; } }
---
sink(new Safe().tell20());`,
      },
      {
        name: 'an object of a class of others, filled here',
        leak: false,
        code: `const one: any = new Object();
const other: any = new Object();
one.word21 = source();
other.word21 = 'x';
keep(one);
sink(other.word21);`,
      },
      {
        name: 'a field that is deleted',
        leak: false,
        code: `const o: any = { word22: source() };
delete o.word22;
sink(o.word22);`,
      },
      {
        name: 'a field beside one that is deleted',
        leak: true,
        code: `const o: any = { word23: source(), other: 'x' };
delete o.other;
sink(o.word23);`,
      },
    ],
  },
  {
    group: 'promises',
    cases: [
      {
        name: 'settled later',
        leak: true,
        code: `const later = new Promise<string>((done) => { const a = source(); setTimeout(() => { done(a); }, 1); });
sink(await later);`,
      },
      {
        name: 'settled later with something else',
        leak: false,
        code: `const later = new Promise<string>((done) => { keep(source()); setTimeout(() => { done('x'); }, 1); });
sink(await later);`,
      },
      {
        name: 'rejected, and caught at the end of a chain',
        leak: true,
        code: `new Promise<string>((_, fail) => { fail(source()); })
  .then((x) => { keep(x); })
  .catch((e: unknown) => { sink(e); });`,
      },
      {
        name: 'rejected, and asked for what it gives',
        leak: false,
        code: `new Promise<string>((_, fail) => { fail(source()); }).then((x) => { sink(x); }, () => { keep(1); });`,
      },
      {
        name: 'rejected, and the second function asked',
        leak: true,
        code: `new Promise<string>((_, fail) => { fail(source()); }).then(() => { keep(1); }, (e: unknown) => { sink(e); });`,
      },
      {
        name: 'settled, and a rejection asked for',
        leak: false,
        code: `new Promise<string>((done) => { done(source()); }).catch((e: unknown) => { sink(e); });`,
      },
      {
        name: 'settled, and given on past a rejection',
        leak: true,
        code: `const one = new Promise<string>((done) => { done(source()); });
sink(await one.catch(() => 'x'));`,
      },
      {
        name: 'rejected, and caught where it is awaited',
        leak: true,
        code: `const one = new Promise<string>((_, fail) => { fail(source()); });
try { await one; } catch (e) { sink(e); }`,
      },
      {
        name: 'thrown by a function of a chain',
        leak: true,
        code: `Promise.resolve('x').then(() => { throw source(); }).catch((e: unknown) => { sink(e); });`,
      },
      {
        name: 'rejected at once',
        leak: true,
        code: `Promise.reject(source()).catch((e: unknown) => { sink(e); });`,
      },
    ],
  },
];
