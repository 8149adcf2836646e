import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type EngineEvent } from '../../src/engine/index.js';

const folder = mkdtempSync(path.join(tmpdir(), 'mimir-engine-'));

/** A prelude as small as one can be, that uses every hook. */
const PRELUDE = `
export function start(host) {
  let opened = 0;
  return {
    globals: {
      get lazily() { return opened; },
      ask: (prompt) => host.input(prompt, false),
      tell: (what, done, total) => host.emit({ type: 'progress', what, done, total }),
      show: async (value) => { const { bundle, handle } = await host.present(value); host.emit({ type: 'display', id: 'd1', bundle, ...(handle && { handle }) }); },
      args: host.args,
      stopFlag: () => host.stopFlag(),
    },
    declarations: () => 'declare const lazily: ' + (opened ? '1' : 'number') + '; declare function ask(prompt: string): Promise<string>; declare function tell(what: string, done: number, total?: number): void; declare function show(value: unknown): Promise<void>; declare const args: { a: number }; declare function stopFlag(): Int32Array;',
    before: async (cell) => { if (cell.reads.includes('lazily')) { host.emit({ type: 'progress', what: 'opening', done: 1 }); opened++; } },
    present: async (value) => Array.isArray(value) ? { bundle: { 'text/plain': 'rows ' + value.length }, keep: { kind: 'table', rows: value.length } } : undefined,
    page: async (value, { from, count }) => ({ arrow: Uint8Array.from(value.slice(from, from + count)), total: value.length }),
    comm: async (value, method, argument) => value === null ? { session: method, argument } : [method, value.length, argument],
  };
}
`;

let engine: Engine;
const events: EngineEvent[] = [];

beforeAll(async () => {
  const prelude = path.join(folder, 'prelude.mjs');
  writeFileSync(prelude, PRELUDE);
  engine = createEngine({ prelude, cwd: folder, args: { a: 5 } });
  await engine.ready;
});

afterAll(() => engine.close());

const run = (source: string) => {
  events.length = 0;
  return engine.evaluate(source, (event) => events.push(event));
};

const text = async (source: string) => (await run(source)).result?.bundle['text/plain'];

describe('a prelude', () => {
  it('gives names to cells, with their types', async () => {
    expect(await text('args.a + 1')).toBe('6');
    expect((await run('args.b')).diagnostics.map(({ code }) => code)).toEqual([2339]);
  });

  it('prepares what a cell is about to read, before it runs', async () => {
    expect(await text('lazily')).toBe('1');
    expect(events).toEqual([{ type: 'progress', what: 'opening', done: 1 }]);
  });

  it('may narrow its types after a cell', async () => {
    await run('lazily');
    expect((await run('lazily === 7')).diagnostics.map(({ code }) => code)).toEqual([2367]);
  });

  it('is left alone by a cell that takes one of its names', async () => {
    expect(await text('const args = "mine"; args')).toBe("'mine'");
    expect(await text('args.length')).toBe('4');
  });
});

describe('a value that stays in the host', () => {
  it('is paged by its handle, and gone after its release', async () => {
    const { result } = await run('[1, 2, 3, 4]');
    expect(result?.bundle).toEqual({ 'text/plain': 'rows 4' });
    const { handle } = result!.handle!;
    const page = await engine.page(handle, { from: 1, count: 2 });
    expect([...page.arrow, page.total]).toEqual([2, 3, 4]);
    expect(await engine.comm(handle, 'size', { x: 1 })).toEqual(['size', 4, { x: 1 }]);
    await engine.release(handle);
    await expect(engine.page(handle, { from: 0, count: 1 })).rejects.toMatchObject({
      code: 'handle_gone',
    });
  });

  it('is shown by an event before its cell ends', async () => {
    await run('await show([1]); console.log("after")');
    expect(events.map(({ type }) => type)).toEqual(['display', 'stdout']);
    expect(events[0]).toMatchObject({ id: 'd1', handle: { kind: 'table', rows: 1 } });
  });

  it('can be paged while a cell awaits', async () => {
    const { handle } = (await run('[7, 8]')).result!.handle!;
    const running = run('await new Promise((r) => setTimeout(r, 300)); 1');
    expect((await engine.page(handle, { from: 0, count: 9 })).total).toBe(2);
    await running;
  });
});

it('the session itself answers by the name of session', async () => {
  expect(await engine.comm('session', 'what', 3)).toEqual({ session: 'what', argument: 3 });
});

it('asks for input and goes on with the answer', async () => {
  const evaluation = engine.evaluate('`hello ${await ask("name? ")}`', (event) => {
    if (event.type === 'input') engine.reply(`${event.prompt}Ann`);
  });
  expect((await evaluation).result?.bundle['text/plain']).toBe("'hello name? Ann'");
});

it('keeps streams and events in order', async () => {
  await run('console.log("a"); tell("work", 1, 2); console.error("b"); console.log("c")');
  expect(
    events.map((event) =>
      event.type === 'progress'
        ? 'progress'
        : 'text' in event
          ? event.type + event.text.trim()
          : event.type,
    ),
  ).toEqual(['stdouta', 'progress', 'stderrb', 'stdoutc']);
});

it('runs cells one after the other, in the order in which they came', async () => {
  const order: number[] = [];
  await Promise.all(
    [30, 1, 5].map((wait, i) =>
      engine
        .evaluate(`await new Promise((r) => setTimeout(r, ${wait}))`, () => undefined)
        .then(() => order.push(i)),
    ),
  );
  expect(order).toEqual([0, 1, 2]);
});

it('forgets every name after a reset', async () => {
  await run('const before1 = 1');
  await engine.reset();
  expect((await run('before1')).diagnostics.map(({ code }) => code)).toEqual([2304]);
  expect(await text('args.a')).toBe('5');
});

it('says why a prelude does not start', async () => {
  const broken = path.join(folder, 'broken.mjs');
  writeFileSync(broken, 'export function start() { throw new Error("no graph here") }');
  const failing = createEngine({ prelude: broken });
  await expect(failing.ready).rejects.toThrow('no graph here');
  await failing.close();
});

it('leaves no process behind', async () => {
  const short = createEngine({ cwd: folder });
  await short.ready;
  const pid = Number(
    (await short.evaluate('process.pid', () => undefined)).result?.bundle['text/plain'],
  );
  await short.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
