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
//     title: What may the text of a request do?
//     dump: ../fixtures/rust-tally
//     dump_key: a60375213dfb5c8edffaccca99e22863a1b1864f9796fc95908acf0548aa358f
//     lenses:
//       taint: 4
// ---

// %% [markdown]
// # What may the text of a request do?
//
// `handlers::delete` hands the body of a request to a shell. The lens walks from what comes in (here what the catalogue of
// Rust knows: a line of standard input, the fields of requests) to what is dangerous (here `Command::arg`), over the
// blocks that rustc's own MIR tells.

// %%
const taint = lens.taint();
const flows = await taint.report({ limit: 0 });
pin('bodies read', flows.summary.bodies);
pin('bodies that no codec reads', flows.summary.unparsed);
flows;
