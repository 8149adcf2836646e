/** JSON schema of `<name>.expected.json`, for editors and for readers of other languages. */
import { EXPECTED_FORMAT } from './expected.js';
import { EXPECTATIONS } from './recorded.js';

const cell = {
  description:
    'null is a missing fact; text in a bigint column is a long integer; [n, d] in a rational column is n/d',
  anyOf: [
    { type: ['null', 'boolean', 'number', 'string'] },
    { type: 'array', items: { type: ['number', 'string'] } },
  ],
} as const;

const texts = { type: 'array', items: { type: 'string' } } as const;

const columnType = {
  enum: ['integer', 'bigint', 'rational', 'real', 'boolean', 'text', 'list'],
} as const;

const tolerance = {
  type: 'object',
  properties: {
    absolute: { type: 'number', minimum: 0 },
    relative: { type: 'number', minimum: 0 },
  },
  additionalProperties: false,
} as const;

const object = (
  properties: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

/** A pin holds either a value or a table. */
const pin = (held: Readonly<Record<string, unknown>>) =>
  object(
    {
      name: { type: 'string' },
      expect: { enum: EXPECTATIONS },
      tolerance: {
        anyOf: [
          { type: 'number', minimum: 0 },
          tolerance,
          object({
            columns: {
              type: 'object',
              additionalProperties: { anyOf: [{ type: 'number', minimum: 0 }, tolerance] },
            },
          }),
        ],
      },
      ignore: texts,
      ordered: { type: 'boolean' },
      ...held,
    },
    ['tolerance', 'ignore', 'ordered'],
  );

export const EXPECTED_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Expectations of a Mímir study',
  ...object({
    format: { const: EXPECTED_FORMAT },
    study: { type: 'string' },
    dump_key: { type: ['string', 'null'], description: 'SHA-256 over the files of the dump' },
    runs: { type: 'array', items: { $ref: '#/$defs/run' } },
    pins: { type: 'array', items: { $ref: '#/$defs/pin' } },
  }),
  $defs: {
    cell,
    table: object(
      {
        key: texts,
        columns: { type: 'array', items: object({ name: { type: 'string' }, type: columnType }) },
        total: { type: 'integer', minimum: 0 },
        rows: { type: 'array', items: { type: 'array', items: { $ref: '#/$defs/cell' } } },
        buckets: {
          ...texts,
          description: 'digests by key of a table of which only the head is kept',
        },
      },
      ['buckets'],
    ),
    pin: {
      anyOf: [pin({ value: { $ref: '#/$defs/cell' } }), pin({ table: { $ref: '#/$defs/table' } })],
    },
    run: object({
      name: { type: 'string' },
      lens: { type: 'string' },
      version: { type: 'integer' },
      params: { type: 'object' },
      steps: {
        type: 'array',
        items: object(
          {
            id: { type: 'string' },
            key: texts,
            rows: { type: 'integer', minimum: 0 },
            sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
            table: { $ref: '#/$defs/table' },
          },
          ['table'],
        ),
      },
      report: object({
        state: { type: 'string' },
        summary: { type: 'object', additionalProperties: { $ref: '#/$defs/cell' } },
        findings: { $ref: '#/$defs/table' },
      }),
    }),
  },
} as const;
