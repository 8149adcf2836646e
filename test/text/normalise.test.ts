import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalText,
  exactKey,
  lexRust,
  normalise,
  type TokenStream,
} from '../../src/text/index.js';
import { lexTypeScript } from '../../src/text/typescript-lexer.js';

const whole = (stream: TokenStream) => normalise(stream, 0, stream.count);
const rust = (text: string) => whole(lexRust(text)!);
const typescript = (text: string) => whole(lexTypeScript('a.tsx', text));

const KILL =
  'pub fn kill(pid: u32, table: &mut HashMap<u32, Proc>) -> Option<Proc> { let found = table.remove(&pid)?; found.stop_all(); /* gone */ Some(found) }';
const ERASE = `/// Takes it out.
#[inline]
pub(crate) fn erase(
    id: u32,
    registry: &mut HashMap<u32, Proc>,
) -> Option<Proc> {
    let hit = registry.remove(&id)?;
    hit.stop_all();
    Some(hit)
}`;

describe("the manual's normalisation", () => {
  it('gives names by first occurrence in their role (S1:1301)', () => {
    expect(rust(KILL).symbols.join(' ')).toBe(
      'fn F1 ( V1 : u32 , V2 : & mut HashMap < u32 , T1 > ) -> Option < T1 > { let V3 = V2 . remove ( & V1 ) ? ; V3 . F2 ( ) ; Some ( V3 ) }',
    );
  });

  it('a consistent rename, reformatted and recommented, is the same text', () => {
    expect(exactKey(rust(ERASE).symbols)).toBe(exactKey(rust(KILL).symbols));
  });

  it('lays out one statement a line, four spaces a brace', () => {
    expect(canonicalText(rust('fn f() { if a { b; } c() }').symbols)).toBe(
      'fn F1 ( ) {\n    if V1 {\n        V2 ;\n    }\n    F2 ( ) }\n',
    );
  });

  it('classes drop the numbers', () => {
    expect(rust("fn f<'a>(x: &'a T) { g!(x.y, 1, 'c', \"s\") }").classes.join(' ')).toBe(
      'fn F < L > ( V : & L T ) { M ! ( V . D , #n , #c , #s ) }',
    );
  });
});

describe('TypeScript by its syntax', () => {
  it('reads roles where words alone do not tell them', () => {
    expect(
      typescript(
        'export async function load<T>(a: Map<string, T>): Promise<T> { lab: for (const k of a.keys()) { if (k.size >> 1 >= 3) break lab; this.go(`a${k}b`, /x/g); } return new Box({ key: a, run: () => 1 }).v }',
      ).symbols.join(' '),
    ).toBe(
      'async function F1 < T1 > ( V1 : Map < string , T1 > ) : Promise < T1 > { L1 : for ( const V2 of V1 . keys ( ) ) { if ( V2 . size >> #n >= #n ) break L1 ; this . F2 ( #s${ V2 }#s , #r ) ; } return new T2 ( { D1 : V1 , F3 : ( ) => #n } ) . D2 ; }',
    );
  });

  it('layout hides no copy: semicolons, commas, quotes, line breaks', () => {
    const tight = `function f(a) { const b = [1, 2]; if (b.length > a) { return 'x'; } return g({ a, b }); }`;
    const loose = `function f(
      a, // why
    ) {
      const b = [
        1,
        2,
      ]
      if (b.length > a) {
        return "x"
      }
      return g({
        a,
        b,
      })
    }`;
    expect(typescript(loose)).toEqual(typescript(tight));
  });

  it('reads JSX, whose text is no code', () => {
    expect(
      typescript(
        `const x = <div className="it's" data-a={b}>don't {b} / <Foo.Bar/></div>;`,
      ).symbols.join(' '),
    ).toBe('const V1 = < div D1 = #s D2 = { V2 } > #s { V2 } #s < V3 . D3 / > < / div > ;');
  });

  it('visibility and decorators are dropped', () => {
    expect(typescript('class A { @dec({ a: 1 }) private x = 1; protected static f() {} }')).toEqual(
      typescript('class A { x = 1; static f() {} }'),
    );
  });

  it('every token is where the source spells it, in order', () => {
    const text = 'const a = `x${ b }y` + /re/.test(c) ? d >>> 2 : e?.[f] ?? 1n // end\n';
    const stream = lexTypeScript('a.ts', text);
    let rest = text;
    for (let i = 0; i < stream.count; i++) {
      const word = text.slice(stream.start[i], stream.end[i]);
      const at = rest.indexOf(word);
      expect(at).toBeGreaterThanOrEqual(0);
      rest = rest.slice(at + word.length);
    }
    expect(rest.trim()).toBe('// end');
  });
});

/** A body over names, as text in TypeScript and in Rust. */
const NAMES = ['alpha', 'beta', 'gamma', 'delta'];
const statements = fc.array(
  fc.tuple(fc.nat(3), fc.nat(3), fc.constantFrom('+', '-', '*'), fc.nat(99)),
  { minLength: 1, maxLength: 6 },
);
const bodyOf = (
  list: readonly (readonly [number, number, string, number])[],
  name: (i: number) => string,
  literal = (n: number): string => String(n),
): string =>
  `fn ${name(0)}_f(${NAMES.map((_, i) => `${name(i)}: u8`).join(', ')}) { ${list
    .map(([a, b, op, n]) => `let ${name(a)} = ${name(b)} ${op} ${literal(n)};`)
    .join(' ')} }`;

describe('a normalised text', () => {
  it('does not change under a consistent rename and other literals of the kind', () => {
    fc.assert(
      fc.property(statements, (list) => {
        const plain = bodyOf(list, (i) => NAMES[i]!);
        const renamed = bodyOf(
          list,
          (i) => ['uno', 'dos', 'tres', 'quatro'][i]!,
          (n) => String(n * 7 + 1),
        );
        expect(exactKey(rust(renamed).symbols)).toBe(exactKey(rust(plain).symbols));
      }),
    );
  });

  it('changes when two names are swapped at one place', () => {
    fc.assert(
      fc.property(statements, fc.nat(5), (list, at) => {
        const chosen = at % list.length;
        const swapped = list.map(([a, b, op, n], i) =>
          i === chosen ? ([a, (b + 1) % 4, op, n] as const) : ([a, b, op, n] as const),
        );
        const name = (i: number): string => NAMES[i]!;
        expect(exactKey(rust(bodyOf(swapped, name)).symbols)).not.toBe(
          exactKey(rust(bodyOf(list, name)).symbols),
        );
      }),
    );
  });

  it('changes with an operator', () => {
    expect(rust('fn f(a: u8) { a + 1 }')).not.toEqual(rust('fn f(a: u8) { a - 1 }'));
  });
});
