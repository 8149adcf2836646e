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
//     title: What stands between Arrow's doors and its builders?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       chokepoints: 2
// ---

// %% [markdown]
// # What stands between Arrow's doors and its builders?
//
// A *builder* fills a column value by value. Three functions of the library's face take values of the caller and end in
// one: `tableFromJSON`, `vectorFromArray` and `builderThroughAsyncIterable`. Whoever wants to check values once looks for a
// function that all of them pass before `Builder#append` or `Builder#toVector`.

// %%
const doors = lens.chokepoints({
  entry: ['tableFromJSON', 'vectorFromArray', 'builderThroughAsyncIterable'],
  sink: ['Builder#append', 'Builder#toVector'],
});
const answer = await doors.report({ limit: 0 });
pin('direct calls of a builder by a door', answer.summary.uncuttable, { expect: 'at most' });
answer;

// %% [markdown]
// There is none, and not for want of looking: the two `direct` rows say that `builderThroughAsyncIterable` calls both
// sinks itself. Between them no function lies where a check could stand. The other two doors share one function,
// `builderThroughIterable`, which separates two thirds of the pairs.
//
// If the ends may be cut too, how many functions would have to check?

// %%
const any = await (await doors.retune({ ends: 'any' })).report({ limit: 0 });
pin('the fewest functions, ends counted', any.summary.min_cut);
pin('which, nearest the doors', any.summary.near_entries);
any.summary.near_entries;

// %% [markdown]
// ## Why an answer is empty
//
// A file comes in by another door: `tableFromIPC`. Does it end in a builder too?

// %%
const read = await lens.chokepoints({ entry: ['serialization.ts/tableFromIPC'], sink: ['Builder#append'] }).report();
pin('pairs from a file to a builder', read.summary.pairs);
pin('why none', read.notes);
read;

// %% [markdown]
// No chain of calls leads there, and the notes say how far each side gets. The reader makes its columns without a builder;
// but the answer does not rest on that alone: the reader's side calls through values (the visitor takes its methods from a
// table), and there the calls end. That is what `empty` has to say before anybody believes it.
//
// **In one sentence:** a check of values needs two places, one in `builderThroughAsyncIterable` and one in what the other
// doors share; and for files the call graph alone can't say.
