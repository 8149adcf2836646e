import { splitMoniker } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { inWorkspace } from '../role-neighbours/workspace.js';

/** Packages that come with the language: what everybody calls says nothing of an idea. */
const LANGUAGE: ReadonlySet<string> = new Set(['typescript', 'core', 'alloc', 'std']);

/** Whether an id belongs to the language itself. An id of another form belongs to nobody, so not to it either. */
export const ofLanguage = (id: string): boolean => LANGUAGE.has(splitMoniker(id)?.package ?? '');

const TYPES = ['struct', 'enum', 'union', 'class', 'interface', 'trait', 'type_alias'] as const;

/**
 * 1 = a feature that says something beyond the language: a callee, field or type of any other package, or a printed type
 * that names one of the workspace's. Two functions that share nothing else share a standard library, not an idea.
 */
export function speakingFeatures(graph: CodeGraph, names: readonly string[]): Uint8Array {
  const local = inWorkspace(graph);
  const own = new Set<string>();
  for (const kind of TYPES)
    for (const v of graph.nodesOf(kind)) if (local(v)) own.add(graph.nameOf(v));
  return Uint8Array.from(names, (name) => {
    const rest = name.slice(2);
    if (name.startsWith('p:') || name.startsWith('r:'))
      return Number((rest.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).some((word) => own.has(word)));
    return Number(!ofLanguage(rest));
  });
}
