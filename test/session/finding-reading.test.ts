import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../src/graph/index.js';
import type { Report } from '../../src/lens/index.js';
import { readFinding } from '../../src/session/finding-reading.js';
import { presentValue } from '../../src/session/present.js';

const columns = ['a', 'a_loc', 'b', 'b_loc'].map((name) => ({ name, type: 'text' as const }));
const report = {
  lens: 'near-clones',
  findings: { key: ['a', 'b'], columns, rows: [['f', 'a.ts:1', 'g', 'a.ts:4-6']] },
} as unknown as Report;

const folder = mkdtempSync(path.join(tmpdir(), 'mimir-reading-'));
writeFileSync(
  path.join(folder, 'a.ts'),
  'function f() {\n  one();\n}\nfunction g() {\n  two();\n}\n',
);
const graph = graphOf({ nodes: [] });

describe('reading a finding in a cell', () => {
  it('shows both sides as text and as HTML', async () => {
    const reading = readFinding(report, 1, graph, folder);
    expect(reading.key).toEqual(['f', 'g']);
    const bundle = (await presentValue(reading))!.bundle as Record<string, string>;
    expect(bundle['text/plain']!.split('\n')[0]).toBe('f | g');
    expect(bundle['text/plain']).toContain('one();');
    expect(bundle['text/plain']).toContain('two();');
    expect(bundle['text/html']).toContain('<table>');
  });

  it('without sources it says where to name them', () => {
    expect(readFinding(report, 1, graph, null).text).toContain('--src names its folder');
  });

  it('a row that there is not, and a lens without sides, are told', () => {
    expect(() => readFinding(report, 2, graph, folder)).toThrow(
      'no finding 2: near-clones has 1, counted from 1',
    );
    const flat = { ...report, findings: { ...report.findings, columns: columns.slice(0, 1) } };
    expect(() => readFinding(flat, 1, graph, folder)).toThrow('finding without sides');
  });
});
