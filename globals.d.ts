// What a study sees without importing it: add "types": ["mimir-workbench/globals"] to the tsconfig.json beside it.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- an import would make this a module, and its names no globals
/// <reference path="./dist/session/globals.d.ts" />
