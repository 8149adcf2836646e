import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCfgTrace } from '../../../src/produce/rust/cfg-trace.js';
import { standardKey } from '../../../src/produce/rust/names.js';
import { Source } from '../../../src/produce/rust/sources.js';
import { standardPlace } from '../../../src/produce/rust/standard.js';
import { syscallsOf } from '../../../src/produce/rust/syscalls.js';
import {
  parseType,
  pathsOf,
  peeled,
  unify,
  type TypeTree,
} from '../../../src/produce/rust/type-tree.js';
import { deep } from '../../tools.js';

const own = (path: string): string => (/^[A-Z]\w+$/u.test(path) ? `app::${path}` : path);
const read = (text: string): TypeTree => parseType(text, own);

describe('a type as MIR prints it', () => {
  it('is read with everything that tells types apart', () => {
    expect(pathsOf(read("&'a mut std::vec::Vec<Store<u8>, std::alloc::Global>"))).toEqual([
      'std::vec::Vec',
      'app::Store',
      'u8',
      'std::alloc::Global',
    ]);
    expect(read('(u8, [Entry; 4_usize])')).toEqual({
      sort: 'tuple',
      of: [
        { sort: 'path', path: 'u8', args: [] },
        { sort: 'array', of: { sort: 'path', path: 'app::Entry', args: [] } },
      ],
    });
    expect(read('fn(i32) -> i32 {twice}')).toEqual({ sort: 'fn-item', callee: 'twice' });
    expect(read("for<'a> fn(&'a str) -> bool")).toMatchObject({ sort: 'fn' });
    expect(read("(dyn std::fmt::Debug + 'static)")).toMatchObject({ sort: 'dyn' });
    expect(read('<T as Iterator>::Item').sort).toBe('opaque');
    expect(peeled(read('&mut std::boxed::Box<&Entry>'))).toMatchObject({ path: 'app::Entry' });
  });

  it('fits the impl whose parameters can stand for its parts, and the more special one better', () => {
    const param: TypeTree = { sort: 'param', name: 'T' };
    const pair = (a: TypeTree, b: TypeTree): TypeTree => ({
      sort: 'path',
      path: 'app::Pair',
      args: [a, b],
    });
    const number = read('u8');
    expect(unify(pair(param, param), read('Pair<u8, u8>'))).not.toBeNull();
    expect(unify(pair(param, param), read('Pair<u8, u16>'))).toBeNull();
    expect(unify(pair(number, number), read('Pair<u8, u8>'))!).toBeGreaterThan(
      unify(pair(param, param), read('Pair<u8, u8>'))!,
    );
    expect(unify(param, read('&Pair<u8, u8>'))).toBe(0);
    expect(unify(read('&Entry'), read('&mut Entry'))).toBeNull();
  });

  it('fits itself, whatever it is', () => {
    const tree = fc.letrec<{ type: string }>((tie) => ({
      type: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('u8', 'str', 'Entry', 'std::string::String'),
        tie('type').map((of) => `&${of}`),
        tie('type').map((of) => `[${of}]`),
        tie('type').map((of) => `std::option::Option<${of}>`),
        fc.tuple(tie('type'), tie('type')).map(([a, b]) => `(${a}, ${b})`),
        fc.tuple(tie('type'), tie('type')).map(([a, b]) => `fn(${a}) -> ${b}`),
      ),
    })).type;
    fc.assert(
      fc.property(tree, (text) => unify(read(text), read(text)) !== null),
      { numRuns: deep(200, 20_000) },
    );
  });
});

describe('the standard library', () => {
  it('has one key for a path, public or private', () => {
    expect(standardKey('core::ops::arith::Add')).toBe(standardKey('std::ops::Add'));
    expect(standardKey('std::collections::hash::map::HashMap')).toBe(
      standardKey('std::collections::HashMap'),
    );
    expect(standardKey('std::io::Error')).not.toBe(standardKey('std::fmt::Error'));
  });

  it('defines what it shows where its sources do', () => {
    expect(standardPlace(['std', 'ops'], 'Fn')).toEqual({
      crate: 'core',
      modules: ['ops', 'function'],
    });
    expect(standardPlace(['std', 'vec'], 'Vec')).toEqual({ crate: 'alloc', modules: ['vec'] });
    expect(standardPlace(['std', 'sync'], 'Arc')).toEqual({ crate: 'alloc', modules: ['sync'] });
    expect(standardPlace(['std', 'fs'], 'File')).toEqual({ crate: 'std', modules: ['fs'] });
  });

  it('asks the kernel for what its own sources do', () => {
    const of = (id: string): string[] => syscallsOf(id).map((call) => call.name);
    expect(of('rust-analyzer cargo libc 0.2.170 unix/linux_like/open().')).toEqual(['open']);
    expect(of('rust-analyzer cargo libc 0.2.170 waitpid().')).toEqual(['wait4']);
    expect(of('rust-analyzer cargo libc 0.2.170 strlen().')).toEqual([]);
    expect(of('rust-analyzer cargo std url fs/read_to_string().')).toEqual([
      'openat',
      'statx',
      'read',
      'close',
    ]);
    expect(syscallsOf('rust-analyzer cargo libc 0.2.170 kill().')).toEqual([
      { name: 'kill', class: 'process', partial: false },
    ]);
  });
});

describe('a condition of compilation', () => {
  const span = (col: number): string => `src/a.rs:1:${col}: 1:${col + 9} (#0)`;
  const named = (name: string, value: string | null, col: number): string =>
    `NameValue { name: "${name}", value: ${value === null ? 'None' : `Some("${value}")`}, span: ${span(col)} }`;

  it('is told as it was written, with the features that decide and those that only may', () => {
    const attribute = `#[attr = CfgTrace([All([${named('feature', 'a', 11)}, Not(${named('feature', 'b', 28)}, ${span(27)}), Any([${named('unix', null, 48)}, ${named('feature', 'c', 54)}], ${span(47)})], ${span(10)}),\nNot(${named('test', null, 80)}, ${span(79)})])]`;
    expect(parseCfgTrace(attribute)).toEqual({
      text: 'all(all(feature = "a", not(feature = "b"), any(unix, feature = "c")), not(test))',
      features: [
        { name: 'a', partial: false, line: 1, col: 11 },
        { name: 'b', partial: true, line: 1, col: 28 },
        { name: 'c', partial: true, line: 1, col: 54 },
      ],
    });
    expect(parseCfgTrace('#[attr = Inline(Hint)]')).toBeNull();
  });
});

describe('a source', () => {
  it('knows where a block ends, whatever stands in strings and comments', () => {
    const source = new Source(
      'mod a {\n  // }\n  /* } /* } */ */\n  const S: &str = "}";\n  const R: &str = r#"}"}"#;\n  const C: char = \'}\';\n  fn f<\'a>(x: &\'a u8) {}\n}\nmod b;\n',
    );
    expect(source.blockEnd(1, 1)).toBe(8);
    expect(source.blockEnd(9, 1)).toBe(9);
  });
});
