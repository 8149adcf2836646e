import { param, SCOPE_PARAMS, scopeParams, type ParamsOf } from '../../lens/index.js';

/** Parameters that every lens of the clone family takes: the shared scope, and which repo. Spread them into a lens. */
export const cloneParams = {
  repo: param.text({ default: '', doc: 'only nodes of this repo; empty = all of the dump' }),
  ...scopeParams,
};

/** Where a lens that reads text finds it. Spread beside `cloneParams`. */
export const sourceParams = {
  src: param.text({
    default: '',
    doc: 'folder from which the paths of the dump start; empty = the sources that the dump was opened with',
  }),
};

/** Names of `cloneParams`, for the step that makes the population. */
export const CLONE_PARAMS = ['repo', ...SCOPE_PARAMS] as const;

export type CloneParams = ParamsOf<typeof cloneParams>;
