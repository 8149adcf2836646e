import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mimir } from './command.js';
import { fixtureDump } from './small-dumps.js';

const ARROW = 'fixtures/arrow-js';
const ASK = ['lens', 'dsm', '--dump', ARROW, '--json', '--limit', '0'];

/**
 * The interpreters that the answer must not depend on: this one, and Node 24 in the deep run. It comes from the package
 * manager's cache, since as a dependency its forty megabytes would reach everyone who never runs it.
 */
function interpreters(): string[] {
  return [process.execPath, ...(process.env['MIMIR_DEEP'] === '1' ? [node24()] : [])];
}

function node24(): string {
  const name = `node-${process.platform}-${process.arch}@24.22.3`;
  const found = spawnSync(
    'npm',
    ['exec', '--yes', `--package=${name}`, '--', 'node', '-p', 'process.execPath'],
    {
      encoding: 'utf8',
    },
  );
  expect(found.stderr).toBe('');
  return found.stdout.trim();
}

describe('mimir lens', () => {
  it('answers with the same bytes each time, whatever runs it', async () => {
    const { exit, out, err } = await mimir(ASK);
    // A slow machine is told how far the work is, and nothing else.
    const progress = /^(.* \(\d+ %\)\n)*$/;
    expect({ exit, err }).toEqual({ exit: 0, err: expect.stringMatching(progress) });
    for (const node of interpreters()) {
      const run = spawnSync(node, ['bin/mimir.mjs', ...ASK], {
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      });
      expect(run.stderr).toMatch(progress);
      expect(run.stdout).toBe(out);
    }
  });

  it('says in its help that a switch takes no value, and what it needs', async () => {
    const { out } = await mimir(['lens', 'chokepoints', '--help']);
    const text = out.replace(/\s+/g, ' ');
    expect(text).toContain('--include-tests look at test code too (a switch; default off)');
    expect(text).toContain('--entry <word> where calls come in, needed: parts of labels');
  });

  it('takes the dump as its argument too, and no second one', async () => {
    const words = ['lens', 'dsm', '--json', '--limit', '1', '--level', 'folder:1'];
    const flagged = await mimir([...words, '--dump', ARROW]);
    expect(await mimir([...words, ARROW])).toEqual(flagged);
    const two = await mimir([...words, ARROW, 'elsewhere']);
    expect(two).toMatchObject({ exit: 2, out: '' });
    expect(two.err).toMatch(/too many arguments/);
  });

  it('unites further dumps with the first, by stable ids', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'mimir-also-'));
    try {
      const dumps = ['one', 'other'].map((name) => path.join(home, name));
      await fixtureDump(dumps[0]!, [['app', 'core']]);
      await fixtureDump(dumps[1]!, [['core', 'db']]);
      const ask = ['lens', 'dsm', '--json', '--level', 'module', '--dump', dumps[0]!];
      const links = async (more: readonly string[]): Promise<unknown> => {
        const { exit, out, err } = await mimir([...ask, ...more]);
        expect({ exit, err }).toEqual({ exit: 0, err: '' });
        return (JSON.parse(out) as { summary: unknown }).summary;
      };
      const alone = await links([]);
      const both = await links(['--also-dump', dumps[1]!]);
      expect(both).not.toEqual(alone);
      expect(await links(['--also-dump', dumps[0]!])).toEqual(alone);
      const lost = await mimir([...ask, '--also-dump', path.join(home, 'nowhere')]);
      expect([lost.exit, lost.err]).toEqual([2, expect.stringContaining('nowhere')]);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('gives one JSON document and nothing else on stdout', async () => {
    const { out } = await mimir([...ASK, '--trace']);
    const report = JSON.parse(out) as Record<string, unknown>;
    expect(report).toMatchObject({ lens: 'dsm', version: 1, state: 'complete' });
    expect(report['total']).toBe(report['shown']);
  });

  it('takes its flags from the declaration of the lens, underscores too', async () => {
    const words = ['lens', 'dsm', '--dump', ARROW, '--json', '--level', 'folder:2'];
    const { out } = await mimir([...words, '--exact-limit', '5', '--kinds', 'CALLS,EXTENDS']);
    expect(JSON.parse(out)).toMatchObject({
      params: { level: 'folder:2', exactLimit: 5, kinds: ['CALLS', 'EXTENDS'] },
    });
    expect(
      (await mimir([...words, '--exact_limit=5', '--kinds', 'CALLS', '--kinds', 'EXTENDS'])).out,
    ).toBe(out);
  });

  it('shows every flag in its help, with type and default', async () => {
    const { exit, out } = await mimir(['lens', 'dsm', '--help']);
    expect(exit).toBe(0);
    expect(out).toMatch(/--exact-limit <value>/);
    expect(out.replace(/\s+/g, ' ')).toContain('an integer from 2 to');
  });

  it('shows every step with --steps', async () => {
    const { out } = await mimir(['lens', 'dsm', '--dump', ARROW, '--level', 'folder:2', '--steps']);
    for (const step of [
      'modules',
      'matrix',
      'scc',
      'cycles',
      'order',
      'visibility',
      'shape',
      'layers',
      'change',
    ]) {
      expect(out).toMatch(new RegExp(`^\\d .*\\(${step}, \\d+ rows?\\)$`, 'm'));
    }
  });

  it('tells products and times on stderr with --trace, and only there', async () => {
    const plain = await mimir(ASK);
    const traced = await mimir([...ASK, '--trace']);
    expect(traced.out).toBe(plain.out);
    expect(traced.err).toMatch(/^matrix: \d+ rows in [\d.]+ ms$/m);
  });

  it('exits with 1 when there are findings and it was asked to', async () => {
    expect((await mimir(['lens', 'dsm', '--dump', ARROW, '--fail-on-findings'])).exit).toBe(1);
    const none = ['lens', 'dsm', '--dump', ARROW, '--kinds', 'EXTENDS', '--fail-on-findings'];
    expect((await mimir(none)).exit).toBe(0);
  });

  it('finds the dump by MIMIR_DUMP, or the nearest', async () => {
    const { out } = await mimir(ASK);
    const env = { MIMIR_DUMP: ARROW };
    expect((await mimir(['lens', 'dsm', '--json', '--limit', '0'], { env })).out).toBe(out);
    const cwd = path.resolve(ARROW);
    expect((await mimir(['lens', 'dsm', '--json', '--limit', '0'], { cwd })).out).toBe(out);
  });

  it('lists the lenses, as text and as JSON', async () => {
    expect((await mimir(['lens', 'list'])).out).toMatch(/^dsm +How are the modules layered/m);
    const listed = JSON.parse((await mimir(['lens', 'list', '--json'])).out) as { id: string }[];
    expect(listed.map(({ id }) => id)).toContain('dsm');
  });
});

describe('mimir info', () => {
  it('says what a dump holds, who made it and how well', async () => {
    const { exit, out } = await mimir(['info', ARROW, '--json']);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      node_kinds: { module: 167 },
      units: [{ unit: 'apache-arrow', fidelity: 'typed' }],
    });
  });
});

describe('mimir info --label', () => {
  it('finds the functions that a pattern of a lens means, with their places', async () => {
    const { exit, out } = await mimir(['info', ARROW, '--label', 'Builder#append()']);
    expect(exit).toBe(0);
    expect(out.split('\n')[0]).toBe(
      'method  apache-arrow src/`builder.ts`/Builder#append().  src/builder.ts:226',
    );
    const asked = ['info', ARROW, '--label', 'Builder#', '--limit', '2', '--json'];
    const told = JSON.parse((await mimir(asked)).out) as { total: number; functions: unknown[] };
    expect(told.functions).toHaveLength(2);
    expect(told.total).toBeGreaterThan(2);
  });
});

describe('mimir lens list', () => {
  it('tells each question whole', async () => {
    const { out } = await mimir(['lens', 'list']);
    expect(out).not.toContain('…');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});

describe('mimir study', () => {
  it('lists the studies', async () => {
    expect((await mimir(['study', 'list'])).out).toMatch(
      /^arrow-layers +How Apache Arrow's JavaScript library is layered/m,
    );
  });
});

describe('mimir doctor', () => {
  it('says what is used here', async () => {
    const lines = JSON.parse((await mimir(['doctor', '--json'])).out) as {
      name: string;
      value: string;
    }[];
    expect(lines.find(({ name }) => name === 'node')?.value).toBe(process.versions.node);
    expect(lines.map(({ name }) => name)).toContain('backend');
  });
});
