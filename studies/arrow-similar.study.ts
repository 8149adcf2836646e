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
//     dump_key: 70098a8b4185d05b50923554e039de7616a01a13ba7fbccbc1c64a395c37234f
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
