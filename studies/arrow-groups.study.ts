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
//     title: Which groups of statements does Arrow write twice?
//     dump: ../fixtures/arrow-js
//     dump_key: 70098a8b4185d05b50923554e039de7616a01a13ba7fbccbc1c64a395c37234f
//     lenses:
//       group-twins: 2
// ---

// %% [markdown]
// # Which groups of statements does Arrow write twice?
//
// By the facts of their lines: the same callees, fields and types in the same order, also where other statements lie between.
// One row a class: groups that are mostly the same lines of a function are one place.

// %%
const answer = await lens.groupTwins().report({ limit: 20 });
const rows = answer.findings.rows.map((row) =>
  Object.fromEntries(answer.findings.columns.map(({ name }, at) => [name, row[at]])),
);
const exact = rows.filter((row) => row.exact);
pin('exact groups', exact.map(({ a, a_lines, b, b_lines, class_size }) => ({ a, a_lines, b, b_lines, class_size })), {
  key: ['a', 'a_lines', 'b', 'b_lines'],
});
pin('counts', { pairs: answer.summary.twins_matching, classes: answer.summary.classes, deliberate: answer.summary.deliberate });
aq.from(exact).select('a', 'b', 'class_size');
