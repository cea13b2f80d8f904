/** How the window starts: the last state until main answers, its errors, and the language. */
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { State } from '../../../shared/contract/index.ts';
import { taskView } from '../../shared/tasks/tasks.ts';
import { local, timeEntry } from '../../shared/time/entries.ts';
import type { FakeBridge } from '../bridge.ts';
import { openWindow } from '../render.tsx';
import { aState, tasksOf, timeOf } from '../state.ts';

const snapshot = aState({ tasks: tasksOf([taskView('PAY-1', { title: 'Refund' })]) });
const withSnapshot = (state: State | null) => (fake: FakeBridge) => {
  fake.startupSnapshot = async () => state;
};

test('the last state is drawn before main answers; its answer replaces it', async () => {
  let answer: ReturnType<FakeBridge['hold']> | undefined;
  const { bridge, user } = await openWindow({}, (fake) => {
    withSnapshot(snapshot)(fake);
    answer = fake.hold('state.read') as typeof answer;
  });
  expect(screen.getByText('Refund')).toBeVisible();
  // A click is sent at once; main carries it out when it is ready.
  await user.click(screen.getByRole('button', { name: 'Start timer: Refund' }));
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-1' }]);
  const state = aState({ tasks: tasksOf([taskView('PAY-2', { title: 'Chargeback' })]) });
  await act(async () => answer?.({ ok: true, value: state }));
  expect(screen.getByText('Chargeback')).toBeVisible();
  expect(screen.queryByText('Refund')).not.toBeInTheDocument();
});

test.each([
  [true, '2:40 pm'],
  [false, '14:40'],
])('clocks are those of main, whatever the locale of the window is: hour12 %s', async (hour12, text) => {
  const entry = timeEntry('pay', local(19, 14, 40), local(19, 15, 40));
  const { show } = await openWindow({
    app: { ...aState().app, hour12 },
    time: timeOf([entry], new Date(local(19, 16))),
  });
  await show('time');
  expect(await screen.findByText(text)).toBeVisible();
});

test('a change that main publishes while the window opens is newer than the state that it read', async () => {
  let fake: FakeBridge | undefined;
  let answer: ReturnType<FakeBridge['hold']> | undefined;
  const opening = openWindow({ tasks: snapshot.tasks }, (bridge) => {
    fake = bridge;
    answer = bridge.hold('window.saved-navigation') as typeof answer;
  });
  // Main answers `state.read`, but not yet the other question.
  await act(async () => {});
  act(() => fake?.publish({ tasks: tasksOf([taskView('PAY-2', { title: 'Chargeback' })]) }));
  await act(async () => answer?.({ ok: true, value: null }));
  await opening;
  expect(await screen.findByText('Chargeback')).toBeVisible();
  expect(screen.queryByText('Refund')).not.toBeInTheDocument();
});

test.each<[string, State | null]>([
  ['no last state', null],
  ['a last state that cannot be drawn', JSON.parse('{"language":"en"}')],
])('with %s nothing is shown until main answers', async (_, last) => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  let answer: ReturnType<FakeBridge['hold']> | undefined;
  const opening = openWindow({}, (fake) => {
    withSnapshot(last)(fake);
    answer = fake.hold('state.read') as typeof answer;
  });
  if (last === null) await act(async () => {});
  else await waitFor(() => expect(error).toHaveBeenCalled());
  expect(screen.queryByRole('main')).not.toBeInTheDocument();
  await act(async () => answer?.({ ok: true, value: snapshot }));
  await opening;
  expect(await screen.findByText('Refund')).toBeVisible();
  error.mockRestore();
});

test('a state that cannot be read is an error with a button that reloads', async () => {
  await openWindow({}, (fake) => fake.fail('state.read'));
  expect(screen.getByRole('alert')).toHaveTextContent('It did not work');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test('a view that breaks is replaced by an error with a button that reloads', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const { publish } = await openWindow({ tasks: snapshot.tasks });
  publish({ tasks: JSON.parse('{}') });
  expect(screen.getByRole('alert')).toHaveTextContent('This view has broken');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  error.mockRestore();
});

test('the language changes at once, with every text', async () => {
  const { publish } = await openWindow({ tasks: snapshot.tasks });
  expect(document.documentElement).toHaveAttribute('lang', 'en');
  publish({ language: 'de' });
  expect(await screen.findByRole('tab', { name: /^Meine Aufgaben/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Timer starten: Refund' })).toBeVisible();
  expect(document.documentElement).toHaveAttribute('lang', 'de');
  publish({ language: 'en' });
  expect(await screen.findByRole('tab', { name: /^My tasks/ })).toBeVisible();
});
