import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EngineEvent } from '../engine/index.js';
import { addressed } from './addressed.js';
import type { Content } from './message.js';

/** Characters of streams that one cell may show; the rest goes to a file. */
const STREAM_LIMIT = 1_000_000;

/** Work shorter than this, in milliseconds, shows no progress: it would only flicker. */
const PROGRESS_AFTER = 400;

type Publish = (type: string, content: Content) => void;

interface Bar {
  readonly id: string;
  readonly since: number;
  shown: boolean;
  last: number;
}

/** What one cell shows: the engine's events as messages on iopub. */
export class CellOutput {
  #characters = 0;
  #rest: string | null = null;
  readonly #bars = new Map<string, Bar>();

  constructor(
    readonly publish: Publish,
    readonly name: string,
    readonly kernelId = '',
  ) {}

  take(event: EngineEvent): void {
    switch (event.type) {
      case 'stdout':
      case 'stderr':
        return this.#stream(event.type, event.text);
      case 'display':
      case 'update':
        return this.publish(event.type === 'display' ? 'display_data' : 'update_display_data', {
          data: addressed(event.bundle, event.handle, this.kernelId),
          metadata: {},
          transient: { display_id: event.id },
        });
      case 'clear':
        return this.publish('clear_output', { wait: event.wait });
      case 'progress':
        return this.#progress(event);
      case 'input':
        return undefined;
    }
  }

  /** The cell has ended: progress that is still on the page is taken away. */
  end(): void {
    for (const { id, shown } of this.#bars.values()) {
      if (shown) this.#bar('update_display_data', id, { 'text/plain': '', 'text/html': '' });
    }
    if (this.#rest !== null) {
      this.publish('stream', {
        name: 'stderr',
        text: `\n… output beyond ${STREAM_LIMIT} characters is in ${this.#rest}\n`,
      });
    }
  }

  #stream(name: 'stdout' | 'stderr', text: string): void {
    const room = STREAM_LIMIT - this.#characters;
    this.#characters += text.length;
    if (room > 0) this.publish('stream', { name, text: text.slice(0, room) });
    if (text.length <= room) return;
    this.#rest ??= path.join(mkdtempSync(path.join(tmpdir(), 'mimir-output-')), `${this.name}.txt`);
    appendFileSync(this.#rest, room > 0 ? text.slice(room) : text);
  }

  #progress({ what, done, total }: Extract<EngineEvent, { type: 'progress' }>): void {
    const now = performance.now();
    const bar = this.#bars.get(what) ?? {
      id: `mimir-progress-${this.name}-${this.#bars.size}`,
      since: now,
      shown: false,
      last: 0,
    };
    this.#bars.set(what, bar);
    if (now - bar.since < PROGRESS_AFTER || (now - bar.last < 100 && done !== total)) return;
    const text = total === undefined ? `${what}: ${done}` : `${what}: ${done} of ${total}`;
    const html =
      total === undefined
        ? `<small>${escaped(text)}</small>`
        : `<progress value="${done}" max="${total}"></progress> <small>${escaped(text)}</small>`;
    this.#bar(bar.shown ? 'update_display_data' : 'display_data', bar.id, {
      'text/plain': text,
      'text/html': html,
    });
    bar.shown = true;
    bar.last = now;
  }

  #bar(type: string, id: string, data: Content): void {
    this.publish(type, { data, metadata: {}, transient: { display_id: id } });
  }
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]!);
