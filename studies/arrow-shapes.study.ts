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
//     title: Which functions of Arrow touch the same rare things?
//     dump: ../fixtures/arrow-js
//     dump_key: 70098a8b4185d05b50923554e039de7616a01a13ba7fbccbc1c64a395c37234f
//     lenses:
//       structural-clones: 1
// ---

// %% [markdown]
// # Which functions of Arrow touch the same rare things?
//
// Two functions that read the same rarely read fields and call the same rarely called functions, whatever they are called.

// %%
const answer = await lens.structuralClones().report({ limit: 20 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map(({ name }, at) => [name, row[at]])),
);
pin('alike by what they touch', rows.map(({ a, b, score, class_size }) => ({ a, b, score, class_size })), { key: ['a', 'b'] });
pin('refused as too short', answer.summary.refused_short);
aq.from(rows).select('a', 'b', 'score', 'class_size');
