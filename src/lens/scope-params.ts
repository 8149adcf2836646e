import { param } from './parameters.js';

/** The scope that every graph lens takes (`CodeGraph.scope`). Spread it into a lens's parameters. */
export const scopeParams = {
  crate: param.texts({
    default: [],
    doc: 'only these crates (packages); none = all that the dump defines',
  }),
  includeTests: param.boolean({ default: false, doc: 'look at test code too' }),
  includeDeps: param.boolean({ default: false, doc: 'look at the code of dependencies too' }),
};

/** Names of the scope's parameters, for the first step of a lens. */
export const SCOPE_PARAMS = ['crate', 'includeTests', 'includeDeps'] as const;

/** The scope as `CodeGraph.scope` takes it. */
export function scopeOf(params: {
  readonly crate: readonly string[];
  readonly includeTests: boolean;
  readonly includeDeps: boolean;
}) {
  return {
    crates: params.crate,
    includeTests: params.includeTests,
    includeDeps: params.includeDeps,
  };
}
