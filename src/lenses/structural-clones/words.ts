import { parseDescriptors, splitMoniker } from '../../dump/index.js';

/** A moniker as a reader would say it: its owner and its own name. An id of another form says itself. */
export function leafShown(id: string): string {
  const descriptors = parseDescriptors(splitMoniker(id)?.short ?? '');
  if (descriptors === null) return id;
  const named = descriptors.filter(({ kind }) => kind !== 'namespace' && kind !== 'meta');
  const shown = (named.length > 0 ? named : descriptors).slice(-2).map(({ name }) => name);
  return shown.join('.');
}
