import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Wire, type Content } from '../../src/kernel/message.js';
import { relationFromArrow } from '../../src/table/index.js';
import { outputsOf, resultOf, TestClient, textOf } from './client.js';

const folder = mkdtempSync(path.join(tmpdir(), 'mimir-protocol-'));
const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

let client: TestClient;

beforeAll(async () => {
  client = await TestClient.start({
    cwd: folder,
    env: { MIMIR_DUMP: path.resolve('fixtures/arrow-js') },
  });
  await client.run('1');
});

afterAll(async () => {
  await client.close();
});

describe('execution', () => {
  it('publishes input, result and states, and replies with the same number', async () => {
    const executed = await client.run('6 * 7');
    expect(executed.states).toEqual(['busy', 'idle']);
    expect(executed.outputs.map(({ type }) => type)).toEqual(['execute_input', 'execute_result']);
    const count = executed.reply['execution_count'];
    expect(executed.outputs.map(({ content }) => content['execution_count'])).toEqual([
      count,
      count,
    ]);
    expect(resultOf(executed)).toBe('42');
    expect(executed.reply).toMatchObject({ status: 'ok', user_expressions: {}, payload: [] });
  });

  it('counts up by one', async () => {
    const first = await client.run('1');
    const second = await client.run('1');
    expect(Number(second.reply['execution_count']) - Number(first.reply['execution_count'])).toBe(
      1,
    );
  });

  it('tells a runtime error with its frames by the numbers of the notebook', async () => {
    const { reply, outputs } = await client.run(
      'function deep() { throw new RangeError("far") }\n\ndeep()',
    );
    expect(reply).toMatchObject({ status: 'error', ename: 'RangeError', evalue: 'far' });
    const count = String(reply['execution_count']);
    expect((reply['traceback'] as string[]).slice(1)).toEqual([
      `    at deep (In [${count}]:1:25)`,
      `    at (In [${count}]:3:1)`,
    ]);
    const error = outputs.find(({ type }) => type === 'error');
    expect(error?.content).toMatchObject({ ename: 'RangeError', evalue: 'far' });
  });

  it('tells a type error with the line and the place in it', async () => {
    const { reply } = await client.run('const fine = 1;\nconst s: string = fine');
    expect(reply).toMatchObject({
      status: 'error',
      ename: 'TypeScriptError',
      evalue: "2:7 Type 'number' is not assignable to type 'string'.",
    });
    expect((reply['traceback'] as string[]).join('\n')).toContain(`  ${' '.repeat(6)}^`);
  });

  it('is silent when it is asked to be, and does not count', async () => {
    const before = Number((await client.run('1')).reply['execution_count']);
    const { outputs } = await client.run('console.log("x"); const quiet = 5; quiet', {
      silent: true,
    });
    expect(outputs).toEqual([]);
    const after = await client.run('quiet');
    expect(resultOf(after)).toBe('5');
    expect(after.reply['execution_count']).toBe(before + 1);
  });

  it('does not count what is not stored, and shows it', async () => {
    const before = Number((await client.run('1')).reply['execution_count']);
    const executed = await client.run('8', { store_history: false });
    expect(resultOf(executed)).toBe('8');
    expect((await client.run('1')).reply['execution_count']).toBe(before + 1);
  });

  it('answers user expressions, each for itself', async () => {
    const { reply } = await client.run('const base = 2', {
      user_expressions: { good: 'base + 1', bad: 'nothing' },
    });
    expect(reply['user_expressions']).toMatchObject({
      good: { status: 'ok', data: { 'text/plain': '3' } },
      bad: { status: 'error', ename: 'TypeScriptError' },
    });
  });

  it('aborts what waits behind a failure', async () => {
    const ids = [
      await client.start('await new Promise((r) => setTimeout(r, 100)); throw new Error("stop")'),
      await client.start('1'),
      await client.start('2'),
    ];
    const replies = await Promise.all(
      ids.map(async (id) => (await client.ended(id)).reply['status']),
    );
    expect(replies).toEqual(['error', 'aborted', 'aborted']);
    expect(await client.value('3')).toBe('3');
  });

  it('goes on behind a failure that need not stop it', async () => {
    const ids = [
      await client.start('await new Promise((r) => setTimeout(r, 100)); throw new Error("go on")', {
        stop_on_error: false,
      }),
      await client.start('4'),
    ];
    const replies = await Promise.all(
      ids.map(async (id) => (await client.ended(id)).reply['status']),
    );
    expect(replies).toEqual(['error', 'ok']);
  });

  it('shows and updates displays by their id', async () => {
    const { outputs } = await client.run(
      'const shown = await display("a"); await shown.update("b")',
    );
    const [first, second] = outputs.slice(1);
    expect([first?.type, second?.type]).toEqual(['display_data', 'update_display_data']);
    expect(first?.content['transient']).toEqual(second?.content['transient']);
  });

  it('shows long work as progress that is taken away at its end', async () => {
    const executed = await client.run(
      'for (let i = 0; i <= 6; i++) { progress("work", i, 6); await new Promise((r) => setTimeout(r, 120)) }',
    );
    const shown = outputsOf(executed, 'display_data');
    const updates = outputsOf(executed, 'update_display_data');
    expect(shown).toHaveLength(1);
    expect(String((shown[0]!['data'] as Record<string, unknown>)['text/html'])).toContain(
      '<progress',
    );
    expect((updates.at(-1)!['data'] as Record<string, unknown>)['text/plain']).toBe('');
  });

  it('bounds streams, and keeps the rest in a file', async () => {
    const executed = await client.run(
      'for (let i = 0; i < 300; i++) console.log("x".repeat(9_999))',
    );
    expect(textOf(executed).length).toBe(1_000_000);
    const file = /is in (\S+)/.exec(textOf(executed, 'stderr'))?.[1] ?? '';
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8').length).toBe(2_000_000);
  });
});

describe('input', () => {
  it('is asked of the front end', async () => {
    client.answer = (prompt) => `${prompt}Ann`;
    expect(await client.value('await input("name? ")')).toBe("'name? Ann'");
  });

  it('may be hidden', async () => {
    client.answer = () => 'secret';
    await client.run('await input("password: ", { password: true })');
    expect(client.questions.at(-1)?.content).toEqual({ prompt: 'password: ', password: true });
  });

  it('is an error where the front end allows none', async () => {
    const { reply } = await client.run('await input("name? ")', { allow_stdin: false });
    expect(reply).toMatchObject({
      status: 'error',
      evalue: 'nobody to ask: this front door takes no input',
    });
  });
});

describe('while a cell runs without end', () => {
  it('the heart beats, completion and kernel info answer, and an interrupt ends it with the variables kept', async () => {
    await client.run('let kept = 5');
    const id = await client.start('console.log("runs"); for (;;) {}');
    await client.until(() =>
      client.received.find(
        ({ header, parent }) => parent.msg_id === id && header.msg_type === 'stream',
      ),
    );
    expect(await client.beats()).toBe(true);
    expect(
      (await client.request('complete_request', { code: 'kep', cursor_pos: 3 })).content['matches'],
    ).toEqual(['kept']);
    expect((await client.request('kernel_info_request', {}, 'control')).content['status']).toBe(
      'ok',
    );
    expect((await client.request('interrupt_request', {}, 'control')).content).toEqual({
      status: 'ok',
    });
    expect((await client.ended(id)).reply).toMatchObject({ status: 'error', ename: 'Interrupted' });
    expect(await client.value('kept')).toBe('5');
  });

  it('a signal interrupts too', async () => {
    const id = await client.start('console.log("runs"); await null; for (;;) {}');
    await client.until(() =>
      client.received.find(
        ({ header, parent }) => parent.msg_id === id && header.msg_type === 'stream',
      ),
    );
    client.process.kill('SIGINT');
    expect((await client.ended(id)).reply).toMatchObject({ ename: 'Interrupted' });
    expect(await client.value('kept')).toBe('5');
  });
});

describe('editing', () => {
  it('completes by code points', async () => {
    await client.run('const größe = { weite: 1 }');
    const code = '"😀"; größe.we';
    const { content } = await client.request('complete_request', {
      code,
      cursor_pos: [...code].length,
    });
    expect(content).toMatchObject({
      status: 'ok',
      matches: ['weite'],
      cursor_start: 11,
      cursor_end: 13,
    });
  });

  it('gives kinds of completions', async () => {
    const { content } = await client.request('complete_request', { code: 'größe.', cursor_pos: 6 });
    expect((content['metadata'] as Record<string, unknown>)['_jupyter_types_experimental']).toEqual(
      [{ text: 'weite', type: 'property', start: 6, end: 6 }],
    );
  });

  it('inspects with documentation', async () => {
    await client.run('/** Adds. */ function add(a: number, b: number) { return a + b }');
    const { content } = await client.request('inspect_request', {
      code: 'add(1, 2)',
      cursor_pos: 2,
      detail_level: 0,
    });
    expect(content).toMatchObject({ status: 'ok', found: true });
    expect((content['data'] as Record<string, string>)['text/plain']).toBe(
      'add(a: number, b: number): number\n\nAdds.',
    );
    expect(
      (await client.request('inspect_request', { code: '   ', cursor_pos: 1 })).content,
    ).toMatchObject({ status: 'ok', found: false });
  });

  it.each([
    ['1', { status: 'complete' }],
    ['function f() {', { status: 'incomplete', indent: '  ' }],
    ['const = 1', { status: 'invalid' }],
  ])('says whether %j is complete', async (code, answer) => {
    expect((await client.request('is_complete_request', { code })).content).toEqual(answer);
  });
});

describe('history', () => {
  it('gives the tail, a range, and a search', async () => {
    await client.run('"needle one"');
    const line = Number((await client.run('"needle two"')).reply['execution_count']);
    const ask = async (more: Record<string, unknown>) =>
      (await client.request('history_request', { output: false, raw: true, session: 0, ...more }))
        .content['history'];
    expect(await ask({ hist_access_type: 'tail', n: 2 })).toEqual([
      [0, line - 1, '"needle one"'],
      [0, line, '"needle two"'],
    ]);
    expect(await ask({ hist_access_type: 'range', start: line, stop: line + 1 })).toEqual([
      [0, line, '"needle two"'],
    ]);
    expect(
      await ask({ hist_access_type: 'search', pattern: '*needle*', n: 1, output: true }),
    ).toEqual([[0, line, ['"needle two"', "'needle two'"]]]);
  });
});

describe('comms', () => {
  it('page through a table that stays in the host', async () => {
    const { outputs } = await client.run('aq.table({ a: [1, 2, 3, 4] })');
    const { handle } = (
      outputs.find(({ type }) => type === 'execute_result')!.content['metadata'] as {
        mimir: { handle: string };
      }
    ).mimir;
    const comm = 'comm-1';
    await client.send('comm_open', { comm_id: comm, target_name: 'mimir', data: {} });
    expect((await client.request('comm_info_request', {})).content['comms']).toEqual({
      [comm]: { target_name: 'mimir' },
    });
    await client.send('comm_msg', {
      comm_id: comm,
      data: { id: 7, method: 'page', handle, argument: { from: 1, count: 2 } },
    });
    const page = await client.until(() =>
      client.received.find(
        ({ header, content }) => header.msg_type === 'comm_msg' && content['comm_id'] === comm,
      ),
    );
    expect(page.content['data']).toEqual({ id: 7, status: 'ok', total: 4 });
    expect(relationFromArrow(page.buffers[0]!).rowCount).toBe(2);
    await client.send('comm_close', { comm_id: comm, data: {} });
    expect((await client.request('comm_info_request', {})).content['comms']).toEqual({});
  });

  it('tell how far a call on a run is, and an interrupt of the kernel stops it', async () => {
    const { outputs } = await client.run(`
      import { defineLens, fromRows } from "mimir-workbench";
      const endless = defineLens({ id: "endless", version: 1, title: "Endless", question: "When?", facts: [], params: {} })
        .step({ id: "turns", title: "Turns", formula: "", params: [], inputs: [], key: [], run: async ({ task }): Promise<{ state: {}; table: () => any }> => {
          for (let turn = 0; ; turn++) { task.check("turns"); task.progress("turns", turn); await new Promise((r) => setTimeout(r, 5)); }
        } })
        .answer(() => ({ state: "complete", population: {}, summary: {}, findings: fromRows([], [], []), notes: [] }));
      lens.run(endless)`);
    const { handle } = (
      outputs.find(({ type }) => type === 'execute_result')!.content['metadata'] as {
        mimir: { handle: string };
      }
    ).mimir;
    await client.send('comm_open', { comm_id: 'comm-3', target_name: 'mimir', data: {} });
    await client.send('comm_msg', { comm_id: 'comm-3', data: { id: 1, method: 'finish', handle } });
    const told = (status: string): Promise<Content> =>
      client.until(() => {
        const found = client.received.find(
          ({ header, content }) =>
            header.msg_type === 'comm_msg' &&
            content['comm_id'] === 'comm-3' &&
            (content['data'] as Content)['status'] === status,
        );
        return found?.content['data'] as Content | undefined;
      });
    expect(await told('progress')).toMatchObject({ id: 1, what: 'endless, turns' });
    await client.request('interrupt_request', {}, 'control');
    expect(await told('error')).toMatchObject({ id: 1, evalue: 'interrupted: turns' });
  });

  it('of an unknown target are closed', async () => {
    await client.send('comm_open', { comm_id: 'comm-2', target_name: 'jupyter.widget', data: {} });
    const closed = await client.until(() =>
      client.received.find(
        ({ header, content }) =>
          header.msg_type === 'comm_close' && content['comm_id'] === 'comm-2',
      ),
    );
    expect(closed.content['data']).toEqual({});
  });
});

describe('messages', () => {
  it('that are not signed with the key are dropped', async () => {
    const stranger = new Wire('another key');
    const forged = stranger.message('execute_request', { code: 'globalThis.broken = 1' }, null);
    await client.shell.send(stranger.encode(forged) as never);
    expect(await client.value('typeof (globalThis as any).broken')).toBe("'undefined'");
  });

  it('that come a second time are dropped', async () => {
    await client.run('let times = 0');
    const again = client.wire.encode(
      client.wire.message('execute_request', { code: 'times++', silent: true }, null),
    );
    await client.shell.send(again as never);
    await client.shell.send(again as never);
    expect(await client.value('times')).toBe('1');
  });

  it('of an unknown type are left unanswered, and harm nothing', async () => {
    await client.send('mystery_request', {});
    expect(await client.value('1')).toBe('1');
  });
});

describe('the end of a kernel', () => {
  const pidOf = async (other: TestClient): Promise<number> =>
    Number(await other.value('process.pid'));
  const isGone = async (pid: number): Promise<boolean> => {
    for (let turn = 0; turn < 200; turn++) {
      try {
        process.kill(pid, 0);
      } catch {
        return true;
      }
      await later(100);
    }
    return false;
  };

  it('is told on control and iopub, and takes its host with it', async () => {
    const other = await TestClient.start({ cwd: folder });
    const pid = await pidOf(other);
    const reply = await other.request('shutdown_request', { restart: true }, 'control');
    expect(reply.content).toEqual({ status: 'ok', restart: true });
    expect(await other.close()).toBe(0);
    expect(await isGone(pid)).toBe(true);
  });

  it('comes when its client is gone', async () => {
    const starter = path.join(folder, 'starter.mjs');
    const connection = path.join(folder, 'orphan.json');
    const ports = { shell_port: 0, iopub_port: 0, stdin_port: 0, control_port: 0, hb_port: 0 };
    writeFileSync(
      connection,
      JSON.stringify({
        transport: 'ipc',
        ip: path.join(folder, 'orphan'),
        key: 'k',
        signature_scheme: 'hmac-sha256',
        ...ports,
        shell_port: 1,
        iopub_port: 2,
        stdin_port: 3,
        control_port: 4,
        hb_port: 5,
      }),
    );
    writeFileSync(
      starter,
      `import { existsSync } from 'node:fs'; import { spawn } from 'node:child_process';
       const child = spawn(process.execPath, ${JSON.stringify([path.resolve('kernel/launch.mjs'), path.resolve('.'), connection])}, { stdio: 'ignore', detached: true });
       child.unref(); console.log(child.pid);
       setInterval(() => { if (existsSync(${JSON.stringify(path.join(folder, 'orphan-5'))})) process.exit(); }, 50);`,
    );
    const { execFileSync } = await import('node:child_process');
    const pid = Number(execFileSync(process.execPath, [starter], { encoding: 'utf8' }));
    expect(await isGone(pid)).toBe(true);
  });
});
