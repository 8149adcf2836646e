import { randomUUID } from 'node:crypto';
import type { HostContext, MimeBundle } from '../engine/index.js';

/** What `display` gives back: the same place can be shown anew. */
export interface Displayed {
  readonly id: string;
  update(value: unknown): Promise<void>;
}

export interface Display {
  /** Shows any value now, before the cell has ended. */
  (value: unknown): Promise<Displayed>;
  html(text: string): Promise<Displayed>;
  markdown(text: string): Promise<Displayed>;
  svg(text: string): Promise<Displayed>;
  png(bytes: Uint8Array): Promise<Displayed>;
  /** Any MIME bundle; `text/plain` is added where it is left out. */
  bundle(bundle: Readonly<Record<string, unknown>>): Promise<Displayed>;
  /** Takes away what the cell has shown so far; with `wait`, once there is something to take its place. */
  clear(options?: { readonly wait?: boolean }): void;
}

/** A value that is shown as the bundle that it holds. */
class Bundled {
  constructor(readonly bundle: MimeBundle) {}

  [Symbol.for('Jupyter.display')](): MimeBundle {
    return this.bundle;
  }
}

export function cellDisplay(host: HostContext): Display {
  const show = async (type: 'display' | 'update', id: string, value: unknown): Promise<void> => {
    const { bundle, handle } = await host.present(value);
    host.emit({ type, id, bundle, ...(handle !== undefined && { handle }) });
  };
  const display = async (value: unknown): Promise<Displayed> => {
    const id = randomUUID();
    await show('display', id, value);
    return { id, update: (next) => show('update', id, next) };
  };
  const bundle = (parts: Readonly<Record<string, unknown>>) =>
    display(new Bundled({ 'text/plain': firstText(parts), ...parts }));
  return Object.assign(display, {
    html: (text: string) => bundle({ 'text/html': text }),
    markdown: (text: string) => bundle({ 'text/markdown': text, 'text/plain': text }),
    svg: (text: string) => bundle({ 'image/svg+xml': text }),
    png: (bytes: Uint8Array) => bundle({ 'image/png': Buffer.from(bytes).toString('base64') }),
    bundle,
    clear: ({ wait = false }: { readonly wait?: boolean } = {}) =>
      host.emit({ type: 'clear', wait }),
  });
}

const firstText = (parts: Readonly<Record<string, unknown>>): string =>
  `<${Object.keys(parts)[0] ?? 'nothing'}>`;

export interface Progress {
  /** Tells how far the cell is; `total` may be left out. */
  (what: string, done: number, total?: number): void;
  /** The same items, with progress told as they are taken. */
  over<T>(items: Iterable<T>, what?: string): Generator<T>;
}

export function cellProgress(host: HostContext): Progress {
  const progress = (what: string, done: number, total?: number): void =>
    host.emit({ type: 'progress', what, done, ...(total !== undefined && { total }) });
  function* over<T>(items: Iterable<T>, what = 'items'): Generator<T> {
    const total = Array.isArray(items)
      ? items.length
      : items instanceof Set || items instanceof Map
        ? items.size
        : undefined;
    let done = 0;
    progress(what, 0, total);
    for (const item of items) {
      yield item;
      progress(what, ++done, total);
    }
  }
  return Object.assign(progress, { over });
}

/** Asks the user for a line of text. */
export const cellInput =
  (host: HostContext) =>
  (prompt = '', options: { readonly password?: boolean } = {}): Promise<string> =>
    host.input(prompt, options.password ?? false);
