import { FLOW_KINDS, type FlowEdge, type FlowKind } from './flow.js';
import { Ints } from './reach.js';
import type { InTurns } from './turns.js';

const KIND_NUMBER: ReadonlyMap<FlowKind, number> = new Map(FLOW_KINDS.map((kind, i) => [kind, i]));

/** Edges as columns, in order of their making: a large program has millions. An edge is an object only while one looks. */
export class FlowEdges implements Iterable<FlowEdge> {
  readonly src = new Ints();
  readonly dst = new Ints();
  readonly kind = new Ints();
  readonly site = new Ints();
  /** Number of the label; 0 = the parts stay. */
  readonly label = new Ints();
  /** Local whose field is read from the heap, or body that captures; -1 = none. */
  readonly base = new Ints();

  get length(): number {
    return this.src.length;
  }

  push({ src, dst, kind, site, label = 0, base = -1 }: FlowEdge): void {
    this.src.push(src);
    this.dst.push(dst);
    this.kind.push(KIND_NUMBER.get(kind)!);
    this.site.push(site);
    this.label.push(label);
    this.base.push(base);
  }

  at(i: number): FlowEdge {
    const base = this.base.at(i);
    return {
      src: this.src.at(i),
      dst: this.dst.at(i),
      kind: FLOW_KINDS[this.kind.at(i)]!,
      site: this.site.at(i),
      label: this.label.at(i),
      ...(base >= 0 && { base }),
    };
  }

  *[Symbol.iterator](): Generator<FlowEdge> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }

  filter(keep: (edge: FlowEdge) => boolean): FlowEdges {
    const kept = new FlowEdges();
    for (const edge of this) if (keep(edge)) kept.push(edge);
    return kept;
  }

  /** The same as `filter`, in turns. */
  *kept(keep: (edge: FlowEdge) => boolean): InTurns<FlowEdges> {
    const kept = new FlowEdges();
    for (let i = 0; i < this.length; i++) {
      if ((i & 0xfff) === 0) yield i;
      const edge = this.at(i);
      if (keep(edge)) kept.push(edge);
    }
    return kept;
  }

  /** The first of each (source, target, kind), in that order. */
  unique(): FlowEdge[] {
    const { src, dst, kind } = this;
    const order = Uint32Array.from({ length: this.length }, (_, i) => i).sort(
      (a, b) => src.at(a) - src.at(b) || dst.at(a) - dst.at(b) || kind.at(a) - kind.at(b) || a - b,
    );
    const found: FlowEdge[] = [];
    order.forEach((e, i) => {
      const before = order[i - 1];
      if (
        before === undefined ||
        src.at(before) !== src.at(e) ||
        dst.at(before) !== dst.at(e) ||
        kind.at(before) !== kind.at(e)
      )
        found.push(this.at(e));
    });
    return found;
  }
}
