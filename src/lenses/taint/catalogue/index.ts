import { NODE } from './node.js';
import { RUST } from './rust.js';
import { didYouMean, wrongType, type Parameter } from '../../../lens/index.js';
import { InvalidArgument } from '../../../task/index.js';
import {
  TAINT_CLASSES,
  type Catalogue,
  type PropagatorRow,
  type SanitizerRow,
  type SinkRow,
  type SourceRow,
  type Table,
} from './rows.js';

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

/** Columns of each member's rows: those that a row must have, and those that it may. */
const COLUMNS = {
  sources: { must: ['callee', 'at', 'kind'], may: [] },
  sinks: { must: ['callee', 'args', 'class'], may: [] },
  sanitizers: { must: ['callee', 'classes'], may: ['at', 'arg'] },
  propagators: { must: ['callee', 'flow'], may: ['element', 'callback', 'parts'] },
} as const;
type RowsOf = keyof typeof COLUMNS;

/** What a column takes, where it is not any text; the value is read as JSON. */
const TAKES: Readonly<Record<string, readonly [fits: RegExp, words: string]>> = {
  'sources at': [
    /^"(?:ret|field|static|(?:out|p|param|cb)\d+)"$/,
    '"ret", "field", "static", "out<j>", "p<k>", "param<k>" or "cb<k>"',
  ],
  'sinks args': [
    /^(?:\[(?:\d+,?)*\]|"(?:all|last|write|\d+\.\.)")$/,
    'a list of argument numbers, "all", "last", "write" or "<k>.."',
  ],
  'sanitizers classes': [
    /^(?:\[(?:"[^"]*",?)*\]|"all(?: but [^"]*)?")$/,
    'a list of classes, "all" or "all but <class>"',
  ],
  'sanitizers at': [/^"(?:field|guard)"$/, '"field" or "guard"'],
  'sanitizers arg': [/^\d+$/, 'the number of an argument'],
  'propagators flow': [
    /^\[(?:\[(?:-?\d+|"all"),(?:-?\d+|"ret")(?:,"[^"]+")?\],?)*\]$/,
    'a list of pairs [argument or "all", argument or "ret"], with the part that it becomes or without',
  ],
  'propagators parts': [
    /^(?:"same"|\[(?:\["[^"]*","[^"]*"\],?)*\])$/,
    '"same" or a list of pairs [part, part of the result]',
  ],
  'propagators element': [/^(?:true|false)$/, 'true or false'],
  'propagators callback': [/^"(?:all|this|drop|none)"$/, '"all", "this", "drop" or "none"'],
};

/** Throws `InvalidArgument` for a member or a column that is none, for a value that it does not take, and for an unknown class. */
export function parseCatalogue(value: unknown, parameter: Parameter): UserCatalogue {
  if (typeof value === 'string')
    throw new InvalidArgument(
      `value of ${parameter.name}: ${JSON.stringify(value)}; it is no JSON; a file is read where its path follows a @, as @catalogue.json`,
    );
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongType(parameter, value);
  const members = value as Readonly<Record<string, unknown>>;
  known('member of a catalogue', Object.keys(members), Object.keys(NO_CATALOGUE));
  for (const name of ['only', 'written'])
    if (name in members && typeof members[name] !== 'boolean')
      throw refused(`${name} of a catalogue`, members[name], 'true or false');
  const found = {
    sources: rowsOf<SourceRow>('sources', members),
    sinks: rowsOf<SinkRow>('sinks', members),
    sanitizers: rowsOf<SanitizerRow>('sanitizers', members),
    propagators: rowsOf<PropagatorRow>('propagators', members),
    only: members.only === true,
    written: members.written === true,
  };
  const classes = [...TAINT_CLASSES, ...found.sinks.map((row) => row.class)];
  for (const row of found.sanitizers) {
    const named = typeof row.classes === 'string' ? row.classes.slice(8) : row.classes;
    known(
      'class of taint',
      typeof named === 'string' ? (named === '' ? [] : [named]) : named,
      classes,
    );
  }
  return found;
}

function rowsOf<R>(name: RowsOf, members: Readonly<Record<string, unknown>>): readonly R[] {
  const list = members[name] ?? [];
  if (!Array.isArray(list)) throw refused(`${name} of a catalogue`, list, 'a list of rows');
  for (const row of list as readonly unknown[]) checkRow(name, row);
  return list as readonly R[];
}

function checkRow(name: RowsOf, row: unknown): void {
  const { must, may } = COLUMNS[name];
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw refused(`row of ${name}`, row, `an object with ${must.join(', ')}`);
  const cells = row as Readonly<Record<string, unknown>>;
  known(`column of ${name}`, Object.keys(cells), [...must, ...may]);
  for (const column of must)
    if (!(column in cells))
      throw new InvalidArgument(
        `row of ${name} without ${column}: ${JSON.stringify(row)}; a row has ${must.join(', ')}`,
      );
  for (const [column, cell] of Object.entries(cells)) {
    const [fits, words] = TAKES[`${name} ${column}`] ?? [/^"./, 'a text'];
    if (!fits.test(JSON.stringify(cell))) throw refused(`${column} of ${name}`, cell, words);
  }
}

const refused = (what: string, value: unknown, words: string): InvalidArgument =>
  new InvalidArgument(`${what}: ${JSON.stringify(value)}; it takes ${words}`);

function known(what: string, names: readonly string[], all: readonly string[]): void {
  const name = names.find((one) => !all.includes(one));
  if (name !== undefined)
    throw new InvalidArgument(`unknown ${what}: ${name}; ${didYouMean(name, [...new Set(all)])}`);
}

/** Patterns of the built-in sources, for saying what nearly matched. */
export const RUST_AND_NODE_SOURCES: readonly string[] = [...RUST.sources, ...NODE.sources].map(
  ({ callee }) => callee,
);
