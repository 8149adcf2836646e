import { gateBypass } from './gate-bypass/index.js';
import { misplaced } from './misplaced/index.js';
import { taint } from './taint/index.js';
import { twins } from './twins/index.js';
import { structuralClones } from './structural-clones/index.js';
import { roleNeighbours } from './role-neighbours/index.js';
import { semanticClones } from './semantic-clones/index.js';
import { sameIntent } from './same-intent/index.js';
import { semanticTwins } from './semantic-twins/index.js';
import { groupTwins } from './group-twins/index.js';
import { createRegistry, type Lens } from '../lens/index.js';
import { chokepoints } from './chokepoints/index.js';
import { dsm } from './dsm/index.js';
import { exactClones } from './exact-clones/index.js';
import { nearClones } from './near-clones/index.js';
import { reimplementsShared } from './reimplements-shared/index.js';
import { similarCode } from './similar-code/index.js';
import { subclone } from './subclone/index.js';

export {
  chokepoints,
  type ChokepointsParams,
  type ChokepointsStates,
} from './chokepoints/index.js';
export { misplaced, type MisplacedParams, type MisplacedStates } from './misplaced/index.js';
export {
  gateBypass,
  type GateBypassParams,
  type GateBypassStates,
  type GateSpec,
} from './gate-bypass/index.js';
export { twins, type TwinsParams, type TwinsStates } from './twins/index.js';
export { taint, type TaintParams, type TaintStates, type UserCatalogue } from './taint/index.js';
export { dsm, type DsmParams, type DsmStates } from './dsm/index.js';
export {
  exactClones,
  type ExactClonesParams,
  type ExactClonesStates,
} from './exact-clones/index.js';
export {
  reimplementsShared,
  type ReimplementsSharedParams,
  type ReimplementsSharedStates,
} from './reimplements-shared/index.js';
export {
  similarCode,
  type SimilarCodeParams,
  type SimilarCodeStates,
} from './similar-code/index.js';
export { subclone, type SubcloneParams, type SubcloneStates } from './subclone/index.js';
export {
  structuralClones,
  type StructuralClonesParams,
  type StructuralClonesStates,
} from './structural-clones/index.js';
export {
  roleNeighbours,
  type RoleNeighboursParams,
  type RoleNeighboursStates,
} from './role-neighbours/index.js';
export {
  semanticClones,
  type SemanticClonesParams,
  type SemanticClonesStates,
} from './semantic-clones/index.js';
export { sameIntent, type SameIntentParams, type SameIntentStates } from './same-intent/index.js';
export {
  semanticTwins,
  type SemanticTwinsParams,
  type SemanticTwinsStates,
} from './semantic-twins/index.js';
export { groupTwins, type GroupTwinsParams, type GroupTwinsStates } from './group-twins/index.js';
export { nearClones, type NearClonesParams, type NearClonesStates } from './near-clones/index.js';

/** Every lens of this room under its TypeScript name: what `lens.<name>` offers in a cell, typed. */
export const LENSES = {
  gateBypass,
  twins,
  taint,
  chokepoints,
  misplaced,
  dsm,
  exactClones,
  nearClones,
  structuralClones,
  roleNeighbours,
  semanticClones,
  sameIntent,
  semanticTwins,
  groupTwins,
  subclone,
  similarCode,
  reimplementsShared,
} as const;

/** The names of `LENSES`. */
export type LensName = keyof typeof LENSES;

/** The lenses by id, in the order in which they are listed. */
export const registry = createRegistry(Object.values(LENSES) as readonly Lens[]);

export {
  DEFAULT_SET,
  parsePlan,
  planLines,
  planSrc,
  runPlan,
  type BatchItem,
  type BatchOptions,
  type PlanInput,
  type PlanLine,
} from './plan.js';
