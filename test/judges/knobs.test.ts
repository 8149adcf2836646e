import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeRegistry } from '../../src/judges/index.js';
import {
  FOLLOWING_KNOBS,
  KNOBS,
  knobRows,
  knobsDigest,
  OWN_KNOBS,
  STATED_KNOBS,
} from '../../src/judges/index.js';
import { knobRecords, knobsPage } from '../../src/judges/knobs-page.js';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const expected = read('studies/judge-knobs.expected.json');
const records = knobRecords(expected);

/** Paths of all knobs; a list is one value. */
function paths(value: unknown, above = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [above];
  return Object.entries(value).flatMap(([name, inner]) =>
    paths(inner, above === '' ? name : `${above}.${name}`),
  );
}
const at = (path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], KNOBS);

describe('the knobs of the judges', () => {
  it('are each stated by the source, a unit, or ours', () => {
    const named = [
      ...Object.keys(STATED_KNOBS),
      ...Object.keys(FOLLOWING_KNOBS),
      ...OWN_KNOBS.map(({ knob }) => knob),
    ];
    expect([...named].sort()).toEqual(paths(KNOBS).sort());
  });

  it('follow one that is there', () => {
    for (const [knob, other] of Object.entries(FOLLOWING_KNOBS))
      expect(at(knob)).toEqual(at(other));
  });

  it.each(OWN_KNOBS.map((own) => [own.knob, own] as const))(
    '%s is a parameter of its judge with the value of the file',
    (knob, { judge, parameter }) => {
      const declared = judgeRegistry.named(judge).params.find(({ name }) => name === parameter);
      const value = at(knob);
      const spelled = JSON.stringify(declared?.default);
      if (Array.isArray(value) && typeof value[0] === 'bigint')
        expect(declared?.default).toBe(value.join('/'));
      else if (typeof value === 'bigint') expect(spelled).toContain(String(value));
      else expect(declared?.default).toEqual(value);
    },
  );

  it.each(OWN_KNOBS.map((own) => [own.knob, own] as const))(
    '%s is calibrated by the study, at the value that was chosen',
    (knob, { measure, values }) => {
      const record = records.get(knob);
      expect(record).toMatchObject({ measure });
      expect(record!.values).toBeLessThanOrEqual(values.length);
      const value = at(knob);
      if (typeof value === 'bigint' || typeof value === 'number')
        expect(record!.chosen.split('/')).toContain(String(value));
    },
  );

  it('are listed by path with their values and where they come from', () => {
    const rows = knobRows();
    expect(rows.map(({ knob }) => knob)).toEqual(paths(KNOBS).sort());
    expect(rows).toContainEqual({ knob: 'guard.cap', value: '750', from: 'stated, S2:150' });
    expect(rows.find(({ knob }) => knob === 'structure.leaving')).toMatchObject({ value: '3/4' });
  });

  it('stand on the page as the study found them', () => {
    expect(read('docs/judges/knobs.md')).toBe(knobsPage(expected));
  });

  it('have a digest that any of them changes', () => {
    for (const family of Object.keys(KNOBS) as (keyof typeof KNOBS)[]) {
      const changed = { ...KNOBS, [family]: { ...KNOBS[family], more: 1n } };
      expect(knobsDigest(changed)).not.toBe(knobsDigest());
    }
  });
});
