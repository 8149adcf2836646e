import { describe, expect, it } from 'vitest';
import type { BodyFacts, MirSite } from '../../../../src/produce/rust/mir/index.js';
import { constructs, lowered, TOOLCHAINS } from './constructs.js';

const at = ({ line, exact }: MirSite): string => (exact ? String(line) : `near ${line}`);

function calls({ calls: found }: BodyFacts): string[] {
  return found.map(
    (call) =>
      `${at(call.site)} ${call.class}${call.isOperator ? ' operator' : ''} ${call.callee.path}`,
  );
}

function fields({ fields: found }: BodyFacts): string[] {
  return found.map(
    ({ site, access, how, type, variant, index }) =>
      `${at(site)} ${access} ${how} ${type}${variant === null ? '' : `::${variant}`}.${index}`,
  );
}

describe.each(TOOLCHAINS)('facts of bodies that rustc %s built', (toolchain) => {
  const factsOf = (definition: string): BodyFacts => lowered(toolchain, definition).facts;

  it('class calls by how they reach their target', () => {
    expect(calls(factsOf('callables'))).toEqual([
      '131 fn-object std::ops::FnOnce::call_once',
      '132 fn-object std::ops::FnMut::call_mut',
      '133 fn-param std::ops::Fn::call',
    ]);
    expect(calls(factsOf('statics'))).toEqual(['77 fn-pointer move _3']);
    expect(calls(factsOf('shapes::total'))).toEqual([
      '39 direct core::slice::<impl [std::boxed::Box<dyn shapes::Shape>]>::iter',
      '39 direct std::iter::Iterator::map',
      '39 direct std::iter::Iterator::sum',
      '39 dyn shapes::Shape::area',
    ]);
    expect(calls(factsOf('shapes::generic'))).toEqual(['43 generic shapes::Shape::area']);
    expect(calls(factsOf('shapes::added'))).toEqual(['47 direct operator std::ops::Add::add']);
    expect(calls(factsOf('closures'))).toEqual([
      '63 closure std::ops::Fn::call',
      '64 direct std::boxed::Box::new',
    ]);
    expect(factsOf('closures').calls[0]!.closure).toBe('closures::{closure#0}');
  });

  it('tell which body of a function a call stands in', () => {
    expect(factsOf('fetch').calls.map(({ body, callee }) => [body, callee.name])).toEqual([
      [1, 'measure'],
      [1, 'into_future'],
      [1, 'new_unchecked'],
      [1, 'get_context'],
      [1, 'poll'],
    ]);
  });

  it('know functions that are named and not called', () => {
    expect(
      factsOf('pointers').passes.map(({ callee, how, site }) => [callee.path, how, site.line]),
    ).toEqual([
      ['helper', 'pointer', 87],
      ['helper', 'item', 87],
    ]);
  });

  it('tell a field’s reads from its writes, by what it is a field of', () => {
    expect(fields(factsOf('{impl#0}::put'))).toEqual([
      // Through the reference in it: the field itself is read.
      "31 read place Window<'_, T>.0",
      ...(toolchain < '1.9' ? ["32 read place Window<'_, T>.1"] : []),
      "32 write place Window<'_, T>.1",
      ...(toolchain < '1.9' ? ["33 read place Window<'_, T>.1"] : []),
      "33 read borrow Window<'_, T>.1",
      '33 write literal std::option::Option<T>::Some.0',
    ]);
    expect(fields(factsOf('updated'))).toEqual([
      '212 read place shapes::Circle.1',
      '212 write literal shapes::Circle.0',
      '212 write literal shapes::Circle.1',
    ]);
    expect(fields(factsOf('raw')).sort()).toEqual([
      '201 write place shapes::Circle.0',
      'near 201 write borrow shapes::Circle.0',
    ]);
    expect(fields(factsOf('grow'))).toEqual([
      '100 write literal Tree::Pair.0',
      '100 write literal Tree::Pair.1',
      '100 write literal Tree::Node.0',
      '100 write literal Tree::Node.1',
      '100 write literal Tree::Node.2',
      '101 write borrow Tree::Node.1',
    ]);
  });

  it('know the type of every field that is met', () => {
    let met = 0;
    for (const definition of constructs(toolchain).groups.keys()) {
      const { projections, untyped } = factsOf(definition);
      met += projections;
      expect(untyped, definition).toBe(0);
    }
    expect(met).toBeGreaterThan(60);
  });

  it('keep the texts of strings, whatever stands in them', () => {
    expect(
      factsOf('text')
        .strings.slice(0, 2)
        .map(({ text, isBytes, site }) => [text, isBytes, site.line]),
    ).toEqual([
      ['byteÿ"s\n', true, 115],
      ["SELECT * FROM t WHERE a = ';' -> {x} // scope 0 at no", false, 117],
    ]);
    expect(factsOf('NAME').strings.map(({ text }) => text)).toEqual(['näme\n\u0001 "x"']);
  });

  it('name statics, constants and foreign items once for each time that they are met', () => {
    const items = (definition: string): string[] =>
      factsOf(definition).items.map(
        ({ sort, path, access, site }) => `${site.line} ${access} ${sort} ${path}`,
      );
    expect(items('statics')).toEqual(['77 write static HITS', '78 read static HITS']);
    expect(items('foreign')).toEqual(['145 read static environ']);
    expect(items('counted')).toEqual(['175 read const COUNT']);
    expect(items('strings')).toEqual(['126 read const core::num::<impl i32>::MIN']);
  });

  it('tell what a macro made by a place that a reader knows, and where the macro is', () => {
    const { calls: found, expansions } = factsOf('text');
    const printing = found.find(({ callee }) => callee.path === 'std::io::_print')!;
    expect([printing.site.line, printing.site.exact]).toEqual([118, false]);
    expect(
      expansions.every(
        ({ at: place, site }) =>
          /library\/std\/src\/macros\.rs$/u.test(place.file) && site.line === 118,
      ),
    ).toBe(true);
    expect(expansions.length).toBeGreaterThan(0);
  });

  it('know assembly, assertions, suspensions and the enums that are switched on', () => {
    expect(factsOf('assembled').asm.map(({ text }) => text)).toEqual(['add {0}, 1\nnop']);
    expect(factsOf('helper').asserts.map(({ message }) => message)).toEqual([
      'attempt to compute `{} + {}`, which would overflow',
    ]);
    expect(factsOf('fetch').yields.map(({ site }) => site.line)).toEqual([68]);
    expect(factsOf('sum').switches.map(({ type, cases }) => [type, cases])).toContainEqual([
      'Tree',
      3,
    ]);
  });
});
