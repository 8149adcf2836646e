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
//     dump_key: c9e8eb9a14a3b773f7a557931533a567a5e22fa41c581efd2483c8721e7adf9e
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
