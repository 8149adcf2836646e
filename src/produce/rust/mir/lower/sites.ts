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
    this.#to = whole === null ? 0 : lastLine(body, whole);
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

/**
 * Where a body ends. An attribute that writes the function, `#[tokio::test]`, gives its own place to all but what it took
 * from the source: a body told to be one line, most of whose statements stand below it, ends where they do. What
 * `macro_rules!` writes stands above, since such a macro comes before its uses.
 */
function lastLine(body: MirBody, whole: MirSpan): number {
  // A derive's impl is where the derive is; fields below it are no statements of its functions.
  const isDerived = body.path.includes(`<impl at ${whole.file}:${whole.line}:`);
  if (whole.line !== whole.endLine || isDerived) return whole.endLine;
  let [inside, below, last] = [0, 0, whole.endLine];
  for (const { statements, terminator } of body.blocks)
    for (const { span } of [...statements, terminator]) {
      if (span?.file !== whole.file) continue;
      if (span.line <= whole.endLine) inside++;
      else {
        below++;
        last = Math.max(last, span.endLine);
      }
    }
  return below > inside ? last : whole.endLine;
}
