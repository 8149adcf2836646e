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
//     title: How Apache Arrow's JavaScript library is layered
//     dump: ../fixtures/arrow-js
//     dump_key: 70098a8b4185d05b50923554e039de7616a01a13ba7fbccbc1c64a395c37234f
//     lenses:
//       dsm: 1
// ---

// %% [markdown]
// # How Apache Arrow's JavaScript library is layered
//
// Apache Arrow is a column format for tables: each column is one run of memory. Its JavaScript library gives that
// memory types (`type.ts`), holds it (`data.ts`), reads it as columns (`vector.ts`, `table.ts`), fills it
// (`builder/`), and sends it between programs (`ipc/` for the message format, `io/` for files and streams). You need
// no more of it to read on.
//
// Someone who opens the folder `src/` expects layers: `util` at the bottom, then the column classes, then builders and
// messages, then the adapters for Node and the browser on top. Is that what the code does? We ask a *dependency
// structure matrix* (DSM): who uses whom, sorted so that what is used stands above what uses it. Whatever cannot be
// sorted that way is a cycle.
//
// Generated code (the flatbuffers classes of `src/fb`, 65 of the 158 files) is left out, as every lens does unless told otherwise.

// %% [markdown]
// ## The folders
//
// First the coarse view: two levels of folders. `src` stands for the files directly in it.

// %%
const folders = lens.dsm({ level: 'folder:2' });
await folders.until('order');

// %% [markdown]
// Seven of the eight folders are one knot: each reaches every other. Only `src/bin`, the command-line tool, stands
// apart, because it uses the library and nobody uses it. Even `src/util` is in the knot: 104 of
// its dependencies point at the types and column classes in `src`.
//
// The propagation cost says how far a change may travel: the share of all ordered pairs (x, y) in which x depends on
// y, directly or through others. Here it is 57 of 64 pairs.

// %%
const atFolders = (await folders.report({ limit: 0 })).summary;
pin('folders in one knot', atFolders.core_size);
pin('who uses whom, by folder', folders.table('matrix'), { key: ['src', 'dst'] });
folders.table('matrix').filter((d: any) => d.src === 'src/util');

// %% [markdown]
// So the folders tell a reader *what kind* of thing a file is, not *where it stands*. To see where it stands, look at
// the files themselves.
//
// ## The files
//
// At the level of modules (one a file) 54 of 93 files still form one cyclic core. The lens calls such a program
// core-periphery: change any file of the core, and any other file of it may feel it.

// %%
const files = lens.dsm({ level: 'module' });
const atFiles = (await files.report({ limit: 0 })).summary;
pin('files in the core', atFiles.core_size, { expect: 'no worse' });
files.table('shape').groupby('class').count();

// %% [markdown]
// The classes have names. *Shared* files are used by nearly all and use nothing (`enum.ts`, `util/bit.ts`): the true
// ground floor, six files of 93. *Control* files use nearly all and are used by few: readers, writers, the public entry
// points. In between lies the core.
//
// ## What holds the core together?
//
// A dependency can be a call, a field that is read, a class that is extended, or just a type that is mentioned. Ask the
// same question of calls alone. Only the steps that depend on `kinds` run again.

// %%
const calls = await files.retune({ kinds: ['CALLS'] });
const byCalls = (await calls.report({ limit: 0 })).summary;
pin('largest cycle of calls', byCalls.core_size, { expect: 'no worse' });
pin('levels of calls', byCalls.levels);
calls.table('order');

// %% [markdown]
// The knot falls apart. By calls alone the largest cycle has five files, and the rest sorts into nine clean levels,
// which now read like the layers we expected:
//
// | level | what stands there |
// |---|---|
// | 0 | numbers, bits, text, enums: `util/bit.ts`, `util/utf8.ts`, `enum.ts` |
// | 1–2 | types and columns: `type.ts`, then `data.ts` and `vector.ts`, which call each other |
// | 3–5 | what visits a column to read, write or build it: `visitor/get.ts`, `builder/*` |
// | 6 | whole tables: `recordbatch.ts`, `table.ts`, `factories.ts` |
// | 7 | messages: `ipc/reader.ts`, `ipc/writer.ts` |
// | 8 | adapters and tools: `io/node/*`, `io/whatwg/*`, `bin/arrow2csv.ts` |
//
// What makes the core is *type mentions*: `type.ts` mentions vectors and rows so that `DataType` can say what a column
// of it yields, and `interfaces.ts` maps every type to its builder, vector and value. That is a price of precise
// TypeScript types, paid by the reader and the compiler, not at run time.
//
// Calls through the visitors (`visit(node)` finds its method by the type's name at run time) are resolved as far as the
// compiler sees them; what it can't see is counted in the dump's quality figures and not guessed.

// %%
calls.table('cycles').select('cycle', 'size', 'method', 'weight');

// %% [markdown]
// Five small cycles remain, and the lens knows the cheapest cut of each exactly. The two that a maintainer would look at
// first: `data.ts` and `vector.ts` build each other (a vector is a list of data, and the data of a nested or
// dictionary column holds vectors), and `recordbatch.ts`, `table.ts` and `factories.ts` do the same one floor up.
//
// ## And inheritance?

// %%
const inheritance = await files.retune({ kinds: ['EXTENDS'] });
const byInheritance = (await inheritance.report({ limit: 0 })).summary;
pin('cycles of inheritance', byInheritance.cyclic_groups, { expect: 'at most' });
inheritance.chart('order');

// %% [markdown]
// No cycle at all, in three levels. The class hierarchies of the library (types, builders, visitors, streams) are plain trees.
//
// **In one sentence:** Arrow's JavaScript library runs in nine tidy layers, is typed as one knot of 54 files, and is
// filed in folders that follow neither.
