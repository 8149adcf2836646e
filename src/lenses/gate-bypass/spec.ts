import { wrongType, type Parameter } from '../../lens/index.js';

/** A gate as a file names it: what must be mediated, by what, for whom. */
export interface GateSpec {
  readonly sink: readonly string[];
  readonly choke: readonly string[];
  readonly entry: readonly string[];
}

export const SPEC_SHAPE =
  'a gate, as {"sink": [...], "choke": [...], "entry": [...]}; each a text or a list of texts, added to the parameters of that name';

/** Throws `InvalidArgument` for another member or type. */
export function parseSpec(value: unknown, parameter: Parameter): GateSpec | null {
  if (value === null) return null;
  if (typeof value !== 'object') throw wrongType(parameter, value);
  const members = value as Readonly<Record<string, unknown>>;
  if (Object.keys(members).some((name) => !['sink', 'choke', 'entry'].includes(name)))
    throw wrongType(parameter, value);
  const texts = (name: string): string[] => {
    const given = members[name] ?? [];
    const list: readonly unknown[] = Array.isArray(given) ? given : [given];
    if (!list.every((text): text is string => typeof text === 'string' && text !== ''))
      throw wrongType(parameter, value);
    return [...list];
  };
  return { sink: texts('sink'), choke: texts('choke'), entry: texts('entry') };
}
