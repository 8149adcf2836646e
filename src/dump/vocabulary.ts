/** The closed vocabularies of the reference schema; `validate` refuses other words. */

export const NODE_KINDS = [
  'crate',
  'package',
  'module',
  'fn',
  'method',
  'struct',
  'enum',
  'union',
  'class',
  'interface',
  'trait',
  'impl',
  'type_alias',
  'field',
  'variant',
  'param',
  'ret',
  'local',
  'const',
  'static',
  'macro',
  'feature',
  'table',
  'syscall',
  'ffi',
  'mono_instance',
  'cfg_gated_out',
  'mir_body',
  'mir_block',
] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** What a reader would count as a declaration: neither its parts nor what only holds others. */
export const ITEM_KINDS: ReadonlySet<string> = new Set<NodeKind>([
  'fn',
  'method',
  'struct',
  'enum',
  'union',
  'class',
  'interface',
  'trait',
  'type_alias',
  'const',
  'static',
  'macro',
]);

export const EDGE_KINDS = [
  'CONTAINS',
  'CALLS',
  'IMPLEMENTS',
  'FOR_TYPE',
  'GATED_BY',
  'ENABLES',
  'USES_TYPE',
  'READS_FIELD',
  'WRITES_FIELD',
  'TESTS',
  'EXPANDS',
  'TOUCHES_TABLE',
  'CFG_SUCC',
  'DEPENDS_ON',
  'SYSCALLS',
  'INSTANCE_OF',
  'EXTENDS',
  'PASSES_FN',
  'IMPLEMENTS_MEMBER',
  'DISPATCH',
] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

export const ORIGINS = ['local', 'registry', 'git', 'path', 'std', 'builtin'] as const;
export type Origin = (typeof ORIGINS)[number];

export const ACCESSES = ['read', 'write', 'both', 'unknown'] as const;
export type Access = (typeof ACCESSES)[number];

export const HOWS = [
  'direct',
  'method',
  'interface',
  'new',
  'super',
  'accessor',
  'decorator',
  'jsx',
  'param-value',
  'field-value',
  'const-value',
  'points-to',
  'text',
  'dyn',
  'generic',
  'fn-pointer',
  'operator',
  'unwind',
  'object-literal',
  'hierarchy',
] as const;
export type How = (typeof HOWS)[number];

export const VISIBILITIES = [
  'public',
  'protected',
  'private',
  'crate',
  'restricted',
  'module',
] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const EFFECTIVE_VISIBILITIES = [
  'direct',
  'reexported',
  'reachable',
  'internal',
  'private',
] as const;
export type EffectiveVisibility = (typeof EFFECTIVE_VISIBILITIES)[number];

export const FIDELITIES = ['driver', 'typed', 'references'] as const;
export type Fidelity = (typeof FIDELITIES)[number];

/** The newest schema of the manual, which the reference schema follows. */
export const SCHEMA_VERSION = 6;
