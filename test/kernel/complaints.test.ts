import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folder as files } from '../engine/cells/imports.js';
import { TestClient, textOf, type Executed } from './client.js';

/**
 * What users of other TypeScript and JavaScript kernels complain of in public issue threads, one by one; those about an
 * editor's interface at the protocol.
 */

const root = path.join(mkdtempSync(path.join(tmpdir(), 'mimir-complaints-')), 'project');
let client: TestClient;

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  client = await TestClient.start({ cwd: root });
});

afterAll(() => client.close());

const error = ({ reply }: Executed): unknown => reply['ename'] ?? null;

async function completions(code: string): Promise<unknown> {
  return (await client.request('complete_request', { code, cursor_pos: code.length })).content[
    'matches'
  ];
}

/** Starts a cell that has no end, and interrupts it once it runs. */
async function stopped(code: string): Promise<Executed> {
  const id = await client.start(`console.log('runs');\n${code}`);
  await client.until(() =>
    client.received.find(
      ({ header, parent }) => parent.msg_id === id && header.msg_type === 'stream',
    ),
  );
  await client.request('interrupt_request', {}, 'control');
  return client.ended(id);
}

describe('complaints that this kernel gives no cause for', () => {
  it('1. a library in ESM only can be imported, statically and dynamically', async () => {
    expect(await client.value('import greet, { kind } from "own-esm"; greet() + kind')).toBe(
      "'helloesm'",
    );
    expect(await client.value('(await import("own-tla")).x')).toBe('7');
  });

  it('2. a local import has its types', async () => {
    expect(await client.value('import { half } from "./local"; half(4)')).toBe('2');
    expect(error(await client.run('half("4")'))).toBe('TypeScriptError');
  });

  it('3. without a tsconfig, and from the folder above', async () => {
    expect(await client.value('import { above } from "../above"; above')).toBe("'above'");
  });

  it('4. packages that are installed in the project are found', async () => {
    expect(await client.value('import { answer } from "own-cjs"; answer')).toBe('42');
  });

  it('5. fs and the names of Node are known in every folder', async () => {
    expect(
      await client.value(
        'import fs from "fs"; typeof fs.readFileSync + typeof process.cwd() + typeof Buffer',
      ),
    ).toBe("'functionstringfunction'");
    const elsewhere = await TestClient.start({
      cwd: mkdtempSync(path.join(tmpdir(), 'mimir-empty-')),
    });
    expect(
      await elsewhere.value('import fs from "fs"; console.log(""); typeof fs.readFileSync'),
    ).toBe("'function'");
    await elsewhere.close();
  });

  it('6. completion knows the names of cells that import something', async () => {
    await client.run('import { join } from "node:path"; const joinedHere = join("a", "b")');
    expect(await completions('joinedH')).toEqual(['joinedHere']);
    expect(await completions('joinedHere.toUpp')).toEqual(['toUpperCase']);
  });

  it('7. the first cell after an installation works', async () => {
    const fresh = await TestClient.start({ cwd: mkdtempSync(path.join(tmpdir(), 'mimir-fresh-')) });
    expect(await fresh.value('1 + 1')).toBe('2');
    expect(fresh.stderr).toBe('');
    await fresh.close();
  });

  it('8. the stop button keeps the kernel and its variables', async () => {
    await client.run('let precious = 41');
    expect(error(await stopped('await new Promise(() => {})'))).toBe('Interrupted');
    expect(await client.value('precious + 1')).toBe('42');
  });

  it('9. a cell without end can be stopped', async () => {
    expect(error(await stopped('for (;;) {}'))).toBe('Interrupted');
    expect(error(await stopped('await null; while (true) {}'))).toBe('Interrupted');
    expect(await client.value('precious + 2')).toBe('43');
  });

  it('10. type errors are shown, and a heavy import leaves the kernel alive', async () => {
    const { reply } = await client.run('const wrong: number = "text"');
    expect(reply).toMatchObject({
      ename: 'TypeScriptError',
      evalue: "1:7 Type 'string' is not assignable to type 'number'.",
    });
    expect(await client.value('import heavy from "typescript"; typeof heavy.createProgram')).toBe(
      "'function'",
    );
    expect(await client.value('1')).toBe('1');
  });

  it('11. names of earlier cells complete and are no errors', async () => {
    await client.run('const fromEarlier = { deep: { value: 3 } }');
    expect(await completions('fromEarlier.deep.')).toEqual(['value']);
    expect(await client.value('fromEarlier.deep.value')).toBe('3');
  });

  it('12. the output of a loop is whole and in order', async () => {
    const quick = await client.run('for (let i = 0; i < 500; i++) console.log(i)');
    expect(textOf(quick).trim().split('\n').map(Number)).toEqual(
      Array.from({ length: 500 }, (_, i) => i),
    );
    const slow = await client.run(
      'for (let i = 0; i < 5; i++) { console.log(i); await new Promise((r) => setTimeout(r, 40)) }',
    );
    expect(textOf(slow)).toBe('0\n1\n2\n3\n4\n');
  });

  it('13. a cell can ask its user', async () => {
    client.answer = (prompt) => (prompt === 'name? ' ? 'Ann' : '');
    expect(await client.value('`hello ${await input("name? ")}`')).toBe("'hello Ann'");
  });

  it('14. a cell with const and let can run again, changed or not', async () => {
    const cell =
      'const again = 1; let twice = again; function thrice() { return twice } class Four {}';
    for (let turn = 0; turn < 3; turn++)
      expect((await client.run(cell)).reply['status']).toBe('ok');
    expect(await client.value('const again = "now a text"; again.length')).toBe('10');
  });

  it('15. the socket library comes built for this machine: no compiler is asked for', () => {
    const folder = path.dirname(createRequire(import.meta.url).resolve('zeromq/package.json'));
    const built = readdirSync(path.join(folder, 'build', process.platform), {
      recursive: true,
    }).map(String);
    expect(built.some((file) => file.endsWith('.node'))).toBe(true);
  });
});
