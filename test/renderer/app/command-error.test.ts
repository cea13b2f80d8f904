/** A failed command is reported in the tab where it was sent. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send } from '../../../renderer/state/main-process.ts';
import { showTab } from '../../../renderer/state/navigation.ts';
import { useNotices } from '../../../renderer/state/notices.ts';
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
  expect(useNotices.getState().error).toEqual(error);
  showTab('tasks');
  expect(useNotices.getState().error).toEqual(error);
  showTab('board');
  expect(useNotices.getState().error).toBeNull();
});

test('switching tabs closes the error box', async () => {
  const answer = slowly();
  const sent = send('tasks.refresh', {});
  answer(false);
  expect(await sent).toBe(false);
  expect(useNotices.getState().error).toEqual(error);
  showTab('time');
  expect(useNotices.getState().error).toBeNull();
});

test('a command that fails after a tab switch shows a toast and no error box', async () => {
  const answer = slowly();
  const sent = send('tasks.refresh', {});
  showTab('time');
  answer(false);
  await sent;
  expect(useNotices.getState()).toMatchObject({ error: null, toast: { text: 'pm.example.org refused. No.' } });
});

test("a command that succeeds after a tab switch keeps the other tab's error box", async () => {
  const answer = slowly();
  const sent = send('tasks.refresh', {});
  showTab('time');
  useNotices.setState({ error: error });
  answer(true);
  expect(await sent).toBe(true);
  expect(useNotices.getState().error).toEqual(error);
});

test('a question is answered with yes by sending the command again, with what it asks for', async () => {
  const sent: unknown[] = [];
  const question = { ...error, kind: 'needs-confirmation', confirmedBy: 'allowClosed', title: 'Week 46 is closed' };
  const bridge = (name: string, payload: unknown) => {
    sent.push([name, payload]);
    return Promise.resolve(sent.length === 1 ? { ok: false, error: question } : { ok: true, value: undefined });
  };
  vi.stubGlobal('window', { punchcard: { send: bridge } });
  expect(await send('time.delete', { entryIds: ['e1'] })).toBe(false);
  useNotices.getState().error?.confirm?.();
  await eventually(() => expect(useNotices.getState().error).toBeNull());
  expect(sent).toEqual([
    ['time.delete', { entryIds: ['e1'] }],
    ['time.delete', { entryIds: ['e1'], allowClosed: true }],
  ]);
});
