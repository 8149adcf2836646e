import { describe, expect, it } from 'vitest';
import { fromRows } from '../../src/table/index.js';
import { Desk } from './bench.js';
import { FakeEngine } from './fake-engine.js';

const UP = '\x1b[A';
const DOWN = '\x1b[B';

describe('the prompt', () => {
  it('runs a cell and keeps source and value in the scrollback', async () => {
    const desk = await (await Desk.open()).type('1 + 1\r');
    expect(desk.printed).toBe('mimir> 1 + 1\nvalue of 1 + 1\n');
    expect(desk.lines).toEqual([
      'mimir> ',
      'fixtures/arrow-js · 1 cell · tab completes · F1 help · ctrl-d exit',
    ]);
  });

  it('shortens the path of the dump in a narrow terminal, not what helps', async () => {
    const desk = await Desk.open(new FakeEngine(), { columns: 60, rows: 20 });
    expect(desk.lines).toEqual([
      'mimir> ',
      'fixt…ow-js · 0 cells · tab completes · F1 help · ctrl-d exit',
    ]);
  });

  it('breaks the line while a cell goes on, indents it, and runs it whole', async () => {
    const desk = await (await Desk.open()).type('const f = () => {\r');
    expect(desk.lines.slice(0, 2)).toEqual(['mimir> const f = () => {', '   ...   ']);
    await desk.type('return 1\r', '}\r');
    expect(desk.engine.asked).toEqual(['const f = () => {\n  return 1\n}']);
  });

  it('takes a paste of several lines as one cell and pasted cells one after the other', async () => {
    const desk = await (
      await Desk.open()
    ).type('\x1b[200~const a = 1\nconst b = 2\n\x1b[201~', '\r', 'a\rb\r');
    expect(desk.engine.asked).toEqual(['const a = 1\nconst b = 2', 'a', 'b']);
  });

  it('says diagnostics with line and column, and shows the line', async () => {
    const engine = new FakeEngine().on('let a\nlet b: x', {
      status: 'diagnostics',
      diagnostics: [{ line: 2, col: 8, code: 2304, message: "Cannot find name 'x'." }],
    });
    const desk = await (await Desk.open(engine)).type('\x1b[200~let a\nlet b: x\x1b[201~\r');
    expect(desk.printed).toContain("2:8 Cannot find name 'x'.\n  2 │ let b: x\n");
  });

  it('breaks a long diagnostic at blanks in a narrow terminal, its indent kept', async () => {
    const engine = new FakeEngine().on('q', {
      status: 'diagnostics',
      diagnostics: [
        {
          line: 1,
          col: 1,
          code: 2322,
          message: 'No type alpha beta.\n  Property gamma is missing.',
        },
      ],
    });
    const desk = await (await Desk.open(engine, { columns: 20, rows: 24 })).type('q\r');
    expect(desk.printed).toContain('1:1 No type alpha\nbeta.\n  Property gamma is\n  missing.\n');
  });

  it('shows an error of a cell without a stack of ours', async () => {
    const engine = new FakeEngine().on('f()', {
      status: 'error',
      error: { name: 'TypeError', message: 'no f', frames: ['at cell:1:1'] },
    });
    const desk = await (await Desk.open(engine)).type('f()\r');
    expect(desk.printed).toContain('TypeError: no f\n  at cell:1:1\n');
  });

  it('walks through history, past the lines of the cell first', async () => {
    const desk = await (await Desk.open()).type('one\r', 'two\r');
    await desk.type(UP, UP);
    expect(desk.bench.buffer.text).toBe('one');
    await desk.type(DOWN, DOWN);
    expect(desk.bench.buffer.text).toBe('');
  });

  it('searches history with ctrl-r, goes on to older, and gives up with escape', async () => {
    const desk = await (await Desk.open()).type('lens.dsm()\r', 'dump\r', 'lens.hub()\r', 'draft');
    await desk.type('\x12', 'lens');
    expect(desk.bench.buffer.text).toBe('lens.hub()');
    expect(desk.screen).toContain('history> lens');
    await desk.type('\x12');
    expect(desk.bench.buffer.text).toBe('lens.dsm()');
    await desk.type('\x1b');
    expect(desk.bench.buffer.text).toBe('draft');
    await desk.type('\x12', 'dum', '\r');
    expect(desk.engine.asked.at(-1)).toBe('dump');
  });

  it('completes what is certain, shows a menu for the rest, and takes the chosen one', async () => {
    const engine = new FakeEngine();
    engine.completions = {
      start: 5,
      end: 6,
      items: [
        { name: 'dsm', kind: 'method', insert: 'dsm' },
        { name: 'dsmDiff', kind: 'method', insert: 'dsmDiff' },
      ],
    };
    const desk = await (await Desk.open(engine)).type('lens.d', '\t');
    expect(desk.bench.buffer.text).toBe('lens.dsm');
    expect(desk.lines[1]).toMatch(/dsm +method/);
    expect(desk.screen).toContain('About lens.dsm.');
    await desk.type('\t', '\r');
    expect(desk.bench.buffer.text).toBe('lens.dsmDiff');
    expect(engine.asked).toEqual([]);
  });

  it('answers ?x with the type and the documentation', async () => {
    const desk = await (await Desk.open()).type('?dump\r', 'dump?\r');
    expect(desk.printed).toBe('const dump: number\nAbout dump.\n'.repeat(2));
  });

  it('undoes, cuts and pastes back', async () => {
    const desk = await (await Desk.open()).type('alpha beta', '\x17');
    expect(desk.bench.buffer.text).toBe('alpha ');
    await desk.type('\x19\x19');
    expect(desk.bench.buffer.text).toBe('alpha betabeta');
    await desk.type('\x1f\x1f\x1f');
    expect(desk.bench.buffer.text).toBe('alpha beta');
  });

  it('clears the line with ctrl-c, and leaves with ctrl-d on an empty one', async () => {
    const desk = await (await Desk.open()).type('half', '\x03');
    expect(desk.bench.buffer.text).toBe('');
    await desk.type('\x04');
    expect(await desk.bench.done).toBe(0);
  });
});

describe('a running cell', () => {
  it('runs cells in the order in which they came, however slowly history is written', async () => {
    const desk = await Desk.open();
    let slow = 40;
    desk.bench.options.history.add = () =>
      new Promise((resolve) => setTimeout(resolve, (slow -= 20)));
    await desk.type('first\rsecond\r');
    await desk.until(() => desk.engine.asked.length === 2);
    expect(desk.engine.asked).toEqual(['first', 'second']);
  });

  it('streams its output by lines and shows the open line and the progress below', async () => {
    const engine = new FakeEngine().on('slow', {
      wait: Infinity,
      events: [
        { type: 'stdout', text: 'one\ntwo' },
        { type: 'progress', what: 'matrix', done: 50, total: 200 },
      ],
    });
    const desk = await (await Desk.open(engine)).type('slow\r');
    await desk.settle();
    expect(desk.printed).toContain('one\n');
    expect(desk.printed).not.toContain('two');
    expect(desk.lines[0]).toBe('two');
    expect(desk.lines[1]).toMatch(/^matrix ━+─+ +25%/);
    expect(desk.lines[2]).toMatch(/^running .* ctrl-c interrupts/);
    await desk.type('\x03');
    expect(desk.printed).toContain('two\ninterrupted; variables are still there\n');
  });

  it('lets the next cell be typed, lines it up, and drops what waits when one fails', async () => {
    const engine = new FakeEngine().on('slow', {
      wait: Infinity,
      status: 'error',
      error: { name: 'Error', message: 'no', frames: [] },
    });
    const desk = await (await Desk.open(engine)).type('slow\r', 'next\r');
    expect(desk.screen).toContain('1 waiting');
    engine.proceed();
    await desk.until(() => desk.printed.includes('not run'));
    expect(engine.asked).toEqual(['slow']);
    expect(desk.printed).toContain('1 waiting cell not run');
  });

  it('restarts the host on a second ctrl-c', async () => {
    const engine = new FakeEngine().on('stuck', { wait: Infinity });
    engine.interrupt = () => (engine.interrupts++, Promise.resolve());
    const desk = await (await Desk.open(engine)).type('stuck\r', '\x03');
    expect(desk.screen).toContain('ctrl-c again restarts the host');
    await desk.type('\x03');
    expect([engine.interrupts, engine.resets]).toEqual([1, 1]);
    expect(desk.printed).toContain('the host restarted: variables are gone');
    expect(desk.printed).not.toContain('still there');
    expect(desk.screen).not.toContain('restarting');
  });

  it('asks for a line when a cell does, and hides a password', async () => {
    const engine = new FakeEngine().on('ask', {
      wait: Infinity,
      events: [{ type: 'input', prompt: 'name? ', password: true }],
    });
    const desk = await (await Desk.open(engine)).type('ask\r', 'Ann');
    expect(desk.screen).toContain('name? •••');
    await desk.type('\r');
    expect(engine.answered).toBe('Ann');
  });
});

describe('values', () => {
  it('shows a table fitted to the width, with types and what is left out', async () => {
    const engine = new FakeEngine();
    engine.table(
      't',
      fromRows(
        ['label'],
        [
          { name: 'label', type: 'text' },
          { name: 'fan_in', type: 'integer' },
        ],
        Array.from({ length: 40 }, (_, i) => [`src/a/very/long/path/number${i}.ts`, i]),
      ),
    );
    const desk = await (await Desk.open(engine, { columns: 40, rows: 24 })).type('t\r');
    const lines = desk.printed.split('\n');
    expect(lines[1]).toMatch(/^label +fan_in$/);
    expect(lines[2]).toMatch(/^text +int$/);
    expect(Math.max(...lines.map((l) => l.length))).toBeLessThanOrEqual(40);
    expect(desk.printed).toContain('of 40 rows');
  });

  it('shows a run as its steps', async () => {
    const engine = new FakeEngine().on('run', {
      result: { bundle: { 'text/plain': 'Run' }, handle: { handle: 'r', kind: 'run' } },
    });
    const desk = await (await Desk.open(engine)).type('run\r');
    expect(desk.printed).toContain(
      'dsm · Design structure matrix\nWhich modules depend on which?\n○ scope   not run',
    );
  });

  it('cuts endless text and counts the rest', async () => {
    const engine = new FakeEngine().on('x', {
      result: { bundle: { 'text/plain': 'y'.repeat(100_000) } },
    });
    const desk = await (await Desk.open(engine)).type('x\r');
    expect(desk.printed.length).toBeLessThan(41_000);
    expect(desk.printed).toContain('… 60000 more characters');
  });
});

describe('commands', () => {
  it('lists them, and names the nearest of an unknown one', async () => {
    const desk = await (await Desk.open()).type('.help\r', '.stepps\r');
    expect(desk.printed).toContain('.steps');
    expect(desk.printed).toContain('unknown command: .stepps; did you mean .steps?');
  });

  it('replays a saved study by its name, and leaves the session alone', async () => {
    const desk = await (await Desk.open()).type('a = 1\r', '.replay layers\r');
    await desk.settle();
    expect(desk.engine.resets).toBe(0);
    expect(desk.printed).toContain('study layers: of 80 columns\n✓ run dsm: holds');
  });

  it('shows how far a command is, and stops it with ctrl-c', async () => {
    const desk = await Desk.open();
    desk.engine.endless = 'path';
    desk.bench.submit('.path a -> b').catch(() => undefined);
    await desk.until(() => desk.engine.called);
    desk.engine.tell({ type: 'progress', what: 'paths', done: 5, total: 10 });
    await desk.until(() => desk.screen.includes('.path a -> b · running'));
    expect(desk.screen).toMatch(/^paths ━+─+ +50%/m);
    await desk.type('\x03');
    await desk.until(() => !desk.bench.busy);
    expect(desk.engine.interrupts).toBe(1);
    expect(desk.printed).toContain('interrupted: the call');
    expect(desk.screen).not.toContain('running');
  });

  it('shows how far the replay of a study is that is being saved', async () => {
    const desk = await Desk.open();
    desk.engine.endless = 'save';
    desk.bench.submit('.save layers How it is layered').catch(() => undefined);
    await desk.until(() => desk.engine.called);
    desk.engine.tell({ type: 'progress', what: 'cells run', done: 1, total: 4 });
    await desk.until(() => desk.screen.includes('.save layers How it is layered · running'));
    expect(desk.screen).toMatch(/^cells run ━+─+ +25%/m);
    await desk.type('\x03');
    await desk.until(() => !desk.bench.busy);
    expect(desk.printed).toContain('interrupted: the call');
  });

  it('replays the cells of the session in a fresh host', async () => {
    const desk = await (await Desk.open()).type('a = 1\r', '.replay\r');
    await desk.settle();
    expect(desk.engine.resets).toBe(1);
    expect(desk.engine.asked).toEqual(['a = 1', 'a = 1']);
  });

  it('says in one line what is missing', async () => {
    const desk = await (await Desk.open()).type('.steps\r', '.save\r', '.load nowhere.ts\r');
    expect(desk.printed).toContain('no run yet');
    expect(desk.printed).toContain('name missing: .save NAME');
    expect(desk.printed).toContain('file not readable: nowhere.ts');
  });
});
