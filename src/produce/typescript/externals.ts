import type { NodeKind } from '../../dump/index.js';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import { descriptor, fileDescriptors, packagePrefix } from './monikers.js';
import { packageOf, type Package } from './packages.js';
import type { Reading } from './reading.js';

/** Nodes for what other packages declare: one per moniker, made when first mentioned, never with a body. */
export class Externals {
  readonly #monikers = new Map<TS.Node, string>();

  constructor(private readonly reading: Reading) {}

  /** The entity of a declaration, wherever it is; undefined for what has no node (closures, local variables). */
  entityOf(declaration: TS.Node): Entity | undefined {
    const { entities, sources } = this.reading;
    const known = entities.ofDeclaration(declaration);
    if (known) return known;
    const source = declaration.getSourceFile();
    if (sources.isLocal(source)) return undefined;
    return this.#external(declaration, source);
  }

  package(pkg: Package, origin: Entity['origin']): Entity {
    const { entities } = this.reading;
    return (
      entities.ofId(pkg.id) ??
      entities.add({
        id: pkg.id,
        kind: 'package',
        name: pkg.name,
        pkg,
        local: false,
        origin,
        hasBody: false,
      })
    );
  }

  /** What a call through a value that no place names goes to: the call of any function. */
  functionCall(): Entity {
    const { entities, ts } = this.reading;
    const id = this.functionCallId();
    const pkg = packageOf('typescript', ts.version, '', {});
    return (
      entities.ofId(id) ??
      entities.add({
        id,
        kind: 'method',
        name: 'call',
        pkg,
        local: false,
        origin: 'std',
        hasBody: false,
      })
    );
  }

  functionCallId(): string {
    return `${packagePrefix('typescript', this.reading.ts.version)}${fileDescriptors('lib/lib.es5.d.ts')}Function#call().`;
  }

  /** The moniker of a declaration of another package, without making a node for it. */
  moniker(declaration: TS.Node): string {
    const known = this.#monikers.get(declaration) ?? this.#describe(declaration).id;
    this.#monikers.set(declaration, known);
    return known;
  }

  /** Whether declarations of other packages have one name, as the overloads of a function have. */
  areOne(declarations: readonly TS.Node[]): boolean {
    const [first, ...others] = declarations;
    return others.every(
      (one) => one.kind === first!.kind && this.moniker(one) === this.moniker(first!),
    );
  }

  #external(declaration: TS.Node, source: TS.SourceFile): Entity {
    const { entities, sources, program } = this.reading;
    const implemented = this.#implementation(declaration, source);
    if (implemented) {
      entities.bind(declaration, implemented);
      return implemented;
    }
    const { id, kind, name, pkg } = this.#describe(declaration);
    const origin = sources.origin(program, source);
    const entity =
      entities.ofId(id) ??
      entities.add({ id, kind, name, pkg, local: false, origin, hasBody: false });
    entities.bind(declaration, entity);
    return entity;
  }

  /** What an analysed script holds for a declaration of the hand-written types beside it. */
  #implementation(declaration: TS.Node, source: TS.SourceFile): Entity | undefined {
    const { entities, sources, program } = this.reading;
    const script = sources.scriptOf(source);
    const file = script === undefined ? undefined : program.getSourceFile(script);
    const module = file && entities.ofDeclaration(file);
    if (!module) return undefined;
    const { id, prefix } = this.#describe(declaration);
    return entities.ofId(module.id + id.slice(prefix.length));
  }

  #describe(declaration: TS.Node): {
    readonly id: string;
    /** The part that names the package and the file. */
    readonly prefix: string;
    readonly kind: NodeKind;
    readonly name: string;
    readonly pkg: Package;
  } {
    const { sources, shapes, ts } = this.reading;
    const source = declaration.getSourceFile();
    const pkg = sources.packageOf(source.fileName);
    const chain: { readonly text: string; readonly kind: NodeKind; readonly name: string }[] = [];
    for (let node = declaration; !ts.isSourceFile(node); node = node.parent) {
      const shape = shapes.of(node, false);
      if (shape) chain.unshift({ text: shape.descriptor(), kind: shape.kind, name: shape.name });
      else if (ts.isTypeLiteralNode(node)) {
        chain.unshift({
          text: descriptor.meta('typeLiteral0'),
          kind: 'type_alias',
          name: 'typeLiteral0',
        });
      }
    }
    const file = relativeTo(pkg.dir, source.fileName);
    const last = chain.at(-1) ?? { kind: 'module' as const, name: file };
    const prefix = pkg.prefix + fileDescriptors(file);
    const id = prefix + chain.map((step) => step.text).join('');
    return { id, prefix, kind: last.kind, name: last.name, pkg };
  }
}

function relativeTo(dir: string, file: string): string {
  return file.startsWith(`${dir}/`)
    ? file.slice(dir.length + 1)
    : file.slice(file.lastIndexOf('/') + 1);
}
