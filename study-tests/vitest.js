/** `import 'mimir-workbench/study-tests/vitest.js';` turns the project's `studies/` into vitest tests. */
import { describe, it } from 'vitest';
import { studyTests } from '../dist/session/study-tests.js';

await studyTests(process.env.MIMIR_STUDIES ?? 'studies', {
  describe,
  it: (title, body, milliseconds) => it(title, body, milliseconds),
});
