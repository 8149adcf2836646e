let lastBreath = 0;

/** Lets timers and input in when the thread has run for a while: an abort can't arrive otherwise. */
export async function breathe(): Promise<void> {
  const now = performance.now();
  if (now - lastBreath < 20) return;
  await new Promise<void>((resolve) => setImmediate(resolve));
  lastBreath = performance.now();
}
