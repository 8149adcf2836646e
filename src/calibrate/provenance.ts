import { DEFAULTS, kebabCase, type Threshold } from '../lens/index.js';
import { fromRows, type Relation } from '../table/index.js';

/** Where each default comes from: a calibration record, a text, or nothing yet. */
export function defaultsTable(): Relation {
  const rows = Object.entries(DEFAULTS).flatMap(([lens, thresholds]) =>
    Object.entries(thresholds as Readonly<Record<string, Threshold<unknown>>>).map(
      ([name, { value, provenance }]) => [
        kebabCase(lens),
        kebabCase(name),
        JSON.stringify(value),
        provenance.kind,
        provenance.kind === 'calibrated'
          ? provenance.record
          : provenance.kind === 'stated'
            ? provenance.source
            : provenance.why,
      ],
    ),
  );
  return fromRows(
    ['lens', 'parameter'],
    ['lens', 'parameter', 'value', 'provenance', 'text'],
    rows,
  );
}
