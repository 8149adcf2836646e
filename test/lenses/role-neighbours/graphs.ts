import type { EdgeFact, NodeFact } from '../../../src/dump/index.js';
import { graphOf, type CodeGraph } from '../../../src/graph/index.js';

export interface RoleFn {
  readonly name: string;
  readonly params?: readonly string[];
  readonly ret?: string;
  readonly calls?: readonly string[];
  readonly uses?: readonly string[];
  readonly reads?: readonly string[];
  readonly lines?: number;
  readonly file?: string;
  readonly test?: boolean;
  readonly version?: string;
}

export const fnId = (name: string, version = '1.0.0'): string =>
  `rust cargo app ${version} ${name}().`;
const typeId = (name: string): string => `rust cargo app 1.0.0 ${name}#`;
const fieldId = (name: string): string => `rust cargo app 1.0.0 ${name.replace('.', '#')}.`;

/** A program of functions over own types (`Cfg: [fields]`): spans are six lines unless said. */
export function program(
  functions: readonly RoleFn[],
  types: Readonly<Record<string, readonly string[]>> = {},
): CodeGraph {
  const nodes: NodeFact[] = [];
  const edges: EdgeFact[] = [];
  const common = { crate: 'app', version: '1.0.0', origin: 'local' as const };
  for (const [name, fields] of Object.entries(types)) {
    nodes.push({ ...common, id: typeId(name), name, kind: 'struct', visibility: 'public' });
    for (const field of fields) {
      const id = fieldId(`${name}.${field}`);
      nodes.push({ ...common, id, name: field, kind: 'field', ty: 'u64', visibility: 'private' });
      edges.push({ kind: 'CONTAINS', src: typeId(name), dst: id });
    }
  }
  let line = 1;
  for (const fn of functions) {
    const id = fnId(fn.name);
    const end = line + (fn.lines ?? 6) - 1;
    nodes.push({
      ...common,
      id,
      name: fn.name,
      kind: 'fn',
      file: fn.file ?? 'src/lib.rs',
      line,
      endLine: end,
      visibility: 'public',
      ...(fn.test === true && { isTest: true }),
    });
    line = end + 2;
    (fn.params ?? []).forEach((ty, i) => {
      nodes.push({ ...common, id: `${id}(p${i})`, name: `p${i}`, kind: 'param', ty });
      edges.push({ kind: 'CONTAINS', src: id, dst: `${id}(p${i})` });
    });
    if (fn.ret !== undefined) {
      nodes.push({ ...common, id: `${id}(return)`, name: 'return', kind: 'ret', ty: fn.ret });
      edges.push({ kind: 'CONTAINS', src: id, dst: `${id}(return)` });
    }
    for (const callee of fn.calls ?? [])
      edges.push({ kind: 'CALLS', src: id, dst: callee.includes(' ') ? callee : fnId(callee) });
    for (const type of fn.uses ?? []) edges.push({ kind: 'USES_TYPE', src: id, dst: typeId(type) });
    for (const field of fn.reads ?? [])
      edges.push({ kind: 'READS_FIELD', src: id, dst: fieldId(field) });
  }
  return graphOf({ nodes, edges });
}

/** S1:1526: two components of one shape, no node shared. */
export const twinComponents = (): CodeGraph => {
  const half = (x: string): RoleFn[] => [
    { name: `main_${x}`, calls: [`load_${x}`] },
    {
      name: `load_${x}`,
      params: ['&Path'],
      ret: `Result<Cfg${x.toUpperCase()}, Err${x.toUpperCase()}>`,
      calls: [`read_${x}`, `parse_${x}`],
      uses: [`Cfg${x.toUpperCase()}`],
    },
    { name: `read_${x}`, params: ['&Path'], ret: 'Result<String, io::Error>' },
    {
      name: `parse_${x}`,
      params: ['&str'],
      ret: `Result<Cfg${x.toUpperCase()}, Err${x.toUpperCase()}>`,
      uses: [`Cfg${x.toUpperCase()}`],
    },
  ];
  return program([...half('a'), ...half('b')], { CfgA: [], CfgB: [], ErrA: [], ErrB: [] });
};
