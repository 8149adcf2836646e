import { expect, test } from 'vitest';
import { formulaMathml, formulaText } from '../../src/view/index.js';

test.each([
  [String.raw`I = \frac{C_e}{C_a + C_e}`, 'I = Cₑ/(Cₐ + Cₑ)'],
  [String.raw`\sum_{i<n} w_i \ge \tau`, '∑_{i < n} wᵢ ≥ τ'],
  [String.raw`R = \{ v \mid s \to^{*} v \}`, 'R = {v | s →* v}'],
  ['1-(1-s^r)^b', '1 − (1 − sʳ)ᵇ'],
  [String.raw`J(A,B)=\frac{|A\cap B|}{|A\cup B|}`, 'J(A, B) = |A ∩ B|/|A ∪ B|'],
  [String.raw`a \bmod b`, 'a mod b'],
  [String.raw`\hat{p}`, 'p̂'],
  [String.raw`\log_2 n`, 'log₂ n'],
  [String.raw`A^{\top}`, 'Aᵀ'],
])('%s reads as %s', (tex, text) => {
  expect(formulaText(tex).normalize('NFC')).toBe(text.normalize('NFC'));
});

test('a formula that does not parse stays as it was written', () => {
  expect(formulaText(String.raw`\bad{`)).toBe(String.raw`\bad{`);
  expect(formulaMathml(String.raw`\bad{<`)).toBe(String.raw`<code>\bad{&lt;</code>`);
});

test('MathML is what browsers draw', () => {
  expect(formulaMathml('x^2')).toMatch(/^<math.*<msup>.*<\/math>$/s);
});
