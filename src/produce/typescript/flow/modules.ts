import type { TS } from '../compiler.js';
import { isScript } from '../projects.js';
import type { UntypedImports } from '../untyped-imports.js';
import type { Constraints, FlowTools } from './constraints.js';
import type { Cell } from './solver.js';

/** What scripts export and import. */
export class Modules {
  readonly #exports = new Map<TS.SourceFile, Cell>();
  readonly #first = new Map<TS.SourceFile, Cell>();
  readonly #namespaces = new Map<TS.SourceFile, Cell>();

  constructor(
    private readonly tools: FlowTools,
    private readonly constraints: Constraints,
    private readonly untyped: UntypedImports,
  ) {}

  /** `module.exports` of a file: the object that it begins with, and whatever takes its place. */
  exportsOf(file: TS.SourceFile): Cell {
    const known = this.#exports.get(file);
    if (known) return known;
    const { solver } = this.tools;
    const cell = solver.cell();
    this.#exports.set(file, cell);
    solver.flow(this.firstExports(file), cell);
    return cell;
  }

  /** `exports` of a file, by that name. */
  firstExports(file: TS.SourceFile): Cell {
    const known = this.#first.get(file);
    if (known) return known;
    const { solver, values } = this.tools;
    const cell = solver.cell();
    this.#first.set(file, cell);
    solver.add(cell, values.object('module', file));
    return cell;
  }

  isModule(node: TS.Expression): boolean {
    return this.#isOfFile(node, 'module');
  }

  isExports(node: TS.Expression): boolean {
    return this.#isOfFile(node, 'exports');
  }

  /** What importing a file gives: what it puts into `module.exports`, or its exports by name. */
  valueOf(file: TS.SourceFile): Cell {
    const { ts, checker } = this.tools.reading;
    if (!ts.isExternalModule(file) && isScript(file.fileName)) return this.exportsOf(file);
    const known = this.#namespaces.get(file);
    if (known) return known;
    const { solver, values } = this.tools;
    const cell = solver.cell();
    this.#namespaces.set(file, cell);
    const namespace = values.object('module', file);
    solver.add(cell, namespace);
    const module = checker.getSymbolAtLocation(file);
    for (const one of module ? checker.getExportsOfModule(module) : []) {
      const isAlias = (one.flags & ts.SymbolFlags.Alias) !== 0;
      const target = isAlias ? checker.getAliasedSymbol(one) : one;
      solver.flow(this.constraints.symbol(target), values.property(namespace, one.name));
    }
    return cell;
  }

  /** What `require('…')` or `import('…')` gives. */
  required(specifier: TS.StringLiteralLike): Cell | undefined {
    const { solver, values } = this.tools;
    const found = this.untyped.moduleOf(specifier, specifier);
    if (!found) return undefined;
    if (found.sort === 'script') return this.valueOf(found.file);
    const cell = solver.cell();
    const types = this.#typesOf(specifier);
    if (types === 'none') solver.add(cell, values.external(found.package, undefined, false));
    else if (types) solver.add(cell, values.declared(types, undefined));
    return cell;
  }

  /** What the types of a package say that requiring it gives; `none` where it has no types. */
  #typesOf(specifier: TS.StringLiteralLike): TS.Type | 'none' | undefined {
    const { ts, checker } = this.tools.reading;
    if (!checker.getSymbolAtLocation(specifier)?.declarations?.length) return 'none';
    const { parent } = specifier;
    if (!ts.isCallExpression(parent) || !ts.isIdentifier(parent.expression)) return undefined;
    const type = checker.getTypeAtLocation(parent);
    return type.flags & ts.TypeFlags.Object ? type : undefined;
  }

  /** What an import of a package without types binds a name to. */
  imported(binding: TS.Node): Cell | undefined {
    const { ts } = this.tools.reading;
    const isOne =
      ts.isImportSpecifier(binding) || ts.isNamespaceImport(binding) || ts.isImportClause(binding);
    const imported = isOne ? this.untyped.importOf(binding) : undefined;
    const whole = imported && this.required(imported.specifier);
    if (!imported || !whole || imported.name === undefined) return whole;
    const cell = this.tools.solver.cell();
    this.tools.properties.read(whole, imported.name, cell);
    return cell;
  }

  #isOfFile(node: TS.Expression, name: string): boolean {
    const { ts, checker } = this.tools.reading;
    if (!ts.isIdentifier(node) || node.text !== name) return false;
    const file = node.getSourceFile();
    if (!isScript(file.fileName)) return false;
    const declarations = checker.getSymbolAtLocation(node)?.declarations ?? [];
    return declarations.every(
      (one) => one.getSourceFile() !== file || ts.isSourceFile(one) || !isVariable(ts, one),
    );
  }
}

function isVariable(ts: FlowTools['reading']['ts'], declaration: TS.Node): boolean {
  return (
    ts.isVariableDeclaration(declaration) ||
    ts.isParameter(declaration) ||
    ts.isBindingElement(declaration) ||
    ts.isFunctionDeclaration(declaration)
  );
}
