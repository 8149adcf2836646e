import { createDumpWriter } from '../../src/dump/index.js';

/** A dump of files that call each other: `['app', 'core']` is a call from a function of app.ts to one of core.ts. */
export function fixtureDump(
  out: string,
  calls: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  const writer = createDumpWriter(out);
  const files = [...new Set(['app', 'core', 'db', ...calls.flat()])];
  const base = 'mimir npm shop 1.0.0 ';
  const common = { crate: 'shop', version: '1.0.0', origin: 'local', defined: true } as const;
  writer.node({ id: base, kind: 'package', name: 'shop', ...common });
  for (const name of files) {
    const file = `src/${name}.ts`;
    const module = `${base}src/\`${name}.ts\`/`;
    const fn = `${module}run().`;
    writer.node({
      id: module,
      kind: 'module',
      name: `${name}.ts`,
      file,
      line: 1,
      endLine: 9,
      ...common,
    });
    writer.node({ id: fn, kind: 'fn', name: 'run', file, line: 2, endLine: 4, ...common });
    writer.edge({ kind: 'CONTAINS', src: base, dst: module });
    writer.edge({ kind: 'CONTAINS', src: module, dst: fn });
  }
  for (const [from, to] of calls) {
    const fn = (name: string): string => `${base}src/\`${name}.ts\`/run().`;
    writer.edge({
      kind: 'CALLS',
      src: fn(from),
      dst: fn(to),
      site: { line: 3, col: 1 },
      how: 'direct',
    });
  }
  writer.commit({ producer: 'test/1', fidelity: 'typed', unit: 'shop' });
  return Promise.resolve();
}
