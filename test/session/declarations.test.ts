import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { CHECK_OPTIONS, CheckerFiles } from '../../src/engine/checker-files.js';
import { openGraph } from '../../src/graph/index.js';
import { registry } from '../../src/lenses/index.js';
import { declarationsText } from '../../src/session/declarations.js';

/** Errors in the declarations themselves: the engine would pass over them in silence. */
function faults(text: string): string[] {
  const files = new CheckerFiles(process.cwd(), { ...CHECK_OPTIONS, skipLibCheck: false });
  const file = path.resolve('mimir-globals.d.ts');
  files.write(file, text);
  files.roots = [file];
  const service = ts.createLanguageService(files);
  return [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(
    ({ start, messageText }) =>
      `${text.slice(start, (start ?? 0) + 60)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
}

const module = (name: string): string => path.resolve('dist', name);

it('what cells see is declared without a fault, with a dump and without', async () => {
  const graph = await openGraph('fixtures/arrow-js');
  expect(faults(declarationsText({ registry, graph: null, module }))).toEqual([]);
  expect(faults(declarationsText({ registry, graph, module }))).toEqual([]);
});

it('a dump gives its kinds and crates as literals', async () => {
  const graph = await openGraph('fixtures/arrow-js');
  const text = declarationsText({ registry, graph, module });
  expect(text).toMatch(/type MimirNodeKind = .*"class"/);
  expect(text).toMatch(/type MimirCrate = .*"apache-arrow"/);
});
