/** The quick-add line is entirely on its screen and stays in place while the list below it grows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_QUICK_ADD_HEIGHT, positionQuickAdd } from '../../../../electron/desktop/windows/quick-add-position.ts';
import { ZOOMS } from '../../../../shared/settings/appearance.ts';

const workArea = fc.record({
  x: fc.integer({ min: -5000, max: 5000 }),
  y: fc.integer({ min: -5000, max: 5000 }),
  width: fc.integer({ min: 200, max: 8000 }),
  height: fc.integer({ min: 200, max: 5000 }),
});
const height = fc.integer({ min: 1, max: 2000 });
const zoom = fc.constantFrom(...ZOOMS);

test('centred on a common screen, a fifth from the top', () => {
  const area = { x: 0, y: 24, width: 1920, height: 1056 };
  expect(positionQuickAdd(area, 88, 100)).toEqual({ x: 640, y: 235, width: 640, height: 88 });
  expect(positionQuickAdd(area, 88, 125)).toEqual({ x: 560, y: 235, width: 800, height: 110 });
  // Higher, so that everything fits.
  expect(positionQuickAdd(area, 560, 200)).toEqual({ x: 320, y: 24, width: 1280, height: 1056 });
});

test('always on its screen', () => {
  fc.assert(
    fc.property(workArea, height, zoom, (area, height, zoom) => {
      const at = positionQuickAdd(area, height, zoom);
      expect(at.x).toBeGreaterThanOrEqual(area.x);
      expect(at.y).toBeGreaterThanOrEqual(area.y);
      expect(at.x + at.width).toBeLessThanOrEqual(area.x + area.width);
      expect(at.y + at.height).toBeLessThanOrEqual(area.y + area.height);
      expect(at.height).toBeLessThanOrEqual((MAX_QUICK_ADD_HEIGHT * zoom) / 100);
    }),
  );
});

test('the line stays in place whatever is below it', () => {
  fc.assert(
    fc.property(workArea, height, height, zoom, (area, one, other, zoom) => {
      const { height: _, ...first } = positionQuickAdd(area, one, zoom);
      const { height: __, ...second } = positionQuickAdd(area, other, zoom);
      expect(first).toEqual(second);
    }),
  );
});
