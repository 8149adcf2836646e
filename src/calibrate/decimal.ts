import { ratio, type Ratio } from '../judges/index.js';
import { InvalidArgument } from '../task/index.js';

/** A number of a parameter as it is written, exact. Throws `InvalidArgument` for anything but a decimal from 0 to `most`. */
export function decimal(name: string, text: string, most = Infinity): Ratio {
  const parts = /^(\d+)(?:\.(\d{1,12}))?$/.exec(text.trim());
  if (parts === null) {
    throw new InvalidArgument(
      `value of ${name}: "${text}"; it takes a decimal number from 0, such as 0.8`,
    );
  }
  const fraction = parts[2] ?? '';
  const value = ratio(BigInt(parts[1]! + fraction), 10n ** BigInt(fraction.length));
  if (value.valueOf() > most)
    throw new InvalidArgument(`value of ${name}: "${text}"; it is at most ${String(most)}`);
  return value;
}
