import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

/** Rows of the table: example, test file, a part of the case's text. */
const rows = read('docs/lenses/manual-fixtures.md')
  .split('\n')
  .filter((line) => line.includes('| S1:'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, lens, example, , file, part]): [string, string, string] => [
    `${lens!}: ${example!}`,
    file!,
    part!,
  ]);

it('every lens of the family has an example', () => {
  expect(new Set(rows.map(([name]) => name.split(/[:,]/)[0])).size).toBe(11);
});

it.each(rows)('%s is held', (_, file, part) => {
  expect(read(file)).toContain(part);
});
