import { wrongType, type Parameter } from '../../lens/index.js';
import { AFFINITY_KINDS } from './items.js';
import type { Weights } from './placement.js';

export const WEIGHTS_SHAPE =
  'weights by kind, as {"CALLS": 4, "WRITES_FIELD": 3, …} or "CALLS=4, WRITES_FIELD=3"; kinds left out keep their default';

/** Reads either spelling over the defaults. Throws `InvalidArgument`. */
export function parseWeights(value: unknown, parameter: Parameter, byDefault: Weights): Weights {
  const entries =
    typeof value === 'string'
      ? fromText(value)
      : typeof value === 'object' && value !== null
        ? Object.entries(value)
        : null;
  const known: readonly string[] = AFFINITY_KINDS;
  const fits = (entries ?? []).every(
    ([kind, weight]) =>
      known.includes(kind) && Number.isSafeInteger(weight) && weight >= 0 && weight <= 1000,
  );
  if (entries === null || entries.length === 0 || !fits) throw wrongType(parameter, value);
  return Object.freeze({ ...byDefault, ...Object.fromEntries(entries) });
}

function fromText(text: string): [string, number][] {
  return text.split(',').map((part) => {
    const [kind = '', weight = ''] = part.split('=');
    return [kind.trim(), weight.trim() === '' ? NaN : Number(weight)];
  });
}
