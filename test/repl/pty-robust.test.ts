import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync, chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { needing } from '../tools.js';
import { ARROW_DUMP, Terminal, type TerminalOptions } from './terminal.js';

const exec = promisify(execFile);
const BARE = ['repl', '--plain', ARROW_DUMP];

// A busy machine takes its time to start an engine.
vi.setConfig({ testTimeout: 150_000 });

needing('tmux')('a workbench that is treated badly', () => {
  let terminal: Terminal;
  const open = async (options: TerminalOptions = {}): Promise<Terminal> => {
    terminal = await Terminal.open(options);
    await terminal.shows(/^mimir>/m, 60);
    return terminal;
  };
  afterEach(() => terminal.close());

  it('follows the size of the terminal, down to 40 columns, and clears nothing from the scrollback', async () => {
    await open({ columns: 110, rows: 34 });
    await terminal.line('"first ".repeat(3)');
    await terminal.shows("'first first first '");
    await terminal.resize(40, 15);
    await terminal.line('[..."narrow"].join("-")');
    await terminal.shows('n-a-r-r-o-w');
    await terminal.line('aq.from([{ a_rather_long_name: "x".repeat(80), n: 1 }])');
    await terminal.shows('1 row');
    const lines = (await terminal.screen()).split('\n');
    expect(Math.max(...lines.map((l) => [...l].length))).toBeLessThanOrEqual(40);
    await terminal.resize(160, 50);
    await terminal.line('"wide"');
    await terminal.shows(/^'wide'$/m);
    expect(await terminal.screen({ scrollback: true })).toContain('first first first');
  });

  it('draws no colour under NO_COLOR', async () => {
    await open({ env: { NO_COLOR: '1' } });
    await terminal.line('const s = "text"');
    await terminal.line('s');
    await terminal.shows(/^'text'$/m);
    const screen = await terminal.screen({ colors: true });
    // eslint-disable-next-line no-control-regex -- colours are escape sequences
    expect(screen.match(/\x1b\[(?:3[0-7]|9[0-7]|38|48)[;\d]*m/g)).toBeNull();
  });

  it('reads lines without any cursor movement in plain mode', async () => {
    await open({ args: BARE });
    await terminal.line('const f = (n: number) => {');
    await terminal.line('  return n + 1');
    await terminal.line('}');
    await terminal.line('f(41)');
    await terminal.shows(/42$/m);
    await terminal.line('while (true) {}');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await terminal.keys('C-c');
    await terminal.line('f(100)');
    await terminal.shows(/101\n+mimir>\s*$/m);
    await terminal.keys('C-d');
    await terminal.shows('left with 0');
  });

  it('counts wide characters and emoji as the terminal does', async () => {
    await open();
    await terminal.type('"日本語👩‍💻é"');
    await terminal.keys('Left', 'Left', 'BSpace');
    await terminal.type('!');
    await terminal.keys('Enter');
    await terminal.shows("'日本語!é'");
  });

  it('goes on after its host was killed, and says what is gone', async () => {
    await open();
    await terminal.line('const kept = 1');
    await terminal.line('process.kill(process.pid, "SIGKILL")');
    await terminal.shows(/host (?:restarted|died|was|is gone)|variables are gone/, 60);
    await terminal.line('1 + 1');
    await terminal.shows(/^2$/m, 60);
    await terminal.line('.replay');
    await terminal.line('kept + 41');
    await terminal.shows(/^42$/m, 60);
  });

  it('stops with ctrl-z and comes back with fg', async () => {
    terminal = await Terminal.shell();
    await terminal.line(`${terminal.command(['repl', ARROW_DUMP])}`);
    await terminal.shows(/^mimir>/m, 60);
    await terminal.line('const before = 7');
    await terminal.type('before * ');
    await terminal.keys('C-z');
    await terminal.shows(/Stopped/, 30);
    await terminal.line('echo shell-$((20+22))');
    await terminal.shows('shell-42');
    await terminal.line('fg');
    await terminal.shows(/^mimir> before \*/m, 30);
    await terminal.type('6');
    await terminal.keys('Enter');
    await terminal.shows(/^42$/m, 60);
  });

  it('leaves no process behind when its terminal is closed', async () => {
    await open();
    await terminal.line('for (;;) {}');
    await terminal.shows(/^running /m, 60);
    const pids = (await terminal.processes()).map((row) => row.split(' ')[0]!);
    expect(pids.length).toBeGreaterThan(1);
    await terminal.kill();
    const alive = async (): Promise<string[]> => {
      const rows = await Promise.all(
        pids.map((pid) =>
          exec('ps', ['-o', 'pid=,stat=', '-p', pid]).then(
            ({ stdout }) => stdout.trim(),
            () => '',
          ),
        ),
      );
      return rows.filter((row) => row !== '' && !/\sZ/.test(row));
    };
    const end = Date.now() + 20_000;
    while ((await alive()).length > 0 && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await alive()).toEqual([]);
  });

  it('opens, sorts and scrolls a table of a million rows', async () => {
    await open();
    await terminal.line(
      'const big = aq.table({ n: Float64Array.from({ length: 1e6 }, (_, i) => (i * 7919) % 1e6) })',
    );
    await terminal.line('big');
    await terminal.shows(/of 1 000 000 rows/, 90);
    await terminal.keys('F3');
    await terminal.shows(/^table · 1 000 000 rows/m);
    await terminal.keys('s');
    await terminal.shows(/^table · 1 000 000 rows · by n/m, 60);
    await terminal.hides('sorting');
    await terminal.keys('G');
    await terminal.shows(/^1000000 +999999$/m, 60);
  });

  it('keeps history for the project and finds it again', async () => {
    await open();
    const { home } = terminal;
    await terminal.line('const remembered = 12345');
    await terminal.shows(' · 1 cell · ');
    await terminal.keys('C-d');
    await terminal.shows('left with 0');
    await terminal.line(terminal.command(['repl', ARROW_DUMP]));
    await terminal.shows(/^mimir>\s*$/m, 60);
    await terminal.keys('C-r');
    await terminal.type('remem');
    await terminal.shows(/mimir> const remembered|search> const remembered/);
    expect(home).toBe(terminal.home);
  });

  it('opens the source of a row in the editor, at its line', async () => {
    terminal = await Terminal.shell();
    const seen = path.join(terminal.home, 'seen');
    const editor = path.join(terminal.home, 'ed.sh');
    writeFileSync(editor, `#!/bin/sh\necho "$@" > '${seen}'\n`);
    chmodSync(editor, 0o755);
    mkdirSync(path.join(terminal.home, 'src'));
    writeFileSync(path.join(terminal.home, 'src/a.ts'), 'one\ntwo\n');
    await terminal.line(
      `EDITOR='${editor}' ${terminal.command(['repl', ARROW_DUMP, '--src', '.'])}`,
    );
    await terminal.shows(/^mimir>/m, 60);
    await terminal.line('aq.from([{ file: "src/a.ts", line: 2 }])');
    await terminal.shows('1 row', 60);
    await terminal.keys('F3');
    await terminal.shows(/^table · 1 row/m);
    await terminal.keys('o');
    await terminal.shows('opened src/a.ts:2');
    expect(readFileSync(seen, 'utf8').trim()).toBe(`+2 ${path.join(terminal.home, 'src/a.ts')}`);
  });
});
