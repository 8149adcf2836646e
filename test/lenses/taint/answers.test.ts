import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatPayload,
  parsePayload,
  type EdgeFact,
  type NodeFact,
} from '../../../src/dump/index.js';
import { graphOf, type CodeGraph } from '../../../src/graph/index.js';
import { reportJson, startRun } from '../../../src/lens/index.js';
import { taint, type TaintParams } from '../../../src/lenses/index.js';
import { calleePaths, isMethod, PatternIndex } from '../../../src/lenses/taint/catalogue/index.js';
import { checkKeys } from '../../../src/table/index.js';

/** Functions with their blocks as payload text: terminator, statements, successors. */
type Fns = Readonly<
  Record<
    string,
    readonly (readonly [
      term: string,
      statements: readonly string[],
      successors: readonly number[],
    ])[]
  >
>;

/** As another producer spells it: our grammar reads none of its statements. */
const foreign = (text: string): string =>
  text.replace(/\b(?:copy|move) (_\d+)/g, 'Use($1)').replace(/const k:&str/g, 'const "x"');

function graphOfBodies(fns: Fns, spelling?: (text: string) => string): CodeGraph {
  const nodes: (Omit<NodeFact, 'name'> & { name?: string })[] = [];
  const edges: EdgeFact[] = [];
  for (const [name, blocks] of Object.entries(fns)) {
    const id = `test cargo app 1.0.0 ${name}().`;
    nodes.push({ id, kind: 'fn', crate: 'app', file: 'src/main.rs' });
    blocks.forEach(([term, statements, successors], i) => {
      const params = i === 0 ? '_1:String␟_0:()' : '';
      const text = `0123456789abcdef␞${term}@${i + 1}:1␞${statements.map((s) => `${s}@${i + 1}:1`).join('␟')}␞${params}␞`;
      nodes.push({
        id: `${id}bb${i}:`,
        name: `bb${i}`,
        kind: 'mir_block',
        ty: spelling?.(text) ?? formatPayload(parsePayload(text)!),
      });
      edges.push({ kind: 'CONTAINS', src: id, dst: `${id}bb${i}:` });
      for (const to of successors)
        edges.push({ kind: 'CFG_SUCC', src: `${id}bb${i}:`, dst: `${id}bb${to}:` });
    });
  }
  return graphOf({ nodes, edges });
}

const VAR = 'rust cargo std 1.0.0 env/var().';
const NEW = 'rust cargo std 1.0.0 process/impl#[Command]new().';

const shell: Fns = {
  main: [
    [`call ${VAR}⟨k:&str⟩->_2`, [], [1]],
    ['call test cargo app 1.0.0 run().⟨_3⟩->_4', ['_3 = copy _2'], [2]],
    ['return', [], []],
  ],
  run: [
    [`call ${NEW}⟨_1⟩->_2`, [], [1]],
    ['return', [], []],
  ],
};

const ask = (fns: Fns, params: Partial<TaintParams> = {}) =>
  startRun(taint, graphOfBodies(fns), params);

describe('a dump with blocks', () => {
  it('flows from a variable of the environment into a command, across a call', async () => {
    const report = await ask(shell).report();
    expect(report.findings.rows.map((row) => row.slice(0, 9))).toEqual([
      [
        'command',
        'src/main.rs:1',
        'src/main.rs:1',
        'env',
        4,
        'app main().|bb0.t|_2',
        'app run().|bb0|a0',
        4,
        true,
      ],
    ]);
    expect(report.findings.rows[0]![11]).toEqual([
      'src/main.rs:1',
      'src/main.rs:2',
      'src/main.rs:2',
      'src/main.rs',
      'src/main.rs:1',
    ]);
    expect(report).toMatchObject({
      state: 'complete',
      summary: { sources: 1, sinks: 1, flows_matched: 1 },
    });
  });

  it('explains a pair', async () => {
    const run = ask(shell, {
      sanitizer: ['run'],
      pair: ['app main().|bb0.t|_2', 'app run().|bb0|a0'],
    });
    expect((await run.report()).summary.why_not).toBe('flows');
    const other = await run.retune({ pair: ['app main().|bb0.t|_2', 'nowhere'] }).report();
    expect(other.summary.why_not).toBe('no-sink');
    expect(other.notes.at(-1)).toMatch(/^why not: nowhere is no sink: the step marks/);
  });

  it('explains a pair of places, in words', async () => {
    const { summary, notes } = await ask(shell, {
      pair: ['src/main.rs:1', 'src/main.rs:1'],
    }).report();
    expect(summary.why_not).toBe('flows');
    expect(notes.at(-1)).toMatch(/^why not: src\/main.rs:1 → src\/main.rs:1 flows, in 4 steps;/);
  });

  it('takes sources and sinks from the command line', async () => {
    const report = await ask(
      {
        f: [
          ['call test cargo lib 1.0.0 get().⟨⟩->_2', [], [1]],
          ['call test cargo lib 1.0.0 put().⟨_2⟩->_3', [], [2]],
          ['return', [], []],
        ],
      },
      { source: ['lib 1.0.0 get'], sink: ['put()'] },
    ).report();
    expect(report.findings.rows[0]?.slice(0, 7)).toEqual([
      'user',
      'src/main.rs:1',
      'src/main.rs:2',
      'user',
      1,
      'app f().|bb0.t|_2',
      'app f().|bb1|a0',
    ]);
  });

  it('has keyed steps, charts over columns that are there, and the same bytes twice', async () => {
    const run = await ask(shell, { pair: ['app main().|bb0.t|_2', 'app run().|bb0|a0'] }).finish();
    for (const { step, rows } of run.steps) {
      const table = checkKeys(run.table(step.id as 'bodies'));
      expect([step.id, table.key, table.rowCount]).toEqual([step.id, step.key, rows]);
      for (const { from, channels } of step.chart?.marks ?? []) {
        for (const channel of Object.values(channels))
          if (typeof channel === 'string') run.rowsFrom(from ?? step.id).column(channel);
      }
    }
    expect(reportJson(await run.report())).toBe(
      reportJson(
        await ask(shell, { pair: ['app main().|bb0.t|_2', 'app run().|bb0|a0'] }).report(),
      ),
    );
  });
});

describe('blocks whose statements another producer spelled', () => {
  const asked = async (fns: Fns, spelling?: (text: string) => string) => {
    const run = startRun(taint, graphOfBodies(fns, spelling), {});
    const report = await run.report();
    return {
      run,
      report,
      flows: report.findings.rows.map((row) => [row[0], row[3], row[5], row[6]]),
    };
  };

  it('are read by their definitions and uses, and the answer says so', async () => {
    const [own, other] = [await asked(shell), await asked(shell, foreign)];
    expect(other.flows).toEqual(own.flows);
    expect(own.flows).toHaveLength(1);
    expect(other.report).toMatchObject({
      state: 'partial',
      summary: { unparsed: 0 },
      needs: [{ fact: 'definitions and uses of each statement', missing: 1 }],
    });
    const bodies = other.run.rowsFrom('bodies');
    const column = (name: string) =>
      Array.from({ length: bodies.rowCount }, (_, i) => bodies.column(name).at(i));
    expect([column('body'), column('granularity')]).toEqual([
      ['app main().', 'app run().'],
      ['block', 'statement'],
    ]);
  });

  it('make every definition of a block depend on all of its uses', async () => {
    const fns: Fns = {
      main: [
        [`call ${VAR}⟨k:&str⟩->_2`, [], [1]],
        [`call ${NEW}⟨_4⟩->_5`, ['_3 = copy _2', '_4 = copy _1'], [2]],
        ['return', [], []],
      ],
    };
    expect((await asked(fns)).flows).toEqual([]);
    expect((await asked(fns, foreign)).flows).toHaveLength(1);
  });

  it('lose no flow, and gain none where a block has one statement', async () => {
    const local = fc.integer({ min: 2, max: 5 }).map((n) => `_${n}`);
    const blocks = (most: number) =>
      fc.array(
        fc.record({
          statements: fc.array(
            fc
              .tuple(local, local, fc.boolean())
              .map(
                ([to, from, constant]) => `${to} = ${constant ? 'const k:&str' : `copy ${from}`}`,
              ),
            { minLength: 1, maxLength: most },
          ),
          call: fc.constantFrom('source', 'sink', 'none'),
          local,
          back: fc.nat(4),
        }),
        { minLength: 2, maxLength: 6 },
      );
    const fnsOf = (
      list: readonly { statements: string[]; call: string; local: string; back: number }[],
    ): Fns => ({
      main: [
        ...list.map(({ statements, call, local: at, back }, i) => {
          const term =
            call === 'source'
              ? `call ${VAR}⟨k:&str⟩->${at}`
              : call === 'sink'
                ? `call ${NEW}⟨${at}⟩->_9`
                : 'goto';
          return [term, statements, [i + 1, Math.min(back, i)]] as const;
        }),
        ['return', [], []],
      ],
    });
    const within = fc.asyncProperty(blocks(3), async (list) => {
      const other = (await asked(fnsOf(list), foreign)).flows.map((row) => row.join());
      for (const flow of (await asked(fnsOf(list))).flows) expect(other).toContain(flow.join());
    });
    const same = fc.asyncProperty(blocks(1), async (list) => {
      const [own, other] = [await asked(fnsOf(list)), await asked(fnsOf(list), foreign)];
      expect(other.flows.map((row) => row.join()).sort()).toEqual(
        own.flows.map((row) => row.join()).sort(),
      );
    });
    const numRuns = process.env.MIMIR_DEEP === '1' ? 100 : 8;
    await fc.assert(within, { numRuns, seed: 3 });
    await fc.assert(same, { numRuns, seed: 4 });
  });
});

describe('an empty answer says why', () => {
  it.each<[string, Fns, Partial<TaintParams>, string, RegExp]>([
    ['no bodies', {}, {}, 'empty_gap', /^no bodies/],
    ['no source', { run: shell.run! }, {}, 'empty_fact', /^no source matched: \d+ rows tried/],
    [
      'no sink',
      {
        main: [
          [`call ${VAR}⟨k:&str⟩->_2`, [], [1]],
          ['return', [], []],
        ],
      },
      {},
      'empty_fact',
      /^no sink matched: \d+ rows tried, 1 sources$/,
    ],
    [
      'cut by the limit',
      shell,
      { maxHops: 2 },
      'empty_fact',
      /^every flow cut by hop limit 2; frontier 1 vertices left$/,
    ],
    [
      'no flow',
      {
        main: shell.main!.map(([t, s, n]) => [t, s.map(() => '_3 = const k:&str'), n] as const),
        run: shell.run!,
      },
      {},
      'empty_fact',
      /^1 sources, 1 sinks, no flow$/,
    ],
  ])('%s', async (_, fns, params, state, note) => {
    const report = await ask(fns, params).report();
    expect([report.state, report.total]).toEqual([state, 0]);
    expect(report.notes[0]).toMatch(note);
  });
});

describe('the catalogue', () => {
  it.each<[string, string[][]]>([
    ['std::env::var', [['std', 'env', 'var']]],
    [VAR, [['std', 'env', 'var']]],
    [NEW, [['std', 'process', 'Command', 'new']]],
    [
      'rust cargo std 1.0.0 io/impl#[File][Read]read().',
      [
        ['std', 'io', 'File', 'read'],
        ['std', 'io', 'Read', 'read'],
      ],
    ],
    [
      'scip-typescript npm @types/node 20.1.0 `child_process.d.ts`/`"child_process"`/exec().',
      [['node', 'child_process', 'child_process', 'exec']],
    ],
    [
      'scip-typescript npm typescript 6.0.3 lib/`lib.dom.d.ts`/Body#text().',
      [['typescript', 'Body', 'text']],
    ],
  ])('knows %s by its paths', (callee, paths) => {
    expect(calleePaths(callee)).toEqual(paths);
  });

  it('matches at a segment, never inside a word', () => {
    const index = new PatternIndex([{ p: 'fs.{readFile,open}' }, { p: 'exec' }], ({ p }) => p);
    const found = (callee: string) => index.match(callee).map(({ p }) => p);
    expect([
      found('node fs/readFile().'),
      found('node myfs/open().'),
      found('child_process.exec'),
      found('RegExp.myexec'),
    ]).toEqual([['fs.{readFile,open}'], [], ['exec'], []]);
  });

  it("counts a method's arguments after the receiver only where a table is written so", () => {
    expect([
      isMethod('scip-typescript npm express 4.0.0 index.d.ts/Response#send().'),
      isMethod(VAR),
      isMethod('app Store#put().'),
    ]).toEqual([true, false, true]);
  });

  it.each<[unknown, string]>([
    [3, 'value of catalogue: 3; it takes a catalogue'],
    ['rows.json', 'a file is read where its path follows a @'],
    [{ sauces: [] }, 'unknown member of a catalogue: sauces; did you mean sources?'],
    [{ sinks: {} }, 'sinks of a catalogue: {}; it takes a list of rows'],
    [{ sources: ['x'] }, 'row of sources: "x"; it takes an object with callee, at, kind'],
    [{ sources: [{ callee: 'x', at: 'ret' }] }, 'row of sources without kind: {"callee":"x"'],
    [{ sinks: [{ callee: 'x', args: [0], clas: 'sql' }] }, 'clas; did you mean class?'],
    [{ sinks: [{ callee: 'x', args: ['1'], class: 'sql' }] }, 'args of sinks: ["1"]; it takes'],
    [{ sources: [{ callee: 'x', at: 'return', kind: 'k' }] }, 'at of sources: "return"; it takes'],
    [{ sanitizers: [{ callee: 'x', classes: ['sqll'] }] }, 'unknown class of taint: sqll; did you'],
    [{ propagators: [{ callee: 'x', flow: [1, 0] }] }, 'flow of propagators: [1,0]; it takes'],
    [{ only: 'yes' }, 'only of a catalogue: "yes"; it takes true or false'],
  ])('refuses %j', (catalogue, message) => {
    expect(() => ask(shell, { catalogue: catalogue as never })).toThrow(message);
  });

  it('takes every column that a row may have, and classes of its own', async () => {
    const catalogue = {
      sources: [{ callee: 'env::var', at: 'out1', kind: 'k' }],
      sinks: [{ callee: 'Shell::run', args: '1..', class: 'mine' }],
      sanitizers: [
        { callee: 'clean', classes: 'all but mine', at: 'guard', arg: 1 },
        { callee: 'clean', classes: ['mine', 'sql'] },
      ],
      propagators: [{ callee: 'keep', flow: [['all', -1]], element: true, callback: 'none' }],
    };
    const { notes } = await ask(shell, { catalogue: catalogue as never }).report();
    expect(notes.at(-1)).toBe(
      'words that no callee has: catalogue source env::var, catalogue sink Shell::run, catalogue sanitizer clean, catalogue sanitizer clean, catalogue propagator keep; the table of calls tells the labels',
    );
  });

  it('names the words of the user that no callee has, beside flows too', async () => {
    const { state, notes } = await ask(shell, {
      source: ['env/var', 'env/vra'],
      sink: ['Shell#run'],
      sanitizer: ['run().'],
    }).report();
    expect([state, notes.at(-1)]).toEqual([
      'complete',
      'words that no callee has: source env/vra, sink Shell#run; the table of calls tells the labels',
    ]);
    const none = await ask(shell, { source: ['env/var'] }).report();
    expect(none.notes.filter((note) => note.startsWith('words'))).toEqual([]);
  });

  it('may replace the built-in rows', async () => {
    const catalogue = {
      only: true,
      sources: [],
      sinks: [],
      sanitizers: [],
      propagators: [],
      written: false,
    };
    expect((await ask(shell, { catalogue }).report()).summary).toMatchObject({
      sources: 0,
      sinks: 0,
    });
  });

  it('refuses a class that no row has, with the nearest name', async () => {
    await expect(
      startRun(taint, graphOfBodies(shell), { classes: ['comand'] }).report(),
    ).rejects.toThrow(/unknown class of taint: comand; .*command/);
  });
});
