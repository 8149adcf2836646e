import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import * as grb from '../../src/grb/index.js';
import * as ops from '../../src/ops/index.js';
import { backends } from './backends.js';

const page = readFileSync(new URL('../../docs/graphblas.md', import.meta.url), 'utf8');
const snippets = [...page.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]!);

interface Shown {
  readonly line: string;
  readonly wanted: string;
  readonly got: string;
}

/** The snippets of the page as one program, in which each `expression // → value` line reports its value. */
function program(): string {
  const lines = snippets
    .join('')
    .split('\n')
    .map((line) => {
      const [, expression, wanted] = /^(.*?) \/\/ → (.*)$/.exec(line) ?? [];
      if (expression === undefined) return line;
      return `show(${JSON.stringify(expression)}, ${JSON.stringify(wanted)}, ${expression});`;
    });
  return ts.transpileModule(`async function page() {\n${lines.join('\n')}\n}`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  }).outputText;
}

describe.each(backends)('docs/graphblas.md on the %s backend', (_, backend) => {
  test('shows what its snippets give', async () => {
    const shown: Shown[] = [];
    const show = (line: string, wanted: string, value: unknown): void => {
      const got = inspect(value, {
        breakLength: Infinity,
        compact: true,
        depth: 5,
        maxArrayLength: 50,
      });
      shown.push({ line, wanted, got });
    };
    const run = new Function('grb', 'ops', 'show', `${program()}\nreturn page();`) as (
      ...scope: unknown[]
    ) => Promise<void>;
    await grb.underRun({ backend }, () => run(grb, ops, show));
    expect(shown.length).toBe([...page.matchAll(/ \/\/ → /g)].length);
    expect(shown.map(({ line, got }) => `${line} → ${got}`)).toEqual(
      shown.map(({ line, wanted }) => `${line} → ${wanted}`),
    );
  });
});
