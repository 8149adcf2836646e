import { camelCase, declareParameters, type Lens, type Registry } from '../lens/index.js';
import type { CodeGraph } from '../graph/index.js';

/** What the type checker knows of a session. */
export interface Declared {
  readonly registry: Registry;
  /** The open graph: its kinds and crates become literal types. */
  readonly graph: CodeGraph | null;
  /** Module specifier of a module of this package, as the declarations write it. */
  module(name: string): string;
}

/** Ambient declarations of everything that a cell sees beside Node's own names. */
export function declarationsText({ registry, graph, module }: Declared): string {
  const type = (file: string, name: string): string => `import('${module(file)}').${name}`;
  const kinds = union(graph === null ? null : usedTexts(graph));
  const crates = union(graph?.crate?.dictionary ?? null);
  const lenses = (kind: Lens['kind']): string =>
    registry
      .all(kind)
      .map((lens) => member(lens, type('session/lens-run.js', 'LensRun')))
      .join('\n');
  return `${registry
    .all()
    .map((lens) => parameters(lens, crates))
    .join('\n')}
/** Kinds of nodes that the open dump has. */
type MimirNodeKind = ${kinds};
/** Crates (packages) of the open dump. */
type MimirCrate = ${crates};

type MimirCodeGraph = ${type('graph/index.js', 'CodeGraph')};

/** The code graph of the open dump. */
interface MimirGraph extends MimirCodeGraph {
  /** Ordinals of one node kind, ascending. */
  nodesOf(kind: MimirNodeKind): Uint32Array;
  /** The scope predicate: one byte a node. */
  scope(options?: { readonly crates?: readonly MimirCrate[]; readonly includeTests?: boolean; readonly includeDeps?: boolean }): Uint8Array;
}

interface MimirQuestions {
  /** All of them, with their questions. */
  list(): import('arquero').ColumnTable;
  /** Asks a lens of one's own, made with \`defineLens\`. */
  run<P extends object, S extends object>(lens: ${type('lens/index.js', 'TypedLens<P, S>')}, params?: Partial<P>): ${type('session/lens-run.js', 'LensRun<keyof S & string, P>')};
}

interface MimirLenses extends MimirQuestions {
  /** The same lenses on another graph: \`lens.on(await open('other')).dsm()\`. */
  on(graph: MimirCodeGraph): MimirLenses;
${lenses('lens')}
}

interface MimirCalibrations extends MimirQuestions {
${lenses('calibration')}
}

interface MimirJudges extends MimirQuestions {
${lenses('judge')}
}

/** The dump of this session: where it lies, what it holds. */
declare const dump: ${type('session/dump-summary.js', 'DumpSummary')};
/** The code graph of the dump. It is loaded before the first cell that names it. */
declare const graph: MimirGraph;
/** Questions of the graph, each a run of visible steps. */
declare const lens: MimirLenses;
/** Curves and records that say how far a threshold can be trusted. */
declare const calibrate: MimirCalibrations;
/** Exact judgements of single facts. */
declare const judge: MimirJudges;
/** GraphBLAS: matrices, vectors, semirings. */
declare const grb: typeof import('${module('grb/index.js')}');
/** Graph operations: reach, paths, components, … */
declare const ops: typeof import('${module('ops/index.js')}');
/** Arquero: verbs over tables. */
declare const aq: typeof import('arquero');
/** Observable Plot, drawing without a browser. */
declare const Plot: typeof import('@observablehq/plot');
/** Saved explorations that replay as tests. */
declare const study: ${type('session/cell-study.js', 'CellStudy')};
/** Keeps a value under a name, for a study to compare: \`pin('layers', table, {key: ['module']})\`. */
declare function pin(name: string, value: unknown, options?: ${type('study/index.js', 'PinOptions')}): void;
/** Shows a value before the cell has ended. */
declare const display: ${type('session/cell-display.js', 'Display')};
/** Tells how far a cell is. */
declare const progress: ${type('session/cell-display.js', 'Progress')};
/** Opens another dump: its graph. */
declare function open(dump: string): Promise<MimirCodeGraph>;
/** Asks the user for a line of text. */
declare function input(prompt?: string, options?: { readonly password?: boolean }): Promise<string>;
/** Imports a module that has top-level await. */
declare function esm(specifier: string): Promise<any>;
/** What Plot draws: an element that shows itself as SVG. */
interface SVGSVGElement { outerHTML: string; readonly tagName: string }
interface SVGElement { outerHTML: string; readonly tagName: string }
interface HTMLElement { outerHTML: string; readonly tagName: string }
`;
}

const interfaceName = (lens: Lens): string => `Mimir_${camelCase(lens.id)}_Parameters`;

function parameters(lens: Lens, crates: string): string {
  const text = declareParameters(lens, interfaceName(lens));
  return crates === 'string'
    ? text
    : text.replace(/^(\s+crate\?: readonly )string\[\];$/m, '$1MimirCrate[];');
}

function member(lens: Lens, run: string): string {
  const steps = lens.steps.map(({ id }) => JSON.stringify(id)).join(' | ') || 'never';
  const doc = lens.question.replace(/\*\//g, '* /');
  return `  /** ${doc} */\n  ${camelCase(lens.id)}(params?: ${interfaceName(lens)}): ${run}<${steps}, ${interfaceName(lens)}>;`;
}

const union = (texts: readonly (string | null)[] | null): string => {
  const known = (texts ?? []).filter((text) => text !== null);
  return known.length === 0 || known.length > 500
    ? 'string'
    : known.map((text) => JSON.stringify(text)).join(' | ');
};

function usedTexts({ kind, nodeCount }: CodeGraph): (string | null)[] {
  const used = new Uint8Array(kind.dictionary.length);
  for (let v = 0; v < nodeCount; v++) used[kind.codes[v]!] = 1;
  return kind.dictionary.filter((_, code) => used[code] === 1);
}
