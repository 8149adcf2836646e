import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameTrace, sameAnswers } from '../../../src/produce/rust/bodies/traced-names.js';
import { parseCallee, type MirCallee } from '../../../src/produce/rust/mir/index.js';
import type { Names } from '../../../src/produce/rust/mir-names.js';

/** Names by a table: what is not in it is unknown. */
function namesOf(table: ReadonlyMap<string, string>): Names {
  const at = (text: string): string | null => table.get(text) ?? null;
  return {
    callee: ({ text }) => at(text) ?? `unknown ${text}`,
    field: (type) => {
      const owner = at(type);
      return owner === null ? null : { owner, name: 'f' };
    },
    type: at,
    item: at,
    isType: (path) => table.has(path),
  };
}

const WORDS = ['a', 'b', 'c::d'];
const QUESTIONS = ['callee', 'field', 'type', 'item', 'isType'] as const;
const table = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom('x', 'y')), { maxLength: 4 })
  .map((entries) => new Map(entries));
/** Of each group another table; what it was asked, in order. */
const asking = fc.array(
  fc.record({
    group: fc.nat({ max: 1 }),
    what: fc.constantFrom(...QUESTIONS),
    word: fc.constantFrom(...WORDS),
  }),
  { maxLength: 12 },
);

function ask(names: Names, what: (typeof QUESTIONS)[number], word: string): unknown {
  switch (what) {
    case 'callee':
      return names.callee(parseCallee(word));
    case 'field':
      return names.field(word, null, 0);
    case 'type':
      return names.type(word);
    case 'item':
      return names.item(word);
    case 'isType':
      return names.isType(word);
  }
}

describe('names that were asked for', () => {
  it('mean the same as long as every question has its answer still, and no longer', () => {
    fc.assert(
      fc.property(asking, table, table, (asked, then, now) => {
        const callees: MirCallee[] = [];
        const trace = new NameTrace(
          (callee) => callees.push(callee) - 1,
          (id) => id.startsWith('unknown'),
        );
        const told = asked.map(({ group, what, word }) =>
          ask(trace.of(namesOf(then), group), what, word),
        );
        expect(told).toEqual(asked.map(({ what, word }) => ask(namesOf(then), what, word)));
        const kept = JSON.parse(JSON.stringify(trace.asked)) as typeof trace.asked;
        expect(sameAnswers(kept, callees, () => namesOf(then))).toBe(true);
        const isSame = asked.every(
          ({ what, word }, i) =>
            JSON.stringify(ask(namesOf(now), what, word)) === JSON.stringify(told[i]),
        );
        expect(sameAnswers(kept, callees, () => namesOf(now))).toBe(isSame);
      }),
    );
  });

  it('are asked of a group that found a callee, where another did not', () => {
    const callees: MirCallee[] = [];
    const trace = new NameTrace(
      (callee) => callees.push(callee) - 1,
      (id) => id.startsWith('unknown'),
    );
    const inner = namesOf(new Map([['a', 'x']]));
    const outer = namesOf(new Map());
    trace.of(outer, 0).callee(parseCallee('a'));
    trace.of(inner, 1).callee(parseCallee('a'));
    expect(sameAnswers(trace.asked, callees, (group) => (group === 1 ? inner : outer))).toBe(true);
    expect(sameAnswers(trace.asked, callees, () => outer)).toBe(false);
    expect(sameAnswers(trace.asked, callees, () => null)).toBe(false);
  });
});
