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
//     title: Does Arrow write again what a library of its own dump has?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       reimplements-shared: 2
// ---

// %% [markdown]
// # Does Arrow write again what a library of its own dump has?
//
// One package can't: what is asked are pairs across a dependency, and why each pair of copies is none is counted.

// %%
const answer = await lens.reimplementsShared({ src: '../node_modules/apache-arrow' }).report();
pin('replacements', { findings: answer.summary.findings, read: answer.summary.pairs_read, one_crate: answer.summary.left_out_one_crate });
answer.notes;
