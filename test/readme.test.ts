import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal, type Terminal } from './terminal.js';
import { needing } from './tools.js';

const README = readFileSync('README.md', 'utf8');

/** The lines of the tour, as a newcomer pastes them. */
function tour(): string[] {
  const section = /## A five-minute tour\n([\s\S]*?)\n## /.exec(README)?.[1] ?? '';
  return [...section.matchAll(/```ts\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    block!.trimEnd().split('\n'),
  );
}

needing('tmux')('the five-minute tour of the README, pasted line by line', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'mimir-tour-'));
  let terminal: Terminal;

  beforeAll(async () => {
    terminal = openTerminal({
      command: ['npm', 'start', '--silent', '--prefix', process.cwd()],
      cwd: project,
    });
    await terminal.until(/^mimir> $/m, 60_000);
  }, 90_000);
  afterAll(() => {
    terminal.close();
    rmSync(project, { recursive: true, force: true });
  });

  /** What a line must show, by a part of it; every line must show no error. */
  const SHOWS: readonly (readonly [line: RegExp, shown: RegExp])[] = [
    [/^dump$/, /apache-arrow/],
    [/until\('matrix'\)/, /uses_type/],
    [/filter\(.*orderby/, /src\/util +src +104/],
    [/^Plot\.barX/, /[▀▄█].*[▀▄█]/],
    [/^report$/, /core-periphery/],
    [/^calls\.table/, /position/],
    [/^\.save/, /my-first-study\.study\.ts/],
  ];

  it.each(tour().map((line) => [line]))('%s', async (line) => {
    // Its own echo and what stands below it.
    const before = terminal.text().split('\n').length - 3;
    const shown = (text: string): string => text.split('\n').slice(Math.max(0, before)).join('\n');
    const [, expected = /./] = SHOWS.find(([pattern]) => pattern.test(line)) ?? [];
    terminal.type(line);
    await terminal.waitFor((text) => expected.test(shown(text)), 30_000, String(expected));
    expect(shown(await terminal.settled())).not.toMatch(/error|unknown|not drawn|cannot/i);
  });

  it('leaves a study that replays', () => {
    expect(existsSync(path.join(project, 'studies', 'my-first-study.expected.json'))).toBe(true);
    const replay = spawnSync(
      process.execPath,
      [path.resolve('bin/mimir.mjs'), 'study', 'replay', 'my-first-study'],
      {
        cwd: project,
        encoding: 'utf8',
      },
    );
    expect(replay.stdout).toMatch(/^✓ my-first-study/);
    expect(replay.status).toBe(0);
  });
});

describe('the README', () => {
  it('has a tour that runs an Arquero verb and a Plot chart on a step', () => {
    const lines = tour().join('\n');
    expect(lines).toMatch(/run\.table\('\w+'\)\.filter/);
    expect(lines).toMatch(/Plot\.\w+\(run\.table/);
  });
});
