export type * from './mir.js';
export type * from './callee.js';
export type * from './lower/lowered.js';
export { parseMirFileName } from './file-name.js';
export { parseCallee, withoutGenerics } from './parse-callee.js';
export { parseMir } from './parse.js';
export { bareType, shortType } from './type-text.js';
export { groupBodies } from './lower/groups.js';
export { lowerBody } from './lower/lower-body.js';
