import type { Row } from './table.js';

/** The folder in which these cells work, as files. */
export const folder: Readonly<Record<string, string>> = {
  'local.ts':
    'export const two: number = 2;\nexport interface Pair { a: number; b: number }\nexport function half(x: number): number { return x / two }\n',
  'chain.ts':
    "import { two } from './local.js';\nexport { half } from './local';\nexport default two * 2;\n",
  'waits.ts':
    'export const late = await new Promise<string>((resolve) => setTimeout(() => resolve("late"), 1));\n',
  'wrong.ts': 'export const n: number = "x";\n',
  'throws.ts': 'export function boom(): never {\n  throw new Error("from a module");\n}\n',
  'loops.ts': 'export function forever(): never {\n  for (;;) {}\n}\n',
  'round-a.ts': "import { b } from './round-b';\nexport const a = (): string => 'a' + b;\n",
  'round-b.ts':
    "import type { a } from './round-a';\nexport const b = 'b';\nexport type A = typeof a;\n",
  'data.json': '{ "name": "data", "list": [1, 2] }',
  'plain.js': 'exports.plain = () => "plain";\n',
  'sub/index.ts': 'export const sub = "sub";\n',
  '../above.ts': 'export const above = "above";\n',
  'node_modules/own-cjs/package.json':
    '{ "name": "own-cjs", "main": "index.js", "types": "index.d.ts" }',
  'node_modules/own-cjs/index.js': 'module.exports = { answer: 42 };\n',
  'node_modules/own-cjs/index.d.ts': 'export declare const answer: number;\n',
  'node_modules/own-esm/package.json':
    '{ "name": "own-esm", "type": "module", "exports": { ".": { "types": "./main.d.ts", "import": "./main.js" }, "./deep": { "types": "./deep.d.ts", "default": "./deep.js" } } }',
  'node_modules/own-esm/main.js':
    'export const kind = "esm"; export default function greet() { return "hello"; }\n',
  'node_modules/own-esm/main.d.ts':
    'export declare const kind: string;\nexport default function greet(): string;\n',
  'node_modules/own-esm/deep.js': 'export const deep = "deep";\n',
  'node_modules/own-esm/deep.d.ts': 'export declare const deep: string;\n',
  'node_modules/own-tla/package.json':
    '{ "name": "own-tla", "type": "module", "main": "main.js", "types": "main.d.ts" }',
  'node_modules/own-tla/main.js':
    'export const x = await Promise.resolve(7); export default "tla";\n',
  'node_modules/own-tla/main.d.ts':
    'export declare const x: number;\ndeclare const _default: string;\nexport default _default;\n',
  'node_modules/untyped/package.json': '{ "name": "untyped", "main": "index.js" }',
  'node_modules/untyped/index.js': 'module.exports = () => "any";\n',
  'node_modules/only-types/package.json': '{ "name": "only-types", "types": "index.d.ts" }',
  'node_modules/only-types/index.d.ts': 'export interface Shape { sides: number }\n',
};

export const imports: readonly Row[] = [
  {
    says: "Node's modules",
    cells: ['import { join } from "node:path"', 'join("a", "b")'],
    value: "'a/b'",
  },
  {
    says: 'a default import of a CommonJS module',
    cells: ['import fs from "fs"', 'typeof fs.readFileSync'],
    value: "'function'",
  },
  {
    says: 'a namespace import',
    cells: ['import * as util from "node:util"', 'util.inspect({ a: 1 })'],
    value: "'{ a: 1 }'",
  },
  {
    says: 'a renamed import',
    cells: ['import { basename as base } from "node:path"', 'base("/a/b.ts")'],
    value: "'b.ts'",
  },
  { says: 'an import for its effect', cells: ['import "node:events"', '1'], value: '1' },
  {
    says: 'an import again',
    cells: ['import { join } from "node:path"', 'import { join } from "node:path"; join("x", "y")'],
    value: "'x/y'",
  },
  {
    says: 'import require',
    cells: ['import os = require("node:os")', 'typeof os.cpus'],
    value: "'function'",
  },
  {
    says: 'a dynamic import',
    cells: ['const p1 = await import("node:path"); p1.extname("a.ts")'],
    value: "'.ts'",
  },
  {
    says: 'a local TypeScript file, with its types',
    cells: [
      'import { half, type Pair } from "./local"',
      'const pair: Pair = { a: half(4), b: 1 }; pair.a',
    ],
    value: '2',
  },
  {
    says: 'a local file by its compiled name',
    cells: ['import { two } from "./local.js"; two'],
    value: '2',
  },
  {
    says: 'a local file by its own name',
    cells: ['import { two } from "./local.ts"; two'],
    value: '2',
  },
  {
    says: 'a wrong use of a local file',
    cells: ['import { half } from "./local"; half("4")'],
    diagnostics: ['1:38 2345'],
  },
  {
    says: 'files that import files',
    cells: ['import four, { half } from "./chain"; half(four)'],
    value: '2',
  },
  {
    says: 'files that import each other',
    cells: ['import { a } from "./round-a"; a()'],
    value: "'ab'",
  },
  {
    says: 'a local file with top-level await',
    cells: ['import { late } from "./waits"; late'],
    value: "'late'",
  },
  {
    says: 'a local file with a type error, named',
    cells: ['import { n } from "./wrong"; n'],
    diagnostics: ['wrong.ts:1:14 2322'],
  },
  {
    says: 'an error in a local file, at its line',
    cells: ['import { boom } from "./throws";\nboom()'],
    error: 'Error: from a module',
    frames: ['boom (throws.ts:2:9)', '(cell {n}:2:5)'],
  },
  {
    says: 'a dynamic import of a local TypeScript file',
    cells: ['(await import("./local")).two'],
    value: '2',
  },
  {
    says: 'a JSON file, typed',
    cells: ['import data from "./data.json"; data.list.length'],
    value: '2',
  },
  {
    says: 'a JavaScript file',
    cells: ['import { plain } from "./plain.js"; plain()'],
    value: "'plain'",
  },
  { says: 'a folder by its index', cells: ['import { sub } from "./sub"; sub'], value: "'sub'" },
  {
    says: 'a file of the folder above',
    cells: ['import { above } from "../above"; above'],
    value: "'above'",
  },
  {
    says: 'a missing local file',
    cells: ['import { x } from "./missing"'],
    diagnostics: ['1:19 2307'],
  },
  {
    says: "a package of the user's",
    cells: ['import { answer } from "own-cjs"', 'answer + 1'],
    value: '43',
  },
  {
    says: 'a package that only import may enter, with types in its exports',
    cells: ['import greet, { kind } from "own-esm"; [greet(), kind]'],
    value: "[ 'hello', 'esm' ]",
  },
  {
    says: 'a part of a package by its exports',
    cells: ['import { deep } from "own-esm/deep"; deep'],
    value: "'deep'",
  },
  {
    says: 'a package with top-level await',
    cells: ['import tla, { x } from "own-tla"; [tla, x]'],
    value: "[ 'tla', 7 ]",
  },
  {
    says: 'a dynamic import of a package with top-level await',
    cells: ['(await import("own-tla")).x'],
    value: '7',
  },
  {
    says: 'a package without types is any',
    cells: ['import untyped from "untyped"; untyped()'],
    value: "'any'",
  },
  {
    says: 'a package of types only',
    cells: [
      'import { Shape } from "only-types"',
      'const square: Shape = { sides: 4 }; square.sides',
    ],
    value: '4',
  },
  {
    says: 'a type-only import',
    cells: ['import type { Shape } from "only-types"; const tri: Shape = { sides: 3 }; tri.sides'],
    value: '3',
  },
  {
    says: 'Arquero, from this package',
    cells: [
      'import * as aq1 from "arquero"',
      'aq1.table({ a: [1, 2, 3] }).rollup({ s: "d => op.sum(d.a)" }).objects()',
    ],
    value: '[ { s: 6 } ]',
  },
  {
    says: 'Plot, from this package',
    cells: ['import * as Plot1 from "@observablehq/plot"', 'typeof Plot1.barX'],
    value: "'function'",
  },
  {
    says: 'import.meta',
    cells: ['typeof import.meta.url + import.meta.url.startsWith("file:")'],
    value: "'stringtrue'",
  },
  {
    says: 'an import below its use',
    cells: ['const before = () => sep;\nimport { sep } from "node:path";\nbefore()'],
    value: "'/'",
  },
  {
    says: 'imported names in another import of the cell',
    cells: [
      'import { resolve as res } from "node:path"; import { existsSync as there } from "node:fs"; there(res("."))',
    ],
    value: 'true',
  },
];
