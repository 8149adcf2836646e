/** Graphs to measure on, the same on every machine: integer arithmetic only. */

/** xorshift32; a period of 2³² − 1 is enough for 2·10⁸ draws. */
function generator(seed) {
  let x = seed;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}

/** R-MAT (a, b, c = .57, .19, .19) with shuffled numbers. */
export function rmat(scale, edges, seed = 88_172_645) {
  const draw = generator(seed);
  const n = 1 << scale;
  const shuffled = new Uint32Array(n).map((_, v) => v);
  for (let v = n - 1; v > 0; v--) {
    const u = draw() % (v + 1);
    [shuffled[v], shuffled[u]] = [shuffled[u], shuffled[v]];
  }
  const limits = [0.57, 0.76, 0.95].map((p) => Math.floor(p * 2 ** 32));
  const rows = new Uint32Array(edges);
  const cols = new Uint32Array(edges);
  for (let e = 0; e < edges; e++) {
    let row = 0;
    let col = 0;
    for (let bit = 0; bit < scale; bit++) {
      const u = draw();
      row = (row << 1) | (u >= limits[1] ? 1 : 0);
      col = (col << 1) | ((u >= limits[0] && u < limits[1]) || u >= limits[2] ? 1 : 0);
    }
    rows[e] = shuffled[row];
    cols[e] = shuffled[col];
  }
  return { name: `rmat 2^${scale}, ${edges} edges`, n, rows, cols };
}

/**
 * Like a code base: functions in modules of 40, most calls inside the module or to the modules just below, some to
 * a few widely used ones, now and then one upwards, which makes cycles.
 */
export function codeLike(n, edges, seed = 2_463_534_242) {
  const draw = generator(seed);
  const rows = new Uint32Array(edges);
  const cols = new Uint32Array(edges);
  for (let e = 0; e < edges; e++) {
    const v = draw() % n;
    const kind = draw() % 100;
    const near = v - (v % 40);
    let w;
    if (kind < 50) w = near + (draw() % 40);
    else if (kind < 80) w = Math.max(0, near - 40 * (1 + (draw() % 30))) + (draw() % 40);
    else if (kind < 98) w = Math.floor(((draw() % 65_536) ** 3 / 2 ** 48) * n);
    else w = Math.min(n - 1, near + 40 * (1 + (draw() % 10)));
    rows[e] = v;
    cols[e] = Math.min(w, n - 1);
  }
  return { name: `code-like ${n}, ${edges} edges`, n, rows, cols };
}

/** Seeds that have out-edges, in a fixed order. */
export function seedsOf({ n, rows }, count) {
  const has = new Uint8Array(n);
  for (const v of rows) has[v] = 1;
  const draw = generator(12_345);
  const seeds = [];
  while (seeds.length < count) {
    const v = draw() % n;
    if (has[v] !== 0) seeds.push(v);
  }
  return Uint32Array.from(seeds);
}
