// Starts the kernel of the package whose folder is the first argument. It lies in the kernelspec, apart from the
// package, so that a package that was moved or removed is told, with what to do.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// Asked first: a client that dies while the package is still loading would not be known later.
const parent = process.ppid;
const [folder, connectionFile] = process.argv.slice(2);
const entry = path.join(folder, 'dist', 'kernel', 'main.js');
if (!existsSync(entry)) {
  console.error(
    `mimir kernel: package that is gone: ${folder}; run \`mimir kernel install\` again where it is now`,
  );
  process.exit(1);
}
try {
  const { runKernel } = await import(pathToFileURL(entry).href);
  await runKernel(connectionFile, parent);
} catch (error) {
  console.error(`mimir kernel: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
