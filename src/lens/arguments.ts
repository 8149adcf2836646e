// The file, not the room's door: the terminal's prompt waits for what this loads.
import { nearestNames } from '../table/nearest.js';
import { InvalidArgument } from '../task/index.js';
import { didYouMean } from './did-you-mean.js';
import type { Lens } from './lens.js';
import type { Parameter, ParameterType } from './parameters.js';

/** `max-trees` and `max_trees` are `maxTrees`. */
export function camelCase(name: string): string {
  return name.replace(/[-_]+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}

/** `maxTrees` is the flag `max-trees`. */
export function kebabCase(name: string): string {
  return name.replace(/_/g, '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `maxTrees` and `max-trees` are the column `max_trees`. */
export function snakeCase(name: string): string {
  return kebabCase(name).replace(/-/g, '_');
}

/**
 * The values of all parameters: those given, checked, and the defaults. Values are TypeScript values, or the text of a
 * flag (a list of texts where the flag is repeated): both are checked by the same declaration.
 *
 * Throws `InvalidArgument` for an unknown name (with the nearest), a name given twice, or a value of the wrong type
 * (with what it should be and what it is for).
 */
export function readArguments(
  lens: Pick<Lens, 'id' | 'params'>,
  given: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const defaults = lens.params.map((parameter) => [parameter.name, parameter.default] as const);
  return Object.freeze({ ...Object.fromEntries(defaults), ...readChanges(lens, given) });
}

/** Only the parameters given, checked as `readArguments` does, under their camelCase names. */
export function readChanges(
  lens: Pick<Lens, 'id' | 'params'>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const values = new Map<string, unknown>();
  for (const [spelled, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const name = camelCase(spelled);
    const parameter = lens.params.find((candidate) => candidate.name === name);
    if (parameter === undefined) throw unknownParameter(lens, spelled);
    if (values.has(name))
      throw new InvalidArgument(`parameter given twice: ${spelled}; give it once`);
    values.set(name, readValue(parameter, value));
  }
  return Object.fromEntries(values);
}

function unknownParameter(lens: Pick<Lens, 'id' | 'params'>, spelled: string): InvalidArgument {
  const remedy = didYouMean(
    camelCase(spelled),
    lens.params.map(({ name }) => name),
  );
  return new InvalidArgument(`unknown parameter of ${lens.id}: ${spelled}; ${remedy}`);
}

function readValue(parameter: Parameter, value: unknown): unknown {
  // What stands when nothing is said may be said, an empty text too.
  if (value === parameter.default) return value;
  const typed = convert(parameter, parameter.type, value);
  return parameter.refine === undefined ? typed : parameter.refine(typed, parameter);
}

function convert(parameter: Parameter, type: ParameterType, value: unknown): unknown {
  switch (type.kind) {
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'on' || value === '') return true;
      if (value === 'false' || value === 'off') return false;
      throw wrongType(parameter, value);
    case 'integer':
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      const fits =
        typeof number === 'number' &&
        (type.kind === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)) &&
        number >= (type.min ?? -Infinity) &&
        number <= (type.max ?? Infinity);
      if (!fits) throw wrongType(parameter, value);
      return Object.is(number, -0) ? 0 : number;
    }
    case 'choice':
      if (typeof value === 'string' && type.of.includes(value)) return value;
      throw wrongType(parameter, value, type.of);
    case 'choices': {
      const words = typeof value === 'string' ? splitWords(value) : value;
      if (!isTexts(words)) throw wrongType(parameter, value, type.of);
      const flat = words.flatMap(splitWords);
      const unknown = flat.find((word) => !type.of.includes(word));
      if (unknown !== undefined) throw wrongType(parameter, unknown, type.of);
      return Object.freeze([...new Set(flat)]);
    }
    case 'text':
    case 'dump':
      if (typeof value === 'string' && value !== '') return value;
      throw wrongType(parameter, value);
    case 'texts': {
      const texts = typeof value === 'string' ? [value] : value;
      if (isTexts(texts) && texts.every((text) => text !== '')) return Object.freeze([...texts]);
      throw wrongType(parameter, value);
    }
    case 'json':
      return typeof value === 'string' ? parseJson(parameter, value) : value;
  }
}

const splitWords = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Text that is no JSON goes to `refine` as it is: a lens may take a shorthand. */
function parseJson(parameter: Parameter, text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw wrongType(parameter, text, undefined, cause);
  }
}

/** What a value of this type looks like, for help and errors. */
export function typeText(type: ParameterType): string {
  switch (type.kind) {
    case 'boolean':
      return 'true or false';
    case 'integer':
    case 'number': {
      const noun = type.kind === 'integer' ? 'an integer' : 'a number';
      if (type.min !== undefined && type.max !== undefined)
        return `${noun} from ${type.min} to ${type.max}`;
      if (type.min !== undefined) return `${noun} of at least ${type.min}`;
      return type.max === undefined ? noun : `${noun} of at most ${type.max}`;
    }
    case 'choice':
      return `one of ${type.of.join(', ')}`;
    case 'choices':
      return `any of ${type.of.join(', ')}`;
    case 'text':
      return type.examples === undefined ? 'a text' : `a text such as ${type.examples.join(', ')}`;
    case 'texts':
      return 'a list of texts';
    case 'json':
      return type.shape;
    case 'dump':
      return 'the path of a dump';
  }
}

/** One line: which parameter, the value, what it should be, what it is for. */
export function wrongType(
  parameter: Parameter,
  value: unknown,
  of?: readonly string[],
  cause?: unknown,
): InvalidArgument {
  // What there is follows anyway, as what the parameter takes.
  const near = of !== undefined && typeof value === 'string' ? nearestNames(value, of, 3) : [];
  const remedy = near.length > 0 ? `did you mean ${near.join(', ')}? ` : '';
  const message = `value of ${parameter.name}: ${shown(value)}; ${remedy}it takes ${typeText(parameter.type)} (${parameter.doc})`;
  return new InvalidArgument(message, cause === undefined ? {} : { cause });
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  const text = value instanceof Object ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
