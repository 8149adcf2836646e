import { beforeAll, describe, expect, it } from 'vitest';
import type { EdgeKind } from '../../../src/dump/index.js';
import { collect, short, type Collected } from '../collect.js';
import { CASES, type Case } from './cases.js';

const SCORED: ReadonlySet<EdgeKind> = new Set([
  'CALLS',
  'DISPATCH',
  'PASSES_FN',
  'EXTENDS',
  'IMPLEMENTS',
  'IMPLEMENTS_MEMBER',
  'GATED_BY',
  'TOUCHES_TABLE',
]);

/** Only ever raised. */
const FLOORS = { precision: 1, recall: 1 };

function drawn(found: Collected, one: Case): Set<string> {
  const prefix = `src/${one.file}/`;
  const edges = new Map<string, Set<string>>();
  for (const edge of found.edges) {
    const src = short(edge.src, 'app');
    const dst = short(edge.dst, 'app');
    if (!SCORED.has(edge.kind) || !src.startsWith(prefix)) continue;
    const isShared = dst.startsWith('. ');
    if (!isShared && !dst.startsWith(prefix)) continue;
    const key = `${src.slice(prefix.length)} -> ${isShared ? dst.slice(2) : dst.slice(prefix.length)}`;
    const label = edge.access ?? edge.how ?? '';
    const name = `${edge.kind} ${key}`;
    edges.set(name, (edges.get(name) ?? new Set()).add(label));
  }
  const told = new Set<string>();
  for (const [name, labels] of edges) {
    const cut = name.indexOf(' ');
    const both = labels.has('both') || (labels.has('read') && labels.has('write'));
    for (const label of both ? ['both'] : labels)
      told.add(`${name.slice(0, cut)}${label === '' ? '' : `:${label}`}${name.slice(cut)}`);
  }
  return told;
}

describe('hard cases', () => {
  let found: Collected;
  beforeAll(async () => {
    const files = Object.fromEntries(CASES.map((one) => [`src/${one.file}`, one.source]));
    found = await collect({
      ...files,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          target: 'ESNext',
          module: 'ESNext',
          moduleResolution: 'Bundler',
          strict: true,
          jsx: 'preserve',
          allowJs: true,
          checkJs: true,
          noEmit: true,
        },
        include: ['src'],
      }),
    });
  });

  it.each(CASES.map((one) => [one.file, one] as const))(
    'draw the edges that a reader draws: %s',
    (_, one) => {
      expect([...drawn(found, one)].sort()).toEqual([...new Set(one.edges)].sort());
    },
  );

  it('keep precision and recall at their floors', () => {
    let [right, told, wanted] = [0, 0, 0];
    for (const one of CASES) {
      const edges = drawn(found, one);
      told += edges.size;
      wanted += new Set(one.edges).size;
      right += one.edges.filter((edge) => edges.has(edge)).length;
    }
    expect(right / told).toBeGreaterThanOrEqual(FLOORS.precision);
    expect(right / wanted).toBeGreaterThanOrEqual(FLOORS.recall);
  });
});
