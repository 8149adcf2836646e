import { describe, expect, it } from 'vitest';
import { mimir } from './command.js';

const ASK = ['lens', 'exact-clones', '--dump', 'fixtures/arrow-js'];

describe('mimir lens of a clone lens', () => {
  it('shows both sides of a finding below the answer where the sources are named', async () => {
    const { exit, out } = await mimir([
      ...ASK,
      '--src',
      'node_modules/apache-arrow',
      '--limit',
      '1',
    ]);
    expect(exit).toBe(0);
    expect(out).toContain('groups_matching');
    expect(out).toMatch(/src\/data\.ts:\d+ +apache-arrow/);
    expect(out).toMatch(/\d+ same · \d+ changed/);
    expect(out).toContain('also apache-arrow');
  });

  it('without sources it names what is missing and exits 2', async () => {
    const { exit, out, err } = await mimir(ASK);
    expect(exit).toBe(2);
    expect(out).toContain('source text');
    expect(err).toContain('source text');
  });

  it('a folder that there is not is an error of one line', async () => {
    const { exit, err } = await mimir([...ASK, '--src', 'nowhere/at/all']);
    expect(exit).toBe(2);
    expect(err).toBe('mimir: no folder of sources: nowhere/at/all\n');
  });
});
