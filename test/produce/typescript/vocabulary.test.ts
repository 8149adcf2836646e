/** Every kind of node and edge that TypeScript has, each with an example drawn by hand. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { EdgeKind, NodeKind } from '../../../src/dump/index.js';
import { collect, type Collected } from '../collect.js';

const SOURCES = {
  'package.json':
    '{"name":"app","version":"1.0.0","type":"module","exports":"./src/a.ts","dependencies":{"dep":"2"}}',
  'tsconfig.json':
    '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler","lib":["es2022"],"types":["node"]},"include":["src"]}',
  'node_modules/dep/package.json': '{"name":"dep","version":"2.0.0","types":"index.d.ts"}',
  'node_modules/dep/index.d.ts': 'export declare function outside(): void;',
  'node_modules/@types/node/package.json':
    '{"name":"@types/node","version":"22.0.0","types":"index.d.ts"}',
  'node_modules/@types/node/index.d.ts':
    "/// <reference path='fs.d.ts' />\ndeclare var process: { env: Record<string, string | undefined> };",
  'node_modules/@types/node/fs.d.ts':
    "declare module 'node:fs' { export function readFileSync(path: string): string }",
  'node_modules/vitest/package.json': '{"name":"vitest","version":"4.0.0","types":"index.d.ts"}',
  'node_modules/vitest/index.d.ts':
    'export declare function it(name: string, body: () => void): void;',
  'src/a.ts': `import { readFileSync } from 'node:fs';
import { outside } from 'dep';
/** A shape. */
export interface Shape { area(k: number): number }
export type Size = { width: number };
export enum Color { Red }
export let count = 0;
export const limit = 9;
export abstract class Base { abstract run(): void }
export class Square extends Base implements Shape {
  #side = 1;
  area(k: number): number { count += k; return this.#side * limit; }
  run() { outside(); }
}
export function load(size: Size, shapes: Shape[]) {
  if (process.env.STRICT) readFileSync('select a from users');
  try { shapes.map(widest); } catch { load(size, []); }
  return shapes[0]!.area(size.width);
}
function widest(shape: Shape) { return shape.area(Color.Red); }
namespace Inner { export const deep = 1; }
`,
  'src/a.test.ts': `import { it } from 'vitest'; import { load } from './a.js'; it('loads', () => { load({ width: 1 }, []); });`,
};

const NODES: Readonly<Partial<Record<NodeKind, string>>> = {
  package: 'package.json/',
  module: 'src/a.ts/Inner/',
  fn: 'src/a.ts/load().',
  method: 'src/a.ts/Square#area().',
  class: 'src/a.ts/Square#',
  interface: 'src/a.ts/Shape#',
  type_alias: 'src/a.ts/Size#',
  enum: 'src/a.ts/Color#',
  variant: 'src/a.ts/Color#Red.',
  field: 'src/a.ts/Square##side.',
  const: 'src/a.ts/limit.',
  static: 'src/a.ts/count.',
  param: 'src/a.ts/Square#area().(k)',
  ret: 'src/a.ts/Square#area().(return)',
  mir_block: 'src/a.ts/load().bb0:',
  table: '. table/users.',
  feature: '. env/STRICT:',
  syscall: '. syscall/openat().',
};

const EDGES: Readonly<Partial<Record<EdgeKind, string>>> = {
  CONTAINS: 'src/a.ts/Square# -> src/a.ts/Square#area().',
  CALLS: 'src/a.ts/Square#run(). -> dep index.d.ts/outside().',
  IMPLEMENTS: 'src/a.ts/Square# -> src/a.ts/Shape#',
  EXTENDS: 'src/a.ts/Square# -> src/a.ts/Base#',
  IMPLEMENTS_MEMBER: 'src/a.ts/Square#area(). -> src/a.ts/Shape#area().',
  DISPATCH: 'src/a.ts/Shape#area(). -> src/a.ts/Square#area().',
  PASSES_FN: 'src/a.ts/load(). -> src/a.ts/widest().',
  USES_TYPE: 'src/a.ts/load(). -> src/a.ts/Size#',
  READS_FIELD: 'src/a.ts/Square#area(). -> src/a.ts/Square##side.',
  WRITES_FIELD: 'src/a.ts/Square#area(). -> src/a.ts/count.',
  TESTS: 'src/a.test.ts/loads(). -> src/a.ts/load().',
  DEPENDS_ON: 'package.json/ -> dep package.json/',
  GATED_BY: 'src/a.ts/load(). -> . env/STRICT:',
  TOUCHES_TABLE: 'src/a.ts/load(). -> . table/users.',
  SYSCALLS: '@types/node fs.d.ts/"node:fs"/readFileSync(). -> . syscall/openat().',
  CFG_SUCC: 'src/a.ts/load().bb0: -> src/a.ts/load().bb1:',
};

describe('the vocabulary', () => {
  let found: Collected;
  beforeAll(async () => {
    found = await collect(SOURCES);
  });

  it.each(Object.entries(NODES))('has a node of kind %s', (kind, id) => {
    expect(found.node(id).kind).toBe(kind);
  });

  it.each(Object.entries(EDGES))('has an edge of kind %s', (kind, pair) => {
    expect(found.pairs(kind as EdgeKind)).toContain(pair);
  });

  it('has no other kinds', () => {
    const kinds = (all: Iterable<{ readonly kind: string }>): string[] =>
      [...new Set([...all].map((one) => one.kind))].sort();
    expect(kinds(found.nodes.values())).toEqual(Object.keys(NODES).sort());
    expect(kinds(found.edges)).toEqual(Object.keys(EDGES).sort());
  });

  it('says of every call how it is made and where', () => {
    const calls = found.edges.filter((edge) => edge.kind === 'CALLS');
    expect(calls.length).toBeGreaterThan(8);
    expect(calls.filter((edge) => edge.how === undefined)).toEqual([]);
    const outside = calls.find((edge) => edge.dst.endsWith('outside().'))!;
    expect(outside.site).toMatchObject({ line: 13, col: 11 });
  });

  it('says what a node is to others: documented, where, how far it is seen', () => {
    expect(found.node('src/a.ts/Shape#')).toMatchObject({
      hasDoc: true,
      file: 'src/a.ts',
      line: 4,
      endLine: 4,
      visibility: 'public',
      effectiveVisibility: 'direct',
      isTest: false,
      generated: false,
    });
    expect(found.node('src/a.ts/widest().')).toMatchObject({
      hasDoc: false,
      visibility: 'module',
      effectiveVisibility: 'private',
    });
    expect(found.node('src/a.test.ts/loads().').isTest).toBe(true);
    expect(found.node('dep index.d.ts/outside().')).toMatchObject({
      defined: false,
      origin: 'registry',
    });
  });
});
