import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findConfig, readConfig } from '../../src/session/config.js';
import { chooseDump } from '../../src/session/which-dump.js';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'mimir-config-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const config = (text: string): string =>
  path.join(folderWith({ 'mimir.config.json': text }), 'mimir.config.json');

describe('the configuration of a project', () => {
  it('is read from the nearest folder at or above', () => {
    const folder = folderWith({
      'mimir.config.json': '{"dump": "d", "layers": [{"name": "ui", "patterns": ["src/ui"]}]}',
      'a/b/c.txt': '',
    });
    const found = findConfig(path.join(folder, 'a', 'b'));
    expect(found?.folder).toBe(folder);
    expect(found?.config.layers).toEqual([{ name: 'ui', patterns: ['src/ui'] }]);
  });

  it.each([
    ['{', /^mimir\.config\.json: no JSON: /],
    ['[]', /wrong type of the file: \[\]; it takes an object/],
    ['{"dmup": "d"}', /unknown name: dmup; did you mean dump/],
    ['{"dump": 3}', /wrong type of dump: 3; it takes a text/],
    ['{"layers": [{"name": "ui"}]}', /missing: layers\[0\]\.patterns/],
    [
      '{"layers": [{"name": "ui", "patterns": [1]}]}',
      /wrong type of layers\[0\]\.patterns\[0\]: 1/,
    ],
    ['{"suppressions": [{"lens": "dsm", "key": ["a"]}]}', /missing: suppressions\[0\]\.reason/],
    ['{"catalogues": {"advisories": 1}}', /wrong type of catalogues\.advisories: 1/],
  ])('%s is refused with its place', (text, message) => {
    expect(() => readConfig(config(text))).toThrow(message);
  });
});

describe('which dump', () => {
  const dump = { 'u.nodes.arrow': '' };
  const project = folderWith({
    'one/u.nodes.arrow': '',
    'two/u.nodes.arrow': '',
    'three/u.nodes.arrow': '',
    'four/u.nodes.arrow': '',
    'mimir.config.json': '{"dump": "four"}',
    'inside/deep/x': '',
  });
  const at = (name: string): string => path.join(project, name);
  const all = {
    argument: 'one',
    header: at('two'),
    cwd: project,
    env: { MIMIR_DUMP: at('three') },
  };

  it('the argument comes first', () => {
    expect(chooseDump(all)).toEqual({ path: at('one'), from: 'argument' });
  });

  it('then the header of the study or notebook', () => {
    expect(chooseDump({ ...all, argument: undefined })).toEqual({
      path: at('two'),
      from: 'header',
    });
  });

  it('then MIMIR_DUMP', () => {
    expect(chooseDump({ cwd: project, env: all.env })).toEqual({
      path: at('three'),
      from: 'MIMIR_DUMP',
    });
  });

  it('then the configuration, from any folder below it', () => {
    expect(chooseDump({ cwd: at('inside/deep'), env: {} })).toEqual({
      path: at('four'),
      from: 'mimir.config.json',
    });
  });

  it('then the nearest folder that holds one', () => {
    const folder = folderWith({ ...dump, 'a/b/x': '' });
    expect(chooseDump({ cwd: path.join(folder, 'a', 'b'), env: {} })).toEqual({
      path: folder,
      from: 'nearest',
    });
  });

  it('none is an error with the remedy', () => {
    expect(() => chooseDump({ cwd: folderWith({}), env: {} })).toThrow(/^no dump: .*mimir dump ts/);
  });
});
