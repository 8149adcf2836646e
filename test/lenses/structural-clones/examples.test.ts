import { describe, expect, it } from 'vitest';
import {
  featuresFrom,
  sharedFeatures,
  type Features,
} from '../../../src/lenses/structural-clones/features.js';
import {
  rareCap,
  structuralPairs,
  weightedJaccard,
} from '../../../src/lenses/structural-clones/join.js';
import { wordsOf } from '../../../src/lenses/structural-clones/tables.js';

/** The fixture of S1:1378: 200 fillers, KILL and PERVERT, and two functions on common things only. */
const rows = [
  ...Array.from({ length: 200 }, (_, i) => ['r:Result<()>', 'p:&str', `c:own${i}`]),
  ['r:MapLayout', 't:MapLayout#', 'f:MapLayout#repos.', 'f:MapLayout#plates.', 'c:a', 'p:&str'],
  ['r:MapLayout', 't:MapLayout#', 'f:MapLayout#repos.', 'f:MapLayout#plates.', 'c:b', 'p:&str'],
  ['r:Result<()>', 'p:&str', 'c:x'],
  ['r:Result<()>', 'p:&str', 'c:y'],
];
const [KILL, PERVERT, THIRD, FOURTH] = [200, 201, 202, 203];
const gates = { floor: 0.5, rareDf: 64, leastShared: 2, leastSet: 3 };

describe('KILL and PERVERT', () => {
  const features = featuresFrom(rows);
  const idf = (name: string): number => features.idf[features.names.indexOf(name)]!;

  it('weigh features by their rarity', () => {
    expect([
      features.rows,
      idf('r:MapLayout'),
      idf('c:a'),
      idf('p:&str'),
      idf('r:Result<()>'),
    ]).toEqual([
      204, 4.634728988229636, 5.3230099791384085, 0.6931471805599453, 0.6980854622005279,
    ]);
  });

  it('are 0.6437 alike by five features, and the two on common things 0.1156', () => {
    expect(weightedJaccard(features, KILL, PERVERT)).toEqual({
      score: expect.closeTo(0.6436846391522846, 14) as number,
      shared: 5,
    });
    expect(weightedJaccard(features, THIRD, FOURTH).score).toBeCloseTo(0.1155772574416679, 14);
  });

  it('are the one pair, and the others are never compared', () => {
    const pairs = structuralPairs(features, gates);
    expect([[...pairs.a], [...pairs.b], pairs.candidates, rareCap(204, 64)]).toEqual([
      [KILL],
      [PERVERT],
      1,
      64,
    ]);
  });

  it('name what they share, the rarest first', () => {
    const words = wordsOf(sharedFeatures(features, KILL, PERVERT, 9));
    expect([words.length, words.at(-1), words.includes('both return MapLayout')]).toEqual([
      5,
      'both take &str',
      true,
    ]);
  });

  it('are alike by the same bits, in whatever order their features were met', () => {
    const shuffled: Features = featuresFrom(rows.map((row) => [...row].reverse()));
    expect(weightedJaccard(shuffled, KILL, PERVERT)).toEqual(
      weightedJaccard(features, KILL, PERVERT),
    );
  });
});
