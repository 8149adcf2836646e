import { utf8Comparator } from '../table/index.js';
import { BytesInterner } from './bytes-interner.js';
import { flagOf } from './edge-builder.js';
import type { NodeFact } from './facts.js';
import { grownBytes, grownCodes, grownIntegers, type Grown } from './grown.js';
import { PoolBuilder, poolOf, type TextColumn, type TextPool } from './text-pool.js';
import {
  FLAG_MISSING,
  type NodeColumns,
  type NodeFlagColumn,
  type NodeIntegerColumn,
  type NodeTextColumn,
} from './unit-columns.js';

const TEXT_FIELDS: readonly (readonly [NodeTextColumn, keyof NodeFact])[] = [
  ['kind', 'kind'],
  ['name', 'name'],
  ['crate', 'crate'],
  ['version', 'version'],
  ['repo', 'repo'],
  ['origin', 'origin'],
  ['file', 'file'],
  ['ty', 'ty'],
  ['visibility', 'visibility'],
  ['effective_visibility', 'effectiveVisibility'],
  ['cfg', 'cfg'],
  ['link_name', 'linkName'],
  ['receiver', 'receiver'],
  ['generics', 'generics'],
  ['payload_hash', 'payloadHash'],
];
const INTEGER_FIELDS: readonly (readonly [NodeIntegerColumn, keyof NodeFact])[] = [
  ['line', 'line'],
  ['end_line', 'endLine'],
];
const FLAG_FIELDS: readonly (readonly [NodeFlagColumn, keyof NodeFact])[] = [
  ['has_doc', 'hasDoc'],
  ['doc_hidden', 'docHidden'],
  ['is_test', 'isTest'],
  ['generated', 'generated'],
  ['defined', 'defined'],
];

/** No line of a file has it. */
const NO_LINE = -(2 ** 31);

/** A column of one field, row by row; what a fact doesn't have is missing. */
interface FieldColumn {
  readonly field: keyof NodeFact;
  /** Puts a fact's value into a row. `fill`: only where nothing is. */
  put(row: number, value: unknown, fill: boolean): void;
}

class TextField implements FieldColumn {
  readonly #codes = grownCodes();
  readonly #texts: TextCodes;

  constructor(
    readonly name: NodeTextColumn,
    readonly field: keyof NodeFact,
  ) {
    // Blocks say all that they do in their type: megabytes that nobody looks at until they are written.
    this.#texts = name === 'ty' ? new ByteCodes() : new StringCodes();
  }

  put(row: number, value: unknown, fill: boolean): void {
    const text = value as string | undefined;
    if (text === undefined && (fill || row >= this.#codes.length)) return;
    this.#codes.fillTo(row + 1, 0);
    if (!fill || this.#codes.get(row) === 0) this.#codes.set(row, this.#texts.code(text));
  }

  column(rows: Uint32Array): TextColumn | null {
    this.#codes.fillTo(rows.length, 0);
    const old = rows.map((row) => this.#codes.get(row));
    if (!old.some((code) => code !== 0)) return null;
    // The order of a pool is that of the rows.
    const recoded = new Uint32Array(this.#texts.length);
    const order: number[] = [0];
    const codes = old.map((code) => {
      if (code === 0) return 0;
      if (recoded[code] === 0) recoded[code] = order.push(code) - 1;
      return recoded[code]!;
    });
    return { codes, pool: this.#texts.pool(order) };
  }
}

/** Texts by number, 0 for none. */
interface TextCodes {
  readonly length: number;
  code(text: string | undefined): number;
  /** The texts of these numbers, in their order. */
  pool(codes: readonly number[]): TextPool;
}

class StringCodes implements TextCodes {
  readonly #texts = new PoolBuilder();

  get length(): number {
    return this.#texts.length;
  }

  code(text: string | undefined): number {
    return this.#texts.code(text);
  }

  pool(codes: readonly number[]): TextPool {
    return poolOf(codes.map((code) => this.#texts.text(code)));
  }
}

class ByteCodes implements TextCodes {
  readonly #bytes = new BytesInterner();
  #scratch = new Uint8Array(4096);

  get length(): number {
    return this.#bytes.length + 1;
  }

  code(text: string | undefined): number {
    if (text === undefined) return 0;
    if (text.length * 3 > this.#scratch.length) this.#scratch = new Uint8Array(text.length * 6);
    const { written } = encoder.encodeInto(text, this.#scratch);
    return this.#bytes.intern(this.#scratch, 0, written) + 1;
  }

  pool(codes: readonly number[]): TextPool {
    const own = this.#bytes.pool();
    const offsets = new Uint32Array(codes.length + 1);
    const runs = codes.map((code) =>
      code === 0 ? EMPTY : own.bytes.subarray(own.offsets[code - 1], own.offsets[code]),
    );
    runs.forEach((run, at) => {
      offsets[at + 1] = offsets[at]! + run.length;
    });
    const bytes = new Uint8Array(offsets[codes.length]!);
    runs.forEach((run, at) => {
      bytes.set(run, offsets[at]);
    });
    return { bytes, offsets, length: codes.length };
  }
}

const EMPTY = new Uint8Array(0);
const encoder = new TextEncoder();

class NumberField implements FieldColumn {
  constructor(
    readonly field: keyof NodeFact,
    readonly values: Grown<Int32Array> | Grown<Uint8Array>,
    private readonly missing: number,
    private readonly numberOf: (value: unknown) => number,
  ) {}

  put(row: number, value: unknown, fill: boolean): void {
    if (value === undefined && (fill || row >= this.values.length)) return;
    this.values.fillTo(row + 1, this.missing);
    if (!fill || this.values.get(row) === this.missing)
      this.values.set(row, value === undefined ? this.missing : this.numberOf(value));
  }

  /** True once any row has a value. */
  has(rows: Uint32Array): boolean {
    this.values.fillTo(rows.length, this.missing);
    return rows.some((row) => this.values.get(row) !== this.missing);
  }
}

/** Nodes of one unit in columns, no object each. */
export class NodeBuilder {
  readonly #texts = TEXT_FIELDS.map(([name, field]) => new TextField(name, field));
  readonly #integers = INTEGER_FIELDS.map(
    ([, field]) => new NumberField(field, grownIntegers(), NO_LINE, Number),
  );
  readonly #flags = FLAG_FIELDS.map(
    ([, field]) =>
      new NumberField(field, grownBytes(), FLAG_MISSING, (value) => flagOf(value === true)),
  );
  readonly #fields: readonly FieldColumn[] = [...this.#texts, ...this.#integers, ...this.#flags];
  readonly #fieldOf = new Map<string, FieldColumn>(this.#fields.map((one) => [one.field, one]));
  readonly #ids: string[] = [];

  get length(): number {
    return this.#ids.length;
  }

  id(row: number): string {
    return this.#ids[row]!;
  }

  add(fact: NodeFact): void {
    const row = this.#ids.push(fact.id) - 1;
    // Most facts have few of the fields.
    for (const name in fact) this.#fieldOf.get(name)?.put(row, fact[name as keyof NodeFact], false);
  }

  /**
   * A defining fact replaces a non-defining one; of two of the same rank the first one's attributes stand and the
   * later one fills what was absent.
   */
  merge(row: number, fact: NodeFact): void {
    const defined = this.#flags.at(-1)!;
    const oldDefines = row >= defined.values.length || defined.values.get(row) !== 0;
    const newDefines = fact.defined !== false;
    if (oldDefines !== newDefines && !newDefines) return;
    for (const field of this.#fields) field.put(row, fact[field.field], oldDefines === newDefines);
  }

  /** Rows in the order of their ids. */
  order(): Uint32Array {
    const rows = Array.from({ length: this.length }, (_, row) => row);
    const compare = utf8Comparator(this.#ids);
    return Uint32Array.from(rows.sort((a, b) => compare(this.#ids[a]!, this.#ids[b]!)));
  }

  columns(order: Uint32Array): NodeColumns {
    const text: NodeColumns['text'] = {};
    for (const field of this.#texts) {
      const made = field.column(order);
      if (made) text[field.name] = () => made;
    }
    const integers: NodeColumns['integers'] = {};
    INTEGER_FIELDS.forEach(([name], at) => {
      const field = this.#integers[at]!;
      if (!field.has(order)) return;
      integers[name] = Int32Array.from(order, (row) => {
        const value = field.values.get(row);
        return value === NO_LINE ? 0 : value;
      });
    });
    const flags: NodeColumns['flags'] = {};
    FLAG_FIELDS.forEach(([name], at) => {
      const field = this.#flags[at]!;
      const isDefined = name === 'defined';
      if (!field.has(order) && !isDefined) return;
      flags[name] = Uint8Array.from(order, (row) => {
        const value = field.values.get(row);
        // What is not said not to be defined is.
        return isDefined && value === FLAG_MISSING ? 1 : value;
      });
    });
    return {
      rows: this.length,
      ids: poolOf(Array.from(order, (row) => this.#ids[row]!)),
      text,
      integers,
      flags,
    };
  }
}
