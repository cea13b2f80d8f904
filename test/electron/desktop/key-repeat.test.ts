/** A held shortcut is one press, however fast or slow a desktop repeats it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPressFilter } from '../../../electron/desktop/key-repeat.ts';

test('whatever the delay and the rate of repeating: one press', () => {
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

test('pressed again after a moment: another press', () => {
  const isPress = createPressFilter();
  expect([0, 1000, 2000, 2100, 2900].map(isPress)).toEqual([true, true, true, false, true]);
});
