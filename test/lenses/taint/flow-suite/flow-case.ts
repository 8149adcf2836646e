/** One program with one sink. `leak` is the truth; `gap` marks that the lens is known to say the opposite. */
export interface FlowCase {
  readonly name: string;
  readonly leak: boolean;
  readonly gap?: true;
  readonly code: string;
}

export interface FlowGroup {
  readonly group: string;
  readonly cases: readonly FlowCase[];
}

/** What the lens says of a case as long as its gap is one. */
export const pinned = ({ leak, gap }: FlowCase): boolean => (gap === true ? !leak : leak);
