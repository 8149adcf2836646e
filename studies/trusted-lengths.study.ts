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
//     title: Which numbers in an Arrow file decide how much is read?
//     dump: ../fixtures/arrow-js
//     dump_key: c9e8eb9a14a3b773f7a557931533a567a5e22fa41c581efd2483c8721e7adf9e
//     lenses:
//       taint: 4
// ---

// %% [markdown]
// # Which numbers in an Arrow file decide how much is read?
//
// An Arrow stream is a row of messages. Each begins with a number, the length of its description; the description holds
// more numbers, the lengths of the buffers behind it; and each compressed buffer begins with one more, its length once
// unpacked. All of them come from whoever wrote the file. A reader that believes such a number may be made to wait for
// bytes that never come, or to set aside memory for data that is not there.
//
// *Taint analysis* follows values: from **sources** (here: numbers read out of the file), through assignments, fields,
// arguments and results, to **sinks** (here: the arguments that say how much to read, what to unpack, and how large an
// array to make). It says what *may* flow; a check on the way that only branches is not seen.

// %%
const lengths = lens.taint({
  catalogue: {
    only: true,
    written: true,
    sources: [
      { callee: 'ByteBuffer#readInt32', at: 'ret', kind: 'file' },
      { callee: 'ByteBuffer#readInt64', at: 'ret', kind: 'file' },
    ],
    sinks: [
      { callee: 'ByteStream#read', args: [0], class: 'length' },
      { callee: 'RandomAccessFile#read', args: [0], class: 'length' },
      { callee: 'Uint8ArrayConstructor', args: [0], class: 'length' },
      { callee: 'Codec#decode', args: [0], class: 'length' },
    ],
    sanitizers: [],
    propagators: [],
  },
});
await lengths.until('marks');

// %% [markdown]
// Three places in the library read a bare number out of the bytes: the length in front of a message, in the reader that
// waits and in the one that does not, and the unpacked length in front of a compressed buffer (`_decompressBuffers`).

// %%
const answer = await lengths.report({ limit: 0 });
const column = (name: string): number => answer.findings.columns.findIndex((one) => one.name === name);
const flows = answer.findings.rows.map((row) => ({
  source: row[column('source')],
  sink: row[column('sink')],
  at: row[column('sink_loc')],
}));
pin('flows', flows, { key: ['source', 'sink'], ignore: ['at'], expect: 'no worse' });
pin('numbers read out of the file', lengths.table('marks').filter((d: any) => d.role === 'source').numRows());
aq.from(flows);

// %% [markdown]
// Read the rows from the source.
//
// **The length in front of a message is believed.** It flows into `readMetadata`, and from there to `read`: eight steps,
// nothing in between. What saves the reader is what happens *after* the read: it compares how many bytes came with how many
// it asked for, and throws when they differ. A stream never gives more than it has, so the worst that a liar gets is a long
// wait.
//
// **It also reaches the body and the decoder**, by the way of the message object: lengths and offsets of the buffers are
// read out of the description whose bytes that number delimits.
//
// **The unpacked length reaches nothing.** That is the surprise, and it is good news: `_decompressBuffers` reads it only to
// compare it with −1, the mark for "not compressed". No array is made by it; the codec makes its own. (It also means that the
// reader never notices when a codec gives more bytes than the file promised, so the limit that
// [another study](decompression-choke.study.ts) asks for has to look at what came out.)
//
// Some rows cross from the waiting reader to the other one. They are false: both keep their source in a field, nothing in
// the library shows who makes the readers, and fields of such objects are one cell for all of a type. The lens says so; a
// person reads past them.
