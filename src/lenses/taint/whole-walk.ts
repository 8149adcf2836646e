import { expandPath } from './expand.js';
import type { FlowGraph, SummaryEdges } from './graph.js';
import { ACROSS, DOWN, FORGETS, Steps, UP, type StateGraph } from './state-graph.js';

/**
 * Realizable paths of whole values, in two phases: (M ∪ Return ∪ Out)* and then (M ∪ Call)*, where a heap edge of the
 * second leads back into the first, since a value parked in a field forgets its stack.
 */
export class WholeWalk implements StateGraph {
  readonly steps = new Steps();

  constructor(
    readonly graph: FlowGraph,
    readonly summaries: SummaryEdges,
    readonly killed: Uint8Array,
  ) {}

  get vertices(): number {
    return this.graph.size;
  }

  get pairs(): number {
    return this.graph.size;
  }

  vertexOf(pair: number): number {
    return pair;
  }

  idOf(state: number): number {
    const n = this.graph.size;
    return state < n ? 2 * state : 2 * (state - n) + 1;
  }

  stateOf(id: number): number {
    return (id & 1) * this.graph.size + (id >>> 1);
  }

  expand(vertex: number): void {
    const { graph, killed, summaries } = this;
    const steps: number[] = [];
    for (let e = graph.offsets[vertex]!; e < graph.offsets[vertex + 1]!; e++) {
      const w = graph.targets[e]!;
      if (killed[w] === 1) continue;
      const isCall = graph.kindOf(e) === 'call';
      const way = isCall ? DOWN : graph.isHeap(e) ? FORGETS : graph.isLocal(e) ? ACROSS : UP;
      steps.push(4 * w + way);
    }
    for (const w of summaries.from(vertex)) if (killed[w] === 0) steps.push(4 * w + ACROSS);
    this.steps.put(vertex, steps);
  }

  through(ids: ArrayLike<number>): number[] {
    const path = Array.from(ids, (id) => id >>> 1);
    return expandPath(this.graph, this.summaries, this.killed, path);
  }
}
