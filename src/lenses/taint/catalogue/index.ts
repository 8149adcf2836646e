import { NODE } from './node.js';
import { RUST } from './rust.js';
import { wrongType, type Parameter } from '../../../lens/index.js';
import type { Catalogue, PropagatorRow, SanitizerRow, SinkRow, SourceRow, Table } from './rows.js';

export * from './rows.js';
export { calleePaths, expandBraces, isMethod, PatternIndex } from './match.js';

/** The user's own rows, and whether they replace the built-in ones. */
export interface UserCatalogue extends Catalogue {
  readonly only: boolean;
  /** Whether argument numbers leave a method's receiver out. */
  readonly written: boolean;
}

export const NO_CATALOGUE: UserCatalogue = {
  sources: [],
  sinks: [],
  sanitizers: [],
  propagators: [],
  only: false,
  written: false,
};

export const CATALOGUE_SHAPE =
  'a catalogue, as {"sources": [{"callee", "at", "kind"}], "sinks": [{"callee", "args", "class"}], "sanitizers": [{"callee", "classes"}], ' +
  '"propagators": [{"callee", "flow"}], "only": false, "written": false}';

/** The tables in force: the user's rows first. */
export function tablesOf(user: UserCatalogue): readonly Table[] {
  return user.only ? [user] : [user, RUST, NODE];
}

/** Throws `InvalidArgument` for a member that is none, or a row without its columns. */
export function parseCatalogue(value: unknown, parameter: Parameter): UserCatalogue {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongType(parameter, value);
  const members = value as Readonly<Record<string, unknown>>;
  const known = Object.keys(NO_CATALOGUE);
  if (Object.keys(members).some((name) => !known.includes(name))) throw wrongType(parameter, value);
  const rows = <R>(name: string, columns: readonly string[]): readonly R[] => {
    const list = members[name] ?? [];
    if (!Array.isArray(list)) throw wrongType(parameter, value);
    for (const row of list as unknown[]) {
      const fits =
        typeof row === 'object' &&
        row !== null &&
        typeof (row as Record<string, unknown>).callee === 'string' &&
        columns.every((column) => column in row);
      if (!fits) throw wrongType(parameter, row);
    }
    return list as readonly R[];
  };
  return {
    sources: rows<SourceRow>('sources', ['at', 'kind']),
    sinks: rows<SinkRow>('sinks', ['args', 'class']),
    sanitizers: rows<SanitizerRow>('sanitizers', ['classes']),
    propagators: rows<PropagatorRow>('propagators', ['flow']),
    only: members.only === true,
    written: members.written === true,
  };
}

/** Patterns of the built-in sources, for saying what nearly matched. */
export const RUST_AND_NODE_SOURCES: readonly string[] = [...RUST.sources, ...NODE.sources].map(
  ({ callee }) => callee,
);
