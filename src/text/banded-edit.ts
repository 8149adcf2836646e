/**
 * Whether one sequence becomes another by at most `most` insertions, deletions and replacements: Levenshtein's distance
 * inside of a band (Ukkonen 1985), O(most · n) time.
 */
export function withinEdits(a: Uint32Array, b: Uint32Array, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  const width = 2 * most + 1;
  const far = most + 1;
  // Column c of the band in row i stands for place j = i + c - most of b.
  let before = new Int32Array(width + 1).fill(far);
  let now = new Int32Array(width + 1).fill(far);
  for (let c = most; c < width; c++) before[c] = c - most;
  for (let i = 1; i <= a.length; i++) {
    let least = far;
    for (let c = 0; c < width; c++) {
      const j = i + c - most;
      let edits = far;
      if (j === 0) edits = i;
      else if (j > 0 && j <= b.length) {
        edits = before[c]! + (a[i - 1] === b[j - 1] ? 0 : 1);
        const removed = before[c + 1]! + 1;
        const inserted = c === 0 ? far : now[c - 1]! + 1;
        if (removed < edits) edits = removed;
        if (inserted < edits) edits = inserted;
      }
      now[c] = edits < far ? edits : far;
      if (now[c]! < least) least = now[c]!;
    }
    if (least === far) return false;
    [before, now] = [now, before];
  }
  return before[b.length - a.length + most]! <= most;
}
