import type { CodeGraph } from '../../graph/index.js';
import type { Answer, Need } from '../../lens/index.js';
import { fromRows, type Cell } from '../../table/index.js';
import { counted } from '../counted.js';
import { repeatNotes } from '../one-text.js';
import type { ApiReach } from './api.js';
import type { TwinEdge } from './edges.js';
import type { Functions } from './functions.js';
import { MAX_GROUP, type Group } from './groups.js';
import type { Pdg } from './pdg.js';
import type { Shapes } from './shapes.js';
import type { Signatures } from './signatures.js';
import { cratesOf, edgeCounts, evidenceOf } from './tables.js';

/** States of the steps, by step id. */
export interface TwinsStates {
  readonly functions: Functions;
  readonly reach: ApiReach;
  readonly api: readonly TwinEdge[];
  readonly signatures: Signatures;
  readonly names: readonly TwinEdge[];
  readonly pdg: Pdg;
  readonly labels: readonly BigUint64Array[];
  readonly shapes: Shapes;
  readonly shape: readonly TwinEdge[];
  readonly near: readonly TwinEdge[];
  readonly inlined: readonly TwinEdge[];
  readonly divergent: readonly TwinEdge[];
  readonly groups: readonly Group[];
}

export const allEdges = (
  s: Pick<TwinsStates, 'api' | 'names' | 'shape' | 'near' | 'inlined' | 'divergent'>,
): TwinEdge[] => [...s.api, ...s.names, ...s.shape, ...s.near, ...s.inlined, ...s.divergent];

export function answerOf(graph: CodeGraph, states: TwinsStates, needs: readonly Need[]): Answer {
  const { functions, groups, pdg, shapes, reach } = states;
  const gap = functions.ordinals.length > 0 && needs.length === 3;
  const blobs = groups.filter(({ members }) => members.length > MAX_GROUP).length;
  return {
    state: gap
      ? 'empty_gap'
      : needs.length > 0
        ? 'partial'
        : groups.length === 0
          ? 'empty_fact'
          : 'complete',
    population: {
      functions: functions.ordinals.length,
      apis: reach.apis.length,
      blocks: pdg.owner.length,
    },
    summary: {
      functions: functions.ordinals.length,
      same_lines: functions.repeats,
      fns_with_mir: shapes.signature.filter((sig) => sig !== null).length,
      groups: groups.length,
      groups_strong: groups.filter(({ strong }) => strong).length,
      fns_with_twin: new Set(groups.flatMap(({ members }) => members)).size,
      blobs,
      ...edgeCounts(allEdges(states)),
      unparsed_blocks: pdg.unparsed,
    },
    findings: fromRows(
      ['group'],
      COLUMNS,
      groups.map((group) => findingOf(graph, functions, group)),
    ),
    notes: notesOf(states, blobs),
    needs:
      pdg.unparsed > 0
        ? [
            {
              fact: 'parsable blocks',
              producer: 'cargo mimir-dump, mimir dump rust, mimir dump ts',
              missing: pdg.unparsed,
            },
          ]
        : [],
  };
}

const COLUMNS = [
  'group',
  'size:integer/functions',
  'crates:integer',
  'classes:list',
  'strong:boolean',
  'near:integer/pairs',
  'best:real',
  'blob:boolean',
  'members:list',
  'evidence:list',
];

function findingOf(graph: CodeGraph, functions: Functions, group: Group): Cell[] {
  const { label, members, classes, strong, near, best } = group;
  const blob = members.length > MAX_GROUP;
  return [
    functions.names[label]!,
    members.length,
    cratesOf(graph, functions, members),
    classes,
    strong,
    near,
    best,
    blob,
    blob ? null : members.map((f) => functions.names[f]!),
    blob ? null : evidenceOf(functions.names, group),
  ];
}

function notesOf({ functions, groups, pdg, reach }: TwinsStates, blobs: number): string[] {
  const notes: string[] = [];
  if (functions.ordinals.length === 0) notes.push('no function is in scope');
  else if (groups.length === 0) {
    notes.push(
      `no two of ${functions.ordinals.length} functions are alike: they reach ${reach.apis.length} APIs and hold ${pdg.owner.length} blocks; lower sim, near or min-blocks`,
    );
  }
  notes.push(...repeatNotes(functions.repeats));
  if (blobs > 0)
    notes.push(
      `${counted(blobs, 'group')} of more than ${MAX_GROUP} functions, not spelled out: raise sim or min-blocks, or use name`,
    );
  if (pdg.tangled > 0)
    notes.push(
      `data edges left out of ${counted(pdg.tangled, 'local')}, for so many writers and readers`,
    );
  return notes;
}
