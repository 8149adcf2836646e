import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdgeFact, NodeFact } from '../../../src/dump/index.js';
import { graphOf, type CodeGraph } from '../../../src/graph/index.js';
import { startRun } from '../../../src/lens/index.js';
import { reimplementsShared } from '../../../src/lenses/index.js';
import {
  mergePairs,
  similarityOf,
  type PairEvidence,
} from '../../../src/lenses/reimplements-shared/candidates.js';
import { librariesOf } from '../../../src/lenses/reimplements-shared/libraries.js';
import {
  cargoManifest,
  npmManifest,
  readManifests,
  type Asked,
  type Manifests,
} from '../../../src/lenses/reimplements-shared/manifests.js';
import {
  callerFactor,
  LEFT_OUT_PAIRS,
  replacementScore,
  replacementsOf,
} from '../../../src/lenses/reimplements-shared/replacements.js';

const KNOBS = { bodyFloor: 0.3, lineCap: 30 };
const id = (crate: string): string => `t cargo ${crate} 1 parse_header().`;

/** parse_header in three crates; `depends` are edges of crates. */
function crates(
  depends: readonly (readonly [string, string])[],
  more: {
    readonly edges?: readonly EdgeFact[];
    readonly visible?: 'direct' | 'private';
    readonly owned?: boolean;
    readonly nodes?: readonly NodeFact[];
    readonly ty?: string;
  } = {},
): CodeGraph {
  const nodes: (Omit<NodeFact, 'name'> & { name?: string })[] = [...(more.nodes ?? [])];
  const edges: EdgeFact[] = [...(more.edges ?? [])];
  for (const crate of ['alpha', 'beta', 'gamma']) {
    nodes.push({ id: `t cargo ${crate} 1 crate.`, name: crate, kind: 'crate', crate });
    nodes.push({
      id: id(crate),
      name: 'parse_header',
      kind: 'fn',
      crate,
      file: `${crate}/src/lib.rs`,
      line: 1,
      endLine: 12,
      effectiveVisibility: more.visible ?? 'direct',
      ...(more.owned === true && { receiver: '&self' }),
    });
    if (more.owned === true) {
      // impl Reader { fn parse_header(&self, b: &[u8]) }, a Reader of its own in each crate.
      const type = `t cargo ${crate} 1 Reader#`;
      nodes.push({ id: type, name: 'Reader', kind: 'struct', crate });
      nodes.push({ id: `t cargo ${crate} 1 impl#`, name: 'impl', kind: 'impl', crate });
      edges.push({ kind: 'FOR_TYPE', src: `t cargo ${crate} 1 impl#`, dst: type });
      edges.push({ kind: 'CONTAINS', src: `t cargo ${crate} 1 impl#`, dst: id(crate) });
    }
    nodes.push({ id: `${id(crate)}(b)`, name: 'b', kind: 'param', crate, ty: more.ty ?? '&[u8]' });
    edges.push({ kind: 'CONTAINS', src: id(crate), dst: `${id(crate)}(b)` });
  }
  for (const [from, to] of depends)
    edges.push({
      kind: 'DEPENDS_ON',
      src: `t cargo ${from} 1 crate.`,
      dst: `t cargo ${to} 1 crate.`,
    });
  return graphOf({ nodes, edges });
}

function pairsOf(graph: CodeGraph, lenses = ['semantic-twins'], body64 = 64): PairEvidence[] {
  const rows = ['alpha', 'beta', 'gamma'].map((crate) => graph.find(id(crate)));
  const pairs: PairEvidence[] = [];
  rows.forEach((a, i) => {
    for (const b of rows.slice(i + 1))
      pairs.push({
        a: Math.min(a, b),
        b: Math.max(a, b),
        cosine: null,
        body64,
        graphScore: null,
        structural: 0.6,
        copy: body64 >= 52,
        lenses,
      });
  });
  return pairs;
}

const ask = (graph: CodeGraph, pairs = pairsOf(graph), manifests?: Manifests) =>
  replacementsOf(graph, pairs, librariesOf(graph, manifests), KNOBS);

/** Manifests by what they ask for: `gamma alpha dev`. */
const asking = (...lines: readonly string[]): Manifests => {
  const asks = new Map(
    lines.map((line) => [line.split(' ').slice(0, 2).join(), line.split(' ')[2]]),
  );
  const crates = new Set(lines.map((line) => line.split(' ')[0]));
  return {
    asks: (crate, library) =>
      crates.has(crate)
        ? ((asks.get(`${crate},${library}`) as Asked | undefined) ?? 'unnamed')
        : null,
    read: crates.size,
  };
};

describe('the factors of the rank (S1:1757)', () => {
  it.each([
    [0, 1.0],
    [1, 1.693],
    [10, 3.398],
    [100, 5.615],
  ])('%i callers weigh %f', (callers, factor) => {
    expect(callerFactor(callers)).toBeCloseTo(factor, 3);
  });

  it('lines are capped at 30, a dependency that must be added halves', () => {
    const score = (lines: number, tier: 'already_imports' | 'add_dependency'): number =>
      replacementScore(1, 0, lines, tier, 30);
    expect([10, 30, 200].map((lines) => score(lines, 'already_imports'))).toEqual([10, 30, 30]);
    expect(score(30, 'add_dependency')).toBe(15);
  });
});

describe('parse_header, written three times (S1:1755)', () => {
  it('gamma depends on alpha: exactly one finding, drop-in, already imported', () => {
    const graph = crates([['gamma', 'alpha']]);
    const { findings, pairsKept, leftOut } = ask(graph);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      replace: graph.find(id('gamma')),
      useInstead: graph.find(id('alpha')),
      library: 'alpha',
      tier: 'already_imports',
      fit: 'drop_in',
      similarity: 1,
      lines: 12,
      score: 12,
    });
    expect(pairsKept).toBe(1);
    expect(leftOut['no dependency either way']).toBe(2);
  });

  it('types of one name of two crates need an adapter', () => {
    const type = 't cargo gamma 1 Look#';
    const graph = crates([['gamma', 'alpha']], {
      nodes: [{ id: type, name: 'Look', kind: 'struct', crate: 'gamma' }],
      edges: [{ kind: 'USES_TYPE', src: id('gamma'), dst: type }],
      ty: 'Option<Look>',
    });
    expect(ask(graph).findings.map(({ fit }) => fit)).toEqual(['adapter']);
    const alien = crates([['gamma', 'alpha']], { ty: 'Option<Look>' });
    expect(ask(alien).findings.map(({ fit }) => fit)).toEqual(['drop_in']);
  });

  it("without semantic-twins the pair is only similar-code's cluster", () => {
    const graph = crates([['gamma', 'alpha']]);
    const { findings, leftOut } = ask(graph, pairsOf(graph, ['similar-code']));
    expect(findings).toEqual([]);
    expect(leftOut["only similar-code's cluster"]).toBe(1);
  });

  it('through another crate the dependency must be added', () => {
    const graph = crates([
      ['gamma', 'beta'],
      ['beta', 'alpha'],
    ]);
    const { findings } = ask(graph);
    expect(
      findings.map(({ replace, library, tier, also }) => [
        graph.crateOf(replace),
        library,
        tier,
        also.length,
      ]),
    ).toEqual([
      ['beta', 'alpha', 'already_imports', 0],
      ['gamma', 'beta', 'already_imports', 1],
    ]);
  });

  it.each([
    ['already called', { edges: [{ kind: 'CALLS', src: id('gamma'), dst: id('alpha') }] }, 64],
    ['no public library function', { visible: 'private' }, 64],
    ['methods of two types', { owned: true }, 64],
    ['no copy and an unlike body', {}, 10],
  ] as const)('%s is a reason', (why, more, body64) => {
    const graph = crates([['gamma', 'alpha']], more);
    const { findings, leftOut } = ask(graph, pairsOf(graph, ['semantic-twins'], body64));
    expect(findings).toEqual([]);
    expect(leftOut[why]).toBe(1);
  });
});

describe('what a manifest asks for', () => {
  const tiers = (graph: CodeGraph, manifests: Manifests): unknown[] =>
    ask(graph, pairsOf(graph), manifests).findings.map(({ replace, library, tier }) => [
      graph.crateOf(replace),
      library,
      tier,
    ]);

  it.each([
    ['normal', 'already_imports'],
    ['optional', 'add_dependency'],
    ['dev', 'add_dependency'],
    ['unnamed', 'add_dependency'],
  ] as const)('asked for as %s: %s', (asked, tier) => {
    const graph = crates([['gamma', 'alpha']]);
    expect(tiers(graph, asking(`gamma alpha ${asked}`))).toEqual([['gamma', 'alpha', tier]]);
  });

  it('what only the tests of a library use is no library of it', () => {
    // alpha's tests use gamma, which is built on alpha: alpha can't call gamma, gamma can call alpha.
    const graph = crates([
      ['gamma', 'alpha'],
      ['alpha', 'gamma'],
    ]);
    const manifests = asking('gamma alpha normal', 'alpha gamma dev');
    expect(tiers(graph, manifests)).toEqual([['gamma', 'alpha', 'already_imports']]);
    expect(tiers(graph, asking())).toHaveLength(2);
  });

  it('a crate that reaches another only through its tests can use nothing that is built on it', () => {
    // beta's tests use gamma, and gamma is built on alpha and beta: of beta and gamma only gamma may call.
    const graph = crates([
      ['beta', 'gamma'],
      ['gamma', 'beta'],
      ['gamma', 'alpha'],
    ]);
    const manifests = asking('beta gamma dev', 'gamma beta normal', 'gamma alpha normal');
    const { findings } = ask(graph, pairsOf(graph), manifests);
    expect(
      findings.map(({ replace, useInstead }) => [
        graph.crateOf(replace),
        graph.crateOf(useInstead),
      ]),
    ).toEqual([
      ['gamma', 'alpha'],
      ['beta', 'alpha'],
    ]);
  });

  it('tables of a Cargo.toml are read, those of targets and renamed ones too', () => {
    const manifest = cargoManifest(`
[package]
name = "app-core" # a comment
version = "1.0.0"

[dependencies]
one = "1"
two = { path = "../two", optional = true }
three.workspace = true
four_new = { version = "2", package = "four" }

[dev-dependencies]
one = "1"
five = "1"

[target.'cfg(unix)'.dependencies]
six = "1"

[dependencies.seven]
version = "1"
optional = true

[build-dependencies]
eight-x = "1"

[features]
nine = ["one"]

[[bin]]
name = "other"
`);
    expect(manifest?.name).toBe('app-core');
    expect([...manifest!.asks].sort()).toEqual([
      ['eight_x', 'dev'],
      ['five', 'dev'],
      ['four', 'normal'],
      ['one', 'normal'],
      ['seven', 'optional'],
      ['six', 'normal'],
      ['three', 'normal'],
      ['two', 'optional'],
    ]);
    expect(cargoManifest('[workspace]\nmembers = ["a"]')).toBeNull();
  });

  it('tables of a package.json are read; of two the stronger counts', () => {
    const manifest = npmManifest(
      JSON.stringify({
        name: '@a/app',
        dependencies: { one: '1' },
        devDependencies: { one: '1', '@a/two': '*', three: '1' },
        peerDependencies: { three: '1', four: '1' },
        peerDependenciesMeta: { four: { optional: true } },
        optionalDependencies: { five: '1' },
      }),
    );
    expect([...manifest!.asks].sort()).toEqual([
      ['@a/two', 'dev'],
      ['five', 'optional'],
      ['four', 'optional'],
      ['one', 'normal'],
      ['three', 'normal'],
    ]);
    expect(npmManifest('{')).toBeNull();
    expect(npmManifest('{"private": true}')).toBeNull();
  });

  it('each is found above the files of its crate', async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'mimir-manifests-'));
    try {
      for (const [crate, table] of [
        ['alpha', ''],
        ['gamma', '[dev-dependencies]\nalpha = "1"\n'],
      ] as const) {
        mkdirSync(path.join(root, crate, 'src'), { recursive: true });
        writeFileSync(
          path.join(root, crate, 'Cargo.toml'),
          `[package]\nname = "${crate}"\n${table}`,
        );
      }
      const found = await readManifests(crates([['gamma', 'alpha']]), root);
      expect(found.read).toBe(2);
      expect(
        ['alpha gamma', 'gamma alpha', 'beta alpha'].map((pair) => {
          const [crate = '', library = ''] = pair.split(' ');
          return found.asks(crate, library);
        }),
      ).toEqual(['unnamed', 'dev', null]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

describe('laws', () => {
  const dependences = fc.uniqueArray(
    fc.constantFrom(
      ['alpha', 'beta'],
      ['beta', 'alpha'],
      ['beta', 'gamma'],
      ['gamma', 'alpha'],
      ['alpha', 'gamma'],
    ) as fc.Arbitrary<[string, string]>,
    { selector: String },
  );

  it('every pair is kept or counted once; no function is replaced twice; each reaches its library', () => {
    fc.assert(
      fc.property(dependences, fc.integer({ min: 0, max: 64 }), (depends, body64) => {
        const graph = crates(depends);
        const pairs = pairsOf(graph, ['semantic-twins'], body64);
        const libraries = librariesOf(graph);
        const { findings, pairsKept, leftOut } = ask(graph, pairs);
        const counted = LEFT_OUT_PAIRS.reduce((sum, why) => sum + leftOut[why], 0);
        expect(pairsKept + counted).toBe(pairs.length);
        expect(new Set(findings.map(({ replace }) => replace)).size).toBe(findings.length);
        for (const { replace, library } of findings)
          expect(libraries.reaches(graph.crateOf(replace)!, library)).toBe(true);
      }),
    );
  });

  it('evidence of two lenses is one pair; similarity is the first that is known', () => {
    const one = {
      a: 1,
      b: 2,
      cosine: null,
      body64: 48,
      graphScore: null,
      structural: 0.6,
      copy: false,
      lenses: ['semantic-twins'],
    };
    const two = {
      ...one,
      body64: null,
      structural: null,
      graphScore: 0.9,
      lenses: ['similar-code'],
    };
    const merged = mergePairs([two, one]);
    expect(merged).toHaveLength(1);
    expect(merged[0]!.lenses).toEqual(['similar-code', 'semantic-twins']);
    expect(similarityOf(merged[0]!)).toBe(0.75);
    expect(similarityOf({ ...two, cosine: 0.5 })).toBe(0.5);
    expect(similarityOf(two)).toBe(0.9);
  });
});

describe('reimplements-shared', () => {
  it('without DEPENDS_ON nobody knows who may call whom', async () => {
    const report = await startRun(reimplementsShared, crates([]), {}).report();
    expect(report.state).toBe('empty_gap');
    expect(report.needs.map(({ fact }) => fact)).toContain('DEPENDS_ON');
  });
});
