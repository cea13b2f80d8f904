/**
 * What everybody needs, in every view: axe finds nothing serious, light and dark; by keyboard alone and by ear, everything that
 * can be pressed is reached, its focus is seen, and it has a name and a role. One walk through the views serves them all.
 */
import { beforeAll, expect, test } from 'vitest';
import { checkAccessibleNames, EXPECTED_NAMES } from './view-checks/accessible-names.ts';
import { checkAxe } from './view-checks/axe.ts';
import { checkRepeatedDescriptions } from './view-checks/repeated-descriptions.ts';
import { checkTabStops } from './view-checks/tab-stops.ts';
import { everyView } from './views.ts';

const found = { axe: [] as string[], tab: [] as string[], heard: [] as string[], twice: [] as string[] };
const met = new Set<string>();

beforeAll(async () => {
  // The one that presses keys comes last.
  const looks = [
    checkAccessibleNames(found.heard, met),
    checkRepeatedDescriptions(found.twice),
    checkAxe(found.axe),
    checkTabStops(found.tab),
  ];
  await everyView(async (...seen) => {
    for (const look of looks) await look(...seen);
  });
}, 480_000);

test('axe finds nothing serious in any view, light or dark', () => {
  expect(found.axe).toEqual([]);
});

test('the Tab key comes by everything that can be pressed, and the focus is seen', () => {
  expect(found.tab).toEqual([]);
});

test('those who checkAccessibleNames hear names, roles and states', () => {
  expect(Object.keys(EXPECTED_NAMES).filter((name) => !met.has(name))).toEqual([]);
  expect(found.heard).toEqual([]);
});

test('nothing is read to them twice, as a name and as its description', () => {
  expect([...new Set(found.twice)]).toEqual([]);
});
