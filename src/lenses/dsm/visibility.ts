import { closureSums } from '../../ops/index.js';
import { reduced, type Rational } from '../../table/index.js';
import type { Dependencies } from './dependencies.js';

/** Row and column sums of V = (I + B)*, the diagonal counted. */
export interface Visibility {
  /** Modules that reach each module, itself counted. */
  readonly vfi: Uint32Array;
  /** Modules that each module reaches, itself counted. */
  readonly vfo: Uint32Array;
  /** Sum of V. */
  readonly pairs: number;
}

export async function visibilityOf(dependencies: Dependencies): Promise<Visibility> {
  const { in: vfi, out: vfo, pairs } = await closureSums(dependencies);
  return { vfi, vfo, pairs };
}

/** ΣV / n², `null` for no module. MacCormack, Rusnak, Baldwin 2006. */
export function propagationCost({ vfi, pairs }: Visibility): Rational | null {
  return reduced(pairs, vfi.length ** 2);
}

/** (ΣV - n) / (n² - n): the same without the diagonal, as some papers report it; `null` for a single module. */
export function propagationCostOff({ vfi, pairs }: Visibility): Rational | null {
  const n = vfi.length;
  return reduced(pairs - n, n * n - n);
}
