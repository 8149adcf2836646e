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
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       semantic-clones: 1
//       semantic-twins: 1
// ---

// %% [markdown]
// # Which ideas does Arrow write twice?
//
// Copies that changed since, and functions that do one thing by two texts. Both need the sources, which the locked package ships.

// %%
const src = '../node_modules/apache-arrow';
const twins = await lens.semanticTwins({ src }).report({ limit: 20 });
const pairs = twins.findings.rows.map((row) =>
  Object.fromEntries(twins.findings.columns.map((column, at) => [column.name, row[at]])),
);
pin('twins and copies', pairs.map(({ kind, a, b, class_size }) => ({ kind, a, b, class_size })), { key: ['a', 'b'] });
aq.from(pairs).select('kind', 'a', 'b');

// %% [markdown]
// Bodies that are one text without their names, near in text, or alike by what they touch. A vector hashed from the words of a
// body confirms what the graph and the text found; it adds nothing in one package, by rule.

// %%
const clones = await lens.semanticClones({ src, modelProfile: 'hashed-tokens-v1' }).report({ limit: 20 });
pin('clones by source', {
  exact: clones.summary.exact_groups,
  both: clones.summary.indexes_both,
  graph: clones.summary.indexes_graph,
  embedding: clones.summary.indexes_embedding,
});
