import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CheckerPool, createEngine } from '../../src/engine/index.js';

const folder = mkdtempSync(path.join(tmpdir(), 'mimir-pool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a checker that goes from one engine to the next', () => {
  it('is the same one for the same folder, knows nothing of the first engine’s cells, and is given back once', async () => {
    const checkers = new CheckerPool();
    const first = createEngine({ cwd: folder, checkers });
    const source = 'declare global { interface Array<T> { odd: T } }\nlet kept = 41;';
    expect((await first.evaluate(source, () => undefined)).status).toBe('ok');
    await Promise.all([first.close(), first.close()]);
    await first.close();

    const same = checkers.take(folder);
    const other = checkers.take(folder);
    expect(other).not.toBe(same);
    await other.close();
    await checkers.give(same);

    const second = createEngine({ cwd: folder, checkers });
    const { status, diagnostics } = await second.evaluate('kept + [1].odd', () => undefined);
    expect(status).toBe('diagnostics');
    expect(diagnostics.map(({ code }) => code)).toEqual([2304, 2339]);
    expect((await second.evaluate('let kept = "new"; kept', () => undefined)).status).toBe('ok');
    await second.close();
    expect(checkers.take(folder)).toBe(same);
    await same.close();
  });

  it('is another one for another folder', async () => {
    const checkers = new CheckerPool();
    const one = checkers.take(folder);
    await checkers.give(one);
    const elsewhere = checkers.take(tmpdir());
    expect(elsewhere).not.toBe(one);
    expect(checkers.take(folder)).toBe(one);
    await Promise.all([one.close(), elsewhere.close()]);
  });
});
