export type * from './mir.js';
export type * from './callee.js';
export type * from './lower/lowered.js';
export { parseMirFileName } from './file-name.js';
export { parseCallee, withoutGenerics } from './parse-callee.js';
export { parseMir } from './parse.js';
