import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import { descriptor } from './monikers.js';
import type { Reading } from './reading.js';

/** What a declaration's type is still to be told of; `line`, `endLine`: where a result is said to be. */
type Asked =
  | { readonly sort: 'type'; readonly entity: Entity; readonly node: TS.Node }
  | {
      readonly sort: 'result';
      readonly entity: Entity;
      readonly node: TS.FunctionLikeDeclaration;
      readonly line: number | undefined;
    };

/**
 * Types of fields, parameters and results. Noted when a file is declared, and told when it is read: to ask the checker
 * for them while other files are still to be declared would make it remember all files at once, and work out what it
 * is asked again when the file is read.
 */
export class DeclaredTypes {
  readonly #asked = new Map<TS.SourceFile, Asked[]>();

  constructor(private readonly reading: Reading) {}

  note(source: TS.SourceFile, entity: Entity, node: TS.Node): void {
    this.#of(source).push({ sort: 'type', entity, node });
  }

  noteResult(source: TS.SourceFile, entity: Entity, node: TS.FunctionLikeDeclaration): void {
    const { ts } = this.reading;
    if (ts.isConstructorDeclaration(node) || ts.isSetAccessor(node)) return;
    this.#of(source).push({ sort: 'result', entity, node, line: entity.line });
  }

  tell(source: TS.SourceFile): void {
    const { checker, texts } = this.reading;
    for (const asked of this.#asked.get(source) ?? []) {
      if (asked.sort === 'type') asked.entity.ty = texts.of(checker.getTypeAtLocation(asked.node));
      else this.#result(asked);
    }
    this.#asked.delete(source);
  }

  #result({ entity, node, line }: Extract<Asked, { sort: 'result' }>): void {
    const { ts, checker, entities, texts } = this.reading;
    // No parameter can be called by a reserved word.
    const id = entity.id + descriptor.parameter('return');
    if (entities.ofId(id)) return;
    const signature = checker.getSignatureFromDeclaration(node);
    const type = signature && checker.getReturnTypeOfSignature(signature);
    if (!type || type.flags & ts.TypeFlags.Void) return;
    entities.add({
      id,
      kind: 'ret',
      name: 'return',
      pkg: entity.pkg,
      local: true,
      origin: 'local',
      hasBody: false,
      parent: entity,
      ty: texts.of(type),
      isTest: entity.isTest ?? false,
      ...(entity.file !== undefined && { file: entity.file }),
      ...(line !== undefined && { line, endLine: line }),
    });
  }

  #of(source: TS.SourceFile): Asked[] {
    const known = this.#asked.get(source) ?? [];
    this.#asked.set(source, known);
    return known;
  }
}
