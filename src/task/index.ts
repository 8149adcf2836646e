export { CodedError, Interrupted, InvalidArgument, type ExitCode } from './errors.js';
export {
  createTask,
  type ProgressListener,
  type ProgressReport,
  type Task,
  type TaskOptions,
} from './task.js';
