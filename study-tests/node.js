/** `import 'mimir-workbench/study-tests/node.js';` turns the project's `studies/` into tests of `node --test`. */
import { describe, it } from 'node:test';
import { studyTests } from '../dist/session/study-tests.js';

await studyTests(process.env.MIMIR_STUDIES ?? 'studies', {
  describe: (title, body) => void describe(title, body),
  it: (title, body, timeout) => void it(title, { timeout }, body),
});
