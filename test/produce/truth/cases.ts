/**
 * Hard cases with the edges that a reader of the source would draw, written by hand before the producer ran on them.
 * One file each; `CALLS:how a -> b`, both ends without the file's own prefix. Edges to other packages are not listed.
 */
export interface Case {
  readonly file: string;
  readonly source: string;
  readonly edges: readonly string[];
}

export const CASES: readonly Case[] = [
  {
    file: 'overloads.ts',
    source: `export function f(a: string): void; export function f(a: number): void; export function f(a: unknown) { g(a) }
      function g(a: unknown) { return a } export const use = () => { f('1'); f(2) };
      export class C { m(a: string): void; m(a: number): void; m(a: unknown) { g(a) } } new C().m(1);`,
    edges: [
      'CALLS:direct f(). -> g().',
      'CALLS:direct use. -> f().',
      'CALLS:direct C#m(). -> g().',
      'CALLS:new  -> C#',
      'CALLS:method  -> C#m().',
    ],
  },
  {
    file: 'merging.ts',
    source: `interface I { a(): void } interface I { b(): void } export function f(i: I) { i.a(); i.b(); f.help() }
      export namespace f { export function help() {} }
      export class M { own() {} } export interface M { extra(): void } export function g(m: M) { m.own(); m.extra() }`,
    edges: [
      'CALLS:interface f(). -> I#a().',
      'CALLS:interface f(). -> I#b().',
      'CALLS:direct f(). -> f/help().',
      'CALLS:method g(). -> M#own().',
      'CALLS:interface g(). -> M#extra().',
    ],
  },
  {
    file: 'classes.ts',
    source: `export class A { constructor(n: number) { this.init(n) } init(n: number) {} run() { return 1 } }
      export class B extends A {} export class C extends B { x = make(); static y = make(); static { make() } constructor() { super(1) } override run() { return super.run() } }
      function make() { return 1 } export const all = () => [new A(1), new B(2), new C()]; export function go(a: A) { return a.run() }`,
    edges: [
      'CALLS:method A#<constructor>(). -> A#init().',
      'CALLS:super B# -> A#<constructor>().',
      'CALLS:super C#<constructor>(). -> B#',
      'CALLS:direct C#<constructor>(). -> make().',
      'CALLS:direct C# -> make().',
      'CALLS:method C#run(). -> A#run().',
      'CALLS:new all. -> A#<constructor>().',
      'CALLS:new all. -> B#',
      'CALLS:new all. -> C#<constructor>().',
      'CALLS:method go(). -> A#run().',
      'EXTENDS B# -> A#',
      'EXTENDS C# -> B#',
      'DISPATCH:hierarchy A#run(). -> C#run().',
      'IMPLEMENTS_MEMBER:hierarchy C#run(). -> A#run().',
    ],
  },
  {
    file: 'dispatch.ts',
    source: `interface Shape { area(): number; grow?(k: number): void } abstract class Base implements Shape { abstract area(): number; grow(k: number) {} }
      class Sq extends Base { area() { return 1 } } class Ci extends Base { area() { return 2 } } class Other { area() { return 3 } }
      export const lit: Shape = { area: () => 4 }; export function sum(s: Shape) { s.grow?.(1); return s.area() }
      export function either(s: Sq | Other) { return s.area() } export const make = () => [new Sq(), new Ci(), new Other()];`,
    edges: [
      'IMPLEMENTS Base# -> Shape#',
      'EXTENDS Sq# -> Base#',
      'EXTENDS Ci# -> Base#',
      'IMPLEMENTS_MEMBER:hierarchy Base#area(). -> Shape#area().',
      'IMPLEMENTS_MEMBER:hierarchy Base#grow(). -> Shape#grow().',
      'IMPLEMENTS_MEMBER:hierarchy Sq#area(). -> Base#area().',
      'IMPLEMENTS_MEMBER:hierarchy Sq#area(). -> Shape#area().',
      'IMPLEMENTS_MEMBER:hierarchy Ci#area(). -> Base#area().',
      'IMPLEMENTS_MEMBER:hierarchy Ci#area(). -> Shape#area().',
      'IMPLEMENTS_MEMBER:object-literal lit.area(). -> Shape#area().',
      'DISPATCH:hierarchy Shape#grow(). -> Base#grow().',
      'DISPATCH:hierarchy Base#area(). -> Sq#area().',
      'DISPATCH:hierarchy Base#area(). -> Ci#area().',
      'DISPATCH:hierarchy Shape#area(). -> Sq#area().',
      'DISPATCH:hierarchy Shape#area(). -> Ci#area().',
      'DISPATCH:object-literal Shape#area(). -> lit.area().',
      'CALLS:interface sum(). -> Shape#area().',
      'CALLS:interface sum(). -> Shape#grow().',
      'CALLS:interface either(). -> Sq#area().',
      'CALLS:interface either(). -> Other#area().',
      'CALLS:super Sq# -> Base#',
      'CALLS:super Ci# -> Base#',
      'CALLS:new make. -> Sq#',
      'CALLS:new make. -> Ci#',
      'CALLS:new make. -> Other#',
    ],
  },
  {
    file: 'values.ts',
    source: `type Fn = (n: number) => number; export function each(f: Fn, o: { done: Fn }) { f(1); o.done(2); table['a']!(3); return bound(4) }
      const table: Record<string, Fn> = { a: twice }; function twice(n: number) { return n * 2 } const bound = twice.bind(null);
      export function use() { each(twice, { done: twice }); [1].map(twice); twice.call(null, 1); twice.apply(null, [1]); const local = (n: number) => twice(n); return local(1) }`,
    edges: [
      'CALLS:param-value each(). -> each().(f)',
      'CALLS:field-value each(). -> each().typeLiteral0:done.',
      'CALLS:direct each(). -> twice().',
      'CALLS:direct use(). -> each().',
      'CALLS:direct use(). -> twice().',
      'PASSES_FN use(). -> twice().',
      'PASSES_FN  -> twice().',
      'DISPATCH:object-literal each().typeLiteral0:done. -> twice().',
    ],
  },
  {
    file: 'flow.ts',
    source: `async function get(): Promise<{ next?: { go(): void } }> { return {} } function* ids() { yield one(); yield* more() } function* more() { yield 1 } function one() { return 1 }
      export async function main() { const r = await get(); r.next?.go(); for (const i of ids()) one(); for await (const i of []) { more() }
        try { one() } catch { more() } finally { ids() } label: do { continue label } while (one()); return (() => one())() }`,
    edges: [
      'CALLS:direct ids(). -> one().',
      'CALLS:direct ids(). -> more().',
      'CALLS:direct main(). -> get().',
      'CALLS:direct main(). -> ids().',
      'CALLS:direct main(). -> one().',
      'CALLS:direct main(). -> more().',
      'CALLS:interface main(). -> get().typeLiteral0:next.typeLiteral0:go().',
    ],
  },
  {
    file: 'accessors.ts',
    source: `export class Box { #v = 0; get v() { return this.#v } set v(x: number) { this.#v = check(x) } get f() { return check } }
      function check(n: number) { return n } export function use(b: Box) { b.v = b.v + 1; b.v++; const { v } = b; return b.f(v) }`,
    edges: [
      'CALLS:direct Box#<set>v(). -> check().',
      'CALLS:accessor use(). -> Box#<get>v().',
      'CALLS:accessor use(). -> Box#<set>v().',
      'CALLS:accessor use(). -> Box#<get>f().',
      'CALLS:field-value use(). -> Box#<get>f().',
      'PASSES_FN Box#<get>f(). -> check().',
    ],
  },
  {
    file: 'mixins.ts',
    source: `type Ctor<T = {}> = new (...args: any[]) => T; export class Root { base() {} }
      export function Named<B extends Ctor<Root>>(Base: B) { return class Inner extends Base { named() { this.base() } } }
      export class Final extends Named(Root) { go() { this.named(); this.base() } }`,
    edges: [
      'CALLS:method Named().Inner#named(). -> Root#base().',
      'CALLS:direct Final# -> Named().',
      'CALLS:method Final#go(). -> Named().Inner#named().',
      'CALLS:method Final#go(). -> Root#base().',
      'EXTENDS Final# -> Named().Inner#',
      'CALLS:super Final# -> Named().Inner#',
      'EXTENDS Named().Inner# -> Root#',
      'CALLS:super Named().Inner# -> Root#',
    ],
  },
  {
    file: 'enums.ts',
    source: `export enum E { A = size(), B } function size() { return 1 } export namespace N { export const k = size(); export namespace Deep { export function f() { return size() } } }
      export const use = () => N.Deep.f() + E.B; export default class { m() { return size() } }`,
    edges: [
      'CALLS:direct E# -> size().',
      'CALLS:direct N/ -> size().',
      'CALLS:direct N/Deep/f(). -> size().',
      'CALLS:direct use. -> N/Deep/f().',
      'CALLS:direct default#m(). -> size().',
    ],
  },
  {
    file: 'view.tsx',
    source: `declare namespace JSX { interface IntrinsicElements { div: { onClick?: () => void; children?: unknown } } interface Element { e: 1 } interface ElementClass { render(): Element } }
      const Item = (p: { n: number }) => <div>{p.n}</div>; class Panel { props!: {}; render() { return <div /> } } function act() {}
      declare function memo<T>(f: T): T; export const Kept = memo((p: {}) => { act(); return <Panel /> }); export const kept = () => <Kept />;
      export function View() { return <div onClick={act}><Item n={1} /><Panel />{[1].map((n) => <Item n={n} />)}</div> }`,
    edges: [
      'CALLS:jsx View(). -> Item.',
      'CALLS:jsx View(). -> Panel#',
      'CALLS:direct Kept. -> act().',
      'CALLS:jsx Kept. -> Panel#',
      'CALLS:jsx kept. -> Kept.',
      'CALLS:direct  -> memo().',
      'PASSES_FN View(). -> act().',
    ],
  },
  {
    file: 'decorators.ts',
    source: `function logged(v: Function, c: unknown) {} function tagged(t: string) { return function (v: Function, c: unknown) {} }
      @tagged('a') export class D { @logged m() {} @tagged('b') n() {} }`,
    edges: [
      'CALLS:decorator D# -> tagged().',
      'CALLS:decorator D#m(). -> logged().',
      'CALLS:decorator D#n(). -> tagged().',
    ],
  },
  {
    file: 'nested.ts',
    source: `export function outer() { function inner() { return leaf() } const arrow = () => inner(); class Local { m() { return inner() } } new Local().m(); return arrow() }
      function leaf() { return 1 } (function () { leaf() })(); export const api = { start() { return leaf() }, deep: { stop: () => leaf() }, leaf }; api.start(); api.deep.stop(); api.leaf();`,
    edges: [
      'CALLS:direct outer().inner(). -> leaf().',
      'CALLS:direct outer(). -> outer().inner().',
      'CALLS:direct outer().Local#m(). -> outer().inner().',
      'CALLS:new outer(). -> outer().Local#',
      'CALLS:method outer(). -> outer().Local#m().',
      'CALLS:direct  -> leaf().',
      'CALLS:direct api.start(). -> leaf().',
      'CALLS:direct api.deep.stop(). -> leaf().',
      'CALLS:method  -> api.start().',
      'CALLS:direct  -> api.deep.stop().',
      'PASSES_FN  -> leaf().',
    ],
  },
  {
    file: 'tags.ts',
    source: `export function tag(parts: TemplateStringsArray, ...xs: unknown[]) { return parts } export const text = tag\`a\${1}\`; export const lazy = () => import('./enums.js');
      export const pick = (b: boolean) => (b ? yes : no)(); const yes = () => 1; const no = () => 2;`,
    edges: ['CALLS:direct  -> tag().', 'PASSES_FN pick. -> yes.', 'PASSES_FN pick. -> no.'],
  },
  {
    file: 'outside.ts',
    source: `import { readFileSync } from 'node:fs'; declare const db: { query(sql: string): void }; declare const __DEV__: boolean;
      export function load(p: string) { if (process.env.STRICT === '1') throw 1; if (__DEV__) readFileSync(p); if (process?.env?.CI) throw 2; const home = process.env.HOME; return home }
      export function rows() { db.query('SELECT a FROM users u JOIN public.orders o ON 1'); db.query('insert into log (a) select b from users'); db.query(\`UPDATE users SET a = \${1}\`); db.query('select a thing from the shelf, please') }`,
    edges: [
      'GATED_BY load(). -> env/STRICT:',
      'GATED_BY load(). -> define/__DEV__:',
      'GATED_BY load(). -> env/CI:',
      'CALLS:interface rows(). -> db.typeLiteral0:query().',
      'TOUCHES_TABLE:both rows(). -> table/users.',
      'TOUCHES_TABLE:read rows(). -> table/public.orders.',
      'TOUCHES_TABLE:write rows(). -> table/log.',
    ],
  },
  {
    file: 'script.js',
    source: `function Point(x) { this.x = x } Point.prototype.norm = function () { return helper(this.x) }; Point.make = function (x) { return new Point(x) };
      function helper(n) { return n } exports.run = function () { return Point.make(1).norm() }; exports.helper = helper; exports.run();`,
    edges: [
      'CALLS:direct Point#norm(). -> helper().',
      'CALLS:new Point.make(). -> Point().',
      'CALLS:direct run(). -> Point.make().',
      'CALLS:direct run(). -> Point#norm().',
      'CALLS:direct  -> run().',
      'PASSES_FN  -> helper().',
    ],
  },
  {
    file: 'passed.js',
    source: `function one() {} function two() {} function each(f) { f() } function both(g, h) { g(); h() }
      exports.run = function () { each(one); both(one, two) }; function make() { return two } exports.made = function () { make()() };
      exports.held = function () { let f = one; f(); f = two; f() }; const list = [one, two]; exports.at = function () { list[0](); const [, second] = list; second() };
      class Kept { constructor(f) { this.f = f } go() { this.f() } } exports.kept = function () { new Kept(two).go() }; exports.later = function (o) { o.p = one; o.p(); };
      function rest(...fs) { fs.forEach((f) => f()) } exports.spread = function () { rest(...list) }; exports.now = function () { (function (f) { f() })(one) };`,
    edges: [
      'CALLS:points-to each(). -> one().',
      'CALLS:points-to both(). -> one().',
      'CALLS:points-to both(). -> two().',
      'CALLS:direct run(). -> each().',
      'CALLS:direct run(). -> both().',
      'PASSES_FN run(). -> one().',
      'PASSES_FN run(). -> two().',
      'CALLS:direct made(). -> make().',
      'CALLS:points-to made(). -> two().',
      'PASSES_FN make(). -> two().',
      'CALLS:points-to held(). -> one().',
      'CALLS:points-to held(). -> two().',
      'PASSES_FN held(). -> one().',
      'PASSES_FN held(). -> two().',
      'CALLS:points-to at(). -> one().',
      'CALLS:points-to at(). -> two().',
      'PASSES_FN  -> one().',
      'PASSES_FN  -> two().',
      'CALLS:points-to Kept#go(). -> two().',
      'CALLS:new kept(). -> Kept#<constructor>().',
      'CALLS:method kept(). -> Kept#go().',
      'PASSES_FN kept(). -> two().',
      'CALLS:points-to later(). -> one().',
      'PASSES_FN later(). -> one().',
      'CALLS:points-to rest(). -> one().',
      'CALLS:points-to rest(). -> two().',
      'CALLS:direct spread(). -> rest().',
      'CALLS:points-to now(). -> one().',
      'PASSES_FN now(). -> one().',
    ],
  },
  {
    file: 'mixed-in.js',
    source: `const proto = { start() { this.stop(); return this }, stop() {} }; function helper() {}
      function create() { const app = function () { app.start() }; Object.assign(app, proto); app.extra = function () { this.stop() }; return app }
      exports.go = function () { create().start() }; function Base() {} Base.prototype.greet = function () { this.name() }; Base.prototype.name = function () {};
      function Sub() { Base.call(this) } Sub.prototype = Object.create(Base.prototype); exports.sub = function () { new Sub().greet() };
      ['get', 'put'].forEach((key) => { proto[key] = function named() { return helper() } }); exports.by = function () { create().get() };`,
    edges: [
      'CALLS:points-to create(). -> proto.start().',
      'CALLS:points-to create(). -> proto.stop().',
      'CALLS:method proto.start(). -> proto.stop().',
      'CALLS:direct go(). -> create().',
      'CALLS:points-to go(). -> proto.start().',
      'CALLS:direct Base#greet(). -> Base#name().',
      'CALLS:direct Sub(). -> Base().',
      'CALLS:new sub(). -> Sub().',
      'CALLS:points-to sub(). -> Base#greet().',
      'CALLS:direct  -> helper().',
      'CALLS:direct by(). -> create().',
    ],
  },
];
