import { sortUtf8 } from '../table/index.js';
import { EdgeBuilder } from './edge-builder.js';
import type { EdgeFact, NodeFact, Sink } from './facts.js';
import { grownIntegers } from './grown.js';
import { NodeBuilder } from './node-builder.js';
import { PoolBuilder } from './text-pool.js';
import type { UnitColumns, UnitMetadata } from './unit-columns.js';
import { SCHEMA_VERSION } from './vocabulary.js';

const NO_ROW = -1;

/** Collects what a producer tells about one unit into columns: ids sorted, edges merged by (kind, src, dst). */
export class DumpBuilder implements Sink {
  readonly #ids = new PoolBuilder();
  /** By an id's code: its row among the nodes. */
  readonly #rowOf = grownIntegers();
  readonly #nodes = new NodeBuilder();
  readonly #edges = new EdgeBuilder();

  get nodeCount(): number {
    return this.#nodes.length;
  }

  get edgeCount(): number {
    return this.#edges.length;
  }

  has(id: string): boolean {
    const code = this.#ids.find(id);
    return code > 0 && this.#row(code) !== NO_ROW;
  }

  node(fact: NodeFact): void {
    const code = this.#ids.code(fact.id);
    const row = this.#row(code);
    if (row !== NO_ROW) {
      this.#nodes.merge(row, fact);
      return;
    }
    this.#rowOf.fillTo(code + 1, NO_ROW);
    this.#rowOf.set(code, this.#nodes.length);
    this.#nodes.add(fact);
  }

  edge(fact: EdgeFact): void {
    this.#edges.add(fact, this.#ids.code(fact.src), this.#ids.code(fact.dst));
  }

  /** Ids of edges start with the unit's own nodes in order: a reader then knows them without looking them up. */
  columns(metadata: Omit<UnitMetadata, 'schema'>): UnitColumns {
    const order = this.#nodes.order();
    const others: string[] = [];
    for (const code of this.#edges.ends())
      if (this.#row(code) === NO_ROW) others.push(this.#ids.text(code));
    const ids = [...Array.from(order, (row) => this.#nodes.id(row)), ...sortUtf8(others)];
    const rank = new Uint32Array(this.#ids.length);
    ids.forEach((id, place) => {
      rank[this.#ids.find(id)] = place;
    });
    return {
      metadata: { ...metadata, schema: SCHEMA_VERSION },
      nodes: this.#nodes.columns(order),
      edges: this.#edges.columns(ids, rank),
    };
  }

  #row(code: number): number {
    return code < this.#rowOf.length ? this.#rowOf.get(code) : NO_ROW;
  }
}
