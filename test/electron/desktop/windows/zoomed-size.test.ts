/** Windows grow with the zoom up to the size of the screen. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rect } from '../../../../electron/desktop/windows/window-position.ts';
import { resizeForZoom, zoomedSize } from '../../../../electron/desktop/windows/zoomed-size.ts';
import { ZOOMS, type Zoom } from '../../../../shared/settings/appearance.ts';

const size = { width: 400, height: 620 };
const least = { width: 400, height: 480 };
const LARGE: Rect = { x: 0, y: 0, width: 3840, height: 2160 };
const resize = (bounds: Rect, from: Zoom, to: Zoom, workArea = LARGE) =>
  resizeForZoom(bounds, { size, least, from, to, workArea });

test('a window has its size times the zoom, limited to the screen', () => {
  expect(zoomedSize(size, 100, LARGE)).toEqual(size);
  expect(zoomedSize(size, 175, LARGE)).toEqual({ width: 700, height: 1085 });
  expect(zoomedSize(size, 200, { x: 0, y: 30, width: 1366, height: 738 })).toEqual({ width: 800, height: 738 });
  expect(zoomedSize(size, 200, { x: 0, y: 0, width: 640, height: 480 })).toEqual({ width: 640, height: 480 });
});

test('a window with the default size gets that of the new zoom', () => {
  expect(resize({ x: 100, y: 100, ...size }, 100, 200)).toEqual({ x: 100, y: 100, width: 800, height: 1240 });
  expect(resize({ x: 100, y: 100, width: 800, height: 1240 }, 200, 100)).toEqual({ x: 100, y: 100, ...size });
});

test('a size that the person chose stays, unless it is too small to use', () => {
  const chosen = { x: 100, y: 100, width: 1000, height: 1000 };
  expect(resize(chosen, 100, 200)).toEqual(chosen);
  expect(resize({ ...chosen, width: 500 }, 100, 200)).toEqual({ ...chosen, width: 800 });
  expect(resize({ ...chosen, width: 800, height: 500 }, 100, 200)).toEqual({ ...chosen, width: 800, height: 960 });
});

const zoom = fc.constantFrom(...ZOOMS);
const workArea = fc.record({
  x: fc.integer({ min: -4000, max: 4000 }),
  y: fc.integer({ min: -4000, max: 4000 }),
  width: fc.integer({ min: 640, max: 5000 }),
  height: fc.integer({ min: 480, max: 3000 }),
});

test('after any sequence of zooms the default size is that of the last one, entirely on screen', () => {
  fc.assert(
    fc.property(workArea, fc.array(zoom, { minLength: 1, maxLength: 12 }), (area, zooms) => {
      let from: Zoom = 100;
      let bounds: Rect = { x: area.x, y: area.y, ...zoomedSize(size, from, area) };
      for (const to of zooms) {
        bounds = resize(bounds, from, to, area);
        from = to;
        expect({ width: bounds.width, height: bounds.height }).toEqual(zoomedSize(size, to, area));
        expect(bounds.x).toBeGreaterThanOrEqual(area.x);
        expect(bounds.y).toBeGreaterThanOrEqual(area.y);
        expect(bounds.x + bounds.width).toBeLessThanOrEqual(area.x + area.width);
        expect(bounds.y + bounds.height).toBeLessThanOrEqual(area.y + area.height);
      }
    }),
  );
});
