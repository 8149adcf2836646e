import { describe, expect, it } from 'vitest';
import type { EdgeFact } from '../../src/dump/index.js';
import { graphOf, type DerivedKind, type GraphFacts } from '../../src/graph/index.js';

const contains = (src: string, ...members: string[]): EdgeFact[] =>
  members.map((dst) => ({ kind: 'CONTAINS', src, dst }));

/** A trait with two implementations, one of another member; a type with a field; an enum whose variant has a field. */
const FACTS: GraphFacts = {
  nodes: [
    { id: 'Store#', kind: 'trait' },
    { id: 'Store#put().', kind: 'method' },
    { id: 'Store#get().', kind: 'method' },
    { id: 'impl#[Disk]', kind: 'impl' },
    { id: 'impl#[Disk]put().', kind: 'method' },
    { id: 'impl#[Mem]', kind: 'impl' },
    { id: 'impl#[Mem]put().', kind: 'method' },
    { id: 'impl#[Mem]other().', kind: 'method' },
    { id: 'Disk#', kind: 'struct' },
    { id: 'Disk#path.', kind: 'field' },
    { id: 'E#', kind: 'enum' },
    { id: 'E#V#', kind: 'variant' },
    { id: 'E#V#x.', kind: 'field' },
    { id: 'Class#', kind: 'class' },
    { id: 'Class#m().', kind: 'method' },
    { id: 'free().', kind: 'fn' },
  ],
  edges: [
    ...contains('Store#', 'Store#put().', 'Store#get().'),
    ...contains('impl#[Disk]', 'impl#[Disk]put().'),
    ...contains('impl#[Mem]', 'impl#[Mem]put().', 'impl#[Mem]other().'),
    ...contains('Disk#', 'Disk#path.'),
    ...contains('E#', 'E#V#'),
    ...contains('E#V#', 'E#V#x.'),
    ...contains('Class#', 'Class#m().'),
    { kind: 'IMPLEMENTS', src: 'impl#[Disk]', dst: 'Store#' },
    { kind: 'IMPLEMENTS', src: 'impl#[Mem]', dst: 'Store#' },
    { kind: 'IMPLEMENTS', src: 'impl#[Mem]', dst: 'Outside#' },
    { kind: 'FOR_TYPE', src: 'impl#[Disk]', dst: 'Disk#' },
    { kind: 'FOR_TYPE', src: 'impl#[Mem]', dst: 'OutsideType#' },
  ],
};

function pairs(kind: DerivedKind): string[] {
  const graph = graphOf(FACTS);
  const table = graph.derived(kind);
  return Array.from(
    { length: table.count },
    (_, i) => `${graph.id(table.src[i]!)} → ${graph.id(table.dst[i]!)}`,
  );
}

describe('edges that follow from others', () => {
  it('DYN goes from a trait method to the same-named method of every implementation', () => {
    expect(pairs('DYN').sort()).toEqual([
      'Store#put(). → impl#[Disk]put().',
      'Store#put(). → impl#[Mem]put().',
    ]);
  });

  it('IMPL_OF is its transpose', () => {
    expect(pairs('IMPL_OF').sort()).toEqual([
      'impl#[Disk]put(). → Store#put().',
      'impl#[Mem]put(). → Store#put().',
    ]);
  });

  it('SELF_OF goes from a method to the type that its impl is for, or that contains it', () => {
    expect(pairs('SELF_OF').sort()).toEqual([
      'Class#m(). → Class#',
      'Store#get(). → Store#',
      'Store#put(). → Store#',
      'impl#[Disk]put(). → Disk#',
      'impl#[Mem]other(). → OutsideType#',
      'impl#[Mem]put(). → OutsideType#',
    ]);
  });

  it('HAS_FIELD goes from a type to its fields, a variant’s fields to the enum', () => {
    expect(pairs('HAS_FIELD').sort()).toEqual(['Disk# → Disk#path.', 'E# → E#V#x.']);
  });
});
