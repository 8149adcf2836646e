import { parentPort, workerData } from 'node:worker_threads';
import { CellChecker } from './checker.js';
import { complete, inspect, isComplete, signature } from './completion.js';

/** What the front door asks of its checker. */
export type CheckerCall =
  | { readonly method: 'declare'; readonly text: string; readonly file: string | null }
  | { readonly method: 'check'; readonly source: string; readonly number: number }
  | {
      readonly method: 'commit';
      readonly number: number;
      readonly defined: readonly string[] | null;
    }
  | { readonly method: 'forget' }
  | {
      readonly method: 'complete' | 'inspect' | 'signature';
      readonly source: string;
      readonly offset: number;
    }
  | { readonly method: 'isComplete'; readonly source: string };

/** A thread of the front door: types of cells are checked and completed here, whatever the host is busy with. */
const { cwd } = workerData as { readonly cwd: string };
const port = parentPort!;
const checker = new CellChecker(cwd);

function answer(call: CheckerCall): unknown {
  switch (call.method) {
    case 'declare':
      checker.declare(call.text, call.file ?? undefined);
      return null;
    case 'check':
      return checker.check(call.source, call.number);
    case 'commit':
      checker.commit(call.number, call.defined);
      return null;
    case 'forget':
      checker.forget();
      return null;
    case 'complete':
      return complete(checker, call.source, call.offset);
    case 'inspect':
      return inspect(checker, call.source, call.offset);
    case 'signature':
      return signature(checker, call.source, call.offset);
    case 'isComplete':
      return isComplete(call.source);
  }
}

port.on('message', ({ id, call }: { id: number; call: CheckerCall }) => {
  try {
    port.postMessage({ id, value: answer(call) });
  } catch (error) {
    port.postMessage({
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
