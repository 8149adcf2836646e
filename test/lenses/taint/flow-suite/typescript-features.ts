import type { FlowGroup } from './flow-case.js';

/** What leaves a function by a throw, what a module's own body does, and what a guard said. */
export const TYPESCRIPT_FEATURES: readonly FlowGroup[] = [
  {
    group: 'exceptions',
    cases: [
      {
        name: 'thrown by a callee',
        leak: true,
        code: `function f(x: string): void { throw x; }
---
try { f(source()); } catch (e) { sink(e); }`,
      },
      {
        name: 'a constant thrown by a callee',
        leak: false,
        code: `function f(x: string): void { keep(x); throw 'x'; }
---
try { f(source()); } catch (e) { sink(e); }`,
      },
      {
        name: 'thrown in an error two calls down',
        leak: true,
        code: `function g(x: string): void { throw new Error(x); }
function f(x: string): void { g(x); }
---
try { f(source()); } catch (e) { sink((e as Error).message); }`,
      },
      {
        name: 'handled on the way',
        leak: false,
        code: `function g(x: string): void { throw x; }
function f(x: string): void { try { g(x); } catch { keep(1); } }
---
try { f(source()); } catch (e) { sink(e); }`,
      },
      {
        name: 'thrown again',
        leak: true,
        code: `function g(x: string): void { throw x; }
function f(x: string): void { try { g(x); } catch (e) { throw e; } }
---
try { f(source()); } catch (e) { sink(e); }`,
      },
      {
        name: 'the result beside what is thrown',
        leak: false,
        code: `function f(x: string): string { if (coin()) throw x; return 'x'; }
---
sink(f(source()));`,
      },
      {
        name: 'a function that would throw, made and not run',
        leak: false,
        code: `function make(): () => void { return () => { throw source(); }; }
----
sink(make());`,
      },
      {
        name: 'what is given beside a constant that is thrown',
        leak: false,
        code: `function f(x: string): string { if (coin()) throw 'x'; return x; }
---
try { keep(f(source())); } catch (e) { sink(e); }`,
      },
      {
        name: 'thrown for one caller, caught by another',
        leak: false,
        code: `function f(x: string): void { throw x; }
function g(): void { f(source()); }
---
keep(g);
try { f('x'); } catch (e) { sink(e); }`,
      },
    ],
  },
  {
    group: 'modules',
    cases: [
      {
        name: 'a variable of a module',
        leak: true,
        code: `let a = source();
sink(a);
---
keep(1);`,
      },
      {
        name: 'a variable that is written anew',
        leak: false,
        code: `let a = source();
a = 'x';
sink(a);
---
keep(1);`,
      },
      {
        name: 'a field that is written anew',
        leak: false,
        gap: true,
        code: `const o = { a: source() };
o.a = 'x';
sink(o.a);
---
keep(1);`,
      },
      {
        name: 'a variable that a function reads',
        leak: true,
        code: `let a = 'x';
a = source();
---
sink(a);`,
      },
      {
        name: 'a variable that a function writes',
        leak: true,
        code: `let a = 'x';
function f(): void { a = source(); }
f();
sink(a);
---
keep(1);`,
      },
      {
        name: 'a condition that never holds',
        leak: false,
        code: `const on = false;
let a = 'x';
if (on) a = source();
sink(a);
---
keep(1);`,
      },
    ],
  },
  {
    group: 'guards',
    cases: [
      {
        name: 'an answer that is kept',
        leak: false,
        code: `const a = source();
const ok = valid(a);
keep(1);
if (ok) sink(a);`,
      },
      {
        name: 'an answer that is kept, and the value changed',
        leak: true,
        code: `let a = 'x';
const ok = valid(a);
a = source();
if (ok) sink(a);`,
      },
      {
        name: 'an answer that is kept, and said no',
        leak: true,
        code: `const a = source();
const ok = valid(a);
keep(1);
if (!ok) sink(a);`,
      },
      {
        name: 'in a module',
        leak: false,
        code: `const a = source();
if (valid(a)) sink(a);
---
keep(1);`,
      },
    ],
  },
];
