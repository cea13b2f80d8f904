/**
 * What everybody needs, in every view: axe finds nothing serious, light and dark; by keyboard alone and by ear, everything that
 * can be pressed is reached, its focus is seen, and it has a name and a role. One walk through the views serves them all.
 */
import { beforeAll, expect, test } from 'vitest';
import { lookForAxe } from './looks/axe.ts';
import { HEARD, listen } from './looks/heard.ts';
import { lookForRepetition } from './looks/said-twice.ts';
import { lookByTab } from './looks/tab-stops.ts';
import { everyView } from './views.ts';

const found = { axe: [] as string[], tab: [] as string[], heard: [] as string[], twice: [] as string[] };
const met = new Set<string>();

beforeAll(async () => {
  // The one that presses keys comes last.
  const looks = [listen(found.heard, met), lookForRepetition(found.twice), lookForAxe(found.axe), lookByTab(found.tab)];
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

test('those who listen hear names, roles and states', () => {
  expect(Object.keys(HEARD).filter((name) => !met.has(name))).toEqual([]);
  expect(found.heard).toEqual([]);
});

test('nothing is read to them twice, as a name and as its description', () => {
  expect([...new Set(found.twice)]).toEqual([]);
});
