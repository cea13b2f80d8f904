import { describe, expect, test } from 'vitest';
import { centre, distance, isWithin } from './geometry.ts';

describe('how far a window is from the icon', () => {
  const icon = { x: 1000, y: 0, width: 22, height: 27 };

  test('the gap below a panel', () => {
    expect(distance({ x: 900, y: 35, width: 400, height: 620 }, icon)).toBe(8);
  });

  test('the gap above a panel, and beside one', () => {
    const below = { x: 1000, y: 760, width: 22, height: 40 };
    expect(distance({ x: 872, y: 128, width: 400, height: 620 }, below)).toBe(12);
    expect(distance({ x: 40, y: 100, width: 400, height: 620 }, { x: 0, y: 300, width: 30, height: 22 })).toBe(10);
  });

  test('the larger of both gaps where it lies diagonally', () => {
    expect(distance({ x: 440, y: 105, width: 400, height: 620 }, icon)).toBe(160);
  });

  test('nothing where they touch or overlap', () => {
    expect(distance({ x: 900, y: 27, width: 400, height: 620 }, icon)).toBe(0);
    expect(distance(icon, icon)).toBe(0);
  });
});

test('a window that reaches over an edge is not within the screen', () => {
  const screen = { x: 1280, y: 0, width: 1280, height: 800 };
  expect(isWithin({ x: 1280, y: 0, width: 1280, height: 800 }, screen)).toBe(true);
  expect(isWithin({ x: 1279, y: 0, width: 400, height: 620 }, screen)).toBe(false);
  expect(isWithin({ x: 2000, y: 200, width: 400, height: 620 }, screen)).toBe(false);
});

test('the centre is a whole pixel', () => {
  expect(centre({ x: 10, y: 20, width: 5, height: 4 })).toEqual({ x: 13, y: 22 });
});
