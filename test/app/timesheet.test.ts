/** The timesheet in a real window: a cell is typed over and the change undone, a week is closed, changed and opened again. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import type { RunningApp } from './app.ts';
import { day, type Hours, openWithEntries, untilHours } from './past-day.ts';
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
  await page.keyboard.press('Control+4');
  const { time } = await untilState(page, (state) => state.time.day !== '');
  const weeksAgo = Math.ceil((Date.parse(time.week.from) - Date.parse(day)) / WEEK);
  for (let back = 0; back < weeksAgo; back += 1) await page.getByRole('button', { name: 'The week before' }).click();
  await page
    .getByRole('gridcell', { name: /1 entry$/ })
    .nth(1)
    .waitFor();
});
afterAll(() => app?.quit());

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
});
