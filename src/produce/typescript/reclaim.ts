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

/** Milliseconds before each try: one of a checker's functions may take as long to compile on a busy machine. */
const WAITS = [0, 50, 100, 200, 400, 800];

/**
 * Frees what was let go of until all of `gone` is. The engine may still be compiling a function of a checker, and
 * holds all of it until that is done; what outlives the last try is freed when the engine sees fit.
 */
export async function reclaimed(...gone: readonly WeakRef<object>[]): Promise<void> {
  for (const wait of WAITS) {
    // Whatever a weak reference was asked for or made of lives until the turn of the event loop ends.
    await new Promise((resolve) => setTimeout(resolve, wait));
    reclaim();
    if (gone.every((one) => one.deref() === undefined)) return;
  }
}
