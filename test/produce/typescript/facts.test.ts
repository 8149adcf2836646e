import { describe, expect, it } from 'vitest';
import { collect } from '../collect.js';

describe('declarations', () => {
  it('become nodes with SCIP monikers, each inside what declares it', async () => {
    const found = await collect({
      'src/a.ts': `
        /** Doc. */
        export function free<T>(x: T, n = 1): number { return n }
        export const arrow = (y: string) => y;
        export abstract class Shape implements Named {
          static count = 0;
          constructor(private readonly side: number) {}
          get name() { return 'x' }
          set name(v: string) {}
          abstract area(): number;
          protected scale(k: number): void {}
          #secret = 1;
        }
        export interface Named { name: string; rename?(to: string): void }
        export type Pair = { left: number; right: number };
        export enum Color { Red, Green = 'g' }
        const table = { add(a: number) { return a }, deep: { sub: () => 1 } };
        namespace Inner { export const k = 1 }
        let state = 0;
      `,
    });
    expect(
      [...found.nodes.values()]
        .filter((node) => node.defined !== false && node.kind !== 'mir_block')
        .map(
          (node) =>
            `${node.kind} ${node.id.split(' ').slice(4).join(' ').replace('src/`a.ts`/', '')}`,
        )
        .sort(),
    ).toEqual(
      [
        'class Shape#',
        'const Inner/k.',
        'const table.',
        'enum Color#',
        'field Named#name.',
        'field Pair#typeLiteral0:left.',
        'field Pair#typeLiteral0:right.',
        'field Shape#`#secret`.',
        'field Shape#count.',
        'field Shape#side.',
        'fn arrow.',
        'fn free().',
        'fn table.add().',
        'fn table.deep.sub().',
        'interface Named#',
        'method Named#rename().',
        'method Shape#`<constructor>`().',
        'method Shape#`<get>name`().',
        'method Shape#`<set>name`().',
        'method Shape#area().',
        'method Shape#scale().',
        'module ',
        'module Inner/',
        'package `package.json`/',
        'param Shape#`<constructor>`().(side)',
        'param Shape#`<set>name`().(v)',
        'param Shape#scale().(k)',
        'param arrow.(y)',
        'param free().(n)',
        'param free().(x)',
        'param table.add().(a)',
        'ret Shape#`<get>name`().(return)',
        'ret Shape#area().(return)',
        'ret arrow.(return)',
        'ret free().(return)',
        'ret table.add().(return)',
        'ret table.deep.sub().(return)',
        'static state.',
        'type_alias Pair#',
        'variant Color#Green.',
        'variant Color#Red.',
      ].sort(),
    );
    const free = found.node('src/a.ts/free().');
    expect(free).toMatchObject({
      file: 'src/a.ts',
      line: 3,
      endLine: 3,
      hasDoc: true,
      visibility: 'public',
      generics: 'T',
      crate: 'app',
      version: '1.0.0',
      origin: 'local',
    });
    expect(found.node('src/a.ts/Shape##secret.').visibility).toBe('private');
    expect(found.node('src/a.ts/Shape#scale().').visibility).toBe('protected');
    expect(found.node('src/a.ts/table.').visibility).toBe('module');
    expect(found.node('src/a.ts/free().(n)').ty).toBe('number');
    expect(found.pairs('CONTAINS')).toContain('src/a.ts/Shape# -> src/a.ts/Shape#scale().');
    expect(found.pairs('IMPLEMENTS')).toEqual(['src/a.ts/Shape# -> src/a.ts/Named#']);
  });
});

describe('calls', () => {
  it('go to the body, whatever name and detour they take', async () => {
    const found = await collect({
      'src/a.ts': `
        export function over(x: string): void; export function over(x: number): void; export function over(x: unknown) {}
        export default function main() { over(1); (0, over)('s'); over!('t') }
        export const alias = over;
      `,
      'src/index.ts': `export { over as renamed, alias } from './a.js'; export * as all from './a.js';`,
      'src/b.ts': `
        import { renamed, all, alias } from './index.js'; import start from './a.js';
        export function use() { renamed(1); all.over(2); alias(3); start(); over2(4); over.call(null, 5) }
        const over2 = renamed.bind(null); import { over } from './a.js';
      `,
    });
    expect(found.pairs('CALLS')).toEqual([
      'src/a.ts/main(). -> src/a.ts/over().',
      'src/b.ts/ -> typescript lib/lib.es5.d.ts/CallableFunction#bind().',
      'src/b.ts/use(). -> src/a.ts/main().',
      'src/b.ts/use(). -> src/a.ts/over().',
    ]);
    expect(
      found.edges.filter(
        (edge) =>
          edge.kind === 'CALLS' && edge.dst.endsWith('/over().') && edge.src.includes('use'),
      ),
    ).toHaveLength(5);
    expect(found.quality).toMatchObject({ calls: 10, resolved: 9, external: 1, unresolved: 0 });
  });

  it('through a value go to the place that holds it, and never to an index', async () => {
    const found = await collect({
      'src/a.ts': `
        interface Opts { done?: () => void }
        export function run(f: () => void, o: Opts, k: number) { f(); o.done?.(); table[k]!(); const g = pick(); g() }
        const table = [() => 1]; declare function pick(): () => void;
        class Job { constructor(private readonly work: () => void) { work() } go() { this.work() } }
      `,
    });
    expect(
      found.edges
        .filter((edge) => edge.kind === 'CALLS')
        .map((edge) => `${edge.how} ${edge.dst.split('/').at(-1)}`),
    ).toEqual([
      'param-value run().(f)',
      'field-value Opts#done.',
      'fn-pointer Function#call().',
      'direct pick().',
      'const-value Function#call().',
      'param-value Job#`<constructor>`().(work)',
      'field-value Job#work.',
    ]);
    expect(found.quality).toMatchObject({ calls: 7, by_value: 6, external: 1 });
  });

  it('of constructors reach the one that runs, through super and implicit constructors too', async () => {
    const found = await collect({
      'src/a.ts': `
        class Base { constructor(n: number) { init(n) } }
        class Middle extends Base {}
        class Leaf extends Middle { x = init(1); constructor() { super(2) } }
        function init(n: number) { return n }
        export const make = () => [new Leaf(), new Middle(1)];
      `,
    });
    expect(found.pairs('CALLS')).toEqual([
      'src/a.ts/Base#<constructor>(). -> src/a.ts/init().',
      'src/a.ts/Leaf#<constructor>(). -> src/a.ts/Middle#',
      'src/a.ts/Leaf#<constructor>(). -> src/a.ts/init().',
      'src/a.ts/Middle# -> src/a.ts/Base#<constructor>().',
      'src/a.ts/make. -> src/a.ts/Leaf#<constructor>().',
      'src/a.ts/make. -> src/a.ts/Middle#',
    ]);
    expect(found.pairs('EXTENDS')).toEqual([
      'src/a.ts/Leaf# -> src/a.ts/Middle#',
      'src/a.ts/Middle# -> src/a.ts/Base#',
    ]);
  });

  it('of an unknown are counted, without an edge', async () => {
    const found = await collect({
      'src/a.ts': `export function f(x: any) { x.y(); x.z.w(); return x }`,
    });
    expect(found.pairs('CALLS')).toEqual([]);
    expect(found.quality).toMatchObject({ calls: 2, unresolved: 2 });
  });
});

describe('fields, types, tests and imports', () => {
  it('tell reads from writes, a write being a mention too', async () => {
    const found = await collect({
      'src/a.ts': `
        interface P { a: number; b: number; c?: number }
        export function f(p: P) { p.a = 1; p.b++; const { c } = p; return c ?? limit }
        export const make = (): P => ({ a: 1, b: 2 });
        const limit = 3; let hits = 0; export function hit() { hits += 1 }
      `,
    });
    expect(found.pairs('WRITES_FIELD')).toEqual([
      'src/a.ts/f(). -> src/a.ts/P#a.',
      'src/a.ts/f(). -> src/a.ts/P#b.',
      'src/a.ts/hit(). -> src/a.ts/hits.',
      'src/a.ts/make. -> src/a.ts/P#a.',
      'src/a.ts/make. -> src/a.ts/P#b.',
    ]);
    expect(found.pairs('READS_FIELD')).toEqual([
      'src/a.ts/f(). -> src/a.ts/P#a.',
      'src/a.ts/f(). -> src/a.ts/P#b.',
      'src/a.ts/f(). -> src/a.ts/P#c.',
      'src/a.ts/f(). -> src/a.ts/limit.',
      'src/a.ts/hit(). -> src/a.ts/hits.',
      'src/a.ts/make. -> src/a.ts/P#a.',
      'src/a.ts/make. -> src/a.ts/P#b.',
    ]);
    expect(found.pairs('USES_TYPE')).toEqual([
      'src/a.ts/f(). -> src/a.ts/P#',
      'src/a.ts/make. -> src/a.ts/P#',
    ]);
  });

  it('are written by an object literal where nothing need be given, too', async () => {
    const found = await collect({
      'tsconfig.json':
        '{"compilerOptions":{"strict":true,"lib":["es5"],"types":[],"jsx":"preserve"},"include":["src"]}',
      'src/a.tsx': `
        interface Options { retries?: number; done?: () => void }
        interface Outer { inner?: { deep: number } }
        interface Style { color?: string }
        declare global { namespace JSX { interface IntrinsicElements { box: { style?: Style } } } }
        declare function run(options?: Options): void;
        function finish() {}
        export function call() { run({ retries: 1, done: finish }) }
        export function nest(): Outer | undefined { return { inner: { deep: 1 } } }
        export function element() { return <box style={{ color: 'red' }} /> }
      `,
    });
    expect(found.pairs('WRITES_FIELD')).toEqual([
      'src/a.tsx/call(). -> src/a.tsx/Options#done.',
      'src/a.tsx/call(). -> src/a.tsx/Options#retries.',
      'src/a.tsx/element(). -> src/a.tsx/Style#color.',
      'src/a.tsx/nest(). -> src/a.tsx/Outer#inner.',
      'src/a.tsx/nest(). -> src/a.tsx/Outer#inner.typeLiteral0:deep.',
    ]);
    expect(found.pairs('DISPATCH')).toEqual(['src/a.tsx/Options#done. -> src/a.tsx/finish().']);
  });

  it('ask nothing of an attribute that any element may have', async () => {
    const found = await collect({
      'tsconfig.json':
        '{"compilerOptions":{"strict":true,"lib":["es5"],"types":[],"jsx":"preserve"},"include":["src"]}',
      'src/a.tsx': `
        interface Style { color?: string }
        declare global { namespace JSX { interface IntrinsicElements { [name: string]: { style?: Style } } } }
        export function element() { return <box style={{ color: 'red' }} /> }
        export function data() { return <box other={{ color: 'red' }} /> }
      `,
    });
    expect(found.pairs('WRITES_FIELD')).toEqual(['src/a.tsx/element(). -> src/a.tsx/Style#color.']);
  });

  it('give a test case a node that TESTS what it calls', async () => {
    const found = await collect({
      'src/a.ts': `export function add(a: number, b: number) { return a + b }`,
      'src/a.test.ts': `
        import { add } from './a.js';
        declare function describe(n: string, f: () => void): void; declare function it(n: string, f: () => void): void;
        describe('sums', () => { it('adds', () => { add(1, 2) }) })`,
      'test/b.ts': `import { it } from 'vitest-that-is-not-installed'; import { add } from '../src/a.js'; it('more', () => { add(1, 1) })`,
    });
    expect(found.pairs('TESTS')).toEqual([
      'src/a.test.ts/ -> src/a.ts/add().',
      'test/b.ts/more(). -> src/a.ts/add().',
    ]);
    expect(found.node('test/b.ts/more().').isTest).toBe(true);
    expect(found.node('src/a.ts/add().').isTest).toBe(false);
  });

  it('depend by module and by package, and count the imports that lead nowhere', async () => {
    const found = await collect({
      'src/a.ts': `import './b.js'; import { x } from 'dep'; import { readFileSync } from 'node:fs'; import 'gone'; export const y = x, z = readFileSync;`,
      'src/b.ts': `console.log(1)`,
      'node_modules/dep/package.json': `{"name":"dep","version":"2.0.0","types":"index.d.ts"}`,
      'node_modules/dep/index.d.ts': `export declare const x: number;`,
    });
    expect(found.pairs('DEPENDS_ON').filter((pair) => !pair.includes('@types'))).toEqual([
      'package.json/ -> dep package.json/',
      'src/a.ts/ -> dep package.json/',
      'src/a.ts/ -> src/b.ts/',
    ]);
    expect(found.quality.imports_unresolved).toBeGreaterThanOrEqual(1);
  });
});

describe('scripts and their types', () => {
  it('meet: a hand-written declaration file stands for the script beside it', async () => {
    const found = await collect({
      'src/a.js': `import { typed, hidden } from './b.js'; import { outside } from 'untyped'; export function run() { typed(1); hidden(2); outside(3) }`,
      'src/b.js': `export function typed(n) { return n } export function hidden(n) { return typed(n) }`,
      'src/b.d.ts': `export function typed(n: number): number;`,
      'node_modules/untyped/package.json': `{"name":"untyped","version":"3.0.0","main":"index.js"}`,
      'node_modules/untyped/index.js': `exports.outside = () => 1`,
    });
    expect(found.pairs('CALLS')).toEqual([
      'src/a.js/run(). -> src/b.js/hidden().',
      'src/a.js/run(). -> src/b.js/typed().',
      'src/a.js/run(). -> untyped outside().',
      'src/b.js/hidden(). -> src/b.js/typed().',
    ]);
    expect(found.pairs('DEPENDS_ON')).toContain('src/a.js/ -> src/b.js/');
    expect(found.quality).toMatchObject({
      calls: 4,
      resolved: 3,
      external: 1,
      unresolved: 0,
      imports_unresolved: 0,
    });
  });
});

describe('a workspace', () => {
  it('is read package by package, each finding the others’ sources', async () => {
    const found = await collect({
      'package.json': `{"name":"root","private":true,"workspaces":["packages/*"]}`,
      'packages/one/package.json': `{"name":"one","version":"1.0.0","exports":"./src/index.ts"}`,
      'packages/one/src/index.ts': `export function first() { return 1 }`,
      'packages/two/package.json': `{"name":"two","version":"2.0.0","dependencies":{"one":"*","gone":"^4"}}`,
      'packages/two/src/index.ts': `import { first } from '../../one/src/index.js'; export const second = () => first();`,
      'package-lock.json': JSON.stringify(
        { lockfileVersion: 3, packages: { 'node_modules/gone': { version: '4.5.6' } } },
        null,
        2,
      ),
    });
    expect(found.pairs('CALLS')).toEqual(['two src/index.ts/second. -> one src/index.ts/first().']);
    expect(found.pairs('DEPENDS_ON')).toEqual([
      'two package.json/ -> gone package.json/',
      'two package.json/ -> one package.json/',
      'two src/index.ts/ -> one src/index.ts/',
    ]);
    expect([...found.nodes.values()].find((node) => node.name === 'gone')?.version).toBe('4.5.6');
    expect([...found.nodes.values()].find((node) => node.name === 'second')?.file).toBe(
      'packages/two/src/index.ts',
    );
  });
});

describe('visibility from outside', () => {
  it('follows the entry points of the manifest', async () => {
    const found = await collect({
      'package.json': `{"name":"app","version":"1.0.0","exports":{".":{"types":"./dist/index.d.ts","default":"./dist/index.js"}}}`,
      'src/index.ts': `export { part } from './part.js'; export function own(): void {} function hidden() {}`,
      'src/part.ts': `export function part(o: Options): void {} export interface Options { deep: Deep } export interface Deep { n: number }
        export function internal() {} function local() {}`,
    });
    const seen = (name: string): unknown =>
      [...found.nodes.values()].find((node) => node.name === name)?.effectiveVisibility;
    expect(['own', 'part', 'Options', 'Deep', 'internal', 'local', 'hidden'].map(seen)).toEqual([
      'direct',
      'reexported',
      'reachable',
      'reachable',
      'internal',
      'private',
      'private',
    ]);
  });
});
