import type { Field } from 'apache-arrow/fb/field';
import { Int } from 'apache-arrow/fb/int';
import type { Schema } from 'apache-arrow/fb/schema';
import { Type } from 'apache-arrow/fb/type';
import { DumpError } from './dump-error.js';

/** What a column holds, as far as dumps use it; `other` is carried along so that its buffers can be skipped. */
export type ArrowType =
  | { readonly type: 'null' }
  | { readonly type: 'text'; readonly offsets: 4 | 8 }
  | { readonly type: 'text_view' }
  | { readonly type: 'integer'; readonly bits: 8 | 16 | 32 | 64; readonly signed: boolean }
  | { readonly type: 'boolean' }
  | { readonly type: 'list'; readonly offsets: 4 | 8; readonly item: ArrowField }
  | { readonly type: 'struct'; readonly fields: readonly ArrowField[] }
  | {
      readonly type: 'dictionary';
      readonly id: number;
      readonly index: ArrowType;
      readonly value: ArrowType;
    }
  | {
      readonly type: 'other';
      readonly name: string;
      readonly buffers: number;
      readonly children: readonly ArrowField[];
    };

export interface ArrowField {
  readonly name: string;
  readonly type: ArrowType;
}

export interface ArrowSchema {
  readonly fields: readonly ArrowField[];
  readonly metadata: ReadonlyMap<string, string>;
}

const DEEPEST = 8;
const MOST_FIELDS = 4096;

export function decodeSchema(schema: Schema, name: string, metadataLength: number): ArrowSchema {
  const wrong = (what: string): DumpError =>
    new DumpError(`damaged Arrow file (${what}): ${name}; make the dump again`);
  if (schema.endianness() !== 0)
    throw new DumpError(`big-endian Arrow file: ${name}; write it little-endian`);
  let seen = 0;
  const decode = (field: Field | null, depth: number): ArrowField => {
    if (field === null || depth > DEEPEST || ++seen > MOST_FIELDS) throw wrong('absurd schema');
    const children = (): ArrowField[] => {
      const count = field.childrenLength();
      if (count * 4 > metadataLength) throw wrong('absurd schema');
      return Array.from({ length: count }, (_, i) => decode(field.children(i), depth + 1));
    };
    const value = typeOf(field, children);
    const dictionary = field.dictionary();
    if (dictionary === null) return { name: field.name() ?? '', type: value };
    const index = dictionary.indexType();
    return {
      name: field.name() ?? '',
      type: {
        type: 'dictionary',
        id: Number(dictionary.id()),
        index: index === null ? { type: 'integer', bits: 32, signed: true } : integerType(index),
        value,
      },
    };
  };
  const count = schema.fieldsLength();
  if (count * 4 > metadataLength) throw wrong('absurd schema');
  const fields = Array.from({ length: count }, (_, i) => decode(schema.fields(i), 0));
  const metadata = new Map<string, string>();
  const entries = schema.customMetadataLength();
  if (entries * 4 > metadataLength) throw wrong('absurd schema');
  for (let i = 0; i < entries; i++) {
    const entry = schema.customMetadata(i);
    const key = entry?.key();
    if (key) metadata.set(key, entry?.value() ?? '');
  }
  return { fields, metadata };

  function integerType(int: Int): ArrowType {
    const bits = int.bitWidth();
    if (bits !== 8 && bits !== 16 && bits !== 32 && bits !== 64)
      throw wrong('absurd integer width');
    return { type: 'integer', bits, signed: int.isSigned() };
  }

  function typeOf(field: Field, children: () => ArrowField[]): ArrowType {
    const type = field.typeType();
    switch (type) {
      case Type.Null:
        return { type: 'null' };
      case Type.Utf8:
      case Type.Binary:
        return { type: 'text', offsets: 4 };
      case Type.LargeUtf8:
      case Type.LargeBinary:
        return { type: 'text', offsets: 8 };
      case Type.Utf8View:
      case Type.BinaryView:
        return { type: 'text_view' };
      case Type.Bool:
        return { type: 'boolean' };
      case Type.Int: {
        const int = field.type(new Int()) as Int | null;
        if (int === null) throw wrong('absurd schema');
        return integerType(int);
      }
      case Type.List:
      case Type.Map:
      case Type.LargeList: {
        const item = children()[0];
        if (item === undefined) throw wrong('absurd schema');
        return { type: 'list', offsets: type === Type.LargeList ? 8 : 4, item };
      }
      case Type.Struct_:
        return { type: 'struct', fields: children() };
      case Type.FixedSizeList:
        return { type: 'other', name: 'FixedSizeList', buffers: 1, children: children() };
      case Type.FloatingPoint:
      case Type.Decimal:
      case Type.Date:
      case Type.Time:
      case Type.Timestamp:
      case Type.Interval:
      case Type.Duration:
      case Type.FixedSizeBinary:
        return { type: 'other', name: Type[type], buffers: 2, children: [] };
      default:
        throw new DumpError(
          `column of an unknown Arrow type: ${field.name() ?? '?'} (${Type[type] ?? type}) in ${name}`,
        );
    }
  }
}
