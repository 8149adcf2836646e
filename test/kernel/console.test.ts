import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installKernel } from '../../src/kernel/index.js';
import { openTerminal, type Terminal } from '../terminal.js';
import { needing } from '../tools.js';

needing('jupyter')('jupyter console', () => {
  needing('tmux')('in a real terminal', () => {
    let terminal: Terminal;

    beforeAll(async () => {
      const root = mkdtempSync(path.join(tmpdir(), 'mimir-console-'));
      const kernel = await installKernel({ kind: 'prefix', prefix: root });
      terminal = openTerminal({
        command: [path.resolve('build/jupyter/bin/jupyter'), 'console', '--kernel=mimir'],
        env: {
          JUPYTER_PATH: path.resolve(kernel, '../..'),
          JUPYTER_CONFIG_DIR: path.join(root, 'config'),
          JUPYTER_RUNTIME_DIR: path.join(root, 'runtime'),
          MIMIR_DUMP: path.resolve('fixtures/arrow-js'),
          HOME: root,
        },
      });
      await terminal.until(/In \[1\]:/, 60_000);
    }, 90_000);

    afterAll(() => terminal?.close());

    it('runs cells and completes names by Tab', async () => {
      terminal.type('const readable = { colour: 6 * 7 }');
      await terminal.until(/In \[2\]:/, 60_000);
      terminal.type('readable.colour');
      expect(await terminal.until(/Out\[2\]: 42/, 20_000)).toContain('Out[2]: 42');
      terminal.keys('r', 'e', 'a', 'd', 'a', 'b', 'Tab');
      await terminal.until(/In \[3\]: readable/, 20_000);
      terminal.keys('.', 'c', 'o', 'l', 'Tab');
      await terminal.until(/In \[3\]: readable\.colour/, 20_000);
      terminal.keys('Enter');
      expect(await terminal.until(/Out\[3\]: 42/, 20_000)).toContain('Out[3]: 42');
    }, 120_000);
  });
});
