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
//     title: Is the overlap of repeated runs a knob at all?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       overlap: 1
// ---

// %% [markdown]
// # Is the overlap of repeated runs a knob at all?
//
// Two functions overlap by the share of winnowed fingerprints that they have in common. The manual's record says that the floor hardly
// matters: from 0.70 to 0.90 its pairs fall from 1057 to 979, by 7.4 %. Is that so here?

// %%
const swing = calibrate.overlap({ src: '../node_modules/apache-arrow' });
const report = await swing.report();
pin('pairs by floor', swing.table('curve').select('floor_real', 'pairs').objects(), { key: ['floor_real'] });
pin('plateau', report.findings.rows.length);
pin('share lost from 0.70 to 0.90', report.summary.drop_to_90);
pin('pairs at 0.70', report.summary.pairs_at_floor);
swing.chart('curve');
