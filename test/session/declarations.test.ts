import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { CHECK_OPTIONS, CheckerFiles } from '../../src/engine/checker-files.js';
import { openGraph } from '../../src/graph/index.js';
import { registry } from '../../src/lenses/index.js';
import { declarationsText } from '../../src/session/declarations.js';
import { globalsText } from '../../src/session/globals-text.js';

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

describe('the declarations for editors', () => {
  const globals = path.resolve('dist/session/globals.d.ts');

  /** Errors of study files under the configuration that lies beside them, as an editor finds them. */
  function editorErrors(texts: ReadonlyMap<string, string>): string[] {
    const config = path.resolve('studies/tsconfig.json');
    const { options } = ts.parseJsonConfigFileContent(
      ts.readConfigFile(config, (file) => ts.sys.readFile(file)).config,
      ts.sys,
      path.dirname(config),
    );
    const host = ts.createCompilerHost(options);
    const files = new Map([...texts, [globals, globalsText()]]);
    const { fileExists, readFile, getSourceFile } = host;
    host.fileExists = (file) => files.has(file) || fileExists(file);
    host.readFile = (file) => files.get(file) ?? readFile(file);
    host.getSourceFile = (file, version, ...rest) =>
      files.has(file)
        ? ts.createSourceFile(file, files.get(file)!, version)
        : getSourceFile(file, version, ...rest);
    const program = ts.createProgram(
      [path.resolve('globals.d.ts'), ...texts.keys()],
      options,
      host,
    );
    return ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, start = 0, code, messageText }) =>
          `${path.basename(file?.fileName ?? '')}:${(file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1} ${code} ${ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 80)}`,
      );
  }

  const studies = readdirSync('studies').filter((name) => name.endsWith('.study.ts'));
  const text = (name: string): [string, string] => {
    const file = path.resolve('studies', name);
    return [file, readFileSync(file, 'utf8')];
  };

  it('find no fault with the studies of this project', () => {
    expect(editorErrors(new Map(studies.map(text)))).toEqual([]);
  });

  it('know the names of a cell, with the steps and parameters of each lens', () => {
    const wrong = [
      "const run = lens.dsm({ levle: 'file' });",
      "await run.until('ordr');",
      "run.table('order').numRows().toFixed(); graph.nodeCount.toFixed(); aq.table({}); Plot.plot({});",
      "pin('a', 1, { kye: [] });",
      'judge.nothingLikeThis();',
      'calibrate.precision({ labels: 3 });',
      'await display(dump); progress("x", 1); await open("y"); await input("z"); study.list();',
    ].join('\n');
    const codes = editorErrors(new Map([[path.resolve('studies/wrong.study.ts'), wrong]]));
    expect(codes.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'wrong.study.ts:1 2561',
      'wrong.study.ts:2 2345',
      'wrong.study.ts:4 2353',
      'wrong.study.ts:5 2339',
      'wrong.study.ts:6 2322',
    ]);
  });
});
