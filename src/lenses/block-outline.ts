import {
  calleeOf,
  definitionsAndUses,
  parsePayload,
  terminatorOperands,
  type Block,
} from '../dump/index.js';
import type { CodeGraph } from '../graph/index.js';

/** How a block ends: all that walks over blocks need. */
export interface BlockEnd {
  /** Leading word of the terminator. */
  readonly word: string;
  /** Moniker that it calls; `null` = no call. */
  readonly callee: string | null;
}

/** What the manual's rules read of a block, whoever spelled its statements (S1:2488–2493, 2564–2572). */
export interface BlockOutline extends BlockEnd {
  readonly hasConstantString: boolean;
  /** Locals, ascending. */
  readonly definitions: readonly number[];
  readonly uses: readonly number[];
}

/** The same of a payload that follows no grammar of ours, with what its statements alone do. */
export interface TextOutline extends BlockOutline {
  /** Local of each argument of a call; `null` = a constant, or none that can be read. */
  readonly operands: readonly (number | null)[];
  /** Local that the terminator writes; `null` = none. */
  readonly to: number | null;
  readonly written: readonly number[];
  readonly read: readonly number[];
  /** Locals that the block declares, in their order there. */
  readonly declared: readonly number[];
  /** Line of the terminator; 0 = none. */
  readonly line: number;
}

/** How blocks end, in our grammar and in MIR: another word might be a call of its own kind. */
const ENDS: ReadonlySet<string> = new Set([
  'assert',
  'await',
  'call',
  'drop',
  'falseedge',
  'falseunwind',
  'goto',
  'resume',
  'return',
  'switch',
  'tailcall',
  'throw',
  'unreachable',
  'yield',
]);

/** How a block of a dump ends; `null` = its payload has no outer form, or ends in a word that nobody knows. */
export function blockEnd(graph: CodeGraph, block: number): BlockEnd | null {
  const text = payloadOf(graph, block);
  const parsed = parsePayload(text);
  if (parsed !== null) return endOf(parsed);
  const outline = outlineOfText(text);
  return outline !== null && ENDS.has(outline.word.toLowerCase()) ? outline : null;
}

/** The outline of a block of a dump; `null` = unparsable. */
export function outlineOf(graph: CodeGraph, block: number): BlockOutline | null {
  const text = payloadOf(graph, block);
  const parsed = parsePayload(text);
  if (parsed === null) return outlineOfText(text);
  const strings = terminatorOperands(parsed.terminator).some(
    (one) => one.place === 'constant' && isString(one.type),
  );
  return {
    ...endOf(parsed),
    hasConstantString: 'operands' in parsed.terminator && strings,
    ...definitionsAndUses(parsed),
  };
}

/** The outline of a block whose payload follows no grammar of ours; `null` = unparsable. */
export const foreignOutlineOf = (graph: CodeGraph, block: number): TextOutline | null =>
  outlineOfText(payloadOf(graph, block));

const payloadOf = (graph: CodeGraph, block: number): string => graph.ty?.at(block) ?? '';

const endOf = (block: Block): BlockEnd => ({
  word: block.terminator.op,
  callee: calleeOf(block),
});

const isString = (type: string): boolean => type === '&str' || type === '&&str';

/**
 * A payload by its outer form alone: five sections, the first a fingerprint of 16 hex digits. A dump of another producer
 * spells its statements in its own way; the manual's rules for definitions and uses need no more than this.
 */
export function outlineOfText(text: string): TextOutline | null {
  const separator = text.includes('␞') ? '␞' : '\u001e';
  const [fingerprint = '', terminator = '', statements = '', declarations = '', ...rest] =
    text.split(separator);
  if (!/^[0-9a-f]{16}$/u.test(fingerprint) || rest.length === 0) return null;
  const entry = separator === '␞' ? '␟' : '\u001f';
  const entries = (section: string): string[] => (section === '' ? [] : section.split(entry));
  const { text: term, line } = withoutPosition(terminator);
  const written = new Set<number>();
  const read = new Set<number>();
  for (const statement of entries(statements))
    addDefinitionsAndUses(withoutPosition(statement).text, written, read);
  const definitions = new Set(written);
  const uses = new Set(read);
  addDefinitionsAndUses(term, definitions, uses);
  const call = /^(?:tail)?call (?<callee>[^⟨]*)⟨(?<given>.*)⟩/su.exec(term)?.groups;
  const given = call === undefined || call.given === '' ? [] : call.given!.split(', ');
  const to = /->_(\d+)[^>]*$/u.exec(term);
  return {
    word: /^\S*/u.exec(term)![0],
    callee: call?.callee ?? null,
    operands: given.map((one) => localsIn(one)[0] ?? null),
    to: to === null ? null : Number(to[1]),
    hasConstantString: given.some((one) => one.startsWith('k:') && isString(one.slice(2))),
    definitions: ascending(definitions),
    uses: ascending(uses),
    written: ascending(written),
    read: ascending(read),
    declared: entries(declarations).flatMap((one) => localsIn(one.split(':')[0]!)),
    line,
  };
}

/** Before the first `=` that is no `==`, a local alone is defined; so is one after the last `->`. */
function addDefinitionsAndUses(text: string, definitions: Set<number>, uses: Set<number>): void {
  const cut = text.indexOf('=');
  const isWrite = cut >= 0 && text[cut + 1] !== '=';
  const left = isWrite ? /^_(\d+)$/u.exec(text.slice(0, cut).trim()) : null;
  if (left !== null) definitions.add(Number(left[1]));
  const arrow = text.lastIndexOf('->');
  const result = arrow < 0 ? null : /^_(\d+)/u.exec(text.slice(arrow + 2));
  if (result !== null) definitions.add(Number(result[1]));
  for (const local of localsIn(isWrite ? text.slice(cut + 1) : text)) uses.add(local);
}

/** `_n` at the start or after what is no ASCII letter or digit. */
const localsIn = (text: string): number[] =>
  [...text.matchAll(/(?<![0-9A-Za-z])_(\d+)/gu)].map(([, local]) => Number(local));

function withoutPosition(entry: string): { readonly text: string; readonly line: number } {
  const at = /@(\d+):\d+$/u.exec(entry);
  return at === null
    ? { text: entry, line: 0 }
    : { text: entry.slice(0, at.index), line: Number(at[1]) };
}

const ascending = (numbers: ReadonlySet<number>): number[] => [...numbers].sort((a, b) => a - b);
