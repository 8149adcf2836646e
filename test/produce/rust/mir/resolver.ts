import type { MirResolver } from '../../../../src/produce/rust/mir/index.js';
import { withoutGenerics } from '../../../../src/produce/rust/mir/index.js';

/** Fields that tests call by name. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'examples::Conf': ['n', 'path'],
};

/** Names things by their paths as MIR prints them: what a body lowers to then needs nobody who knows the crate. */
export const byPath: MirResolver = {
  callee: ({ sort, path }) =>
    sort === 'value'
      ? 'rust cargo core 1.0.0 ops/function/Fn#call().'
      : `rust cargo app 0.1.0 ${path.replaceAll('::', '/').replace(/\/([^/]*)$/u, sort === 'trait' ? '#$1' : '/$1')}().`,
  field: (type, variant, index) => ({
    owner: withoutGenerics(type) + (variant === null ? '' : `::${variant}`),
    name: FIELDS[withoutGenerics(type)]?.[index] ?? String(index),
  }),
  type: (path) => path,
  item: (path) => path,
  isType: (path) => path.length > 1,
};
