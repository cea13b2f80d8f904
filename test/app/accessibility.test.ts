/**
 * Accessibility of every view: axe finds no serious violation in light and dark, every control is reached by keyboard with a visible
 * focus, and has a name and a role; reduced motion and more contrast are respected. All checks share one walk through
 * the views.
 */
import { beforeAll, expect, test } from 'vitest';
import { checkAccessibilityTree } from './view-checks/accessibility-tree.ts';
import { checkAccessibleNames, EXPECTED_NAMES } from './view-checks/accessible-names.ts';
import { checkAxe } from './view-checks/axe.ts';
import { checkMotion } from './view-checks/display-preferences.ts';
import { checkFirstFocus } from './view-checks/first-focus.ts';
import { checkTabStops } from './view-checks/tab-stops.ts';
import { everyView } from './views.ts';

const found = {
  focus: [] as string[],
  axe: [] as string[],
  tab: [] as string[],
  names: [] as string[],
  repeated: [] as string[],
  contrast: [] as string[],
  moving: [] as string[],
};
const checked = new Set<string>();

beforeAll(async () => {
  // The focus comes first, and the tab stops last, because that check presses keys.
  const checks = [
    checkFirstFocus(found.focus),
    checkAccessibleNames(found.names, checked),
    checkAccessibilityTree(found.names, found.repeated),
    checkAxe(found.axe, found.contrast),
    checkMotion(found.moving),
    checkTabStops(found.tab),
  ];
  await everyView(async (...view) => {
    const [, page] = view;
    const focused = await page.evaluateHandle(() => document.activeElement);
    for (const check of checks) await check(...view);
    // The checks took the focus away.
    await focused.evaluate((element) => {
      if (document.activeElement === document.body && element instanceof HTMLElement)
        element.focus({ preventScroll: true });
    });
    await focused.dispose();
  });
});

test('No view has a serious axe violation in light or dark', () => {
  expect(found.axe).toEqual([]);
});

test('A view opens, and is left by Escape, with the focus where the next key belongs', () => {
  expect(found.focus).toEqual([]);
});

test('The Tab key reaches every control with a visible focus, whose ring is whole', () => {
  expect(found.tab).toEqual([]);
});

test('Every control has its accessible name, role and state', () => {
  expect(Object.keys(EXPECTED_NAMES).filter((name) => !checked.has(name))).toEqual([]);
  expect(found.names).toEqual([]);
});

test('No description repeats its accessible name', () => {
  expect([...new Set(found.repeated)]).toEqual([]);
});

test('With reduced motion nothing moves', () => {
  expect(found.moving).toEqual([]);
});

test('With more contrast every text has at least 7:1', () => {
  expect(found.contrast).toEqual([]);
});
