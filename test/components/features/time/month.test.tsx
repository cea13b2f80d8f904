/** A date is a place: the calendar of the header, and the month at a glance. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DEFAULT_TIME_RULES } from '../../../../shared/time/default-rules.ts';
import { directory } from '../../../shared/quick-add/directory.ts';
import { local, timeEntry } from '../../../shared/time/entries.ts';
import { timesheetOf } from '../../../shared/time/timesheets.ts';
import { setClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { timeOf } from '../../state.ts';
import { setWidth } from '../../width.ts';

/** A Thursday. */
const NOW = local(19, 14);
/** Wednesday 11 and other days have no time. */
const ENTRIES = [timeEntry('old', local(12, 9), local(12, 15)), timeEntry('mail', local(16, 9), local(16, 17))];
const RULES = { ...DEFAULT_TIME_RULES, targets: { ...DEFAULT_TIME_RULES.targets, on: true }, closedWeeks: [] };

beforeEach(() => setClock(NOW));

async function openTime(width = 400, changes: Partial<typeof RULES> = {}) {
  setWidth(width);
  const opened = await openWindow(
    { time: timeOf([], new Date(NOW)), timeRules: { ...RULES, ...changes } },
    (bridge) => {
      bridge.answer('timesheet.read', ({ from, to }) => timesheetOf(ENTRIES, from, to));
      bridge.answer('time.day', ({ day }) => ({ day, entries: [], week: timeOf().week }));
    },
  );
  await opened.show('time');
  await screen.findByRole('heading', { name: 'Today' });
  return opened;
}
const dateButton = () => screen.getByRole('button', { name: /, choose a day$/ });
const calendar = () => within(screen.getByRole('dialog', { name: /, choose a day$/ }));

test('the date opens a calendar that says what each day has, and goes to a day', async () => {
  const { user } = await openTime();
  await user.click(dateButton());
  expect(calendar().getByRole('button', { name: 'Thursday 19 Nov' })).toHaveFocus();
  expect(await calendar().findByRole('button', { name: 'Thursday 12 Nov, 6:00 of 8:00' })).toBeVisible();
  expect(calendar().getByRole('button', { name: 'Wednesday 11 Nov, missing' })).toBeVisible();
  expect(calendar().getByRole('button', { name: 'Friday 20 Nov' })).toBeDisabled();
  await user.keyboard('{ArrowUp}');
  expect(calendar().getByRole('button', { name: /^Thursday 12 Nov/ })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Thursday' })).toBeVisible();
  await waitFor(() => expect(dateButton()).toHaveFocus());
});

test('Ctrl G opens the calendar from the list of tasks, T is today, and Escape changes nothing', async () => {
  const { user, show } = await openTime();
  await show('tasks');
  await user.keyboard('{Control>}g{/Control}');
  await waitFor(() => expect(calendar().getByRole('button', { name: 'Thursday 19 Nov' })).toHaveFocus());
  await user.keyboard('{ArrowLeft}{Enter}');
  expect(await screen.findByRole('heading', { name: 'Wednesday' })).toBeVisible();
  await user.keyboard('{Control>}g{/Control}');
  await waitFor(() => expect(calendar().getByRole('button', { name: /^Wednesday 18 Nov/ })).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(screen.getByRole('heading', { name: 'Wednesday' })).toBeVisible();
  await user.keyboard('{Control>}g{/Control}');
  await waitFor(() => expect(calendar().getByRole('button', { name: /^Wednesday 18 Nov/ })).toHaveFocus());
  await user.keyboard('t');
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeVisible();
});

test('a date that is typed in the calendar opens by its button; another text says what is wrong', async () => {
  const { user, bridge } = await openTime();
  bridge.answer('quick-add.directory', directory({ locale: 'en-GB' }));
  await user.click(dateButton());
  const field = calendar().getByRole('textbox', { name: 'Date' });
  await user.type(field, 'nonsense');
  await user.click(calendar().getByRole('button', { name: 'Go' }));
  expect(calendar().getByText('No day or week until today')).toBeVisible();
  await user.clear(field);
  await user.type(field, '12 Nov');
  // What reads dates is loaded meanwhile.
  await waitFor(() => {
    fireEvent.click(calendar().getByRole('button', { name: 'Go' }));
    expect(screen.queryByRole('dialog', { name: /, choose a day$/ })).toBeNull();
  });
  expect(await screen.findByRole('heading', { name: 'Thursday' })).toBeVisible();
});

test('the month shows each day against its target; a day opens from it', async () => {
  const { user } = await openTime();
  await user.click(screen.getByRole('radio', { name: 'Month' }));
  const month = within(await screen.findByRole('grid', { name: 'November 2026' }));
  expect(await month.findByRole('button', { name: 'Monday 16 Nov, 8:00 of 8:00' })).toHaveTextContent('8:00');
  expect(month.getByRole('button', { name: 'Wednesday 11 Nov, missing' })).toHaveTextContent('11–');
  expect(screen.getByText('Target to today').nextSibling).toHaveTextContent('112:00');
  expect(screen.getByText('Missing').nextSibling).toHaveTextContent('11 days');
  await user.click(screen.getByRole('button', { name: 'The month before' }));
  // Nothing was tracked in October, so nothing is missing.
  const october = within(await screen.findByRole('grid', { name: 'October 2026' }));
  expect(october.getByRole('button', { name: 'Thursday 15 Oct' })).toBeVisible();
  await user.keyboard('t');
  await user.click(await screen.findByRole('button', { name: 'Thursday 12 Nov, 6:00 of 8:00' }));
  expect(await screen.findByRole('heading', { name: 'Thursday' })).toBeVisible();
});

test('in a wide window the month is beside the week, whose number leads to its timesheet', async () => {
  const { user } = await openTime(1040);
  await user.keyboard('{Control>}4{/Control}');
  await user.click(await screen.findByRole('radio', { name: 'Month' }));
  await screen.findByRole('button', { name: /^Monday 16 Nov, 8:00/ });
  expect(screen.getByText('14:00 of 112:00 to today')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Week 46' }));
  expect(await screen.findByRole('region', { name: /^Week 46/ })).toBeVisible();
});

test('the month names half days and days off, in words that fit', async () => {
  const { user } = await openTime(1040, {
    halfDays: { '2026-11-12': 720 },
    daysOff: { '2026-11-13': 'Long weekend' },
  });
  await user.keyboard('{Control>}4{/Control}');
  await user.click(await screen.findByRole('radio', { name: 'Month' }));
  expect(await screen.findByRole('button', { name: /^Thursday 12 Nov, 6:00/ })).toHaveTextContent('12half day6:00');
  expect(screen.getByRole('button', { name: 'Friday 13 Nov, Long weekend' })).toHaveTextContent('13Long weekend');
  expect(screen.getByRole('columnheader', { name: 'Monday' })).toBeVisible();
  setWidth(400);
  expect(await screen.findByRole('button', { name: 'Friday 13 Nov, Long weekend' })).toHaveTextContent('13off');
  expect(screen.getByRole('button', { name: /^Thursday 12 Nov, 6:00/ })).toHaveTextContent('126:00');
});
