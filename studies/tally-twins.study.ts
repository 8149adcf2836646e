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
//     title: What is written twice in the tally?
//     dump: ../fixtures/rust-tally
//     dump_key: a60375213dfb5c8edffaccca99e22863a1b1864f9796fc95908acf0548aa358f
//     lenses:
//       twins: 1
// ---

// %% [markdown]
// # What is written twice in the tally?
//
// `first_words` and `first_names` do the same to differently named things. In MIR names are gone: the same calls of the
// standard library, the same shape of blocks. The same lens reads TypeScript dumps.

// %%
const twins = lens.twins();
const answer = await twins.report({ limit: 0 });
const groups = answer.findings.rows.map((row) => {
  const cells = Object.fromEntries(answer.findings.columns.map((column, at) => [column.name, row[at]]));
  return { group: cells['group'], size: cells['size'], strong: cells['strong'], classes: cells['classes'] };
});
pin('groups', groups, { key: ['group'] });
aq.from(groups);
