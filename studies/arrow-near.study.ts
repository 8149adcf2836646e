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
//     title: What was copied inside of Arrow and changed a little?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       near-clones: 2
// ---

// %% [markdown]
// # What was copied inside of Arrow and changed a little?
//
// Bodies that share four of five of their token runs, one row a class.

// %%
const near = lens.nearClones({ src: '../node_modules/apache-arrow', classes: true });
const answer = await near.report({ limit: 0 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map(({ name }, at) => [name, row[at]])),
);
pin('classes', rows.map(({ first_a, first_b, jaccard_estimate, class_size }) => ({ first_a, first_b, jaccard_estimate, class_size })), {
  key: ['first_a', 'first_b'],
});
pin('pairs', answer.summary.pairs_matching);
await near.sides(1);

// %% [markdown]
// `_pull` stands in two Node streams, `destroy` and `_destroy` in two more. A bug in one has a twin in the other.
