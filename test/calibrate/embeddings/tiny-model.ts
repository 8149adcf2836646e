import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A field of a protocol buffer: numbers as varints, bytes and messages with their length. */
type Field = readonly [number: number, value: number | string | Uint8Array];

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];

function message(...fields: readonly Field[]): Uint8Array {
  const bytes = fields.flatMap(([number, value]) => {
    if (typeof value === 'number') return [...varint(number * 8), ...varint(value)];
    const inner = typeof value === 'string' ? new TextEncoder().encode(value) : value;
    return [...varint(number * 8 + 2), ...varint(inner.length), ...inner];
  });
  return Uint8Array.from(bytes);
}

const FLOAT = 1;
const INT64 = 7;

const dimension = (size: number | string): Field => [
  1,
  typeof size === 'number' ? message([1, size]) : message([2, size]),
];

/** ValueInfoProto of a tensor. */
const value = (name: string, type: number, shape: readonly (number | string)[]): Uint8Array =>
  message([1, name], [2, message([1, message([1, type], [2, message(...shape.map(dimension))])])]);

/**
 * ModelProto that looks up a row of `table` for each token: `[1, n]` of `input_ids` to `[1, n, d]` of
 * `last_hidden_state`, by one Gather.
 */
export function lookupModel(
  table: readonly (readonly number[])[],
  input = 'input_ids',
): Uint8Array {
  const width = table[0]!.length;
  const weights = message(
    [1, table.length],
    [1, width],
    [2, FLOAT],
    [8, 'table'],
    [9, new Uint8Array(Float32Array.from(table.flat()).buffer)],
  );
  const gather = message([1, 'table'], [1, input], [2, 'last_hidden_state'], [4, 'Gather']);
  const graph = message(
    [1, gather],
    [2, 'tiny'],
    [5, weights],
    [11, value(input, INT64, ['b', 'n'])],
    [12, value('last_hidden_state', FLOAT, ['b', 'n', width])],
  );
  return message([1, 8], [8, message([1, ''], [2, 13])], [7, graph]);
}

/** The words of a tokeniser that splits at marks; what it does not know is word 0. */
export function wordTokenizer(words: readonly string[]): unknown {
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordPiece',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, at) => [word, at])),
      unk_token: words[0],
    },
  };
}

/** A folder as models are handed on: `model.onnx`, `tokenizer.json`. */
export function writeModel(
  folder: string,
  words: readonly string[],
  table: readonly (readonly number[])[],
): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'model.onnx'), lookupModel(table));
  writeFileSync(path.join(folder, 'tokenizer.json'), JSON.stringify(wordTokenizer(words)));
  return folder;
}
