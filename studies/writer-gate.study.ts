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
//     title: Does every byte that Arrow's writer puts out pass the counter?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       gate-bypass: 2
// ---

// %% [markdown]
// # Does every byte that Arrow's writer puts out pass the counter?
//
// An Arrow file ends with a *footer*: a table of where each batch of rows begins, in bytes from the start of the file. A
// reader jumps by it. So the writer has to know, at each moment, how many bytes it has put out. In
// `src/ipc/writer.ts` one method keeps that count: `RecordBatchWriter#_write` hands a buffer to the sink, an
// `AsyncByteQueue`, and moves the position forward. A line of code that wrote to the sink directly would make every later
// entry of the footer point at the wrong place, and no test of small files might notice.
//
// This is the shape of a security question, *complete mediation*: does a gate sit on every path from an entry to a sink?
// The gate is `_write`, the sink is the queue's `write`, the entries are the writer's public methods.

// %%
const gate = lens.gateBypass({
  sink: ['AsyncByteQueue#write()'],
  choke: ['RecordBatchWriter#_write()'],
  entry: ['RecordBatchWriter#write()', 'RecordBatchWriter#finish()', 'RecordBatchWriter#close()'],
});
await gate.until('doors');

// %% [markdown]
// A *door* is a function that calls the sink itself. There are three in the whole library. One is the gate. The other two
// are `latent`: they write to a queue, but no public method of the writer leads to them. They are the command-line tool and
// the Node stream around a reader, each with a queue of its own.

// %%
const answer = await gate.report({ limit: 0 });
pin('ways around the counter', answer.summary.bypass, { expect: 'at most' });
pin('complete mediation', answer.summary.complete_mediation);
pin('doors', gate.table('doors').select('door', 'sink', 'class'), { key: ['door', 'sink'] });
answer.findings.rows.length;

// %% [markdown]
// No bypass, and `complete_mediation` is `yes`: not only on the call graph, but on the flow of the 10,421 blocks inside the
// functions. The walk over blocks first finds two ways around the gate. Both enter a function by one call and leave it by the
// return of another, which no run of the program can do; with calls and returns matched they vanish. They are listed as
// `dropped`, so that you can see what the careful walk was for.
//
// ## What a bypass looks like
//
// To see that the lens can say no, move the gate one floor up. Suppose that someone claimed: "all output goes through
// `_writeMessage`, which writes the length of each message before the message".

// %%
const claim = lens.gateBypass({
  sink: ['RecordBatchWriter#_write()'],
  choke: ['RecordBatchWriter#_writeMessage()'],
  entry: ['RecordBatchWriter#write()', 'RecordBatchWriter#finish()', 'RecordBatchWriter#close()'],
});
const around = await claim.report({ limit: 0 });
pin('doors past the message writer', claim.table('doors').select('door', 'sink', 'class'), { key: ['door', 'sink'] });
claim.table('doors').filter((d: any) => d.class === 'BYPASS').select('door', 'class');

// %% [markdown]
// The claim is false, and each door that breaks it comes with its shortest path. That is right: the magic bytes at the start
// of a file, the buffers of a message's body, the padding between them and the footer are no messages, and the JSON writer
// has no messages at all. A gate is only worth its name at the place where *everything* has to pass.
