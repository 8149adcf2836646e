import { describe, expect, it } from 'vitest';
import type { NodeFact } from '../../../src/dump/index.js';
import { graphOf } from '../../../src/graph/index.js';
import { typeFactsOf } from '../../../src/lenses/taint/type-facts.js';

type Written = Readonly<Record<string, Readonly<Record<string, string>>>>;

function typesOf(structs: Written, generics: Readonly<Record<string, string>> = {}) {
  const own = 'test cargo app 1.0.0 ';
  const nodes = Object.entries(structs).flatMap(([name, fields]): NodeFact[] => [
    {
      id: `${own}${name}#`,
      name,
      kind: 'struct',
      crate: 'app',
      ...(generics[name] !== undefined && { generics: generics[name] }),
    },
    ...Object.entries(fields).map(([key, ty]): NodeFact => ({
      id: `${own}${name}#${key}.`,
      name: key,
      kind: 'field',
      crate: 'app',
      file: 'a.rs',
      ty,
    })),
  ]);
  return typeFactsOf(graphOf({ nodes, edges: [] }));
}

const APP: Written = {
  Walker: { keep: 'Option<Filter>', depth: 'usize' },
  Filter: { '0': 'Arc<dyn Fn(&str) -> bool>' },
  Options: { strict: 'bool', kind: 'Kind' },
  Kind: {},
  Limits: { most: 'Option<usize>', options: 'Options' },
  Named: { name: 'String' },
  Outer: { inner: 'Box<Named>', limits: 'Limits' },
  Node: { next: 'Option<Box<Node>>', on: 'bool' },
};

describe('room for a function', () => {
  const types = typesOf(APP, { Walker: "<'a, Visitor: Fn(&'a str), const N: usize>" });

  it.each(['closure', '&mut closure', 'Map<Iter<u8>, closure>', 'Box<dyn Fn()>', 'fn(u8) -> u8'])(
    'is in %s, which a callee without a body may call',
    (type) => {
      expect(types.roomOf(type)?.isCallable).toBe(true);
    },
  );

  it('is in a type parameter, usual or named by the dump, but not in a lifetime or a number', () => {
    expect(types.roomOf('Option<F>')?.isCallable).toBe(true);
    expect(types.roomOf('&Visitor')?.isCallable).toBe(true);
    expect(types.roomOf("&'a str")).toBeNull();
    expect(types.roomOf('[u8; 4]')).toBeNull();
  });

  it('is in a type with a field that has some, for those that can see the field', () => {
    expect(types.roomOf('&Walker')).toEqual({ words: new Set(['Walker']), isCallable: false });
    expect(types.roomOf('Result<(), Outer>')).toBeNull();
  });

  it('is not in an error that is told', () => {
    expect(types.roomOf('Box<dyn Error>')).toBeNull();
    expect(types.roomOf('Result<(), <S as Sink>::Error>')).toBeNull();
  });
});

describe('what a value of a type carries', () => {
  const types = typesOf(APP);

  it.each([
    ['bool', 'choice'],
    ['Result<Option<bool>, Infallible>', 'choice'],
    ['&Options', 'choice'],
    ['Node', 'choice'],
    ['usize', 'count'],
    ['(usize, bool)', 'count'],
    ['Limits', 'count'],
    ['char', 'text'],
    ['&[u8]', 'text'],
    ['Option<Outer>', 'text'],
    ['Elsewhere', 'text'],
    ['T', 'text'],
    ['Box<dyn Error>', 'text'],
  ])('%s: %s', (type, carried) => {
    expect(types.carried(type)).toBe(carried);
  });

  it('is told by the words of the type alone where a dump has no types', () => {
    const none = typeFactsOf(graphOf({ nodes: [], edges: [] }));
    expect(none.carried('Options')).toBe('text');
    expect(none.carried('Option<usize>')).toBe('count');
    expect(none.roomOf('Walker')?.isCallable).toBe(true);
    expect(none.roomOf('Vec<String>')).toBeNull();
  });
});
