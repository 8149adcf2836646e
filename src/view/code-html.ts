import jsTokens from 'js-tokens';
import { escapeHtml } from './html.js';

const KEYWORDS = new Set(
  (
    'as async await break case catch class const continue default delete do else enum export extends false finally for from ' +
    'function if import in instanceof interface let new null of return static super switch this throw true try type typeof undefined ' +
    'var void while yield'
  ).split(' '),
);

/** TypeScript as HTML with its words, texts and comments marked. */
export function codeHtml(source: string): string {
  const parts: string[] = [];
  for (const token of jsTokens(source)) {
    const text = escapeHtml(token.value);
    const kind = kindOf(token.type, token.value);
    parts.push(kind === null ? text : `<span class="${kind}">${text}</span>`);
  }
  return `<pre class="code"><code>${parts.join('')}</code></pre>`;
}

function kindOf(type: string, value: string): 'k' | 's' | 'c' | 'n' | null {
  switch (type) {
    case 'SingleLineComment':
    case 'MultiLineComment':
      return 'c';
    case 'StringLiteral':
    case 'NoSubstitutionTemplate':
    case 'TemplateHead':
    case 'TemplateMiddle':
    case 'TemplateTail':
    case 'RegularExpressionLiteral':
      return 's';
    case 'NumericLiteral':
      return 'n';
    case 'IdentifierName':
      return KEYWORDS.has(value) ? 'k' : null;
    default:
      return null;
  }
}
