import { expect, it } from 'vitest';
import { nearestTint, type Rgb } from '../../../renderer/ui/label.tsx';

it.each<[string, Rgb | null, string]>([
  ['no colour', null, 'grey'],
  ['black', [0, 0, 0], 'grey'],
  ['white', [255, 255, 255], 'grey'],
  ['slate', [110, 118, 125], 'grey'],
  ['red', [239, 68, 68], 'red'],
  ['orange', [249, 115, 22], 'orange'],
  ['amber', [202, 138, 4], 'yellow'],
  ['green', [34, 197, 94], 'green'],
  ['blue', [59, 130, 246], 'blue'],
  ['violet', [139, 92, 246], 'violet'],
  ['pink', [236, 72, 153], 'pink'],
  ['crimson, across the end of the circle', [220, 20, 60], 'red'],
])('%s', (_, rgb, tint) => {
  expect(nearestTint(rgb)).toBe(tint);
});
