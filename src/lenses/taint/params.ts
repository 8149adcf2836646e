import {
  didYouMean,
  param,
  scopeParams,
  wrongType,
  type Parameter,
  type ParamsOf,
} from '../../lens/index.js';
import { sortUtf8 } from '../../table/index.js';
import { InvalidArgument } from '../../task/index.js';
import {
  CATALOGUE_SHAPE,
  NO_CATALOGUE,
  parseCatalogue,
  tablesOf,
  TAINT_CLASSES,
  type UserCatalogue,
} from './catalogue/index.js';

type Pair = readonly [source: string, sink: string];

export const params = {
  catalogue: param.json<UserCatalogue>(CATALOGUE_SHAPE, {
    default: NO_CATALOGUE,
    doc: 'rows of sources, sinks, sanitizers and propagators, before the built-in ones or instead of them',
    refine: parseCatalogue,
  }),
  source: param.texts({
    default: [],
    doc: 'calls whose result an outsider controls: parts of labels',
  }),
  sink: param.texts({
    default: [],
    doc: 'calls whose every argument is dangerous: parts of labels',
  }),
  sanitizer: param.texts({ default: [], doc: 'calls whose result is clean: parts of labels' }),
  classes: param.texts({
    default: [],
    doc: 'classes of sinks; all but log, regex and deserialize when none is named',
    // No class has a comma in its name; a list that is written as one word would match none.
    refine: (names) => names.flatMap((name) => name.split(',')),
  }),
  fields: param.boolean({
    default: true,
    doc: 'a value written to a field may be read from it anywhere',
  }),
  captures: param.boolean({ default: true, doc: 'a captured value may be read in its closure' }),
  paths: param.integer({
    default: 3,
    min: 0,
    max: 5,
    doc: 'parts of a value that are told apart, from the outside in; 0 = none, and all objects of a type share their fields',
  }),
  opaque: param.choice(['pass', 'block'], {
    default: 'pass',
    doc: 'whether the arguments of a callee without a body reach its result',
  }),
  maxHops: param.integer({ default: 0, min: 0, doc: 'steps from a source; 0 = any number' }),
  pair: param.json<Pair | null>('a pair [source, sink] of vertices', {
    default: null,
    doc: 'a source and a sink to explain, by their names in the table of marks or by their places, file:line',
    refine: parsePair,
  }),
  ...scopeParams,
};

export type TaintParams = ParamsOf<typeof params>;

function parsePair(value: unknown, parameter: Parameter): Pair | null {
  if (value === null) return null;
  if (
    !Array.isArray(value) ||
    value.length !== 2 ||
    !value.every((name) => typeof name === 'string')
  )
    throw wrongType(parameter, value);
  return [value[0] as string, value[1] as string];
}

/** Throws `InvalidArgument` for a class that neither the project nor the catalogue in force knows. */
export function checkClasses(classes: readonly string[], catalogue: UserCatalogue): void {
  const own = tablesOf(catalogue).flatMap(({ sinks }) => sinks.map((row) => row.class));
  const known = sortUtf8([...new Set([...TAINT_CLASSES, ...own])]);
  for (const name of classes)
    if (!known.includes(name))
      throw new InvalidArgument(`unknown class of taint: ${name}; ${didYouMean(name, known)}`);
}
