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
//     title: Where would a limit on writes stand?
//     dump: ../fixtures/rust-tally
//     dump_key: a60375213dfb5c8edffaccca99e22863a1b1864f9796fc95908acf0548aa358f
//     lenses:
//       chokepoints: 2
// ---

// %% [markdown]
// # Where would a limit on writes stand?
//
// The binary of the service reads requests and hands them to its handlers; all of them in the end change the store. Which
// functions does every path from `main` to `Store::put` pass?

// %%
const choke = lens.chokepoints({ entry: ['bin=tally-server/main()'], sink: ['tally-store impl#[Store]put()'] });
const answer = await choke.report({ limit: 0 });
pin('functions on all paths', answer.summary.single_mediators);
pin('smallest cut', answer.summary.min_cut);
choke.table('corridor');
