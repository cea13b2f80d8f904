import { describe, expect, test } from 'vitest';
import type { Rect } from './geometry.ts';
import { changedAreas, changedShare, colours, type Picture } from './pixels.ts';

const WIDTH = 60;
const HEIGHT = 20;
const whole = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

/** A black picture with rectangles of one grey. */
function picture(...drawn: (Rect & { grey: number })[]): Picture {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3);
  for (const { x, y, width, height, grey } of drawn) {
    for (let row = y; row < y + height; row += 1) {
      pixels.fill(grey, (row * WIDTH + x) * 3, (row * WIDTH + x + width) * 3);
    }
  }
  return { width: WIDTH, height: HEIGHT, pixels };
}

const icon = { x: 41, y: 3, width: 8, height: 9 };

describe('what changed between two pictures', () => {
  test('nothing', () => {
    expect(changedAreas(picture(), picture(), whole, 4)).toEqual([]);
    expect(changedShare(picture(), picture(), whole)).toBe(0);
  });

  test('an area, to the pixel', () => {
    expect(changedAreas(picture(), picture({ ...icon, grey: 200 }), whole, 4)).toEqual([icon]);
  });

  test('two areas apart, the larger one first', () => {
    const clock = { x: 2, y: 2, width: 4, height: 4 };
    const after = picture({ ...icon, grey: 200 }, { ...clock, grey: 200 });
    expect(changedAreas(picture(), after, whole, 4)).toEqual([icon, clock]);
  });

  test('parts of one icon that do not touch are one area', () => {
    const after = picture({ ...icon, width: 3, grey: 200 }, { ...icon, x: 46, width: 3, grey: 200 });
    expect(changedAreas(picture(), after, whole, 4)).toEqual([icon]);
  });

  test('only where it is asked for, also beyond the edge of the picture', () => {
    const after = picture({ ...icon, grey: 200 });
    expect(changedAreas(picture(), after, { x: 0, y: 0, width: 30, height: HEIGHT }, 4)).toEqual([]);
    expect(changedShare(picture(), after, { ...icon, x: 45, width: 8 })).toBe(0.5);
    expect(changedAreas(picture(), after, { x: -10, y: -10, width: 500, height: 500 }, 4)).toEqual([icon]);
  });

  test('a faint difference counts only where it is asked for', () => {
    const after = picture({ ...icon, grey: 10 });
    expect(changedAreas(picture(), after, whole, 4)).toEqual([]);
    expect(changedAreas(picture(), after, whole, 4, 3)).toEqual([icon]);
  });
});

test('how many colours a part has', () => {
  const drawn = picture({ ...icon, grey: 200 }, { x: 0, y: 0, width: 2, height: 2, grey: 90 });
  expect(colours(drawn, whole)).toBe(3);
  expect(colours(drawn, icon)).toBe(1);
});
