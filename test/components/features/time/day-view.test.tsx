/** The Day view of the Time tab: entries to scale, changed by pointer and keys, due tasks, and the ribbon of the week. */

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useNavigation } from '../../../../renderer/state/navigation.ts';
import { useNotices } from '../../../../renderer/state/notices.ts';
import type { EntryView, State } from '../../../../shared/contract/index.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';
import { moveClock, setClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { aState, LOCAL_ACCOUNT, tasksOf, timeOf } from '../../state.ts';

/** A Thursday. */
const NOW = local(19, 14);
const MORNING = timeEntry('mail', local(19, 9), local(19, 10));
const MIDDAY = timeEntry('call', local(19, 9, 40), local(19, 11));
const AFTERNOON = timeEntry('code', local(19, 12), local(19, 13));
const RUNNING = timeEntry('run', local(19, 13), null);

/** Pixels of an hour. */
const PX = 48;
const iso = (instant: number) => new Date(instant).toISOString();
const span = (from: number, to: number) => `${clock(from)}–${clock(to)}`;

beforeEach(() => setClock(NOW));

async function openDay(
  entries: EntryView[],
  state: Partial<State> = {},
  prepare?: Parameters<typeof openWindow>[1],
): Promise<Awaited<ReturnType<typeof openWindow>>> {
  const opened = await openWindow({ time: timeOf(entries, new Date(NOW)), ...state }, prepare);
  await opened.show('time');
  await opened.user.click(await screen.findByRole('radio', { name: 'Day' }));
  return opened;
}
const block = (identifier: string) => screen.getByRole('button', { name: new RegExp(`^${identifier} `) });
/** Where a block stands, as hours of the day. */
const placeOf = (identifier: string) => {
  const { top, height } = block(identifier).closest('li')?.style ?? { top: '', height: '' };
  return { from: Number.parseFloat(top) / PX, height: Number.parseFloat(height) };
};
const hours = () => screen.getByRole('region', { name: 'Hours of the day' });
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
/** The pointer at this hour of the day. The hours begin at the top of the test's page. */
const at = (hour: number) => ({ clientY: hour * PX, button: 0, buttons: 1, pointerId: 1 });
function drag(target: Element, from: number, to: number, keys: { altKey?: boolean } = {}): void {
  fireEvent.pointerDown(target, at(from));
  fireEvent.pointerMove(target, { ...at(to), ...keys });
}
const drop = (target: Element) => fireEvent.pointerUp(target, { button: 0, pointerId: 1 });

test('List and Day share the header; the choice stays when the tab is left', async () => {
  const { show, user } = await openDay([MORNING]);
  expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
  expect(hours()).toBeVisible();
  expect(screen.queryByRole('region', { name: 'This week' })).toBeNull();
  await show('tasks');
  await show('time');
  expect(hours()).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'List' }));
  expect(screen.getByRole('region', { name: 'This week' })).toBeVisible();
});

test('A block stands at its time and is named by task, times, length and project', async () => {
  await openDay([{ ...MORNING, note: 'Answered Mira' }, RUNNING]);
  expect(block('MAIL')).toHaveAccessibleName(
    `MAIL mail, ${span(local(19, 9), local(19, 10))}, 1:00, Payments, Answered Mira`,
  );
  expect(placeOf('MAIL')).toEqual({ from: 9, height: PX - 2 });
  expect(block('RUN')).toHaveAccessibleName(`RUN run, ${clock(local(19, 13))}–now, 1:00, Payments`);
});

test('A meeting of a calendar stands where no entry has its time', async () => {
  const title = '<b>Stand-up</b>';
  const meeting = { title, from: local(19, 9, 30), to: local(19, 10, 30) };
  await openDay([MORNING], {}, (bridge) => bridge.answer('proposals.meetings', [meeting]));
  const [shown, ...others] = within(await screen.findByRole('list', { name: 'Meetings' })).getAllByRole('listitem');
  expect(shown).toHaveTextContent(`${title} ${span(meeting.from, meeting.to)}`);
  expect(shown?.style).toMatchObject({ top: `${10 * PX}px`, height: `${PX / 2}px` });
  expect(others).toEqual([]);
});

test('The running block grows with the time', async () => {
  await openDay([RUNNING]);
  expect(placeOf('RUN')).toEqual({ from: 13, height: PX });
  moveClock(NOW + 30 * MINUTE);
  expect(placeOf('RUN').height).toBe(1.5 * PX);
});

test('Blocks say what the service does not have yet, and why', async () => {
  const why = 'The task was archived.';
  const { user } = await openDay([
    { ...MORNING, sync: 'waiting' },
    { ...AFTERNOON, sync: 'needs-you', why },
  ]);
  expect(block('MAIL')).toHaveAccessibleName(/, Waiting to be sent$/);
  expect(block('MAIL')).toHaveAttribute('data-sync', 'waiting');
  expect(block('CODE')).toHaveAccessibleName(
    `CODE code, ${span(local(19, 12), local(19, 13))}, 1:00, Payments, Not sent: needs your attention, ${why}`,
  );
  expect(screen.getByText(why)).toBeVisible();
  await user.click(screen.getByText('Edit…'));
  expect(screen.getByRole('form', { name: 'Edit CODE' })).toBeVisible();
});

test('The local workspace marks only entries that failed', async () => {
  await openDay([{ ...MORNING, sync: 'waiting' }], { account: LOCAL_ACCOUNT });
  expect(block('MAIL')).not.toHaveAttribute('data-sync');
});

test('An entry across midnight shows its whole length and where it began', async () => {
  await openDay([timeEntry('night', local(18, 23, 10), local(19, 1))]);
  expect(block('NIGHT')).toHaveAccessibleName(/, 1:50, from /);
  expect(screen.getByText(`from ${clock(local(18, 23, 10))} yesterday`)).toBeVisible();
  expect(placeOf('NIGHT').from).toBe(0);
  expect(block('NIGHT')).toHaveAttribute('data-open', 'above');
});

test('A short entry has no text, but its title as a tooltip', async () => {
  await openDay([timeEntry('short', local(19, 9), local(19, 9, 5))]);
  expect(block('SHORT')).toHaveAttribute('title', 'short');
  expect(screen.queryByText('short')).toBeNull();
});

test('On focus a short entry shows its title beside it, and its two times', async () => {
  const { user } = await openDay([timeEntry('short', local(19, 9), local(19, 9, 5))]);
  block('SHORT').focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByText('SHORT short')).toBeVisible();
  for (const time of [local(19, 9), local(19, 9, 5)]) expect(screen.getByText(clock(time))).toBeVisible();
});

test.each([
  [25, '2026-10-25'],
  [23, '2026-03-29'],
] as const)('A day of %s hours is drawn as long as it is', async (length, day) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  onTestFinished(() => void vi.unstubAllEnvs());
  const midnight = new Date(`${day}T00:00`).getTime();
  const noon = new Date(`${day}T12:00`).getTime();
  const evening = new Date(`${day}T18:00`).getTime();
  setClock(evening);
  const entry = timeEntry('lunch', noon, noon + 30 * MINUTE);
  await openWindow({ time: timeOf([entry], new Date(evening)) }).then(({ show }) => show('time'));
  fireEvent.click(await screen.findByRole('radio', { name: 'Day' }));
  expect(hours().querySelector<HTMLElement>('div')?.style.height).toBe(`${length * PX}px`);
  expect(placeOf('LUNCH').from).toBe((noon - midnight) / (60 * MINUTE));
  expect(placeOf('LUNCH').from).toBe(length - 12);
  expect(screen.queryAllByText('again')).toHaveLength(length === 25 ? 1 : 0);
});

test('Entries at the same time stand side by side, and the later one says how much is counted twice', async () => {
  await openDay([MORNING, MIDDAY]);
  expect(screen.getByText('20 min counted twice')).toBeVisible();
  expect(block('CALL')).toHaveAccessibleName(/0:20 twice$/);
  expect(screen.getByText('0:20 twice')).toBeVisible();
  expect(block('CALL').closest('li')?.style.getPropertyValue('--column')).toBe('1');
});

test('On another day, where the header leads back to today, it is said in short', async () => {
  const yesterday = [
    timeEntry('mail', local(18, 9), local(18, 10)),
    timeEntry('call', local(18, 9, 40), local(18, 11)),
  ];
  const { user } = await openDay([], {}, (fake) =>
    fake.answer('time.day', ({ day }) => ({ day, entries: yesterday, week: timeOf([], new Date(NOW)).week })),
  );
  await user.click(screen.getByRole('button', { name: 'The day before' }));
  expect(await screen.findByText('0:20 ×2')).toHaveAttribute('title', '20 min counted twice');
});

test('A gap opens proposals for its length', async () => {
  const { bridge, user } = await openDay([MORNING, AFTERNOON]);
  await user.click(screen.getByRole('button', { name: `Gap of 2 h, ${span(local(19, 10), local(19, 12))}: fill it` }));
  expect(await screen.findByRole('dialog', { name: 'Gap of 2 h' })).toBeVisible();
  expect(screen.getByLabelText('Start')).toHaveValue(clock(local(19, 10)));
  expect(screen.getByLabelText('End')).toHaveValue(clock(local(19, 12)));
  await user.keyboard('{Escape}');
  expect(bridge.payloads('time.add')).toEqual([]);
});

test('A double click or Enter edits an entry, and the focus comes back', async () => {
  const { user } = await openDay([MORNING]);
  await user.click(block('MAIL'));
  expect(screen.queryByRole('form')).toBeNull();
  await user.dblClick(block('MAIL'));
  expect(screen.getByRole('form', { name: 'Edit MAIL' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(block('MAIL')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('form', { name: 'Edit MAIL' })).toBeVisible();
});

test('An empty day says how an entry gets there', async () => {
  await openDay([]);
  expect(screen.getByText('Nothing tracked yet today')).toBeVisible();
  expect(screen.getByText('Start a timer, or drag over the hours to add an entry.')).toBeVisible();
});

test('The hours are there before the entries of another day', async () => {
  const { bridge, user } = await openDay([MORNING], {}, (fake) => void fake.hold('time.day'));
  await user.click(screen.getByRole('button', { name: 'The day before' }));
  expect(bridge.payloads('time.day')).toEqual([{ day: '2026-11-18' }]);
  expect(hours()).toBeVisible();
  expect(screen.queryByText('Nothing tracked on this day')).toBeNull();
});

test('Tasks that are due today at a time have a line; a click opens the task', async () => {
  const due = taskView('PAY-134', { dueDate: iso(local(19, 8, 12)) });
  const allDay = taskView('PAY-135', { dueDate: iso(local(19, 0)) });
  const tomorrow = taskView('PAY-136', { dueDate: iso(local(20, 16)) });
  const { bridge, user } = await openDay([], { tasks: tasksOf([due, allDay, tomorrow]) });
  expect(screen.queryByText(/PAY-135|PAY-136/)).toBeNull();
  // Above the visible hours it is pinned to their edge as well.
  const [pin, line] = screen.getAllByRole('button', { name: `PAY-134 due ${clock(local(19, 8, 12))}` });
  expect(pin).toHaveAttribute('data-edge', 'above');
  if (!pin || !line) throw new Error('No line');
  await user.click(pin);
  expect(line).toHaveFocus();
  await user.keyboard('p');
  await user.keyboard('1');
  expect(bridge.payloads('tasks.change')).toEqual([{ changes: [{ taskId: due.id, priority: 'urgent' }] }]);
  expect(line).toHaveFocus();
  await user.click(line);
  await waitFor(() => expect(useNavigation.getState().page).toMatchObject({ name: 'taskPage', taskId: due.id }));
});

test('The arrow keys move through entries and gaps, and to other days; T goes back to today', async () => {
  const { bridge, user } = await openDay([MORNING, AFTERNOON], {}, (fake) =>
    fake.answer('time.day', ({ day }) => ({ day, entries: [], week: timeOf([], new Date(NOW)).week })),
  );
  expect(block('CODE')).toHaveAttribute('tabindex', '0');
  block('CODE').focus();
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('button', { name: /^Gap of 2 h/ })).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(block('MAIL')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(bridge.payloads('time.day')).toEqual([]);
  await user.keyboard('{ArrowLeft}');
  expect(await screen.findByText('Nothing tracked on this day')).toBeVisible();
  expect(said()).toContain('Wednesday 18 Nov');
  await user.keyboard('T');
  expect(block('MAIL')).toBeVisible();
});

test('Alt and the arrows move an entry; it is sent once, when the key is released', async () => {
  const { bridge, user } = await openDay([MORNING]);
  block('MAIL').focus();
  await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}');
  expect(said()).toContain(`${span(local(19, 9, 10), local(19, 10, 10))}, 1:00`);
  expect(bridge.payloads('time.edit')).toEqual([]);
  await user.keyboard('{/Alt}');
  expect(bridge.payloads('time.edit')).toEqual([
    { entryId: 'mail', startTime: iso(local(19, 9, 10)), endTime: iso(local(19, 10, 10)), note: '', allowLong: false },
  ]);
});

test('Shift changes the end, Ctrl Shift the start, by a minute when zoomed in', async () => {
  const { bridge, user } = await openDay([MORNING]);
  block('MAIL').focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(bridge.payloads('time.edit').at(-1)).toMatchObject({
    startTime: iso(local(19, 9)),
    endTime: iso(local(19, 10, 5)),
  });
  await user.keyboard('{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}');
  expect(bridge.payloads('time.edit').at(-1)).toMatchObject({ startTime: iso(local(19, 8, 55)) });
  await user.keyboard('+++');
  expect(screen.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(bridge.payloads('time.edit').at(-1)).toMatchObject({ endTime: iso(local(19, 10, 4)) });
});

test('Escape takes back what the keys changed, and the window stays', async () => {
  const { bridge, user } = await openDay([MORNING]);
  block('MAIL').focus();
  await user.keyboard('{Alt>}{ArrowDown}{Escape}{/Alt}');
  expect(placeOf('MAIL').from).toBe(9);
  expect(bridge.payloads('time.edit')).toEqual([]);
  expect(bridge.payloads('window.hide')).toEqual([]);
});

test('Only the start of a running entry can be changed', async () => {
  const { bridge, user } = await openDay([RUNNING]);
  block('RUN').focus();
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(said()).toContain('Still running: only its start can be changed.');
  await user.keyboard('{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}');
  expect(bridge.payloads('time.edit')).toEqual([
    { entryId: 'run', startTime: iso(local(19, 12, 55)), endTime: null, note: '', allowLong: false },
  ]);
  drag(block('RUN'), 13.5, 12);
  drop(block('RUN'));
  expect(bridge.payloads('time.edit')).toHaveLength(1);
});

test('N adds an entry, F fills the next gap, C continues the entry', async () => {
  const { bridge, user } = await openDay([MORNING, AFTERNOON]);
  block('MAIL').focus();
  await user.keyboard('c');
  expect(bridge.payloads('time.continue')).toEqual([{ entryId: 'mail' }]);
  await user.keyboard('F');
  expect(await screen.findByLabelText('Start')).toHaveValue(clock(local(19, 10)));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: /^Gap of 2 h/ })).toHaveFocus();
  block('MAIL').focus();
  await user.keyboard('N');
  expect(screen.getByLabelText('Start')).toHaveValue(clock(local(19, 13)));
});

test('Dragging a block moves it, in steps of five minutes or with Alt of one', async () => {
  const { bridge } = await openDay([MORNING]);
  drag(block('MAIL'), 9.5, 10.55);
  expect(block('MAIL').className).toMatch(/moved/);
  expect(said()).toContain(`${span(local(19, 10, 5), local(19, 11, 5))}, 1:00`);
  fireEvent.pointerMove(block('MAIL'), { ...at(10.55), altKey: true });
  expect(said()).toContain(`${span(local(19, 10, 3), local(19, 11, 3))}, 1:00`);
  drop(block('MAIL'));
  expect(bridge.payloads('time.edit')).toEqual([
    { entryId: 'mail', startTime: iso(local(19, 10, 3)), endTime: iso(local(19, 11, 3)), note: '', allowLong: false },
  ]);
});

test('A handle changes one end, never into the future', async () => {
  const { bridge } = await openDay([AFTERNOON]);
  fireEvent.mouseMove(block('CODE'));
  const [start, end] = block('CODE').querySelectorAll('[data-handle]');
  if (!start || !end) throw new Error('No handles');
  drag(end, 13, 13.25);
  expect(screen.getByText('+15 min')).toBeVisible();
  expect(placeOf('CODE').height).toBe(1.25 * PX - 2);
  fireEvent.pointerMove(end, at(20));
  drop(end);
  expect(bridge.payloads('time.edit').at(-1)).toMatchObject({ startTime: iso(local(19, 12)), endTime: iso(NOW) });
});

test('A changed block stays where it was dropped until main has it', async () => {
  const { publish } = await openDay([MORNING, AFTERNOON]);
  drag(block('MAIL'), 9.5, 8.5);
  drop(block('MAIL'));
  expect(block('MAIL').className).toMatch(/moved/);
  publish({
    time: timeOf([{ ...MORNING, startTime: iso(local(19, 8)), endTime: iso(local(19, 9)) }, AFTERNOON], new Date(NOW)),
  });
  expect(placeOf('MAIL').from).toBe(8);
  expect(block('MAIL').className).not.toMatch(/moved/);
});

test('A refused change goes back and says why', async () => {
  const { bridge } = await openDay([MORNING], {}, (fake) => fake.fail('time.edit'));
  drag(block('MAIL'), 9.5, 8.5);
  drop(block('MAIL'));
  expect(await screen.findByText('It did not work')).toBeVisible();
  expect(placeOf('MAIL').from).toBe(9);
  expect(bridge.payloads('time.edit')).toHaveLength(1);
});

test('A very long entry asks first', async () => {
  const night = timeEntry('night', local(19, 0), local(19, 11));
  const { bridge, user } = await openDay([night], {}, (fake) => fake.fail('time.edit', { kind: 'needs-confirmation' }));
  block('NIGHT').focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await user.click(await screen.findByRole('button', { name: 'Yes, keep it' }));
  expect(bridge.payloads('time.edit').at(-1)).toMatchObject({ allowLong: true, endTime: iso(local(19, 11, 5)) });
});

test('Escape leaves the question, and the focus returns to the entry', async () => {
  const night = timeEntry('night', local(19, 0), local(19, 11));
  const { bridge, user } = await openDay([night], {}, (fake) => fake.fail('time.edit', { kind: 'needs-confirmation' }));
  for (const leave of [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByRole('button', { name: 'Correct it' })),
  ]) {
    block('NIGHT').focus();
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    (await screen.findByRole('button', { name: 'Yes, keep it' })).focus();
    await leave();
    expect(screen.queryByRole('button', { name: 'Yes, keep it' })).toBeNull();
    expect(block('NIGHT')).toHaveFocus();
  }
  expect(bridge.payloads('window.hide')).toEqual([]);
});

test('What the keys changed is sent before another entry is changed', async () => {
  const { bridge, user } = await openDay([MORNING, AFTERNOON]);
  block('MAIL').focus();
  await user.keyboard('{Shift>}{ArrowDown}');
  block('CODE').focus();
  await user.keyboard('{ArrowDown}{/Shift}');
  expect(bridge.payloads('time.edit')).toMatchObject([
    { entryId: 'mail', endTime: iso(local(19, 10, 5)) },
    { entryId: 'code', endTime: iso(local(19, 13, 5)) },
  ]);
  block('MAIL').focus();
  await user.keyboard('{Alt>}{ArrowDown}');
  drag(block('CODE'), 12.5, 12);
  drop(block('CODE'));
  expect(bridge.payloads('time.edit').slice(2)).toMatchObject([{ entryId: 'mail' }, { entryId: 'code' }]);
});

test('A drag ends without a change when the pointer is lost or another page opens', async () => {
  const { bridge, show } = await openDay([MORNING]);
  drag(block('MAIL'), 9.5, 8.5);
  fireEvent.lostPointerCapture(block('MAIL'), { pointerId: 1 });
  expect(placeOf('MAIL').from).toBe(9);
  drag(block('MAIL'), 9.5, 8.5);
  await show('settings');
  await waitFor(() => expect(useNotices.getState()).toMatchObject({ hint: null, hintKeys: [] }));
  expect(bridge.payloads('time.edit')).toEqual([]);
});

test('Dragging over the hours adds an entry, against the entry before', async () => {
  await openDay([timeEntry('mail', local(19, 9), local(19, 10, 2))]);
  const canvas = hours().firstElementChild;
  if (!canvas) throw new Error('No hours');
  drag(canvas, 10.1, 11.02);
  expect(said()).toContain(`${span(local(19, 10, 2), local(19, 11))}, 0:58`);
  expect(screen.getByText('Snaps to 5 min')).toBeVisible();
  expect(screen.getByText('to the minute')).toBeVisible();
  drop(canvas);
  expect(screen.getByRole('form', { name: 'New entry' })).toBeVisible();
  expect(screen.getByLabelText('Start')).toHaveValue(clock(local(19, 10, 2)));
  expect(screen.getByLabelText('End')).toHaveValue(clock(local(19, 11)));
  expect(screen.queryByText('Snaps to 5 min')).toBeNull();
});

test('Escape leaves a drag', async () => {
  const { bridge, user } = await openDay([MORNING]);
  drag(block('MAIL'), 9.5, 8.5);
  await user.keyboard('{Escape}');
  drop(block('MAIL'));
  expect(bridge.payloads('time.edit')).toEqual([]);
  expect(bridge.payloads('window.hide')).toEqual([]);
  expect(placeOf('MAIL').from).toBe(9);
});

test('The ribbon shows each day towards its target and leads to it', async () => {
  const { bridge, user } = await openDay([MORNING]);
  const ribbon = within(screen.getByRole('group', { name: 'Days' }));
  expect(ribbon.getByRole('button', { name: 'Thursday 19 Nov, 1:00 of 8:00' })).toHaveAttribute('aria-pressed', 'true');
  expect(ribbon.getByRole('button', { name: 'Saturday 21 Nov, 0:00, day off' })).toBeDisabled();
  await user.click(ribbon.getByRole('button', { name: 'Monday 16 Nov, 0:00 of 8:00' }));
  expect(bridge.payloads('time.day')).toEqual([{ day: '2026-11-16' }]);
});

test('The person’s rules say which days are off, what their targets are, and the hues of projects', async () => {
  const { timeRules } = aState();
  await openDay([MORNING, AFTERNOON], {
    timeRules: {
      ...timeRules,
      targets: { on: false, minutes: timeRules.targets.minutes },
      daysOff: { '2026-11-19': 'Thanksgiving' },
      projects: { Payments: { name: 'Payments', isBillable: false, rate: null, hue: 'violet' } },
    },
  });
  const ribbon = within(screen.getByRole('group', { name: 'Days' }));
  expect(ribbon.getByRole('button', { name: 'Thursday 19 Nov, 2:00, day off: Thanksgiving' })).toBeVisible();
  expect(ribbon.getByRole('button', { name: 'Monday 16 Nov, 0:00' })).toBeVisible();
  expect(block('MAIL')).toHaveAttribute('data-tint', 'violet');
  // Time that nobody claimed is missing only on working days.
  expect(screen.queryByText(/Gap of/)).toBeNull();
});

test('Of 300 blocks, a drag renders only the dragged one', async () => {
  const entries = Array.from({ length: 300 }, (_, index) =>
    timeEntry(`e${index}`, local(19, 0) + index * 2 * MINUTE, local(19, 0) + (index + 1) * 2 * MINUTE),
  );
  await openDay(entries);
  const dragged = block('E150');
  drag(dragged, 5, 5.5);
  const observer = new MutationObserver(() => {});
  observer.observe(screen.getByRole('list', { name: 'Time entries' }), {
    subtree: true,
    childList: true,
    attributes: true,
  });
  for (const hour of [6, 7, 8]) fireEvent.pointerMove(dragged, at(hour));
  expect(observer.takeRecords().filter(({ target }) => !dragged.contains(target))).toEqual([]);
  observer.disconnect();
});

test('N on a gap says that it is not work, and F passes over it', async () => {
  const { bridge, user, publish } = await openDay([MORNING, AFTERNOON]);
  const gap = () => screen.getByRole('button', { name: /^Gap of 2 h/ });
  gap().focus();
  await user.keyboard('n');
  const [answer] = bridge.payloads('time-rules.set-not-work');
  expect(answer).toMatchObject({ isNotWork: true });
  if (answer === undefined) throw new Error('No answer');
  publish({ timeRules: { ...bridge.state.timeRules, notWork: [{ from: answer.from, to: answer.to }] } });
  expect(screen.getByRole('button', { name: /^Not work 2 h, / })).toHaveFocus();
  await user.keyboard('f');
  expect(screen.queryByLabelText('Start')).toBeNull();
  await user.keyboard('n');
  expect(bridge.payloads('time-rules.set-not-work').at(-1)).toEqual({ ...answer, isNotWork: false });
});
