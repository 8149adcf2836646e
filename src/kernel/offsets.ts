/** Jupyter counts code points, JavaScript UTF-16 units. */

export function unitsOf(text: string, points: number): number {
  let units = 0;
  let left = points;
  for (const character of text) {
    if (left-- <= 0) break;
    units += character.length;
  }
  return units;
}

export function pointsOf(text: string, units: number): number {
  return [...text.slice(0, units)].length;
}
