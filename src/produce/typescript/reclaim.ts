import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees what was let go of, now. The engine would wait until as much again was made: the old checker would lie in
 * memory beside the new one, which was taken to be rid of it. Nor would one collection be enough as the engine has it:
 * it keeps the shapes of dead objects over two of them, in case more of the kind are made, and a shape leads by its
 * constructor to all that the constructor sees, which is the whole checker.
 */
export function reclaim(): void {
  setFlagsFromString('--expose-gc');
  setFlagsFromString('--retain-maps-for-n-gc=0');
  // Only a context that is made under the flag has the function.
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--retain-maps-for-n-gc=2');
  setFlagsFromString('--no-expose-gc');
}
