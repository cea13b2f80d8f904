/** Where the popover goes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlaceInput, placePopover, type Rect } from '../../electron/desktop/popover-place.ts';

const size = { width: 400, height: 620 };
const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const UNKNOWN = rect(0, 0, 0, 0);
const SCREEN = rect(0, 0, 1920, 1080);

describe('at the icon', () => {
  test.each<[what: string, input: Omit<PlaceInput, 'size'>, at: { x: number; y: number }]>([
    [
      'panel at the bottom, icon in the middle: centred above it',
      { icon: rect(1000, 1048, 24, 24), screen: SCREEN, workArea: rect(0, 0, 1920, 1040) },
      { x: 812, y: 412 },
    ],
    [
      'panel at the bottom, icon at the right: kept on the screen',
      { icon: rect(1880, 1048, 24, 24), screen: SCREEN, workArea: rect(0, 0, 1920, 1040) },
      { x: 1512, y: 412 },
    ],
    [
      'panel at the bottom, icon at the left (right-to-left desktops)',
      { icon: rect(10, 1048, 24, 24), screen: SCREEN, workArea: rect(0, 0, 1920, 1040) },
      { x: 8, y: 412 },
    ],
    [
      'panel at the top: centred below it',
      { icon: rect(1400, 4, 22, 22), screen: SCREEN, workArea: rect(0, 30, 1920, 1050) },
      { x: 1211, y: 38 },
    ],
    [
      'panel at the left, icon low: beside it, at the lower edge',
      { icon: rect(8, 1000, 24, 24), screen: SCREEN, workArea: rect(48, 0, 1872, 1080) },
      { x: 56, y: 452 },
    ],
    [
      'panel at the left, icon high: beside it, at the upper edge',
      { icon: rect(8, 40, 24, 24), screen: SCREEN, workArea: rect(48, 0, 1872, 1080) },
      { x: 56, y: 8 },
    ],
    [
      'panel at the right: beside it',
      { icon: rect(1888, 1000, 24, 24), screen: SCREEN, workArea: rect(0, 0, 1872, 1080) },
      { x: 1464, y: 452 },
    ],
    [
      'a panel that hides itself leaves the whole screen free',
      { icon: rect(1000, 1056, 24, 24), screen: SCREEN, workArea: SCREEN },
      { x: 812, y: 452 },
    ],
    [
      'a screen to the left of the main one, with negative coordinates',
      {
        icon: rect(-300, 1048, 24, 24),
        screen: rect(-1920, 0, 1920, 1080),
        workArea: rect(-1920, 0, 1920, 1040),
      },
      { x: -488, y: 412 },
    ],
    [
      'a screen above the main one',
      {
        icon: rect(1000, -1070, 24, 24),
        screen: rect(0, -1080, 1920, 1080),
        workArea: rect(0, -1040, 1920, 1040),
      },
      { x: 812, y: -1032 },
    ],
  ])('%s', (_what, input, at) => {
    expect(placePopover({ ...input, size })).toEqual(at);
  });
});

describe('where the desktop does not tell the icon’s place', () => {
  test.each<[what: string, workArea: Rect, at: { x: number; y: number }]>([
    ['panel at the bottom: lower right corner', rect(0, 0, 1920, 1040), { x: 1512, y: 412 }],
    ['panel at the top: upper right corner', rect(0, 32, 1920, 1048), { x: 1512, y: 40 }],
    ['panel at the right: beside it', rect(0, 0, 1860, 1080), { x: 1452, y: 452 }],
    ['no panel: lower right corner', SCREEN, { x: 1512, y: 452 }],
  ])('%s', (_what, workArea, at) => {
    expect(placePopover({ icon: UNKNOWN, screen: SCREEN, workArea, size })).toEqual(at);
  });
});

describe('on a tiny screen', () => {
  test('as high as the popover: no margin, all of it visible', () => {
    const tiny = rect(0, 0, 800, 620);
    expect(placePopover({ icon: UNKNOWN, screen: tiny, workArea: tiny, size })).toEqual({ x: 392, y: 0 });
  });

  test('as wide as the popover: no margin, all of it visible', () => {
    const tiny = rect(0, 0, 400, 900);
    expect(placePopover({ icon: UNKNOWN, screen: tiny, workArea: tiny, size })).toEqual({ x: 0, y: 272 });
    const barely = rect(0, 0, 406, 900);
    expect(placePopover({ icon: UNKNOWN, screen: barely, workArea: barely, size }).x).toBe(3);
  });

  test('smaller than the popover: its upper left corner is visible', () => {
    const tiny = rect(100, 50, 320, 480);
    const icon = rect(380, 500, 24, 24);
    expect(placePopover({ icon, screen: tiny, workArea: tiny, size })).toEqual({ x: 100, y: 50 });
  });
});

test('it is wholly inside the work area wherever it fits, and at whole pixels', () => {
  const input = fc
    .record({
      screen: fc.record({
        x: fc.integer({ min: -8000, max: 8000 }),
        y: fc.integer({ min: -8000, max: 8000 }),
        width: fc.integer({ min: 320, max: 8000 }),
        height: fc.integer({ min: 240, max: 5000 }),
      }),
      panel: fc.record({ left: panel(), right: panel(), top: panel(), bottom: panel() }),
      // An icon may be anywhere, also on another screen, and at half pixels where the screen is scaled.
      icon: fc.record({
        x: fc.double({ min: -9000, max: 9000, noNaN: true }),
        y: fc.double({ min: -9000, max: 9000, noNaN: true }),
        width: fc.integer({ min: 0, max: 64 }),
        height: fc.integer({ min: 0, max: 64 }),
      }),
    })
    .map(({ screen, panel: { left, right, top, bottom }, icon }) => ({
      icon,
      screen,
      workArea: rect(screen.x + left, screen.y + top, screen.width - left - right, screen.height - top - bottom),
    }));
  fc.assert(
    fc.property(input, ({ icon, screen, workArea }) => {
      const { x, y } = placePopover({ icon, screen, workArea, size });
      expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true);
      if (size.width <= workArea.width) {
        expect(x).toBeGreaterThanOrEqual(workArea.x);
        expect(x + size.width).toBeLessThanOrEqual(workArea.x + workArea.width);
      } else expect(x).toBe(workArea.x);
      if (size.height <= workArea.height) {
        expect(y).toBeGreaterThanOrEqual(workArea.y);
        expect(y + size.height).toBeLessThanOrEqual(workArea.y + workArea.height);
      } else expect(y).toBe(workArea.y);
    }),
    { numRuns: 2000 },
  );
});

function panel() {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 60 }) });
}
