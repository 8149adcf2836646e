/** Stands in for vitest while mutants are tried: keeps the tests of a file, to be run again and again. */
import * as chai from 'chai';
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  customMatchers,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = Object.assign((value, message) => chai.expect(value, message), {
  ...chai.expect,
  ...globalThis[ASYMMETRIC_MATCHERS_OBJECT],
});
globalThis[GLOBAL_EXPECT] = expect;
setState(
  { assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null },
  expect,
);
chai.expect.extend?.(expect, customMatchers);

const state = { tests: [], befores: [], afters: [] };
/** What stands around each test of the file that is being read. */
let around = { before: [], after: [] };

/** The tests that were declared since the last call. */
export function takeTests() {
  const taken = { tests: [...state.tests], befores: [...state.befores], afters: [...state.afters] };
  for (const list of Object.values(state)) list.length = 0;
  around = { before: [], after: [] };
  return taken;
}
globalThis.$takeTests = takeTests;

export const describe = (_, first, second) => (typeof first === 'function' ? first : second)();
export const it = (title, first, second) => {
  const body = typeof first === 'function' ? first : second;
  const { before, after } = around;
  const run = async () => {
    for (const step of before) await step();
    try {
      await body();
    } finally {
      for (const step of after) await step();
    }
  };
  state.tests.push({ title, run });
};
it.each = (rows) => (title, run) => {
  for (const row of rows) it(title, () => run(...(Array.isArray(row) ? row : [row])));
};
export const test = it;
export const beforeEach = (run) => around.before.push(run);
export const afterEach = (run) => around.after.push(run);
export const beforeAll = (run) => state.befores.push(run);
export const afterAll = (run) => state.afters.push(run);
