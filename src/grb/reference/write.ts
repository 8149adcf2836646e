import type { Task } from '../../task/index.js';
import type { OutputSpec } from '../backend.js';
import type { Rows } from './rows.js';
import { RowWriter } from './rows.js';
import { binary } from './scalars.js';

/** C⟨M, replace⟩ = accum(C, T), row by row: a three-way merge of C, T and M. Cost: their entries. */
export function write(t: Rows, out: OutputSpec, task: Task): Rows {
  const into = out.into as Rows | null;
  const mask = out.mask?.of as Rows | undefined;
  if (mask === undefined && (into === null || out.accum === null)) return t;
  const fold = out.accum === null ? null : binary(out.accum, t.dtype);
  const writer = new RowWriter(t, t.nvals);
  const structural = out.mask?.structural ?? false;
  const complement = out.mask?.complement ?? false;
  let work = 0;
  for (let i = 0; i < t.rows; i++) {
    let p = t.offsets[i]!;
    const tEnd = t.offsets[i + 1]!;
    let c = into === null ? 0 : into.offsets[i]!;
    const cEnd = into === null ? 0 : into.offsets[i + 1]!;
    let m = mask === undefined ? 0 : mask.offsets[i]!;
    const mEnd = mask === undefined ? 0 : mask.offsets[i + 1]!;
    work += tEnd - p + cEnd - c + 1;
    if (work >= 65_536) {
      task.check('write');
      work = 0;
    }
    while (p < tEnd || c < cEnd) {
      const tCol = p < tEnd ? t.indices[p]! : Infinity;
      const cCol = c < cEnd ? into!.indices[c]! : Infinity;
      const col = Math.min(tCol, cCol);
      let allowed = true;
      if (mask !== undefined) {
        while (m < mEnd && mask.indices[m]! < col) m++;
        const present = m < mEnd && mask.indices[m] === col;
        allowed = (present && (structural || truthy(mask, m))) !== complement;
      }
      if (!allowed) {
        if (cCol === col && !out.replace) writer.push(col, into!.values[c * into!.step]!);
      } else if (tCol === col && cCol === col && fold !== null) {
        writer.push(col, fold(into!.values[c * into!.step]!, t.values[p * t.step]!));
      } else if (tCol === col) {
        writer.push(col, t.values[p * t.step]!);
      } else if (fold !== null) {
        writer.push(col, into!.values[c * into!.step]!);
      }
      if (tCol === col) p++;
      if (cCol === col) c++;
    }
    writer.endRow();
  }
  return writer.done();
}

export function truthy(a: Rows, p: number): boolean {
  const value = a.values[p * a.step]!;
  return value !== 0 && value !== 0n;
}
