import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePayload, type Block, type BlockName } from '../../../../src/dump/index.js';
import { constructs, lowered, TOOLCHAINS, written } from './constructs.js';

/** Bodies whose text is the standard library's: it changes with the toolchain. */
const STANDARD = /^(?:COUNT|text$|made_)/u;
/** Bodies that older toolchains build differently: lengths of arrays and slices, matches on strings. */
const SINCE_1_95 = new Set(['indices', 'strings', '{impl#0}::put', '{impl#5}::eq']);

const NEWEST = TOOLCHAINS.filter((version) => version >= '1.95');

function allBlocks(toolchain: string): string[] {
  return [...constructs(toolchain).groups.keys()]
    .filter((definition) => !STANDARD.test(definition))
    .sort()
    .flatMap((definition) => [`== ${definition}`, ...written(lowered(toolchain, definition))]);
}

interface Example {
  readonly lang: string;
  readonly title: string;
  readonly source: string;
  readonly blocks: Readonly<
    Record<string, { readonly payload: string; readonly successors: string[] }>
  >;
}

const EXAMPLES = (
  JSON.parse(readFileSync(path.resolve('test/dump/block-examples.json'), 'utf8')) as Example[]
).filter(({ lang }) => lang !== 'ts');

describe.each(TOOLCHAINS)('built MIR of rustc %s', (toolchain) => {
  it('is read to the last line', () => {
    expect(constructs(toolchain).unparsed).toEqual([]);
    expect(constructs(toolchain).bodies.length).toBeGreaterThan(60);
  });

  it.each(EXAMPLES.map((example) => [/fn (\w+)/u.exec(example.source)![1]!, example] as const))(
    'becomes the blocks that the grammar shows, but for numbers: %s',
    (name, example) => {
      const { blocks } = lowered(toolchain, `examples::shown::${name}`);
      const found = new Map(
        blocks.map((block) => [
          nameText(block.name),
          { block: parsePayload(block.payload)!, next: block.successors.map(nameText) },
        ]),
      );
      const wanted = new Map(
        Object.entries(example.blocks).map(([block, { payload, successors }]) => [
          block,
          { block: parsePayload(payload)!, next: successors },
        ]),
      );
      expect(inOrder(found)).toEqual(inOrder(wanted));
    },
  );
});

describe('built MIR', () => {
  it('becomes the same blocks whatever newer toolchain printed it', () => {
    const wanted = readFileSync(
      path.resolve('test/produce/rust/mir/constructs/blocks.txt'),
      'utf8',
    ).replace(/\n$/u, '');
    for (const toolchain of NEWEST) expect(allBlocks(toolchain).join('\n')).toBe(wanted);
  });

  it('becomes the same blocks in older toolchains, but for what they build differently', () => {
    const [newest] = NEWEST;
    for (const toolchain of TOOLCHAINS.filter((version) => version < '1.95'))
      for (const definition of constructs(newest!).groups.keys()) {
        if (STANDARD.test(definition) || SINCE_1_95.has(definition)) continue;
        expect(written(lowered(toolchain, definition)), `${toolchain} ${definition}`).toEqual(
          written(lowered(newest!, definition)),
        );
      }
  });
});

function nameText({ body, block }: BlockName): string {
  return body === 0 ? `bb${block}` : `bbc${body}.${block}`;
}

type Flow = ReadonlyMap<string, { readonly block: Block; readonly next: readonly string[] }>;

/** Every block as flow reaches it from each entry, locals and blocks numbered as they are met, packages and moves apart. */
function inOrder(flow: Flow): unknown[] {
  return [...flow.keys()]
    .filter((name) => name === 'bb0' || name.endsWith('.0'))
    .sort()
    .map((entry) => {
      const order = [entry];
      for (const name of order)
        for (const next of flow.get(name)!.next) if (!order.includes(next)) order.push(next);
      const locals = new Map<number, number>();
      return order.map((name) => {
        const { block, next } = flow.get(name)!;
        return {
          text: shape(block, order, locals),
          next: next.map((one) => order.indexOf(one)),
        };
      });
    });
}

function shape(block: Block, order: readonly string[], locals: Map<number, number>): unknown {
  const met = (local: number): number => {
    if (!locals.has(local)) locals.set(local, locals.size);
    return locals.get(local)!;
  };
  return JSON.parse(
    JSON.stringify(
      { statements: block.statements, terminator: block.terminator },
      (key, value: unknown) => {
        if (key === 'at') return undefined;
        if (key === 'local') return met(value as number);
        if (key === 'to' && typeof value === 'number') return met(value);
        if (key === 'target') return order.indexOf(nameText(value as BlockName));
        if (key === 'callee') return /(\w+)\(\)\.$/u.exec(value as string)![1];
        // A primitive is copied or moved, as rustc likes.
        if (value === 'move') return 'copy';
        if ((key === 'type' || key === 'name') && typeof value === 'string')
          return value
            .split(/[ /]|(?<!Option|Result|Poll|ControlFlow)::/u)
            .at(-1)!
            .replace(/\.$/u, '');
        return value;
      },
    ),
  );
}
