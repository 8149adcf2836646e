import { compareUtf8, type Rational } from '../../table/index.js';
import { analyse, type Analysis } from './analysis.js';
import { arcsOf, dependenciesOf, weightOf, type Arc, type Dependencies } from './dependencies.js';
import { cyclicGroups } from './partition.js';
import type { ModuleClass } from './shape.js';
import { propagationCost } from './visibility.js';

/** One side of a comparison: names sorted by bytes. */
export interface Side {
  readonly names: readonly string[];
  readonly dependencies: Dependencies;
  readonly analysis: Analysis;
}

export interface NamedArc {
  readonly src: string;
  readonly dst: string;
  /** `null` where that side has no such arc. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface CycleChange {
  /** Members, sorted. */
  readonly members: readonly string[];
  /** Arcs inside it that the other side does not have. */
  readonly arcs: readonly NamedArc[];
}

/** What changed from an older dump to this one; modules are matched by version-free name. */
export interface Change {
  readonly arcs: readonly NamedArc[];
  readonly modulesAdded: readonly string[];
  readonly modulesRemoved: readonly string[];
  readonly classes: readonly {
    readonly module: string;
    readonly before: ModuleClass;
    readonly after: ModuleClass;
  }[];
  readonly visiblePairs: readonly [before: number, after: number];
  readonly pc: readonly [before: Rational | null, after: Rational | null];
  /** Propagation costs over the modules that both sides have: `null` when the sides have the same modules. */
  readonly pcCommon: readonly [before: Rational | null, after: Rational | null] | null;
  readonly cyclesNew: readonly CycleChange[];
  readonly cyclesGone: readonly CycleChange[];
}

export async function changeOf(base: Side, now: Side): Promise<Change> {
  const arcs = arcChanges(base, now);
  const before = new Set(base.names);
  const after = new Set(now.names);
  const same =
    base.names.length === now.names.length && base.names.every((name) => after.has(name));
  const common = now.names.filter((name) => before.has(name));
  return {
    arcs,
    modulesAdded: now.names.filter((name) => !before.has(name)),
    modulesRemoved: base.names.filter((name) => !after.has(name)),
    classes: classChanges(base, now),
    visiblePairs: [base.analysis.visibility.pairs, now.analysis.visibility.pairs],
    pc: [propagationCost(base.analysis.visibility), propagationCost(now.analysis.visibility)],
    pcCommon: same ? null : [await costWithin(base, common), await costWithin(now, common)],
    cyclesNew: cycleChanges(
      base,
      now,
      arcs.filter((arc) => arc.before === null),
    ),
    cyclesGone: cycleChanges(
      now,
      base,
      arcs.filter((arc) => arc.after === null),
    ),
  };
}

function arcChanges(base: Side, now: Side): NamedArc[] {
  const indexOf = new Map(now.names.map((name, module) => [name, module]));
  const changes: NamedArc[] = [];
  for (const { src, dst, weight } of arcsOf(base.dependencies)) {
    const to = { src: indexOf.get(base.names[src]!), dst: indexOf.get(base.names[dst]!) };
    const after =
      to.src === undefined || to.dst === undefined ? 0 : weightOf(now.dependencies, to.src, to.dst);
    if (after !== weight)
      changes.push({
        src: base.names[src]!,
        dst: base.names[dst]!,
        before: weight,
        after: after === 0 ? null : after,
      });
  }
  const oldOf = new Map(base.names.map((name, module) => [name, module]));
  for (const { src, dst, weight } of arcsOf(now.dependencies)) {
    const from = { src: oldOf.get(now.names[src]!), dst: oldOf.get(now.names[dst]!) };
    const known =
      from.src !== undefined &&
      from.dst !== undefined &&
      weightOf(base.dependencies, from.src, from.dst) > 0;
    if (!known)
      changes.push({ src: now.names[src]!, dst: now.names[dst]!, before: null, after: weight });
  }
  return changes.sort((a, b) => compareUtf8(a.src, b.src) || compareUtf8(a.dst, b.dst));
}

function classChanges(base: Side, now: Side): Change['classes'] {
  const before = new Map(
    base.names.map((name, module) => [name, base.analysis.shape.classes[module]!]),
  );
  return now.names.flatMap((module, index) => {
    const old = before.get(module);
    const after = now.analysis.shape.classes[index]!;
    return old === undefined || old === after ? [] : [{ module, before: old, after }];
  });
}

/** Cyclic groups of `to` that lie inside no cyclic group of `from`. */
function cycleChanges(from: Side, to: Side, fresh: readonly NamedArc[]): CycleChange[] {
  const groupOf = new Map<string, number>();
  cyclicGroups(from.analysis.partition).forEach((members, group) => {
    for (const module of members) groupOf.set(from.names[module]!, group);
  });
  const changes: CycleChange[] = [];
  for (const group of cyclicGroups(to.analysis.partition)) {
    const members = group.map((module) => to.names[module]!);
    const old = groupOf.get(members[0]!);
    if (old !== undefined && members.every((name) => groupOf.get(name) === old)) continue;
    const inside = new Set(members);
    changes.push({
      members,
      arcs: fresh.filter(({ src, dst }) => inside.has(src) && inside.has(dst)),
    });
  }
  return changes;
}

async function costWithin(side: Side, names: readonly string[]): Promise<Rational | null> {
  const kept = new Map(names.map((name, module) => [name, module]));
  const arcs = arcsOf(side.dependencies).flatMap(({ src, dst, weight }): Arc[] => {
    const from = kept.get(side.names[src]!);
    const to = kept.get(side.names[dst]!);
    return from === undefined || to === undefined ? [] : [{ src: from, dst: to, weight }];
  });
  const { visibility } = await analyse(dependenciesOf(names.length, arcs));
  return propagationCost(visibility);
}
