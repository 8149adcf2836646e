import type { NodeKind } from '../../dump/index.js';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import { descriptor, fileDescriptors, packagePrefix } from './monikers.js';
import type { Package } from './packages.js';
import type { Reading } from './reading.js';

/** Nodes for what other packages declare: one per moniker, made when first mentioned, never with a body. */
export class Externals {
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
      entities.ofId(pkg.prefix) ??
      entities.add({
        id: pkg.prefix,
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
    const prefix = packagePrefix('typescript', ts.version);
    const id = `${prefix}${fileDescriptors('lib/lib.es5.d.ts')}Function#call().`;
    const pkg: Package = { name: 'typescript', version: ts.version, dir: '', manifest: {}, prefix };
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

  #external(declaration: TS.Node, source: TS.SourceFile): Entity {
    const { entities, sources, program, shapes, ts } = this.reading;
    const pkg = sources.packageOf(source.fileName);
    const chain: { readonly text: string; readonly kind: NodeKind; readonly name: string }[] = [];
    for (let node = declaration; !ts.isSourceFile(node); node = node.parent) {
      const shape = shapes.of(node, false);
      if (shape) chain.unshift({ text: shape.descriptor(), kind: shape.kind, name: shape.name });
      else if (ts.isTypeLiteralNode(node))
        chain.unshift({
          text: descriptor.meta('typeLiteral0'),
          kind: 'type_alias',
          name: 'typeLiteral0',
        });
    }
    const file = relativeTo(pkg.dir, source.fileName);
    const last = chain.at(-1) ?? { kind: 'module' as const, name: file };
    const id = pkg.prefix + fileDescriptors(file) + chain.map((step) => step.text).join('');
    const entity =
      entities.ofId(id) ??
      entities.add({
        id,
        kind: last.kind,
        name: last.name,
        pkg,
        local: false,
        origin: sources.origin(program, source),
        hasBody: false,
      });
    entities.bind(declaration, entity);
    return entity;
  }
}

function relativeTo(dir: string, file: string): string {
  return file.startsWith(`${dir}/`)
    ? file.slice(dir.length + 1)
    : file.slice(file.lastIndexOf('/') + 1);
}
