import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdgeFact, NodeFact } from '../../../src/dump/index.js';
import { graphOf } from '../../../src/graph/index.js';
import { startRun } from '../../../src/lens/index.js';
import { taint } from '../../../src/lenses/index.js';

const numRuns = process.env.MIMIR_DEEP === '1' ? 2000 : 60;

/** Locals 1 and 2 hold texts, 3 and 4 truth values. */
type Statement =
  | { readonly op: 'text'; readonly to: number }
  | { readonly op: 'copy' | 'not'; readonly to: number; readonly from: number }
  | { readonly op: 'eq' | 'ne'; readonly to: number; readonly from: number };

type End =
  | { readonly op: 'goto' }
  | { readonly op: 'source' | 'coin'; readonly to: number }
  | { readonly op: 'valid'; readonly of: number; readonly to: number }
  | { readonly op: 'sink'; readonly of: number }
  | { readonly op: 'switch'; readonly on: number; readonly yes: number; readonly no: number };

interface Step {
  readonly statements: readonly Statement[];
  readonly end: End;
}

const text = fc.integer({ min: 1, max: 2 });
const truth = fc.integer({ min: 3, max: 4 });
const statement: fc.Arbitrary<Statement> = fc.oneof(
  fc.record({ op: fc.constant('text' as const), to: text }),
  fc.record({ op: fc.constant('copy' as const), to: text, from: text }),
  fc.record({ op: fc.constantFrom('copy' as const, 'not' as const), to: truth, from: truth }),
  fc.record({ op: fc.constantFrom('eq' as const, 'ne' as const), to: truth, from: text }),
);
const end = (blocks: number): fc.Arbitrary<End> => {
  const block = fc.nat(blocks);
  return fc.oneof(
    fc.record({ op: fc.constant('source' as const), to: text }),
    fc.record({ op: fc.constant('coin' as const), to: truth }),
    fc.record({ op: fc.constant('valid' as const), of: text, to: truth }),
    fc.record({ op: fc.constant('sink' as const), of: text }),
    {
      weight: 3,
      arbitrary: fc.record({
        op: fc.constant('switch' as const),
        on: truth,
        yes: block,
        no: block,
      }),
    },
    fc.constant({ op: 'goto' as const }),
  );
};
const programs: fc.Arbitrary<readonly Step[]> = fc.integer({ min: 3, max: 7 }).chain((n) =>
  fc.array(fc.record({ statements: fc.array(statement, { maxLength: 2 }), end: end(n) }), {
    minLength: n,
    maxLength: n,
  }),
);

const CALLEE = (name: string): string => `test cargo lib 1.0.0 ${name}().`;

function payloadOf({ statements, end: last }: Step, next: number): [text: string, to: number[]] {
  const written = statements.map((one): string => {
    if (one.op === 'text') return `_${one.to} = const k:&str`;
    if (one.op === 'copy') return `_${one.to} = copy _${one.from}`;
    if (one.op === 'not') return `_${one.to} = op not(_${one.from})`;
    return `_${one.to} = op ${one.op}(_${one.from}, k:&str)`;
  });
  const call = (name: string, given: string, to: number): string =>
    `call ${CALLEE(name)}⟨${given}⟩->_${to}`;
  const [term, to] = ((): [string, number[]] => {
    switch (last.op) {
      case 'goto':
        return ['goto', [next]];
      case 'source':
      case 'coin':
        return [call(last.op, '', last.to), [next]];
      case 'valid':
        return [call('valid', `_${last.of}`, last.to), [next]];
      case 'sink':
        return [call('sink', `_${last.of}`, 9), [next]];
      case 'switch':
        return [
          `switch _${last.on} [true: bb${last.yes}, false: bb${last.no}]`,
          [...new Set([last.yes, last.no])],
        ];
    }
  })();
  return [`0123456789abcdef␞${term}@1:1␞${written.map((s) => `${s}@1:1`).join('␟')}␞␞`, to];
}

/** Sinks, by their blocks, that the lens says a source reaches. */
async function told(program: readonly Step[]): Promise<number[]> {
  const id = 'test cargo app 1.0.0 main().';
  const nodes: (Omit<NodeFact, 'name'> & { name?: string })[] = [{ id, kind: 'fn', crate: 'app' }];
  const edges: EdgeFact[] = [];
  const payloads = program.map((step, i) => payloadOf(step, i + 1));
  payloads.push(['0123456789abcdef␞return@1:1␞␞␞', []]);
  payloads.forEach(([ty, to], i) => {
    const block = `${id}bb${i}:`;
    nodes.push({ id: block, name: `bb${i}`, kind: 'mir_block', ty });
    edges.push({ kind: 'CONTAINS', src: id, dst: block });
    for (const next of to) edges.push({ kind: 'CFG_SUCC', src: block, dst: `${id}bb${next}:` });
  });
  const { findings } = await startRun(taint, graphOf({ nodes, edges }), {
    catalogue: {
      only: true,
      sources: [{ callee: 'source', at: 'ret', kind: 'user' }],
      sinks: [{ callee: 'sink', args: [0], class: 'user' }],
      sanitizers: [{ callee: 'valid', classes: ['user'], at: 'guard' }],
      propagators: [
        { callee: 'coin', flow: [] },
        { callee: 'valid', flow: [] },
      ],
      written: false,
    },
  }).report({ limit: 0 });
  const at = findings.columns.findIndex(({ name }) => name === 'sink');
  return [...new Set(findings.rows.map((row) => Number(/\|bb(\d+)\|/.exec(String(row[at]))![1])))];
}

/** What runs: every outcome of every call and comparison, for so many blocks. A value that passed a check is clean. */
function leaked(program: readonly Step[]): Set<number> {
  interface State {
    readonly block: number;
    readonly steps: number;
    /** Values of the texts: 0 = a constant, others one source each. */
    readonly texts: Readonly<Record<number, number>>;
    readonly truths: Readonly<Record<number, boolean>>;
    readonly clean: ReadonlySet<number>;
    readonly sources: number;
  }
  const leaks = new Set<number>();
  const run = (state: State): void => {
    const step = program[state.block];
    if (step === undefined || state.steps === 0) return;
    statements(state, step, 0);
  };
  const statements = (state: State, step: Step, at: number): void => {
    const one = step.statements[at];
    if (one === undefined) {
      terminator(state, step.end);
      return;
    }
    const [texts, truths] = [{ ...state.texts }, { ...state.truths }];
    if (one.op === 'text') texts[one.to] = 0;
    else if (one.op === 'not') truths[one.to] = !truths[one.from]!;
    else if (one.op === 'copy') {
      if (one.to < 3) texts[one.to] = texts[one.from]!;
      else truths[one.to] = truths[one.from]!;
    } else {
      for (const same of [true, false]) {
        const clean = same ? new Set([...state.clean, texts[one.from]!]) : state.clean;
        const next = { ...truths, [one.to]: (one.op === 'eq') === same };
        statements({ ...state, truths: next, clean }, step, at + 1);
      }
      return;
    }
    statements({ ...state, texts, truths }, step, at + 1);
  };
  const terminator = (state: State, last: End): void => {
    const next = { ...state, block: state.block + 1, steps: state.steps - 1 };
    switch (last.op) {
      case 'goto':
        run(next);
        return;
      case 'source': {
        const sources = state.sources + 1;
        run({ ...next, sources, texts: { ...state.texts, [last.to]: sources } });
        return;
      }
      case 'coin':
      case 'valid':
        for (const yes of [true, false]) {
          const clean =
            yes && last.op === 'valid'
              ? new Set([...state.clean, state.texts[last.of]!])
              : state.clean;
          run({ ...next, clean, truths: { ...state.truths, [last.to]: yes } });
        }
        return;
      case 'sink': {
        const value = state.texts[last.of]!;
        if (value > 0 && !state.clean.has(value)) leaks.add(state.block);
        run(next);
        return;
      }
      case 'switch':
        run({ ...next, block: state.truths[last.on]! ? last.yes : last.no });
    }
  };
  for (const a of [true, false])
    for (const b of [true, false])
      run({
        block: 0,
        steps: 10,
        texts: { 1: 0, 2: 0 },
        truths: { 3: a, 4: b },
        clean: new Set(),
        sources: 0,
      });
  return leaks;
}

describe('checks and conditions', () => {
  it('hide no flow that some run of the program has', async () => {
    let leaks = 0;
    const property = fc.asyncProperty(programs, async (program) => {
      const [run, lens] = [leaked(program), await told(program)];
      leaks += run.size;
      for (const block of run) expect(lens).toContain(block);
    });
    await fc.assert(property, { numRuns, seed: 23 });
    expect(leaks).toBeGreaterThan(numRuns / 30);
  });
});
