import { isRecord, list, text } from '../json.js';

/** The parts of `cargo metadata --format-version 1` that are read. */
export interface Metadata {
  readonly root: string;
  readonly packages: readonly CargoPackage[];
  readonly members: ReadonlySet<string>;
  /** Package id to the features that this resolution switched on, and the packages that it depends on. */
  readonly nodes: ReadonlyMap<string, ResolvedPackage>;
}

export interface CargoPackage {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** `registry+https://…`, `git+https://…`; `null` for a path. */
  readonly source: string | null;
  readonly manifest: string;
  /** Name of the library as code writes it, `regex_automata`; `null` without one. */
  readonly lib: string | null;
  /** Feature to what it switches on, as written: `fast`, `dep:serde`, `serde/std`, `tokio?/net`. */
  readonly features: ReadonlyMap<string, readonly string[]>;
  readonly dependencies: readonly CargoDependency[];
}

export interface CargoDependency {
  readonly name: string;
  readonly rename: string | null;
  readonly optional: boolean;
  readonly kind: 'normal' | 'dev' | 'build';
}

export interface ResolvedPackage {
  readonly features: readonly string[];
  readonly deps: readonly { readonly crate: string; readonly id: string }[];
}

export function parseMetadata(json: string): Metadata {
  const data = JSON.parse(json) as unknown;
  if (!isRecord(data)) throw new TypeError('cargo metadata that is no object');
  const resolve = isRecord(data['resolve']) ? list(data['resolve']['nodes']) : [];
  return {
    root: text(data['workspace_root']),
    packages: list(data['packages']).filter(isRecord).map(packageOf),
    members: new Set(list(data['workspace_members']).map(text)),
    nodes: new Map(
      resolve.filter(isRecord).map((node) => [
        text(node['id']),
        {
          features: list(node['features']).map(text),
          deps: list(node['deps'])
            .filter(isRecord)
            .map((dep) => ({ crate: text(dep['name']), id: text(dep['pkg']) })),
        },
      ]),
    ),
  };
}

function packageOf(data: Record<string, unknown>): CargoPackage {
  const features = isRecord(data['features']) ? Object.entries(data['features']) : [];
  return {
    id: text(data['id']),
    name: text(data['name']),
    version: text(data['version']),
    source: typeof data['source'] === 'string' ? data['source'] : null,
    manifest: text(data['manifest_path']),
    lib: libOf(data),
    features: new Map(features.map(([name, on]) => [name, list(on).map(text)])),
    dependencies: list(data['dependencies'])
      .filter(isRecord)
      .map((dep) => ({
        name: text(dep['name']),
        rename: typeof dep['rename'] === 'string' ? dep['rename'] : null,
        optional: dep['optional'] === true,
        kind: dep['kind'] === 'dev' || dep['kind'] === 'build' ? dep['kind'] : 'normal',
      })),
  };
}

const LIBRARY = new Set(['lib', 'rlib', 'dylib', 'cdylib', 'staticlib', 'proc-macro']);

function libOf(data: Record<string, unknown>): string | null {
  const target = list(data['targets'])
    .filter(isRecord)
    .find((one) => list(one['kind']).some((kind) => LIBRARY.has(text(kind))));
  return target === undefined ? null : text(target['name']).replaceAll('-', '_');
}

/** A `compiler-artifact` message of `cargo check --message-format=json`. */
export interface Artifact {
  readonly packageId: string;
  readonly kind: string;
  readonly target: string;
  readonly isTest: boolean;
  readonly features: readonly string[];
  /** `regex_automata-0f3a…`: under which the compilation kept its facts. */
  readonly stem: string;
  readonly fresh: boolean;
}

/** `null` for any other message. */
export function parseArtifact(line: string): Artifact | null {
  if (!line.startsWith('{"reason":"compiler-artifact"')) return null;
  const data = JSON.parse(line) as Record<string, unknown>;
  const target = isRecord(data['target']) ? data['target'] : {};
  const profile = isRecord(data['profile']) ? data['profile'] : {};
  const file = list(data['filenames'])
    .map(text)
    .find((name) => /\.(?:rmeta|rlib|so|dylib|dll)$/u.test(name));
  if (file === undefined) return null;
  return {
    packageId: text(data['package_id']),
    kind: text(list(target['kind'])[0] ?? ''),
    target: text(target['name']),
    isTest: profile['test'] === true,
    features: list(data['features']).map(text),
    stem: file
      .replace(/^.*[/\\]/u, '')
      .replace(/^lib/u, '')
      .replace(/\.[a-z]+$/u, ''),
    fresh: data['fresh'] === true,
  };
}

/** The first line of a compiler's error message with its place, or `null`. */
export function parseError(line: string): string | null {
  if (!line.startsWith('{"reason":"compiler-message"') || !line.includes('"level":"error"'))
    return null;
  const { message } = JSON.parse(line) as { message?: CompilerMessage };
  if (message?.level !== 'error') return null;
  const said = (message.rendered ?? '').split('\n')[0]!;
  const span = message.spans?.find((one) => one.is_primary);
  return span ? `${said} (${span.file_name}:${span.line_start}:${span.column_start})` : said;
}

interface CompilerMessage {
  readonly level?: string;
  readonly rendered?: string;
  readonly spans?: readonly {
    readonly is_primary: boolean;
    readonly file_name: string;
    readonly line_start: number;
    readonly column_start: number;
  }[];
}
