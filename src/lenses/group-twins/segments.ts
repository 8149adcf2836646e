import { Role, spelling, TokenKind, type TextUnit, type TokenStream } from '../../text/index.js';

/** Statements that one def-use chain joins, of one function. */
export interface Segment {
  /** Tokens, ascending. */
  readonly tokens: readonly number[];
  /** Source lines, ascending. */
  readonly lines: readonly number[];
}

/** A statement, or the header of a block, as a range of tokens. */
interface Statement {
  readonly from: number;
  to: number;
  /** Closing brace of the block that it heads; -1 = it heads none. */
  closing: number;
  /** Statements inside of that block: `first .. last`. */
  readonly first: number;
  last: number;
}

/** Words that a block may follow. */
const HEADS: ReadonlySet<string> = new Set(
  'if else for while do loop match switch try catch finally unsafe async with fn function'.split(
    ' ',
  ),
);
const DECLARES: ReadonlySet<string> = new Set(['let', 'const', 'var']);
const COMPOUND = /^(?:\+|-|\*|\/|%|\^|&|\||<<|>>|>>>|\*\*|&&|\|\||\?\?)=$/;

/**
 * The body of a function as groups of statements that share names (S1:2031–2036): a statement joins the group that owns a
 * name that it reads or writes, and then owns the names that it writes; a parameter is owned by nobody until it is written.
 * A header without such a link joins the group that most of its block belongs to, and a closing brace its header.
 */
export function segmentsOf(stream: TokenStream, unit: TextUnit): Segment[] {
  const statements = statementsOf(stream, unit.body, unit.to);
  const root = statements.map((_, at) => at);
  const find = (at: number): number => {
    while (root[at] !== at) at = root[at] = root[root[at]!]!;
    return at;
  };
  const join = (a: number, b: number): void => {
    const [x, y] = [find(a), find(b)];
    if (x !== y) root[Math.max(x, y)] = Math.min(x, y);
  };
  const owner = new Map<string, number>();
  const linked = new Set<number>();
  statements.forEach((statement, at) => {
    const { reads, writes } = namesOf(stream, statement);
    for (const name of [...reads, ...writes]) {
      const other = owner.get(name);
      if (other === undefined) continue;
      join(at, other);
      linked.add(at).add(other);
    }
    for (const name of writes) owner.set(name, at);
  });
  for (let at = statements.length - 1; at >= 0; at--) {
    const { closing, first, last } = statements[at]!;
    if (closing < 0 || linked.has(at)) continue;
    const weight = new Map<number, number>();
    for (let inner = first; inner < last; inner++) {
      const group = find(inner);
      const own = statements[inner]!;
      weight.set(group, (weight.get(group) ?? 0) + own.to - own.from);
    }
    let best = -1;
    for (const [group, tokens] of weight) if (best < 0 || tokens > weight.get(best)!) best = group;
    if (best >= 0) join(at, best);
  }
  const groups = new Map<number, number[]>();
  statements.forEach(({ from, to, closing }, at) => {
    const group = find(at);
    let tokens = groups.get(group);
    if (tokens === undefined) groups.set(group, (tokens = []));
    for (let token = from; token < to; token++) tokens.push(token);
    if (closing >= 0) tokens.push(closing);
  });
  return [...groups.values()].map((tokens): Segment => {
    tokens.sort((a, b) => a - b);
    return {
      tokens,
      lines: [...new Set(tokens.map((token) => stream.line[token]!))].sort((a, b) => a - b),
    };
  });
}

function statementsOf(stream: TokenStream, from: number, to: number): Statement[] {
  const found: Statement[] = [];
  const open: number[] = [];
  let start = from;
  let depth = 0;
  let braces = 0;
  const close = (end: number, closing = -1): number => {
    if (end <= start) return -1;
    return (
      found.push({
        from: start,
        to: end,
        closing,
        first: found.length + 1,
        last: found.length + 1,
      }) - 1
    );
  };
  for (let token = from; token < to; token++) {
    if (stream.kind[token] !== TokenKind.punctuation) continue;
    const mark = spelling(stream, token);
    if (mark === '(' || mark === '[') depth++;
    else if (mark === ')' || mark === ']') depth--;
    else if (mark === '{') {
      // Inside brackets, or where no header leads to it, a brace opens a value and not a block.
      if (depth > 0 || braces > 0 || !heads(stream, start, token)) {
        braces++;
        continue;
      }
      const header = close(token + 1);
      open.push(header);
      start = token + 1;
    } else if (mark === '}') {
      if (braces > 0) {
        braces--;
        continue;
      }
      close(token);
      const header = open.pop() ?? -1;
      if (header >= 0) {
        found[header]!.closing = token;
        found[header]!.last = found.length;
      }
      start = token + 1;
    } else if (mark === ';' && depth === 0 && braces === 0) {
      close(token + 1);
      start = token + 1;
    }
  }
  close(to);
  return found;
}

/** Whether what stands before a brace is the head of a block: the body's own brace, a control word, or an arrow. */
function heads(stream: TokenStream, start: number, brace: number): boolean {
  if (start === brace) return true;
  if (HEADS.has(spelling(stream, start))) return true;
  return spelling(stream, brace - 1) === '=>';
}

/** Values that a statement reads and writes. */
function namesOf(
  stream: TokenStream,
  { from, to }: Statement,
): { readonly reads: ReadonlySet<string>; readonly writes: ReadonlySet<string> } {
  const reads = new Set<string>();
  const writes = new Set<string>();
  let declaring = false;
  for (let token = from; token < to; token++) {
    const word = spelling(stream, token);
    if (DECLARES.has(word)) declaring = true;
    else if (word === '=' || word === 'of' || word === 'in') declaring = false;
    if (stream.role[token] !== Role.V) continue;
    const next = token + 1 < to ? spelling(stream, token + 1) : '';
    const after =
      token + 2 < to && stream.joint[token + 1] === 1 ? spelling(stream, token + 2) : '';
    if (declaring) writes.add(word);
    else if (next === '=' && after !== '=' && after !== '>') writes.add(word);
    else {
      reads.add(word);
      if (COMPOUND.test(next) || (after === '=' && COMPOUND.test(`${next}=`))) writes.add(word);
    }
  }
  return { reads, writes };
}
