import type { How } from '../../dump/index.js';
import type { Entity } from './entities.js';

export type CallClass = 'resolved' | 'external' | 'by_value' | 'dispatch' | 'unresolved';

export interface Callee {
  readonly class: CallClass;
  readonly how: How;
  /** Empty where the body called belongs to the caller's own function, and where nothing is known. */
  readonly targets: readonly Entity[];
}
