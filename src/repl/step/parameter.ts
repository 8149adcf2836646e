import type { RunParameter } from '../../session/run-comm.js';

/** A value as it is typed into a parameter: texts without quotes, lists with commas. */
export function parameterText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join(', ');
  return value === undefined ? '' : JSON.stringify(value);
}

/** Reads what was typed as the parameter's type; says in one line why it can't be. */
export function readParameter(
  { name, type, default: byDefault }: Pick<RunParameter, 'name' | 'type' | 'default'>,
  text: string,
): unknown {
  const fault = (wanted: string): never => {
    throw new Error(`${name} not usable: ${text}; ${wanted}`);
  };
  // A parameter that is nothing by default can be nothing again.
  if (byDefault === null && (text === '' || text === 'null')) return null;
  switch (type.kind) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : fault('true or false');
    case 'integer':
    case 'number': {
      const value = Number(text);
      if (
        text.trim() === '' ||
        Number.isNaN(value) ||
        (type.kind === 'integer' && !Number.isInteger(value))
      )
        return fault(type.kind === 'integer' ? 'a whole number' : 'a number');
      if (type.min !== undefined && value < type.min) return fault(`at least ${type.min}`);
      if (type.max !== undefined && value > type.max) return fault(`at most ${type.max}`);
      return value;
    }
    case 'choice':
      return type.of.includes(text) ? text : fault(`one of ${type.of.join(', ')}`);
    case 'choices':
    case 'texts':
      return text.trim() === '' ? [] : text.split(',').map((item) => item.trim());
    case 'json':
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return fault(`JSON of the shape ${type.shape}`);
      }
    case 'text':
    case 'dump':
      return text;
  }
}

/** A hundredth on, as it is written: 0.57 and a hundredth are 0.58, which their sum in binary is not. */
const movedNumber = (value: number, by: 1 | -1): number => (Math.round(value * 100) + by) / 100;

/** The next value of a parameter that one steps through; undefined for those that must be typed. */
export function cycled({ type, value }: Pick<RunParameter, 'type' | 'value'>, by: 1 | -1): unknown {
  if (type.kind === 'boolean') return value !== true;
  if (type.kind === 'choice') {
    const at = type.of.indexOf(String(value));
    return type.of[(at + by + type.of.length) % type.of.length];
  }
  if (type.kind === 'text' && type.examples !== undefined && type.examples.length > 0) {
    const at = type.examples.indexOf(String(value));
    return type.examples[
      (Math.max(at, by < 0 ? 0 : -1) + by + type.examples.length) % type.examples.length
    ];
  }
  if ((type.kind === 'integer' || type.kind === 'number') && typeof value === 'number') {
    const moved = type.kind === 'integer' ? value + by : movedNumber(value, by);
    return Math.max(type.min ?? -Infinity, Math.min(type.max ?? Infinity, moved));
  }
  return undefined;
}
