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
//     title: What is named for one thing in Arrow?
//     dump: ../fixtures/arrow-js
//     dump_key: c9e8eb9a14a3b773f7a557931533a567a5e22fa41c581efd2483c8721e7adf9e
//     lenses:
//       same-intent: 1
// ---

// %% [markdown]
// # What is named for one thing in Arrow?
//
// Names decide, so these are no clones: functions that read alike while their structure differs.

// %%
const answer = await lens.sameIntent().report({ limit: 20 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map(({ name }, at) => [name, row[at]])),
);
pin('named alike', rows.map(({ a, b, size, score }) => ({ a, b, size, score })), { key: ['a', 'b'] });
pin('refused', { structure: answer.summary.refused_structure_agrees, mutual: answer.summary.refused_not_mutual });
aq.from(rows).select('words', 'size');
