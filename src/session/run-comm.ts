import type { HandleInfo } from '../engine/protocol.js';
import type { Need, ParameterType, Report, StepStatus } from '../lens/index.js';

/**
 * What a front door may ask of a lens run that stays in the host: `engine.comm(handle, method, argument)` on a
 * handle of kind `run`. Arguments and answers are plain JSON, so that every transport carries them; tables cross as
 * table handles and are read by `engine.page`.
 */
export interface RunComm {
  /** The lens, its parameters with their present values, and every step with its state. Runs nothing. */
  readonly steps: { readonly argument: null; readonly answer: RunView };
  /** Runs the next step that has not run; answers as `steps`. */
  readonly advance: { readonly argument: null; readonly answer: RunView };
  /** Runs everything up to and including the step. */
  readonly until: { readonly argument: { readonly step: string }; readonly answer: RunView };
  readonly finish: { readonly argument: null; readonly answer: RunView };
  /** The table of a step, as a handle that the caller releases; runs up to the step when it has not run. */
  readonly table: { readonly argument: { readonly step: string }; readonly answer: HandleInfo };
  /** The chart of a step, drawn in the host; null where the step has none. */
  readonly chart: { readonly argument: ChartRequest; readonly answer: ChartAnswer | null };
  /** Changes parameters; steps that had run and depend on them run again at once. Both sorts are listed. */
  readonly retune: {
    readonly argument: { readonly params: Readonly<Record<string, unknown>> };
    readonly answer: RunView & {
      readonly reran: readonly string[];
      readonly shared: readonly string[];
    };
  };
  /** Moves one number of a finished run, and draws what hangs on it: what a slider asks. */
  readonly tune: {
    readonly argument: {
      readonly parameter: string;
      readonly value: number;
      /** Whose chart is drawn. */
      readonly step: string;
    };
    readonly answer: TunedView;
  };
  /** Finishes the run and folds it. `limit` 0 = every finding. */
  readonly report: { readonly argument: { readonly limit: number }; readonly answer: Report };
  /** Pins the table of a step under a name; `source` is the cell that does so, null where a study cannot keep it. */
  readonly pin: {
    readonly argument: { readonly step: string; readonly name: string };
    readonly answer: {
      readonly name: string;
      readonly rows: number;
      readonly source: string | null;
    };
  };
}

export type RunMethod = keyof RunComm;

export interface RunView {
  readonly lens: string;
  readonly title: string;
  readonly question: string;
  readonly params: readonly RunParameter[];
  readonly steps: readonly RunStep[];
  readonly needs: readonly Need[];
}

export interface RunParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly default: unknown;
  readonly value: unknown;
  readonly doc: string;
}

export interface RunStep {
  readonly id: string;
  readonly title: string;
  /** TeX. */
  readonly formula: string;
  readonly product?: string;
  readonly params: readonly string[];
  readonly inputs: readonly string[];
  /** As the lens room says it: `reused` shares the result of an earlier run. */
  readonly status: StepStatus;
  /** Present once done and counted; counting never builds the table. */
  readonly rows?: number;
  readonly milliseconds?: number;
  /** Recorder lines, in the order in which the products ran. */
  readonly products: readonly { readonly text: string; readonly milliseconds: number }[];
  readonly hasChart: boolean;
  /** How often the step has run in this session: tells a re-run from a shared result. */
  readonly runs: number;
  readonly error?: string;
}

export interface TunedView {
  /** The chart of the step and its first rows. */
  readonly html: string;
  readonly value: string;
  /** One line: how many rows, which steps ran again, in which time. */
  readonly status: string;
  readonly reran: readonly string[];
  readonly shared: readonly string[];
  /** Of the steps alone, without drawing. */
  readonly milliseconds: number;
}

export interface ChartRequest {
  readonly step: string;
  readonly form: 'cells' | 'svg' | 'png' | 'html';
  /** Terminal cells for `cells`, CSS pixels for the others. */
  readonly width?: number;
  readonly height?: number;
  readonly color?: boolean;
}

export interface ChartAnswer {
  readonly title: string;
  /** Lines of terminal cells (with SGR colours where asked for), SVG or HTML text, or PNG in base64. */
  readonly data: string;
}

/** What a front door may ask of a handle of kind `text`: set anew for each width. */
export interface TextComm {
  readonly text: {
    readonly argument: { readonly width?: number; readonly color?: boolean };
    readonly answer: string;
  };
}

/** What a front door may ask of a handle of kind `chart`: drawn anew for each terminal size and form. */
export interface ChartComm {
  readonly draw: { readonly argument: Omit<ChartRequest, 'step'>; readonly answer: ChartAnswer };
}
