import { CodedError, createTask } from '../../task/index.js';
import type { ProcessMessage, ProcessOrder } from './process.js';
import { inThread } from './thread.js';

const THREAD = new URL('./dump-thread.js', import.meta.url);

/** The script of the reading process: a thread reads, with a larger stack than a process has. */
function serve(): void {
  const say = (message: ProcessMessage): void => {
    if (process.connected) process.send!(message);
  };
  const task = createTask({
    onProgress(progress) {
      say({ progress });
    },
  });
  process.on('message', (order: ProcessOrder) => {
    if ('stop' in order) Atomics.store(task.flag, 0, 1);
    else
      void inThread(THREAD, order.read, task).then(
        (result) => {
          say({ result });
        },
        (error: unknown) => {
          const { code, message, exitCode } =
            error instanceof CodedError ? error : new CodedError('fault', String(error));
          say({ failure: { code, message, exitCode } });
        },
      );
  });
  // A terminal interrupts whoever runs in it; what follows is for the one who asked to say.
  process.on('SIGINT', () => undefined);
  // Nobody waits for the answer any more.
  process.on('disconnect', () => process.exit());
}

serve();
