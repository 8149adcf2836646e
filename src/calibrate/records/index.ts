export {
  readRecord,
  recordOf,
  writeRecord,
  type CalibrationRecord,
  type RecordedTable,
} from './record.js';
