import type { Row } from './table.js';

export const running: readonly Row[] = [
  {
    says: 'top-level await',
    cells: [
      'const waited = await new Promise<number>((resolve) => setTimeout(() => resolve(5), 1))',
      'waited',
    ],
    value: '5',
  },
  {
    says: 'await inside of expressions',
    cells: ['[await Promise.resolve(1), await Promise.resolve(2)]'],
    value: '[ 1, 2 ]',
  },
  {
    says: 'for await at top level, with no other await',
    cells: [
      'async function* two() { yield 1; yield 2 }',
      'for await (const x of two()) console.log(x)',
    ],
    stdout: '1\n2\n',
  },
  {
    says: 'for await over an array of promises',
    cells: ['let all = 0; for await (const x of [Promise.resolve(1), 2]) all += x; all'],
    value: '3',
  },
  {
    says: 'await in a loop',
    cells: ['let turns = 0; while (turns < 3) { await null; turns++ } turns'],
    value: '3',
  },
  {
    says: 'await in an if and a try',
    cells: [
      'let path1 = ""; try { if (await Promise.resolve(true)) path1 += "a"; await Promise.reject(new Error("b")) } catch (e) { path1 += (e as Error).message } path1',
    ],
    value: "'ab'",
  },
  {
    says: 'a runtime error with the frames of cells only',
    cells: ['function deep() { throw new TypeError("bad") }', 'const one = 1;\n\ndeep()'],
    error: 'TypeError: bad',
    frames: ['deep (cell {n-1}:1:25)', '(cell {n}:3:5)'],
  },
  {
    says: 'an error behind an await',
    cells: ['await null;\nthrow new Error("late")'],
    error: 'Error: late',
    frames: ['(cell {n}:2:7)'],
  },
  {
    says: 'an error on its own line in a long cell',
    cells: ['interface Gone { a: 1 }\ntype Gone2 = Gone\n\nconst fine = 1;\n(null as any).x'],
    error: "TypeError: Cannot read properties of null (reading 'x')",
    diagnostics: [],
    frames: ['(cell {n}:5:15)'],
  },
  {
    says: 'the column of the source, whatever was put before it on the line',
    cells: [
      'const base1 = 1',
      'const twice1 = base1 * 2; for (let k = 0; k < 2; k++) { if (k === 1) throw new Error("second") }',
    ],
    error: 'Error: second',
    frames: ['(cell {n}:1:76)'],
  },
  {
    says: 'the column of a last expression',
    cells: ['const low1 = () => { throw new Error("low") }', '1 + low1()'],
    error: 'Error: low',
    frames: ['low1 (cell {n-1}:1:28)', '(cell {n}:1:9)'],
  },
  {
    says: 'a thrown value that is no error',
    cells: ['throw "text"'],
    error: 'Thrown: a value that is no error: text',
  },
  {
    says: 'an error with a cause',
    cells: ['throw new Error("outer", { cause: new RangeError("inner") })'],
    error: 'Error: outer (caused by RangeError: inner)',
  },
  {
    says: 'a rejected promise that is awaited',
    cells: ['await Promise.reject(new RangeError("rejected"))'],
    error: 'RangeError: rejected',
  },
  {
    says: 'console.error apart from console.log',
    cells: ['console.error("bad"); console.log("good")'],
    stdout: 'good\n',
  },
  {
    says: 'stdout in order and whole',
    cells: ['for (let k = 0; k < 5000; k++) console.log(k)'],
    stdout: Array.from({ length: 5000 }, (_, k) => `${k}\n`).join(''),
  },
  {
    says: 'process.stdout.write without a line end',
    cells: ['process.stdout.write("a"); process.stdout.write("b")'],
    stdout: 'ab',
    value: 'true',
  },
  {
    says: 'bytes that are cut inside of a character',
    cells: [
      'const euro = new TextEncoder().encode("€"); process.stdout.write(euro.slice(0, 1)); process.stdout.write(euro.slice(1)); 0',
    ],
    stdout: '€',
    value: '0',
  },
  {
    says: 'require',
    cells: ['const os1 = require("node:os") as typeof import("node:os"); typeof os1.cpus'],
    value: "'function'",
  },
  {
    says: 'timers after the cell',
    cells: [
      'let ticked = 0; setTimeout(() => { ticked = 1 }, 1)',
      'await new Promise((r) => setTimeout(r, 30)); ticked',
    ],
    value: '1',
  },
  {
    says: 'structuredClone and fetch are there',
    cells: ['[typeof structuredClone, typeof fetch]'],
    diagnostics: [],
    value: "[ 'function', 'function' ]",
  },
  {
    says: 'a regular expression with a loop in its text',
    cells: ['"for (;;) while(true){}".length'],
    value: '22',
  },
  {
    says: 'a template with code in it',
    cells: ['`${[1, 2].map((x) => `${x}:`).join("")}`'],
    value: "'1:2:'",
  },
  {
    says: 'a cell as fast as a function: ten million turns at top level',
    cells: [
      'let hot = 0; const began = performance.now(); for (let k = 0; k < 1e7; k++) hot += k; performance.now() - began < 2000 && hot',
    ],
    value: '49999995000000',
  },
];
