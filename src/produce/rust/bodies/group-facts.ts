import type { Access, BlockName } from '../../../dump/index.js';
import { tablesOf } from '../../typescript/tables.js';
import type { BodyGroup, LoweredBody, MirCallee, MirSite, MirSpan } from '../mir/index.js';

/** A place: the file by its number in the tables, line, column. */
export type At = readonly [file: number, line: number, col: number];

export type StoredCall = readonly [callee: number, isOperator: 0 | 1, at: At];
export type StoredField = readonly [
  type: number,
  variant: string | null,
  index: number,
  isWritten: 0 | 1,
  at: At,
];
export type StoredBlock = readonly [
  name: readonly [body: number, block: number],
  payload: string,
  line: number,
  successors: readonly (readonly [body: number, block: number])[],
];

/**
 * What a function's bodies tell, before it's known what their texts mean. Written to disk as it is, hence the tuples;
 * callees and files stand once in the tables of their compilation.
 */
export interface GroupFacts {
  /** Path of the outermost body, as MIR prints it. */
  readonly path: string;
  readonly bodies: number;
  readonly projections: number;
  readonly untyped: number;
  readonly calls: readonly StoredCall[];
  readonly passes: readonly (readonly [callee: number, at: At])[];
  readonly fields: readonly StoredField[];
  readonly tables: readonly (readonly [table: string, access: Access, at: At])[];
  /** Of a `table_name`: the strings in it, where an ORM's derive puts the table's name. */
  readonly names: readonly string[];
  /** Statics and constants that are named. */
  readonly items: readonly (readonly [path: string, access: 'read' | 'write', at: At])[];
  readonly constructed: readonly (readonly [path: string, at: At])[];
  /** Where assembly calls the kernel. */
  readonly syscall: At | null;
  readonly locals: readonly (readonly [name: string, type: number, file: number, line: number])[];
  readonly blocks: readonly StoredBlock[];
}

/** Texts that many bodies name, once each. */
export interface FactTables {
  readonly callees: readonly MirCallee[];
  readonly texts: readonly string[];
}

/** Collects the tables while groups are turned into facts. */
export class FactWriter {
  readonly callees: MirCallee[] = [];
  readonly texts: string[] = [];
  readonly #calleeAt = new Map<string, number>();
  readonly #textAt = new Map<string, number>();

  group(group: BodyGroup, { blocks, facts }: LoweredBody): GroupFacts {
    const syscall = facts.asm.some((one) => /\bsyscall\b|\bsvc\b/u.test(one.text))
      ? facts.asm[0]!
      : null;
    return {
      path: group.root.path,
      bodies: 1 + group.nested.length,
      projections: facts.projections,
      untyped: facts.untyped,
      calls: facts.calls.map((call) => [
        this.callee(call.callee),
        call.isOperator ? 1 : 0,
        this.#at(call.site),
      ]),
      passes: facts.passes
        .filter((pass) => pass.how !== 'closure-pointer')
        .map((pass) => [this.callee(pass.callee), this.#at(pass.site)]),
      fields: facts.fields
        .filter((field) => field.type !== null)
        .map((field) => [
          this.#text(field.type!),
          field.variant,
          field.index,
          field.access === 'write' ? 1 : 0,
          this.#at(field.site),
        ]),
      tables: facts.strings.flatMap(({ text, site }) =>
        [...tablesOf(text)].map(([table, access]) => [table, access, this.#at(site)] as const),
      ),
      names: group.root.path.endsWith('::table_name') ? facts.strings.map(({ text }) => text) : [],
      items: facts.items.map(({ path, access, site }) => [path, access, this.#at(site)]),
      constructed: facts.aggregates.map(({ path, site }) => [path, this.#at(site)]),
      syscall: syscall === null ? null : this.#at(syscall.site),
      locals: this.#locals(group),
      blocks: blocks.map((block) => [
        named(block.name),
        block.payload,
        block.line,
        block.successors.map(named),
      ]),
    };
  }

  callee(callee: MirCallee): number {
    const key = `${callee.sort} ${callee.text}`;
    const known = this.#calleeAt.get(key);
    if (known !== undefined) return known;
    // Read back: a part of a file's text would keep all of it.
    this.callees.push(JSON.parse(JSON.stringify({ ...callee, signature: null })) as MirCallee);
    this.#calleeAt.set(key, this.callees.length - 1);
    return this.callees.length - 1;
  }

  #text(text: string): number {
    const known = this.#textAt.get(text);
    if (known !== undefined) return known;
    const own = JSON.parse(JSON.stringify(text)) as string;
    this.texts.push(own);
    this.#textAt.set(own, this.texts.length - 1);
    return this.texts.length - 1;
  }

  #at({ file, line, col }: MirSite | MirSpan): At {
    return [this.#text(file), line, col];
  }

  #locals({ root, nested }: BodyGroup): GroupFacts['locals'] {
    return [root, ...nested].flatMap((body) => {
      const params = new Set(body.params.map((param) => param.local));
      return body.debug.flatMap(({ name, place, span }) => {
        if (place === null || place.projections.length > 0 || params.has(place.local)) return [];
        if (name.startsWith('__') || !span) return [];
        const type = this.#text(body.locals[place.local]?.type ?? '?');
        return [[name, type, this.#text(span.file), span.line] as const];
      });
    });
  }
}

function named({ body, block }: BlockName): readonly [number, number] {
  return [body, block];
}
