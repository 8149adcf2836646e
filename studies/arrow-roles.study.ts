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
//     title: Which functions of Arrow play one role?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       group-twins: 1
//       role-neighbours: 1
//       same-intent: 1
//       structural-clones: 1
// ---

// %% [markdown]
// # Which functions of Arrow play one role?
//
// No name and no text is compared here. `role-neighbours` gives each function a label from the kinds of things around it, two
// hops out, and pairs functions whose labels are alike. Its second engine, `fastrp`, asks instead who touches the *same* things.

// %%
const roles = lens.roleNeighbours();
const answer = await roles.report({ limit: 60 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map((column, at) => [column.name, row[at]])),
);
const sets = rows.filter((row) => row.class === 'exact' && Number(row.class_size) > 3);
pin('sets', sets.map(({ a, class_size, score }) => ({ a, class_size, score })), { key: ['a'] });
pin('pairs of functions', answer.summary.pairs);
aq.from(sets).select('a', 'class_size');

// %% [markdown]
// Seven sets of four: the constructors of integers, times and durations, and the getters and setters of times and durations by
// their unit. They are one role by design, four spellings of one thing. What is worth a look are pairs that are nearly one role.

// %%
const graded = rows.filter((row) => row.class === 'graded').slice(0, 12);
pin('graded', graded.map(({ a, b, score }) => ({ a, b, score })), { key: ['a', 'b'] });
aq.from(graded).select('a', 'b', 'score');

// %% [markdown]
// Nearly all of them are copies that were changed: `BinaryBuilder` and `LargeBinaryBuilder`, `Utf8Builder` and its large one, the
// synchronous and the asynchronous iterator, two validators. Who touches the *same* things says the same by other means: two
// functions that read the same rarely read fields and call the same rarely called functions.

// %%
const alike = await lens.structuralClones().report({ limit: 20 });
pin('alike by what they touch', alike.findings.rows.map((row) => ({ a: row[6], b: row[8], score: row[3] })), { key: ['a', 'b'] });
pin('refused as too short', alike.summary.refused_short);

// %% [markdown]
// Groups of statements, by the facts of their lines: the same callees, fields and types in the same order, also where other
// statements lie between.

// %%
const groups = await lens.groupTwins().report({ limit: 20 });
const exact = groups.findings.rows
  .map((row) => Object.fromEntries(groups.findings.columns.map((column, at) => [column.name, row[at]])))
  .filter((row) => row.exact);
pin('exact groups', exact.map(({ a, a_lines, b, b_lines, class_size }) => ({ a, a_lines, b, b_lines, class_size })), {
  key: ['a', 'a_lines', 'b', 'b_lines'],
});
pin('groups', groups.summary.twins_graph);

// %% [markdown]
// And what is named for one thing while its structure differs.

// %%
const intent = await lens.sameIntent().report({ limit: 20 });
const named = intent.findings.rows.map((row) =>
  Object.fromEntries(intent.findings.columns.map((column, at) => [column.name, row[at]])),
);
pin('intents', named.slice(0, 20).map(({ a, b, size, words }) => ({ a, b, size, words: (words as string[]).join(' ') })), { key: ['a', 'b'] });
aq.from(named.slice(0, 20)).select('a', 'b', 'size');
