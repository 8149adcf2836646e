// ---
// jupyter:
//   jupytext:
//     notebook_metadata_filter: mimir
//     text_representation:
//       extension: .ts
//       format_name: percent
//       format_version: "1.3"
//   kernelspec:
//     display_name: Mimir (TypeScript)
//     language: typescript
//     name: mimir
//   mimir:
//     format: 1
//     title: This workbench keeps to its floors
//     timeout: 300
// ---

// %% [markdown]
// # This workbench keeps to its floors
//
// The rooms under `src/` stand on floors, and a room uses only what is below it. A lint rule holds that for imports.
// Imports are not all: a type can arrive through a re-export, a method through a value. So we ask the dump of the
// workbench's own sources: does anything *used* live on the user's own floor or above it?
//
// The dump changes with every commit, so that it is not kept: make one, then replay. Only laws are asked.
//
// ```
// mimir dump ts tsconfig.json --out .mimir/dump
// mimir study replay studies/own/floors.study.ts --dump .mimir/dump
// ```

// %%
const { FLOORS } = (await esm('../../scripts/lint-floors.mjs')) as { FLOORS: string[][] };
const floorOf = new Map(
  FLOORS.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)),
);
const roomOf = (v: number) =>
  v < graph.nodeCount ? /^src\/([^/]+)\//.exec(graph.file?.at(v) ?? '')?.[1] : undefined;

// %% [markdown]
// DISPATCH is not asked: what a call of an interface runs is chosen above, that is what interfaces are for.

// %%
const kinds = [
  'CALLS',
  'USES_TYPE',
  'READS_FIELD',
  'WRITES_FIELD',
  'IMPLEMENTS',
  'EXTENDS',
  'PASSES_FN',
  'DEPENDS_ON',
] as const;
const upward: Record<string, string>[] = [];
let crossings = 0;
for (const kind of kinds) {
  const edges = graph.edges(kind);
  for (let e = 0; e < edges.count; e++) {
    const [from, to] = [roomOf(edges.src[e]!), roomOf(edges.dst[e]!)];
    if (from === undefined || to === undefined || from === to) continue;
    crossings++;
    if (floorOf.get(to)! >= floorOf.get(from)!)
      upward.push({
        kind,
        from,
        to,
        src: graph.label(edges.src[e]!),
        dst: graph.label(edges.dst[e]!),
      });
  }
}
const column = (name: string) => upward.map((row) => row[name]!);
const uses = aq.table({
  kind: column('kind'),
  src: column('src'),
  dst: column('dst'),
  from: column('from'),
  to: column('to'),
});
pin('uses of a room on the same floor or above', uses, {
  key: ['kind', 'src', 'dst'],
  expect: 'at most',
});
uses;

// %% [markdown]
// A law over nothing would hold too. So the dump must have seen the rooms use each other, and resolved nearly all calls.

// %%
pin('crossings between rooms, counted up to 1000', Math.min(crossings, 1000), {
  expect: 'at least',
});
const quality = graph.units.map((unit) => unit.quality!);
const sum = (of: 'calls' | 'unresolved' | 'imports_unresolved' | 'unparsed') =>
  quality.reduce((total, one) => total + (one[of] ?? 0), 0);
pin(
  'calls unresolved, more than one of a hundred',
  Number(sum('unresolved') * 100 >= sum('calls')),
  { expect: 'at most' },
);
pin('imports unresolved', sum('imports_unresolved'), { expect: 'at most' });
pin('files with syntax errors', sum('unparsed'), { expect: 'at most' });
crossings;
