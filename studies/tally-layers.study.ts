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
//     title: How the tally is layered
//     dump: ../fixtures/rust-tally
//     dump_key: a60375213dfb5c8edffaccca99e22863a1b1864f9796fc95908acf0548aa358f
//     lenses:
//       dsm: 1
// ---

// %% [markdown]
// # How the tally is layered
//
// Four crates, and one that stands in for a mapper's traits: `macros` writes for `core`, `store` is built on `core` and that, `server` on both. A *dependency structure matrix* says
// whether the code keeps to that. First crate by crate, then module by module.

// %%
const crates = lens.dsm({ level: 'crate' });
const atCrates = (await crates.report({ limit: 0 })).summary;
pin('crates in a knot', atCrates.core_size, { expect: 'at most' });
pin('who uses whom, by crate', crates.table('matrix'), { key: ['src', 'dst'] });
crates.table('order');

// %%
const modules = await crates.retune({ level: 'module' });
const atModules = (await modules.report({ limit: 0 })).summary;
pin('modules in a knot', atModules.core_size, { expect: 'no worse' });
pin('levels of modules', atModules.levels);
modules.table('cycles');
