import type { Content } from './message.js';

interface Entry {
  readonly line: number;
  readonly source: string;
  readonly output: string | null;
}

/** Cells of this session, for `history_request`. Nothing is written to disk: notebooks keep their cells themselves. */
export class KernelHistory {
  readonly #entries: Entry[] = [];

  add(line: number, source: string, output: string | null): void {
    this.#entries.push({ line, source, output });
  }

  answer(request: Content): Content {
    const { output = false } = request as { output?: boolean };
    const history = this.#choose(request).map(({ line, source, output: shown }) => [
      0,
      line,
      output ? [source, shown] : source,
    ]);
    return { status: 'ok', history };
  }

  #choose(request: Content): readonly Entry[] {
    const {
      hist_access_type: access,
      n,
      pattern,
      unique,
      start = 1,
      stop,
      session = 0,
    } = request as {
      hist_access_type?: string;
      n?: number;
      pattern?: string;
      unique?: boolean;
      start?: number;
      stop?: number;
      session?: number;
    };
    switch (access) {
      case 'range':
        return session !== 0
          ? []
          : this.#entries.filter(
              ({ line }) => line >= start && (stop === undefined || stop === null || line < stop),
            );
      case 'search': {
        const wanted = globPattern(pattern ?? '*');
        const found = this.#entries.filter(({ source }) => wanted.test(source));
        const kept = unique === true ? lastOfEach(found) : found;
        return n === undefined ? kept : kept.slice(-n);
      }
      default:
        return n === undefined ? this.#entries : this.#entries.slice(-n);
    }
  }
}

function lastOfEach(entries: readonly Entry[]): Entry[] {
  const last = new Map(entries.map((entry) => [entry.source, entry]));
  return entries.filter((entry) => last.get(entry.source) === entry);
}

/** `*` and `?` as in a shell. */
function globPattern(glob: string): RegExp {
  const text = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '[^]*')
    .replace(/\?/g, '[^]');
  return new RegExp(`^${text}$`);
}
