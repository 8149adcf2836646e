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
//     title: Which functions of Arrow are alike by signature and callees?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       similar-code: 1
// ---

// %% [markdown]
// # Which functions of Arrow are alike by signature and callees?
//
// The question is made for several packages; inside of one it is asked with `sameCrate`.

// %%
const answer = await lens.similarCode({ sameCrate: true }).report({ limit: 10 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map(({ name }, at) => [name, row[at]])),
);
pin('similar clusters', rows.map(({ canonical, size, pairs }) => ({ canonical, size, pairs })), { key: ['canonical'] });
pin('one crate', (await lens.similarCode().report()).notes);
aq.from(rows).select('canonical', 'size', 'score');
