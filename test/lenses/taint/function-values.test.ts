import { describe, expect, it } from 'vitest';
import { FunctionSets, NO_ROOM } from '../../../src/lenses/taint/function-sets.js';
import { isPlainType } from '../../../src/lenses/taint/plain-types.js';
import { atOnce } from '../../../src/lenses/taint/turns.js';

const passedOn = (sets: FunctionSets, nodes: readonly number[]): number[][] => {
  const seen = nodes.map((): number[] => []);
  nodes.forEach((node, i) => {
    sets.watch(node, (value) => seen[i]!.push(value));
  });
  return seen;
};

/** A chain of nodes with one function at its head. */
function chain(length: number): { sets: FunctionSets; seen: number[][] } {
  const sets = new FunctionSets(10, 5, 8);
  const nodes = Array.from({ length }, (_, i) => sets.named(`n${i}`));
  for (let i = 1; i < length; i++) sets.edge(nodes[i - 1]!, nodes[i]!);
  const seen = passedOn(sets, nodes);
  sets.put(nodes[0]!, 3);
  return { sets, seen };
}

describe('functions that are passed on', () => {
  it('get to the end of their way, and nothing is cut', () => {
    const { sets, seen } = chain(6);
    expect(atOnce(sets.run(1000))).toBe(0);
    expect(seen).toEqual([[3], [3], [3], [3], [3], [3]]);
  });

  it('stop at a limit, and what was not followed is counted', () => {
    const { sets, seen } = chain(6);
    expect(atOnce(sets.run(2))).toBe(1);
    expect(seen).toEqual([[3], [3], [], [], [], []]);
  });

  it('go once along an edge that is made twice, however many a node has', () => {
    const sets = new FunctionSets(10, 5, 8);
    const from = sets.named('from');
    const to = Array.from({ length: 20 }, (_, i) => sets.named(`to${i}`));
    for (const node of [...to, ...to]) sets.edge(from, node);
    sets.put(from, 1);
    atOnce(sets.run(1000));
    expect(sets.passed).toBe(20);
  });

  it('do not get to what has no room for them', () => {
    const sets = new FunctionSets(10, 5, 8);
    const node = sets.named('a');
    sets.edge(node, NO_ROOM);
    sets.put(NO_ROOM, 1);
    sets.put(node, 1);
    const [seen] = passedOn(sets, [NO_ROOM]);
    expect(atOnce(sets.run(1000))).toBe(0);
    expect(seen).toEqual([]);
  });
});

describe('types without room for a function', () => {
  const RUST = [
    ...['&str', 'String', '&mut [u8]', '[u8; 4]', '()', '(usize, bool)', '&&String', '!'],
    ...['Option<&str>', 'HashMap<String, Vec<u8>>', "Cow<'_, str>", "&'a str"],
    ...['Result<(), Infallible>', 'std::string::String'],
  ];
  it.each(RUST)('%s of Rust', (type) => {
    expect(isPlainType(type, true)).toBe(true);
  });

  const ROOM = [
    ...['&dyn Fn(usize)', 'closure', 'impl Future<Output = ()>', 'T', 'Vec<T>', 'Option<closure>'],
    ...['(usize, closure)', 'fn(u8) -> u8', 'Handler', '[Handler; 2]', 'Box<dyn Fn()>', '&'],
    ...['Option<String', 'String<T>', '<T as Iterator>::Item', ''],
  ];
  it.each(ROOM)('not %s of Rust', (type) => {
    expect(isPlainType(type, true)).toBe(false);
  });

  it('texts, numbers and truth values of TypeScript, but no type of that name', () => {
    expect(isPlainType('string | undefined', false)).toBe(true);
    expect(isPlainType('"a" | 1', false)).toBe(true);
    expect(isPlainType('Option<string>', false)).toBe(false);
    expect(isPlainType('(x: string) => void', false)).toBe(false);
  });
});
