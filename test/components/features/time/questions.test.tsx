/** Questions about a timer: a clock that was set back, timers of other devices, and deep links. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { RemoteTimerView } from '../../../../shared/contract/index.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { HOUR, local, timeEntry } from '../../../shared/time/entries.ts';
import { moveClock, setClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { timeOf } from '../../state.ts';

const NOW = local(19, 14);
const iso = (at: number) => new Date(at).toISOString();
/** Runs here since 14:40, which is forty minutes ahead. */
const AHEAD = timeEntry('pay', local(19, 14, 40), null);

beforeEach(() => setClock(NOW));

const aheadOpen = (prepare?: Parameters<typeof openWindow>[1]) =>
  openWindow({ time: timeOf([AHEAD], new Date(NOW)) }, prepare);
const question = (name: string) => within(screen.getByRole('region', { name }));
const clockQuestion = () => question('When did PAY start?');

test('A timer that starts in the future shows no elapsed time and asks when it started', async () => {
  const { bridge, user } = await aheadOpen();
  expect(screen.getByRole('timer', { name: 'Elapsed' })).toHaveTextContent('0:00:00');
  expect(clockQuestion().getByText(/the clock was set back/)).toHaveTextContent(clock(local(19, 14, 40)));
  await user.click(clockQuestion().getByRole('button', { name: 'Start it now' }));
  expect(bridge.payloads('timer.set-start')).toEqual([{ startTime: iso(NOW) }]);
  await user.click(clockQuestion().getByRole('button', { name: 'Discard' }));
  expect(bridge.payloads('timer.discard')).toEqual([{}]);
});

test('The question goes away when the clock has caught up', async () => {
  await aheadOpen();
  moveClock(local(19, 14, 40));
  expect(screen.queryByRole('region', { name: 'When did PAY start?' })).toBeNull();
});

test('A timer that just started is asked nothing, however long ago the window looked at the clock', async () => {
  const before = timeEntry('web', local(19, 13), null);
  const { publish } = await openWindow({ time: timeOf([before], new Date(NOW)) });
  vi.setSystemTime(NOW + 4_000);
  publish({ time: timeOf([timeEntry('pay', NOW + 4_000, null)], new Date(NOW)) });
  expect(screen.queryByRole('region', { name: 'When did PAY start?' })).toBeNull();
});

test('Its times are typed, checked, and may leave it running', async () => {
  const { bridge, user } = await aheadOpen();
  await user.click(clockQuestion().getByRole('button', { name: 'Enter its times…' }));
  const type = async (label: string, text: string) => {
    await user.clear(clockQuestion().getByLabelText(label));
    if (text !== '') await user.type(clockQuestion().getByLabelText(label), text);
  };
  const save = () => user.click(clockQuestion().getByRole('button', { name: 'Save' }));
  await type('End', '13:00');
  await save();
  expect(clockQuestion().getByText('It would end before it starts.')).toBeVisible();
  expect(bridge.payloads('time.edit')).toEqual([]);
  await type('Start', '12:30');
  expect(clockQuestion().getByText('0:30')).toBeVisible();
  await save();
  await type('End', '');
  await save();
  expect(bridge.payloads('time.edit')).toMatchObject([
    { entryId: 'pay', startTime: iso(local(19, 12, 30)), endTime: iso(local(19, 13)) },
    { entryId: 'pay', startTime: iso(local(19, 12, 30)), endTime: null },
  ]);
});

test('Times of more than twelve hours are confirmed, and Cancel returns to the question', async () => {
  const { bridge, user } = await aheadOpen((bridge) =>
    bridge.fail('time.edit', { kind: 'needs-confirmation', title: 'Really 24:00 hours?' }),
  );
  await user.click(clockQuestion().getByRole('button', { name: 'Enter its times…' }));
  fireEvent.change(clockQuestion().getByLabelText('Start day'), { target: { value: '2026-11-18' } });
  await user.click(clockQuestion().getByRole('button', { name: 'Save' }));
  await screen.findByRole('alert', { name: 'Really 24:00 hours?' });
  await user.click(screen.getByRole('button', { name: 'Correct it' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(clockQuestion().getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, keep it' }));
  expect(bridge.payloads('time.edit').map(({ allowLong }) => allowLong)).toEqual([false, false, true]);
  await user.click(clockQuestion().getByRole('button', { name: 'Cancel' }));
  expect(clockQuestion().getByRole('button', { name: 'Start it now' })).toBeVisible();
});

const remote = (id: string, start: number): RemoteTimerView => ({
  serverId: `server ${id}`,
  task: timeEntry(id, start, null).task,
  startTime: iso(start),
  note: '',
});
const THERE = remote('web', NOW - 2 * HOUR);
const remoteTitle = (since: string) => `WEB has been running since ${since}, started elsewhere`;
const remoteQuestion = () => question(remoteTitle(clock(NOW - 2 * HOUR)));

test('A timer of another device can be taken over or left alone', async () => {
  const { bridge, user } = await openWindow({ remoteTimers: [THERE] });
  expect(remoteQuestion().getByText('web')).toBeVisible();
  expect(remoteQuestion().queryByText(/Taking it over/)).toBeNull();
  await user.click(remoteQuestion().getByRole('button', { name: 'Take over' }));
  expect(bridge.payloads('remote-timer.adopt')).toEqual([{ serverId: 'server web' }]);
  await user.click(remoteQuestion().getByRole('button', { name: 'Leave it' }));
  expect(bridge.payloads('remote-timer.leave')).toEqual([{ serverId: 'server web' }]);
});

test('Several of them are asked about one by one, with the timer here that a take-over would stop', async () => {
  const yesterday = remote('web', local(18, 9));
  const here = timeEntry('here', NOW - HOUR, null);
  const { publish } = await openWindow({ remoteTimers: [yesterday, THERE], time: timeOf([here]) });
  const first = question(remoteTitle(`Wed 18 Nov, ${clock(local(18, 9))}`));
  expect(first.getByText('Taking it over stops HERE here.')).toBeVisible();
  expect(first.getByText('1 more of your timers is running elsewhere.')).toBeVisible();
  publish({ remoteTimers: [THERE] });
  expect(remoteQuestion().queryByText(/running elsewhere/)).toBeNull();
});

test('“It ended at…” takes a time between its start and now', async () => {
  const { bridge, user } = await openWindow({ remoteTimers: [THERE] });
  await user.click(remoteQuestion().getByRole('button', { name: 'It ended at…' }));
  const field = remoteQuestion().getByRole('textbox', { name: 'It ended at' });
  expect(field).toHaveFocus();
  await user.keyboard('11:00{Enter}');
  expect(remoteQuestion().getByText('That is not between its start and now.')).toBeVisible();
  await user.click(remoteQuestion().getByRole('button', { name: 'Cancel' }));
  await user.click(remoteQuestion().getByRole('button', { name: 'It ended at…' }));
  await user.keyboard('12:45');
  expect(remoteQuestion().getByText('45 min')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('remote-timer.complete')).toEqual([
    { serverId: 'server web', endTime: iso(local(19, 12, 45)) },
  ]);
});

test('An end after more than twelve hours is confirmed; an error is shown', async () => {
  const { bridge, user } = await openWindow({ remoteTimers: [remote('web', local(18, 9))] }, (bridge) =>
    bridge.fail('remote-timer.complete', {
      kind: 'needs-confirmation',
      confirmedBy: 'allowLong',
      title: 'Really 29:00 hours?',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'It ended at…' }));
  await user.click(screen.getByRole('button', { name: 'Set' }));
  await screen.findByRole('alert', { name: 'Really 29:00 hours?' });
  bridge.fail('remote-timer.complete', { title: 'That timer is gone' });
  await user.click(screen.getByRole('button', { name: 'Yes, keep it' }));
  expect(await screen.findByRole('alert', { name: 'That timer is gone' })).toBeVisible();
  const endTime = iso(NOW);
  expect(bridge.payloads('remote-timer.complete')).toEqual([
    { serverId: 'server web', endTime },
    { serverId: 'server web', endTime, allowLong: true },
  ]);
});

test.each([
  ['start', 'A link asks to start PAY', 'Start timer'],
  ['stop', 'A link asks to stop PAY', 'Stop'],
] as const)(
  'A link that asks to %s is carried out only after the answer, and not at once',
  async (does, title, yes) => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW, shouldAdvanceTime: true });
    const { bridge, user, publish } = await openWindow({ linkQuestion: { id: 7, does, tasks: [AHEAD.task] } });
    const buttonYes = () => question(title).getByRole('button', { name: yes });
    // A click meant for something else must not answer.
    expect(buttonYes()).toBeDisabled();
    expect(question(title).getByText(/Nothing has been done yet/)).toBeVisible();
    expect(bridge.payloads('link.answer')).toEqual([]);
    act(() => void vi.advanceTimersByTime(800));
    await user.click(buttonYes());
    publish({ linkQuestion: { id: 8, does, tasks: [AHEAD.task] } });
    expect(buttonYes()).toBeDisabled();
    await user.click(question(title).getByRole('button', { name: 'No' }));
    expect(bridge.payloads('link.answer')).toEqual([{ id: 7, choice: 0 }, { id: 8 }]);
  },
);

test('A link is asked about before a timer of another device, and is announced', async () => {
  const link = { id: 7, does: 'start' as const, tasks: [AHEAD.task] };
  const { publish } = await openWindow({ linkQuestion: link, remoteTimers: [THERE] });
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(announced()).toContain('A link asks to start PAY');
  expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull();
  publish({ linkQuestion: null });
  expect(screen.getByRole('button', { name: 'Take over' })).toBeVisible();
});
