import { expect, it } from 'vitest';
import { fitLabels } from '../../../../../renderer/features/tasks/list/fit-labels.ts';

it.each([
  ['no labels', [], 100, 0],
  ['all fit', [40, 40], 88, 2],
  ['one that is a pixel too wide', [40, 40], 87, 1],
  ['no room for one label and "+2"', [40, 40], 50, 0],
  ['the last one fits in the space of "+1"', [20, 12], 40, 2],
  ['no room at all', [40], -10, 0],
])('%s', (_, widths, available, fitting) => {
  expect(fitLabels(widths, available, 12)).toBe(fitting);
});
