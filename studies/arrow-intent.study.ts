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
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
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
