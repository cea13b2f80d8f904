/** Publishing state: each slice at most once per turn of the event loop, and only if it differs. */
import { expect, onTestFinished, test } from 'vitest';
import { createPublisher, type Slices } from '../../../electron/ipc/publish.ts';
import type { State } from '../../../shared/contract/index.ts';
import { aState } from '../../components/state.ts';

function publisher() {
  const now = aState();
  const sent: Partial<State>[] = [];
  const reads: string[] = [];
  const parts = Object.fromEntries(
    (Object.keys(now) as (keyof State)[]).map((name) => [
      name,
      () => {
        reads.push(name);
        return now[name];
      },
    ]),
  ) as unknown as Slices;
  const made = createPublisher(parts, (changed) => sent.push(changed));
  return { ...made, parts, now, sent: () => sent.splice(0), reads: () => reads.splice(0) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('the whole state is read when it is requested', () => {
  const { read, now } = publisher();
  expect(read()).toEqual(now);
  now.outbox = { items: [], total: 3, isPaused: false, others: [] };
  expect(read().outbox.total).toBe(3);
});

test('invalidated slices are sent together after the turn, each read once', async () => {
  const { invalidate, now, sent, reads } = publisher();
  invalidate('tasks');
  invalidate('outbox', 'tasks');
  now.outbox = { items: [], total: 1, isPaused: false, others: [] };
  invalidate('tasks');
  expect(sent()).toEqual([]);
  await turn();
  expect(sent()).toEqual([{ tasks: now.tasks, outbox: { items: [], total: 1, isPaused: false, others: [] } }]);
  expect(reads()).toEqual(['tasks', 'outbox']);
});

test('an invalidated slice that does not differ is not sent', async () => {
  const { invalidate, now, sent } = publisher();
  invalidate('settings');
  await turn();
  sent();
  now.settings = { ...now.settings };
  invalidate('settings', 'toast');
  await turn();
  expect(sent()).toEqual([{ toast: null }]);
  invalidate('settings', 'toast');
  await turn();
  expect(sent()).toEqual([]);
  now.settings = { ...now.settings, pinned: true };
  invalidate('settings');
  await turn();
  expect(sent()).toEqual([{ settings: { ...aState().settings, pinned: true } }]);
});

test('a slice that was not invalidated is not read', async () => {
  const { invalidate, now, sent, reads } = publisher();
  now.outbox = { items: [], total: 9, isPaused: false, others: [] };
  invalidate('settings');
  await turn();
  expect(reads()).toEqual(['settings']);
  expect(sent()).toEqual([{ settings: now.settings }]);
});

test('a slice that is invalidated while sending is sent in the next turn', async () => {
  const now = aState();
  const sent: Partial<State>[] = [];
  const parts = Object.fromEntries(Object.keys(now).map((name) => [name, () => now[name as keyof State]]));
  const { invalidate } = createPublisher(parts as unknown as Slices, (changed) => {
    sent.push(changed);
    if (sent.length > 1) return;
    now.outbox = { items: [], total: 1, isPaused: false, others: [] };
    invalidate('outbox');
  });
  invalidate('outbox');
  await turn();
  expect(sent.map((changed) => changed.outbox?.total)).toEqual([0, 1]);
});

test('a slice that fails does not block the others of the turn, and is sent with the next change', async () => {
  const { invalidate, parts, sent, now } = publisher();
  const failures: unknown[] = [];
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => failures.push(error));
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException');
    for (const listener of others) process.on('uncaughtException', listener);
  });
  const { tasks } = parts;
  parts.tasks = () => {
    throw new Error('broken');
  };
  invalidate('toast', 'tasks', 'outbox');
  await turn();
  expect(failures).toEqual([new Error('broken')]);
  expect(sent()).toEqual([{ toast: null, outbox: now.outbox }]);
  parts.tasks = tasks;
  invalidate('settings');
  await turn();
  expect(sent()).toEqual([{ tasks: now.tasks, settings: now.settings }]);
});

test('after a stop nothing is read or sent, not even slices invalidated before', async () => {
  const { invalidate, stop, sent, reads } = publisher();
  invalidate('tasks');
  stop();
  invalidate('outbox');
  await turn();
  expect(sent()).toEqual([]);
  expect(reads()).toEqual([]);
});
