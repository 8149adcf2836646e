import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dumpInfo, validateDump } from '../../src/dump/index.js';
import { openGraph } from '../../src/graph/index.js';
import { startRun } from '../../src/lens/index.js';
import { dsm } from '../../src/lenses/index.js';
import { plainGraph } from './naive-graph.js';
import { python, withPyarrow } from './python.js';
import { readPlainly } from './plain-reader.js';
import { inFolder } from './scratch.js';

const MAIN = `
from store import Store, helper

def main(path, limit):
    """Runs."""
    store = Store()
    store.put(path)
    store.put(limit)
    helper()
    print(path)

def test_main():
    main("a", 1)
`;
const STORE = `
class Store:
    def put(self, key):
        return helper()

def helper():
    return 1
`;

withPyarrow('a producer written in Python from the page on the format', () => {
  it('makes a dump that validation accepts and the graph reads', async () => {
    await inFolder(async (dir) => {
      const [sources, dump] = [join(dir, 'app'), join(dir, 'dump')];
      mkdirSync(sources);
      writeFileSync(join(sources, 'main.py'), MAIN);
      writeFileSync(join(sources, 'store.py'), STORE);
      python(join(import.meta.dirname, 'python/producer.py'), sources, dump);
      expect(validateDump(dump)).toEqual([]);
      const graph = await openGraph(dump);
      const calls = graph.edgesOf('CALLS').select('src', 'dst', 'count').objects();
      expect(calls).toEqual([
        { src: 'app `main.py`/main().', dst: 'app `store.py`/Store#put().', count: 2 },
        { src: 'app `main.py`/main().', dst: 'app `store.py`/helper().', count: 1 },
        { src: 'app `main.py`/main().', dst: 'builtins Store().', count: 1 },
        { src: 'app `main.py`/main().', dst: 'builtins print().', count: 1 },
        { src: 'app `main.py`/test_main().', dst: 'app `main.py`/main().', count: 1 },
        { src: 'app `store.py`/Store#put().', dst: 'app `store.py`/helper().', count: 1 },
      ]);
      const put = graph.edges('CALLS').sites(0);
      expect(put.map(({ line }) => line)).toEqual([7, 8]);
      expect(graph.nodes({ kind: 'fn', scope: {} }).numRows()).toBe(2);
      const modules = startRun(dsm, graph, { level: 'file' });
      while (!modules.finished) await modules.next();
      const { summary } = await modules.report({ limit: 0 });
      expect(summary).toMatchObject({ n: 2, arcs: 1, weight: 2, levels: 2, pc: [3, 4] });
      const info = dumpInfo(dump);
      expect(info.files.map(({ form }) => form).sort()).toEqual(['file', 'stream']);
      expect(info.quality).toMatchObject({ calls: 7, resolved: 5, external: 2 });
    });
  });

  it('is read alike by both readers, compressed with zstd and LZ4, in batches, as file and as stream', async () => {
    await inFolder(async (dir) => {
      const [sources, dump] = [join(dir, 'app'), join(dir, 'dump')];
      mkdirSync(sources);
      for (let i = 0; i < 40; i++) {
        writeFileSync(
          join(sources, `m${i}.py`),
          Array.from(
            { length: 10 },
            (_, k) =>
              `def f${i}_${k}(a, b):\n    return f${(i * 7 + k) % 40}_${(k * 3) % 10}(a) + len(b)\n`,
          ).join('\n'),
        );
      }
      python(join(import.meta.dirname, 'python/producer.py'), sources, dump);
      const graph = await openGraph(dump);
      expect(graph.nodesOf('fn')).toHaveLength(400);
      expect(graph.edges('CALLS').count).toBeGreaterThan(400);
      // The library's own reader trips over compressed 64-bit columns, so it reads the same dump uncompressed.
      const loose = join(dir, 'loose');
      python(join(import.meta.dirname, 'python/producer.py'), sources, loose, '--uncompressed');
      expect(plainGraph(graph)).toEqual(readPlainly(loose));
      expect(plainGraph(await openGraph(loose))).toEqual(readPlainly(loose));
    });
  });

  it('may write files of more than 2 GiB, of which only what is asked for is read', async () => {
    await inFolder(async (dir) => {
      const dump = join(dir, 'dump');
      python(join(import.meta.dirname, 'python/huge.py'), dump);
      expect(statSync(join(dump, 'huge.nodes.arrow')).size).toBeGreaterThan(2 ** 31);
      const graph = await openGraph(dump, { cache: { place: 'off' } });
      expect(graph.nodes({ kind: 'fn' }).array('name')).toEqual(['f0', 'f1', 'f2', 'f3', 'f4']);
      const calls = graph.edgesOf('CALLS').select('src', 'dst', 'count').objects();
      expect(calls).toEqual([
        { src: 'huge f0().', dst: 'huge f4().', count: 2 },
        { src: 'huge f4().', dst: 'huge f0().', count: 3 },
      ]);
    });
  });
});
