import type { TS } from './compiler.js';
import type { Reading } from './reading.js';

const CASES = new Set(['it', 'test', 'specify', 'bench', 'fit', 'xit', 'xtest']);
const SUITES = new Set(['describe', 'suite', 'context', 'fdescribe', 'xdescribe']);
const FRAMEWORKS =
  /(^|\/)(vitest|@vitest\/\w+|jest|@jest\/\w+|@types\/jest|mocha|@types\/mocha|ava|tape|@types\/tape|uvu|jasmine|@types\/jasmine|bun-types|node:test|@playwright\/test)$/u;

/** Whether a call registers a test case: its callee is a test framework's, or unknown and named so in a test file. */
export function isTestCase(
  reading: Reading,
  call: TS.CallExpression,
  inTestFile: boolean,
): boolean {
  const root = calleeRoot(reading, call.expression);
  if (!root || !CASES.has(root.text)) return false;
  const first = call.arguments[0];
  if (
    !first ||
    call.arguments.length < 2 ||
    (!reading.ts.isStringLiteralLike(first) && !reading.ts.isTemplateExpression(first))
  ) {
    return false;
  }
  return fromFramework(reading, root) ?? inTestFile;
}

/** The name of a test case, its suites before it, as runners print it. */
export function testName(reading: Reading, call: TS.CallExpression): string {
  const { ts } = reading;
  const names = [titleOf(reading, call)];
  for (let node: TS.Node = call.parent; !ts.isSourceFile(node); node = node.parent) {
    if (!ts.isCallExpression(node)) continue;
    const root = calleeRoot(reading, node.expression);
    if (root && SUITES.has(root.text)) names.unshift(titleOf(reading, node));
  }
  return names.join(' > ');
}

function titleOf(reading: Reading, call: TS.CallExpression): string {
  const first = call.arguments[0];
  if (!first) return '';
  return reading.ts.isStringLiteralLike(first) ? first.text : first.getText();
}

/** `it` of `it.each(rows)(…)`, `it.skip(…)`. */
function calleeRoot(reading: Reading, callee: TS.Expression): TS.Identifier | undefined {
  const { ts } = reading;
  let node = callee;
  for (;;) {
    if (ts.isIdentifier(node)) return node;
    if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) node = node.expression;
    else if (ts.isTaggedTemplateExpression(node)) node = node.tag;
    else return undefined;
  }
}

/** Undefined where the callee can't be resolved. */
function fromFramework(reading: Reading, name: TS.Identifier): boolean | undefined {
  const { ts, checker, sources } = reading;
  const found = checker.getSymbolAtLocation(name);
  const symbol =
    found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  const declaration = symbol?.declarations?.[0];
  if (!declaration) return undefined;
  const file = declaration.getSourceFile();
  if (sources.isLocal(file)) return false;
  const pkg = sources.packageOf(file.fileName).name;
  return (
    FRAMEWORKS.test(pkg) || (pkg === '@types/node' && /\/test(\.d)?\.ts$/u.test(file.fileName))
  );
}
