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
//     title: What was copied inside of Arrow?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       exact-clones: 1
//       near-clones: 1
//       reimplements-shared: 1
//       similar-code: 1
//       subclone: 1
// ---

// %% [markdown]
// # What was copied inside of Arrow?
//
// Five questions about text that stands twice, from the strictest to the loosest. The sources are those of the locked package.

// %%
const src = '../node_modules/apache-arrow';
const exact = await lens.exactClones({ src }).report({ limit: 0 });
const rowsOf = ({ findings }: typeof exact) =>
  findings.rows.map((row) => Object.fromEntries(findings.columns.map(({ name }, at) => [name, row[at]])));
pin('exact groups', rowsOf(exact).map(({ exact_key, tokens, size, members }) => ({ exact_key, tokens, size, members })), { key: ['exact_key'] });
pin('exact counts', { groups: exact.summary.groups, deliberate: exact.summary.deliberate_families });
aq.from(rowsOf(exact)).select('tokens', 'size', 'members');

// %% [markdown]
// Most groups are **visitors**: `visitUtf8` and `visitBinary` of `data.ts` build the same three buffers for two types, `setTimeSecond` and
// its eight siblings write one slot each. They are written out so that engines see one shape a type; folding them would cost speed.
// One group leaves the list on its own: width variants are deliberate.
//
// Next the copies that changed a little since.

// %%
const near = lens.nearClones({ src });
const nearReport = await near.report({ limit: 0 });
pin('near pairs', rowsOf(nearReport).map(({ first_a, first_b, jaccard_estimate }) => ({ first_a, first_b, jaccard_estimate })), {
  key: ['first_a', 'first_b'],
});
await near.sides(7);

// %% [markdown]
// `_pull` stands in two Node streams, `destroy` and `_destroy` in two more. A bug in one has a twin in the other.
//
// Regions that are smaller than the functions around them, in two files:

// %%
const regions = await lens.subclone({ src }).report({ limit: 0 });
pin('regions', rowsOf(regions).map(({ key, location, sites, lines, damage }) => ({ key, location, sites, lines, damage })), { key: ['key'] });
aq.from(rowsOf(regions)).select('location', 'sites', 'lines', 'explain');

// %% [markdown]
// `RecordBatch` and `Table` share twenty-four lines of column selection. The builders of long and short strings differ in one type.
//
// By what they touch rather than how they read; and nothing could be replaced by a library's function, since the dump holds one package.

// %%
const similar = await lens.similarCode({ sameCrate: true }).report({ limit: 10 });
pin('similar clusters', rowsOf(similar).map(({ canonical, size, pairs }) => ({ canonical, size, pairs })), { key: ['canonical'] });
const shared = await lens.reimplementsShared({ src }).report();
pin('replacements', { findings: shared.summary.findings, read: shared.summary.pairs_read, one_crate: shared.summary.left_out_one_crate });
