import { writeUnit, type UnitFiles } from './arrow-write.js';
import { DumpBuilder } from './dump-builder.js';
import type { EdgeFact, NodeFact, Sink } from './facts.js';
import type { UnitMetadata } from './unit-columns.js';

/** A sink that becomes one unit of a dump on disk. */
export interface DumpWriter extends Sink {
  readonly nodeCount: number;
  readonly edgeCount: number;
  /** True once a node fact of this id came. */
  has(id: string): boolean;
  /** Writes `<unit>.nodes.arrow` and `<unit>.edges.arrow`, aside first. Quality is known only at the end, hence here. */
  commit(metadata: Omit<UnitMetadata, 'schema'>): UnitFiles;
}

export function createDumpWriter(dir: string): DumpWriter {
  const builder = new DumpBuilder();
  return {
    get nodeCount() {
      return builder.nodeCount;
    },
    get edgeCount() {
      return builder.edgeCount;
    },
    has: (id) => builder.has(id),
    node(fact: NodeFact) {
      builder.node(fact);
    },
    edge(fact: EdgeFact) {
      builder.edge(fact);
    },
    commit: (metadata) => writeUnit(dir, builder.columns(metadata)),
  };
}
