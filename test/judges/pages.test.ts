import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeRegistry } from '../../src/judges/index.js';

const folder = new URL('../../docs/judges/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

describe.each(judgeRegistry.all().map((judge) => [judge.id, judge] as const))(
  'the page of %s',
  (id, judge) => {
    it('asks its question, and names every parameter and every step', () => {
      const page = text(`${id}.md`);
      const silent = [
        `**Question.** ${judge.question}`,
        ...judge.params.map(({ name }) => `| \`${name}\` |`),
        ...judge.steps.map((step) => `| \`${step.id}\` |`),
      ].filter((part) => !page.includes(part));
      expect(silent).toEqual([]);
    });

    it('says what it refuses, what it cannot see, and whose values it has', () => {
      const page = text(`${id}.md`);
      for (const heading of ['What it refuses', 'What it cannot see', 'Whose values'])
        expect(page).toContain(`## ${heading}\n`);
      expect(text('README.md')).toContain(`| [${id}](${id}.md) | ${judge.question} |`);
    });
  },
);

it('every page that another one links to is there', () => {
  for (const { id } of judgeRegistry.all())
    for (const [, link] of text(`${id}.md`).matchAll(/\]\(([^)#]+)/g))
      expect(existsSync(new URL(link!, folder)), `${id}: ${link!}`).toBe(true);
});
