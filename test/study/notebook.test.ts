import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  JUPYTER_HEADER,
  notebookOf,
  parseStudy,
  printNotebook,
  printStudy,
  studyOfNotebook,
  type Study,
} from '../../src/study/index.js';
import { needing, programOf } from '../tools.js';

const source = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('// %%', '', '# Head', '  x')), {
    maxLength: 5,
  })
  .map((lines) =>
    lines
      .map((line) => line.replace(/[\r\n\u2028\u2029]/g, ' '))
      .join('\n')
      .replace(/\s*$/, ''),
  );
const cell = fc.record({
  kind: fc.constantFrom('code' as const, 'markdown' as const, 'raw' as const),
  source,
  metadata: fc.dictionary(
    fc.constantFrom('tags', 'slide', 'editable'),
    fc.oneof(fc.array(fc.string()), fc.boolean()),
    {
      noNullPrototype: true,
    },
  ),
});
const study = fc.array(cell, { maxLength: 6 }).map((cells): Study => ({
  header: { format: 1, title: 'A study', dump: '../d', lenses: { dsm: 1 } },
  jupyter: JUPYTER_HEADER,
  cells,
}));

describe('a study and its notebook', () => {
  it('give each other back: source, kind, tags, metadata and header', () => {
    fc.assert(
      fc.property(study, (one) => {
        const { study: back, dropped } = studyOfNotebook(printNotebook(notebookOf(one)), 'a.ipynb');
        expect(back).toEqual(one);
        expect(dropped).toEqual([]);
        expect(printStudy(back)).toBe(printStudy(one));
      }),
    );
  });

  it('list what a study has no place for', () => {
    const notebook = {
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: [
        {
          cell_type: 'markdown',
          metadata: {},
          source: '# Heading\n',
          attachments: { 'a.png': {} },
        },
        {
          cell_type: 'code',
          metadata: { execution: { shell: 1 }, tags: ['x'] },
          source: ['1 +', ' 1'],
          outputs: [{ output_type: 'stream' }],
          execution_count: 3,
        },
      ],
    };
    const { study: read, dropped } = studyOfNotebook(JSON.stringify(notebook), 'dir/a.ipynb');
    expect(read.header.title).toBe('Heading');
    expect(read.cells).toEqual([
      { kind: 'markdown', source: '# Heading', metadata: {} },
      { kind: 'code', source: '1 + 1', metadata: { tags: ['x'] } },
    ]);
    expect(dropped).toEqual([
      'attachments: 1 cell',
      'blank end: 1 cell',
      'outputs: 1 cell',
      'metadata execution: 1 cell',
    ]);
  });

  it.each([
    ['{', /^unreadable notebook: a\.ipynb/],
    ['{"nbformat": 3, "worksheets": []}', /^no notebook of version 4/],
    [
      '{"nbformat": 4, "cells": [{"cell_type": "sql"}]}',
      /^unknown cell type: sql in a\.ipynb, cell 1/,
    ],
  ])('refuse %s', (text, message) => {
    expect(() => studyOfNotebook(text, 'a.ipynb')).toThrow(message);
  });
});

needing('jupytext')('jupytext', () => {
  it('opens a study as the notebook that we make of it, and writes it back with the same cells', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'mimir-jupytext-'));
    const run = (...words: string[]): void => {
      const { status, stderr } = spawnSync(programOf('jupytext'), words, {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(stderr + String(status)).toMatch(/0$/);
    };
    const text = readFileSync('studies/arrow-layers.study.ts', 'utf8');
    writeFileSync(path.join(folder, 'a.ts'), text);
    run('--to', 'ipynb', 'a.ts');
    const ours = parseStudy(text);
    const theirs = studyOfNotebook(
      readFileSync(path.join(folder, 'a.ipynb'), 'utf8'),
      'a.ipynb',
    ).study;
    expect(theirs.cells).toEqual(ours.cells);
    expect(theirs.header).toEqual(ours.header);
    run('--to', 'ts:percent', 'a.ipynb', '-o', 'b.ts');
    const back = parseStudy(readFileSync(path.join(folder, 'b.ts'), 'utf8'));
    expect(back.cells).toEqual(ours.cells);
    expect(back.header).toEqual(ours.header);
    rmSync(folder, { recursive: true });
  });
});
