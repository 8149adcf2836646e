/**
 * `node bench/repl/bench.mjs [--write]`: what one waits for in front of the terminal workbench.
 *
 * The workbench runs in tmux; this program is a client in tmux's control mode, so that a key goes in and the bytes of
 * the screen come back without a process or a poll between them. Each figure is the median of the rounds that follow
 * a warm-up round, with the smallest and the largest. Needs tmux and a build.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = 7;
const KEYS = 200;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

class Client {
  static async open() {
    const home = await mkdtemp(path.join(tmpdir(), 'mimir-bench-'));
    const socket = path.join(home, 'tmux');
    const start = `cd '${root}' && XDG_STATE_HOME='${home}' '${process.execPath}' bin/mimir.mjs repl fixtures/arrow-js`;
    const began = performance.now();
    await exec('tmux', [
      '-S',
      socket,
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      '-s',
      'b',
      '-x',
      '100',
      '-y',
      '30',
      start,
    ]);
    return new Client(home, socket, began);
  }

  constructor(home, socket, began) {
    Object.assign(this, { home, socket, began, text: '', waiting: null });
    this.child = spawn('tmux', ['-S', socket, '-C', 'attach', '-t', 'b'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.child.stdout.setEncoding('latin1');
    this.child.stdout.on('data', (chunk) => {
      this.text += chunk;
      this.waiting?.();
    });
  }

  /** Sends keys by their tmux names and waits until the bytes that come back match; milliseconds in between. */
  async press(keys, pattern, limit = 120_000) {
    this.text = '';
    const from = performance.now();
    this.child.stdin.write(`send-keys -t b ${keys}\n`);
    return (await this.sees(pattern, limit)) - from;
  }

  sees(pattern, limit = 120_000) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`not seen: ${pattern}\n${this.text.slice(-3000)}`)),
        limit,
      );
      this.waiting = () => {
        // Only what the program wrote counts, not tmux's own answers.
        // It is cut anywhere, so its pieces are joined.
        const output = this.text
          .split('\n')
          .filter((line) => line.startsWith('%output'))
          .map((line) => line.slice(line.indexOf(' ', 8) + 1).replace(/\r$/, ''))
          .join('');
        if (!pattern.test(output)) return;
        clearTimeout(timer);
        this.waiting = null;
        resolve(performance.now());
      };
      this.waiting();
    });
  }

  line(text, pattern) {
    return this.press(`-l '${text}' ; send-keys -t b Enter`, pattern);
  }

  async close() {
    await exec('tmux', ['-S', this.socket, 'kill-server']).catch(() => undefined);
    await rm(this.home, { recursive: true, force: true });
  }
}

function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  return {
    median: at(0.5),
    least: sorted[0],
    most: sorted.at(-1),
    p95: at(0.95),
    rounds: sorted.length,
  };
}

async function startUp() {
  const prompt = [];
  const first = [];
  for (let round = 0; round < ROUNDS; round++) {
    const client = await Client.open();
    // Attaching may come after the prompt was drawn: what is typed is seen either way.
    // Echoed by the terminal before, drawn behind the prompt once the workbench reads.
    await client.press('-l xyz', /mimir> [^\n]*xyz/);
    prompt.push(performance.now() - client.began);
    await client.press('C-u', /./);
    await client.line('6*7', /G42\\015/);
    first.push(performance.now() - client.began);
    await client.close();
  }
  return {
    'start to the first typed key seen': summary(prompt),
    'start to the first result': summary(first),
  };
}

async function echoes(client, busy) {
  const times = [];
  if (busy) await client.line('for (;;) {}', /running/);
  for (let key = 0; key < KEYS; key++) {
    const letter = 'abcdefghijklmnopqrstuvwxyz'[key % 26];
    times.push(await client.press(`-l ${letter}`, /./));
    await pause(20 + (key % 7) * 5);
    if (key % 60 === 59) {
      await client.press('C-u', /./);
      await pause(50);
    }
  }
  await client.press('C-u', /./);
  if (busy) await client.press('C-c', /interrupted/);
  return summary(times);
}

async function tables(client) {
  const opened = [];
  const sorted = [];
  const byText = [];
  const filtered = [];
  // A table of its own for each round: the order of a table that was sorted once is remembered.
  for (let round = 0; round <= ROUNDS; round++) {
    await client.line(
      `aq.table({ n: Float64Array.from({ length: 1e6 }, (_, i) => (i * 7919) % ${1000003 + 2 * round}), name: Array.from({ length: 1e6 }, (_, i) => "fn" + ((i * 31) % ${977 + round})) })`,
      /of 1 000 000 rows/,
    );
    await pause(300);
    opened.push(await client.press('F3', /table .*1 000 000 rows/s));
    sorted.push(await client.press('s', /by n\b[^]*arrows scroll/));
    await client.press('Right', /name = /);
    byText.push(await client.press('s', /by name[^]*arrows scroll/));
    await client.press('-l f', /filter:/);
    filtered.push(
      await client.press("-l 'fn97' ; send-keys -t b Enter", /holding[^]*arrows scroll/),
    );
    await client.press('q', /mimir/);
    await pause(100);
  }
  const warm = (values) => summary(values.slice(1));
  return {
    'open 10^6 rows': warm(opened),
    'sort 10^6 integers': warm(sorted),
    'sort 10^6 texts': warm(byText),
    'filter 10^6 rows': warm(filtered),
  };
}

const load = loadavg()[0];
const results = { ...(await startUp()) };
const client = await Client.open();
try {
  await client.press('-l 1', /./);
  await client.press('C-u', /./);
  await client.line('2+2', /4/);
  await pause(3000);
  results['key echo, idle'] = await echoes(client, false);
  results['key echo while a cell computes'] = await echoes(client, true);
  await pause(500);
  Object.assign(results, await tables(client));
} finally {
  await client.close();
}

const ms = (value) => value.toFixed(1);
const rows = Object.entries(results).map(
  ([name, s]) =>
    `| ${name} | ${ms(s.median)} | ${ms(s.least)} | ${ms(s.p95)} | ${ms(s.most)} | ${s.rounds} |`,
);
const report = [
  '# What one waits for at the terminal',
  '',
  'Milliseconds from a key sent by tmux until the bytes of the screen come back, tmux included.',
  `Method: the head of \`bench/repl/bench.mjs\`. Node ${process.version}, ${cpus().length} cores (${cpus()[0].model}), load ${load.toFixed(1)} before it began.`,
  '',
  '| what | median | least | 95 % | most | rounds |',
  '|---|---:|---:|---:|---:|---:|',
  ...rows,
  '',
].join('\n');
console.log(report);
if (process.argv.includes('--write')) {
  const file = fileURLToPath(new URL('RESULTS.md', import.meta.url));
  await writeFile(`${file}.new`, report);
  await rename(`${file}.new`, file);
}
