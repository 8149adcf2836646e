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
//     title: Where would a limit against decompression bombs stand?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       chokepoints: 2
// ---

// %% [markdown]
// # Where would a limit against decompression bombs stand?
//
// A compressed Arrow file may be small and unpack to gigabytes. Whoever reads files of strangers wants a limit, and wants it
// in one place. Decompression itself is foreign code: the library calls `decode` of a codec that its user registered. From
// the readers' `next()` on, which functions must every call to `decode` pass?
//
// A *chokepoint* is such a function: take it away, and no entry reaches a sink any more.

// %%
const choke = lens.chokepoints({
  entry: ['RecordBatchStreamReaderImpl#next()'],
  sink: ['Codec#decode()'],
});
const answer = await choke.report({ limit: 0 });
pin('single mediators', answer.summary.single_mediators);
answer;

// %% [markdown]
// The pattern names two entries, the reader that waits and the one that does not (`AsyncRecordBatchStreamReaderImpl`
// contains it too). Six functions stand on the paths from them to a decoder, both ends
// counted, and one in between stands on *all* of them:
// `RecordBatchReaderImpl#_decompressBuffers`. The smallest cut has size one. A limit there sees every compressed block,
// whichever reader, whichever codec.
//
// Is it enough? Ask the same lens to walk around it.

// %%
const checked = await choke.retune({ gates: ['RecordBatchReaderImpl#_decompressBuffers()'] });
const walk = await checked.report({ limit: 0 });
pin('a limit there is passed by all', walk.summary.mediated);
pin('ways around it', walk.summary.witnesses, { expect: 'at most' });
walk.summary.mediated;

// %% [markdown]
// Nothing gets around it, as far as calls are known. Calls through values (a codec that is stored and called elsewhere) end
// where the value is taken; the lens counts them in its notes when they cut the search short.
//
// **In one sentence:** one `if` in `_decompressBuffers` would guard every compressed byte that Arrow's stream readers unpack.
