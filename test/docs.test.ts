import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { registry } from '../src/lenses/index.js';
import { parseStudy } from '../src/study/index.js';

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];

/** Targets of a page's links and pictures, relative to the project; code is no link. */
function linksOf(page: string): string[] {
  const text = readFileSync(page, 'utf8')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]+)[^)]*\)/g)].map(([, target]) =>
    path.normalize(path.join(path.dirname(page), decodeURI(target!))),
  );
}

/** A link to a folder means its README. */
const pageOf = (target: string): string =>
  existsSync(target) && statSync(target).isDirectory() ? path.join(target, 'README.md') : target;

describe('the documentation', () => {
  it.each(pages)('%s links only to what is there', (page) => {
    expect(linksOf(page).filter((target) => !existsSync(target))).toEqual([]);
  });

  it('can be reached from the README, page by page', () => {
    const reached = new Set<string>();
    const visit = (page: string): void => {
      if (reached.has(page) || !page.endsWith('.md') || !existsSync(page)) return;
      reached.add(page);
      linksOf(page).map(pageOf).forEach(visit);
    };
    visit('README.md');
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  });

  it('has a page a lens', () => {
    const missing = registry
      .all('lens')
      .filter(
        ({ id }) =>
          !existsSync(`docs/lenses/${id}.md`) ||
          !readFileSync('docs/lenses/README.md', 'utf8').includes(`[${id}](`),
      );
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('names no folder of the machine that it was written on', () => {
    for (const page of pages) {
      expect(readFileSync(page, 'utf8'), page).not.toMatch(/(?<![\w.:/])\/(?:root|work|home)\/\w/);
    }
  });
});

describe('the gallery', () => {
  const shown = readdirSync('docs/gallery').filter((name) => /^(?!README).*\.md$/.test(name));
  it.each(shown)('%s has the cells of its study as they are now', (page) => {
    const text = readFileSync(path.join('docs/gallery', page), 'utf8');
    const study = readFileSync(path.join('studies', page.replace(/md$/, 'study.ts')), 'utf8');
    const cells = parseStudy(study, page).cells.filter(({ kind }) => kind === 'code');
    expect(cells.filter(({ source }) => !text.includes(source.trim()))).toEqual([]);
  });
});

describe('every lens', () => {
  it('has a study', () => {
    const texts = readdirSync('studies')
      .filter((name) => name.endsWith('.expected.json'))
      .map((name) => readFileSync(path.join('studies', name), 'utf8'));
    const asked = registry
      .all('lens')
      .filter(({ id }) => !texts.some((text) => text.includes(`"lens": "${id}"`)));
    expect(asked.map(({ id }) => id)).toEqual([]);
  });
});
