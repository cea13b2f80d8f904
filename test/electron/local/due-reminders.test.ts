/** The webhook's due-date reminders (docs/service.md#webhooks), with a clock that runs only while a test waits for one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { LocalWorkspaceOptions } from '../../../electron/local/local-workspace.ts';
import { eventually } from '../../until.ts';
import { startReceiver } from './receiver.ts';
import { testWorkspace } from './workspace.ts';

const MINUTE_MS = 60_000;
/** The shortest lead time. */
const LEAD_MS = 5 * MINUTE_MS;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

async function hooked(options: Partial<LocalWorkspaceOptions> = {}) {
  const receiver = await startReceiver();
  const local = await testWorkspace({ now: Date.now, ...options });
  await local.call('POST', `/generic-webhook-integration/project/${local.projectId}`, {
    webhookUrl: receiver.url,
    events: { taskCreated: false, taskStatusChanged: false, dueDateReminder: true },
    dueDateReminderLeadTimeMinutes: 5,
  });
  const due = (ms: number) => new Date(Date.now() + LEAD_MS + ms).toISOString();
  return { ...local, receiver, due };
}

test('is sent once when the lead time begins, for open tasks only', async () => {
  const { receiver, addTask, due, call } = await hooked();
  await addTask({ title: 'done', dueDate: due(100), status: 'done' });
  await addTask({ title: 'archived', dueDate: due(100), status: 'archived' });
  const dueDate = due(300);
  const task = await addTask({ title: 'open', dueDate });
  expect(receiver.received).toHaveLength(0);
  const [first] = await receiver.wait(1);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(dueDate) - LEAD_MS);
  expect(first?.json).toMatchObject({
    event: 'task.due_date_reminder',
    task: { id: task.id, title: 'open' },
    actor: { id: null, name: null },
    data: { dueDate, leadTimeMinutes: 5 },
  });
  // A postponed task has a new due date.
  await call('PUT', `/task/due-date/${task.id}`, { dueDate: due(200) });
  const [, second] = await receiver.wait(2);
  expect(second?.json.data.dueDate).not.toBe(dueDate);
  await call('PUT', `/task/status/${task.id}`, { status: 'in-progress' });
  await addTask({ title: 'another', dueDate: due(100) });
  expect((await receiver.wait(3)).map(({ json }) => json.task.title)).toEqual(['open', 'open', 'another']);
});

test('that was missed is sent up to ten minutes late, even after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-reminders-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'local.db');
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const first = await hooked({ path, now });
  const dueAfter = (ms: number) => new Date(Date.now() + LEAD_MS + ms).toISOString();
  await first.addTask({ title: 'long ago', dueDate: dueAfter(60 * MINUTE_MS) });
  await first.addTask({ title: 'just now', dueDate: dueAfter(67 * MINUTE_MS) });
  first.workspace.close();
  ahead = 75 * MINUTE_MS;
  const again = await testWorkspace({ path, now });
  const received = await first.receiver.wait(1);
  expect(received.map(({ json }) => json.task.title)).toEqual(['just now']);
  // Stored on disk after the receiver answered.
  const file = new DatabaseSync(path, { readOnly: true });
  await eventually(() => expect(file.prepare('SELECT * FROM due_reminder').all()).toHaveLength(1));
  file.close();
  again.workspace.close();
  const third = await testWorkspace({ path, now });
  await third.addTask({ title: 'next', dueDate: new Date(now() + LEAD_MS).toISOString() });
  expect((await first.receiver.wait(2)).map(({ json }) => json.task.title)).toEqual(['just now', 'next']);
});

test('is not lost with the time that the computer slept, which timers do not count', async () => {
  let asleep = 0;
  const { receiver, addTask, due } = await hooked({ now: () => Date.now() + asleep });
  await addTask({ title: 'after waking', dueDate: due(60 * MINUTE_MS) });
  asleep = 58 * MINUTE_MS;
  vi.advanceTimersByTime(3 * MINUTE_MS);
  await eventually(() => expect(receiver.received).toHaveLength(1));
});

test('is sent once, and the others too, although the disk is full', async () => {
  const failures = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-reminders-'));
  const path = join(folder, 'local.db');
  const { receiver, addTask, due, workspace } = await hooked({ path });
  const file = new DatabaseSync(path);
  onTestFinished(() => {
    failures.mockRestore();
    file.close();
    workspace.close();
    rmSync(folder, { recursive: true, force: true });
  });
  file.exec("CREATE TRIGGER full BEFORE INSERT ON due_reminder BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  await addTask({ title: 'one', dueDate: due(100) });
  await addTask({ title: 'other', dueDate: due(2 * MINUTE_MS) });
  await receiver.wait(1);
  await eventually(() => expect(failures).toHaveBeenCalled());
  vi.advanceTimersByTime(3 * MINUTE_MS);
  expect((await receiver.wait(2)).map(({ json }) => json.task.title)).toEqual(['one', 'other']);
});

test('needs no timer without reminders, and ends with its task', async () => {
  const { receiver, addTask, due, call } = await hooked();
  const { id } = await addTask({ dueDate: due(150) });
  await call('DELETE', `/task/${id}`);
  await addTask({ title: 'kept', dueDate: due(300) });
  expect((await receiver.wait(1)).map(({ json }) => json.task.title)).toEqual(['kept']);
});

test('waits while the project is archived, and is sent after it is restored', async () => {
  const { receiver, addTask, due, call, projectId } = await hooked();
  await addTask({ title: 'put away', dueDate: due(200) });
  await call('PUT', `/project/${projectId}/archive`);
  vi.advanceTimersByTime(600);
  await delay(100);
  expect(receiver.received).toHaveLength(0);
  await call('PUT', `/project/${projectId}/unarchive`);
  expect((await receiver.wait(1)).map(({ json }) => json.task.title)).toEqual(['put away']);
});
