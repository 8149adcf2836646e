import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTypeScript, type TypeScriptDumpResult } from '../../src/produce/index.js';
import { createCellRunner } from '../../src/session/index.js';
import { replayStudy, type Replay } from '../../src/study/index.js';
import { studyFile } from '../../src/study/folder.js';
import { readBack } from './payloads.js';

describe('the workbench’s own sources', () => {
  let out: string;
  let made: TypeScriptDumpResult;
  let replay: Replay;

  beforeAll(async () => {
    out = mkdtempSync(path.join(tmpdir(), 'own-source-'));
    made = await dumpTypeScript({ path: path.resolve('tsconfig.json'), out });
    const runner = createCellRunner();
    try {
      const study = studyFile(path.resolve('studies/own'), 'floors');
      replay = await replayStudy(study, runner, { dump: out, strict: true });
    } finally {
      await runner.close();
    }
  }, 480_000);
  afterAll(() => {
    rmSync(out, { recursive: true, force: true });
  });

  it('dump themselves, fewer than 1 % of their calls unresolved and every import found', () => {
    const { calls, unresolved, imports_unresolved: lost, unparsed } = made.quality;
    expect(calls).toBeGreaterThan(1000);
    expect(unresolved! * 100).toBeLessThan(calls!);
    expect({ lost, unparsed, warnings: made.warnings }).toEqual({
      lost: 0,
      unparsed: 0,
      warnings: [],
    });
  });

  it('write no block whose payload does not parse back', () => {
    const { blocks, wrong } = readBack(out);
    expect(blocks).toBeGreaterThan(50_000);
    expect(wrong).toEqual([]);
  });

  it('use no floor above their own: the study holds every law, none uncompared', () => {
    expect(replay.error).toBeUndefined();
    expect(replay.findings.map(({ name, verdict }) => `${name}: ${verdict}`).sort()).toEqual([
      'calls unresolved, more than one of a hundred: holds',
      'crossings between rooms, counted up to 1000: holds',
      'files with syntax errors: holds',
      'imports unresolved: holds',
      'uses of a room on the same floor or above: holds',
    ]);
    expect(replay.ok).toBe(true);
  });
});
