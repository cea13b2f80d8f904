/** A command that failed is told of where it was given. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send, showTab, useApp } from '../../../renderer/app/state/store.ts';

const error = {
  kind: 'rejected',
  title: 'pm.example.org refused',
  explanation: 'No.',
  nextStep: 'Try again.',
} as const;

beforeEach(() => showTab('tasks'));
afterEach(() => vi.unstubAllGlobals());

/** A command whose answer comes when told. */
function slowly(): (isOk: boolean) => void {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  vi.stubGlobal('window', { punchcard: { send: () => promise } });
  return (isOk) => resolve(isOk ? { ok: true, value: undefined } : { ok: false, error });
}

test('its box goes with the tab that it is on', async () => {
  const answer = slowly();
  const told = send('tasks.refresh', {});
  answer(false);
  expect(await told).toBe(false);
  expect(useApp.getState().error).toEqual(error);
  showTab('time');
  expect(useApp.getState().error).toBeNull();
});

test('one that fails after its tab was left is told in the status line, not on the other tab', async () => {
  const answer = slowly();
  const told = send('tasks.refresh', {});
  showTab('time');
  answer(false);
  await told;
  expect(useApp.getState()).toMatchObject({ error: null, said: { text: 'pm.example.org refused. No.' } });
});

test('one that works out after its tab was left takes no box off the other tab', async () => {
  const answer = slowly();
  const told = send('tasks.refresh', {});
  showTab('time');
  useApp.setState({ error: error });
  answer(true);
  expect(await told).toBe(true);
  expect(useApp.getState().error).toEqual(error);
});
