import { didYouMean, wrongType, type Parameter } from '../../lens/index.js';
import { InvalidArgument } from '../../task/index.js';
import { modulesMatching } from '../modules.js';
import { arcsOf, type Dependencies } from './dependencies.js';

/** A layer of the intended architecture: the modules whose names contain one of the patterns. */
export interface Layer {
  readonly name: string;
  readonly patterns: readonly string[];
}

export const LAYERS_SHAPE =
  'layers top first, as [{name, patterns}], {name: pattern(s)} or "name: pattern, pattern; name: pattern"';

/** Reads any of the three spellings. Throws `InvalidArgument`. */
export function parseLayers(value: unknown, parameter: Parameter): readonly Layer[] {
  if (typeof value === 'string')
    return value
      .split(';')
      .filter((part) => part.trim() !== '')
      .map((part) => layerOfText(part, parameter));
  const entries = Array.isArray(value)
    ? (value as unknown[]).map(entryOf)
    : isObject(value)
      ? Object.entries(value)
      : null;
  const layers = entries?.map((entry) => entry && layerOf(entry));
  const names = new Set(layers?.map((layer) => layer?.name));
  if (layers === undefined || layers.includes(null) || names.size !== layers.length)
    throw wrongType(parameter, value);
  return layers as Layer[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

type Entry = readonly [name: unknown, patterns: unknown];

function entryOf(item: unknown): Entry | null {
  if (Array.isArray(item)) return item.length === 2 ? (item as unknown as Entry) : null;
  return isObject(item) ? [item.name, item.patterns] : null;
}

function layerOf([name, patterns]: Entry): Layer | null {
  const list: readonly unknown[] = Array.isArray(patterns) ? patterns : [patterns];
  const texts = list.every(
    (pattern): pattern is string => typeof pattern === 'string' && pattern !== '',
  );
  return typeof name === 'string' && name !== '' && texts && list.length > 0
    ? { name, patterns: [...list] as string[] }
    : null;
}

function layerOfText(text: string, parameter: Parameter): Layer {
  const colon = text.indexOf(':');
  const patterns = text
    .slice(colon + 1)
    .split(',')
    .map((pattern) => pattern.trim());
  const layer = colon < 1 ? null : layerOf([text.slice(0, colon).trim(), patterns]);
  if (layer === null) throw wrongType(parameter, text);
  return layer;
}

export interface Violation {
  readonly src: number;
  readonly dst: number;
  /** `upward`: a lower layer uses a higher one; `skip`: a layer uses one below its neighbour (only with `strict`). */
  readonly why: 'upward' | 'skip';
  /** Layers jumped. */
  readonly by: number;
  readonly weight: number;
}

export interface Layering {
  /** Layer of each module; -1 = unassigned, which never violates. */
  readonly layerOf: Int32Array;
  readonly unassigned: number;
  readonly violations: readonly Violation[];
}

/**
 * Assigns each module to the first layer that matches it and finds the arcs against the layering.
 * Throws `InvalidArgument` with the nearest module names for a pattern that matches none.
 */
export function layeringOf(
  names: readonly string[],
  d: Dependencies,
  layers: readonly Layer[],
  strict: boolean,
): Layering {
  const layerOf = new Int32Array(names.length).fill(-1);
  layers.forEach((layer, index) => {
    for (const pattern of layer.patterns) {
      const matched = modulesMatching(names, pattern);
      if (matched.length === 0)
        throw new InvalidArgument(
          `pattern of layer ${layer.name} that matches no module: ${pattern}; ${didYouMean(pattern, names)}`,
        );
      for (const module of matched) if (layerOf[module] === -1) layerOf[module] = index;
    }
  });
  const violations: Violation[] = [];
  for (const { src, dst, weight } of arcsOf(d)) {
    const from = layerOf[src]!;
    const to = layerOf[dst]!;
    if (from < 0 || to < 0) continue;
    if (to < from) violations.push({ src, dst, why: 'upward', by: from - to, weight });
    else if (strict && to > from + 1)
      violations.push({ src, dst, why: 'skip', by: to - from - 1, weight });
  }
  violations.sort(
    (a, b) =>
      rankOf(a) - rankOf(b) || b.by - a.by || b.weight - a.weight || a.src - b.src || a.dst - b.dst,
  );
  return { layerOf, unassigned: layerOf.filter((layer) => layer < 0).length, violations };
}

/** `skip` before `upward`, as their bytes order. */
const rankOf = ({ why }: Violation): number => (why === 'skip' ? 0 : 1);
