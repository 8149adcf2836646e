// What a lens is
export type {
  FactNeed,
  Lens,
  LensKind,
  ProductLine,
  Step,
  StepContext,
  StepResult,
  TypedLens,
} from './lens.js';
export {
  defineLens,
  mergeNeeds,
  type Answer,
  type LensBuilder,
  type LensHead,
  type StepDefinition,
} from './define.js';
export {
  param,
  type Declarations,
  type Declared,
  type Parameter,
  type ParameterType,
  type ParamsOf,
} from './parameters.js';
export { SCOPE_PARAMS, scopeOf, scopeParams } from './scope-params.js';
export type {
  ChannelName,
  ChartSpec,
  MarkKind,
  MarkSpec,
  ScaleName,
  ScaleSpec,
} from './chart-spec.js';
export { DEFAULTS, type Provenance, type Threshold } from './defaults.js';

// Asking one
export {
  camelCase,
  kebabCase,
  readArguments,
  readChanges,
  snakeCase,
  typeText,
  wrongType,
} from './arguments.js';
export { declareParameters, parameterHelp } from './declaration.js';
export { didYouMean } from './did-you-mean.js';
export { Run, startRun, type RunOptions, type StepStatus, type StepView } from './run.js';
export { StepCache } from './step-cache.js';
export { createRegistry, type Registry } from './registry.js';

// What it answers
export type { Findings, Need, Report, ReportState } from './report.js';
export { canonicalJson, reportJson } from './canonical-json.js';
export { findingsOf } from './findings.js';
export { REPORT_SCHEMA } from './report-schema.js';
export { findingKey, suppress, type Suppressed, type Suppression } from './finding-keys.js';
export { findingSides, type FindingSide, type FindingSides } from './finding-sides.js';
export { findingPath, type FindingPlace, type PathStep } from './finding-path.js';
export { toSarif, type SarifTool } from './sarif.js';
