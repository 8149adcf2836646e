import ts from 'typescript';

/** A piece of text put into a cell, at an offset of its source. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
  /** Characters of the source that the text stands for. */
  readonly instead?: number;
}

/** What a cell's text says about itself, without types. */
export interface CellShape {
  readonly file: ts.SourceFile;
  /** Top-level names that later cells see: values and types. */
  readonly declares: readonly string[];
  /** Of these, those declared by `let` or `var`: later cells may assign to them. */
  readonly mutable: readonly string[];
  /** Top-level names of imports (a part of `declares`). */
  readonly imported: readonly string[];
  /** Names that it uses and does not declare at top level. */
  readonly reads: readonly string[];
  /** Module specifiers of static imports, in order. */
  readonly imports: readonly string[];
  /** It declares something for every cell: `declare global`, `declare module`. */
  readonly ambient: boolean;
  /** Names that the cell exports by itself. */
  readonly exported: readonly string[];
}

export function readShape(source: string, fileName = 'cell.ts'): CellShape {
  const kind = fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, kind);
  const declares = new Set<string>();
  const mutable = new Set<string>();
  const imported = new Set<string>();
  const exported = new Set<string>();
  const imports: string[] = [];
  const moduleOf = (node: ts.Expression | undefined): void => {
    if (node !== undefined && ts.isStringLiteralLike(node)) imports.push(node.text);
  };
  for (const statement of file.statements) {
    const names = declaredNames(statement);
    for (const name of names) declares.add(name);
    if (ts.isVariableStatement(statement)) {
      if (!(statement.declarationList.flags & ts.NodeFlags.Const))
        for (const name of names) mutable.add(name);
    } else if (ts.isImportDeclaration(statement)) {
      const clause = statement.importClause;
      if (clause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) moduleOf(statement.moduleSpecifier);
      for (const name of [clause?.name, ...bindingsOf(clause?.namedBindings)]) {
        if (name === undefined) continue;
        declares.add(name.text);
        imported.add(name.text);
      }
    } else if (ts.isImportEqualsDeclaration(statement)) {
      declares.add(statement.name.text);
      if (ts.isExternalModuleReference(statement.moduleReference))
        moduleOf(statement.moduleReference.expression);
    } else if (ts.isExportDeclaration(statement)) {
      moduleOf(statement.moduleSpecifier);
      if (statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause)) {
        for (const { name } of statement.exportClause.elements) exported.add(name.text);
      }
    }
  }
  for (const name of nestedVars(file)) {
    declares.add(name);
    mutable.add(name);
  }
  return {
    file,
    declares: [...declares],
    mutable: [...mutable],
    imported: [...imported],
    exported: [...exported],
    ambient: file.statements.some(
      (statement) => ts.isModuleDeclaration(statement) && !isNamedDeclaration(statement),
    ),
    imports: [...new Set(imports)],
    reads: namesUsed(file).filter((name) => !declares.has(name)),
  };
}

const isUsing = (list: ts.VariableDeclarationList): boolean =>
  (list.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Using ||
  (list.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.AwaitUsing;

/** Names of a binding, patterns included. */
function bindingNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((part) =>
    ts.isBindingElement(part) ? bindingNames(part.name) : [],
  );
}

/** Names that a top-level statement declares for later cells; `using` ends with its cell. */
export function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    const { declarationList } = statement;
    return isUsing(declarationList)
      ? []
      : declarationList.declarations.flatMap(({ name }) => bindingNames(name));
  }
  return isNamedDeclaration(statement) ? [statement.name.text] : [];
}

type NamedDeclaration = (
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.EnumDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.ModuleDeclaration
) & { readonly name: ts.Identifier };

function isNamedDeclaration(node: ts.Node): node is NamedDeclaration {
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isModuleDeclaration(node);
  if (!named || node.name === undefined || !ts.isIdentifier(node.name)) return false;
  return !(ts.isModuleDeclaration(node) && node.flags & ts.NodeFlags.GlobalAugmentation);
}

function bindingsOf(bindings: ts.NamedImportBindings | undefined): ts.Identifier[] {
  if (bindings === undefined) return [];
  return ts.isNamespaceImport(bindings)
    ? [bindings.name]
    : bindings.elements.map(({ name }) => name);
}

/** Names of `var`s inside the blocks and loops of the top level, which belong to the cell as a whole. */
function nestedVars(file: ts.SourceFile): Set<string> {
  const found = new Set<string>();
  const walk = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isModuleDeclaration(node)) return;
    if (
      ts.isVariableDeclarationList(node) &&
      !(node.flags & ts.NodeFlags.BlockScoped) &&
      !isTopLevel(node)
    ) {
      for (const name of node.declarations.flatMap((declaration) => bindingNames(declaration.name)))
        found.add(name);
    }
    ts.forEachChild(node, walk);
  };
  walk(file);
  return found;
}

const isTopLevel = (list: ts.VariableDeclarationList): boolean =>
  ts.isVariableStatement(list.parent) && ts.isSourceFile(list.parent.parent);

/** Identifiers that stand for a value or a type, property names left out. */
function namesUsed(file: ts.SourceFile): string[] {
  const found = new Set<string>();
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isReference(node)) found.add(node.text);
    ts.forEachChild(node, walk);
  };
  walk(file);
  return [...found];
}

function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isEnumMember(parent))
    return parent.initializer === node;
  if (ts.isPropertyDeclaration(parent) || ts.isPropertySignature(parent))
    return parent.name !== node;
  if (ts.isExportSpecifier(parent))
    return (
      (parent.propertyName ?? parent.name) === node &&
      parent.parent.parent.moduleSpecifier === undefined
    );
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent))
    return false;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  if (ts.isJsxAttribute(parent)) return false;
  const named = parent as ts.NamedDeclaration;
  return !(
    named.name === node &&
    (ts.isFunctionLike(parent) ||
      ts.isClassLike(parent) ||
      isNamedDeclaration(parent) ||
      ts.isTypeParameterDeclaration(parent))
  );
}

/** Insertions as they stand in the text; those at one place as they were given. */
export function inOrder(insertions: readonly Insertion[]): readonly Insertion[] {
  return insertions
    .map((insertion, index) => ({ insertion, index }))
    .sort((a, b) => a.insertion.at - b.insertion.at || a.index - b.index)
    .map(({ insertion }) => insertion);
}

/** The cell's text with pieces put in; positions on other lines stay. */
export function insert(source: string, insertions: readonly Insertion[]): string {
  let text = '';
  let from = 0;
  for (const { at, text: piece, instead = 0 } of inOrder(insertions)) {
    text += source.slice(from, at) + piece;
    from = at + instead;
  }
  return text + source.slice(from);
}
