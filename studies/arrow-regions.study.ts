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
//     title: Which regions of Arrow stand in two files?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       subclone: 2
// ---

// %% [markdown]
// # Which regions of Arrow stand in two files?
//
// Runs of equal tokens smaller than the item around them, or most of a short function.

// %%
const answer = await lens.subclone({ src: '../node_modules/apache-arrow' }).report({ limit: 0 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map(({ name }, at) => [name, row[at]])),
);
pin('regions', rows.map(({ key, location, sites, lines, damage }) => ({ key, location, sites, lines, damage })), { key: ['key'] });
aq.from(rows).select('location', 'sites', 'lines', 'explain');

// %% [markdown]
// `RecordBatch` and `Table` share twenty-four lines of column selection. The builders of long and short strings differ in one type.
