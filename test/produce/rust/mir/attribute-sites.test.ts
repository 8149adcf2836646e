import { describe, expect, it } from 'vitest';
import { groupBodies, lowerBody, parseMir } from '../../../../src/produce/rust/mir/index.js';
import { byPath } from './resolver.js';

/** `#[made::test] async fn merges() { load(); }` on lines 6 to 9: all but the call bears the attribute's place. */
const body = (call: string, rest: string): string => `// MIR for \`merges::{closure#0}\` after built

fn merges::{closure#0}(_1: {async block@src/merge.rs:${rest}}, _2: std::future::ResumeTy) -> ()
yields ()
 {
    let mut _0: ();                      // return place in scope 0 at src/merge.rs:${rest}
    let mut _3: ();                      // in scope 0 at src/merge.rs:${call}

    bb0: {
        _3 = load() -> [return: bb1, unwind: bb2]; // scope 0 at src/merge.rs:${call}
    }

    bb1: {
        _3 = store() -> [return: bb3, unwind: bb2]; // scope 0 at src/merge.rs:${call}
    }

    bb3: {
        _0 = const ();                   // scope 0 at src/merge.rs:${call}
        return;                          // scope 0 at src/merge.rs:${rest}
    }

    bb2 (cleanup): {
        resume;                          // scope 0 at src/merge.rs:${rest}
    }
}
`;

function sites(call: string, rest: string): unknown[] {
  const [group] = groupBodies(parseMir(body(call, rest)).bodies);
  const { calls, expansions } = lowerBody(group!, byPath).facts;
  return [calls.map(({ site }) => [site.line, site.exact]), expansions.length];
}

describe('a function that an attribute writes', () => {
  it('has what stands below the attribute as its own', () => {
    expect(sites('8:5: 8:11', '6:1: 6:15')).toEqual([
      [
        [8, true],
        [8, true],
      ],
      0,
    ]);
  });

  it('leaves what a macro above it wrote to the macro', () => {
    expect(sites('2:5: 2:11', '6:1: 6:15')).toEqual([
      [
        [6, false],
        [6, false],
      ],
      1,
    ]);
  });
});
