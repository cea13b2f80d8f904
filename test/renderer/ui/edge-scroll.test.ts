import { expect, test } from 'vitest';
import { edgeScroll } from '../../../renderer/ui/edge-scroll.ts';

const area = { top: 100, bottom: 500 };

test.each([
  [123, -6],
  [40, -6],
  [124, 0],
  [300, 0],
  [476, 0],
  [477, 6],
  [700, 6],
])('at %s px the hours scroll by %s', (y, by) => {
  expect(edgeScroll(y, area)).toBe(by);
});
