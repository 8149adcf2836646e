import { createTask } from '../../task/index.js';
import { failureOf, type ReaderMessage } from './messages.js';
import type { ProcessOrder } from './process.js';
import { inThread } from './thread.js';

const THREAD = new URL('./dump-thread.js', import.meta.url);

/** The script of the reading process: a thread reads, with a larger stack than a process has. */
function serve(): void {
  const say = (message: ReaderMessage): void => {
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
          say({ failure: failureOf(error) });
        },
      );
  });
  // Terminals and time limits stop whoever runs in them; what follows is for the one who asked to say.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  // Nobody waits for the answer any more.
  process.on('disconnect', () => process.exit());
}

serve();
