import { parseHTML } from 'linkedom';

/** What is read of an element that a library drew. */
export interface DrawnElement {
  readonly outerHTML: string;
  readonly localName: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): DrawnElement | null;
  querySelectorAll(selector: string): Iterable<DrawnElement>;
}

let shared: unknown;

/** One document outside of a browser, for libraries that draw into a DOM. */
export function drawingDocument(): never {
  shared ??= parseHTML('<!doctype html><html><head></head><body></body></html>').document;
  // The DOM's own types are not loaded here, and every library names the document by another type.
  return shared as never;
}
