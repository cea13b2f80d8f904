/** A wide window: a task is dragged from My tasks onto the day, with the mouse. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DayView } from '../../shared/contract/index.ts';
import { dayAfter, dayBounds, localDay } from '../../shared/time/day.ts';
import { launchApp, type RunningApp } from './app.ts';
import { readState, resultOf, undoLast, until } from './steps.ts';

const HOUR = 3_600_000;
/** Pixels of an hour. */
const PX = 48;
/** A day without entries of the sample. */
const day = dayAfter(localDay(Date.now()), -20);
const at = (hour: number) => dayBounds(day).from + hour * HOUR;
const iso = (instant: number) => new Date(instant).toISOString();

let app: RunningApp;
let page: Page;

beforeAll(async () => {
  app = await launchApp();
  page = await app.page();
  page.setDefaultTimeout(10_000);
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  const { tasks } = await until(
    () => readState(page),
    (state) => state.tasks.total > 0,
  );
  for (const [index, from, to] of [
    [0, 9, 10],
    [1, 11.2, 12],
  ] as const) {
    const taskId = tasks.tasks[index]?.id ?? '';
    await resultOf(page, 'time.add', { taskId, startTime: iso(at(from)), endTime: iso(at(to)), note: '' });
  }
  await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().endsWith('/index.html'))
      ?.setContentSize(1040, 700),
  );
  await page.getByRole('tab', { name: 'Today' }).waitFor();
  for (let back = 0; back < 20; back += 1) await page.getByRole('button', { name: 'The day before' }).click();
  await blocks().nth(1).waitFor();
});
afterAll(() => app?.quit());

const blocks = () => page.locator('.day-blocks__block');
/** A row that is not tracked on that day. */
const row = () => page.locator('[data-task-id]').nth(2);

/** The hours of the day's entries. */
async function hoursOfEntries(): Promise<[from: number, to: number][]> {
  const { entries }: DayView = await resultOf(page, 'time.day', { day });
  return entries
    .map(({ startTime, endTime }): [number, number] => [
      (Date.parse(startTime) - at(0)) / HOUR,
      (Date.parse(endTime ?? '') - at(0)) / HOUR,
    ])
    .sort(([one], [other]) => one - other);
}
const untilHours = (expected: [number, number][]) =>
  until(hoursOfEntries, (hours) => JSON.stringify(hours) === JSON.stringify(expected));

const BEFORE: [number, number][] = [
  [9, 10],
  [11.2, 12],
];

/** Drags the row to an hour, measured from the block that begins at 9:00, and leaves the button pressed. */
async function dragTo(hour: number): Promise<void> {
  const from = await row().boundingBox();
  const block = await blocks().first().boundingBox();
  if (from === null || block === null) throw new Error('Not on screen');
  await page.mouse.move(from.x + 60, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 90, from.y + 30, { steps: 3 });
  await page.mouse.move(block.x + 60, block.y + (hour - 9) * PX, { steps: 5 });
}
const hint = (text: string | RegExp) => page.getByText(text);

test('A task that is dropped in a gap becomes an entry of the gap’s length, which can be undone', async () => {
  await dragTo(10.5);
  await hint(/^Let go to add 1 h 12 min of /).waitFor();
  await page.mouse.up();
  await untilHours([
    [9, 10],
    [10, 11.2],
    [11.2, 12],
  ]);
  expect(await page.getByRole('tab', { name: 'Today' }).getAttribute('aria-selected')).toBe('true');
  await undoLast(page);
  await untilHours(BEFORE);
});

test('Elsewhere it becomes half an hour; with Alt, half an hour from the minute in a gap as well', async () => {
  await dragTo(13.01);
  await page.mouse.up();
  await untilHours([...BEFORE, [13, 13.5]]);
  await undoLast(page);
  await untilHours(BEFORE);

  await page.keyboard.down('Alt');
  await dragTo(10.251);
  await hint(/^Let go to add 30 min of /).waitFor();
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await untilHours([
    [9, 10],
    [10.25, 10.75],
    [11.2, 12],
  ]);
  await undoLast(page);
  await untilHours(BEFORE);
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
  expect(await hoursOfEntries()).toEqual(BEFORE);

  await row().click();
  await page.getByText('Description').first().waitFor();
  await page.keyboard.press('Escape');
  await row().waitFor();
});
