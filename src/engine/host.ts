import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CellHost, type HostSettings } from './cell-host.js';
import { cellError } from './host-errors.js';
import { HostOutput } from './host-output.js';
import { listenForInterrupts } from './stopping.js';
import type { PreludeModule } from './prelude.js';
import type { HostCommand } from './wire.js';

/** Entry of the child process in which cells run. Pipes: 3 brings interrupts, 4 takes messages out. */
const INTERRUPTS = 3;
const MESSAGES = 4;

const output = new HostOutput(MESSAGES);
output.capture();
process.on('uncaughtException', (error) => output.event({ type: 'stderr', text: lateText(error) }));
process.on('unhandledRejection', (reason) =>
  output.event({ type: 'stderr', text: lateText(reason) }),
);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

function lateText(thrown: unknown): string {
  const { name, message, frames } = cellError(thrown);
  return `after its cell had ended: ${name}: ${message}${frames.map((frame) => `\n    at ${frame}`).join('')}\n`;
}

async function main(): Promise<void> {
  const settings = JSON.parse(process.env.MIMIR_HOST ?? '{}') as HostSettings;
  delete process.env.MIMIR_HOST;
  const host = new CellHost(settings, output, listenForInterrupts(INTERRUPTS));
  process.on('message', (command: HostCommand) => void host.take(command));
  Object.assign(globalThis, { require: createRequire(path.join(settings.cwd, 'cell.js')) });
  const module =
    settings.prelude === null
      ? null
      : ((await import(pathToFileURL(settings.prelude).href)) as PreludeModule);
  await host.start(module);
}

main().catch((error: unknown) => {
  output.send({ type: 'failed', error: cellError(error) });
});
