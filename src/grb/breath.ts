/** Milliseconds that work may keep the event loop from coming round. */
const LONGEST = 20;

let lastBreath = 0;

/**
 * Lets timers and input in when the thread has run for a while: neither an abort nor what the collector has to say
 * can arrive otherwise. `null` where it is too early, so that brief work need not wait for anything.
 */
export function breath(): Promise<void> | null {
  return performance.now() - lastBreath < LONGEST ? null : taken();
}

async function taken(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  lastBreath = performance.now();
}
