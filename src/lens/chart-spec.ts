/**
 * A chart as data: marks over the columns of one step's table. `view` compiles it to Observable Plot and to
 * terminal cells. Columns are named, never closed over.
 */
export interface ChartSpec {
  readonly title: string;
  readonly caption?: string;
  readonly marks: readonly MarkSpec[];
  readonly scales?: Partial<Record<ScaleName, ScaleSpec>>;
  readonly width?: number;
  readonly height?: number;
  /** Draw at most this many marks of each mark's rows (default 200); the rest is counted in the caption. */
  readonly limit?: number;
}

export type MarkKind =
  | 'barX'
  | 'barY'
  | 'dot'
  | 'line'
  | 'area'
  | 'cell'
  | 'rect'
  | 'ruleX'
  | 'ruleY'
  | 'text'
  | 'arrow'
  | 'tick';

export interface MarkSpec {
  readonly mark: MarkKind;
  /** Column names, or a constant in `{value}`. Missing channels take the mark's default. */
  readonly channels: Partial<Record<ChannelName, string | { readonly value: number | string }>>;
  /** Keep only rows whose column equals the value. */
  readonly where?: { readonly column: string; readonly equals: string | number | boolean };
  /**
   * Rows to draw: the table's; another step's table by step id; or `<step>.<name>`, one of the relations that a step
   * gives in `drawn`. `Run.rowsFrom` resolves all three. A `rect` over band scales spans whole bands, both ends
   * included.
   */
  readonly from?: string;
  readonly style?: {
    readonly dash?: boolean;
    readonly opacity?: number;
    readonly stroke?: string;
    readonly fill?: string;
  };
}

export type ChannelName =
  'x' | 'y' | 'x1' | 'x2' | 'y1' | 'y2' | 'fill' | 'stroke' | 'r' | 'text' | 'title' | 'href';

export type ScaleName = 'x' | 'y' | 'color' | 'r';

export interface ScaleSpec {
  readonly type?: 'linear' | 'log' | 'band' | 'ordinal' | 'sequential';
  readonly label?: string;
  readonly domain?: readonly (number | string)[];
  readonly reverse?: boolean;
}
