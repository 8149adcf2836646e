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
//     title: Which bodies of Arrow do the same?
//     dump: ../fixtures/arrow-js
//     dump_key: 70098a8b4185d05b50923554e039de7616a01a13ba7fbccbc1c64a395c37234f
//     lenses:
//       semantic-clones: 2
// ---

// %% [markdown]
// # Which bodies of Arrow do the same?
//
// One text without its names, near in text, or alike by what they touch; one row a class. A vector hashed from the words of a
// body confirms what the graph and the text found; it adds nothing in one package, by rule.

// %%
const answer = await lens
  .semanticClones({ src: '../node_modules/apache-arrow', modelProfile: 'hashed-tokens-v1' })
  .report({ limit: 20 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map(({ name }, at) => [name, row[at]])),
);
pin('classes', rows.map(({ signal, key_a, key_b, class_size }) => ({ signal, key_a, key_b, class_size })), { key: ['key_a', 'key_b'] });
pin('clones by source', {
  exact: answer.summary.exact_groups,
  both: answer.summary.indexes_both,
  graph: answer.summary.indexes_graph,
  embedding: answer.summary.indexes_embedding,
});
aq.from(rows).select('signal', 'class_size', 'class_members');
