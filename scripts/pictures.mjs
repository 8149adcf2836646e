/**
 * `node scripts/pictures.mjs`: makes the pictures of README and docs by running the workbench in tmux on the bundled
 * dump, and by drawing the dsm's chart. Needs tmux and a build.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSession } from '../dist/session/index.js';
import { svgPng } from '../dist/view/index.js';
import { ansiSvg } from './ansi-svg.mjs';

const exec = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'docs/images');
const DUMP = 'fixtures/arrow-js';
const SIZE = { columns: 104, rows: 34 };

async function put(name, data) {
  const file = path.join(folder, name);
  await writeFile(`${file}.new`, data);
  await rename(`${file}.new`, file);
  console.log(path.relative(root, file));
}

async function both(name, svg, background) {
  await put(`${name}.svg`, svg);
  await put(`${name}.png`, svgPng(svg, background === undefined ? {} : { background }));
}

/** A workbench in a terminal of its own. */
async function openTerminal() {
  const home = await mkdtemp(path.join(tmpdir(), 'mimir-pictures-'));
  const tmux = async (...args) =>
    (await exec('tmux', ['-S', path.join(home, 'tmux'), ...args])).stdout;
  const start = `cd '${root}' && XDG_STATE_HOME='${home}' '${process.execPath}' bin/mimir.mjs repl ${DUMP}; exec sh`;
  await tmux(
    '-f',
    '/dev/null',
    'new-session',
    '-d',
    '-s',
    'p',
    '-x',
    `${SIZE.columns}`,
    '-y',
    `${SIZE.rows}`,
    start,
  );
  const screen = () => tmux('capture-pane', '-p', '-e', '-N', '-t', 'p');
  const shows = async (pattern) => {
    for (let tries = 0; tries < 1200; tries++) {
      const text = await tmux('capture-pane', '-p', '-t', 'p');
      if (pattern.test(text)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the screen does not show ${pattern}:\n${await screen()}`);
  };
  return {
    shows,
    line: async (text) => {
      await tmux('send-keys', '-t', 'p', '-l', text);
      await tmux('send-keys', '-t', 'p', 'Enter');
    },
    type: (text) => tmux('send-keys', '-t', 'p', '-l', text),
    keys: (...keys) => tmux('send-keys', '-t', 'p', ...keys),
    lines: async () => (await screen()).replace(/\n$/, '').split('\n'),
    close: async () => {
      await tmux('kill-server').catch(() => undefined);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function terminalPictures() {
  const terminal = await openTerminal();
  const picture = async (name, title) =>
    both(name, ansiSvg(await terminal.lines(), SIZE.columns, title));
  const ready = () => terminal.shows(/^mimir>\s*$/m);
  try {
    await ready();
    await terminal.line('const run = await lens.dsm({ level: "folder:2" })');
    await terminal.line('run');
    await terminal.shows(/\.steps walks/);
    await ready();
    await terminal.line('await run.finish()');
    await terminal.shows(/finish\(\)[\s\S]+mimir>\s*$/m);
    await ready();
    await terminal.keys('C-l');
    await terminal.line('run.table("visibility").orderby(aq.desc("vfi")).slice(0, 8)');
    await terminal.shows(/8 rows/);
    await ready();
    await terminal.type('lens.');
    await terminal.keys('Tab');
    await terminal.shows(/method/);
    await picture('terminal-prompt', 'mimir repl · prompt');
    await terminal.keys('Escape', 'C-u', 'F2');
    await terminal.shows(/▸/);
    await terminal.keys('e');
    await terminal.shows(/● +change/);
    await terminal.keys('g', 'j', 'c');
    await terminal.shows(/▸ ● +matrix/);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await picture('terminal', 'mimir repl · the steps of a lens');
  } finally {
    await terminal.close();
  }
}

async function chartPictures() {
  const engine = createSession({ dump: path.join(root, DUMP), cwd: root });
  try {
    const { result } = await engine.evaluate('lens.dsm()', () => undefined);
    const { data } = await engine.comm(result.handle.handle, 'chart', {
      step: 'order',
      form: 'svg',
    });
    await both('dsm-chart', data, 'white');
  } finally {
    await engine.close();
  }
}

await mkdir(folder, { recursive: true });
await chartPictures();
await terminalPictures();
