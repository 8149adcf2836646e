export type { CellOutcome, CellRunner, CellRunOptions, Shown } from './cell-runner.js';
export {
  EXPECTATIONS,
  type Expectation,
  type PinOptions,
  type PinTolerance,
  type RecordedCell,
  type RecordedColumn,
  type RecordedPin,
  type RecordedRun,
  type RecordedStep,
  type RecordedTable,
  type Tolerance,
} from './recorded.js';
export { recordPin, recordRun, recordTable } from './record.js';
export {
  JUPYTER_HEADER,
  parseStudy,
  printStudy,
  STUDY_FORMAT,
  type CellKind,
  type Study,
  type StudyCell,
  type StudyHeader,
} from './format.js';
export { EXPECTED_FORMAT, parseExpected, printExpected, type Expected } from './expected.js';
export {
  findStudies,
  listStudies,
  readExpected,
  readStudy,
  studyFile,
  writeExpected,
  writeFileAside,
  writeStudy,
  type StudyFile,
} from './folder.js';
export {
  diffTables,
  sameTable,
  type ChangedCell,
  type ChangedRow,
  type TableDiff,
} from './table-diff.js';
export {
  compareStudy,
  fails,
  sentenceOf,
  show,
  type CompareOptions,
  type Finding,
  type StepDrift,
  type Verdict,
} from './compare.js';
export { driftLines, type DriftTextOptions } from './drift-text.js';
export {
  expectationOf,
  REPLAY_SECONDS,
  replayStudy,
  runStudy,
  type Replay,
  type ReplayOptions,
} from './replay.js';
export { acceptUpdate, proposeUpdate, withHeader, type Change, type Proposal } from './accept.js';
export {
  cellsThatMatter,
  refusePrivate,
  saveStudy,
  studyOfSession,
  type SaveRequest,
  type SessionCell,
} from './save.js';
export { annotations, junitXml } from './ci-output.js';
export { EXPECTED_SCHEMA } from './schema.js';
export {
  notebookOf,
  printNotebook,
  studyOfNotebook,
  type FromNotebook,
  type Notebook,
} from './notebook.js';
