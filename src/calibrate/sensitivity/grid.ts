import type { Lens, Parameter } from '../../lens/index.js';
import { didYouMean } from '../../lens/index.js';
import { InvalidArgument } from '../../task/index.js';

/** A parameter with the values that it is given in turn. */
export interface Swept {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Values of one parameter tried when none are named. */
const MOST_VALUES = 13;

/**
 * The values to try, in the order in which they are drawn: those named, read as the lens reads them, else a grid around
 * the default. Throws `InvalidArgument` for a parameter that the lens has not, or whose values must be named.
 */
export function sweptOf(lens: Lens, name: string, texts: readonly string[]): Swept {
  const parameter = lens.params.find((one) => one.name === name);
  if (parameter === undefined) {
    const names = lens.params.map((one) => one.name);
    throw new InvalidArgument(
      `unknown parameter of ${lens.id}: ${name}; ${didYouMean(name, names)}`,
    );
  }
  if (texts.length > 0) return { name, values: texts.flatMap((text) => named(parameter, text)) };
  const values = gridOf(parameter);
  if (values.length < 2)
    throw new InvalidArgument(
      `no values of ${name}: it is a ${parameter.type.kind}, of which no grid follows; name them`,
    );
  return { name, values };
}

/** `0.5,0.6` in one flag are two values, unless the parameter takes a list or a text. */
function named({ type }: Parameter, text: string): readonly unknown[] {
  const scalar = type.kind === 'number' || type.kind === 'integer' || type.kind === 'choice';
  return scalar ? text.split(',').map((part) => part.trim()) : [text];
}

function gridOf({ type, default: byDefault }: Parameter): readonly unknown[] {
  switch (type.kind) {
    case 'boolean':
      return [false, true];
    case 'choice':
      return type.of;
    case 'number':
      return typeof byDefault === 'number' ? around(byDefault, type.min, type.max) : [];
    case 'integer':
      return typeof byDefault === 'number' ? integersAround(byDefault, type.min, type.max) : [];
    case 'text':
      return typeof byDefault === 'string' && /^0?\.\d+$|^[01](\.0+)?$/.test(byDefault)
        ? around(Number(byDefault), 0, 1).map(String)
        : [];
    case 'choices':
    case 'texts':
    case 'json':
    case 'dump':
      return [];
  }
}

/** Steps of 0.05 on both sides. Twentieths are counted, so that 0.15 is 3/20 and not 0.1 + 0.05. */
function around(middle: number, min = -Infinity, max = Infinity): number[] {
  const half = Math.floor(MOST_VALUES / 2);
  const values = Array.from({ length: MOST_VALUES }, (_, i) =>
    i === half ? middle : Math.round(middle * 1000 + (i - half) * 50) / 1000,
  );
  return values.filter((value) => value >= min && value <= max);
}

/** Every whole number near a small default; steps of an eighth near a large one. */
function integersAround(middle: number, min = -Infinity, max = Infinity): number[] {
  const half = Math.floor(MOST_VALUES / 2);
  const step = Math.max(1, Math.floor(middle / 8));
  const values = Array.from({ length: MOST_VALUES }, (_, i) => middle + (i - half) * step);
  return values.filter((value) => value >= Math.max(min, 0) && value <= max);
}
