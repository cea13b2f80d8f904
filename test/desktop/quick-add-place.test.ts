/** The quick-add line is wholly on the screen it opens on, and stays where it is while the list below it grows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_QUICK_ADD_HEIGHT, placeQuickAdd } from '../../electron/desktop/quick-add-place.ts';

const workArea = fc.record({
  x: fc.integer({ min: -5000, max: 5000 }),
  y: fc.integer({ min: -5000, max: 5000 }),
  width: fc.integer({ min: 200, max: 8000 }),
  height: fc.integer({ min: 200, max: 5000 }),
});

test('in the middle of a usual screen, a fifth from its top', () => {
  const area = { x: 0, y: 24, width: 1920, height: 1056 };
  expect(placeQuickAdd(area, 88)).toEqual({ x: 640, y: 235, width: 640, height: 88 });
});

test('always on its screen', () => {
  fc.assert(
    fc.property(workArea, fc.integer({ min: 1, max: 2000 }), (area, height) => {
      const at = placeQuickAdd(area, height);
      expect(at.x).toBeGreaterThanOrEqual(area.x);
      expect(at.y).toBeGreaterThanOrEqual(area.y);
      expect(at.x + at.width).toBeLessThanOrEqual(area.x + area.width);
      expect(at.y + at.height).toBeLessThanOrEqual(area.y + area.height);
      expect(at.height).toBeLessThanOrEqual(MAX_QUICK_ADD_HEIGHT);
    }),
  );
});

test('its line stands still whatever is below it', () => {
  fc.assert(
    fc.property(workArea, fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 2000 }), (area, one, other) => {
      const { height: _, ...first } = placeQuickAdd(area, one);
      const { height: __, ...second } = placeQuickAdd(area, other);
      expect(first).toEqual(second);
    }),
  );
});
