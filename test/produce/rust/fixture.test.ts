import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EDGE_KINDS, parsePayload, validateDump } from '../../../src/dump/index.js';
import { openGraph } from '../../../src/graph/index.js';
import { dumpRust } from '../../../src/produce/index.js';
import { createTask, type CodedError } from '../../../src/task/index.js';
import { deep, needing } from '../../tools.js';
import {
  itemLines,
  readWorkspace,
  temporaryFolder,
  WORKSPACE,
  type RustFacts,
} from './read-workspace.js';

const MINUTES = 60_000;

/** Sections of the hand-written graph: a kind's name, then its lines. */
function expectedSections(): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of readFileSync(
    path.resolve('test/produce/rust/expected-graph.txt'),
    'utf8',
  ).split('\n')) {
    if (line.startsWith('#') || line === '') continue;
    if (line.startsWith('  ')) lines.push(line.slice(2));
    else sections.set(line, (lines = []));
  }
  return sections;
}

needing('cargo')('a Rust workspace', () => {
  const folder = temporaryFolder();
  const targetDir = path.join(folder.dir, 'target');
  /** In another place than ours, and without a lock file: neither may be seen in what is found. */
  const copy = path.join(folder.dir, 'elsewhere', 'copy');
  let before: string[];
  let found: RustFacts;

  beforeAll(async () => {
    mkdirSync(path.dirname(copy), { recursive: true });
    rmSync(copy, { recursive: true, force: true });
    cpSync(WORKSPACE, copy, { recursive: true });
    rmSync(path.join(copy, 'Cargo.lock'));
    before = readdirSync(copy).sort();
    found = await readWorkspace({ path: copy, targetDir });
  }, 10 * MINUTES);
  afterAll(() => {
    folder.remove();
  });

  it('gives exactly the graph that a reader of its sources draws', () => {
    const expected = expectedSections();
    const told = new Map(
      EDGE_KINDS.filter((kind) => expected.has(kind)).map((kind) => [kind, found.lines(kind)]),
    );
    for (const [kind, lines] of told)
      expect({ kind, lines }).toEqual({ kind, lines: expected.get(kind) });
    expect(itemLines(found.nodes)).toEqual(expected.get('ITEMS'));
    expect([...expected.keys()].sort()).toEqual([...told.keys(), 'ITEMS'].sort());
  });

  it('places every call, every field access and every body, and reads every line', () => {
    const { calls, unresolved, unparsed, projections_untyped, bodies_unplaced } =
      found.read.quality;
    expect(calls).toBe(
      found.read.quality.resolved! +
        found.read.quality.external! +
        found.read.quality.by_value! +
        found.read.quality.dispatch!,
    );
    expect({ unresolved, unparsed, projections_untyped, bodies_unplaced }).toEqual({
      unresolved: 0,
      unparsed: 0,
      projections_untyped: 0,
      bodies_unplaced: 0,
    });
    expect(found.read.warnings).toEqual([]);
  });

  it('counts the places of a call and says where they are', () => {
    const to = found.edges.filter(
      (edge) =>
        edge.kind === 'CALLS' &&
        edge.src.endsWith('money/of_units().') &&
        edge.dst.endsWith('money/impl#[Cent][Unit]cents().'),
    );
    expect(to.map((edge) => edge.site)).toEqual([{ line: 105, col: 5 }]);
    const through = found.edges.filter(
      (edge) => edge.kind === 'CALLS' && edge.src.endsWith('dispatch/apply().'),
    );
    expect(through).toHaveLength(3);
  });

  it('names parameters, results and locals with their types', () => {
    expect(found.node('tally-core dispatch/apply().(f)')).toMatchObject({ kind: 'param', ty: 'F' });
    expect(found.node('tally-server gate/admit().(return)')).toMatchObject({
      kind: 'ret',
      ty: 'Result<(), Denied>',
    });
    expect(found.node('tally-core money/total().both.')).toMatchObject({
      kind: 'local',
      ty: 'money::Amount',
      line: 60,
    });
  });

  it('writes blocks that the codec reads, calls by their moniker', () => {
    const blocks = [...found.nodes.values()].filter((fact) => fact.kind === 'mir_block');
    expect(blocks.length).toBeGreaterThan(200);
    expect(blocks.filter((fact) => parsePayload(fact.ty!) === null)).toEqual([]);
    const admit = blocks.filter((fact) => fact.id.includes('handlers/put().'));
    const callees = admit.flatMap((fact) => {
      const { terminator } = parsePayload(fact.ty!)!;
      return terminator.op === 'call' ? [terminator.callee] : [];
    });
    expect(callees).toContain('rust-analyzer cargo tally-server 0.3.0 gate/admit().');
    expect(callees).toContain('rust-analyzer cargo tally-store 0.2.0 impl#[Store]put().');
  });

  it(
    'is read again without compiling, and a dump of it has the same bytes each time, whether its MIR is read anew or not',
    async () => {
      const dumps: string[] = [];
      const kept = path.join(targetDir, 'mimir', 'read');
      for (const name of ['one', 'two', 'three']) {
        if (name === 'three') rmSync(kept, { recursive: true });
        const written = namesOfIndexes(kept);
        const out = path.join(folder.dir, name);
        const result = await dumpRust({ path: copy, out, targetDir, offline: true });
        expect(result.fresh).toBe(result.compilations);
        expect(validateDump(out)).toEqual([]);
        // Index files that are there already were not written again.
        expect(namesOfIndexes(kept) === written).toBe(name !== 'three');
        dumps.push(
          readdirSync(out)
            .sort()
            .map((file) => readFileSync(path.join(out, file)).toString('base64'))
            .join('\n'),
        );
      }
      expect(dumps[1]).toBe(dumps[0]);
      expect(dumps[2]).toBe(dumps[0]);
      // Into the same folder: nothing is read, nothing written, until somebody touches what is there.
      const out = path.join(folder.dir, 'one');
      const again = () => dumpRust({ path: copy, out, targetDir, offline: true });
      const untouched = namesOfIndexes(out);
      expect((await again()).quality).toEqual(found.read.quality);
      expect(namesOfIndexes(out)).toBe(untouched);
      rmSync(path.join(out, 'tally-core.edges.arrow'));
      await again();
      expect(namesOfIndexes(out)).not.toBe(untouched);
      expect(readFileSync(path.join(out, 'tally-core.edges.arrow'))).toEqual(
        readFileSync(path.join(folder.dir, 'two', 'tally-core.edges.arrow')),
      );
      const graph = await openGraph(out);
      expect(graph.edges('CALLS').count).toBeGreaterThan(100);
      expect(dumps[0]).not.toContain(Buffer.from(folder.dir).toString('base64'));
    },
    5 * MINUTES,
  );

  it(
    'has what any of several feature sets compiles',
    async () => {
      const united = await readWorkspace({
        path: copy,
        targetDir,
        featureSets: [['--no-default-features'], ['--all-features']],
        packages: ['tally-core'],
      });
      expect(united.node('tally-core gone().').kind).toBe('fn');
      expect(united.node('tally-core strict/check().').kind).toBe('fn');
      expect(united.edges).toContainEqual(
        expect.objectContaining({
          kind: 'GATED_BY',
          src: 'rust-analyzer cargo tally-core 0.1.0 gone().',
          dst: 'rust-analyzer cargo tally-core 0.1.0 feature/never:',
          partial: false,
        }),
      );
    },
    10 * MINUTES,
  );

  it(
    'is left as it was, without a lock file too; what changed alone is compiled and written, and ids stay',
    async () => {
      const out = path.join(folder.dir, 'changing');
      const dump = () => dumpRust({ path: copy, out, targetDir, offline: true });
      const first = await dump();
      expect(first.reused).toEqual([]);
      const written = stampsIn(out);
      expect(readdirSync(copy).sort()).toEqual(before);
      expect(existsSync(path.join(copy, 'Cargo.lock'))).toBe(false);
      appendFileSync(
        path.join(copy, 'server/src/handlers.rs'),
        '\npub fn added() -> bool {\n    run("true")\n}\n',
      );
      const second = await readWorkspace({ path: copy, targetDir });
      // The library, the binary, the tests of both, and the integration test.
      expect(second.read.compilations - second.read.fresh).toBe(5);
      const added = [...second.nodes.keys()].filter((id) => !found.nodes.has(id));
      expect(added).toContain('rust-analyzer cargo tally-server 0.3.0 handlers/added().');
      expect(added.every((id) => id.includes('handlers/added().'))).toBe(true);
      const others = Object.keys(first.packages).filter((name) => name !== 'tally-server');
      expect([...(await dump()).reused].sort()).toEqual(others.sort());
      const now = stampsIn(out);
      expect(Object.keys(now)).toEqual(Object.keys(written));
      expect(Object.keys(now).filter((file) => now[file] !== written[file])).toEqual([
        'tally-server.edges.arrow',
        'tally-server.nodes.arrow',
      ]);
      expect(validateDump(out)).toEqual([]);
    },
    10 * MINUTES,
  );

  it(
    'is refused where the text of MIR is not the one that was learnt',
    async () => {
      const facts = path.join(targetDir, 'mimir', 'facts');
      const spoiled = readdirSync(facts)
        .filter((name) => name.startsWith('tally_server-'))
        .flatMap((name) =>
          readdirSync(path.join(facts, name, 'mir'))
            .filter((file) => file.includes('handlers-put'))
            .map((file) => path.join(facts, name, 'mir', file)),
        );
      const texts = spoiled.map((file) => readFileSync(file, 'utf8'));
      for (const [i, file] of spoiled.entries())
        writeFileSync(
          file,
          texts[i]!.replaceAll('bb0: {', `bb0: {\n${'        ?!\n'.repeat(400)}`),
        );
      try {
        await expect(readWorkspace({ path: copy, targetDir })).rejects.toMatchObject({
          code: 'unknown_mir',
        });
      } finally {
        for (const [i, file] of spoiled.entries()) writeFileSync(file, texts[i]!);
      }
    },
    5 * MINUTES,
  );

  it(
    'ends what it started when it is stopped',
    async () => {
      const slow = path.join(folder.dir, 'slow');
      mkdirSync(path.join(slow, 'src'), { recursive: true });
      writeFileSync(
        path.join(slow, 'Cargo.toml'),
        '[package]\nname = "slow"\nversion = "0.1.0"\nedition = "2021"\nbuild = "build.rs"\n[workspace]\n',
      );
      writeFileSync(path.join(slow, 'src/lib.rs'), '');
      const pidFile = path.join(folder.dir, 'pid');
      writeFileSync(
        path.join(slow, 'build.rs'),
        `fn main() { std::fs::write(${JSON.stringify(pidFile)}, std::process::id().to_string()).unwrap(); std::thread::sleep(std::time::Duration::from_secs(600)); }`,
      );
      const task = createTask();
      const running = readWorkspace({
        path: slow,
        targetDir: path.join(folder.dir, 'slow-target'),
        task,
      });
      const stopped = running.then(
        () => null,
        (error: unknown) => error as CodedError,
      );
      while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '')
        await new Promise((resolve) => setTimeout(resolve, 50));
      const pid = Number(readFileSync(pidFile, 'utf8'));
      Atomics.store(task.flag, 0, 1);
      expect((await stopped)?.code).toBe('interrupted');
      expect(isRunning(pid)).toBe(false);
    },
    5 * MINUTES,
  );

  const toolchains = deep<string[]>([], installedToolchains());
  it(
    `is the same to every toolchain that is tried: ${toolchains.join(', ') || 'the default one'}`,
    async () => {
      const expected = expectedSections();
      for (const toolchain of toolchains) {
        const other = await readWorkspace({
          targetDir: path.join(folder.dir, toolchain),
          toolchain,
        });
        for (const kind of ['CALLS', 'PASSES_FN', 'WRITES_FIELD', 'TESTS', 'GATED_BY'] as const)
          expect({ toolchain, kind, lines: other.lines(kind) }).toEqual({
            toolchain,
            kind,
            lines: expected.get(kind),
          });
        expect({ toolchain, unparsed: other.read.quality.unparsed }).toEqual({
          toolchain,
          unparsed: 0,
        });
      }
      expect(found.read.quality.unparsed).toBe(0);
    },
    20 * MINUTES,
  );

  it(
    'has the one member whose folder is named, and says which there are where none has the name',
    async () => {
      const { read } = await readWorkspace({ path: path.join(copy, 'orm'), targetDir });
      expect(read.quality).toMatchObject({ calls: 3, bodies: 2 });
      await expect(
        readWorkspace({ path: copy, targetDir, packages: ['tally-shop'] }),
      ).rejects.toMatchObject({
        code: 'invalid_argument',
        message:
          'no package of the workspace: tally-shop; there are sea-orm, tally-core, tally-macros, tally-server, tally-store',
      });
    },
    5 * MINUTES,
  );

  it('of a toolchain too old says so, with the remedy', async () => {
    const rustc = path.join(folder.dir, 'old-rustc');
    writeFileSync(rustc, '#!/bin/sh\necho "rustc 1.63.0"\necho "release: 1.63.0"\n');
    chmodSync(rustc, 0o755);
    const before = process.env['RUSTC'];
    process.env['RUSTC'] = rustc;
    try {
      await expect(readWorkspace({ targetDir })).rejects.toMatchObject({
        code: 'old_toolchain',
        message: expect.stringMatching(
          /^toolchain too old: rustc 1\.63\.0; .*--toolchain$/u,
        ) as string,
      });
    } finally {
      if (before === undefined) delete process.env['RUSTC'];
      else process.env['RUSTC'] = before;
    }
  });
});

/** The files of a folder, each with the time at which it was written. */
function stampsIn(dir: string): Record<string, bigint> {
  return Object.fromEntries(
    (existsSync(dir) ? readdirSync(dir).sort() : []).map((name) => [
      name,
      statSync(path.join(dir, name), { bigint: true }).mtimeNs,
    ]),
  );
}

/** The same as one text. */
function namesOfIndexes(dir: string): string {
  return Object.entries(stampsIn(dir))
    .map(([name, time]) => `${name} ${time}`)
    .join('\n');
}

/** False for one that ended and that nobody asked after, too. */
function isRunning(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return !state.trim().startsWith('Z');
  } catch {
    return false;
  }
}

/** rustup's toolchains of the releases that are read; none without rustup. */
function installedToolchains(): string[] {
  try {
    return execFileSync('rustup', ['toolchain', 'list'], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.split(' ')[0]!)
      .filter((name) => /^1\.(9[5-9]|\d{3})\.|^nightly/u.test(name));
  } catch {
    return [];
  }
}
