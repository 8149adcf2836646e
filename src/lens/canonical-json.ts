import { utf8Comparator } from '../table/index.js';
import { CodedError } from '../task/index.js';
import type { Report } from './report.js';

/**
 * JSON with one spelling a value: object keys in order of their UTF-8 bytes, no white space, integers beyond 2^53 as
 * strings, no NaN or infinity. Byte-identical for equal values whatever built them.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value))
        throw new CodedError(
          'not_canonical',
          `number in an answer: ${value}; a missing fact is null`,
        );
      if (Number.isInteger(value) && !Number.isSafeInteger(value))
        return JSON.stringify(BigInt(value).toString());
      return Object.is(value, -0) ? '0' : JSON.stringify(value);
    case 'bigint':
      return isSafe(value) ? value.toString() : JSON.stringify(value.toString());
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
      if (ArrayBuffer.isView(value))
        return canonicalJson([...(value as unknown as Iterable<number>)]);
      return `{${members(value as Record<string, unknown>).join(',')}}`;
    default:
      throw new CodedError(
        'not_canonical',
        `value in an answer: ${typeof value}; an answer holds data only`,
      );
  }
}

const isSafe = (value: bigint): boolean =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);

function members(object: Readonly<Record<string, unknown>>): string[] {
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  return keys
    .sort(utf8Comparator(keys))
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`);
}

/**
 * A report as one JSON document: members in the order of the `Report` type, one finding a line, everything inside a
 * member canonical. Ends with a line break.
 */
export function reportJson(report: Report): string {
  const { findings } = report;
  const rows = findings.rows.map((row) => `      ${canonicalJson(row)}`).join(',\n');
  const lines = [
    member('lens', report.lens),
    member('version', report.version),
    member('dump', report.dump),
    member('params', report.params),
    member('population', report.population),
    member('state', report.state),
    member('summary', report.summary),
    [
      '  "findings": {',
      `    "key": ${canonicalJson(findings.key)},`,
      `    "columns": ${canonicalJson(findings.columns)},`,
      rows === '' ? '    "rows": []' : `    "rows": [\n${rows}\n    ]`,
      '  }',
    ].join('\n'),
    member('total', report.total),
    member('shown', report.shown),
    member('needs', report.needs),
    member('notes', report.notes),
  ];
  return `{\n${lines.join(',\n')}\n}\n`;
}

const member = (name: string, value: unknown): string =>
  `  ${JSON.stringify(name)}: ${canonicalJson(value)}`;
