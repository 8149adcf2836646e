import jsTokens from 'js-tokens';

/** What a stretch of source is drawn as. */
export type TokenClass =
  | 'keyword'
  | 'type'
  | 'string'
  | 'number'
  | 'regex'
  | 'comment'
  | 'punctuation'
  | 'call'
  | 'property'
  | 'name'
  | 'space'
  | 'invalid';

export interface SourceToken {
  readonly start: number;
  readonly text: string;
  readonly kind: TokenClass;
  /** False where a string, template, comment or expression still needs its end. */
  readonly closed: boolean;
}

const KEYWORDS = new Set(
  (
    'abstract as asserts async await break case catch class const continue debugger declare default delete do else enum ' +
    'export extends false finally for from function get if implements import in infer instanceof interface is keyof let ' +
    'new null of private protected public readonly return satisfies set static super switch this throw true try type ' +
    'typeof undefined unique using var void while yield'
  ).split(' '),
);

const TYPES = new Set('any bigint boolean never number object string symbol unknown'.split(' '));

/** Words of TypeScript that are names everywhere but in their own syntax. */
const CONTEXTUAL = new Set(
  'as asserts from get infer is of readonly set type using keyof unique declare abstract'.split(
    ' ',
  ),
);

/** Splits TypeScript into tokens for drawing. Never fails: what can't be read is `invalid`. */
export function tokenize(source: string): SourceToken[] {
  const raw = [...jsTokens(source)];
  const tokens: SourceToken[] = [];
  let start = 0;
  let previous = '';
  raw.forEach((token, at) => {
    const next = raw.slice(at + 1).find((t) => t.type !== 'WhiteSpace');
    const closed = 'closed' in token ? token.closed : true;
    tokens.push({
      start,
      text: token.value,
      kind: classify(token, previous, next?.value ?? ''),
      closed,
    });
    start += token.value.length;
    if (token.type !== 'WhiteSpace' && token.type !== 'LineTerminatorSequence')
      previous = token.value;
  });
  return tokens;
}

function classify(
  token: { readonly type: string; readonly value: string },
  previous: string,
  next: string,
): TokenClass {
  switch (token.type) {
    case 'StringLiteral':
    case 'NoSubstitutionTemplate':
    case 'TemplateHead':
    case 'TemplateMiddle':
    case 'TemplateTail':
      return 'string';
    case 'RegularExpressionLiteral':
      return 'regex';
    case 'NumericLiteral':
      return 'number';
    case 'MultiLineComment':
    case 'SingleLineComment':
    case 'HashbangComment':
      return 'comment';
    case 'WhiteSpace':
    case 'LineTerminatorSequence':
      return 'space';
    case 'Punctuator':
      return 'punctuation';
    case 'PrivateIdentifier':
      return 'property';
    case 'IdentifierName':
      return name(token.value, previous, next);
    default:
      return 'invalid';
  }
}

function name(word: string, previous: string, next: string): TokenClass {
  const member = previous === '.' || previous === '?.';
  const isName = member || next === ':' || (CONTEXTUAL.has(word) && /^[=.,;()]?$/.test(next));
  if (!isName && KEYWORDS.has(word)) return 'keyword';
  if (
    TYPES.has(word) &&
    (previous === ':' || previous === '|' || previous === '<' || previous === 'as')
  )
    return 'type';
  if (next === '(') return 'call';
  if (member) return 'property';
  return /^\p{Lu}[\p{L}\d]*\p{Ll}/u.test(word) ? 'type' : 'name';
}
