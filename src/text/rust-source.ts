import { createRequire } from 'node:module';
import type { Node, Parser, TreeCursor } from '@vscode/tree-sitter-wasm';
import { wordHash } from './fnv.js';
import type {
  Comment,
  Declaration,
  SourceFacts,
  SourceImport,
  SourceStatement,
  SourceUnit,
} from './source-facts.js';

/** Reads one Rust file; never throws on faulty code, whose parts that parse are read. */
export type RustReader = (text: string) => SourceFacts;

let loaded: Promise<RustReader> | null = null;

/** The reader, once its grammar is loaded: 15 ms, once a process. */
export function rustReader(): Promise<RustReader> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<RustReader> {
  const { default: sitter } = await import('@vscode/tree-sitter-wasm');
  await sitter.Parser.init();
  const grammar = createRequire(import.meta.url).resolve(
    '@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm',
  );
  const parser = new sitter.Parser();
  parser.setLanguage(await sitter.Language.load(grammar));
  return (text) => readRust(parser, text);
}

/** Labels of Rust stand above TypeScript's, so that trees of two languages have none in common. */
const LABELS_FROM = 1000;

const COMMENTS: ReadonlySet<string> = new Set(['line_comment', 'block_comment']);
/** Nodes whose unnamed children are a choice: the operator. */
const OPERATIONS: ReadonlySet<string> = new Set([
  'binary_expression',
  'unary_expression',
  'compound_assignment_expr',
]);
/** Nodes that are one token, whatever stands below them. */
const TOKENS: Readonly<Record<string, string>> = {
  identifier: 'identifier',
  type_identifier: 'identifier',
  field_identifier: 'identifier',
  shorthand_field_identifier: 'identifier',
  metavariable: 'identifier',
  integer_literal: 'number',
  float_literal: 'number',
  string_literal: 'string',
  raw_string_literal: 'string',
  char_literal: 'character',
  lifetime: 'lifetime',
};
const ITEM_KINDS: Readonly<Record<string, string>> = {
  function_item: 'fn',
  function_signature_item: 'fn',
  struct_item: 'struct',
  enum_item: 'enum',
  union_item: 'union',
  trait_item: 'trait',
  type_item: 'type_alias',
  const_item: 'const',
  static_item: 'static',
  macro_definition: 'macro',
};

interface OpenUnit {
  readonly parameters: readonly string[];
  readonly callees: string[];
  readonly literals: string[];
}

function readRust(parser: Parser, text: string): SourceFacts {
  const tree = parser.parse(text)!;
  try {
    const root = tree.rootNode;
    const walk = new Walk(tree.walk());
    walk.visit(false);
    return {
      leaves: BigUint64Array.from(walk.leaves),
      tokenLines: Uint32Array.from(walk.tokenLines),
      units: walk.units,
      declarations: declarationsOf(root),
      spelled: walk.spelled,
      exceptions: walk.exceptions,
      imports: importsOf(root, []),
      comments: joined(walk.comments),
      statements: statementsOf(root),
    };
  } finally {
    tree.delete();
  }
}

/** One walk over the tree: tokens, units with their trees, names and comments. */
class Walk {
  readonly leaves: bigint[] = [];
  readonly tokenLines: number[] = [];
  readonly units: SourceUnit[] = [];
  readonly spelled = new Map<string, number>();
  readonly exceptions = new Set<string>();
  readonly comments: (Comment & { readonly last: number; readonly mark: string })[] = [];
  readonly #labels: number[] = [];
  readonly #leftmost: number[] = [];
  readonly #open: OpenUnit[] = [];

  constructor(private readonly cursor: TreeCursor) {}

  /** Visits the node of the cursor; `tested`: it stands in a test module. Gives its leftmost leaf, -1 where it has no label. */
  visit(tested: boolean): number {
    const { cursor } = this;
    const type = cursor.nodeType;
    if (COMMENTS.has(type)) {
      this.#comment();
      return -1;
    }
    const token = TOKENS[type];
    if (token !== undefined) {
      this.#token(token, tested);
      return this.#label(-1);
    }
    const before = this.#labels.length;
    const unit = this.#unitAt(type);
    if (unit !== null) this.#open.push(unit);
    if (type === 'call_expression' || type === 'macro_invocation') this.#called(cursor.currentNode);
    const inTests = tested || (type === 'mod_item' && isTestModule(cursor.currentNode));
    const named = cursor.nodeIsNamed;
    let first = -1;
    if (cursor.gotoFirstChild()) {
      const operation = OPERATIONS.has(type);
      do {
        const own = cursor.nodeIsNamed;
        const leaf = this.visit(inTests);
        if (leaf >= 0 && first < 0) first = leaf;
        if (operation && !own) {
          const operator = this.#label(-1);
          if (first < 0) first = operator;
        }
      } while (cursor.gotoNextSibling());
      cursor.gotoParent();
    } else this.#leaf(cursor.nodeText);
    const leftmost = named ? this.#label(first) : first;
    if (unit !== null) this.#close(unit, before);
    return leftmost;
  }

  #label(first: number): number {
    const at = this.#labels.push(LABELS_FROM + this.cursor.nodeTypeId) - 1;
    this.#leftmost.push(first < 0 ? at : first);
    return this.#leftmost[at]!;
  }

  #leaf(role: string): void {
    if (role === '') return;
    this.leaves.push(wordHash(role));
    this.tokenLines.push(this.cursor.startPosition.row + 1);
  }

  #token(role: string, tested: boolean): void {
    const word = this.cursor.nodeText;
    this.#leaf(role);
    if (role === 'identifier') {
      const name = word.replace(/^r#/, '');
      if (tested) this.exceptions.add(name);
      else this.spelled.set(name, (this.spelled.get(name) ?? 0) + 1);
    } else if (role !== 'lifetime') for (const unit of this.#open) unit.literals.push(bare(word));
  }

  #comment(): void {
    const { startPosition, endPosition, nodeText } = this.cursor;
    const mark = /^\/\/[/!]?|^\/\*/.exec(nodeText)?.[0] ?? '';
    const text = nodeText
      .replace(/^\/\*+!?|\*+\/\s*$|^\/\/[/!]*/g, '')
      .replace(/^\s*\* ?/gm, '')
      .trim();
    // A doc comment of one line ends at the start of the next line.
    const last = endPosition.column === 0 ? endPosition.row : endPosition.row + 1;
    this.comments.push({ line: startPosition.row + 1, last, mark, text });
  }

  #unitAt(type: string): OpenUnit | null {
    if (type !== 'function_item' && type !== 'closure_expression') return null;
    const parameters = this.cursor.currentNode.childForFieldName('parameters');
    return {
      parameters: (parameters?.namedChildren ?? []).flatMap((one) =>
        one === null || COMMENTS.has(one.type)
          ? []
          : [(one.childForFieldName('pattern') ?? one).text],
      ),
      callees: [],
      literals: [],
    };
  }

  #called(node: Node): void {
    const name =
      node.type === 'macro_invocation' ? node.childForFieldName('macro') : calleeOf(node);
    if (name === null) return;
    const word = node.type === 'macro_invocation' ? `${name.text}!` : name.text;
    for (const unit of this.#open) unit.callees.push(word);
  }

  #close(unit: OpenUnit, from: number): void {
    this.#open.pop();
    const node = this.cursor.currentNode;
    this.units.push({
      name: node.childForFieldName('name')?.text ?? '(anonymous)',
      line: node.startPosition.row + 1,
      endLine: node.endPosition.row + 1,
      tree: {
        labels: Uint32Array.from(this.#labels.slice(from)),
        leftmost: Uint32Array.from(this.#leftmost.slice(from), (leaf) => leaf - from),
      },
      ...unit,
    });
  }
}

const bare = (literal: string): string => literal.replace(/^(?:[bc]?r?#*"|b?')|(?:"#*|')$/g, '');

/** The last name of a callee. */
function calleeOf(call: Node): Node | null {
  let callee = call.childForFieldName('function');
  if (callee?.type === 'generic_function') callee = callee.childForFieldName('function');
  if (callee?.type === 'field_expression') return callee.childForFieldName('field');
  if (callee?.type === 'scoped_identifier') return callee.childForFieldName('name');
  return callee?.type === 'identifier' ? callee : null;
}

const children = (node: Node): Node[] => node.namedChildren.filter((one) => one !== null);

/** `#[cfg(test)]` stands before it. */
function isTestModule(node: Node): boolean {
  for (let one = node.previousNamedSibling; one !== null; one = one.previousNamedSibling) {
    if (COMMENTS.has(one.type)) continue;
    if (one.type !== 'attribute_item') return false;
    if (/^#\[\s*cfg\s*\(\s*test\s*\)\s*\]$/.test(one.text)) return true;
  }
  return false;
}

function declarationsOf(root: Node): Declaration[] {
  return children(root).flatMap((item) => {
    const kind = ITEM_KINDS[item.type];
    const name = item.childForFieldName('name');
    if (kind === undefined || name === null) return [];
    const visible = children(item).find(({ type }) => type === 'visibility_modifier');
    const marks = marksBefore(item);
    return [
      {
        name: name.text,
        line: name.startPosition.row + 1,
        exported: visible !== undefined || marks.some((mark) => mark.includes('macro_export')),
        restricted: visible !== undefined && visible.text !== 'pub',
        kind,
        documented: marks.some((mark) => mark.startsWith('/')),
      },
    ];
  });
}

/** Comments and attributes right before an item. */
function marksBefore(item: Node): string[] {
  const found: string[] = [];
  for (let one = item.previousNamedSibling; one !== null; one = one.previousNamedSibling) {
    if (!COMMENTS.has(one.type) && one.type !== 'attribute_item') break;
    found.push(one.text);
  }
  return found;
}

/** Modules in files of their own and paths that are used, also those written out in the code. */
function importsOf(root: Node, inside: readonly string[]): SourceImport[] {
  return children(root).flatMap((item): SourceImport[] => {
    if (item.type === 'mod_item') return moduleOf(item, inside);
    if (item.type === 'use_declaration') return usesOf(item, inside);
    const written = item.descendantsOfType(['scoped_identifier', 'scoped_type_identifier']);
    return [
      ...item
        .descendantsOfType('use_declaration')
        .flatMap((one) => (one === null ? [] : usesOf(one, inside))),
      ...written.flatMap((path) =>
        path !== null &&
        !/^(scoped|use)/.test(path.parent?.type ?? '') &&
        /^(crate|super|self)::/.test(path.text)
          ? [used(path.text, false, inside)]
          : [],
      ),
    ];
  });
}

/** `mod name;` asks for a file; `mod name { … }` for what its items ask for. */
function moduleOf(item: Node, inside: readonly string[]): SourceImport[] {
  const name = item.childForFieldName('name')?.text ?? '';
  const body = item.childForFieldName('body');
  if (body !== null) return importsOf(body, [...inside, name]);
  const [path] = marksBefore(item).flatMap(
    (mark) => /^#\[\s*path\s*=\s*"([^"]+)"\s*\]$/.exec(mark)?.[1] ?? [],
  );
  const specifier = path === undefined ? [...inside, name].join('/') : `./${path}`;
  return [{ form: 'module', specifier, typeOnly: false, reexported: false }];
}

function usesOf(item: Node, inside: readonly string[]): SourceImport[] {
  const argument = item.childForFieldName('argument');
  const visible = children(item).some(({ type }) => type === 'visibility_modifier');
  return argument === null
    ? []
    : usedPaths(argument, '').map((path) => used(path, visible && path.endsWith('::*'), inside));
}

/** A used path; what an inline module calls `super` or `self` is spelled from its file. */
function used(path: string, reexported: boolean, inside: readonly string[]): SourceImport {
  const segments = path.replace(/\s+/g, '').split('::');
  const around = [...inside];
  while (segments[0] === 'super' && around.length > 0) {
    segments.shift();
    around.pop();
    if (segments[0] !== 'super') segments.unshift('self', ...around);
  }
  return { form: 'use', specifier: segments.join('::'), typeOnly: false, reexported };
}

function usedPaths(tree: Node, before: string): string[] {
  const after = (path: string): string => (before === '' ? path : `${before}::${path}`);
  switch (tree.type) {
    case 'use_list':
      return children(tree).flatMap((one) => usedPaths(one, before));
    case 'scoped_use_list': {
      const path = tree.childForFieldName('path')?.text;
      const list = tree.childForFieldName('list');
      return list === null ? [] : usedPaths(list, path === undefined ? before : after(path));
    }
    case 'use_as_clause':
      return [after(tree.childForFieldName('path')?.text ?? '')];
    case 'use_wildcard':
      return [`${after(children(tree)[0]?.text ?? '')}::*`];
    case 'line_comment':
    case 'block_comment':
      return [];
    default:
      return [tree.text === 'self' && before !== '' ? before : after(tree.text)];
  }
}

const NAMES = Object.keys(TOKENS).filter((type) => TOKENS[type] === 'identifier');

function statementsOf(root: Node): SourceStatement[] {
  return children(root).flatMap((item) => {
    if (COMMENTS.has(item.type) || item.type === 'attribute_item') return [];
    const name = item.childForFieldName('name');
    return [
      {
        line: item.startPosition.row + 1,
        endLine: item.endPosition.row + 1,
        declares: name === null ? [] : [name.text],
        spells: new Set(item.descendantsOfType(NAMES).flatMap((one) => one?.text ?? [])),
      },
    ];
  });
}

/** Line comments with one mark on consecutive lines are one comment. */
function joined(found: Walk['comments']): Comment[] {
  const comments: (Comment & { last: number; mark: string })[] = [];
  for (const one of found) {
    const before = comments[comments.length - 1];
    if (before?.mark === one.mark && one.mark !== '/*' && one.line === before.last + 1) {
      comments[comments.length - 1] = {
        ...before,
        last: one.last,
        text: `${before.text}\n${one.text}`,
      };
    } else comments.push({ ...one });
  }
  return comments.filter(({ text }) => text !== '').map(({ line, text }) => ({ line, text }));
}
