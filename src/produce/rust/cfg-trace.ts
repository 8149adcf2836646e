import { closing, splitOutside } from './mir/brackets.js';

/** Conditions of compilation as rustdoc's attributes tell them. */
export interface Condition {
  /** `all(feature = "fast", not(test))`. */
  readonly text: string;
  readonly features: readonly GatingFeature[];
}

export interface GatingFeature {
  readonly name: string;
  /** One of several alternatives, or under `not`: the feature alone doesn't decide. */
  readonly partial: boolean;
  readonly line: number;
  readonly col: number;
}

/** Reads `#[attr = CfgTrace([…])]`; `null` for any other attribute. */
export function parseCfgTrace(attribute: string): Condition | null {
  const start = attribute.indexOf('CfgTrace([');
  if (start < 0) return null;
  const open = start + 'CfgTrace('.length;
  const features: GatingFeature[] = [];
  const parts = entries(attribute.slice(open + 1, closing(attribute, open))).map((entry) =>
    read(entry, false, features),
  );
  return { text: parts.length === 1 ? parts[0]! : `all(${parts.join(', ')})`, features };
}

function entries(list: string): string[] {
  return splitOutside(list, ',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** `NameValue { name: "x", value: Some("y"), span: … }`, `All([…], …)`, `Not(…, …)`, `Bool(true, …)`. */
function read(entry: string, partial: boolean, features: GatingFeature[]): string {
  const named =
    /^NameValue \{ name: ("(?:[^"\\]|\\.)*"), value: (?:Some\(("(?:[^"\\]|\\.)*")\)|None), span: .*?:(\d+):(\d+): \d+:\d+/su.exec(
      entry,
    );
  if (named) {
    const name = unquoted(named[1]!);
    const value = named[2];
    if (name === 'feature' && value !== undefined) {
      features.push({
        name: unquoted(value),
        partial,
        line: Number(named[3]),
        col: Number(named[4]),
      });
    }
    return value === undefined ? name : `${name} = ${value}`;
  }
  const open = entry.indexOf('(');
  const word = entry.slice(0, Math.max(0, open)).toLowerCase();
  const parts = open < 0 ? [] : entries(entry.slice(open + 1, closing(entry, open)));
  const first = parts[0] ?? entry;
  switch (word) {
    case 'all':
    case 'any': {
      const inner = entries(first.slice(1, -1)).map((one) =>
        read(one, partial || word === 'any', features),
      );
      return `${word}(${inner.join(', ')})`;
    }
    case 'not':
      return `not(${read(first, true, features)})`;
    default:
      return first;
  }
}

function unquoted(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\\(.)/gu, '$1');
}

/** Several conditions of one item, all of which must hold. */
export function allOf(conditions: readonly Condition[]): Condition | null {
  const first = conditions[0];
  if (first === undefined) return null;
  if (conditions.length === 1) return first;
  return {
    text: `all(${conditions.map((one) => one.text).join(', ')})`,
    features: conditions.flatMap((one) => one.features),
  };
}
