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
//     title: How much do the judges hang on what we chose?
//     dump: ../fixtures/arrow-js
//     dump_key: 5bb24ed767ce7c36657eabff59b40eb034f474ef00001e2b33023735d6a32a97
//     lenses:
//       knobs: 1
// ---

// %% [markdown]
// # How much do the judges hang on what we chose?
//
// The text that the fifteen families follow leaves most of their knobs open. Each value of ours is turned here, the others left as they
// are: on a part of this project's own history (`fixtures/history`, 56 commits) and on the sources of Apache Arrow for JavaScript.
//
// The history is a git bundle; it is cloned once, beside what this project builds.

// %%
const { execFileSync } = await esm('node:child_process');
const { existsSync, mkdirSync, renameSync, rmSync } = await esm('node:fs');
const arrow = '../node_modules/apache-arrow/src';
const own = '../build/own-history';
const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' });
const wanted = git('bundle', 'list-heads', '../fixtures/history/own.bundle').slice(0, 40);
if (existsSync(own) && git('-C', own, 'rev-parse', 'HEAD').trim() !== wanted) rmSync(own, { recursive: true });
if (!existsSync(own)) {
  const aside = `${own}.${process.pid}`;
  mkdirSync('../build', { recursive: true });
  git('clone', '-q', '../fixtures/history/own.bundle', aside);
  // Another replay may have been faster.
  try {
    renameSync(aside, own);
  } catch {
    rmSync(aside, { recursive: true, force: true });
  }
}

// %% [markdown]
// ## What the tree alone decides
//
// A plateau is the longest stretch of tried values around the chosen one on which the count varies by at most a tenth.

// %%
const copies = calibrate.knobs({ judge: 'token-clones', given: { src: own } });
await copies.finish();
pin('token-clones', copies.table('plateaus').objects(), { key: ['knob'] });
const shapes = calibrate.knobs({ judge: 'tree-clones', given: { src: own } });
await shapes.finish();
pin('tree-clones', shapes.table('plateaus').objects(), { key: ['knob'] });
shapes.chart('sweep');

// %% [markdown]
// The count of alike units falls all along as units must be larger: no value of `leastNodes` is cheap. Twenty nodes stay, since three edits in
// twenty are what the threshold grants there; below that a getter is every other getter.

// %%
const texts = calibrate.knobs({ judge: 'document-duplicates', given: { src: own } });
await texts.finish();
pin('document-duplicates', texts.table('plateaus').objects(), { key: ['knob'] });
const folders = calibrate.knobs({ judge: 'structure', given: { src: arrow } });
await folders.finish();
pin('structure', folders.table('plateaus').objects(), { key: ['knob'] });
const ownFolders = calibrate.knobs({ judge: 'structure', given: { src: own } });
await ownFolders.finish();
pin('structure of our own', ownFolders.table('plateaus').objects(), { key: ['knob'] });
folders.chart('sweep');

// %%
const scored = calibrate.knobs({ judge: 'score', given: { src: own } });
await scored.finish();
pin('score', scored.table('plateaus').objects(), { key: ['knob'] });
const alive = calibrate.knobs({ judge: 'liveness', given: { src: arrow } });
await alive.finish();
pin('liveness', alive.table('plateaus').objects(), { key: ['knob'] });
scored.chart('sweep');

// %% [markdown]
// The soft line hangs on the power of the spread: with one, forty files are long; with three, none. The others do not matter to a tree in
// order.

// %%
const seams = calibrate.knobs({ judge: 'split-seams', given: { src: arrow } });
await seams.finish();
pin('split-seams', seams.table('plateaus').objects(), { key: ['knob'] });
const tiers = calibrate.knobs({ judge: 'guard-tiers', given: { src: own } });
await tiers.finish();
pin('guard-tiers', tiers.table('plateaus').objects(), { key: ['knob'] });
const roles = calibrate.knobs({ judge: 'same-role', given: { src: own, unit: 'judgeTrees' } });
await roles.finish();
pin('same-role', roles.table('plateaus').objects(), { key: ['knob'] });
seams.chart('sweep');

// %% [markdown]
// ## What history decides

// %%
const pairs = calibrate.knobs({ judge: 'three-signals', given: { src: own } });
await pairs.finish();
pin('three-signals', pairs.table('plateaus').objects(), { key: ['knob'] });
const edits = calibrate.knobs({ judge: 'edit-classes', given: { src: own, from: 'HEAD~20', to: 'HEAD' } });
await edits.finish();
pin('edit-classes', edits.table('plateaus').objects(), { key: ['knob'] });
const going = calibrate.knobs({ judge: 'trend', given: { src: `${own}/src` } });
await going.finish();
pin('trend', going.table('plateaus').objects(), { key: ['knob'] });
const gone = calibrate.knobs({ judge: 'tombstones', given: { src: own, from: 'HEAD~40', to: 'HEAD' } });
await gone.finish();
pin('tombstones', gone.table('plateaus').objects(), { key: ['knob'] });
pairs.chart('sweep');
