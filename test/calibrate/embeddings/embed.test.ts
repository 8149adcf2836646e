import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  embedDump,
  openModel,
  scores,
  textsToEmbed,
  type TextModel,
} from '../../../src/calibrate/index.js';
import { readEmbeddings } from '../../../src/dump/index.js';
import { openGraph, type CodeGraph } from '../../../src/graph/index.js';
import { DEFAULTS, startRun, type TypedLens } from '../../../src/lens/index.js';
import { recordedFloor } from '../../../src/lenses/clones/index.js';
import { exactClones } from '../../../src/lenses/exact-clones/index.js';
import { registry } from '../../../src/lenses/index.js';
import { TWIN_FLOORS, twinFloor } from '../../../src/lenses/semantic-twins/floors.js';
import { createTask } from '../../../src/task/index.js';
import { HASHED_SPACE } from '../../../src/text/index.js';
import { mimir } from '../../cli/command.js';
import { writeModel } from './tiny-model.js';

const root = mkdtempSync(path.join(tmpdir(), 'mimir-embed-'));
const src = 'fixtures/rust-workspace';
const task = createTask();
let graph: CodeGraph;
let model: TextModel;

/** Words that the fixture has, each a direction of its own. */
const WORDS = 'unknown fn let self return if match for pub str u64 v1 v2 f1 m1'.split(' ');

beforeAll(async () => {
  cpSync('fixtures/rust-tally', path.join(root, 'dump'), { recursive: true });
  graph = await openGraph(path.join(root, 'dump'));
  // What the model does not know counts little: it would make all texts alike.
  const table = WORDS.map((_, at) =>
    WORDS.map((__, i) => Number(i === at) * (at === 0 ? 0.01 : 1)),
  );
  model = await openModel(writeModel(path.join(root, 'words'), WORDS, table));
});
afterAll(async () => {
  await model.close();
  rmSync(root, { recursive: true, force: true });
});

type AnyLens = TypedLens<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;

async function ask(id: string, params: Readonly<Record<string, unknown>>) {
  const lens = registry.named(id) as unknown as AnyLens;
  return startRun(lens, graph, params, { task }).report({ limit: 0 });
}

describe('vectors of a local model beside a dump', () => {
  it('are of each text once: functions by id, bodies and groups by the keys that the lenses show', async () => {
    const functions = await textsToEmbed(graph, 'function', src, task);
    expect(functions.texts.length).toBeGreaterThan(20);
    expect(new Set(functions.texts.map(({ id }) => id)).size).toBe(functions.texts.length);
    for (const { id, text } of functions.texts) {
      expect(graph.find(id)).toBeGreaterThanOrEqual(0);
      expect(text).toMatch(/\bfn\b/);
    }
    const bodies = await textsToEmbed(graph, 'normalised', src, task);
    const ids = new Set(bodies.texts.map(({ id }) => id));
    const run = startRun(exactClones, graph, { src, minTokens: 1 }, { task });
    const { findings } = await run.report({ limit: 0 });
    const key = findings.columns.findIndex(({ name }) => name === 'exact_key');
    expect(findings.rows.length).toBeGreaterThan(0);
    expect(findings.rows.filter((row) => !ids.has(String(row[key])))).toEqual([]);
    for (const { id } of (await textsToEmbed(graph, 'group', src, task)).texts)
      expect(id).toMatch(/^[0-9a-f]{64}$/);
  });

  it('are written as tables with the space, their key and the key of the dump, and change no key of it', async () => {
    const made = await embedDump(graph, model, { of: ['function', 'normalised'], src, task });
    const stored = readEmbeddings(graph.path);
    expect(
      stored.map(({ of, space, ids, dump }) => ({ of, space, rows: ids.length, dump })),
    ).toEqual(made.map(({ of, space, rows }) => ({ of, space, rows, dump: graph.dumpKey })));
    expect(stored[0]!.key).not.toBe(stored[1]!.key);
    const again = await embedDump(graph, model, { of: ['function'], src, task });
    expect(again[0]).toEqual(made[0]);
    expect(readEmbeddings(graph.path).map(({ key }) => key)).toEqual(stored.map(({ key }) => key));
    expect((await openGraph(path.join(root, 'dump'))).dumpKey).toBe(graph.dumpKey);
  });

  it('are read by the lenses, which name their space and lend it no floor of another', async () => {
    const report = await ask('semantic-twins', { src });
    expect(report.summary['vectors_space']).toBe(model.space);
    expect(report.notes.join('\n')).toContain(`no floor is recorded for ${model.space}`);
    const named = await ask('semantic-twins', { src, cosine: 0.3 });
    expect(named.notes.join('\n')).not.toContain('no floor is recorded');
    // Without a floor only pairs as near as copies are proposed at all.
    expect(Number(named.summary['embedding_candidates'])).toBeGreaterThan(
      Number(report.summary['embedding_candidates']),
    );
    const judged = startRun(
      scores,
      graph,
      { of: 'semantic-twins', modelProfile: model.space, src, rounds: 10 },
      { task },
    );
    const { findings, summary } = await judged.report({ limit: 0 });
    expect(summary['space']).toBe(model.space);
    expect(findings.rows.some((row) => String(row[0]).startsWith('default of'))).toBe(false);
  });

  it('have the floor that was recorded in their space, or none', () => {
    const floors = { 'space-a': { value: 0.9 } };
    expect(recordedFloor(0, { space: 'space-a' }, floors)).toBe(0.9);
    expect(recordedFloor(0, { space: 'space-b' }, floors)).toBe(Infinity);
    expect(recordedFloor(0, { space: null }, floors)).toBe(Infinity);
    expect(recordedFloor(0.5, { space: 'space-b' }, floors)).toBe(0.5);
    const { cosine, cosineHashed } = DEFAULTS.semanticTwins;
    expect(Object.values(TWIN_FLOORS)).toEqual([cosine, cosineHashed]);
    expect(twinFloor(0, { space: HASHED_SPACE })).toBe(cosineHashed.value);
    expect(twinFloor(0, { space: 'another-model' })).toBe(Infinity);
  });

  it('are written by the command, which names what it wrote and refuses a sort that there is not', async () => {
    const words = [
      'embed',
      '--model',
      path.join(root, 'words'),
      '--dump',
      graph.path,
      '--src',
      src,
    ];
    const { exit, out } = await mimir([...words, '--of', 'function', '--space', 'mine', '--json']);
    expect([exit, JSON.parse(out)]).toEqual([
      0,
      [
        {
          file: 'mine.function.embeddings.arrow',
          of: 'function',
          space: 'mine',
          rows: expect.any(Number) as number,
          dimension: WORDS.length,
        },
      ],
    ]);
    rmSync(path.join(graph.path, 'mine.function.embeddings.arrow'));
    const wrong = await mimir([...words, '--of', 'functions']);
    expect([wrong.exit, wrong.err]).toEqual([
      2,
      expect.stringContaining('sort of vectors: functions; did you mean function'),
    ]);
  });

  it('are of no space whose name is taken, and of no text without sources', async () => {
    const options = { of: ['function'] as const, task };
    await expect(embedDump(graph, model, { ...options, src, space: 'none' })).rejects.toThrow(
      'name of a space that is taken: none',
    );
    await expect(embedDump(graph, model, { ...options, src: '' })).rejects.toThrow(
      'no sources at hand',
    );
  });
});
