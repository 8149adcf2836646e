import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees what was let go of, now. The engine would wait until as much again was made: the old checker would lie in
 * memory beside the new one, which was taken to be rid of it.
 */
export function reclaim(): void {
  setFlagsFromString('--expose-gc');
  // Only a context that is made under the flag has the function.
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}
