/** A wide window: a task is dragged from My tasks onto the day, with the mouse. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import type { RunningApp } from './app.ts';
import { blocks, type Hours, openWithEntries, PX, showPastDay, untilHours } from './past-day.ts';
import { undoLast } from './steps.ts';

let app: RunningApp;
let page: Page;

const BEFORE: Hours[] = [
  [9, 10],
  [11.2, 12],
];

beforeAll(async () => {
  ({ app, page } = await openWithEntries(BEFORE));
  await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().endsWith('/index.html'))
      ?.setContentSize(1040, 700),
  );
  await page.getByRole('tab', { name: 'Today' }).waitFor();
  await showPastDay(page);
});
afterAll(() => app?.quit());

/** A row that is not tracked on that day. */
const row = () => page.locator('[data-task-id]').nth(2);

/** Drags the row to an hour, measured from the block that begins at 9:00, and leaves the button pressed. */
async function dragTo(hour: number): Promise<void> {
  const from = await row().boundingBox();
  const block = await blocks(page).first().boundingBox();
  if (from === null || block === null) throw new Error('Not on screen');
  await page.mouse.move(from.x + 60, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 90, from.y + 30, { steps: 3 });
  await page.mouse.move(block.x + 60, block.y + (hour - 9) * PX, { steps: 5 });
}
const hint = (text: string | RegExp) => page.locator('footer').getByText(text);

test('A task that is dropped in a gap becomes an entry of the gap’s length, which can be undone', async () => {
  await dragTo(10.5);
  await hint(/^Let go to add 1 h 12 min of /).waitFor();
  await page.mouse.up();
  await untilHours(page, [
    [9, 10],
    [10, 11.2],
    [11.2, 12],
  ]);
  await page.getByRole('tab', { name: 'Today', selected: true }).waitFor();
  await undoLast(page);
  await untilHours(page, BEFORE);
});

test('Elsewhere it becomes half an hour; with Alt, half an hour from the minute in a gap as well', async () => {
  await dragTo(13.01);
  await page.mouse.up();
  await untilHours(page, [...BEFORE, [13, 13.5]]);
  await undoLast(page);
  await untilHours(page, BEFORE);

  await page.keyboard.down('Alt');
  await dragTo(10.251);
  await hint(/^Let go to add 30 min of /).waitFor();
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await untilHours(page, [
    [9, 10],
    [10.25, 10.75],
    [11.2, 12],
  ]);
  await undoLast(page);
  await untilHours(page, BEFORE);
});

test('Escape, or letting go beside the hours, puts the task back; a click still opens it', async () => {
  await dragTo(10.5);
  await hint(/^Let go to add/).waitFor();
  await page.keyboard.press('Escape');
  await hint(/^Let go to add/).waitFor({ state: 'detached' });
  await page.mouse.up();

  await dragTo(10.5);
  await page.mouse.move(100, 400, { steps: 3 });
  await hint(/^Drop it on a time/).waitFor();
  await page.mouse.up();
  await hint(/^Drop it on a time/).waitFor({ state: 'detached' });
  await untilHours(page, BEFORE);

  await row().click();
  await page.getByText('Description').first().waitFor();
  await page.keyboard.press('Escape');
  await row().waitFor();
});
