/**
 * The timesheet and the Day view in a real window, one after the other on the same past day: a cell is typed over, a week is closed,
 * changed and opened again; entries are moved, resized and created with the mouse, also by a task that is dragged from the list of a
 * wide window. Each change can be undone.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import type { RunningApp } from './app.ts';
import { at, blocks, day, type Hours, openWithEntries, PX, showPastDay, untilHours } from './past-day.ts';
import { sendNow, undoLast, untilState } from './steps.ts';

const WEEK = 7 * 24 * 3_600_000;
const BEFORE: Hours[] = [
  [9, 10],
  [12, 13],
];

let app: RunningApp;
let page: Page;

beforeAll(async () => {
  ({ app, page } = await openWithEntries(BEFORE));
});
afterAll(() => app?.quit());

/** Resizes the window; returns the size that it had. */
const resize = (size: number[]) =>
  app.electron.evaluate(({ BrowserWindow }, [width = 0, height = 0]) => {
    const window = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().endsWith('/index.html'));
    const before = window?.getContentSize() ?? [];
    window?.setContentSize(width, height);
    return before;
  }, size);

describe('the timesheet', () => {
  beforeAll(async () => {
    await page.keyboard.press('Control+4');
    const { time } = await untilState(page, (state) => state.time.day !== '');
    const weeksAgo = Math.ceil((Date.parse(time.week.from) - Date.parse(day)) / WEEK);
    for (let back = 0; back < weeksAgo; back += 1) await page.getByRole('button', { name: 'The week before' }).click();
    await page
      .getByRole('gridcell', { name: /1 entry$/ })
      .nth(1)
      .waitFor();
  });

  /** The cell of the earlier entry, with this time. */
  const cell = (time: string) => page.getByRole('gridcell', { name: new RegExp(`^PAY-.*: ${time}, 1 entry$`) });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  async function untilSent(): Promise<void> {
    await sendNow(app, page);
    await untilState(page, ({ outbox }) => outbox.total === 0);
  }

  async function typeOver(from: string, to: string): Promise<void> {
    await cell(from).focus();
    await page.keyboard.type(to);
    await page.getByRole('status').getByText(`${from} becomes ${to}`).waitFor();
    await page.keyboard.press('Enter');
  }

  test('A cell is typed over: its entry becomes longer, until the change is undone', async () => {
    await typeOver('1:00', '1:30');
    await cell('1:30').waitFor();
    await untilHours(page, [
      [9, 10.5],
      [12, 13],
    ]);
    await undoLast(page);
    await untilHours(page, BEFORE);
    await cell('1:00').waitFor();
  });

  test('Nonsense stays in the cell with the reason, and Escape leaves it', async () => {
    await cell('1:00').focus();
    await page.keyboard.type('1:75');
    await page.keyboard.press('Enter');
    await page.getByText('1:75 is not a duration; try 1:45.').waitFor();
    await page.keyboard.press('Escape');
    await cell('1:00').waitFor();
    await untilHours(page, BEFORE);
  });

  test('A closed week asks before it changes, shows what changed, and is opened again', async () => {
    await untilSent();
    await button('Close the week…').click();
    await page.getByText('Everything is sent').waitFor();
    await button(/^Close (the week|with .*)$/).click();
    await page
      .getByText(/^Closed /)
      .first()
      .waitFor();

    await typeOver('1:00', '1:45');
    const confirm = button('Change it all the same');
    await confirm.waitFor();
    await untilHours(page, BEFORE);
    await confirm.click();
    await untilHours(page, [
      [9, 10.75],
      [12, 13],
    ]);

    await untilSent();
    await button('Compare').click();
    await page.getByText('1:00 → 1:45').waitFor();
    await page.keyboard.press('Escape');
    await button('Open again').click();
    await button('Close the week…').waitFor();
    await typeOver('1:45', '1:00');
    await untilHours(page, BEFORE);
  });
});

describe('in a wide window', () => {
  let usual: number[];
  beforeAll(async () => {
    usual = await resize([1040, 700]);
    await page.getByRole('tab', { name: 'Today' }).click();
    // Back to today from the day of the tests before.
    await page.keyboard.press('t');
    await showPastDay(page);
  });
  afterAll(() => resize(usual));

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
    await hint(/^Let go to add 2 h of /).waitFor();
    await page.mouse.up();
    await untilHours(page, [
      [9, 10],
      [10, 12],
      [12, 13],
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
      [12, 13],
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

  test('In the timesheet the names are at most as wide as three days', async () => {
    await page.getByRole('tab', { name: 'Week' }).click();
    const heads = page.getByRole('grid').getByRole('columnheader');
    await heads.nth(8).waitFor();
    const [name = 0, day = 0] = await heads.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(name).toBeLessThanOrEqual(3 * day + 0.5);
  });
});

describe('the Day view', () => {
  beforeAll(async () => {
    await page.keyboard.press('Control+3');
    await page.getByText('Day', { exact: true }).click();
    // Back to today from the day of the tests before.
    await page.keyboard.press('t');
    await showPastDay(page);
  });

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
    await untilShown(BEFORE);
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
    await untilShown(BEFORE);
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
    await untilHours(page, BEFORE);
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

  test('In the list nothing moves and no time is covered under the pointer', async () => {
    await page.getByText('List', { exact: true }).click();
    const row = page.locator('.entry-row__entry').first();
    await row.waitFor();
    await page.mouse.move(0, 0);
    const boxes = () =>
      row
        .locator('.entry-row__clock, .entry-row__duration, .entry-row__play')
        .evaluateAll((all) => all.map((one): DOMRect => one.getBoundingClientRect().toJSON()));
    const before = await boxes();
    const [clock, duration, play] = before;
    expect(play?.left).toBeGreaterThanOrEqual(clock?.right ?? Infinity);
    expect(play?.right).toBeLessThanOrEqual(duration?.left ?? 0);
    await row.hover();
    await expect.poll(() => row.locator('.entry-row__play').evaluate((one) => getComputedStyle(one).opacity)).toBe('1');
    await expect.poll(boxes).toEqual(before);
  });
});
