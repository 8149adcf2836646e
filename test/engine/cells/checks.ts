import type { Row } from './table.js';

export const checks: readonly Row[] = [
  {
    says: 'a wrong type, with its place',
    cells: ['const a = 1;\nconst s: string = a;'],
    diagnostics: ['2:7 2322'],
  },
  {
    says: 'undefined is no string',
    cells: ['const s: string = undefined'],
    diagnostics: ['1:7 2322'],
  },
  { says: 'null is no object', cells: ['const o: object = null'], diagnostics: ['1:7 2322'] },
  {
    says: 'what may be undefined',
    cells: ['const maybe = [1, 2].find((n) => n > 1); maybe.toFixed()'],
    diagnostics: ['1:42 18048'],
  },
  {
    says: 'narrowing',
    cells: [
      'const maybe2 = [1, 2].find((n) => n > 1); if (maybe2 !== undefined) console.log(maybe2.toFixed(1))',
    ],
    stdout: '2.0\n',
  },
  { says: 'implicit any', cells: ['const f = (x) => x'], diagnostics: ['1:12 7006'] },
  { says: 'an unknown name', cells: ['misspelled'], diagnostics: ['1:1 2304'] },
  {
    says: 'an unknown property, with the line',
    cells: ['const text = "a";\n\ntext.lenght'],
    diagnostics: ['3:6 2551'],
  },
  {
    says: 'a wrong number of arguments',
    cells: ['const two = (a: number, b: number) => a + b', 'two(1)'],
    diagnostics: ['1:1 2554'],
  },
  {
    says: 'a type error stops the cell before it runs',
    cells: ['console.log("ran"); const n: number = "x"'],
    stdout: '',
    diagnostics: ['1:27 2322'],
  },
  { says: 'a syntax error', cells: ['const = 3'], diagnostics: ['1:7 1134', '1:9 1134'] },
  { says: 'an unclosed brace', cells: ['function f() {'], diagnostics: ['1:15 1005'] },
  {
    says: 'an assignment to a const of an earlier cell',
    cells: ['const fixed = 1', 'fixed = 2'],
    diagnostics: ['1:1 2588'],
  },
  {
    says: 'an assignment of another type to a let of an earlier cell',
    cells: ['let typed = 1', 'typed = "a"'],
    diagnostics: ['1:1 2322'],
  },
  {
    says: 'several errors at once',
    cells: ['const a1: string = 1; const b1: number = "b"'],
    diagnostics: ['1:7 2322', '1:29 2322'],
  },
  {
    says: 'an unknown module',
    cells: ['import nothing from "no-such-package-here"'],
    diagnostics: ['1:21 2307'],
  },
  {
    says: 'an unknown export',
    cells: ['import { nowhere } from "node:fs"'],
    diagnostics: ['1:10 2305'],
  },
  {
    says: 'a missing case of a union',
    cells: ['const only = (x: "a" | "b"): number => { switch (x) { case "a": return 1 } }'],
    diagnostics: ['1:30 2366'],
  },
  {
    says: 'excess properties',
    cells: ['const point1: { x: number } = { x: 1, y: 2 }'],
    diagnostics: ['1:39 2353'],
  },
  {
    says: 'ts-expect-error',
    cells: ['// @ts-expect-error on purpose\nconst n2: number = "x"; typeof n2'],
    value: "'string'",
  },
  {
    says: 'an unused ts-expect-error',
    cells: ['// @ts-expect-error\nconst n3 = 1'],
    diagnostics: ['1:1 2578'],
  },
  {
    says: 'a catch variable of unknown type',
    cells: ['try { throw new Error("a") } catch (e) { e.message }'],
    diagnostics: ['1:42 18046'],
  },
  { says: 'an await of a value is allowed', cells: ['await 3'], value: '3' },
  { says: 'newer library types', cells: ['[3, 1, 2].toSorted().at(-1)'], value: '3' },
  {
    says: "Node's names",
    cells: ['typeof Buffer.from("a").length + typeof process.pid + typeof setTimeout'],
    value: "'numbernumberfunction'",
  },
  {
    says: 'URL and TextEncoder',
    cells: ['new URL("a", "http://b/c").pathname + new TextEncoder().encode("é").length'],
    value: "'/a2'",
  },
  { says: 'no browser names', cells: ['document'], diagnostics: ['1:1 2584'] },
  { says: 'reserved names of the engine', cells: ['const mimirStop_ = 1'], diagnostics: ['1:1 0'] },
];
