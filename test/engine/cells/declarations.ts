import type { Row } from './table.js';

export const declarations: readonly Row[] = [
  { says: 'a const of an earlier cell', cells: ['const earlier = 7', 'earlier'], value: '7' },
  {
    says: 'a let that a later cell assigns',
    cells: ['let count = 1', 'count = count + 4', 'count'],
    value: '5',
  },
  {
    says: 'a let that a closure of an earlier cell changes',
    cells: ['let live = 0; const bump = () => { live++ }', 'bump(); bump(); live'],
    value: '2',
  },
  {
    says: 'a closure that sees what a later cell assigned',
    cells: ['let shared = 1; const read = () => shared', 'shared = 9', 'read()'],
    value: '9',
  },
  {
    says: 'compound assignment from a later cell',
    cells: ['let sum = 1', 'sum += 2; sum **= 2; sum'],
    value: '9',
  },
  { says: 'increment from a later cell', cells: ['let i1 = 1', 'i1++; ++i1; i1'], value: '3' },
  {
    says: 'destructuring assignment to names of earlier cells',
    cells: ['let da = 1, db = 2', '[da, db] = [db, da]; `${da}${db}`'],
    value: "'21'",
  },
  {
    says: 'a const again, with another type',
    cells: ['const again = 1', 'const again = "one"', 'again.length'],
    value: '3',
  },
  {
    says: 'a function again',
    cells: ['function twice() { return 1 }', 'function twice() { return "two" }', 'twice()'],
    value: "'two'",
  },
  {
    says: 'a class again',
    cells: ['class Box { a = 1 }', 'class Box { b = 2 }', 'new Box().b'],
    value: '2',
  },
  {
    says: 'an interface again, with other members',
    cells: [
      'interface Shape { a: number }',
      'interface Shape { b: number }',
      'const shape: Shape = { b: 1 }; shape.b',
    ],
    value: '1',
  },
  {
    says: 'a type where a const was',
    cells: ['const mixed = 1', 'type mixed = string', 'const m2: mixed = "t"; m2'],
    value: "'t'",
  },
  {
    says: 'an old closure keeps the old binding when a name is declared again',
    cells: ['let bound = 1; const old = () => bound', 'let bound = 100', 'old()'],
    value: '1',
  },
  {
    says: 'a type that mentions a type since declared again',
    cells: [
      'interface Item { a: number }; const item: Item = { a: 1 }',
      'interface Item { b: string }',
      'item.a.toFixed(1)',
    ],
    value: "'1.0'",
  },
  {
    says: 'array destructuring',
    cells: ['const [first, , third = 9] = [1, 2]', '`${first} ${third}`'],
    value: "'1 9'",
  },
  {
    says: 'object destructuring with renaming, defaults and rest',
    cells: [
      'const { p: { q: deep }, miss = 3, ...others } = { p: { q: 1 }, x: 4 } as { p: { q: number }; miss?: number; x: number }',
      '[deep, miss, others.x]',
    ],
    value: '[ 1, 3, 4 ]',
  },
  {
    says: 'a function used before its declaration',
    cells: ['const early = hoisted(); function hoisted() { return 1 }', 'early'],
    value: '1',
  },
  {
    says: 'function overloads',
    cells: [
      'function over(x: number): number; function over(x: string): string; function over(x: any) { return x }',
      'over("s").length',
    ],
    value: '1',
  },
  {
    says: 'a generator',
    cells: ['function* numbers() { yield 1; yield 2 }', '[...numbers()]'],
    value: '[ 1, 2 ]',
  },
  {
    says: 'an async generator',
    cells: [
      'async function* letters() { yield "a"; yield "b" }',
      'const got: string[] = []; for await (const l of letters()) got.push(l); got.join("")',
    ],
    value: "'ab'",
  },
  {
    says: 'an enum with its reverse names',
    cells: ['enum Color { Red, Green = 5 }', '[Color.Green, Color[0]]'],
    value: "[ 5, 'Red' ]",
  },
  {
    says: 'a const enum',
    cells: ['const enum Level { Low = 1, High = Low << 2 }', 'Level.High'],
    value: '4',
  },
  {
    says: 'a namespace',
    cells: [
      'namespace Geometry { export const two = 2; export interface Point { x: number } }',
      'const point: Geometry.Point = { x: Geometry.two }; point.x',
    ],
    value: '2',
  },
  {
    says: 'a class with private names, statics and accessors',
    cells: [
      'class Counter { static made = 0; #n = 0; get n() { return this.#n } up() { this.#n++; return this } static { Counter.made = 1 } }',
      '[new Counter().up().n, Counter.made]',
    ],
    value: '[ 1, 1 ]',
  },
  {
    says: 'inheritance from a class of an earlier cell',
    cells: [
      'class Animal { constructor(readonly name: string) {} }',
      'class Dog extends Animal { bark() { return `${this.name}!` } }',
      'new Dog("Rex").bark()',
    ],
    value: "'Rex!'",
  },
  {
    says: 'an abstract class',
    cells: [
      'abstract class Area { abstract area(): number; twice() { return 2 * this.area() } }',
      'new (class extends Area { area() { return 3 } })().twice()',
    ],
    value: '6',
  },
  {
    says: 'decorators',
    cells: [
      'const logged: string[] = []; function log<T extends Function>(value: T, context: ClassMethodDecoratorContext): T { logged.push(String(context.name)); return value }',
      'class Decorated { @log method() { return 1 } }',
      'logged',
    ],
    value: "[ 'method' ]",
  },
  {
    says: 'a decorated class',
    cells: [
      'const tagged = new Set<unknown>(); const tag = (c: Function, _: ClassDecoratorContext) => { tagged.add(c) }',
      '@tag class Tagged {}',
      'tagged.size',
    ],
    value: '1',
  },
  {
    says: 'generics with constraints',
    cells: [
      'const pluck = <T, K extends keyof T>(rows: T[], key: K): T[K][] => rows.map((row) => row[key])',
      'pluck([{ a: 1 }, { a: 2 }], "a")',
    ],
    value: '[ 1, 2 ]',
  },
  {
    says: 'const type parameters',
    cells: [
      'const exact = <const T>(x: T): T => x',
      'const e = exact(["a", 1]); const checked: readonly ["a", 1] = e; checked.length',
    ],
    value: '2',
  },
  {
    says: 'satisfies',
    cells: [
      'const palette = { red: [255, 0, 0], green: "#0f0" } satisfies Record<string, string | number[]>',
      'palette.green.toUpperCase()',
    ],
    value: "'#0F0'",
  },
  {
    says: 'mapped, conditional and template types',
    cells: [
      'type Getters<T> = { [K in keyof T as `get${Capitalize<string & K>}`]: () => T[K] }',
      'const getters: Getters<{ size: number }> = { getSize: () => 3 }; getters.getSize()',
    ],
    value: '3',
  },
  {
    says: 'a discriminated union',
    cells: [
      'type Node1 = { kind: "leaf"; value: number } | { kind: "pair"; left: Node1; right: Node1 }; const total = (n: Node1): number => n.kind === "leaf" ? n.value : total(n.left) + total(n.right)',
      'total({ kind: "pair", left: { kind: "leaf", value: 1 }, right: { kind: "leaf", value: 2 } })',
    ],
    value: '3',
  },
  {
    says: 'using, disposed at the end of its cell',
    cells: [
      'const order: string[] = []',
      '{ using held = { [Symbol.dispose]() { order.push("disposed") } }; order.push("used"); void held }',
      'order',
    ],
    value: "[ 'used', 'disposed' ]",
  },
  {
    says: 'var of a loop, seen later',
    cells: ['for (var looped = 0; looped < 3; looped++) { /* nothing */ }', 'looped'],
    value: '3',
  },
  {
    says: 'let of a loop, not seen later',
    cells: ['for (let inner = 0; inner < 3; inner++) { /* nothing */ }', 'inner'],
    diagnostics: ['1:1 2304'],
  },
  { says: 'export in a cell', cells: ['export const shown = 4', 'shown'], value: '4' },
  {
    says: 'a list of exports in a cell',
    cells: ['const part = 1, rest = 2; export { part }', 'part + rest'],
    value: '3',
  },
  { says: 'export default is let be', cells: ['export default 3', '4'], value: '4' },
  {
    says: 'names that begin with underscores',
    cells: ['const __t2 = 1, _x = 2', '__t2 + _x'],
    value: '3',
  },
  {
    says: 'names beyond ASCII',
    cells: ['const größe = 3, $π = 3.14', 'größe + $π'],
    value: '6.140000000000001',
  },
  {
    says: 'a name of the global object, shadowed',
    cells: ['const queueMicrotask = "mine"', 'queueMicrotask.length'],
    value: '4',
  },
  {
    says: 'the global itself is untouched by a shadow',
    cells: ['const Map2 = Map; const shadowOf = { Map: 1 }', 'Map2 === globalThis.Map'],
    value: 'true',
  },
  {
    says: 'declare global',
    cells: [
      'declare global { var fromCell: number } globalThis.fromCell = 8',
      'globalThis.fromCell',
    ],
    value: '8',
  },
  {
    says: 'declare const without a value',
    cells: ['declare const ghost: number', 'typeof ghost'],
    value: "'undefined'",
  },
  { says: 'a this that is undefined at top level', cells: ['typeof this'], value: "'undefined'" },
  {
    says: 'strict mode',
    cells: ['(function () { return this === undefined })()'],
    diagnostics: ['1:23 2683'],
  },
  {
    says: 'labels',
    cells: [
      'let found1 = -1; outer: for (const a of [1, 2]) { for (const b of [1, 2]) { if (a * b === 2) { found1 = a; break outer } } } found1',
    ],
    value: '1',
  },
  {
    says: 'loops without braces',
    cells: [
      'let steps = 0; for (let k = 0; k < 3; k++) for (const _ of [1, 2]) steps++; do steps++; while (steps < 10); while (steps < 12) steps++; steps',
    ],
    value: '12',
  },
  {
    says: 'for in',
    cells: ['const keys: string[] = []; for (const key in { a: 1, b: 2 }) keys.push(key); keys'],
    value: "[ 'a', 'b' ]",
  },
  {
    says: 'names that a cell declares and reads',
    cells: [
      'const na = 1',
      'const nb = na + 1; function nc(nd: number) { return nd + na } interface Ne { x: typeof nb }',
    ],
    declares: ['nb', 'nc', 'Ne'],
    reads: ['na'],
  },
  {
    says: 'a shadowed name is not read',
    cells: ['const outer1 = 1', '[1].map((outer1) => outer1)'],
    reads: [],
  },
  {
    says: 'a shorthand property is a read',
    cells: ['const brief = 1', '({ brief })'],
    reads: ['brief'],
    value: '{ brief: 1 }',
  },
  {
    says: 'a name only in a type is a read',
    cells: ['interface Only { a: 1 }', 'const only: Only = { a: 1 }; only.a'],
    reads: ['Only'],
    value: '1',
  },
  {
    says: 'what a failed cell had reached stays',
    cells: ['const reached = 1; throw new Error("after"); const never = 2', 'reached'],
    value: '1',
  },
  {
    says: 'what a failed cell had not reached is unknown',
    cells: [
      'const reached2 = 1; if (reached2) throw new Error("after"); const never2 = 2',
      'never2',
    ],
    diagnostics: ['1:1 2304'],
  },
  {
    says: 'a cell with type errors declares nothing',
    cells: ['const wrong: number = "a"', 'wrong'],
    diagnostics: ['1:1 2304'],
  },
];
