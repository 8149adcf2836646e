import { parseHTML } from 'linkedom';
import temml from 'temml';
import { escapeHtml } from './html.js';

/** A TeX formula as MathML, which browsers draw by themselves. A formula that does not parse stays as code. */
export function formulaMathml(tex: string, options: { readonly display?: boolean } = {}): string {
  try {
    return temml.renderToString(tex, { displayMode: options.display ?? true, throwOnError: true });
  } catch {
    return `<code>${escapeHtml(tex)}</code>`;
  }
}

/** A TeX formula as one line of Unicode text, for terminals: `Σ_{i<n} wᵢ ≥ τ`. */
export function formulaText(tex: string): string {
  let markup: string;
  try {
    markup = temml.renderToString(tex, { throwOnError: true });
  } catch {
    return tex;
  }
  const { document } = parseHTML(`<html><body>${markup}</body></html>`);
  const math = document.querySelector('math');
  return math === null
    ? tex
    : linear(math as unknown as MathNode)
        .replace(/\s+/g, ' ')
        .trim();
}

/** The part of a DOM node that is read here. */
interface MathNode {
  readonly nodeType: number;
  readonly localName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<MathNode>;
  getAttribute(name: string): string | null;
}

const SUPERSCRIPTS = new Map(
  Object.entries({
    0: '⁰',
    1: '¹',
    2: '²',
    3: '³',
    4: '⁴',
    5: '⁵',
    6: '⁶',
    7: '⁷',
    8: '⁸',
    9: '⁹',
    '+': '⁺',
    '-': '⁻',
    '−': '⁻',
    '=': '⁼',
    '(': '⁽',
    ')': '⁾',
    n: 'ⁿ',
    i: 'ⁱ',
    k: 'ᵏ',
    t: 'ᵗ',
    T: 'ᵀ',
    '⊤': 'ᵀ',
    '′': '′',
    '*': '*',
    '∗': '*',
    r: 'ʳ',
    b: 'ᵇ',
    d: 'ᵈ',
    m: 'ᵐ',
    x: 'ˣ',
  }),
);
const SUBSCRIPTS = new Map(
  Object.entries({
    0: '₀',
    1: '₁',
    2: '₂',
    3: '₃',
    4: '₄',
    5: '₅',
    6: '₆',
    7: '₇',
    8: '₈',
    9: '₉',
    '+': '₊',
    '-': '₋',
    '−': '₋',
    '=': '₌',
    '(': '₍',
    ')': '₎',
    a: 'ₐ',
    e: 'ₑ',
    h: 'ₕ',
    i: 'ᵢ',
    j: 'ⱼ',
    k: 'ₖ',
    l: 'ₗ',
    m: 'ₘ',
    n: 'ₙ',
    o: 'ₒ',
    p: 'ₚ',
    r: 'ᵣ',
    s: 'ₛ',
    t: 'ₜ',
    u: 'ᵤ',
    v: 'ᵥ',
    x: 'ₓ',
  }),
);

/** Marks above a letter, as combining characters. */
const ACCENTS = new Map([
  ['^', '\u0302'],
  ['ˆ', '\u0302'],
  ['~', '\u0303'],
  ['˜', '\u0303'],
  ['→', '\u20d7'],
  ['˙', '\u0307'],
  ['.', '\u0307'],
  ['¯', '\u0304'],
  ['‾', '\u0304'],
  ['―', '\u0304'],
]);

const SPACED = /^[=<>≤≥≠≈≡∈∉⊂⊆∪∩→←⇒⇔↦∧∨+−±×·∘⊕⊗∣|:]$/u;

/** The base with its scripts; blanks around an operator go outside of them. */
function scripted(base: MathNode, scripts: string): string {
  const text = linear(base);
  const isOperator = base.localName === 'mo' && /^[∑∏⋃⋂⋁⋀∫]|[a-z]{2,}/u.test(text);
  const blank = /\s$/.test(text) || isOperator ? ' ' : '';
  return `${text.trimEnd()}${scripts}${blank}`;
}

function elements(node: MathNode): MathNode[] {
  return Array.from(node.childNodes).filter((child) => child.nodeType === 1);
}

function linear(node: MathNode): string {
  const parts = elements(node);
  const [first, second, third] = parts;
  switch (node.localName) {
    case 'annotation':
      return '';
    case 'mi':
    case 'mn':
    case 'mtext':
    case 'ms':
      return plainLetters(node.textContent ?? '');
    case 'mo':
      return operator(node);
    case 'mspace':
      return ' ';
    case 'mfrac':
      return `${grouped(first)}/${grouped(second)}`;
    case 'msqrt':
      return `√(${parts.map(linear).join('')})`;
    case 'mroot':
      return `${script(linear(second!), SUPERSCRIPTS, '')}√(${linear(first!)})`;
    case 'msup':
    case 'mover':
      return overOrSup(node, first, second);
    case 'msub':
    case 'munder':
      return scripted(first!, script(linear(second!).trim(), SUBSCRIPTS, '_'));
    case 'msubsup':
    case 'munderover':
      return scripted(
        first!,
        script(linear(second!).trim(), SUBSCRIPTS, '_') +
          script(linear(third!).trim(), SUPERSCRIPTS, '^'),
      );
    case 'mtr':
      return `${parts.map((part) => linear(part).trim()).join(' ')}; `;
    default:
      return parts.map(linear).join('');
  }
}

function overOrSup(node: MathNode, base: MathNode | undefined, over: MathNode | undefined): string {
  const mark = linear(over!).trim();
  const accent = node.localName === 'mover' ? ACCENTS.get(mark) : undefined;
  if (accent !== undefined) return `${linear(base!)}${accent}`;
  return scripted(base!, script(mark, SUPERSCRIPTS, '^'));
}

function operator(node: MathNode): string {
  const sign = plainLetters(node.textContent ?? '').replace(/[\u2061-\u2064]|\ufe0e|\ufe0f/g, '');
  if (/^[a-zA-Z]{2,}$/.test(sign)) return sign === 'mod' ? ` ${sign} ` : `${sign} `;
  if (sign === ',' || sign === ';') return `${sign} `;
  return SPACED.test(sign) && node.getAttribute('form') !== 'prefix' ? ` ${sign} ` : sign;
}

/** Parts of a fraction that are more than one symbol stand in brackets. */
function grouped(node: MathNode | undefined): string {
  const text = linear(node!).trim();
  return /^(\p{L}|\d|\.)+[₀-₉ᵢⱼₖ⁰¹²³⁴-⁹]*$/u.test(text) || /^[|(⌊⌈][^|()]*[|)⌋⌉]$/u.test(text)
    ? text
    : `(${text})`;
}

function script(text: string, letters: ReadonlyMap<string, string>, mark: string): string {
  const small = Array.from(text, (character) => letters.get(character));
  if (text !== '' && small.every((character) => character !== undefined)) return small.join('');
  return Array.from(text).length === 1 ? `${mark}${text}` : `${mark}{${text}}`;
}

/** Mathematical alphabets (italic, script, double-struck) as the letters that every terminal font has. */
function plainLetters(text: string): string {
  return text.normalize('NFKC');
}
