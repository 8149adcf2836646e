import { beforeAll, describe, expect, it } from 'vitest';
import { rustReader, treeEditDistance, type RustReader } from '../../src/text/index.js';

let read: RustReader;
beforeAll(async () => {
  read = await rustReader();
});

const leaves = (text: string): bigint[] => [...read(text).leaves];
const tree = (text: string) => read(text).units[0]!.tree;

describe('the tokens of a Rust source', () => {
  it('are the same for other names, numbers, strings and lifetimes', () => {
    const text = "fn f<'a>(x: &'a str) -> u8 { let y = x.len() + 1; g(y, \"s\", 'c') }";
    expect(
      leaves("fn g<'b>(p: &'b str) -> u8 { let q = p.size() + 22; h(q, \"tt\", 'd') }"),
    ).toEqual(leaves(text));
  });

  it('differ for another keyword, operator or sort of literal', () => {
    const base = leaves('fn f() { let a = b + 1; }');
    for (const other of ['fn f() { let a = b - 1; }', 'fn f() { let a = b + "1"; }']) {
      const changed = leaves(other);
      expect(changed).toHaveLength(base.length);
      expect(changed.filter((leaf, i) => leaf !== base[i])).toHaveLength(1);
    }
  });

  it('carry their lines, and leave comments out', () => {
    const source = read('// one\nconst A: u8 =\n  1; /* two */\n');
    expect([...source.tokenLines]).toEqual([2, 2, 2, 2, 2, 3, 3]);
    expect([...source.leaves]).toEqual(leaves('const A: u8 = 1;'));
  });

  it('are read of faulty code without a throw', () => {
    for (const text of ['fn', 'fn f( {', '}}}', 'impl', '"open', '', '🦀 fn a() {}'])
      expect(read(text).leaves.length).toBe(read(text).tokenLines.length);
  });
});

describe('the units of a Rust source', () => {
  it('have names, lines, parameters, callees and literals', () => {
    const { units } = read(
      [
        'pub fn first(a: u8, mut b: Vec<u8>) -> u8 {',
        '  other(a, "text"); Thing::new(2); b.push::<u8>(3);',
        '  println!("{}", \'c\');',
        '}',
        'impl K { fn method(&self) -> u8 { self.deep.call(|x| x + 1) } fn declared(&self); }',
      ].join('\n'),
    );
    expect(
      units.map(({ name, line, endLine, parameters, callees, literals }) => ({
        name,
        lines: [line, endLine],
        parameters,
        callees,
        literals,
      })),
    ).toEqual([
      {
        name: 'first',
        lines: [1, 4],
        parameters: ['a', 'b'],
        callees: ['other', 'new', 'push', 'println!'],
        literals: ['text', '2', '3', '{}', 'c'],
      },
      { name: '(anonymous)', lines: [5, 5], parameters: ['x'], callees: [], literals: ['1'] },
      { name: 'method', lines: [5, 5], parameters: ['&self'], callees: ['call'], literals: ['1'] },
    ]);
  });

  it('are trees in postorder, the same whatever the names, one relabelling away for another operator', () => {
    const one = tree('fn f(a: u8) -> u8 { a + 1 }');
    expect(one.leftmost[one.labels.length - 1]).toBe(0);
    expect(treeEditDistance(one, tree('fn g(b: u8) -> u8 { b + 22 }'))).toBe(0);
    expect(treeEditDistance(one, tree('fn f(a: u8) -> u8 { a - 1 }'))).toBe(1);
    expect(treeEditDistance(one, tree('fn f(a: u8) -> u8 { /* why */ a + 1 }'))).toBe(0);
  });

  it('end where the unit ends: a tree does not depend on what stands around it', () => {
    const alone = tree('fn f(a: u8) -> u8 { g(a, 1) }');
    const { units } = read('struct S; fn e() {} fn f(a: u8) -> u8 { g(a, 1) }');
    expect(units[1]!.tree).toEqual(alone);
  });
});

describe('the declarations of a Rust source', () => {
  it('know how far they are seen, and whether they are documented', () => {
    const { declarations } = read(
      [
        '/// Said.',
        '#[derive(Debug)]',
        'pub struct Seen;',
        'pub(crate) fn scoped() {}',
        'fn own() {}',
        '#[macro_export]',
        'macro_rules! outside { () => {} }',
        'mod inner { pub fn not_top() {} }',
      ].join('\n'),
    );
    expect(
      declarations.map(({ name, kind, line, exported, restricted, documented }) => [
        name,
        kind,
        line,
        exported,
        restricted,
        documented,
      ]),
    ).toEqual([
      ['Seen', 'struct', 3, true, false, true],
      ['scoped', 'fn', 4, true, true, false],
      ['own', 'fn', 5, false, false, false],
      ['outside', 'macro', 7, true, false, false],
    ]);
  });

  it('stand beside the modules and paths that the file asks for', () => {
    const { imports } = read(
      [
        'mod plain;',
        '#[path = "other.rs"]',
        'mod named;',
        'mod inline { mod deeper; use super::sibling; }',
        'use std::{fmt, io::{self, Read as R}};',
        'pub use crate::shown::*;',
        'fn f() -> crate::deep::T { use self::inner::g; super::up::h() }',
      ].join('\n'),
    );
    expect(imports.map(({ form, specifier, reexported }) => [form, specifier, reexported])).toEqual(
      [
        ['module', 'plain', false],
        ['module', './other.rs', false],
        ['module', 'inline/deeper', false],
        ['use', 'self::sibling', false],
        ['use', 'std::fmt', false],
        ['use', 'std::io', false],
        ['use', 'std::io::Read', false],
        ['use', 'crate::shown::*', true],
        ['use', 'self::inner::g', false],
        ['use', 'crate::deep::T', false],
        ['use', 'super::up::h', false],
      ],
    );
  });

  it('keep the names of test modules apart', () => {
    const { spelled, exceptions } = read(
      'fn used() { helper() }\n#[cfg(test)]\nmod tests { fn t() { only_tested() } }\n',
    );
    expect([
      spelled.has('helper'),
      spelled.has('only_tested'),
      exceptions.has('only_tested'),
    ]).toEqual([true, false, true]);
  });

  it('have comments without their marks, those of consecutive lines as one', () => {
    expect(
      read('//! Crate.\n\n/// One\n/// two.\nfn f() {} // aside\n/* block\n * text */\n').comments,
    ).toEqual([
      { line: 1, text: 'Crate.' },
      { line: 3, text: 'One\ntwo.' },
      { line: 5, text: 'aside' },
      { line: 6, text: 'block\ntext' },
    ]);
  });

  it('spell and declare by statement', () => {
    const { statements } = read('use a::B;\nstruct C { d: E }\n\nfn f() {\n  g();\n}\n');
    expect(
      statements.map(({ line, endLine, declares, spells }) => [
        line,
        endLine,
        declares,
        [...spells],
      ]),
    ).toEqual([
      [1, 1, [], ['a', 'B']],
      [2, 2, ['C'], ['C', 'd', 'E']],
      [4, 6, ['f'], ['f', 'g']],
    ]);
  });
});
