import { expect, it } from 'vitest';
import { periods } from '../../../../renderer/features/time/periods.ts';

it('returns whole weeks, months and years', () => {
  const days = Array.from({ length: 7 }, (_, index) => `2028-02-${21 + index}`);
  expect(periods('2028-02-24', days)).toEqual({
    week: { from: '2028-02-21', to: '2028-02-27' },
    month: { from: '2028-02-01', to: '2028-02-29' },
    year: { from: '2028-01-01', to: '2028-12-31' },
  });
});
