/**
 * Family 13: declarations whose name no other file spells (S2:170–178). A negative instrument: it reports, it never
 * judges. Rows are integers; names stay on this side of the door.
 */
export const VISIBILITY_BITS = {
  exported: 1,
  scopeExported: 2,
  reexported: 4,
  restricted: 8,
  /** Marked as exported, and nothing outside of its module reaches it. */
  hidden: 16,
} as const;

/** Exempt conventions are bits 0 to 10. */
export const EXEMPT_MASK = 0b111_1111_1111;

export interface MentionFacts {
  /** Another file spells the name. */
  readonly elsewhere: boolean;
  /** The file's own exception regions spell it. */
  readonly exceptionRegion: boolean;
  /** Another file spells it folded into another case. */
  readonly folded: boolean;
  readonly segments: number;
  readonly characters: number;
}

/** A folded spelling counts only for names of so many segments and characters. */
export interface FoldKnobs {
  readonly foldSegments: number;
  readonly foldCharacters: number;
}

export const foldable = (segments: number, characters: number, knobs: FoldKnobs): boolean =>
  segments >= knobs.foldSegments && characters >= knobs.foldCharacters;

export function vetoed(facts: MentionFacts, knobs: FoldKnobs): boolean {
  return (
    facts.elsewhere ||
    facts.exceptionRegion ||
    (facts.folded && foldable(facts.segments, facts.characters, knobs))
  );
}

export interface UnmentionedRow {
  readonly node: number;
  readonly vis: number;
  readonly conv: number;
}

export const UNMENTIONED_CODES = {
  0: 'public',
  1: 'private',
  2: 'restricted',
  3: 'reexported',
} as const;
export type UnmentionedCode = keyof typeof UNMENTIONED_CODES;

const MARKED = VISIBILITY_BITS.exported | VISIBILITY_BITS.scopeExported;

/** Some bit of exported or scope-exported, and no exempt convention. */
export function emits({ vis, conv }: UnmentionedRow): boolean {
  return (vis & MARKED) !== 0 && (conv & EXEMPT_MASK) === 0;
}

/** Precedence, not number order: private, restricted, reexported, public. */
export function unmentionedCode(vis: number): UnmentionedCode {
  if ((vis & MARKED) === 0 || (vis & VISIBILITY_BITS.hidden) !== 0) return 1;
  const everywhere = (vis & VISIBILITY_BITS.exported) !== 0;
  if (!everywhere || (vis & VISIBILITY_BITS.restricted) !== 0) return 2;
  return (vis & VISIBILITY_BITS.reexported) !== 0 ? 3 : 0;
}

export interface UnmentionedFinding {
  readonly node: number;
  readonly code: UnmentionedCode;
}

/** Findings ascending by node; the order of files and rows does not matter. */
export function judgeUnmentioned(
  rows: readonly { readonly row: UnmentionedRow; readonly mentions: MentionFacts }[],
  knobs: FoldKnobs,
): UnmentionedFinding[] {
  return rows
    .filter(({ row, mentions }) => !vetoed(mentions, knobs) && emits(row))
    .map(({ row }) => ({ node: row.node, code: unmentionedCode(row.vis) }))
    .sort((a, b) => a.node - b.node);
}
