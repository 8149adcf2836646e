import type { Access } from '../../dump/index.js';
import type { TS } from './compiler.js';
import { objectionTable } from './objection.js';
import type { Reading } from './reading.js';

/** Methods whose first argument names a table, and what they do with it; `chain`: what is called on their result says. */
const BUILDERS: Readonly<Record<string, Access | 'chain'>> = {
  selectFrom: 'read',
  insertInto: 'write',
  updateTable: 'write',
  deleteFrom: 'write',
  replaceInto: 'write',
  mergeInto: 'write',
  innerJoin: 'read',
  leftJoin: 'read',
  rightJoin: 'read',
  fullJoin: 'read',
  join: 'read',
  into: 'write',
  from: 'chain',
  table: 'chain',
  insert: 'write',
  update: 'write',
  delete: 'write',
};
const PACKAGES = /^(knex|kysely|@supabase\/.*|objection|drizzle-orm)$/u;
/** Functions of drizzle-orm that make a table of a name. */
const TABLE_MAKERS = new Set(['pgTable', 'mysqlTable', 'sqliteTable', 'singlestoreTable']);
/** `patchAndFetchById`, `insertGraph`: what begins so writes, whatever else it does. */
const CHAINED_WRITE =
  /^(insert|update|upsert|patch|delete|del$|truncate|increment|decrement|batchInsert|relate$|unrelate$)/u;
const PRISMA_READS = /^(find|count|aggregate|groupBy)/u;
const PRISMA_WRITES = /^(create|update|delete|upsert)/u;

/** Tables that a call of a common query builder touches. Cheap questions first: most calls are of none. */
export function builderTables(reading: Reading, call: TS.CallExpression): Map<string, Access> {
  const { ts } = reading;
  const callee = call.expression;
  const method = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
  const touched = new Map<string, Access>();
  const isMaker = ts.isIdentifier(callee) && TABLE_MAKERS.has(callee.text);
  const known = method !== undefined ? builderMethod(method) : isMaker ? undefined : 'chain';
  const table = known === undefined ? undefined : tableOf(reading, call);
  if (known !== undefined && table !== undefined && isBuilders(reading, call))
    touched.set(table, known === 'chain' ? chainedAccess(reading, call) : known);
  const ofModel = objectionTable(reading, call);
  if (ofModel !== undefined && isBuilders(reading, call))
    touched.set(ofModel, chainedAccess(reading, call));
  const model = prismaModel(reading, callee);
  if (model !== undefined) touched.set(model, PRISMA_READS.test(method!) ? 'read' : 'write');
  return touched;
}

function builderMethod(name: string): Access | 'chain' | undefined {
  return Object.hasOwn(BUILDERS, name) ? BUILDERS[name] : undefined;
}

/** The name in `from('t as x')` and of the table that `from(users)` was made as. */
function tableOf(reading: Reading, call: TS.CallExpression): string | undefined {
  const { ts, checker, syntax } = reading;
  const first = call.arguments[0];
  if (!first) return undefined;
  if (ts.isStringLiteralLike(first)) return first.text.split(/\s+as\s+/iu)[0];
  if (!ts.isIdentifier(first) && !ts.isPropertyAccessExpression(first)) return undefined;
  if (!ts.isPropertyAccessExpression(call.expression)) return undefined;
  const named = checker.getSymbolAtLocation(first);
  const symbol =
    named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
  const declared = symbol?.valueDeclaration;
  const made =
    declared && ts.isVariableDeclaration(declared) && declared.initializer
      ? syntax.bare(declared.initializer)
      : undefined;
  if (!made || !ts.isCallExpression(made)) return undefined;
  const maker = syntax.nameText(
    ts.isPropertyAccessExpression(made.expression) ? made.expression.name : made.expression,
  );
  const name = made.arguments[0];
  return maker !== undefined && TABLE_MAKERS.has(maker) && name && ts.isStringLiteralLike(name)
    ? name.text
    : undefined;
}

function isBuilders(reading: Reading, call: TS.CallExpression): boolean {
  const { checker, sources } = reading;
  const isOfOne = (signature: TS.Signature | undefined): boolean =>
    signature?.declaration !== undefined &&
    PACKAGES.test(sources.packageOf(signature.declaration.getSourceFile().fileName).name);
  // To choose among signatures takes the types of all arguments.
  const signatures = checker.getTypeAtLocation(call.expression).getCallSignatures();
  if (signatures.length > 0 && !signatures.some(isOfOne)) return false;
  return isOfOne(checker.getResolvedSignature(call));
}

/** `knex('t').where(…).update(…)` writes; a chain that says nothing selects. */
function chainedAccess(reading: Reading, call: TS.CallExpression): Access {
  const { ts } = reading;
  let at: TS.Node = call;
  while (ts.isPropertyAccessExpression(at.parent) && at.parent.expression === at) {
    if (CHAINED_WRITE.test(at.parent.name.text)) return 'write';
    at = at.parent;
    if (ts.isCallExpression(at.parent) && at.parent.expression === at) at = at.parent;
  }
  return 'read';
}

/** `prisma.user.findMany()`: the model is the table. */
function prismaModel(reading: Reading, callee: TS.Expression): string | undefined {
  const { ts, checker } = reading;
  if (!ts.isPropertyAccessExpression(callee) || !ts.isPropertyAccessExpression(callee.expression))
    return undefined;
  const method = callee.name.text;
  if (!PRISMA_READS.test(method) && !PRISMA_WRITES.test(method)) return undefined;
  const client = checker.getTypeAtLocation(callee.expression.expression).getSymbol()?.name;
  return client === 'PrismaClient' ? callee.expression.name.text : undefined;
}
