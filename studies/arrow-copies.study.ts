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
// ---

// %% [markdown]
// # What was copied inside of Arrow?
//
// Functions that are one text once names and literals are taken away. The sources are those of the locked package.

// %%
const answer = await lens.exactClones({ src: '../node_modules/apache-arrow' }).report({ limit: 0 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map(({ name }, at) => [name, row[at]])),
);
pin('exact groups', rows.map(({ exact_key, tokens, size, members }) => ({ exact_key, tokens, size, members })), { key: ['exact_key'] });
pin('exact counts', { groups: answer.summary.groups, deliberate: answer.summary.deliberate_families });
aq.from(rows).select('tokens', 'size', 'members');

// %% [markdown]
// Most groups are **visitors**: `visitUtf8` and `visitBinary` of `data.ts` build the same three buffers for two types, `setTimeSecond` and
// its eight siblings write one slot each. They are written out so that engines see one shape a type; folding them would cost speed.
// One group leaves the list on its own: width variants are deliberate.
