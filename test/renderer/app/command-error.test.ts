/** A failed command is reported in the tab where it was sent. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send, showTab, useApp } from '../../../renderer/state/store.ts';
import { eventually } from '../../until.ts';

const error = {
  kind: 'rejected',
  title: 'pm.example.org refused',
  explanation: 'No.',
  nextStep: 'Try again.',
} as const;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
  isWide = false;
  showTab('tasks');
});
afterEach(() => vi.unstubAllGlobals());

let isWide = false;

/** Stubs the bridge; returns the function that answers the command. */
function slowly(): (isOk: boolean) => void {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  vi.stubGlobal('window', { punchcard: { send: () => promise } });
  return (isOk) => resolve(isOk ? { ok: true, value: undefined } : { ok: false, error });
}

test('the columns of a wide window show the error together', async () => {
  isWide = true;
  const answer = slowly();
  const sent = send('timer.stop', {});
  showTab('time');
  answer(false);
  await sent;
  expect(useApp.getState().error).toEqual(error);
  showTab('tasks');
  expect(useApp.getState().error).toEqual(error);
  showTab('board');
  expect(useApp.getState().error).toBeNull();
});

test('switching tabs closes the error box', async () => {
  const answer = slowly();
  const sent = send('tasks.refresh', {});
  answer(false);
  expect(await sent).toBe(false);
  expect(useApp.getState().error).toEqual(error);
  showTab('time');
  expect(useApp.getState().error).toBeNull();
});

test('a command that fails after a tab switch shows a toast and no error box', async () => {
  const answer = slowly();
  const sent = send('tasks.refresh', {});
  showTab('time');
  answer(false);
  await sent;
  expect(useApp.getState()).toMatchObject({ error: null, toast: { text: 'pm.example.org refused. No.' } });
});

test("a command that succeeds after a tab switch keeps the other tab's error box", async () => {
  const answer = slowly();
  const sent = send('tasks.refresh', {});
  showTab('time');
  useApp.setState({ error: error });
  answer(true);
  expect(await sent).toBe(true);
  expect(useApp.getState().error).toEqual(error);
});

test('a question is answered with yes by sending the command again, with what it asks for', async () => {
  const sent: unknown[] = [];
  const question = { ...error, kind: 'needs-confirmation', confirmedBy: 'allowClosed', title: 'Week 46 is closed' };
  const bridge = (name: string, payload: unknown) => {
    sent.push([name, payload]);
    return Promise.resolve(sent.length === 1 ? { ok: false, error: question } : { ok: true, value: undefined });
  };
  vi.stubGlobal('window', { punchcard: { send: bridge } });
  expect(await send('time.delete', { entryId: 'e1' })).toBe(false);
  useApp.getState().error?.confirm?.();
  await eventually(() => expect(useApp.getState().error).toBeNull());
  expect(sent).toEqual([
    ['time.delete', { entryId: 'e1' }],
    ['time.delete', { entryId: 'e1', allowClosed: true }],
  ]);
});
