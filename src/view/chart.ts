import type { ChartSpec } from '../lens/index.js';
import { fromArquero, isArquero, type Relation } from '../table/index.js';
import { rowsOfTable, type RowsOf } from './chart-data.js';

/** A chart specification with the rows that it draws: a value that a cell may give and that shows itself. */
export class Chart {
  constructor(
    readonly spec: ChartSpec,
    readonly rowsOf: RowsOf,
  ) {}
}

/** A chart over a relation, an Arquero table, or rows looked up by step. */
export function chartOf(spec: ChartSpec, rows: Relation | RowsOf | object): Chart {
  if (typeof rows === 'function') return new Chart(spec, rows as RowsOf);
  if (isArquero(rows)) return new Chart(spec, rowsOfTable(fromArquero(rows)));
  return new Chart(spec, rowsOfTable(rows as Relation));
}
