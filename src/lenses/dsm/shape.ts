import { DEFAULTS } from '../../lens/index.js';

/**
 * The shape of a dependency structure, after Baldwin, MacCormack and Rusnak 2014 as two public implementations restate
 * it. Integer arithmetic throughout; at equality: exactly 4 % is not hierarchical, exactly 1.5 times is not multi-core,
 * and VFO = VFO of the core counts as high. The paper itself was not at hand.
 */
export type Architecture =
  'hierarchical' | 'multi-core' | 'borderline core-periphery' | 'core-periphery';
export type ModuleClass = 'Core' | 'Shared' | 'Control' | 'Peripheral' | 'Central';
export type ShapeView = 'core' | 'median';

export interface Shape {
  readonly architecture: Architecture;
  /** Size of the largest cyclic group (at least 2 members), else 0. */
  readonly coreSize: number;
  /** Size of the second largest, else 0. */
  readonly second: number;
  readonly view: ShapeView;
  /** Twice the VFI and twice the VFO that divide the classes: doubled, so that a median is whole. */
  readonly pivot2: readonly [vfi: number, vfo: number];
  readonly classes: readonly ModuleClass[];
}

export interface ShapeInput {
  readonly vfi: Uint32Array;
  readonly vfo: Uint32Array;
  /** Strongly connected group of each module. */
  readonly group: Uint32Array;
  readonly groupSizes: Uint32Array;
}

export function shapeOf(input: ShapeInput): Shape {
  const { vfi, vfo, group, groupSizes } = input;
  const n = vfi.length;
  const cyclic = [...groupSizes].filter((size) => size >= 2).sort((a, b) => b - a);
  const coreSize = cyclic[0] ?? 0;
  const second = cyclic[1] ?? 0;
  const architecture = architectureOf(n, coreSize, second);
  const view: ShapeView =
    architecture === 'hierarchical' || architecture === 'multi-core' ? 'median' : 'core';
  // The core is unique in this view: two groups of its size would make it multi-core.
  const core = view === 'core' ? groupSizes.indexOf(coreSize) : -1;
  const member = core < 0 ? -1 : group.indexOf(core);
  const pivot2 =
    member < 0
      ? ([median2(vfi), median2(vfo)] as const)
      : ([2 * vfi[member]!, 2 * vfo[member]!] as const);
  const classes = Array.from(vfi, (_, module): ModuleClass => {
    if (member >= 0 && group[module] === core) return 'Core';
    const seen = 2 * vfi[module]! >= pivot2[0];
    const sees = 2 * vfo[module]! >= pivot2[1];
    if (seen && sees) return 'Central';
    return seen ? 'Shared' : sees ? 'Control' : 'Peripheral';
  });
  return { architecture, coreSize, second, view, pivot2, classes };
}

function architectureOf(n: number, core: number, second: number): Architecture {
  const { hierarchicalBelow, borderlineUpTo, multiCoreBelow } = DEFAULTS.dsm;
  if (core === 0 || compareShare(core, n, hierarchicalBelow.value) < 0) return 'hierarchical';
  if (compareShare(core, second, multiCoreBelow.value) < 0) return 'multi-core';
  return compareShare(core, n, borderlineUpTo.value) <= 0
    ? 'borderline core-periphery'
    : 'core-periphery';
}

/** Sign of core/whole - num/den, exactly. */
const compareShare = (core: number, whole: number, [num, den]: readonly [number, number]): number =>
  den * core - num * whole;

/** Twice the median: the sum of the two middle values. */
function median2(values: Uint32Array): number {
  if (values.length === 0) return 0;
  const sorted = values.slice().sort();
  return sorted[(sorted.length - 1) >>> 1]! + sorted[sorted.length >>> 1]!;
}
