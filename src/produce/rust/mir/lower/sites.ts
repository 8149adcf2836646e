import type { MirBody, MirSpan } from '../mir.js';
import type { ExpansionFact, MirSite } from './lowered.js';

/**
 * Where statements stand for a reader. What a macro expands to bears the macro's own place, in another file or outside
 * the body: it's told by the nearest place before it that is the body's own.
 */
export class Sites {
  readonly #file: string | null;
  readonly #from: number;
  readonly #to: number;
  #last: MirSite;
  readonly #expanded = new Set<string>();
  readonly expansions: ExpansionFact[] = [];

  constructor(body: MirBody) {
    const whole = wholeSpan(body);
    this.#file = whole?.file ?? null;
    this.#from = whole?.line ?? 0;
    this.#to = whole?.endLine ?? 0;
    this.#last = {
      file: whole?.file ?? '',
      line: whole?.line ?? 0,
      col: whole?.col ?? 0,
      exact: false,
    };
  }

  /** Statements must be asked about in their order. */
  of(span: MirSpan | null): MirSite {
    if (span === null) return this.#last;
    const isOwn = span.file === this.#file && span.line >= this.#from && span.line <= this.#to;
    if (!isOwn) {
      this.#expansion(span);
      return this.#last;
    }
    const site = { file: span.file, line: span.line, col: span.col, exact: true };
    this.#last = { ...site, exact: false };
    return site;
  }

  #expansion(at: MirSpan): void {
    const key = `${at.line}:${at.col}:${at.file}`;
    if (this.#expanded.has(key)) return;
    this.#expanded.add(key);
    this.expansions.push({ at, site: this.#last });
  }
}

/** From a body's signature to its closing brace. */
function wholeSpan(body: MirBody): MirSpan | null {
  let whole: MirSpan | null = body.locals[0]?.span ?? null;
  if (whole === null) return null;
  const widen = (span: MirSpan | null | undefined): void => {
    if (!span || span.file !== whole!.file) return;
    const isBefore =
      span.line < whole!.line || (span.line === whole!.line && span.col < whole!.col);
    whole = {
      file: whole!.file,
      line: isBefore ? span.line : whole!.line,
      col: isBefore ? span.col : whole!.col,
      endLine: Math.max(whole!.endLine, span.endLine),
      endCol: whole!.endCol,
    };
  };
  for (const { place, span } of body.debug)
    if (place !== null && place.projections.length === 0 && place.local <= body.params.length)
      widen(span);
  for (const { terminator } of body.blocks)
    if (terminator.sort === 'return' || terminator.sort === 'resume') widen(terminator.span);
  return whole;
}
