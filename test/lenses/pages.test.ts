import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { registry } from '../../src/lenses/index.js';

describe.each(registry.all().map((lens) => [lens.id, lens] as const))(
  'the page of %s',
  (id, lens) => {
    const page = new URL(`../../docs/lenses/${id}.md`, import.meta.url);

    it('is there', () => {
      expect(existsSync(page)).toBe(true);
    });

    it('names every parameter and every step', () => {
      const text = readFileSync(page, 'utf8');
      const silent = [
        ...lens.params.map(({ name }) => `\`${name}\``),
        ...lens.steps.map((step) => `**${step.id}**`),
      ].filter((name) => !text.includes(name));
      expect(silent).toEqual([]);
    });
  },
);
