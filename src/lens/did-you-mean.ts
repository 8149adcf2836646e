// The file, not the room's door: the terminal's prompt waits for what this loads.
import { nearestNames } from '../table/nearest.js';

/** The remedy of an unknown name: the nearest ones, else what there is. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearestNames(name, known, 3);
  if (near.length > 0) return `did you mean ${near.join(', ')}?`;
  return known.length === 0
    ? 'there is none'
    : `there is ${known.slice(0, 12).join(', ')}${known.length > 12 ? ' …' : ''}`;
}
