import type { EdgeFact, NodeFact } from '../../../src/dump/index.js';
import { graphOf, type CodeGraph } from '../../../src/graph/index.js';

/** A function: what it takes and gives, what it calls, and its blocks. */
export interface Fn {
  readonly name: string;
  readonly params?: readonly string[];
  readonly ret?: string;
  /** Labels `<crate> <short moniker>`, or names of other functions. */
  readonly calls?: readonly string[];
  /** Terminator, statements, successors; `call <label or name>` for a call. */
  readonly blocks?: readonly (readonly [
    terminator: string,
    statements: readonly string[],
    successors: readonly number[],
  ])[];
}

type Node = Omit<NodeFact, 'name'> & { readonly name?: string };

const idOf = (name: string): string => `test cargo app 1.0.0 ${name}().`;

function callee(text: string): string {
  const space = text.indexOf(' ');
  return space < 0
    ? idOf(text)
    : `test cargo ${text.slice(0, space)} 1.0.0 ${text.slice(space + 1)}`;
}

export function graphOfFunctions(functions: readonly Fn[]): CodeGraph {
  const nodes: Node[] = [];
  const edges: EdgeFact[] = [];
  for (const { name, params = [], ret, calls = [], blocks = [] } of functions) {
    const id = idOf(name);
    const child = (node: Node): void => {
      nodes.push(node);
      edges.push({ kind: 'CONTAINS', src: id, dst: node.id });
    };
    nodes.push({ id, kind: 'fn', crate: 'app' });
    params.forEach((ty, i) => child({ id: `${id}(p${i})`, kind: 'param', ty, line: i + 1 }));
    if (ret !== undefined) child({ id: `${id}(return)`, kind: 'ret', ty: ret });
    for (const target of calls) edges.push({ kind: 'CALLS', src: id, dst: callee(target) });
    blocks.forEach(([terminator, statements, successors], i) => {
      const term = terminator.startsWith('call ')
        ? `call ${callee(terminator.slice(5))}⟨⟩->_${50 + i}`
        : terminator;
      child({
        id: `${id}bb${i}:`,
        name: `bb${i}`,
        kind: 'mir_block',
        ty: `0123456789abcdef␞${term}@0:0␞${statements.map((s) => `${s}@0:0`).join('␟')}␞␞`,
      });
      for (const to of successors)
        edges.push({ kind: 'CFG_SUCC', src: `${id}bb${i}:`, dst: `${id}bb${to}:` });
    });
  }
  return graphOf({ nodes, edges });
}
