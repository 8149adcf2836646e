import { createSession } from '../session/index.js';
import { readConnection } from './connection.js';
import { kernelInfo } from './info.js';
import { Kernel } from './kernel.js';
import { Wire } from './message.js';
import { notebookDump } from './notebook.js';
import { Sockets } from './sockets.js';
import { packageVersion } from './version.js';

/** Milliseconds between looks at the parent. */
const PARENT_POLL = 1_000;

/** Runs a kernel on a connection file until it is told to stop, or its client dies. */
export async function runKernel(connectionFile: string): Promise<void> {
  const connection = readConnection(connectionFile);
  const header = notebookDump(process.env, process.cwd());
  const engine = createSession({ ...(header !== null && { header }) });
  engine.ready.catch((error: unknown) => console.error(`session: ${(error as Error).message}`));
  const sockets = new Sockets(connection, new Wire(connection.key, connection.signature_scheme));
  const stop = async (): Promise<void> => {
    await engine.close();
    process.exit(0);
  };
  const kernel = new Kernel({
    engine,
    sockets,
    info: kernelInfo(packageVersion()),
    onShutdown: () => process.exit(0),
  });
  process.on('SIGINT', () => void kernel.interrupt());
  process.on('SIGTERM', () => void stop());
  watchParent(() => void stop());
  await kernel.open();
}

/** A kernel whose client is gone would stay for ever. */
function watchParent(gone: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) gone();
  }, PARENT_POLL).unref();
}
