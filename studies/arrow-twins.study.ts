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
//     dump_key: c9e8eb9a14a3b773f7a557931533a567a5e22fa41c581efd2483c8721e7adf9e
//     lenses:
//       twins: 1
// ---

// %% [markdown]
// # Which parts of Arrow are written twice?
//
// Two functions are *twins* when they do the same thing. The lens looks for several signs: the same rare functions of other
// libraries are called (`api`), the same name with the same signature (`name+sig`), the same shape of their blocks (`shape`,
// `NEAR`). One sign alone is often an interface doing its job (every type has a `toString`); two together are
// worth a look, and are called *strong*. `DIVERGENT` marks the opposite: the same name and signature over unlike bodies.

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
// Fourteen strong groups. Sorted by what a person would do about them:
//
// **Copies.** `byteRange` stands four times in `io/adapters.ts`, inside each of `fromIterable`, `fromAsyncIterable`,
// `fromDOMStream` and `fromNodeStream`: same name, same signature, same shape of blocks. `writeAll` stands four times in
// `ipc/writer.ts`, once a writer, nearly alike (`NEAR`). `readMessage` of the JSON reader is `readMessage` of the binary one
// with a detail changed. And in `visitor/vectorloader.ts` the loop of `hexStringToBytes` is written out once more inside
// `binaryViewDataFromJSON`, where one call would do: the lens calls that `inlined`. A bug in one of these has a twin.
//
// **One question handed down a ladder.** `nullCount` and `byteLength` exist on builders, data, vectors, batches and tables,
// each asking the one below it, down to `popcnt_array` that counts bits. They are `DIVERGENT`: alike by name, unlike inside. That
// is as it should be.
//
// **Template methods.** The base writer, the file writer and the JSON writer each have `_writeSchema`, `_writeDictionaryBatch` and
// `_writeFooter`. The base class fixes the order, each format fills it in. The Node streams around readers, writers and builders each
// have their `_read`, because Node asks for one; thirty-one types and containers have their `toString`.
//
// **Façades.** `fromIterable`, `fromNodeStream`, `fromDOMStream` and `toDOMStream` appear as an object's method and as a function of
// the same name beside it: the object is what the library exports.
//
// So of fourteen groups four are copies that someone could fold into one. The other ten are interfaces doing their job, which is why
// no sign alone is called strong.
