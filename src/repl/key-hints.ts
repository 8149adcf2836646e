import { cutEnd, widthOf } from '../view/text-width.js';

/** Keys of a view on one line: of those without room the last, which leads back, stays. */
export function keyHints(hints: string, width: number): string {
  if (widthOf(hints) <= width) return hints;
  const all = hints.split(' · ');
  const last = all.pop() ?? '';
  while (all.length > 0 && widthOf([...all, '…', last].join(' · ')) > width) all.pop();
  return cutEnd(all.length === 0 ? last : [...all, '…', last].join(' · '), width);
}
