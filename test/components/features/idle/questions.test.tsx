/** Questions about a timer that ran on: time away, still working, a stopped timer; and which of them comes first. */
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AwayQuestion, StillWorkingView, StoppedTimerView } from '../../../../shared/contract/index.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { HOUR, local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';
import { moveClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { tasksOf, timeOf } from '../../state.ts';

const NOW = local(19, 14);
const iso = (at: number) => new Date(at).toISOString();
const tasks = tasksOf([taskView('PAY-1', { title: 'Refund' }), taskView('PAY-2', { title: 'Chargeback' })]);

/** Worked from 12:00 to 13:00, away until 13:50. */
const AWAY: AwayQuestion = {
  id: 'away-1',
  entryId: 'pay',
  identifier: 'PAY-1',
  title: 'Refund',
  from: iso(local(19, 13)),
  to: iso(local(19, 13, 50)),
  kind: 'sleep',
  workedMs: HOUR,
  awayMs: 50 * MINUTE,
  entryEnd: null,
};

/** Answers are ready after this time, and what comes before them was meant for something else. */
const GUARD_MS = 800;
/** Timers stand still, too, so that the guard is not over on a busy computer before the test looks. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW, shouldAdvanceTime: true });
});
const passGuard = () => act(() => void vi.advanceTimersByTime(GUARD_MS));

async function openAway(question: Partial<AwayQuestion> = {}, more = 0) {
  const opened = await openWindow({
    tasks,
    time: timeOf([timeEntry('pay', local(19, 12), null)], new Date(NOW)),
    away: { question: { ...AWAY, ...question }, more },
  });
  // A key that was meant for something else.
  await opened.user.keyboard('2');
  expect(opened.bridge.payloads('away-time.answer')).toEqual([]);
  const first = screen.getByRole('button', { name: /^Keep *Count/ });
  passGuard();
  expect(first).toHaveAttribute('aria-disabled', 'false');
  return opened;
}
const card = (name = 'You were away for 50 min') => within(screen.getByRole('region', { name }));
const answers = () =>
  within(card().getByRole('group', { name: 'What was it?' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

test('The question says why, from when to when, and what each answer results in', async () => {
  await openAway({}, 2);
  const [from, to] = [clock(local(19, 13)), clock(local(19, 13, 50))];
  expect(
    card().getByText(`The computer was asleep. The timer on PAY-1 kept running from ${from} to ${to}.`),
  ).toBeVisible();
  expect(
    card().getByRole('img', { name: `Worked from ${clock(local(19, 12))} to ${from}, away until ${to}` }),
  ).toBeVisible();
  // However short a part is, its time stays below the bar.
  expect(card().getByText(from).getAttribute('style')).toMatch(/left: (54\.\d+%); translate: -\1/);
  expect(card().getByText('and 2 more')).toBeVisible();
  expect(answers()).toEqual([
    '1KeepCount the 50 min, continue2:00running',
    `2DiscardStop at ${from}1:00stopped`,
    `3Discard and continueStop at ${from}, continue from ${to}1:00then running`,
    '4Split…Give the 50 min to another task1:00+ 0:50',
  ]);
  expect(screen.getByText('Waiting for your answer')).toBeVisible();
});

test('A click answers', async () => {
  const { bridge, user } = await openAway();
  await user.click(card().getByRole('button', { name: /^Keep/ }));
  await user.click(card().getByRole('button', { name: /^Discard *Stop/ }));
  expect(bridge.payloads('away-time.answer')).toEqual([
    { id: 'away-1', answer: 'keep' },
    { id: 'away-1', answer: 'discard' },
  ]);
});

test('The keys 1 to 4 answer from anywhere but fields and menus, and the arrow keys move through the answers', async () => {
  const { bridge, user } = await openAway();
  await user.keyboard('13');
  expect(bridge.payloads('away-time.answer').map(({ answer }) => answer)).toEqual(['keep', 'discard-and-continue']);
  card().getByRole('button', { name: /^Keep/ }).focus();
  await user.keyboard('{ArrowDown}');
  expect(card().getByRole('button', { name: /^Discard *Stop/ })).toHaveFocus();
  await user.keyboard('{Control>}2{/Control}');
  await user.click(screen.getByRole('button', { name: 'Timer menu' }));
  await screen.findByRole('menu');
  await user.keyboard('2{Escape}');
  await user.click(screen.getByRole('button', { name: 'Add a note' }));
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), '2');
  expect(bridge.payloads('away-time.answer')).toHaveLength(2);
});

test('Split asks for the task; the same task and the other answers stay within reach', async () => {
  const { bridge, user } = await openAway();
  await user.keyboard('4');
  const split = () => card('Which task gets the 50 min?');
  const field = split().getByRole('combobox', { name: 'Search for a task…' });
  expect(field).toHaveFocus();
  await user.keyboard('2');
  await user.keyboard('{Escape}');
  expect(card().getByRole('button', { name: /^Split/ })).toHaveFocus();
  await user.keyboard('4');
  await user.click(split().getByRole('button', { name: 'Other answers' }));
  expect(card().getByRole('button', { name: /^Split/ })).toHaveFocus();
  await user.keyboard('4');
  await user.keyboard('charge{Enter}');
  expect(bridge.payloads('away-time.answer')).toEqual([{ id: 'away-1', answer: 'split', taskId: 'PAY-2' }]);
});

test('Split keeps the time on the same task as a separate entry', async () => {
  const { bridge, user } = await openAway();
  await user.click(card().getByRole('button', { name: /^Split/ }));
  await user.click(screen.getByRole('button', { name: 'Keep it on PAY-1, as a separate entry' }));
  expect(bridge.payloads('away-time.answer')).toEqual([{ id: 'away-1', answer: 'split' }]);
});

test('While the person is still away the time grows', async () => {
  await openAway({ to: null, kind: 'idle' });
  expect(card('Away for 1 h so far').getByText(/^There was no activity\. /)).toBeVisible();
  moveClock(NOW + 5 * MINUTE);
  expect(card('Away for 1 h 5 min so far').getByRole('button', { name: /start again now/ })).toBeVisible();
});

test('Keys that were meant for something else answer nothing when the person comes back to the question', async () => {
  const { bridge, publish, user } = await openAway({ to: null, kind: 'idle' });
  publish({ away: { question: AWAY, more: 0 } });
  await user.keyboard('2');
  expect(bridge.payloads('away-time.answer')).toEqual([]);
  const keep = card().getByRole('button', { name: /^Keep/ });
  passGuard();
  expect(keep).toHaveAttribute('aria-disabled', 'false');
  await user.keyboard('1');
  expect(bridge.payloads('away-time.answer')).toEqual([{ id: 'away-1', answer: 'keep' }]);
});

test('Without time after the return there is nothing to continue', async () => {
  await openAway({ entryEnd: AWAY.to });
  expect(answers().map((text) => text?.replace(/[a-z].*/, ''))).toEqual(['1K', '2D', '3S']);
  expect(card().getByText(/ran on from/)).toBeVisible();
});

test('An answer that fails shows its error and keeps the question', async () => {
  const { bridge, user } = await openAway();
  bridge.fail('away-time.answer', { title: 'That is already settled' });
  await user.keyboard('1');
  expect(await screen.findByRole('alert', { name: 'That is already settled' })).toBeVisible();
  expect(card()).toBeDefined();
});

const STILL: StillWorkingView = {
  entryId: 'pay',
  identifier: 'PAY-1',
  title: 'Refund',
  startTime: iso(local(19, 9)),
  askedAt: iso(local(19, 13, 59)),
  stopsAt: iso(local(19, 13, 45)),
  countdownEndsAt: iso(NOW + 4 * MINUTE),
};
const STOPPED: StoppedTimerView = {
  entryId: 'pay',
  identifier: 'PAY-1',
  title: 'Refund',
  stoppedAt: iso(local(19, 13, 45)),
};

test('“Still working?” counts down and is answered with yes or a backdated stop', async () => {
  const { bridge, user } = await openWindow({ stillWorking: STILL });
  const question = card('Still working on PAY-1?');
  expect(question.getByText(`Its timer has run since ${clock(local(19, 9))}, 5 h by now.`)).toBeVisible();
  const left = question.getByRole('timer', { name: 'Time left to answer' });
  expect(left).toHaveTextContent('4:00');
  moveClock(NOW + 61_000);
  expect(left).toHaveTextContent('2:59');
  const yes = question.getByRole('button', { name: 'Still working' });
  // A click that was meant for something else.
  await user.click(yes);
  passGuard();
  expect(yes).toBeEnabled();
  await user.click(yes);
  await user.click(question.getByRole('button', { name: `Stop at ${clock(local(19, 13, 45))}` }));
  expect(bridge.payloads('still-working.answer')).toEqual([{ answer: 'yes' }, { answer: 'stop' }]);
});

test('A timer that was stopped without an answer is reported, and continues from its end', async () => {
  const { bridge, user } = await openWindow({ stoppedTimer: STOPPED });
  const report = card('PAY-1 was stopped');
  const at = clock(local(19, 13, 45));
  expect(report.getByText(`“Still working?” was not answered, so the timer stopped at ${at}.`)).toBeVisible();
  await user.click(report.getByRole('button', { name: `Continue from ${at}` }));
  await user.click(report.getByRole('button', { name: 'Leave it stopped' }));
  expect(bridge.payloads('stopped-timer.answer')).toEqual([{ answer: 'go-on' }, { answer: 'leave' }]);
});

test('One question is shown at a time, the most urgent first, and each is announced', async () => {
  const { publish } = await openWindow({
    stillWorking: STILL,
    stoppedTimer: STOPPED,
    away: { question: AWAY, more: 0 },
    time: timeOf([timeEntry('pay', NOW + HOUR, null)], new Date(NOW)),
  });
  const main = within(screen.getByRole('main'));
  const isOnly = (title: string) => {
    const regions = main.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby'));
    const titles = regions.map((id) => (id === null ? 'Timer' : document.getElementById(id)?.textContent));
    expect(titles).toEqual(['Timer', title]);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(title);
  };
  isOnly('Still working on PAY-1?');
  publish({ stillWorking: null });
  isOnly('PAY-1 was stopped');
  publish({ stoppedTimer: null });
  isOnly('You were away for 50 min');
  publish({ away: null });
  isOnly('When did PAY start?');
});
