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
//     title: Does every write to the tally ask the gate?
//     dump: ../fixtures/rust-tally
//     dump_key: a60375213dfb5c8edffaccca99e22863a1b1864f9796fc95908acf0548aa358f
//     lenses:
//       gate-bypass: 2
// ---

// %% [markdown]
// # Does every write to the tally ask the gate?
//
// `fixtures/rust-workspace` is a small service in Rust, four crates and a stand-in for a mapper's traits: requests come to the handlers of `server`, the store is in
// `store`, and `gate::admit` decides who may write. One handler, `import`, forgot to ask.
//
// The sink is the store's `put`, the entries are the two handlers that write. The gate is passed *and returned from* before the
// write, so it is not a frame around the write: the lens tells both doors, and marks in `calls_choke` the one that at
// least calls the gate itself.

// %%
const gate = lens.gateBypass({
  sink: ['tally-store impl#[Store]put()'],
  choke: ['gate/admit()'],
  entry: ['handlers/put()', 'handlers/import()'],
});
const doors = await gate.report({ limit: 0 });
pin('doors', gate.table('doors').select('door', 'sink', 'class'), { key: ['door', 'sink'] });
pin('ways around the gate', doors.summary.bypass, { expect: 'at most' });
doors.findings.rows.length;

// %% [markdown]
// Asked the other way round, about what may be done without asking: no handler reaches `store::sql::find` but through
// `handlers::find`, which calls `admit` first.

// %%
const reads = lens.gateBypass({ sink: ['sql/find()'], choke: ['handlers/find()'], entry: ['main()'] });
pin('reads are mediated', (await reads.report({ limit: 0 })).summary.complete_mediation);
reads.table('doors').select('door', 'class');
