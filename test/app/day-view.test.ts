/** The Day view in a real window: entries are moved, resized and created with the mouse, and each change can be undone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../until.ts';
import type { RunningApp } from './app.ts';
import { at, blocks, type Hours, openWithEntries, PX, showPastDay, untilHours } from './past-day.ts';
import { undoLast } from './steps.ts';

let app: RunningApp;
let page: Page;

beforeAll(async () => {
  ({ app, page } = await openWithEntries([
    [9, 10],
    [12, 13],
  ]));
  await page.keyboard.press('Control+3');
  await page.getByText('Day', { exact: true }).click();
  await showPastDay(page);
});
afterAll(() => app?.quit());

/** Until main has these times, and the window shows them. */
async function untilShown(expected: Hours[]): Promise<void> {
  await untilHours(page, expected);
  await until(
    () =>
      page
        .locator('li:has(.day-blocks__block)')
        .evaluateAll((items) => items.map((item) => (item as HTMLElement).style.top)),
    (tops) => JSON.stringify(tops) === JSON.stringify(expected.map(([from]) => `${from * PX}px`)),
  );
}

/** Drags from a point in the middle of the window, downwards. */
async function drag(x: number, y: number, by: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + by / 2, { steps: 4 });
  await page.mouse.move(x, y + by, { steps: 4 });
  await page.mouse.up();
}
async function boxOf(index: number) {
  const box = await blocks(page).nth(index).boundingBox();
  if (box === null) throw new Error('Not on screen');
  return box;
}

test('A block is dragged to another time, and the change undone', async () => {
  const { x, y, height } = await boxOf(0);
  await drag(x + 60, y + height / 2, PX / 2);
  await untilShown([
    [9.5, 10.5],
    [12, 13],
  ]);
  await undoLast(page);
  await untilShown([
    [9, 10],
    [12, 13],
  ]);
});

test('The lower handle makes an entry longer, up to the next one', async () => {
  await page.mouse.move(0, 0);
  const { x, y, width, height } = await boxOf(0);
  await page.mouse.move(x + width / 2, y + height / 2);
  await drag(x + width / 2, y + height - 1, 2 * PX - 3);
  await untilShown([
    [9, 12],
    [12, 13],
  ]);
  await undoLast(page);
  await untilShown([
    [9, 10],
    [12, 13],
  ]);
});

test('Dragging over the gap opens the form of a new entry with its times', async () => {
  const { x, y, height } = await boxOf(0);
  await drag(x + 60, y + height + 2 + PX / 2, PX);
  const form = page.getByRole('form', { name: 'New entry' });
  await form.waitFor();
  const clockOf = (hour: number) => page.evaluate((instant) => new Date(instant).getMinutes(), at(hour));
  const start = `:${await clockOf(10.5)}`;
  await expect.poll(() => form.getByLabel('Start').inputValue()).toContain(start);
  // By keyboard, because the list of tasks may open under the pointer just then.
  await form.getByRole('button', { name: 'Cancel' }).press('Enter');
  await form.waitFor({ state: 'detached' });
});

test('Escape leaves a drag as if it had not begun', async () => {
  const { x, y, height } = await boxOf(0);
  await page.mouse.move(x + 60, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + height / 2 + PX, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => boxOf(0)).toMatchObject({ y });
  await untilHours(page, [
    [9, 10],
    [12, 13],
  ]);
});

test('The arrow keys with Alt move the focused entry and keep the focus on it', async () => {
  await blocks(page).nth(0).focus();
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.up('Alt');
  await untilShown([
    [9 + 1 / 6, 10 + 1 / 6],
    [12, 13],
  ]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('day-blocks__block');
});
