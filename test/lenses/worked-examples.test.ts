import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const at = (name: string): string =>
  readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

const FILES = [
  'test/lenses/taint/examples.json',
  'test/lenses/chokepoints/examples.json',
  'test/lenses/misplaced/examples.json',
  'test/lenses/dsm/examples.json',
  'test/lenses/gate-bypass/examples.json',
  'test/lenses/twins/examples.json',
  'test/lenses/plan-examples.json',
];

const [held = '', recorded = ''] = at('docs/lenses/worked-examples.md').split('## Recorded');
const rows = [...held.matchAll(/^\| `([^`]+)` \| `([^`]+)` \| (.+) \|$/gm)].map(
  ([, id, file, tests]) => ({ id: id!, file: file!, tests: tests!.split(' · ') }),
);

describe('the page of worked examples', () => {
  it('has every example once, held or recorded', () => {
    const ids = FILES.flatMap((file) =>
      (JSON.parse(at(file)) as { id: string }[]).map(({ id }) => id),
    );
    const named = [
      ...rows.map(({ id }) => id),
      ...[...recorded.matchAll(/`(\w+)`/g)].map(([, id]) => id!),
    ];
    expect(named.sort()).toEqual(ids.sort());
  });

  it('counts those that are held', () => {
    expect(held).toContain(`: ${rows.length} examples.`);
  });

  it.each(rows)('$id has the tests that it names', ({ file, tests }) => {
    const source = at(file);
    expect(tests.filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  });
});
