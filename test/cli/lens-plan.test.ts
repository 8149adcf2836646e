import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDumpWriter, formatPayload, parsePayload } from '../../src/dump/index.js';
import type { Report } from '../../src/lens/index.js';
import { mimir } from './command.js';
import { fixtureDump } from './small-dumps.js';

let home = '';
const at = (...names: string[]): string => path.join(home, ...names);
const write = (name: string, text: string): void => writeFileSync(at(name), text);
const configure = (config: object): void => write('mimir.config.json', JSON.stringify(config));
const ask = (...words: string[]) => mimir(['lens', ...words], { cwd: home });

/** A program of two functions: `main` reads a variable of the environment, `run` makes a command of it. */
function leakyDump(out: string): void {
  const writer = createDumpWriter(out);
  const base = 'test cargo app 1.0.0 ';
  const file = 'src/main.rs';
  const common = { crate: 'app', version: '1.0.0', origin: 'local', defined: true } as const;
  const bodies: Record<string, readonly (readonly [string, number, number[]])[]> = {
    main: [
      ['call rust cargo std 1.0.0 env/var().⟨k:&str⟩->_2', 2, [1]],
      [`call ${base}run().⟨_2⟩->_3`, 3, [2]],
      ['return', 4, []],
    ],
    run: [
      ['call rust cargo std 1.0.0 process/impl#[Command]new().⟨_1⟩->_2', 7, [1]],
      ['return', 8, []],
    ],
  };
  for (const [name, blocks] of Object.entries(bodies)) {
    const id = `${base}${name}().`;
    writer.node({ id, kind: 'fn', name, file, line: blocks[0]![1] - 1, ...common });
    blocks.forEach(([term, line, successors], i) => {
      const params = i === 0 ? '_1:String␟_0:()' : '';
      const payload = parsePayload(`0123456789abcdef␞${term}@${line}:3␞␞${params}␞`)!;
      const block = `${id}bb${i}:`;
      writer.node({
        id: block,
        name: `bb${i}`,
        kind: 'mir_block',
        ty: formatPayload(payload),
        ...common,
      });
      writer.edge({ kind: 'CONTAINS', src: id, dst: block });
      for (const to of successors)
        writer.edge({ kind: 'CFG_SUCC', src: block, dst: `${id}bb${to}:` });
    });
  }
  writer.commit({ producer: 'test/1', fidelity: 'typed', unit: 'app' });
}

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'mimir-plan-'));
  await fixtureDump(at('rings'), [
    ['app', 'core'],
    ['core', 'app'],
    ['db', 'queue'],
    ['queue', 'db'],
  ]);
  leakyDump(at('leaky'));
  mkdirSync(at('sources', 'src'), { recursive: true });
  writeFileSync(
    at('sources', 'src', 'main.rs'),
    'fn main() {\n  let k = env::var("K");\n  run(k);\n}\n\nfn run(c: String) {\n  Command::new(c);\n}\n',
  );
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const RINGS = ['--dump', 'rings'];
const CYCLE = ['cycle', 'shop src/db.ts'];
const keys = (report: Report): unknown[] => report.findings.rows.map((row) => row.slice(0, 2));

describe('mimir lens batch', () => {
  it('answers each line of its plan as the lens alone does, in one document', async () => {
    configure({});
    write(
      'plan.jsonl',
      '{"lens": "dsm", "params": {"level": "file"}, "limit": 1}\n{"lens": "misplaced"}\n',
    );
    const { exit, out, err } = await ask('batch', '--plan', 'plan.jsonl', ...RINGS, '--json');
    expect([exit, err]).toEqual([0, '']);
    const { answers, missing } = JSON.parse(out) as { answers: Report[]; missing: string[] };
    const alone = [
      await ask('dsm', ...RINGS, '--level', 'file', '--limit', '1', '--json'),
      await ask('misplaced', ...RINGS, '--json'),
    ].map((one) => JSON.parse(one.out) as Report);
    expect(answers).toEqual(alone);
    expect([missing, answers.map(({ total, shown }) => [total, shown])]).toEqual([
      [],
      [
        [2, 1],
        [0, 0],
      ],
    ]);
  });

  it('tells the time of each lens on stderr with --trace, and the answers stay the same', async () => {
    const words = ['batch', '--plan', 'plan.jsonl', ...RINGS, '--json'];
    const plain = await ask(...words);
    const traced = await ask(...words, '--trace');
    expect(traced.out).toBe(plain.out);
    expect(traced.err.match(/^[\w-]+(?=: [\d.]+ ms$)/gm)).toEqual(['dsm', 'misplaced']);
  });

  it.each([
    ['no plan', ['batch'], 'no plan named'],
    ['a plan that is not there', ['batch', '--plan', 'gone.jsonl'], 'plan cannot be read: gone'],
    ['a line that asks for no lens', ['batch', '--plan', 'bad.jsonl'], 'line 1 of the plan'],
    ['a plan that asks nothing', ['batch', '--plan', 'empty.jsonl'], 'plan without a question'],
    ['a mistake in its third line', ['batch', '--plan', 'third.jsonl'], 'line 3 of the plan'],
    ['both documents at once', ['batch', '--json', '--sarif'], 'cannot be used with'],
  ])('exits with 2 for %s', async (_, words, message) => {
    write('bad.jsonl', '{"lens": "dms"}\n');
    write('empty.jsonl', '\n');
    write('third.jsonl', '{"lens": "dsm"}\n\n{"lens": "dsm", "params": {"levle": "file"}}\n');
    const { exit, out, err } = await ask(...words, ...RINGS);
    expect([exit, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('answers the other lines when one can not be asked of this dump, and exits with 2', async () => {
    const refused = '{"lens": "chokepoints", "params": {"entry": ["nope"], "sink": ["app"]}}';
    write('refused.jsonl', `${refused}\n{"lens": "dsm"}\n`);
    const { exit, out, err } = await ask('batch', '--plan', 'refused.jsonl', ...RINGS, '--json');
    const { answers } = JSON.parse(out) as { answers: Report[] };
    expect([exit, answers.map(({ lens, state }) => [lens, state])]).toEqual([
      2,
      [
        ['chokepoints', 'invalid_argument'],
        ['dsm', 'complete'],
      ],
    ]);
    expect([answers[0]!.notes[0], err]).toEqual([
      expect.stringContaining('nope'),
      expect.stringMatching(/^mimir: no answer from chokepoints: .*nope.*\n$/),
    ]);
    const { out: text } = await ask('batch', '--plan', 'refused.jsonl', ...RINGS);
    expect(text).toMatch(/^chokepoints {2}no answer: the question is not well put/);
    expect(text).toMatch(/^dsm {2}complete$/m);
  });

  it('exits with the worst of its answers: 1 for findings, 2 where one could not be given', async () => {
    write('gap.jsonl', '{"lens": "dsm"}\n{"lens": "taint"}\n');
    write('rings.jsonl', '{"lens": "dsm"}\n');
    const gate = [...RINGS, '--json', '--fail-on-findings'];
    expect((await ask('batch', '--plan', 'rings.jsonl', ...gate)).exit).toBe(1);
    const gap = await ask('batch', '--plan', 'gap.jsonl', ...gate);
    expect([gap.exit, gap.err]).toEqual([
      2,
      expect.stringMatching(/^mimir: no answer from taint: empty_gap; needs mir_block/),
    ]);
  });
});

describe('mimir lens all', () => {
  const asked = async (...words: string[]) => {
    const { out } = await ask('all', ...RINGS, '--json', ...words);
    return JSON.parse(out) as { answers: Report[]; missing: string[] };
  };

  it('asks the default set and names what is not here', async () => {
    configure({});
    const { answers, missing } = await asked();
    expect(answers.map(({ lens }) => lens)).toEqual(['twins', 'dsm', 'misplaced', 'taint']);
    expect(missing).toContain('dispatch-erosion');
  });

  it('tells a reader which lenses it did not ask, and how to', async () => {
    configure({});
    const { out } = await ask('all', ...RINGS);
    expect(out).toMatch(/^not asked: gate-bypass, chokepoints, .*--lens names one/ms);
    expect(out).toMatch(/not in this workbench: size, dispatch-erosion/);
  });

  it('asks the lenses that its inputs allow, which the configuration may give', async () => {
    const words = ['--entry', 'app', '--sink', 'db', '--choke', 'core'];
    const { answers } = await asked(...words);
    expect(answers.map(({ lens }) => lens)).toEqual([
      'gate-bypass',
      'twins',
      'dsm',
      'misplaced',
      'taint',
      'chokepoints',
    ]);
    expect(answers.at(-1)!.params).toMatchObject({ entry: ['app'], sink: ['db'] });
    configure({ entries: ['app'], sinks: ['db'], gates: ['core'] });
    expect((await asked()).answers.map(({ lens, params }) => [lens, params['sink']])).toEqual(
      answers.map(({ lens, params }) => [lens, params['sink']]),
    );
    configure({});
  });

  it('asks only those named, of one scope', async () => {
    const { answers } = await asked('--lens', 'dsm', '--lens', 'dsm', '--crate', 'shop');
    expect(answers.map(({ lens, params }) => [lens, params['crate']])).toEqual([['dsm', ['shop']]]);
  });
});

describe('suppressions', () => {
  const accept = (...key: string[]) => ({ lens: 'dsm', key, reason: 'known' });

  it('leave their findings out, keep the counts, and say so', async () => {
    configure({});
    const all = JSON.parse((await ask('dsm', ...RINGS, '--json')).out) as Report;
    expect(keys(all)).toContainEqual(CYCLE);
    configure({ suppressions: [accept(...CYCLE)] });
    const { exit, out } = await ask('dsm', ...RINGS, '--json', '--fail-on-findings');
    const rest = JSON.parse(out) as Report;
    expect(exit).toBe(1);
    expect(keys(rest)).toEqual(keys(all).filter((key) => String(key) !== String(CYCLE)));
    expect([rest.total, rest.shown, rest.notes]).toEqual([2, 1, ['1 finding suppressed']]);
  });

  it('that leave nothing let a gate pass', async () => {
    const all = JSON.parse((await ask('dsm', ...RINGS, '--json')).out) as Report;
    configure({
      suppressions: [accept(...CYCLE), ...keys(all).map((key) => accept(...(key as string[])))],
    });
    expect((await ask('dsm', ...RINGS, '--fail-on-findings')).exit).toBe(0);
  });

  it('that match nothing are a note, and hide nothing', async () => {
    configure({ suppressions: [accept('cycle', 'gone'), { ...accept('x'), lens: 'twins' }] });
    const report = JSON.parse((await ask('dsm', ...RINGS, '--json')).out) as Report;
    expect([report.shown, report.notes]).toEqual([
      2,
      ['suppression that matches nothing: cycle | gone'],
    ]);
    configure({});
  });
});

describe('suppressions of a lens', () => {
  it('that is none are a fault of the configuration, whatever is asked', async () => {
    configure({ suppressions: [{ lens: 'dms', key: ['a'], reason: 'known' }] });
    for (const words of [['dsm'], ['all', '--lens', 'dsm']]) {
      const { exit, out, err } = await ask(...words, ...RINGS);
      expect([exit, out]).toEqual([2, '']);
      expect(err).toMatch(/suppression of an unknown lens: dms; did you mean dsm\?/);
    }
    configure({});
  });

  it('are read in the manual spelling, and for judges too', async () => {
    const key = ['a'];
    configure({
      suppressions: [
        { lens: 'near_clones', key, reason: 'known' },
        { lens: 'tree-clones', key, reason: 'known' },
      ],
    });
    expect((await ask('dsm', ...RINGS)).exit).toBe(0);
    configure({});
  });
});

interface Sarif {
  readonly version: string;
  readonly runs: {
    readonly tool: { readonly driver: { readonly rules: { readonly id: string }[] } };
    readonly results: {
      readonly ruleId: string;
      readonly suppressions?: { justification: string }[];
      readonly codeFlows?: { threadFlows: { locations: unknown[] }[] }[];
    }[];
  }[];
}

describe('--sarif', () => {
  it('is one log; an accepted finding stays, with its reason', async () => {
    configure({ suppressions: [{ lens: 'dsm', key: CYCLE, reason: 'known' }] });
    const { exit, out } = await ask('dsm', ...RINGS, '--sarif');
    const { version, runs } = JSON.parse(out) as Sarif;
    expect([exit, version, runs[0]!.tool.driver.rules.map(({ id }) => id)]).toEqual([
      0,
      '2.1.0',
      ['dsm'],
    ]);
    expect(
      runs[0]!.results.map(({ suppressions }) => suppressions?.[0]!.justification).sort(),
    ).toEqual(['known', undefined]);
    configure({});
  });

  it('holds all lenses of a plan, a rule each, and a path as a flow', async () => {
    const { out } = await ask(
      'all',
      '--dump',
      'leaky',
      '--lens',
      'taint',
      '--lens',
      'dsm',
      '--sarif',
    );
    const [run] = (JSON.parse(out) as Sarif).runs;
    expect(run!.tool.driver.rules.map(({ id }) => id)).toEqual(['taint', 'dsm']);
    const [flow] = run!.results.filter(({ ruleId }) => ruleId === 'taint');
    expect(flow!.codeFlows![0]!.threadFlows[0]!.locations.length).toBe(4);
  });
});

describe('a structured parameter', () => {
  it('can be read from a file', async () => {
    const spec = { sink: ['db'], choke: ['core'], entry: ['app'] };
    write('gate.json', `${JSON.stringify(spec)}\n`);
    const words = ['gate-bypass', ...RINGS, '--json', '--spec'];
    const { exit, out } = await ask(...words, '@gate.json');
    expect([exit, (JSON.parse(out) as Report).params]).toEqual([
      0,
      expect.objectContaining({ spec }),
    ]);
    expect((await ask(...words, JSON.stringify(spec))).out).toBe(out);
    const gone = await ask(...words, '@gone.json');
    expect([gone.exit, gone.err]).toEqual([2, 'mimir: spec cannot be read: gone.json\n']);
  });
});

describe('mimir lens taint', () => {
  it('takes classes one by one or as a list', async () => {
    const words = ['taint', '--dump', 'leaky', '--json', '--classes'];
    const { out } = await ask(...words, 'command,user');
    expect(JSON.parse(out)).toMatchObject({ params: { classes: ['command', 'user'] }, total: 1 });
    expect((await ask(...words, 'command', '--classes', 'user')).out).toBe(out);
  });
});

describe('--src', () => {
  it('shows the source line of each step of a path', async () => {
    const plain = await ask('taint', '--dump', 'leaky');
    const { exit, out } = await ask('taint', '--dump', 'leaky', '--src', 'sources');
    expect([exit, out.startsWith(plain.out.trimEnd())]).toEqual([0, true]);
    const shown = out.slice(plain.out.trimEnd().length);
    const lines = ['run(k);', 'Command::new(c);'].map((line) => shown.includes(`│   ${line}\n`));
    expect(lines).toEqual([true, true]);
  });

  it('exits with 2 when there is no such folder', async () => {
    const { exit, err } = await ask('taint', '--dump', 'leaky', '--src', 'nowhere');
    expect([exit, err]).toEqual([2, 'mimir: no folder of sources: nowhere\n']);
  });
});
