import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/index.js';
import { checks } from './cells/checks.js';
import { declarations } from './cells/declarations.js';
import { folder, imports } from './cells/imports.js';
import { running } from './cells/running.js';
import { seen, wanted, type Row } from './cells/table.js';
import { values } from './cells/values.js';

/** A folder far from this package, as a user's project is. */
function projectFolder(): string {
  const root = path.join(mkdtempSync(path.join(tmpdir(), 'mimir-cells-')), 'project');
  for (const [name, text] of Object.entries(folder)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return root;
}

const groups: Readonly<Record<string, readonly Row[]>> = {
  values,
  declarations,
  checks,
  running,
  imports,
};

let engine: Engine;
let cellCount = 0;

beforeAll(async () => {
  engine = createEngine({ cwd: projectFolder() });
  await engine.ready;
});

afterAll(() => engine.close());

async function evaluate(source: string) {
  let stdout = '';
  const evaluation = await engine.evaluate(source, (event) => {
    if (event.type === 'stdout') stdout += event.text;
  });
  cellCount++;
  return { evaluation, stdout };
}

describe.each(Object.entries(groups))('cells: %s', (_, rows) => {
  it.each(rows.map((row) => [row.says, row] as const))('%s', async (_says, row) => {
    let last = await evaluate(row.cells[0]!);
    for (const source of row.cells.slice(1)) last = await evaluate(source);
    const frames = row.frames?.map((frame) =>
      frame.replace('{n}', `${cellCount}`).replace('{n-1}', `${cellCount - 1}`),
    );
    expect(seen(last.evaluation, last.stdout, row)).toEqual(
      wanted({ ...row, ...(frames && { frames }) }),
    );
  });
});

it('has some 150 cells', () => {
  const cells = Object.values(groups).flatMap((rows) => rows.flatMap((row) => row.cells));
  expect(cells.length).toBeGreaterThan(150);
});
