export { startRepl } from './start.js';
export type { ReplOptions } from './options.js';
