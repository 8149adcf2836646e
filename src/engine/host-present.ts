import { inspect } from 'node:util';
import type { MimeBundle } from './protocol.js';

/** Characters of the text form of a value; the rest is cut and counted. */
const TEXT_LIMIT = 20_000;

const DISPLAY = Symbol.for('Jupyter.display');

/** The displayed form of a value that the prelude does not know. */
export async function presentPlain(value: unknown): Promise<MimeBundle> {
  if (typeof value === 'object' && value !== null) {
    const own = await ownBundle(value);
    if (own !== null) return own;
    const html = elementBundle(value);
    if (html !== null) return html;
  }
  return { 'text/plain': plainText(value) };
}

async function ownBundle(value: object): Promise<MimeBundle | null> {
  const display = (value as { [DISPLAY]?: unknown })[DISPLAY];
  if (typeof display !== 'function') return null;
  const bundle: unknown = await (display as (this: object) => unknown).call(value);
  if (typeof bundle !== 'object' || bundle === null) return null;
  return { 'text/plain': plainText(value), ...bundle };
}

function elementBundle(value: object): MimeBundle | null {
  const { outerHTML, tagName } = value as { outerHTML?: unknown; tagName?: unknown };
  if (typeof outerHTML !== 'string') return null;
  if (String(tagName).toLowerCase() !== 'svg')
    return { 'text/html': outerHTML, 'text/plain': `<${String(tagName).toLowerCase()}>` };
  const svg = /^<svg[^>]*\sxmlns=/.test(outerHTML)
    ? outerHTML
    : outerHTML.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  return { 'image/svg+xml': svg, 'text/plain': '<svg>' };
}

export function plainText(value: unknown): string {
  if (value instanceof Promise)
    return `${promiseText(value)}  (a promise: write \`await\` before it)`;
  const text = inspect(value, {
    depth: 4,
    maxArrayLength: 50,
    maxStringLength: 5_000,
    breakLength: 100,
  });
  return text.length > TEXT_LIMIT
    ? `${text.slice(0, TEXT_LIMIT)}\n… ${text.length - TEXT_LIMIT} more characters`
    : text;
}

/** A promise without the marks that the tracking of asynchronous calls leaves on it. */
const promiseText = (value: Promise<unknown>): string =>
  inspect(value, { depth: 2 })
    .replace(/,\s*\[Symbol\((?:async_id|trigger_async_id|kResourceStore)[^]*$/, ' }')
    .replace(/^Promise \{\s+/, 'Promise { ');
