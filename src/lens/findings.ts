import { rowsOf, type Relation } from '../table/index.js';
import type { Findings } from './report.js';

/** The first `limit` rows of a relation as report rows; 0 = all of them. */
export function findingsOf(relation: Relation, limit: number): Findings {
  const shown = limit === 0 ? relation.rowCount : Math.min(limit, relation.rowCount);
  return {
    key: relation.key,
    columns: relation.columns.map((column) => column.spec),
    rows: rowsOf(relation, 0, shown),
  };
}
