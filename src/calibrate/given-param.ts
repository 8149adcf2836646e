import { canonicalJson, param, type Declared } from '../lens/index.js';
import { InvalidArgument } from '../task/index.js';

type Given = Readonly<Record<string, unknown>>;

/** Parameters of the lens that a calibration asks. */
export const givenParam = (doc: string): Declared<Given> =>
  param.json<Given>('{"parameter": value}', {
    default: {},
    doc,
    refine: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new InvalidArgument(
          `value of given: ${canonicalJson(value)}; it takes {"parameter": value}`,
        );
      return value as Given;
    },
  });
