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
//     title: Where do the floors of twins and roles come from?
//     dump: ../fixtures/arrow-js
//     dump_key: 70098a8b4185d05b50923554e039de7616a01a13ba7fbccbc1c64a395c37234f
//     lenses:
//       scores: 1
//       sensitivity: 1
// ---

// %% [markdown]
// # Where do the floors of twins and roles come from?
//
// Functions of one normalised body are known twins; functions of one signature whose bodies share at most half of their runs are
// hard negatives. Where does the WL role score put them?

// %%
const src = '../node_modules/apache-arrow';
const roles = calibrate.scores({ of: 'role-neighbours', src, rounds: 100 });
const separated = await roles.report();
pin('known pairs', { twins: separated.summary.twins, negatives: separated.summary.negatives });
pin('area under the curve', separated.summary.area);
roles.chart('scores');

// %% [markdown]
// The two hardly overlap. Each rule puts a floor; the manual's 0.60 lets through almost no look-alike of this library.

// %%
pin('floors of roles', roles.table('floors').select('rule', 'floor', 'low', 'high', 'twins', 'negatives').objects(), { key: ['rule'] });
roles.table('floors');

// %% [markdown]
// Does the answer hang on it? The lens at every floor around its default:

// %%
const tau = calibrate.sensitivity({ lens: 'role-neighbours', parameter: 'score', given: { src }, values: ['0.5,0.55,0.6,0.65,0.7,0.75,0.8'] });
await tau.finish();
pin('findings by τ', tau.table('sweep').select('value', 'count').objects(), { key: ['value'] });
tau.chart('sweep');

// %% [markdown]
// ## The floor of a cosine
//
// Vectors hashed from the words of a body are always there; they know words in common, not meaning. Their floor holds in their
// space alone.

// %%
const cosine = calibrate.scores({ of: 'semantic-twins', src, rounds: 100 });
const words = await cosine.report();
pin('space', words.summary.space);
pin('floors of cosines', cosine.table('floors').select('rule', 'floor', 'low', 'high', 'twins', 'negatives').objects(), { key: ['rule'] });
cosine.chart('scores');

// %% [markdown]
// ## The knobs of twins
//
// `sim`, `near`, `rare-max` and `min-blocks` lost their table in the manual. How much hangs on each?

// %%
const plateaus: Record<string, unknown>[] = [];
for (const [parameter, values] of [
  ['sim', '0.6,0.7,0.8,0.9'],
  ['near', '0.6,0.7,0.8,0.9'],
  ['rareMax', '6,9,12,18,24'],
  ['minBlocks', '3,4,5,6,8'],
] as const) {
  const swing = calibrate.sensitivity({ lens: 'twins', parameter, values: [values], measures: ['total', 'groups_strong'] });
  const { findings } = await swing.report();
  for (const [measure, , from, to, , least, most, holds] of findings.rows) plateaus.push({ parameter, measure, from, to, least, most, holds });
}
pin('plateaus of the knobs', plateaus, { key: ['parameter', 'measure'] });
plateaus;

// %% [markdown]
// Read a plateau for what it is: within it the choice is cheap. Whether the groups are right, only reading tells.
