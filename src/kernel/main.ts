import { createSession } from '../session/index.js';
import { kernelIdOf } from './addressed.js';
import { readConnection } from './connection.js';
import { kernelInfo } from './info.js';
import { Kernel } from './kernel.js';
import { Wire } from './message.js';
import { notebookDump } from './notebook.js';
import { Sockets } from './sockets.js';
import { packageVersion } from './version.js';

/** Milliseconds between looks at the parent. */
const PARENT_POLL = 1_000;

/** Runs a kernel on a connection file until it is told to stop, or its client, the parent, dies. */
export async function runKernel(connectionFile: string, parent = process.ppid): Promise<void> {
  let stop = (): void => process.exit(0);
  watchParent(parent, () => stop());
  const connection = readConnection(connectionFile);
  const header = notebookDump(process.env, process.cwd());
  const engine = createSession({ ...(header !== null && { header }) });
  engine.ready.catch((error: unknown) => console.error(`session: ${(error as Error).message}`));
  const sockets = new Sockets(connection, new Wire(connection.key, connection.signature_scheme));
  stop = () => void engine.close().finally(() => process.exit(0));
  const kernel = new Kernel({
    engine,
    sockets,
    info: kernelInfo(packageVersion()),
    kernelId: kernelIdOf(connectionFile),
    onShutdown: () => process.exit(0),
  });
  process.on('SIGINT', () => void kernel.interrupt());
  process.on('SIGTERM', () => stop());
  await kernel.open();
}

/** A kernel whose client is gone would stay for ever. */
function watchParent(parent: number, gone: () => void): void {
  setInterval(() => {
    if (process.ppid !== parent) gone();
  }, PARENT_POLL).unref();
}
