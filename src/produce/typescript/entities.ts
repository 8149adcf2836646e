import type {
  EffectiveVisibility,
  NodeFact,
  NodeKind,
  Origin,
  Visibility,
} from '../../dump/index.js';
import type { TS } from './compiler.js';
import type { Package } from './packages.js';

/** A node of the dump under construction. */
export interface Entity {
  readonly id: string;
  kind: NodeKind;
  readonly name: string;
  readonly pkg: Package;
  /** Declared in an analysed file. */
  readonly local: boolean;
  readonly origin: Origin;
  /** Relative to the dump's root; absent for what other packages declare. */
  file?: string;
  line?: number;
  endLine?: number;
  ty?: string;
  visibility?: Visibility;
  effectiveVisibility?: EffectiveVisibility;
  hasDoc?: boolean;
  docHidden?: boolean;
  isTest?: boolean;
  generated?: boolean;
  receiver?: string;
  generics?: string;
  /** Some declaration of it has a body (a class always has). */
  hasBody: boolean;
  /** The declaration that its span is from. */
  node?: TS.Node;
  readonly parent?: Entity;
}

/** Entities by id, and by each of the declarations that merged into one. */
export class Entities {
  readonly #byId = new Map<string, Entity>();
  readonly #byDeclaration = new Map<TS.Node, Entity>();
  readonly #firstByName = new Map<string, TS.SourceFile>();
  readonly #copies = new Map<TS.SourceFile, TS.SourceFile>();

  constructor(private readonly forEachChild: typeof TS.forEachChild) {}

  ofDeclaration(node: TS.Node): Entity | undefined {
    const known = this.#byDeclaration.get(node);
    return known || this.#copies.size === 0 ? known : this.#ofCopied(node);
  }

  /**
   * To be told of every analysed file of every program, in order. Where options differ that a file is read by, its
   * declarations are other objects in a later program: they stand for those of the first.
   */
  meet(file: TS.SourceFile): void {
    const first = this.#firstByName.get(file.fileName);
    if (first === undefined) this.#firstByName.set(file.fileName, file);
    else if (first !== file) this.#copies.set(file, first);
  }

  ofId(id: string): Entity | undefined {
    return this.#byId.get(id);
  }

  add(entity: Entity): Entity {
    this.#byId.set(entity.id, entity);
    return entity;
  }

  bind(node: TS.Node, entity: Entity): void {
    this.#byDeclaration.set(node, entity);
  }

  #ofCopied(node: TS.Node): Entity | undefined {
    const original = this.#copies.get(node.getSourceFile());
    const twin = original && this.#at(original, node);
    const entity = twin && this.#byDeclaration.get(twin);
    if (entity) this.bind(node, entity);
    return entity;
  }

  /** The node of another reading of the same text. */
  #at(original: TS.SourceFile, { kind, pos, end }: TS.Node): TS.Node | undefined {
    let at: TS.Node | undefined = original;
    while (at && !(at.kind === kind && at.pos === pos && at.end === end)) {
      at = this.forEachChild(at, (child) =>
        child.pos <= pos && end <= child.end ? child : undefined,
      );
    }
    return at;
  }

  /** Lets go of all declarations, and so of the sources that they are part of; the entities themselves stay. */
  release(): void {
    for (const known of [this.#byDeclaration, this.#firstByName, this.#copies]) known.clear();
    for (const entity of this.all()) delete entity.node;
  }

  /** In the order in which they were found. */
  all(): IterableIterator<Entity> {
    return this.#byId.values();
  }
}

/** What the dump says of an entity. What other packages define is a non-defining row here. */
export function factOf(entity: Entity, repo: string | undefined): NodeFact {
  const optional = {
    file: entity.file,
    line: entity.line,
    endLine: entity.endLine,
    ty: entity.ty,
    visibility: entity.visibility,
    effectiveVisibility: entity.effectiveVisibility,
    hasDoc: entity.hasDoc,
    docHidden: entity.docHidden,
    isTest: entity.isTest,
    generated: entity.generated,
    receiver: entity.receiver,
    generics: entity.generics,
    repo: entity.local ? repo : undefined,
  };
  const present = Object.fromEntries(
    Object.entries(optional).filter(([, value]) => value !== undefined),
  );
  return {
    id: entity.id,
    kind: entity.kind,
    name: entity.name,
    crate: entity.pkg.name,
    version: entity.pkg.version,
    origin: entity.origin,
    ...present,
    ...(entity.local ? {} : { defined: false }),
  };
}
