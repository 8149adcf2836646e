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
//     title: Which ideas does Arrow write twice?
//     dump: ../fixtures/arrow-js
//     dump_key: 70098a8b4185d05b50923554e039de7616a01a13ba7fbccbc1c64a395c37234f
//     lenses:
//       semantic-twins: 1
// ---

// %% [markdown]
// # Which ideas does Arrow write twice?
//
// Copies that changed since, and functions that do one thing by two texts. The sources are those of the locked package.

// %%
const answer = await lens.semanticTwins({ src: '../node_modules/apache-arrow' }).report({ limit: 20 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map(({ name }, at) => [name, row[at]])),
);
pin('twins and copies', rows.map(({ kind, a, b, class_size }) => ({ kind, a, b, class_size })), { key: ['a', 'b'] });
aq.from(rows).select('kind', 'a', 'b');
