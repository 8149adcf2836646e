import type {
  Access,
  EdgeKind,
  EffectiveVisibility,
  How,
  NodeKind,
  Origin,
  Visibility,
} from './vocabulary.js';

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
  /** 1-based. */
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
  /** False for a row that this unit mentions and another unit defines; absent means true. */
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
  /** Number of sites that this fact stands for, when more than one; absent means 1. */
  readonly count?: number;
  readonly partial?: boolean;
  readonly access?: Access;
  readonly how?: How;
}

/** Where producers put what they find. Repeated edges add up: count and sites. */
export interface Sink {
  node(fact: NodeFact): void;
  edge(fact: EdgeFact): void;
}
