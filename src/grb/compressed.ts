import type { Backend, Handle } from './backend.js';
import { checkDup, coordinatesOf, csrSpec, type CsrInput } from './build.js';
import type { Call } from './calls.js';
import type { Dtype, ValuesInput } from './dtype.js';
import type { RunContext } from './recorder.js';
import { currentBackend } from './select.js';

/** Compressed rows, on the run's backend. */
export async function compressed<D extends Dtype>(
  call: Call,
  dtype: D,
  input: CsrInput,
  values: ValuesInput<D>,
  options: RunContext,
): Promise<readonly [Handle, Backend]> {
  const spec = csrSpec(call, dtype, input, values);
  const dup = checkDup(call, dtype, input.dup);
  const backend = currentBackend(options);
  const handle = await call.run(
    {},
    (task) => backend.fromCsr(spec, task) ?? backend.fromCoo(coordinatesOf(call, spec, dup), task),
  );
  return [handle, backend];
}
