import { createRegistry, type Lens } from '../../lens/index.js';
import { documentDuplicates } from './document-duplicates.js';
import { editClasses } from './edit-classes.js';
import { erasure } from './erasure.js';
import { guardTiers } from './guard-tiers.js';
import { liveness } from './liveness.js';
import { sameRole } from './same-role.js';
import { score } from './score.js';
import { splitSeams } from './split-seams.js';
import { structure } from './structure.js';
import { threeSignals } from './three-signals.js';
import { tokenClones } from './token-clones.js';
import { tombstones } from './tombstones.js';
import { treeClones } from './tree-clones.js';
import { trend } from './trend.js';
import { unmentioned } from './unmentioned.js';

/** The fifteen families in the order of the source, under their TypeScript names. */
export const JUDGES = {
  tokenClones,
  treeClones,
  documentDuplicates,
  structure,
  score,
  liveness,
  threeSignals,
  splitSeams,
  editClasses,
  trend,
  guardTiers,
  erasure,
  unmentioned,
  tombstones,
  sameRole,
} as const;

export type JudgeName = keyof typeof JUDGES;

export const judgeRegistry = createRegistry(Object.values(JUDGES) as readonly Lens[]);
