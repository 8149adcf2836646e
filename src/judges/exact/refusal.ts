/** A judgement that was declined, by name: never a default number. */
export interface Refused<Reason extends string = string> {
  readonly refused: Reason;
  /** What it was declined for: directories, files, rows. */
  readonly about?: readonly string[];
}

export function refused<Reason extends string>(
  reason: Reason,
  about?: readonly string[],
): Refused<Reason> {
  return about === undefined ? { refused: reason } : { refused: reason, about };
}

export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
