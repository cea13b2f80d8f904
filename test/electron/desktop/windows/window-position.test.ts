/** The position of the popover and of a window that was left somewhere. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fitToDisplays,
  isAtPanel,
  type PositionInput,
  positionPopover,
  type Rect,
} from '../../../../electron/desktop/windows/window-position.ts';

const size = { width: 400, height: 620 };
const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const SCREEN = rect(0, 0, 1920, 1080);

describe('at the icon', () => {
  test.each<[what: string, input: Omit<PositionInput, 'size'>, at: { x: number; y: number }]>([
    [
      'panel at the bottom, icon in the middle: centred above it',
      { anchor: rect(1000, 1048, 24, 24), screen: SCREEN, workArea: rect(0, 0, 1920, 1040) },
      { x: 812, y: 416 },
    ],
    [
      'panel at the bottom, icon at the right: kept on the screen',
      { anchor: rect(1880, 1048, 24, 24), screen: SCREEN, workArea: rect(0, 0, 1920, 1040) },
      { x: 1512, y: 416 },
    ],
    [
      'panel at the bottom, icon at the left (right-to-left desktops)',
      { anchor: rect(10, 1048, 24, 24), screen: SCREEN, workArea: rect(0, 0, 1920, 1040) },
      { x: 8, y: 416 },
    ],
    [
      'panel at the top: centred below it',
      { anchor: rect(1400, 4, 22, 22), screen: SCREEN, workArea: rect(0, 30, 1920, 1050) },
      { x: 1211, y: 34 },
    ],
    [
      'panel at the left, icon low: beside it, at the lower edge',
      { anchor: rect(8, 1000, 24, 24), screen: SCREEN, workArea: rect(48, 0, 1872, 1080) },
      { x: 52, y: 452 },
    ],
    [
      'panel at the left, icon high: beside it, at the upper edge',
      { anchor: rect(8, 40, 24, 24), screen: SCREEN, workArea: rect(48, 0, 1872, 1080) },
      { x: 52, y: 8 },
    ],
    [
      'panel at the right: beside it',
      { anchor: rect(1888, 1000, 24, 24), screen: SCREEN, workArea: rect(0, 0, 1872, 1080) },
      { x: 1468, y: 452 },
    ],
    [
      'a panel that hides itself leaves the whole screen free',
      { anchor: rect(1000, 1056, 24, 24), screen: SCREEN, workArea: SCREEN },
      { x: 812, y: 432 },
    ],
    [
      'a screen to the left of the main one, with negative coordinates',
      {
        anchor: rect(-300, 1048, 24, 24),
        screen: rect(-1920, 0, 1920, 1080),
        workArea: rect(-1920, 0, 1920, 1040),
      },
      { x: -488, y: 416 },
    ],
    [
      'a screen above the main one',
      {
        anchor: rect(1000, -1070, 24, 24),
        screen: rect(0, -1080, 1920, 1080),
        workArea: rect(0, -1040, 1920, 1040),
      },
      { x: 812, y: -1036 },
    ],
  ])('%s', (_what, input, at) => {
    expect(positionPopover({ ...input, size })).toEqual(at);
  });
});

describe('at the pointer that clicked the icon', () => {
  const point = (x: number, y: number): Rect => rect(x, y, 0, 0);
  test.each<[what: string, anchor: Rect, workArea: Rect, at: { x: number; y: number }]>([
    ['panel at the bottom: centred above it', point(1000, 1060), rect(0, 0, 1920, 1040), { x: 800, y: 416 }],
    ['panel at the top: centred below it', point(1000, 12), rect(0, 30, 1920, 1050), { x: 800, y: 34 }],
    ['panel at the left: beside it', point(20, 500), rect(40, 0, 1880, 1080), { x: 44, y: 190 }],
    ['panel at the right: beside it', point(1900, 500), rect(0, 0, 1880, 1080), { x: 1476, y: 190 }],
    ['a panel that reserves no space: above the icon', point(1000, 1060), SCREEN, { x: 800, y: 424 }],
    [
      'in the corner of two panels, the one with the space',
      point(1910, 1070),
      rect(0, 0, 1920, 1040),
      { x: 1512, y: 416 },
    ],
  ])('%s', (_what, anchor, workArea, at) => {
    expect(positionPopover({ anchor, screen: SCREEN, workArea, size })).toEqual(at);
  });

  test.each<[where: string, x: number, y: number, workArea: Rect, is: boolean]>([
    ['on the panel', 900, 1060, rect(0, 0, 1920, 1040), true],
    ['in the middle of the screen', 900, 500, rect(0, 0, 1920, 1040), false],
    ['just above the panel', 900, 1030, rect(0, 0, 1920, 1040), false],
    ['at an edge that may have a hidden panel', 900, 5, rect(0, 0, 1920, 1040), true],
    ['on another screen', 2500, 1060, rect(0, 0, 1920, 1040), false],
  ])('a pointer %s', (_where, x, y, workArea, is) => {
    expect(isAtPanel({ x, y }, SCREEN, workArea)).toBe(is);
  });
});

describe('a window that was moved', () => {
  const right = rect(1920, 0, 1280, 1024);
  test('stays at its position', () => {
    expect(fitToDisplays(rect(2000, 100, 400, 620), [SCREEN, right])).toEqual(rect(2000, 100, 400, 620));
  });
  test('across an edge moves to the screen that contains most of it', () => {
    expect(fitToDisplays(rect(1800, 900, 400, 620), [SCREEN, right])).toEqual(rect(1920, 404, 400, 620));
  });
  test('whose screen is gone moves to the centre of the primary one', () => {
    expect(fitToDisplays(rect(2000, 100, 400, 620), [SCREEN])).toEqual(rect(760, 230, 400, 620));
  });
  test('with an unknown position opens in the centre of the primary screen, at its size', () => {
    expect(fitToDisplays({ width: 400, height: 620 }, [SCREEN, right])).toEqual(rect(760, 230, 400, 620));
  });
  test('larger than the screen shrinks', () => {
    expect(fitToDisplays(rect(10, 10, 4000, 3000), [SCREEN])).toEqual(SCREEN);
  });
  test('is always entirely on one screen', () => {
    const span = (least: number, most: number) => fc.integer({ min: least, max: most });
    const any = fc.record({
      x: span(-5000, 5000),
      y: span(-5000, 5000),
      width: span(200, 5000),
      height: span(200, 5000),
    });
    fc.assert(
      fc.property(any, fc.array(any, { minLength: 1, maxLength: 4 }), (bounds, displays) => {
        const { x, y, width, height } = fitToDisplays(bounds, displays);
        const isOn = (one: Rect) =>
          x >= one.x && y >= one.y && x + width <= one.x + one.width && y + height <= one.y + one.height;
        expect(displays.some(isOn)).toBe(true);
      }),
    );
  });
});

describe('if the icon’s position is unknown', () => {
  test.each<[what: string, workArea: Rect, at: { x: number; y: number }]>([
    ['panel at the bottom: lower right corner', rect(0, 0, 1920, 1040), { x: 1512, y: 416 }],
    ['panel at the top: upper right corner', rect(0, 32, 1920, 1048), { x: 1512, y: 36 }],
    ['panel at the right: beside it', rect(0, 0, 1860, 1080), { x: 1456, y: 452 }],
    ['panel at the left: beside it, at its lower end', rect(60, 0, 1860, 1080), { x: 64, y: 452 }],
    ['no panel: lower right corner', SCREEN, { x: 1512, y: 456 }],
  ])('%s', (_what, workArea, at) => {
    expect(positionPopover({ anchor: null, screen: SCREEN, workArea, size })).toEqual(at);
  });
});

describe('on a tiny screen', () => {
  test('as high as the popover: no margin, entirely visible', () => {
    const tiny = rect(0, 0, 800, 620);
    expect(positionPopover({ anchor: null, screen: tiny, workArea: tiny, size })).toEqual({ x: 392, y: 0 });
  });

  test('as wide as the popover: no margin, entirely visible', () => {
    const tiny = rect(0, 0, 400, 900);
    expect(positionPopover({ anchor: null, screen: tiny, workArea: tiny, size })).toEqual({ x: 0, y: 276 });
    const barely = rect(0, 0, 406, 900);
    expect(positionPopover({ anchor: null, screen: barely, workArea: barely, size }).x).toBe(3);
  });

  test('smaller than the popover: its upper left corner is visible', () => {
    const tiny = rect(100, 50, 320, 480);
    const icon = rect(380, 500, 24, 24);
    expect(positionPopover({ anchor: icon, screen: tiny, workArea: tiny, size })).toEqual({ x: 100, y: 50 });
  });
});

test('it is entirely inside the work area if it fits, at whole pixels', () => {
  const input = fc
    .record({
      screen: fc.record({
        x: fc.integer({ min: -8000, max: 8000 }),
        y: fc.integer({ min: -8000, max: 8000 }),
        width: fc.integer({ min: 320, max: 8000 }),
        height: fc.integer({ min: 240, max: 5000 }),
      }),
      panel: fc.record({ left: panel(), right: panel(), top: panel(), bottom: panel() }),
      // An icon can be on another screen, and at fractional pixels on a scaled one.
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
      const { x, y } = positionPopover({ anchor: icon, screen, workArea, size });
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
  );
});

function panel() {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 60 }) });
}
