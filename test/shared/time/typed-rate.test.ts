/** An hourly rate as it is typed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_RATE, typedCurrency, typedRate } from '../../../shared/time/typed-rate.ts';

test.each([
  ['85', 85],
  [' 85.50 ', 85.5],
  ['85,5', 85.5],
  ['0', 0],
  ['1000000', MAX_RATE],
])('“%s” is a rate', (text, amount) => expect(typedRate(text)).toEqual({ amount }));

test('nothing is no rate', () => expect(typedRate('  ')).toEqual({ amount: null }));

test.each([
  ['1e309', 'notANumber'],
  ['1e3', 'notANumber'],
  ['Infinity', 'notANumber'],
  ['NaN', 'notANumber'],
  ['eighty', 'notANumber'],
  ['1.000,50', 'notANumber'],
  ['85.12345', 'notANumber'],
  ['-5', 'negative'],
  ['−5', 'negative'],
  ['1000001', 'tooLarge'],
  ['9'.repeat(400), 'tooLarge'],
])('“%s” is refused: %s', (text, wrong) => expect(typedRate(text)).toEqual({ wrong }));

test('whatever is typed, a rate is a number that can be stored', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const typed = typedRate(text);
      if ('wrong' in typed || typed.amount === null) return;
      expect(typed.amount).toBeGreaterThanOrEqual(0);
      expect(typed.amount).toBeLessThanOrEqual(MAX_RATE);
    }),
  );
});

test('currencies are codes', () => {
  expect(typedCurrency(' eur ')).toBe('EUR');
  for (const text of ['', 'EURO', '€', 'XQQ', '12']) expect(typedCurrency(text)).toBeNull();
});
