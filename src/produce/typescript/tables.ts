import type { Access } from '../../dump/index.js';
import type { TS } from './compiler.js';
import { descriptor, packagePrefix } from './monikers.js';
import { builderTables } from './query-builders.js';
import type { Reading } from './reading.js';

export interface TableTouch {
  readonly id: string;
  readonly name: string;
  readonly access: Access;
}

/** Tables are of no package: whoever touches one meets at one node. */
const PREFIX = packagePrefix('.', '.');

const STATEMENT =
  /^\s*(?:--[^\n]*\n\s*)*(?:select\b[\s\S]*\bfrom\b|insert\s+(?:or\s+\w+\s+)?into\b|replace\s+into\b|update\s+[^\s]+\s+set\b|delete\s+from\b|with\s+\w+[\s\S]*\bas\s*\(|merge\s+into\b|(?:create|alter|drop|truncate)\s+(?:table|view)\b|truncate\s+\w)/iu;
const NAME = String.raw`((?:[\w$]+|"[^"]+"|\[[^\]]+\])(?:\.(?:[\w$]+|"[^"]+"|\[[^\]]+\]))*)`;
const WRITES = new RegExp(
  String.raw`\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|merge\s+into|update|delete\s+from|(?:create|alter|drop|truncate)\s+table(?:\s+if\s+(?:not\s+)?exists)?)\s+${NAME}`,
  'giu',
);
const READS = new RegExp(String.raw`(?<!delete\s)\b(?:from|join)\s+${NAME}`, 'giu');
const COMMON = new RegExp(
  String.raw`(?:\bwith|,)\s+(?:recursive\s+)?(\w+)(?:\s*\([^)]*\))?\s+as\s*\(`,
  'giu',
);
const NOT_TABLES = new Set([
  ...['select', 'set', 'where', 'values', 'lateral', 'unnest', 'only', 'dual'],
  // Prose: "select one from the list".
  ...[
    'the',
    'a',
    'an',
    'this',
    'that',
    'these',
    'those',
    'your',
    'my',
    'our',
    'its',
    'their',
    'here',
    'there',
    'scratch',
  ],
]);

/** What a string literal or a query builder's call touches. */
export function touchesOf(reading: Reading, node: TS.Node): TableTouch[] {
  const { ts } = reading;
  if (ts.isStringLiteralLike(node)) return told(tablesOf(node.text));
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(
      ({ expression, literal }) => `${quotedName(reading, expression) ?? '?'}${literal.text}`,
    );
    return told(tablesOf(node.head.text + parts.join('')));
  }
  return ts.isCallExpression(node) ? told(builderTables(reading, node)) : [];
}

/** The name in `${sql.identifier(['public', 'users'])}` (slonik) and `${sql.table('users')}` (kysely). */
function quotedName({ ts }: Reading, part: TS.Expression): string | undefined {
  if (!ts.isCallExpression(part) || !ts.isPropertyAccessExpression(part.expression))
    return undefined;
  const [given] = part.arguments;
  const method = part.expression.name.text;
  if (!given || (method !== 'identifier' && method !== 'table')) return undefined;
  const names = ts.isArrayLiteralExpression(given) ? given.elements : [given];
  const texts = names.map((one) => (ts.isStringLiteralLike(one) ? one.text : undefined));
  return texts.includes(undefined) ? undefined : texts.join('.');
}

function told(tables: ReadonlyMap<string, Access>): TableTouch[] {
  return [...tables].map(([name, access]) => ({
    id: `${PREFIX}table/${descriptor.term(name)}`,
    name,
    access,
  }));
}

/** Tables that the text of an SQL statement touches; empty for any other text. */
export function tablesOf(text: string): Map<string, Access> {
  const touched = new Map<string, Access>();
  if (!STATEMENT.test(text)) return touched;
  const common = new Set([...text.matchAll(COMMON)].map((match) => match[1]!.toLowerCase()));
  const note = (raw: string, access: 'read' | 'write'): void => {
    const name = raw.replaceAll(/["[\]]/gu, '');
    if (NOT_TABLES.has(name.toLowerCase()) || common.has(name.toLowerCase())) return;
    const known = touched.get(name);
    touched.set(name, known !== undefined && known !== access ? 'both' : access);
  };
  for (const match of text.matchAll(WRITES)) note(match[1]!, 'write');
  for (const match of text.matchAll(READS)) note(match[1]!, 'read');
  return touched;
}
