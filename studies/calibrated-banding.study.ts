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
//     title: Which banding finds near copies in Arrow?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       banding: 1
// ---

// %% [markdown]
// # Which banding finds near copies in Arrow?
//
// A MinHash signature of 64 minima is cut into bands; bodies that agree in one band are compared. The manual takes 16 bands of
// four. What does that propose, and what does it miss?

// %%
const src = '../node_modules/apache-arrow';
const manual = calibrate.banding({ src, minTokens: 50, most: 100_000 });
const report = await manual.report();
const shares = manual.table('curve').objects().map((row) => row as { s: number; p: number }).filter(({ s }) => [0.3, 0.5, 0.8].includes(Number(s)));
pin('shares that become candidates', shares);
pin('best of 64 minima, all similarities alike', report.summary.best);
manual.chart('curve');

// %% [markdown]
// The curve reads 0.122 at 0.3, 0.644 at 0.5 and 0.99978 at 0.8, as the manual says: nothing at the threshold is missed, and much
// below it is proposed. With all similarities alike, five bands of eleven would err least.

// %%
const observed = manual.table('observed');
pin('bodies', report.population.bodies);
pin('pairs of them', observed.objects().reduce((sum, row) => sum + Number((row as { pairs: number }).pairs), 0));
pin('best of 64 minima, for these bodies', report.summary.observed_best);
manual.chart('observed');

// %% [markdown]
// But the similarities of a program are not all alike: nearly all pairs share almost nothing. Weighted by the pairs that Arrow has,
// another banding errs least; the manual's is on the careful side, which costs comparisons and misses nothing.

// %%
manual.table('fitted');
