import type { ChartSpec } from '../lens/index.js';
import type { Relation } from '../table/index.js';

/** A chart with the rows that it draws; it shows itself in the form that a front door asks for. */
export class ChartView {
  constructor(
    readonly spec: ChartSpec,
    /** The rows of a mark: the chart's own table, or those that the mark names. */
    readonly rowsOf: (from: string | undefined) => Relation,
  ) {}
}

/** A drawing that a cell made itself, with Plot or by hand. */
export class Drawing {
  constructor(
    readonly title: string,
    /** A whole SVG document. */
    readonly svg: string,
  ) {}
}
