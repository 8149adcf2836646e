/** JSON Schema (2020-12) of the one report document, as `reportJson` writes it. */
export const REPORT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of a lens, calibration or judge',
  type: 'object',
  additionalProperties: false,
  required: [
    'lens',
    'version',
    'dump',
    'params',
    'population',
    'state',
    'summary',
    'findings',
    'total',
    'shown',
    'needs',
    'notes',
  ],
  properties: {
    lens: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
    version: { type: 'integer', minimum: 1 },
    dump: { type: 'string' },
    params: { type: 'object' },
    population: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
    state: {
      enum: [
        'complete',
        'partial',
        'empty_fact',
        'empty_gap',
        'invalid_argument',
        'not_linked',
        'not_wired',
      ],
    },
    summary: { type: 'object', additionalProperties: { $ref: '#/$defs/cell' } },
    findings: {
      type: 'object',
      additionalProperties: false,
      required: ['key', 'columns', 'rows'],
      properties: {
        key: { type: 'array', items: { type: 'string' } },
        columns: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['name', 'type'],
            properties: {
              name: { type: 'string', pattern: '^[a-z][a-z0-9_]*$' },
              type: { enum: ['integer', 'bigint', 'rational', 'real', 'boolean', 'text', 'list'] },
              unit: { type: 'string' },
              doc: { type: 'string' },
            },
          },
        },
        rows: { type: 'array', items: { type: 'array', items: { $ref: '#/$defs/cell' } } },
      },
    },
    total: { type: 'integer', minimum: 0 },
    shown: { type: 'integer', minimum: 0 },
    needs: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['fact', 'producer'],
        properties: {
          fact: { type: 'string' },
          producer: { type: 'string' },
          missing: { type: 'integer', minimum: 0 },
        },
      },
    },
    notes: { type: 'array', items: { type: 'string' } },
  },
  $defs: {
    /** A missing fact is null. An integer beyond 2^53 is its decimal text, a rational [num, den]. */
    cell: {
      anyOf: [
        { type: 'null' },
        { type: 'boolean' },
        { type: 'number' },
        { type: 'string' },
        { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      ],
    },
  },
} as const;
