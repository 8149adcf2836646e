import { describe, expect, it } from 'vitest';
import type { NodeFact } from '../../src/dump/index.js';
import { graphOf, type GraphFacts, type ScopeOptions } from '../../src/graph/index.js';
import { requiresTest } from '../../src/graph/cfg-predicate.js';

const fn = (id: string, rest: Partial<NodeFact> = {}): NodeFact => ({
  id,
  kind: 'fn',
  name: id,
  ...rest,
});

function held(facts: GraphFacts, options?: ScopeOptions): string[] {
  const graph = graphOf(facts);
  return [...graph.scope(options)].flatMap((holds, v) => (holds === 1 ? [graph.id(v)] : []));
}

describe('scope', () => {
  it('holds what the dump defines and no row that only mentions', () => {
    expect(held({ nodes: [fn('a'), fn('b', { defined: false })] })).toEqual(['a']);
  });

  it('holds local code, code of unknown origin, and dependencies only when asked', () => {
    const nodes = [fn('a', { origin: 'local' }), fn('b', { origin: 'registry' }), fn('c')];
    expect(held({ nodes })).toEqual(['a', 'c']);
    expect(held({ nodes }, { includeDeps: true })).toEqual(['a', 'b', 'c']);
  });

  it('holds the named crates only, dependencies among them, `-` and `_` alike', () => {
    const nodes = [
      fn('a', { crate: 'app', origin: 'local' }),
      fn('b', { crate: 'my-dep', origin: 'registry' }),
      fn('s m token 1 c().'),
    ];
    expect(held({ nodes }, { crates: ['my_dep'] })).toEqual(['b']);
    expect(held({ nodes }, { crates: ['app', 'my-dep'] })).toEqual(['a', 'b']);
    expect(held({ nodes }, { crates: ['token'] })).toEqual(['s m token 1 c().']);
    expect(() => held({ nodes }, { crates: ['my-dop'] })).toThrow(
      /^crate that the dump does not define: my-dop; nearest: my-dep/u,
    );
  });

  it('takes a crate from the nearest crate above where neither column nor moniker tells it', () => {
    const facts: GraphFacts = {
      nodes: [{ id: 'a', kind: 'crate' }, { id: 'a/m', kind: 'module' }, fn('a/m/f'), fn('b')],
      edges: [
        { kind: 'CONTAINS', src: 'a', dst: 'a/m' },
        { kind: 'CONTAINS', src: 'a/m', dst: 'a/m/f' },
      ],
    };
    expect(held(facts, { crates: ['a'] })).toEqual(['a', 'a/m', 'a/m/f']);
  });

  it('leaves out generated code, by flag, by folder, by derive, and all that it contains', () => {
    const facts: GraphFacts = {
      nodes: [
        fn('flagged', { generated: true }),
        fn('folder', { file: 'src/generated/a.rs' }),
        fn('like', { file: 'src/generated.rs' }),
        { id: 'derive', kind: 'macro' },
        { id: 'impl', kind: 'impl' },
        fn('method'),
        { id: 'impl2', kind: 'impl' },
      ],
      edges: [
        { kind: 'EXPANDS', src: 'derive', dst: 'impl' },
        { kind: 'EXPANDS', src: 'impl2', dst: 'derive' },
        { kind: 'CONTAINS', src: 'impl', dst: 'method' },
      ],
    };
    expect(held(facts)).toEqual(['derive', 'like']);
  });

  it('holds test code only when asked: by flag, by folder, by cfg, and all that it contains', () => {
    const facts: GraphFacts = {
      nodes: [
        fn('flagged', { isTest: true }),
        fn('folder', { file: 'tests/a.rs' }),
        fn('deep', { file: 'crates/x/tests/a.rs' }),
        fn('like', { file: 'src/contests/a.rs' }),
        { id: 'module', kind: 'module', cfg: 'all(unix, test)' },
        fn('inner'),
        fn('not', { cfg: 'not(test)' }),
      ],
      edges: [{ kind: 'CONTAINS', src: 'module', dst: 'inner' }],
    };
    expect(held(facts)).toEqual(['like', 'not']);
    expect(held(facts, { includeTests: true })).toEqual([
      'deep',
      'flagged',
      'folder',
      'inner',
      'like',
      'module',
      'not',
    ]);
  });
});

describe('a cfg predicate', () => {
  it.each([
    ['test', true],
    ['cfg(test)', true],
    ['all(test, feature = "x")', true],
    ['all(unix, all(test))', true],
    ['any(test, feature = "x")', false],
    ['any(test)', true],
    ['not(test)', false],
    ['all(not(test), unix)', false],
    ['feature = "test"', false],
    ['feature = "a, test"', false],
    ['', false],
    ['any()', false],
    ['((', false],
  ])('%s requires a test build: %s', (predicate, wanted) => {
    expect(requiresTest(predicate)).toBe(wanted);
  });
});
