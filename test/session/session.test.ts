import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStyle } from '../../src/repl/terminal/style.js';
import { resultLines } from '../../src/repl/transcript.js';
import type { Engine, EngineEvent, Evaluation } from '../../src/engine/index.js';
import { createCellRunner, createSession, type RunView } from '../../src/session/index.js';
import { parseStudy, type CellOutcome } from '../../src/study/index.js';
import { relationFromArrow, rowsOf } from '../../src/table/index.js';

const dump = path.resolve('fixtures/arrow-js');

let engine: Engine;
const events: EngineEvent[] = [];

beforeAll(async () => {
  engine = createSession({ dump });
  await engine.ready;
});

afterAll(() => engine.close());

async function run(source: string): Promise<Evaluation> {
  events.length = 0;
  return engine.evaluate(source, (event) => events.push(event));
}

async function text(source: string): Promise<unknown> {
  const { result, error, diagnostics } = await run(source);
  return result?.bundle['text/plain'] ?? error?.message ?? diagnostics;
}

const codes = async (source: string): Promise<number[]> =>
  (await run(source)).diagnostics.map(({ code }) => code);

describe('the graph of a session', () => {
  it('is loaded before the first cell that names it, with progress', async () => {
    expect(await text('1 + 1')).toBe('2');
    expect(events).toEqual([]);
    expect(Number(await text('graph.nodeCount'))).toBeGreaterThan(1000);
    expect(events.map(({ type }) => type)).toContain('progress');
  });

  it('reads synchronously from then on', async () => {
    expect(await text('typeof graph.label(graph.nodesOf("class")[0]!)')).toBe("'string'");
  });

  it('has kinds and crates as literal types, so that a misspelled one is a type error', async () => {
    await run('graph');
    expect(await codes('graph.nodesOf("clazz")')).toEqual([2345]);
    expect(await codes('graph.scope({ crates: ["apache-arow"] })')).toEqual([2820]);
    expect(await codes('graph.scope({ crates: ["apache-arrow"] })')).toEqual([]);
  });

  it('is told apart by its dump', async () => {
    expect(await text('dump')).toMatch(
      /^dump .*arrow-js \(chosen by: argument\)\n {2}key {5}[0-9a-f]{16}…\n {2}made by mimir-typescript.*typed\n {2}calls {3}\d+, of which \d+ without a callee\n/,
    );
    expect(await text('(await open("fixtures/arrow-js")).dumpKey === dump.key')).toBe('true');
  });
});

describe('a lens in a cell', () => {
  it('is listed with its question', async () => {
    const { result } = await run('lens.list()');
    expect(result?.handle).toMatchObject({ kind: 'table' });
    expect(result?.bundle['text/plain']).toContain('dsm');
  });

  it('has typed parameters, with the nearest name for a wrong one', async () => {
    const { diagnostics } = await run('lens.dsm({ levle: "file" })');
    expect(diagnostics[0]?.message).toContain("Did you mean to write 'level'?");
    expect(await codes('lens.dsm({ strict: 1 })')).toEqual([2322]);
    expect(await codes('lens.dmsx()')).toEqual([2339]);
  });

  it('has the nearest name for one of which letters changed places, and none for a far one', async () => {
    const messages = async (cell: string) =>
      (await run(cell)).diagnostics.map(({ message }) => message);
    expect(await messages('lens.dms()')).toEqual([
      "Property 'dms' does not exist on type 'MimirLenses'. Did you mean 'dsm'?",
    ]);
    expect(await messages('lens.zzz()')).toEqual([
      "Property 'zzz' does not exist on type 'MimirLenses'.",
    ]);
  });

  it('refuses an unknown name at run time too', async () => {
    expect(await text('(lens as any).dmsx()')).toBe('unknown lens: dmsx; did you mean dsm?');
  });

  it('runs step by step, each step with its table and its chart', async () => {
    const { result } = await run('const byFile = lens.dsm({ level: "file" }); await byFile.next()');
    expect(result?.handle).toMatchObject({ kind: 'table' });
    expect(result?.bundle).toHaveProperty('text/html');
    expect(await codes('byFile.table("no-step")')).toEqual([2345]);
    expect((await run('byFile.chart("modules")')).result?.handle).toMatchObject({ kind: 'chart' });
    expect(await text('byFile.table("visibility")')).toBe(
      "step that has not run: dsm.visibility; run it with until('visibility')",
    );
  });

  it('gives Arquero tables, so that verbs work on them', async () => {
    await run('await byFile.until("visibility")');
    expect(
      await text('byFile.table("visibility").rollup({ n: "d => op.count()" }).objects()[0]'),
    ).toBe(`{ n: ${String(await text('byFile.relation("visibility").rowCount'))} }`);
    const { result } = await run('byFile.table("visibility").orderby(aq.desc("vfi")).slice(0, 3)');
    expect(result?.handle).toMatchObject({ kind: 'table', rows: 3 });
  });

  it('draws with Plot over a table of a step', async () => {
    const { result } = await run(
      'Plot.plot({ marks: [Plot.dot(byFile.table("visibility"), { x: "vfi", y: "vfo" })] })',
    );
    expect(result?.handle).toMatchObject({ kind: 'chart' });
    expect(String(result?.bundle['image/svg+xml'])).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/,
    );
    expect((await run('Plot.barY([1, 2, 3]).plot()')).result?.bundle).toHaveProperty(
      'image/svg+xml',
    );
  });

  it('shares what a changed parameter does not touch', async () => {
    await run('await byFile.finish(); const strictly = await byFile.retune({ exactLimit: 11 })');
    expect(await text('strictly.steps.map((s) => s.status).join()')).toMatch(
      /^'reused,reused,reused,done/,
    );
  });

  it('answers with a report', async () => {
    expect(await text('(await byFile.report({ limit: 0 })).state')).toBe("'complete'");
    expect(await text('await byFile.report()')).toMatch(/^dsm {2}complete/);
  });

  it('sets a report to the width of who shows it', async () => {
    const { result } = await run('await byFile.report()');
    expect(result?.handle?.kind).toBe('text');
    const paper = {
      engine,
      style: createStyle({ color: false, escapes: false, links: false }),
      width: 60,
      height: 40,
      prompt: '',
      more: '',
    };
    const lines = await resultLines(result!.bundle, result!.handle, paper);
    expect(lines[0]).toMatch(/^dsm {2}complete/);
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
    const wide = await resultLines(result!.bundle, result!.handle, { ...paper, width: 100 });
    expect(Math.max(...wide.map((line) => line.length))).toBeGreaterThan(80);
  });

  it('of one’s own runs like the others', async () => {
    await run(`import { defineLens, param } from "mimir-workbench";
      const counting = defineLens({ id: "counting", version: 1, title: "Counting", question: "How many?", facts: [], params: { kind: param.text({ default: "class", doc: "kind of node" }) } })
        .step({ id: "count", title: "Count", formula: "n", params: ["kind"], inputs: [], key: ["kind"], run: ({ graph }, { kind }) => {
          const nodes = graph.nodesOf(kind).length;
          return { state: { nodes }, table: () => fromRows(["kind"], [{ name: "kind", type: "text" }, { name: "nodes", type: "integer" }], [[kind, nodes]]) };
        } })
        .answer(({ states }) => ({ state: "complete", population: { nodes: states.count.nodes }, summary: { nodes: states.count.nodes }, findings: fromRows([], [], []), notes: [] }));
      import { fromRows } from "mimir-workbench"; const counted = lens.run(counting, { kind: "interface" });`);
    expect(await text('await counted.finish(); counted.table("count").objects()[0]')).toMatch(
      /kind: 'interface', nodes: \d+/,
    );
    expect(await codes('counted.table("cuont")')).toEqual([2345]);
  });
});

describe('a run at its handle', () => {
  let handle = '';
  const view = async (method: string, argument: unknown = null): Promise<RunView> =>
    (await engine.comm(handle, method, argument)) as RunView;
  const states = ({ steps }: RunView): string[] => steps.map(({ status }) => status);

  beforeAll(async () => {
    handle = (await run('lens.dsm({ level: "folder:2" })')).result!.handle!.handle;
  });

  it('lists its steps before any has run', async () => {
    const { lens, params, steps } = await view('steps');
    expect(lens).toBe('dsm');
    expect(params.find(({ name }) => name === 'level')).toMatchObject({
      value: 'folder:2',
      type: { kind: 'text' },
    });
    expect(new Set(steps.map(({ status }) => status))).toEqual(new Set(['pending']));
    expect(steps[0]).toMatchObject({ id: 'modules', hasChart: true, runs: 0 });
  });

  it('goes on one step, and to a step', async () => {
    expect(states(await view('advance')).slice(0, 2)).toEqual(['done', 'pending']);
    const { steps } = await view('until', { step: 'scc' });
    expect(steps.map(({ status }) => status).slice(0, 4)).toEqual([
      'done',
      'done',
      'done',
      'pending',
    ]);
    expect(steps[2]).toMatchObject({ runs: 1 });
  });

  it('gives tables by handles of their own', async () => {
    const info = (await engine.comm(handle, 'table', { step: 'modules' })) as {
      handle: string;
      rows: number;
    };
    const page = await engine.page(info.handle, {
      from: 0,
      count: 2,
      sort: [{ column: 'items', descending: true }],
    });
    const [first, second] = rowsOf(relationFromArrow(page.arrow));
    expect(page.total).toBe(info.rows);
    expect(Number(first![1])).toBeGreaterThanOrEqual(Number(second![1]));
  });

  it.each(['svg', 'html', 'png', 'cells'])('draws a chart as %s', async (form) => {
    const { title, data } = (await engine.comm(handle, 'chart', { step: 'modules', form })) as {
      title: string;
      data: string;
    };
    expect(title).toBe('Declarations in each module');
    expect(data.length).toBeGreaterThan(100);
  });

  it('re-runs only what a changed parameter touches', async () => {
    await view('finish');
    const { reran, shared, steps } = (await view('retune', {
      params: { exactLimit: 10 },
    })) as RunView & { reran: string[]; shared: string[] };
    expect(shared).toEqual(expect.arrayContaining(['modules', 'matrix', 'scc']));
    expect(reran).toContain('cycles');
    expect(steps.find(({ id }) => id === 'modules')?.runs).toBe(1);
  });

  it('refuses what it does not know', async () => {
    await expect(engine.comm(handle, 'untill', {})).rejects.toThrow(
      'unknown method of a run: untill',
    );
    await expect(engine.comm(handle, 'until', { step: 'sc' })).rejects.toThrow(
      'unknown step of dsm: sc; did you mean scc?',
    );
  });

  it('reports and pins', async () => {
    expect(await engine.comm(handle, 'report', { limit: 0 })).toMatchObject({
      lens: 'dsm',
      state: 'complete',
    });
    expect(await engine.comm(handle, 'pin', { step: 'scc', name: 'groups' })).toMatchObject({
      name: 'groups',
    });
  });

  it('tells the cell that would have made a pin, so that a study can keep it', async () => {
    const own = (await run('lens.dsm()')).result!.handle!.handle;
    await engine.comm(own, 'retune', { params: { level: 'folder:2' } });
    const pinned = (await engine.comm(own, 'pin', { step: 'scc', name: 'from a view' })) as {
      source: string;
    };
    expect(pinned.source).toBe(
      [
        '{',
        '  const run = lens.dsm({ level: "folder:2" });',
        '  await run.until("scc");',
        '  pin("from a view", run.relation("scc"));',
        '}',
      ].join('\n'),
    );
    const before = (await engine.comm('session', 'records', null)) as CellOutcome;
    expect(await codes(pinned.source)).toEqual([]);
    const after = (await engine.comm('session', 'records', null)) as CellOutcome;
    const named = ({ pins }: CellOutcome) => pins.find(({ name }) => name === 'from a view');
    expect(named(after)).toEqual(named(before));
    await expect(engine.comm(own, 'pin', { step: 'scc', name: 'from a view' })).rejects.toThrow(
      'name that a cell has pinned: from a view',
    );
  });
});

describe('a study of a session', () => {
  it('keeps the cells that took a run further, not only the one that began it', async () => {
    const cwd = mkdtempSync(path.join(tmpdir(), 'mimir-saved-'));
    const own = createSession({ dump: path.resolve('fixtures/arrow-js'), cwd });
    for (const source of [
      'const idle = 1',
      'const folders = lens.dsm({ level: "folder:1" })',
      'await folders.until("matrix")',
      'throw new Error(String(pin("broken", idle)))',
    ])
      await own.evaluate(source, () => undefined);
    const walked = await own.evaluate('lens.dsm({ level: "folder:2" })', () => undefined);
    await own.comm(walked.result!.handle!.handle, 'until', { step: 'scc' });
    expect(await own.comm('session', 'save', { name: 'kept' })).toMatch(/\(2 runs, 0 pins\)$/);
    const { cells } = parseStudy(
      readFileSync(path.join(cwd, 'studies', 'kept.study.ts'), 'utf8'),
      'kept',
    );
    expect(cells.map(({ source }) => source)).toEqual([
      'const folders = lens.dsm({ level: "folder:1" })',
      'await folders.until("matrix")',
      'lens.dsm({ level: "folder:2" })',
      'await lens.dsm({ level: "folder:2" }).until("scc");',
    ]);
    await own.close();
    rmSync(cwd, { recursive: true });
  }, 240_000);
});

describe('display and progress in a cell', () => {
  it('show a value before the end, and again in the same place', async () => {
    await run(
      'const place = await display({ a: 1 }); await place.update({ a: 2 }); await display.markdown("**b**"); progress("work", 1, 2); for (const x of progress.over([1, 2], "items")) void x',
    );
    const shown = events.flatMap((event) =>
      event.type === 'display' || event.type === 'update' ? [event] : [],
    );
    expect(shown.map(({ type, bundle }) => [type, bundle['text/plain']])).toEqual([
      ['display', '{ a: 1 }'],
      ['update', '{ a: 2 }'],
      ['display', '**b**'],
    ]);
    expect(new Set(shown.slice(0, 2).map(({ id }) => id)).size).toBe(1);
    expect(events.filter(({ type }) => type === 'progress')).toHaveLength(4);
  });
});

describe('a pin in a cell', () => {
  it('says what was kept, and what a replay will expect of it', async () => {
    const told = async (cell: string) => {
      await run(cell);
      return events.flatMap((event) => (event.type === 'stdout' ? [event.text] : [])).join('');
    };
    expect(await told('pin("answer", 42)')).toBe('pinned answer: 42, expected equal\n');
    expect(await told('pin("list", ["a", "b"], { expect: "subset" })')).toBe(
      'pinned list: 2 rows, expected subset\n',
    );
  });
});

describe('a runner of studies', () => {
  it('gives back pins and finished runs as data', async () => {
    const runner = createCellRunner();
    const outcome = await runner.run(
      [
        'const run = await lens.dsm({ level: "folder:2" }).finish()',
        'pin("modules", run.relation("modules").rowCount)',
        'lens.dsm()',
      ],
      { dump },
    );
    await runner.close();
    expect(outcome.error).toBeUndefined();
    expect(outcome.pins).toMatchObject([{ name: 'modules', expect: 'equal' }]);
    expect(outcome.runs.map(({ name }) => name)).toEqual(['dsm']);
    expect(outcome.dumpKey).toMatch(/^[0-9a-f]{64}$/);
  });

  it('tells the cell that it is at, and names the one that failed', async () => {
    const told: unknown[][] = [];
    const runner = createCellRunner((...report) => told.push(report));
    const outcome = await runner.run(['1', 'throw new Error("here")', '2'], { dump });
    await runner.close();
    expect(told.filter(([what]) => what === 'cells run')).toEqual([
      ['cells run', 0, 3],
      ['cells run', 1, 3],
    ]);
    expect(outcome.error).toMatchObject({ cell: 1 });
    expect(outcome.error?.message).toContain('here');
  });
});

it('a session without a dump says so where the graph is named, and nowhere else', async () => {
  const bare = createSession({ cwd: '/', env: { PATH: process.env['PATH'] } });
  await bare.ready;
  const plain = async (source: string) => {
    const { result, error } = await bare.evaluate(source, () => undefined);
    return error?.message ?? result?.bundle['text/plain'];
  };
  expect(await plain('1 + 1')).toBe('2');
  expect(await plain('lens.list().numRows() > 0')).toBe('true');
  expect(await plain('graph.nodeCount')).toMatch(/^no dump: /);
  await bare.close();
});
