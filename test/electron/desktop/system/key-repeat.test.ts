/** A held shortcut is one press, whatever the repeat rate. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPressFilter } from '../../../../electron/desktop/system/key-repeat.ts';

test('one press, whatever the delay and the repeat rate', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 150, max: 660 }),
      fc.array(fc.integer({ min: 10, max: 120 }), { maxLength: 200 }),
      (delay, gaps) => {
        const isPress = createPressFilter();
        let time = 1000;
        const times = [0, delay, ...gaps].map((gap) => {
          time += gap;
          return time;
        });
        const seen = times.map(isPress);
        expect(seen.filter(Boolean)).toHaveLength(1);
        expect(seen[0]).toBe(true);
      },
    ),
  );
});

test('a new press after a pause', () => {
  const isPress = createPressFilter();
  expect([0, 1000, 2000, 2100, 2900].map(isPress)).toEqual([true, true, true, false, true]);
});
