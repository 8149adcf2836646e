import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeHtml } from './html.js';

export interface Place {
  /** Path of the file; relative ones are taken from `root`. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  readonly col?: number;
}

export interface LinkOptions {
  /** Folder of the sources; the present one when absent. */
  readonly root?: string;
  /** URL with `{path}`, `{line}` and `{col}`, as an editor takes it, e.g. `vscode://file{path}:{line}:{col}`. */
  readonly template?: string;
}

/** `file:line` as people and terminals read it. */
export function placeText({ file, line, col }: Place): string {
  if (line === undefined) return file;
  return col === undefined ? `${file}:${line}` : `${file}:${line}:${col}`;
}

/** The URL of a place in the sources. */
export function placeUrl(place: Place, options: LinkOptions = {}): string {
  const full = path.resolve(options.root ?? '.', place.file);
  const url = pathToFileURL(full);
  if (options.template === undefined) {
    return place.line === undefined ? url.href : `${url.href}#L${place.line}`;
  }
  return options.template
    .replaceAll('{path}', url.pathname)
    .replaceAll('{line}', String(place.line ?? 1))
    .replaceAll('{col}', String(place.col ?? 1));
}

/** A terminal hyperlink (OSC 8); terminals without them show the text alone. */
export function terminalLink(text: string, url: string): string {
  // A control character in a URL would end the sequence early.
  // eslint-disable-next-line no-control-regex -- exactly those are refused
  const safe = url.replace(/[\x00-\x1f\x7f-\x9f]/g, '');
  return `\x1b]8;;${safe}\x1b\\${text}\x1b]8;;\x1b\\`;
}

export function terminalPlace(place: Place, options: LinkOptions = {}): string {
  return terminalLink(placeText(place), placeUrl(place, options));
}

/** A link for notebooks and pages. */
export function htmlPlace(place: Place, options: LinkOptions = {}): string {
  return `<a href="${escapeHtml(placeUrl(place, options))}">${escapeHtml(placeText(place))}</a>`;
}
