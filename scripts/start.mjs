/** `npm start [DUMP]`: sets up, then opens the terminal workbench on a dump, the bundled one unless told. */
import path from 'node:path';
import { ROOT, run } from './process.mjs';
import { setup } from './setup.mjs';

const dump = process.argv[2] ?? path.join(ROOT, 'fixtures', 'arrow-js');
try {
  await setup();
  // The child reads the terminal: ctrl-c belongs to it alone.
  process.on('SIGINT', () => undefined);
  process.exitCode = await run(
    process.execPath,
    [path.join(ROOT, 'bin', 'mimir.mjs'), 'repl', dump],
    {
      cwd: process.env.INIT_CWD ?? process.cwd(),
    },
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
