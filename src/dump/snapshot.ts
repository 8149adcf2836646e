import { once } from './once.js';
import type { DuplicateKey, LoadedDump, LoadedEdges } from './loaded-dump.js';
import { sitesAt } from './edge-sites.js';
import { RawReader, RawWriter } from './snapshot-file.js';
import type { TextColumn, TextPool } from './text-pool.js';
import {
  NODE_FLAG_COLUMNS,
  NODE_INTEGER_COLUMNS,
  NODE_TEXT_COLUMNS,
  type SiteColumns,
  type UnitMetadata,
} from './unit-columns.js';
import type { EdgeKind } from './vocabulary.js';

/** Columns that the graph keeps beside those of the dump, such as an adjacency. */
export type ExtraColumns = Readonly<Record<string, Uint32Array>>;

/** What the header tells of a dump besides its columns. */
interface Body {
  readonly units: readonly UnitMetadata[];
  readonly nodeCount: number;
  readonly refCount: number;
  readonly edges: readonly (readonly [kind: EdgeKind, count: number])[];
  readonly duplicates: readonly DuplicateKey[];
  readonly unknownEdgeKinds: readonly (readonly [string, number])[];
  readonly edgesWithoutEnd: number;
}

/** Writes a loaded dump into an empty folder. */
export function writeSnapshot(
  dir: string,
  key: string,
  dump: LoadedDump,
  extra: ExtraColumns,
  check: () => void,
): void {
  const writer = new RawWriter(dir, check);
  try {
    const pool = (name: string, { bytes, offsets, length }: TextPool): void => {
      const start = offsets[0]!;
      writer.add(`${name}.bytes`, bytes.subarray(start, offsets[length]));
      const own = offsets.subarray(0, length + 1);
      writer.add(`${name}.offsets`, start === 0 ? own : own.map((offset) => offset - start));
    };
    const text = (name: string, column: TextColumn): void => {
      writer.add(`${name}.codes`, column.codes);
      pool(name, column.pool);
    };
    pool('ids', dump.ids);
    pool('refs', dump.refs);
    for (const name of NODE_TEXT_COLUMNS)
      if (dump.text[name]) text(`node.${name}`, dump.text[name]());
    for (const name of NODE_INTEGER_COLUMNS)
      if (dump.integers[name]) writer.add(`node.${name}`, dump.integers[name]);
    for (const name of NODE_FLAG_COLUMNS)
      if (dump.flags[name]) writer.add(`node.${name}`, dump.flags[name]);
    for (const [kind, edges] of dump.edges) {
      writer.add(`${kind}.src`, edges.src);
      writer.add(`${kind}.dst`, edges.dst);
      writer.add(`${kind}.counts`, edges.counts);
      if (edges.partial) writer.add(`${kind}.partial`, edges.partial);
      if (edges.access) text(`${kind}.access`, edges.access);
      if (edges.how) text(`${kind}.how`, edges.how);
      const sites = edges.siteColumns();
      if (sites === null) continue;
      writer.add(`${kind}.sites`, sites.offsets);
      writer.add(`${kind}.line`, sites.line);
      writer.add(`${kind}.col`, sites.col);
      if (sites.file) text(`${kind}.file`, sites.file);
    }
    for (const [name, column] of Object.entries(extra)) writer.add(`extra.${name}`, column);
    const body: Body = {
      units: dump.units,
      nodeCount: dump.nodeCount,
      refCount: dump.refCount,
      edges: [...dump.edges].map(([kind, { count }]) => [kind, count]),
      duplicates: dump.duplicates(),
      unknownEdgeKinds: [...dump.skipped.unknownEdgeKinds],
      edgesWithoutEnd: dump.skipped.edgesWithoutEnd,
    };
    writer.finish(key, body);
  } finally {
    writer.close();
  }
}

export interface Snapshot {
  readonly dump: LoadedDump;
  /** A column that the graph kept, or `null`. */
  readonly extra: (name: string) => Uint32Array | null;
  readonly bytes: number;
}

/** Opens a snapshot; throws `BadSnapshot` where it is not to be used. Edges and long texts are read when asked for. */
export function readSnapshot(dir: string, key: string, verify = false): Snapshot {
  const raw = new RawReader(dir, key, verify);
  const body = raw.body as Body;
  const pool = (name: string): TextPool => {
    const offsets = raw.u32(`${name}.offsets`);
    return { bytes: raw.u8(`${name}.bytes`), offsets, length: offsets.length - 1 };
  };
  const text = (name: string): TextColumn => ({
    codes: raw.u32(`${name}.codes`),
    pool: pool(name),
  });
  const texts: { -readonly [K in keyof LoadedDump['text']]: LoadedDump['text'][K] } = {};
  for (const name of NODE_TEXT_COLUMNS) {
    if (raw.has(`node.${name}.codes`)) texts[name] = once(() => text(`node.${name}`));
  }
  const integers: { -readonly [K in keyof LoadedDump['integers']]: LoadedDump['integers'][K] } = {};
  for (const name of NODE_INTEGER_COLUMNS)
    if (raw.has(`node.${name}`)) integers[name] = raw.i32(`node.${name}`);
  const flags: { -readonly [K in keyof LoadedDump['flags']]: LoadedDump['flags'][K] } = {};
  for (const name of NODE_FLAG_COLUMNS)
    if (raw.has(`node.${name}`)) flags[name] = raw.u8(`node.${name}`);
  const dump: LoadedDump = {
    units: body.units,
    nodeCount: body.nodeCount,
    refCount: body.refCount,
    ids: pool('ids'),
    refs: pool('refs'),
    text: texts,
    integers,
    flags,
    edges: new Map(
      body.edges.map(([kind, count]) => [kind, new SnapshotEdges(kind, count, raw, text)]),
    ),
    duplicates: () => body.duplicates,
    skipped: {
      unknownEdgeKinds: new Map(body.unknownEdgeKinds),
      edgesWithoutEnd: body.edgesWithoutEnd,
    },
  };
  return {
    dump,
    extra: (name) => (raw.has(`extra.${name}`) ? raw.u32(`extra.${name}`) : null),
    bytes: raw.bytes,
  };
}

class SnapshotEdges implements LoadedEdges {
  readonly count: number;
  readonly #kind: EdgeKind;
  readonly #raw: RawReader;
  readonly #text: (name: string) => TextColumn;
  readonly #ends: () => {
    readonly src: Uint32Array;
    readonly dst: Uint32Array;
    readonly counts: Uint32Array;
  };
  #sites: SiteColumns | null | undefined;

  constructor(kind: EdgeKind, count: number, raw: RawReader, text: (name: string) => TextColumn) {
    this.count = count;
    this.#kind = kind;
    this.#raw = raw;
    this.#text = text;
    this.#ends = once(() => ({
      src: raw.u32(`${kind}.src`),
      dst: raw.u32(`${kind}.dst`),
      counts: raw.u32(`${kind}.counts`),
    }));
  }

  get src(): Uint32Array {
    return this.#ends().src;
  }

  get dst(): Uint32Array {
    return this.#ends().dst;
  }

  get counts(): Uint32Array {
    return this.#ends().counts;
  }

  get partial(): Uint8Array | null {
    const name = `${this.#kind}.partial`;
    return this.#raw.has(name) ? this.#raw.u8(name) : null;
  }

  get access(): TextColumn | null {
    return this.#words('access');
  }

  get how(): TextColumn | null {
    return this.#words('how');
  }

  #words(name: string): TextColumn | null {
    return this.#raw.has(`${this.#kind}.${name}.codes`)
      ? this.#text(`${this.#kind}.${name}`)
      : null;
  }

  siteColumns(): SiteColumns | null {
    if (this.#sites === undefined) {
      const kind = this.#kind;
      this.#sites = this.#raw.has(`${kind}.sites`)
        ? {
            offsets: this.#raw.u32(`${kind}.sites`),
            line: this.#raw.i32(`${kind}.line`),
            col: this.#raw.i32(`${kind}.col`),
            file: this.#words('file'),
          }
        : null;
    }
    return this.#sites;
  }

  sites(edge: number): ReturnType<LoadedEdges['sites']> {
    return sitesAt(this.siteColumns(), edge);
  }
}
