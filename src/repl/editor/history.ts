import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const KEPT = 5000;

/** Where a project's history lives: in the user's state folder, never in the project itself. */
export function historyFile(project: string, env: NodeJS.ProcessEnv = process.env): string {
  const base = env['XDG_STATE_HOME'] ?? path.join(os.homedir(), '.local', 'state');
  const id = createHash('sha256').update(path.resolve(project)).digest('hex').slice(0, 16);
  return path.join(base, 'mimir', 'history', `${path.basename(path.resolve(project))}-${id}.jsonl`);
}

/** Cells of earlier sessions in this project, oldest first, one JSON string a line. */
export class History {
  private at: number;
  private draft = '';
  /** Entries are written one after the other, in the order in which they were added. */
  private written: Promise<void> = Promise.resolve();

  private constructor(
    readonly entries: string[],
    private readonly file: string | null,
  ) {
    this.at = entries.length;
  }

  /** Reads what is there; a line that can't be read is left out, and a long history is cut to the newest. */
  static async open(file: string | null): Promise<History> {
    if (file === null) return new History([], null);
    const text = await readFile(file, 'utf8').catch(() => '');
    const entries = text.split('\n').flatMap((line): string[] => {
      try {
        const value: unknown = JSON.parse(line);
        return typeof value === 'string' ? [value] : [];
      } catch {
        return [];
      }
    });
    if (entries.length <= KEPT * 2) return new History(entries, file);
    const newest = entries.slice(-KEPT);
    const aside = `${file}.${process.pid}`;
    await writeFile(aside, newest.map((e) => `${JSON.stringify(e)}\n`).join(''))
      .then(() => rename(aside, file))
      .catch(() => undefined);
    return new History(newest, file);
  }

  /** Appends at once, so that a crash or a second terminal loses nothing. */
  async add(source: string): Promise<void> {
    this.at = this.entries.length;
    if (source.trim() === '' || this.entries.at(-1) === source) return;
    this.entries.push(source);
    this.at = this.entries.length;
    if (this.file === null) return;
    const { file } = this;
    this.written = this.written.then(async () => {
      await mkdir(path.dirname(file), { recursive: true });
      await appendFile(file, `${JSON.stringify(source)}\n`, { mode: 0o600 });
    });
    await this.written;
  }

  /** The entry before or after; what was being typed comes back at the end. */
  step(by: -1 | 1, current: string): string | null {
    const to = this.at + by;
    if (to < 0 || to > this.entries.length) return null;
    if (this.at === this.entries.length) this.draft = current;
    this.at = to;
    return to === this.entries.length ? this.draft : this.entries[to]!;
  }

  /** Newest entry older than `before` that holds every word of the query; -1 = none. */
  search(query: string, before = this.entries.length): number {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    for (let at = Math.min(before, this.entries.length) - 1; at >= 0; at--) {
      const entry = this.entries[at]!.toLowerCase();
      if (words.every((word) => entry.includes(word))) return at;
    }
    return -1;
  }
}
