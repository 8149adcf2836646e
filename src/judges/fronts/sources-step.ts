import { parseSources, type ParsedSources } from '../../facts/index.js';
import type { StepContext, StepResult } from '../../lens/index.js';
import { fromRows } from '../../table/index.js';
import { missingSources } from './shared-parameters.js';

/** The first step of every judge of a tree: the files as they are now. Later steps are run again without it. */
export const sourcesStep = {
  id: 'sources',
  title: 'Files and their tokens',
  formula: String.raw`t_i = \mathrm{FNV}(\mathrm{role}(token_i))`,
  params: ['src'],
  inputs: [],
  key: ['file'],
  run: async (
    { task }: StepContext,
    { src }: { readonly src: string },
  ): Promise<StepResult<ParsedSources>> => {
    const sources = await parseSources(src, task);
    return {
      state: sources,
      rows: sources.files.length,
      needs: missingSources(sources.files.length),
      table: () =>
        fromRows(
          ['file'],
          ['file', 'lines:integer', 'tokens:integer', 'units:integer'],
          sources.files.map(({ path, lines, parsed }) => [
            path,
            lines,
            parsed.leaves.length,
            parsed.units.length,
          ]),
        ),
    };
  },
} as const;
