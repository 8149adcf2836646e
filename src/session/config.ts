import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
// The file, not the room's door: the terminal's prompt waits for what this loads.
import { didYouMean } from '../lens/did-you-mean.js';
import type { Lens } from '../lens/index.js';
import { CodedError } from '../task/index.js';

export const CONFIG_FILE = 'mimir.config.json';

/** A layer of the architecture: its name, and patterns of the labels that belong to it. */
export interface LayerRule {
  readonly name: string;
  readonly patterns: readonly string[];
}

/** A finding that is known and accepted. A suppression that matches nothing is reported. */
export interface Suppression {
  readonly lens: string;
  /** Cells of the finding's key, in the order of its key columns. */
  readonly key: readonly string[];
  readonly reason: string;
}

/** What a user would otherwise repeat from command to command. Paths are relative to the file. */
export interface MimirConfig {
  readonly dump?: string;
  /** Folders of the analysed sources. */
  readonly sources?: readonly string[];
  /** From the top down. */
  readonly layers?: readonly LayerRule[];
  readonly entries?: readonly string[];
  readonly sinks?: readonly string[];
  readonly gates?: readonly string[];
  /** Files of advisories, licences, SBOMs and the like, by name. */
  readonly catalogues?: Readonly<Record<string, string>>;
  readonly suppressions?: readonly Suppression[];
}

export interface LoadedConfig {
  readonly file: string;
  readonly folder: string;
  readonly config: MimirConfig;
}

export class ConfigError extends CodedError {
  constructor(file: string, message: string) {
    super('bad_config', `${CONFIG_FILE}: ${message} (in ${file})`);
  }
}

type Check = (value: unknown, at: string) => string | null;

const text: Check = (value, at) =>
  typeof value === 'string' && value !== ''
    ? null
    : `wrong type of ${at}: ${show(value)}; it takes a text`;

const listOf =
  (item: Check): Check =>
  (value, at) =>
    Array.isArray(value)
      ? first(value.map((one, i) => item(one, `${at}[${i}]`)))
      : `wrong type of ${at}: ${show(value)}; it takes a list`;

const record =
  (fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value, at) => {
    if (!isObject(value)) return `wrong type of ${at}: ${show(value)}; it takes an object`;
    const inside = (name: string): string => (at === 'the file' ? name : `${at}.${name}`);
    const missing = required.find((name) => !(name in value));
    if (missing !== undefined) return `missing: ${inside(missing)}`;
    return first(
      Object.entries(value).map(([name, member]) => {
        const check = fields[name];
        return check === undefined
          ? `unknown name: ${inside(name)}; ${didYouMean(name, Object.keys(fields))}`
          : check(member, inside(name));
      }),
    );
  };

const mapOf =
  (item: Check): Check =>
  (value, at) =>
    isObject(value)
      ? first(Object.entries(value).map(([name, member]) => item(member, `${at}.${name}`)))
      : `wrong type of ${at}: ${show(value)}; it takes an object`;

const CHECK = record({
  $schema: text,
  dump: text,
  sources: listOf(text),
  layers: listOf(record({ name: text, patterns: listOf(text) }, ['name', 'patterns'])),
  entries: listOf(text),
  sinks: listOf(text),
  gates: listOf(text),
  catalogues: mapOf(text),
  suppressions: listOf(
    record({ lens: text, key: listOf(text), reason: text }, ['lens', 'key', 'reason']),
  ),
});

const first = (faults: readonly (string | null)[]): string | null =>
  faults.find((fault) => fault !== null) ?? null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const show = (value: unknown): string => {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
};

/** Reads one configuration file. Throws `ConfigError` with the first fault. */
export function readConfig(file: string): LoadedConfig {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(file, `no JSON: ${(error as Error).message}`);
  }
  const fault = CHECK(value, 'the file');
  if (fault !== null) throw new ConfigError(file, fault);
  return { file, folder: path.dirname(file), config: value as MimirConfig };
}

/** The configuration of the nearest folder at or above `folder`, or null. */
export function findConfig(folder: string): LoadedConfig | null {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const file = path.join(at, CONFIG_FILE);
    if (existsSync(file)) return readConfig(file);
    if (at === path.dirname(at)) return null;
  }
}

/** Parameters that the configuration fills in where a question leaves them out. */
const CONFIGURED = ['layers', 'entries', 'sinks', 'gates', 'catalogues'] as const;

/** The parameters of a question, with what the configuration says for those that it leaves out. */
export function configured(
  config: MimirConfig,
  lens: Pick<Lens, 'params'>,
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const filled: Record<string, unknown> = {};
  for (const name of CONFIGURED) {
    const value = config[name];
    if (value !== undefined && lens.params.some((parameter) => parameter.name === name))
      filled[name] = value;
  }
  return { ...filled, ...params };
}
