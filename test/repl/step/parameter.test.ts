import { describe, expect, it } from 'vitest';
import { cycled, parameterText, readParameter } from '../../../src/repl/step/parameter.js';
import type { RunParameter } from '../../../src/session/run-comm.js';

const of = (
  type: RunParameter['type'],
  value: unknown = null,
  byDefault: unknown = value,
): RunParameter => ({ name: 'p', type, value, default: byDefault, doc: '' });

describe('a parameter under edit', () => {
  it('is read as its type, and says what it wants otherwise', () => {
    expect(readParameter(of({ kind: 'integer', min: 0 }, 1), '12')).toBe(12);
    expect(readParameter(of({ kind: 'number' }, 0.5), '0.25')).toBe(0.25);
    expect(readParameter(of({ kind: 'boolean' }, true), 'false')).toBe(false);
    expect(readParameter(of({ kind: 'texts' }, ['a']), 'a, b')).toEqual(['a', 'b']);
    expect(readParameter(of({ kind: 'texts' }, ['a']), '')).toEqual([]);
    expect(readParameter(of({ kind: 'json', shape: '[n]' }, [1]), '[1, 2]')).toEqual([1, 2]);
    expect(readParameter(of({ kind: 'dump' }, null), '')).toBeNull();
    expect(() => readParameter(of({ kind: 'integer', min: 0 }, 1), '-1')).toThrow('at least 0');
    expect(() => readParameter(of({ kind: 'integer' }, 1), '1.5')).toThrow('a whole number');
    expect(() => readParameter(of({ kind: 'choice', of: ['a', 'b'] }, 'a'), 'c')).toThrow(
      'one of a, b',
    );
    expect(() => readParameter(of({ kind: 'json', shape: '[n]' }, [1]), '[')).toThrow(
      'JSON of the shape [n]',
    );
  });

  it('goes round its choices, its examples, its two truths, and up and down its numbers', () => {
    expect(cycled(of({ kind: 'choice', of: ['a', 'b', 'c'] }, 'c'), 1)).toBe('a');
    expect(cycled(of({ kind: 'choice', of: ['a', 'b', 'c'] }, 'a'), -1)).toBe('c');
    expect(cycled(of({ kind: 'boolean' }, true), 1)).toBe(false);
    expect(cycled(of({ kind: 'integer', max: 3 }, 3), 1)).toBe(3);
    expect(cycled(of({ kind: 'number' }, 0.57), 1)).toBe(0.58);
    expect(cycled(of({ kind: 'number', min: 0, max: 1 }, 0.005), -1)).toBe(0);
    expect(cycled(of({ kind: 'number', min: 0, max: 1 }, 1), 1)).toBe(1);
    expect(cycled(of({ kind: 'number' }, null), 1)).toBeUndefined();
    expect(cycled(of({ kind: 'text', examples: ['x', 'y'] }, 'other'), 1)).toBe('x');
    expect(cycled(of({ kind: 'text', examples: ['x', 'y'] }, 'y'), 1)).toBe('x');
    expect(cycled(of({ kind: 'text' }, 'free'), 1)).toBeUndefined();
  });

  it('is shown as it is typed', () => {
    for (const [parameter, text] of [
      [of({ kind: 'texts' }, ['a', 'b']), 'a, b'],
      [of({ kind: 'text' }, 'x'), 'x'],
      [of({ kind: 'number' }, 0.5), '0.5'],
    ] as const) {
      expect(parameterText(parameter.value)).toBe(text);
      expect(readParameter(parameter, text)).toEqual(parameter.value);
    }
  });
});
