/** Notifications about tasks from quick add. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type CreatedTaskNotice,
  createCreatedNotifications,
} from '../../../../electron/features/quick-add/created-notification.ts';
import { TASK_CREATE } from '../../../../electron/features/tasks/task-create-write.ts';
import { TOAST_MS } from '../../../../shared/limits.ts';

import type { NotificationContent, NotificationEvents } from '../../../../shared/reminders/notification.ts';

const task = (n: number): CreatedTaskNotice => ({
  taskId: `t${n}`,
  identifier: `PAY-${n}`,
  title: `Task ${n}`,
  undoId: n,
});

const rejected = {
  kind: TASK_CREATE,
  subject: 's',
  payload: { projectId: 'p1', projectSlug: 'ME', title: 'Send it', description: '', priority: 'low', status: 'to-do' },
};

function start(given: { isOn?: boolean; isSeen?: boolean; canShow?: boolean } = {}) {
  const { isOn = true, canShow = true } = given;
  const shown: { notice: NotificationContent; events: NotificationEvents }[] = [];
  const done: string[] = [];
  const notices = createCreatedNotifications({
    notifications: {
      show: async (notice, events) => {
        shown.push({ notice, events });
        return canShow;
      },
      close: (id) => void done.push(`close ${id}`),
    },
    isOn: () => isOn,
    isSeen: () => given.isSeen ?? false,
    showToast: (sentence) => void done.push(sentence),
    undo: (undoId) => void done.push(`undo ${undoId}`),
    openTask: (taskId) => void done.push(`open ${taskId}`),
    openOutbox: () => void done.push('outbox'),
  });
  return { notices, shown, done };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('created: a click opens the task, and the button undoes it for as long as undo is possible', () => {
  const { notices, shown, done } = start();
  notices.created(task(12));
  vi.advanceTimersByTime(1_000);
  expect(shown.map(({ notice }) => notice)).toMatchObject([
    { title: 'PAY-12 created', body: 'Task 12', actions: [{ id: 'undo' }], isTransient: true },
  ]);
  shown[0]?.events.onAction('undo');
  shown[0]?.events.onAction('default');
  expect(done).toEqual(['undo 12', 'open t12']);
  vi.advanceTimersByTime(TOAST_MS);
  expect(done.at(-1)).toBe('close task-created');
});

test('several in a row share one notification, without Undo', () => {
  const { notices, shown, done } = start();
  for (const n of [1, 2, 3, 4, 5, 6]) notices.created(task(n));
  vi.advanceTimersByTime(1_000);
  expect(shown.map(({ notice }) => notice)).toMatchObject([
    { title: '6 tasks created', body: 'Task 1\nTask 2\nTask 3\nTask 4\nand 2 more', actions: [] },
  ]);
  shown[0]?.events.onAction('default');
  expect(done).toEqual(['open null']);
});

test.each([{ isOn: false }, { isSeen: true }])(
  'no notification if switched off or if the window is visible: %o',
  (how) => {
    const { notices, shown } = start(how);
    notices.created(task(1));
    vi.advanceTimersByTime(1_000);
    expect(shown).toEqual([]);
  },
);

test('a task that the visible window has shown is in no notification after the window was hidden', () => {
  const seen = { isSeen: true };
  const { notices, shown } = start(seen);
  notices.created(task(1));
  seen.isSeen = false;
  notices.created(task(2));
  vi.advanceTimersByTime(1_000);
  expect(shown.map(({ notice }) => notice.title)).toEqual(['PAY-2 created']);
});

test('a rejection is always shown and opens the unsent list', async () => {
  const { notices, shown, done } = start({ isOn: false });
  await notices.needsAttention(rejected, 'No such column.');
  expect(done).toEqual(['“Send it” was not created: No such column.']);
  expect(shown[0]?.notice).toMatchObject({ title: 'A task was not created', actions: [] });
  expect(shown[0]?.notice.isTransient).toBeUndefined();
  shown[0]?.events.onAction('default');
  expect(done.at(-1)).toBe('outbox');
});

test('a rejection on a desktop without notifications opens the window', async () => {
  const { notices, done } = start({ canShow: false });
  await notices.needsAttention(rejected, 'No.');
  expect(done.at(-1)).toBe('outbox');
});
