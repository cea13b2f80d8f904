/**
 * Every view in the pseudo-language, which is 40 % longer than English, at 200 % zoom on a laptop: nothing is cut off or out of reach,
 * axe finds no violation, and every text comes from the catalog of the language. With forced colors the focus stays visible.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import * as pseudo from '../../shared/i18n/generated/renderer-qps.ts';
import { until } from '../until.ts';
import type { RunningApp } from './app.ts';
import {
  cutIdentifiers,
  LAPTOP,
  onDisplay,
  overflowingElements,
  spoiltParts,
  tooSmallScrollAreas,
  unreachableControls,
  zoomOf,
} from './layout.ts';
import { english } from './view-check.ts';
import { seriousIn } from './view-checks/axe.ts';
import { checkForcedColors } from './view-checks/display-preferences.ts';
import { foreignTexts, readableTexts } from './view-checks/foreign-texts.ts';
import { everyView } from './views.ts';

/** Rules that the layout decides; the others are checked at 100 % (accessibility.test.ts). */
const LAYOUT_RULES = ['scrollable-region-focusable', 'target-size'];

/** The list below a question shows one row (44 px) and the beginning of the next. */
const LEAST_PX = 60;

const found = {
  cutOff: new Set<string>(),
  tooSmall: new Set<string>(),
  unreachable: new Set<string>(),
  axe: new Set<string>(),
  foreign: new Set<string>(),
  unseen: [] as string[],
};

async function zoomIn(app: RunningApp): Promise<void> {
  await onDisplay(app, LAPTOP);
  const main = await app.page();
  await main.evaluate(() => window.punchcard.send('settings.change', { zoom: 200 }));
  await untilZoomed(main);
}

const untilZoomed = (page: Page) =>
  until(
    () => zoomOf(page),
    (percent) => percent === 200,
  );

beforeAll(async () => {
  const zoomed = new Set<RunningApp>();
  const foreign = foreignTexts(english, pseudo);
  const checkFocus = checkForcedColors(found.unseen);
  await everyView(
    async (view, page, app) => {
      if (!zoomed.has(app)) await zoomIn(app);
      zoomed.add(app);
      await untilZoomed(page);
      for (const text of await readableTexts(page)) if (foreign.has(text)) found.foreign.add(`${view}: ${text}`);
      // A menu moves to where its next page has room one frame after it shows that page.
      const overflowing = until(
        () => overflowingElements(page),
        (found) => found.length === 0,
      ).catch(() => overflowingElements(page));
      for (const text of await overflowing) found.cutOff.add(`${view}: ${text}`);
      for (const text of await cutIdentifiers(page)) found.cutOff.add(`${view}: ${text}`);
      for (const text of await spoiltParts(page)) found.cutOff.add(`${view}: ${text}`);
      for (const text of await tooSmallScrollAreas(page, LEAST_PX)) found.tooSmall.add(`${view}: ${text}`);
      for (const text of await seriousIn(page, LAYOUT_RULES)) found.axe.add(`${view}: ${text}`);
      for (const text of await unreachableControls(page)) found.unreachable.add(`${view}: ${text}`);
      // Last, because it presses keys.
      await checkFocus(view, page, app);
    },
    { env: { PUNCHCARD_LOCALE: 'qps' } },
    pseudo,
  );
});

test('Nothing is cut off, however long identifiers are', () => {
  expect([...found.cutOff]).toEqual([]);
});

test('No scroll area is a slit', () => {
  expect([...found.tooSmall]).toEqual([]);
});

test('Every control can be reached', () => {
  expect([...found.unreachable]).toEqual([]);
});

test('No view has a serious axe violation', () => {
  expect([...found.axe]).toEqual([]);
});

test('No view contains English texts', () => {
  expect([...found.foreign]).toEqual([]);
});

test('With forced colors the focus is visible', () => {
  expect(found.unseen).toEqual([]);
});
