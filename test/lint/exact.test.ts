import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const JUDGE = 'src/judges/penalty.ts';
const FRONT = 'src/judges/fronts/trend.ts';

/** What the house's exact rule says of a text that stands in for a file of the project. */
async function faults(text: string, filePath = JUDGE): Promise<string[]> {
  const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === 'house/exact' });
  const [result] = await eslint.lintText(text, { filePath });
  return result!.messages.map(({ message }) => message.replace(/;.*$/, ''));
}

describe('the rule that keeps floats out of verdicts', { timeout: 240_000 }, () => {
  it('refuses fractions, inexact operators and inexact functions', async () => {
    const text = [
      'export const a = 0.85;',
      'export const b = (x: number, y: number): number => x / y;',
      'export const c = (x: number): number => x % 2;',
      'export const d = (x: number): number => x ** 2;',
      "export const e = parseFloat('1');",
      'export const f = (x: number): number => Math.sqrt(x);',
      'export function g(x: number): number {',
      '  x /= 2;',
      '  return x;',
      '}',
    ].join('\n');
    expect(await faults(text)).toEqual([
      'fractional number in a judgement: 0.85',
      'inexact operator in a judgement: x / y',
      'inexact operator in a judgement: x % 2',
      'inexact operator in a judgement: x ** 2',
      "inexact function in a judgement: parseFloat('1')",
      'inexact function in a judgement: Math.sqrt(x)',
      'inexact operator in a judgement: x /= 2',
    ]);
  });

  it('lets big integers divide, and whole numbers add and compare', async () => {
    const text = [
      'export const a = (x: bigint, y: bigint): bigint => x / y + (x % y) * 2n;',
      'export const b = (x: number): number => Math.max(x + 1, 3 * x) >> 1;',
    ].join('\n');
    expect(await faults(text)).toEqual([]);
  });

  it('holds in kernels and facts, not in fronts, which only show', async () => {
    const half = 'export const half = (x: number): number => x / 2;';
    expect(await faults(half, 'src/judges/facts/clones.ts')).toHaveLength(1);
    expect(await faults(half, FRONT)).toEqual([]);
  });

  it('finds nothing in the judges as they are', async () => {
    const eslint = new ESLint({ ruleFilter: ({ ruleId }) => ruleId === 'house/exact' });
    const results = await eslint.lintFiles(['src/judges/**/*.ts']);
    expect(results.length).toBeGreaterThan(40);
    expect(
      results.flatMap(({ filePath, messages }) =>
        messages.map(({ line, message }) => `${filePath}:${line} ${message}`),
      ),
    ).toEqual([]);
  });
});
