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
//     title: Which functions of Arrow work for another file than their own?
//     dump: ../fixtures/arrow-js
//     dump_key: 70098a8b4185d05b50923554e039de7616a01a13ba7fbccbc1c64a395c37234f
//     lenses:
//       misplaced: 1
// ---

// %% [markdown]
// # Which functions of Arrow work for another file than their own?
//
// Some functions talk mostly to another file: they call its functions, read its fields, build its classes. That may be
// *feature envy*, a function filed in the wrong place, or the very job of an adapter. The lens votes three ways (does the
// modularity of the whole grow when the function moves? do its neighbours live elsewhere? does it use what others there use?)
// and ranks those on which all agree. It says itself how far to trust it: it moves known functions to wrong places and counts
// how many of them it would list.

// %%
const placed = lens.misplaced({ order: 'gain' });
const answer = await placed.report({ limit: 0 });
const ranked = aq.from(answer.findings.rows.map((row) => ({ rank: row[0], id: row[1], home: row[2], best: row[3], votes: row[4] })));
pin('ranked first', ranked.slice(0, 10).select('id', 'home', 'best'), { key: ['id'] });
ranked.slice(0, 10);

// %% [markdown]
// The first four are one story. `decodeFieldType`, `typeFromJSON`, `inferType` and `inferDType` each look at some
// description of a column (bytes of a message, a JSON document, JavaScript values, a type) and build the matching class of
// `type.ts`. They are the four *parsers of types*, and each lives with what it parses. A move to `type.ts` would make that
// file know every format. So the list is right about the facts, and the design is right too.
//
// The middle of the list reads differently: `ensureSameLengthData` and `distributeChildren` only take `Data` apart and put
// it together again, and use nothing of the files they stand in. Those two could move to `data.ts` and nobody would miss
// them.

// %%
const { summary } = answer;
pin('recall of the list', [summary.recall_at_1, summary.recall_at_5, summary.recall_at_10].map(String));
[summary.injected, summary.recall_at_10];

// %% [markdown]
// How good is the list? Of twenty functions that the lens displaced on purpose, nearly half stood among the first ten rows, and
// none in the very first. That is what recommenders of moves are worth on such code, and it is why the answer calls itself
// *a list to read, not a verdict*.
