import fc from 'fast-check';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type * as nodeFs from 'node:fs';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { generateUnits } from '../../bench/dump/generate.mjs';
import { createDumpWriter, writeUnit } from '../../src/dump/index.js';
import { openGraph, type CodeGraph, type OpenOptions } from '../../src/graph/index.js';
import { facts, type Facts } from '../dump/facts-arbitrary.js';
import { plainGraph } from '../dump/naive-graph.js';
import { inFolder } from '../dump/scratch.js';
import { deep } from '../tools.js';

const full = vi.hoisted(() => ({ disk: false }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof nodeFs>();
  const writeSync = (...args: Parameters<typeof fs.writeSync>): number => {
    if (full.disk) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    return fs.writeSync(...args);
  };
  return { ...fs, writeSync };
});

/** Files older than the clock's grain, so that a manifest may trust them. */
function age(dir: string): void {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (statSync(path).isFile())
      utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  }
}

function write(dir: string, units: readonly Facts[]): void {
  units.forEach((unit, at) => {
    const writer = createDumpWriter(dir);
    for (const node of unit.nodes) writer.node(node);
    for (const edge of unit.edges) writer.edge(edge);
    writer.commit({
      producer: 'test/1',
      fidelity: 'typed',
      unit: `u${at}`,
      quality: { calls: at },
    });
  });
  age(dir);
}

const always = (place: string): OpenOptions => ({ cache: { place, smallest: 0 } });

/** All that a graph tells, what it derives included. */
function everything(graph: CodeGraph): unknown {
  const vertices = Array.from({ length: graph.nodeCount + graph.refCount }, (_, v) => v);
  return {
    plain: plainGraph(graph),
    units: graph.units,
    duplicates: graph.duplicates,
    skipped: graph.skipped,
    key: graph.dumpKey,
    parents: [...graph.parents],
    stable: vertices.map((v) => graph.stableId(v)),
    scope: [...graph.scope()],
    calls: [graph.edges('CALLS').out, graph.edges('CALLS').in],
    columns: [
      'name',
      'crate',
      'version',
      'file',
      'line',
      'ty',
      'isTest',
      'payloadHash',
      'origin',
      'cfg',
    ].map((name) => graph[name as 'name'] !== null),
  };
}

const snapshots = (place: string): string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.snapshot'))
    .map((name) => join(place, name));

describe('a graph out of a snapshot', () => {
  it('equals the fresh graph field by field', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(facts, { minLength: 1, maxLength: 3 }), (units) =>
        inFolder(async (dir) => {
          const dump = join(dir, 'dump');
          const place = join(dir, 'cache');
          write(dump, units);
          const fresh = await openGraph(dump, { cache: { place: 'off' } });
          expect((await openGraph(dump, always(place))).cache.state).toBe('written');
          const cached = await openGraph(dump, always(place));
          expect(cached.cache.state).toBe('hit');
          expect(everything(cached)).toEqual(everything(fresh));
        }),
      ),
      { numRuns: deep(25, 250) },
    );
  });

  it('equals it on a generated dump of several crates', async () => {
    await inFolder(async (dir) => {
      const place = join(dir, 'cache');
      const dump = join(dir, 'dump');
      for (const unit of generateUnits({ edges: deep(3000, 30_000), units: 3 }))
        writeUnit(dump, unit);
      age(dump);
      const written = await openGraph(dump, always(place));
      const cached = await openGraph(dump, { ...always(place), verify: true });
      expect([written.cache.state, cached.cache.state]).toEqual(['written', 'hit']);
      expect(everything(cached)).toEqual(everything(written));
    });
  });
});

const UNIT: Facts = {
  nodes: [{ id: 'a', kind: 'fn', name: 'a' }],
  edges: [{ kind: 'CALLS', src: 'a', dst: 'b' }],
};

describe('the snapshot cache', () => {
  it('builds anew what was cut, and says so', async () => {
    await inFolder(async (dir) => {
      const [dump, place] = [join(dir, 'dump'), join(dir, 'cache')];
      write(dump, [UNIT]);
      await openGraph(dump, always(place));
      const [snapshot] = snapshots(place);
      for (const [file, why] of [
        ['columns-0.bin', 'cut file'],
        ['header.json', 'unreadable header'],
      ] as const) {
        truncateSync(join(snapshot!, file), Math.floor(statSync(join(snapshot!, file)).size / 2));
        const graph = await openGraph(dump, always(place));
        expect(graph.cache).toMatchObject({ state: 'written', why });
        expect((await openGraph(dump, always(place))).cache.state).toBe('hit');
      }
    });
  });

  it('finds damage inside a snapshot when asked to verify', async () => {
    await inFolder(async (dir) => {
      const [dump, place] = [join(dir, 'dump'), join(dir, 'cache')];
      write(dump, [UNIT]);
      await openGraph(dump, always(place));
      const file = join(snapshots(place)[0]!, 'columns-0.bin');
      const bytes = readFileSync(file);
      bytes[0]! ^= 1;
      writeFileSync(file, bytes);
      const graph = await openGraph(dump, { ...always(place), verify: true });
      expect(graph.cache).toMatchObject({ state: 'written', why: 'damaged file' });
    });
  });

  it('does not use the snapshot of another dump or of another format', async () => {
    await inFolder(async (dir) => {
      const [dump, place] = [join(dir, 'dump'), join(dir, 'cache')];
      write(dump, [UNIT]);
      await openGraph(dump, always(place));
      const header = join(snapshots(place)[0]!, 'header.json');
      const text = readFileSync(header, 'utf8');
      for (const foreign of [
        text.replace('"version":1', '"version":99'),
        text.replace(/"key":"../u, '"key":"zz'),
        '{}',
        '[]',
        'null',
      ]) {
        writeFileSync(header, foreign);
        expect((await openGraph(dump, always(place))).cache.state).toBe('written');
      }
    });
  });

  it('drops the old snapshot when the dump changes', async () => {
    await inFolder(async (dir) => {
      const [dump, place] = [join(dir, 'dump'), join(dir, 'cache')];
      write(dump, [UNIT]);
      const before = await openGraph(dump, always(place));
      write(dump, [{ ...UNIT, edges: [] }]);
      const after = await openGraph(dump, always(place));
      expect(after.cache.state).toBe('written');
      expect(after.dumpKey).not.toBe(before.dumpKey);
      expect(after.edges('CALLS').count).toBe(0);
      expect(snapshots(place)).toEqual([after.cache.path]);
    });
  });

  it('trusts sizes and times only of files that are old enough, and reads bytes when asked', async () => {
    await inFolder(async (dir) => {
      const [dump, place] = [join(dir, 'dump'), join(dir, 'cache')];
      write(dump, [UNIT]);
      const file = join(dump, 'u0.nodes.arrow');
      const { atime, mtime } = statSync(file);
      const before = await openGraph(dump, always(place));
      const bytes = readFileSync(file);
      // The producer's name in the metadata: another letter, the same length.
      bytes[bytes.indexOf('test/1')] = 'T'.charCodeAt(0);
      writeFileSync(file, bytes);
      utimesSync(file, atime, mtime);
      expect((await openGraph(dump, always(place))).dumpKey).toBe(before.dumpKey);
      expect((await openGraph(dump, { ...always(place), verify: true })).dumpKey).not.toBe(
        before.dumpKey,
      );
    });
  });

  it('is off when told so, and leaves small dumps alone', async () => {
    await inFolder(async (dir) => {
      write(dir, [UNIT]);
      expect((await openGraph(dir, { cache: { place: 'off' } })).cache.state).toBe('off');
      expect((await openGraph(dir)).cache.state).toBe('small');
      expect(readdirSync(dir)).toEqual(['u0.edges.arrow', 'u0.nodes.arrow']);
    });
  });

  it('stands beside the dump unless told otherwise, where it is no part of the dump', async () => {
    await inFolder(async (dir) => {
      write(dir, [UNIT]);
      const first = await openGraph(dir, { cache: { smallest: 0 } });
      expect(first.cache.path).toContain(join(dir, '.mimir-cache'));
      const second = await openGraph(dir, { cache: { smallest: 0 } });
      expect(second.cache.state).toBe('hit');
      expect(second.dumpKey).toBe((await openGraph(dir, { cache: { place: 'off' } })).dumpKey);
    });
  });

  it('leaves writing to the writer that holds the lock, and takes over from one that is gone', async () => {
    await inFolder(async (dir) => {
      const [dump, place] = [join(dir, 'dump'), join(dir, 'cache')];
      write(dump, [UNIT]);
      const { path } = (await openGraph(dump, always(place))).cache;
      renameSync(path!, `${path!}.away`);
      const host = (await import('node:os')).hostname();
      writeFileSync(`${path!}.lock`, `${host} ${process.pid}`);
      expect((await openGraph(dump, always(place))).cache.state).toBe('busy');
      expect(snapshots(place)).toEqual([]);
      const gone = spawn(process.execPath, ['-e', '']);
      await once(gone, 'exit');
      writeFileSync(`${path!}.lock`, `${host} ${gone.pid!}`);
      mkdirSync(`${path!}.${gone.pid!}.tmp`);
      expect((await openGraph(dump, always(place))).cache.state).toBe('written');
      expect(existsSync(`${path!}.lock`)).toBe(false);
      expect(existsSync(`${path!}.${gone.pid!}.tmp`)).toBe(false);
    });
  });

  it('keeps a shared folder within its bounds, dropping what was used longest ago', async () => {
    await inFolder(async (dir) => {
      const place = join(dir, 'cache');
      const paths: string[] = [];
      for (const name of ['one', 'two', 'three']) {
        write(join(dir, name), [UNIT]);
        const { cache } = await openGraph(join(dir, name), {
          cache: { place, smallest: 0, most: 0 },
        });
        paths.push(cache.path!);
      }
      expect(snapshots(place)).toEqual([paths[2]]);
    });
  });

  it('that can’t be written is a note beside a good graph, and nothing is left of it', async () => {
    await inFolder(async (dir) => {
      const [dump, place] = [join(dir, 'dump'), join(dir, 'cache')];
      write(dump, [UNIT]);
      writeFileSync(join(dir, 'file'), '');
      const blocked = await openGraph(dump, always(join(dir, 'file')));
      expect(blocked.cache.state).toBe('failed');
      expect(blocked.nodeCount).toBe(1);
      full.disk = true;
      try {
        const graph = await openGraph(dump, always(place));
        expect(graph.cache).toEqual({ state: 'failed', why: 'no space left on the disk' });
        expect(graph.nodeCount).toBe(1);
        expect(
          readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
            /snapshot|tmp|lock/u.test(name),
          ),
        ).toEqual([]);
      } finally {
        full.disk = false;
      }
      expect((await openGraph(dump, always(place))).cache.state).toBe('written');
    });
  });

  it('holds a good snapshot or none when its writer is killed', async () => {
    await inFolder(async (dir) => {
      const [dump, place] = [join(dir, 'dump'), join(dir, 'cache')];
      for (const unit of generateUnits({ edges: 20_000, units: 2 })) writeUnit(dump, unit);
      age(dump);
      const fresh = everything(await openGraph(dump, { cache: { place: 'off' } }));
      // A writer that forgets its snapshot and writes it again, for ever.
      const graph = pathToFileURL(join(import.meta.dirname, '../../dist/graph/index.js')).href;
      const program = `
        import { rmSync } from 'node:fs';
        const { openGraph } = await import(${JSON.stringify(graph)});
        for (;;) {
          const { cache } = await openGraph(${JSON.stringify(dump)}, { cache: { place: ${JSON.stringify(place)}, smallest: 0 } });
          if (cache.state !== 'written' && cache.state !== 'hit') throw new Error(cache.state + ' ' + cache.why);
          process.stdout.write('.');
          rmSync(cache.path, { recursive: true });
        }`;
      for (let round = 0; round < deep(5, 50); round++) {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let failure = '';
        child.stderr.on('data', (text) => (failure += String(text)));
        await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
        await new Promise((done) => setTimeout(done, 5 + round * 23));
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
        expect(failure).toBe('');
        const after = await openGraph(dump, always(place));
        expect(['written', 'hit']).toContain(after.cache.state);
        expect(everything(after)).toEqual(fresh);
        const left = readdirSync(place, { recursive: true, encoding: 'utf8' });
        if (after.cache.state === 'written')
          expect(left.filter((name) => /tmp|lock/u.test(name))).toEqual([]);
      }
    });
  });
});
