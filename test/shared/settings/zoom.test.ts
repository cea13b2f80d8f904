/** Zoom steps. */
import { expect, test } from 'vitest';
import { ZOOMS, type Zoom, zoomAfter } from '../../../shared/settings/appearance.ts';

test('Zoom steps stop at both ends, and a reset returns to 100 %', () => {
  let zoom: Zoom = 100;
  const seen: Zoom[] = [zoom];
  for (let step = 0; step < ZOOMS.length; step += 1) {
    zoom = zoomAfter(zoom, 'in');
    seen.push(zoom);
  }
  expect(seen).toEqual([100, 110, 125, 150, 175, 200, 200]);
  expect(zoomAfter(200, 'out')).toBe(175);
  expect(zoomAfter(100, 'out')).toBe(100);
  expect(zoomAfter(175, 'reset')).toBe(100);
});
