/** A day of the sample's past that has no entries of its own, for tests that drag on it. */
import type { Page } from 'playwright-core';
import type { DayView } from '../../shared/contract/index.ts';
import { dayAfter, dayBounds, localDay } from '../../shared/time/day.ts';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import type { Service } from './service.ts';
import { holdTimers, resultOf, signIn, untilState } from './steps.ts';

const HOUR = 3_600_000;
const DAYS_AGO = 8;

/** Pixels of an hour. */
export const PX = 48;

export type Hours = [from: number, to: number];

/** The day. */
export const day = dayAfter(localDay(Date.now()), -DAYS_AGO);
export const at = (hour: number): number => dayBounds(day).from + hour * HOUR;
const iso = (hour: number): string => new Date(at(hour)).toISOString();

export const blocks = (page: Page) => page.locator('.day-blocks__block');

/** Opens the app with entries on that day, each on a task of its own: in the local workspace, or at a service. */
export async function openWithEntries(
  entries: readonly Hours[],
  service?: Service,
): Promise<{ app: RunningApp; page: Page }> {
  const app = await launchApp();
  // Undo stays in the toast.
  await holdTimers(app, 10_000);
  const page = await (service === undefined ? app.page() : signIn(app, service));
  if (service === undefined) await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  const { tasks } = await untilState(page, (state) => state.tasks.total > 0);
  for (const [index, [from, to]] of entries.entries()) {
    const taskId = tasks.tasks[index]?.id ?? '';
    await resultOf(page, 'time.add', { taskId, startTime: iso(from), endTime: iso(to), note: '' });
  }
  return { app, page };
}

/** Turns the shown day back to that one. */
export async function showPastDay(page: Page): Promise<void> {
  for (let back = 0; back < DAYS_AGO; back += 1) await page.getByRole('button', { name: 'The day before' }).click();
  await blocks(page).nth(1).waitFor();
}

/** The hours of the day's entries. */
async function hoursOfEntries(page: Page): Promise<Hours[]> {
  const { entries }: DayView = await resultOf(page, 'time.day', { day });
  return entries
    .map(
      ({ startTime, endTime }): Hours => [
        (Date.parse(startTime) - at(0)) / HOUR,
        (Date.parse(endTime ?? '') - at(0)) / HOUR,
      ],
    )
    .sort(([one], [other]) => one - other);
}

export async function untilHours(page: Page, expected: readonly Hours[]): Promise<void> {
  await until(
    () => hoursOfEntries(page),
    (hours) => JSON.stringify(hours) === JSON.stringify(expected),
  );
}
