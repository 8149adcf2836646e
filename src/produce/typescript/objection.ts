import type { TS } from './compiler.js';
import type { Reading } from './reading.js';

/**
 * Table of the model that a call of objection begins a query of: `Person.query()`, `person.$query()`, and by name of a
 * relation `Person.relatedQuery('pets')`, `person.$relatedQuery('pets')`.
 */
export function objectionTable(reading: Reading, call: TS.CallExpression): string | undefined {
  const { ts, checker } = reading;
  const callee = call.expression;
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const isRelated = /^\$?relatedQuery$/u.test(callee.name.text);
  if (!isRelated && !/^\$?query$/u.test(callee.name.text)) return undefined;
  const model = classOf(reading, checker.getTypeAtLocation(callee.expression));
  if (!model || !isRelated) return model && tableOfModel(reading, model);
  const [relation] = call.arguments;
  if (!relation || !ts.isStringLiteralLike(relation)) return undefined;
  const related = relatedModel(reading, model, relation.text);
  return related && tableOfModel(reading, related);
}

function classOf({ ts }: Reading, type: TS.Type): TS.ClassLikeDeclaration | undefined {
  return type.getSymbol()?.declarations?.find((one) => ts.isClassLike(one));
}

/** What `static tableName = '…'` or its getter says, of the class or the nearest one that it extends. */
function tableOfModel(reading: Reading, model: TS.ClassLikeDeclaration): string | undefined {
  const value = staticValue(reading, model, 'tableName');
  return value && reading.ts.isStringLiteralLike(value) ? value.text : undefined;
}

/** The class that `static relationMappings = { pets: { modelClass: Animal, … } }` names. */
function relatedModel(
  reading: Reading,
  model: TS.ClassLikeDeclaration,
  relation: string,
): TS.ClassLikeDeclaration | undefined {
  const { checker } = reading;
  const mapping = propertyOf(reading, staticValue(reading, model, 'relationMappings'), relation);
  const named = propertyOf(reading, mapping, 'modelClass');
  return named && classOf(reading, checker.getTypeAtLocation(named));
}

/** What a static property is, or what its getter or method returns. */
function staticValue(
  reading: Reading,
  model: TS.ClassLikeDeclaration,
  name: string,
): TS.Expression | undefined {
  const { ts, checker, syntax } = reading;
  const member = checker.getTypeOfSymbol(symbolOf(reading, model)!).getProperty(name);
  const declaration = member?.valueDeclaration;
  if (!declaration) return undefined;
  if (ts.isPropertyDeclaration(declaration)) {
    const value = declaration.initializer && syntax.bare(declaration.initializer);
    return value && ts.isArrowFunction(value) ? returned(reading, value.body) : value;
  }
  const isCode = ts.isGetAccessorDeclaration(declaration) || ts.isMethodDeclaration(declaration);
  return isCode ? returned(reading, declaration.body) : undefined;
}

function symbolOf({ checker }: Reading, model: TS.ClassLikeDeclaration): TS.Symbol | undefined {
  return model.name
    ? checker.getSymbolAtLocation(model.name)
    : checker.getTypeAtLocation(model).getSymbol();
}

function returned(reading: Reading, body: TS.ConciseBody | undefined): TS.Expression | undefined {
  const { ts, syntax } = reading;
  if (!body || !ts.isBlock(body)) return body && syntax.bare(body);
  const last = body.statements.find((one) => ts.isReturnStatement(one));
  return last?.expression && syntax.bare(last.expression);
}

function propertyOf(
  { ts, syntax }: Reading,
  holder: TS.Expression | undefined,
  name: string,
): TS.Expression | undefined {
  if (!holder || !ts.isObjectLiteralExpression(holder)) return undefined;
  for (const property of holder.properties) {
    if (ts.isPropertyAssignment(property) && syntax.nameText(property.name) === name)
      return syntax.bare(property.initializer);
  }
  return undefined;
}
