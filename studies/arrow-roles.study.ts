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
//     dump_key: 70098a8b4185d05b50923554e039de7616a01a13ba7fbccbc1c64a395c37234f
//     lenses:
//       role-neighbours: 1
// ---

// %% [markdown]
// # Which functions of Arrow play one role?
//
// No name and no text is compared here. `role-neighbours` gives each function a label from the kinds of things around it, two
// hops out, and pairs functions whose labels are alike.

// %%
const answer = await lens.roleNeighbours().report({ limit: 60 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map(({ name }, at) => [name, row[at]])),
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
// synchronous and the asynchronous iterator, two validators.
