import type { NodeFact, Visibility } from '../../dump/index.js';
import { descriptor } from './ids.js';
import { closing, indexOutside } from './mir/brackets.js';

/** What the first line of an item that no build compiled says of it. */
export interface GatedHead {
  readonly name: string;
  /** By which a compiled one on the same line is known: its name; its kind, where names are written in several ways. */
  readonly key: string;
  /** What its moniker ends with. */
  readonly descriptor: string;
  /** `null` where none is said: an impl, a variant. */
  readonly visibility: Visibility | null;
  /** A field or variant, whose end no bracket marks. */
  readonly isPart: boolean;
}

const VISIBLE = String.raw`(pub(?:\s*\([^)]*\))?\s+)?`;
const ITEM = new RegExp(
  String.raw`^${VISIBLE}(?:(?:default|unsafe|async|const|extern(?:\s+"[^"]*")?)\s+)*(fn|struct|enum|union|trait|mod|static(?:\s+mut)?|const|type)\s+([A-Za-z_]\w*)`,
  'u',
);
const FIELD = new RegExp(String.raw`^${VISIBLE}(?:r#)?([A-Za-z_]\w*)\s*:(?!:)`, 'u');
const VARIANT = /^([A-Za-z_]\w*)\s*(?:[,({=}]|$)/u;
const IMPL = /^(?:unsafe\s+)?impl\b\s*/u;

/** Reads a head as it stands in something of a kind; `null` for what has no node of its own: a `use`, an expression. */
export function gatedHead(text: string, inside: NodeFact['kind']): GatedHead | null {
  if (inside === 'struct' || inside === 'union') {
    const field = FIELD.exec(text);
    return field && part('field', field[2]!, descriptor.term(field[2]!), visibilityOf(field[1]));
  }
  if (inside === 'enum') {
    const variant = VARIANT.exec(text);
    return variant && part('variant', variant[1]!, descriptor.type(variant[1]!), null);
  }
  const item = ITEM.exec(text);
  if (!item) return implHead(text);
  const [, visible, keyword = '', name = ''] = item;
  return {
    name,
    key: name,
    descriptor: descriptorOf(keyword.split(/\s/u)[0]!, name),
    visibility: visibilityOf(visible),
    isPart: false,
  };
}

function part(
  key: 'field' | 'variant',
  name: string,
  text: string,
  visibility: Visibility | null,
): GatedHead {
  return { name, key, descriptor: text, visibility, isPart: true };
}

function visibilityOf(word: string | undefined): Visibility {
  if (word === undefined) return 'private';
  return word.includes('(') ? 'restricted' : 'public';
}

function descriptorOf(keyword: string, name: string): string {
  switch (keyword) {
    case 'fn':
      return descriptor.method(name);
    case 'mod':
      return descriptor.namespace(name);
    case 'const':
    case 'static':
      return descriptor.term(name);
    default:
      return descriptor.type(name);
  }
}

/** `impl<T> fmt::Debug for Store<T> where …`: types are named as they are written, without the path before them. */
function implHead(text: string): GatedHead | null {
  const head = IMPL.exec(text);
  if (!head) return null;
  let rest = text.slice(head[0].length);
  if (rest.startsWith('<')) rest = rest.slice(closing(rest, 0) + 1);
  const open = indexOutside(rest, '{');
  if (open < 0) return null;
  const [subject = ''] = rest.slice(0, open).split(/\bwhere\b/u);
  const words = subject.replaceAll(/\s+/gu, ' ').trim();
  const cut = words.indexOf(' for ');
  const trait = cut < 0 ? null : withoutPath(words.slice(0, cut));
  const self = withoutPath(cut < 0 ? words : words.slice(cut + ' for '.length));
  if (self === '' || /[$]/u.test(words)) return null;
  return {
    name: trait === null ? self : `${trait} for ${self}`,
    key: 'impl',
    descriptor: descriptor.impl(self, trait),
    visibility: null,
    isPart: false,
  };
}

function withoutPath(type: string): string {
  return type.trim().replace(/^(?:\w+::)+/u, '');
}
