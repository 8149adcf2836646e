import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  acceptUpdate,
  driftLines,
  findStudies,
  JUPYTER_HEADER,
  parseExpected,
  printExpected,
  proposeUpdate,
  readExpected,
  readStudy,
  replayStudy,
  saveStudy,
  studyFile,
  writeStudy,
  type CellOutcome,
  type StudyFile,
} from '../../src/study/index.js';
import { ARCS, fixedRunner, outcome, pin, sampleRun } from './samples.js';

const GOOD = outcome({ runs: [sampleRun()], pins: [pin(3)] });

let folder: string;
let file: StudyFile;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mimir-study-'));
  file = studyFile(folder, 'layers');
  await writeStudy(file, {
    header: { format: 1, title: 'Layers', dump: 'dump' },
    jupyter: JUPYTER_HEADER,
    cells: [
      { kind: 'markdown', source: '# Layers', metadata: {} },
      { kind: 'code', source: 'const run = lens.dsm();', metadata: {} },
      { kind: 'code', source: "pin('p', 3);", metadata: {} },
    ],
  });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function accept(result: CellOutcome): Promise<void> {
  await acceptUpdate(await proposeUpdate(file, fixedRunner(result)), () => true);
}

const verdicts = async (result: CellOutcome): Promise<string[]> =>
  (await replayStudy(file, fixedRunner(result))).findings.map(
    ({ name, verdict }) => `${name} ${verdict}`,
  );

describe('a replay', () => {
  it('holds when the cells give what was accepted', async () => {
    await accept(GOOD);
    const replay = await replayStudy(file, fixedRunner(GOOD));
    expect(replay.ok).toBe(true);
    expect(replay.findings.map(({ verdict }) => verdict)).toEqual(['holds', 'holds']);
  });

  it('runs the code cells only, on the dump that the header names', async () => {
    const runner = fixedRunner(GOOD);
    await replayStudy(file, runner);
    expect(runner.asked).toEqual([
      { cells: ['const run = lens.dsm();', "pin('p', 3);"], dump: path.join(folder, 'dump') },
    ]);
  });

  it('names the first step that diverged, expected and actual the right way round', async () => {
    await accept(GOOD);
    const changed = sampleRun({ arcs: [...ARCS.slice(0, 2), ['core', 'db', 8], ['db', 'app', 1]] });
    const { findings } = await replayStudy(
      file,
      fixedRunner(outcome({ runs: [changed], pins: [pin(4)] })),
    );
    const [run, value] = findings;
    expect(run?.firstStep).toMatchObject({
      id: 'matrix',
      place: 2,
      of: 2,
      expected: { rows: 3 },
      actual: { rows: 4 },
    });
    expect(run?.diff?.added).toEqual([['db', 'app', 1]]);
    expect(run?.diff?.changed).toEqual([
      { key: ['core', 'db'], cells: [{ column: 'weight', expected: 7, actual: 8, by: 1 }] },
    ]);
    expect(value?.values).toEqual({ expected: 3, actual: 4 });
    expect(driftLines(value!)[0]).toBe('✗ pin p: drifted: expected 3, actual 4');
  });

  it('says why: the dump, the lens, a parameter, or else the code', async () => {
    await accept(GOOD);
    const why = async (result: CellOutcome): Promise<readonly string[]> =>
      (await replayStudy(file, fixedRunner(result))).findings[0]!.why;
    const arcs = ARCS.slice(1);
    expect(await why(outcome({ runs: [sampleRun({ arcs })], dumpKey: 'k2' }))).toEqual([
      'the dump moved: expected k1, actual k2',
    ]);
    expect(await why(outcome({ runs: [sampleRun({ arcs, version: 2 })] }))).toEqual([
      'the lens moved: expected version 1, actual 2',
    ]);
    expect(await why(outcome({ runs: [sampleRun({ arcs, params: { level: 'crate' } })] }))).toEqual(
      ['a parameter moved: level: expected "module", actual "crate"'],
    );
    expect(await why(outcome({ runs: [sampleRun({ arcs })] }))).toEqual([
      'the code moved: same dump, same lens version, same parameters',
    ]);
  });

  it('fails for what was never accepted and shows it, and for what is gone', async () => {
    await accept(outcome({ pins: [{ ...pin(1), name: 'old' }] }));
    const replay = await replayStudy(
      file,
      fixedRunner(outcome({ pins: [{ ...pin(['a', 'b']), name: 'new' }] })),
    );
    expect(replay.ok).toBe(false);
    expect(replay.findings.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['old', 'missing'],
      ['new', 'unexpected'],
    ]);
    expect(driftLines(replay.findings[1]!).join('\n')).toContain('+ a');
  });

  it('leaves out the last columns of a wide table and names them, instead of cutting all to nothing', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `column_of_number_${i}`);
    const wide = sampleRun();
    const replay = await replayStudy(
      file,
      fixedRunner(
        outcome({
          runs: [
            {
              ...wide,
              report: {
                ...wide.report,
                findings: {
                  ...wide.report.findings,
                  columns: names.map((name) => ({ name, type: 'text' })),
                  rows: [names.map((name) => `value of ${name}`)],
                },
              },
            },
          ],
        }),
      ),
    );
    const lines = driftLines(replay.findings[0]!, { width: 80 });
    const at = lines.findIndex((line) => line.includes('not shown: '));
    expect(lines[at]).toMatch(/not shown: .*column_of_number_11$/);
    expect(lines[at - 2]).toMatch(/column_o…umber_0 +column_o…umber_1/);
  });

  it('tells the failed cell, by its place in the file, and compares what came before it', async () => {
    await accept(GOOD);
    const failed = outcome({ runs: [sampleRun()], error: { cell: 1, message: 'no such thing' } });
    const replay = await replayStudy(file, fixedRunner(failed));
    expect(replay.ok).toBe(false);
    expect(replay.error).toEqual({ cell: 2, message: 'no such thing' });
    expect(replay.findings.map(({ name, verdict }) => [name, verdict])).toEqual([['dsm', 'holds']]);
  });

  it('compares laws only on another dump', async () => {
    const laws = outcome({
      runs: [sampleRun()],
      pins: [
        { ...pin(3), name: 'fact' },
        { ...pin(3, { expect: 'at most' }), name: 'most' },
        { ...pin(3, { expect: 'at least' }), name: 'least' },
      ],
    });
    await accept(laws);
    const elsewhere = outcome({
      dumpKey: 'k2',
      runs: [sampleRun({ arcs: [] })],
      pins: [
        { ...pin(9), name: 'fact' },
        { ...pin(9, { expect: 'at most' }), name: 'most' },
        { ...pin(9, { expect: 'at least' }), name: 'least' },
      ],
    });
    const { findings } = await replayStudy(file, fixedRunner(elsewhere), { dump: '/elsewhere' });
    expect(Object.fromEntries(findings.map(({ name, verdict }) => [name, verdict]))).toEqual({
      dsm: 'not compared',
      fact: 'not compared',
      most: 'drifted',
      least: 'holds',
    });
  });

  it('refuses two pins of one name', async () => {
    const replay = await replayStudy(file, fixedRunner(outcome({ pins: [pin(1), pin(2)] })));
    expect(replay.error?.message).toMatch(/^repeated pin: p/);
  });
});

describe('an update', () => {
  it('writes nothing when every change is refused', async () => {
    await accept(GOOD);
    const before = await readFile(file.expectedFile, 'utf8');
    const proposal = await proposeUpdate(file, fixedRunner(outcome({ pins: [pin(9)] })));
    expect(await acceptUpdate(proposal, () => false)).toBe(false);
    expect(await readFile(file.expectedFile, 'utf8')).toBe(before);
  });

  it('takes what is accepted and keeps the rest as it was', async () => {
    await accept(outcome({ pins: [pin(1), { ...pin(1), name: 'q' }] }));
    const moved = outcome({ pins: [pin(2), { ...pin(2), name: 'q' }] });
    await acceptUpdate(
      await proposeUpdate(file, fixedRunner(moved)),
      ({ finding }) => finding.name === 'q',
    );
    expect(await verdicts(moved)).toEqual(['p drifted', 'q holds']);
  });

  it('writes the dump key and the lens versions into the header, and leaves no other file behind', async () => {
    await accept(GOOD);
    expect((await readStudy(file)).header).toMatchObject({
      dumpKey: 'k1',
      lenses: { dsm: 1 },
      title: 'Layers',
    });
    expect((await readdir(folder)).sort()).toEqual(['layers.expected.json', 'layers.study.ts']);
  });

  it('records a dump that moved under the same answers', async () => {
    await accept(GOOD);
    const proposal = await proposeUpdate(file, fixedRunner({ ...GOOD, dumpKey: 'k2' }));
    expect([proposal.changes, proposal.moved]).toEqual([[], true]);
    await acceptUpdate(proposal, () => true);
    expect((await readExpected(file))?.dumpKey).toBe('k2');
    expect((await readStudy(file)).header.dumpKey).toBe('k2');
  });

  it('refuses a study whose cell fails', async () => {
    const failed = outcome({ error: { cell: 0, message: 'boom' } });
    await expect(proposeUpdate(file, fixedRunner(failed))).rejects.toThrow(
      /^study failed: layers, cell 2: boom/,
    );
  });
});

describe('an expectation on disk', () => {
  it('prints one row a line, and the same data as the same bytes', async () => {
    await accept(GOOD);
    const text = await readFile(file.expectedFile, 'utf8');
    expect(text.split('\n').map((line) => line.trim())).toContain('["app", "core", 3],');
    expect(printExpected(parseExpected(text))).toBe(text);
    expect(parseExpected(text)).toEqual(await readExpected(file));
  });

  it.each([
    [
      'cut in the middle',
      (text: string) => text.slice(0, text.length / 2),
      /^unreadable expectation/,
    ],
    [
      'short of a row',
      (text: string) => text.replace(/\n.*"app", "core", 3\],/, ''),
      /^cut expectation: run dsm/,
    ],
    [
      'of a newer format',
      (text: string) => text.replace('"format": 1', '"format": 9'),
      /^newer expectation/,
    ],
    ['of another shape', () => '{}', /^wrong expectation/],
  ])('is refused when it is %s', async (_, change, message) => {
    await accept(GOOD);
    await writeFile(file.expectedFile, change(await readFile(file.expectedFile, 'utf8')));
    await expect(replayStudy(file, fixedRunner(GOOD))).rejects.toThrow(message);
  });
});

describe('finding studies', () => {
  it('lists all, finds by name, and names the nearest', async () => {
    expect((await findStudies(folder, [])).map(({ name }) => name)).toEqual(['layers']);
    expect((await findStudies(folder, ['layers']))[0]?.file).toBe(file.file);
    await expect(findStudies(folder, ['layer'])).rejects.toThrow(
      'unknown study: layer; did you mean layers?',
    );
  });
});

describe('saving a session', () => {
  const cell = (source: string, declares: string[], reads: string[], matters = false) => ({
    kind: 'code' as const,
    source,
    declares,
    reads,
    matters,
  });
  const session = [
    cell('const limit = 3;', ['limit'], []),
    cell('const unused = 1;', ['unused'], []),
    { ...cell('const limit = oops;', ['limit'], ['oops']), failed: true },
    cell("const run = lens.dsm({ level: 'module' });", ['run'], ['lens', 'limit'], true),
    cell("pin('p', 3);", [], ['run', 'pin'], true),
    cell('1 + 1', [], []),
  ];

  it('keeps the cells that pins and lens runs depend on, and replays what it saved', async () => {
    const runner = fixedRunner(GOOD);
    const saved = await saveStudy(
      { folder, name: 'saved', cells: session, dump: path.join(folder, 'd') },
      runner,
    );
    const study = await readStudy(saved.file);
    expect(study.cells.map(({ source }) => source)).toEqual([
      session[0]!.source,
      session[3]!.source,
      session[4]!.source,
    ]);
    expect(study.header).toMatchObject({ dump: 'd', dumpKey: 'k1' });
    expect((await replayStudy(saved.file, fixedRunner(GOOD))).ok).toBe(true);
  });

  it('does not overwrite a study unless told', async () => {
    await expect(
      saveStudy({ folder, name: 'layers', cells: session }, fixedRunner(GOOD)),
    ).rejects.toThrow(/^study exists/);
  });

  it('says of a folder that takes no files why', async () => {
    const taken = path.join(folder, 'taken');
    await writeFile(taken, '');
    await expect(
      saveStudy({ folder: taken, name: 'new', cells: session }, fixedRunner(GOOD)),
    ).rejects.toThrow(
      `folder that cannot be written: ${taken} (a file is in the way); name another`,
    );
  });

  it('leaves nothing behind when the replay fails or is stopped', async () => {
    const failing = outcome({ error: { cell: 0, message: 'boom' } });
    const save = (result: CellOutcome) =>
      saveStudy({ folder, name: 'again', cells: session }, fixedRunner(result));
    await expect(save(failing)).rejects.toThrow(/^study failed: again, cell 1: boom/);
    expect(await save(GOOD)).toMatchObject({ file: { name: 'again' } });
  });

  it.each([
    ['a session without a pin or a lens run', 'const a = 1;', false, /^nothing to replay/],
    [
      'a path of this machine',
      "const t = readFileSync('/home/ann/secret.txt');",
      true,
      /^absolute path in a study: \/home\/ann/,
    ],
    ['a secret', "const password = 'hunter2hunter2';", true, /^secret in a study: cell 1, line 1/],
    ['a token', `const t = 'ghp_${'a'.repeat(36)}';`, true, /^token in a study/],
  ])('refuses %s', async (_, source, matters, message) => {
    const cells = [cell(source, [], [], matters)];
    await expect(saveStudy({ folder, name: 'bad', cells }, fixedRunner(GOOD))).rejects.toThrow(
      message,
    );
  });
});
