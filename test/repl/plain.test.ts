import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const home = mkdtempSync(path.join(tmpdir(), 'mimir-plain-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** `mimir repl` between pipes: what goes in on stdin, what comes out where. */
function piped(
  args: readonly string[],
  input: string,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(
    process.execPath,
    [path.resolve('bin/mimir.mjs'), 'repl', path.resolve('fixtures/arrow-js'), ...args],
    { cwd: home, env: { ...process.env, XDG_STATE_HOME: home, XDG_CACHE_HOME: home } },
  );
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}

describe('the workbench without a terminal', () => {
  it('answers each cell with one JSON document, and nothing else on stdout', async () => {
    const cells = [
      'const twice = (n: number) => {',
      '  return 2n * BigInt(n);',
      '}',
      'console.log("said"); aq.table({ n: [3, 1], s: ["x", "y"] })',
      'twice("1")',
      'twice(2 ** 30) ** 3n',
    ];
    const { code, out } = await piped(['--json'], cells.join('\n'));
    const documents = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(1);
    expect(documents.map(({ cell, status }) => [cell, status])).toEqual([
      [1, 'ok'],
      [2, 'ok'],
      [3, 'diagnostics'],
      [4, 'ok'],
    ]);
    expect(documents[1]).toMatchObject({
      events: [{ type: 'stdout', text: 'said\n' }],
      table: {
        total: 2,
        shown: 2,
        rows: [
          [3, 'x'],
          [1, 'y'],
        ],
      },
    });
    expect(documents[2]).toMatchObject({ diagnostics: [{ line: 1, col: 7, code: 2345 }] });
    expect(documents[3]).toMatchObject({
      result: { 'text/plain': '9903520314283042199192993792n' },
    });
  });

  it('reads lines and prints text, without one escape sequence', async () => {
    const { code, out } = await piped([], 'const a = 20\na + 1\n.steps nothing\na * 2\n');
    expect(code).toBe(0);
    expect(out).toMatch(/21\n[\s\S]*40\n/);
    expect(out).not.toContain('\x1b');
  });
});
