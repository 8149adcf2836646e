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
//     title: Which parts of Arrow are written twice?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       twins: 1
// ---

// %% [markdown]
// # Which parts of Arrow are written twice?
//
// Two functions are *twins* when they do the same thing. The lens looks for several signs: the same rare functions of other
// libraries are called (`api`), the same name with the same signature (`name+sig`), and, where the dump holds function
// bodies, the same shape. One sign alone is often an interface doing its job (every type has a `toString`); two together are
// worth a look, and are called *strong*.

// %%
const twins = lens.twins();
const answer = await twins.report({ limit: 0 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map((column, at) => [column.name, row[at]])),
);
const strong = rows.filter((row) => row.strong).map(({ group, size, classes, members }) => ({ group, size, classes, members }));
pin('strong groups', strong, { key: ['group'] });
pin('groups', answer.summary.groups);
aq.from(strong).select('group', 'size');

// %% [markdown]
// Eight strong groups, and they are three stories.
//
// **Streams, written per platform.** `fromIterable`, `fromNodeStream`, `fromDOMStream` and `toDOMStream` of `io/adapters.ts`
// appear as an object's method and as a function of the same name beside it. That is a façade: the object is what the
// library exports. The Node streams around readers, writers and builders each have their `_read`, because Node asks for one.
// Whoever changes the one reads the other.
//
// **Writers, per format.** The base writer, the file writer and the JSON writer each have `_writeSchema`,
// `_writeRecordBatch`, `_writeDictionaryBatch` and `_writeFooter`. A template method: the base class fixes the order, each
// format fills it in.
//
// **Counting nulls.** `nullCount` exists on builders, data, vectors, batches and tables, each asking the one below it, down
// to `popcnt_array` that counts bits. One question, handed down a ladder; a bug in it would be found at five places and mended
// at one.
//
// None of these is a copied bug waiting to happen. That is a finding too: in this library the repetition is in the
// interfaces, where it is checked by the compiler.
