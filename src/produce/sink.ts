import type { Access, EdgeKind, EffectiveVisibility, How, NodeKind, Origin, Visibility } from '../dump/index.js';

/** A node as a producer tells it. Absent attributes are absent facts. */
export interface NodeFact {
  readonly id: string;
  readonly kind: NodeKind;
  readonly name: string;
  readonly crate?: string;
  readonly version?: string;
  readonly repo?: string;
  readonly origin?: Origin;
  readonly file?: string;
  readonly line?: number;
  readonly endLine?: number;
  readonly ty?: string;
  readonly visibility?: Visibility;
  readonly effectiveVisibility?: EffectiveVisibility;
  readonly hasDoc?: boolean;
  readonly docHidden?: boolean;
  readonly isTest?: boolean;
  readonly generated?: boolean;
  readonly cfg?: string;
  readonly linkName?: string;
  readonly receiver?: string;
  readonly generics?: string;
  readonly defined?: boolean;
  readonly payloadHash?: string;
}

export interface Site {
  /** Absent = the file of the source node. */
  readonly file?: string;
  readonly line: number;
  readonly col: number;
}

export interface EdgeFact {
  readonly kind: EdgeKind;
  readonly src: string;
  readonly dst: string;
  readonly site?: Site;
  readonly partial?: boolean;
  readonly access?: Access;
  readonly how?: How;
}

/** Where producers put what they find. Repeated edges add up: count and sites. */
export interface Sink {
  node(fact: NodeFact): void;
  edge(fact: EdgeFact): void;
}
