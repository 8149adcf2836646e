import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSources, type ParsedSources } from '../../src/facts/index.js';
import { graphOf } from '../../src/graph/index.js';
import { JUDGES } from '../../src/judges/index.js';
import { fileReferences } from '../../src/judges/facts/references.js';
import { startRun, type Report, type TypedLens } from '../../src/lens/index.js';
import { createTask } from '../../src/task/index.js';
import { Repository } from './repository.js';

type AnyLens = TypedLens<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;

const TREE = {
  'Cargo.toml': '[workspace]\nmembers = ["core", "app"]\n',
  'core/Cargo.toml': '[package]\nname = "the-core"\n',
  'core/src/lib.rs': 'pub mod shapes;\nmod inner;\npub use shapes::*;\n',
  'core/src/shapes.rs':
    'pub struct Round;\npub(crate) fn scoped_thing() {}\n#[cfg(test)]\nmod tests { use super::Round; }\n',
  'core/src/inner/mod.rs': 'mod deep;\npub fn reach() { crate::shapes::Round; self::deep::go() }\n',
  'core/src/inner/deep.rs': 'pub fn go() { super::super::shapes::Round; }\n',
  'core/src/orphan.rs': 'fn nobody() {}\n',
  'app/Cargo.toml': '[package]\nname = "app"\n\n[[bin]]\nname = "tool"\npath = "tools/start.rs"\n',
  'app/tools/start.rs': 'mod beside;\nfn main() { crate::beside::go() }\n',
  'app/tools/beside.rs': 'pub fn go() {}\n',
  'app/src/main.rs':
    'mod both;\n#[path = "elsewhere/odd.rs"]\nmod named;\nuse the_core::inner::deep::go;\nuse std::fmt;\nuse both::Thing;\nfn main() {}\n',
  'app/src/both.rs': 'pub struct Thing;\n',
  'app/src/both/mod.rs': '',
  'app/src/elsewhere/odd.rs': '',
  'app/tests/it.rs': 'use app::both;\n',
};

let tree: Repository;
let sources: ParsedSources;
beforeAll(async () => {
  tree = await Repository.of(TREE);
  sources = await parseSources(tree.root, createTask());
});
afterAll(() => tree.remove());

const ask = (judge: keyof typeof JUDGES, params = {}): Promise<Report> =>
  startRun(JUDGES[judge] as unknown as AnyLens, graphOf({ nodes: [] }), {
    src: tree.root,
    ...params,
  }).report({ limit: 0 });

describe('references between Rust files', () => {
  const found = () => {
    const { references, unresolved, external, reexported } = fileReferences(sources);
    const path = (i: number): string => sources.files[i]!.path;
    return {
      rows: references.map(({ src, dst, rung }) => `${path(src)} -> ${path(dst)} ${rung}`),
      unresolved: unresolved.map(({ file, specifier }) => `${path(file)} ${specifier}`),
      external,
      reexported: [...reexported].map(path),
    };
  };

  it('follow modules to their file or folder, and paths down to the module that has the item', () => {
    const { rows } = found();
    expect(rows).toEqual(
      expect.arrayContaining([
        'core/src/lib.rs -> core/src/shapes.rs 0',
        'core/src/lib.rs -> core/src/inner/mod.rs 0',
        'core/src/inner/mod.rs -> core/src/inner/deep.rs 0',
        'core/src/inner/mod.rs -> core/src/shapes.rs 1',
        'core/src/inner/mod.rs -> core/src/inner/deep.rs 1',
        'core/src/inner/deep.rs -> core/src/shapes.rs 1',
        'app/src/main.rs -> app/src/elsewhere/odd.rs 0',
        'app/src/main.rs -> core/src/inner/deep.rs 1',
        'app/tools/start.rs -> app/tools/beside.rs 0',
        'app/tools/start.rs -> app/tools/beside.rs 1',
      ]),
    );
  });

  it('leave a module with two files unresolved, and the standard library outside', () => {
    const { unresolved, external, reexported } = found();
    expect(unresolved).toContain('app/src/main.rs both');
    expect(external).toBe(1);
    expect(reexported).toEqual(['core/src/shapes.rs']);
  });

  it('keep alive what the crates’ roots reach', async () => {
    const report = await ask('liveness');
    expect(report.findings.rows.map(([file, code]) => [file, code])).toEqual([
      ['app/src/both.rs', 'unref_public'],
      ['app/src/both/mod.rs', 'unref_private'],
      ['core/src/orphan.rs', 'unref_private'],
    ]);
  });

  it('tell how far an unmentioned name is seen', async () => {
    const report = await ask('unmentioned');
    expect(report.findings.rows.map((row) => [row[1], row[3]])).toEqual([
      ['reach', 'public'],
      ['scoped_thing', 'restricted'],
    ]);
  });
});

describe('churn across a seam', () => {
  it('is counted from the lines that commits wrote, and prices the seam', async () => {
    const part = (name: string, lines: number): string =>
      `export function ${name}() {\n${'  // a line\n'.repeat(lines)}}\n`;
    const git = await Repository.of({
      'long.ts': part('one', 200) + part('two', 200),
      'a.ts': 'a();\n',
      'b.ts': 'b();\n',
      'c.ts': 'c();\n',
    });
    await git.commit();
    await git.commit({ 'long.ts': part('one', 210) + part('two', 210) });
    await git.commit({ 'long.ts': part('one', 210) + part('two', 220) });
    const run = startRun(JUDGES.splitSeams as unknown as AnyLens, graphOf({ nodes: [] }), {
      src: git.root,
      file: 'long',
    });
    const report = await run.report({ limit: 0 });
    const seams = run.state('seams') as unknown as readonly {
      readonly verdict: { readonly seams: readonly { readonly seam: { crossChurn: bigint } }[] };
    }[];
    // The first commit wrote both, the second both, the third only below.
    expect(seams[0]!.verdict.seams.map(({ seam }) => seam.crossChurn)).toEqual([2n]);
    expect([report.state, report.needs]).toEqual(['complete', []]);
    expect(report.findings.rows.map(([file, , cut, , , cost]) => [file, cut, cost])).toEqual([
      ['long.ts', 212, 110],
    ]);
    await git.remove();
  });
});
