import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { definitionsAndUses, parsePayload, type Block } from '../../../src/dump/index.js';
import { collect, type Collected } from '../collect.js';

interface Example {
  readonly lang: string;
  readonly title: string;
  readonly source: string;
  readonly blocks: Readonly<
    Record<
      string,
      { readonly payload: string; readonly successors: string[]; readonly unwind: string[] }
    >
  >;
}

const EXAMPLES = (
  JSON.parse(readFileSync(path.resolve('test/dump/block-examples.json'), 'utf8')) as Example[]
).filter((example) => example.lang === 'ts');

/** What the examples' sources mention and don't declare. */
const AROUND: Readonly<Record<string, string>> = {
  'try/catch/finally': `interface Cfg { a: number } export declare const NONE: Cfg; declare function parse(x: string): Cfg;
    declare function read(p: string): string; declare function log(e: unknown): void; declare function close(): void;`,
  'optional chain': 'interface Cfg { url: URL }',
  'destructuring with defaults': `interface Opts { path: string; mode?: number; x: string; y: Map<string, number> }
    declare function openSync(path: string, mode: number, o: object): number;`,
  'closure, template, captures': 'interface Log { last: string } const seen: string[] = [];',
};

interface Body {
  /** Block name to its payload. */
  readonly blocks: Map<string, Block>;
  readonly next: Map<string, string[]>;
  readonly unwind: Map<string, string[]>;
}

function bodyOf(found: Collected, descriptor: string): Body {
  const body: Body = { blocks: new Map(), next: new Map(), unwind: new Map() };
  const names = new Map<string, string>();
  for (const [id, node] of found.nodes) {
    if (node.kind !== 'mir_block' || !id.replaceAll('`', '').includes(`${descriptor}bb`)) continue;
    names.set(id, node.name);
    body.blocks.set(node.name, parsePayload(node.ty!)!);
  }
  for (const [id, name] of names) {
    const edges = found.edges.filter((edge) => edge.kind === 'CFG_SUCC' && edge.src === id);
    body.next.set(
      name,
      edges.filter((edge) => edge.how === undefined).map((edge) => names.get(edge.dst)!),
    );
    body.unwind.set(
      name,
      edges.filter((edge) => edge.how === 'unwind').map((edge) => names.get(edge.dst)!),
    );
  }
  return body;
}

/** A block without positions, types and the words that name packages: what the examples were written to show. */
function shape(block: Block): unknown {
  return JSON.parse(
    JSON.stringify(
      { terminator: block.terminator, statements: block.statements },
      (key, value: unknown) => {
        if (key === 'at') return undefined;
        if (key === 'callee') return (value as string).split('/').at(-1)!.split(' ').at(-1);
        return typeof value === 'string' ? value.replaceAll(/`[^`]*`\/|lib\//gu, '') : value;
      },
    ),
  );
}

describe('blocks', () => {
  it.each(EXAMPLES.map((example) => [example.title, example] as const))(
    'of the grammar’s example come out as written there: %s',
    async (title, example) => {
      const found = await collect({
        'src/a.ts': `${example.source} ${AROUND[title] ?? ''}\nexport {};`,
      });
      const body = bodyOf(found, '');
      const own = [...body.blocks.keys()].filter((name) => name in example.blocks).sort();
      expect(own).toEqual(Object.keys(example.blocks).sort());
      for (const [name, wanted] of Object.entries(example.blocks)) {
        expect(body.next.get(name), name).toEqual(wanted.successors);
        expect(body.unwind.get(name), name).toEqual(wanted.unwind);
        expect(shape(body.blocks.get(name)!), name).toEqual(shape(parsePayload(wanted.payload)!));
        expect(definitionsAndUses(body.blocks.get(name)!), name).toEqual(
          definitionsAndUses(parsePayload(wanted.payload)!),
        );
      }
    },
  );

  it('share a variable with a nested function as a static, and capture it in a closure', async () => {
    const found = await collect({
      'src/a.ts': `export function outer(n: number) { let hits = n; function inner() { hits++ } inner(); return () => hits }`,
    });
    const outer = bodyOf(found, 'outer().');
    const texts = [...found.nodes.values()]
      .filter((node) => node.kind === 'mir_block')
      .map((node) => node.ty!);
    expect(
      texts.filter((text) => text.includes('g:app src/`a.ts`/outer().hits.')).length,
    ).toBeGreaterThanOrEqual(3);
    expect([...outer.blocks.keys()]).toContain('bbc1.0');
  });

  it('leave a loop through the finally clauses between', async () => {
    const found = await collect({
      'src/a.ts': `declare function f(): void; declare function g(): void;
        export function run(xs: number[]) { for (const x of xs) { try { if (x) continue; if (x > 2) break; return x } finally { g() } } f(); return 0 }`,
    });
    const body = bodyOf(found, 'run().');
    const dispatch = [...body.blocks].filter(
      ([, block]) => block.terminator.op === 'switch' && block.terminator.cases.length === 3,
    );
    expect(dispatch).toHaveLength(1);
    const cases = dispatch[0]![1].terminator;
    expect(cases.op === 'switch' && cases.cases.map((one) => one.value)).toEqual([
      '2',
      '3',
      'otherwise',
    ]);
    expect(body.next.get(dispatch[0]![0])).toHaveLength(3);
  });

  it('give every call of a body a terminator that names the callee of its CALLS edge', async () => {
    const found = await collect({
      'src/a.ts': `
        class Base { constructor(readonly n: number) {} run(k: number) { return k } get size() { return 1 } set size(v: number) {} }
        class Leaf extends Base { x = make(); static s = make(); run(k: number) { return super.run(k) + this.size } }
        function make() { return 1 }
        export function all(o?: Leaf, f: (x: number) => number = make, xs: number[] = []) {
          o?.run(1); f(2); new Leaf(3).size = 4; const { n: m, ...rest } = o!; [xs[0], o!.size] = [m, 2];
          xs.map((x) => make()); label: for (;;) { if (xs.length) break label; else continue label }
          switch (m) { case 1: make(); case 2: return 1; default: throw rest }
        }`,
    });
    const called = new Map<string, Set<string>>();
    for (const [id, node] of found.nodes) {
      if (node.kind !== 'mir_block') continue;
      const block = parsePayload(node.ty!)!;
      if (block.terminator.op !== 'call') continue;
      const owner = id.replace(/`?bb[c.\d]+`?:$/u, '');
      called.set(owner, (called.get(owner) ?? new Set()).add(block.terminator.callee));
    }
    const byValue = new Set(['param-value', 'field-value', 'const-value']);
    const missing = found.edges
      .filter((edge) => edge.kind === 'CALLS' && !byValue.has(edge.how ?? ''))
      .filter((edge) => !called.get(edge.src)?.has(edge.dst))
      .map((edge) => `${edge.src} -> ${edge.dst}`);
    expect(missing).toEqual([]);
  });

  it('reads `call` of a function that only a value gives, whichever type the configuration makes of it', async () => {
    for (const strict of [true, false]) {
      const found = await collect({
        'tsconfig.json': JSON.stringify({ compilerOptions: { strict, types: [] } }),
        'a.ts':
          'export function run(list: ((this: object, x: string) => void)[]): void { const one = list[0]!; one.call({}, "x"); }',
      });
      const read = [...bodyOf(found, 'run().').blocks.values()].flatMap(({ statements }) =>
        statements.flatMap(({ value }) =>
          value.op === 'mut' && value.from.place === 'field' ? [value.from.field] : [],
        ),
      );
      expect(read).toEqual([expect.stringMatching(/call$/u)]);
    }
  });
});
