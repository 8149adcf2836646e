/**
 * Which test files have a deep form: those that ask for it (`deep(…)`, MIMIR_DEEP), and those that import a file of the
 * tests which does. The others would only be run a second time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ASKS = /\bdeep\(|MIMIR_DEEP/;
const IMPORT = /from '(\.[^']+)\.js'/g;

/** Paths below `root`, sorted. */
export function deepTests(root, folder = 'test') {
  const texts = new Map(
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );
  // Where the word itself is declared, nothing is asked.
  texts.delete(path.join(folder, 'tools.ts'));
  const asks = new Map();
  const asked = (file) => {
    if (asks.has(file)) return asks.get(file);
    asks.set(file, false);
    const text = texts.get(file) ?? '';
    const imported = [...text.matchAll(IMPORT)].map(([, to]) =>
      path.join(path.dirname(file), `${to}.ts`),
    );
    asks.set(file, ASKS.test(text) || imported.some(asked));
    return asks.get(file);
  };
  return [...texts.keys()].filter((file) => file.endsWith('.test.ts') && asked(file)).sort();
}
