/** The data read after a write and its event. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRefreshAffected, DEBOUNCE_MS } from '../../../../electron/features/tasks/refresh-affected.ts';
import { Task } from '../../../../electron/service/records.ts';

test('a subtask completed here is counted, also if its event arrives later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let status = 'to-do';
  const progressed = vi.fn();
  const done = Task.parse({ id: 't1', projectId: 'p1', number: 1, position: 1, userId: null, status: 'done' });
  const client = { getTask: async () => done, listTaskLabels: async () => [] };
  const follow = createRefreshAffected({
    client: () => client,
    assigned: { find: () => undefined, update: () => true, changed: () => undefined },
    board: {
      shows: () => true,
      nextSequence: () => 1,
      update: ({ task }) => {
        status = task?.status ?? '';
      },
      changed: () => undefined,
      mayProgress: ({ task }) => task?.status !== status,
      progressed,
      ownProjectId: () => 'p1',
    },
    taskPage: {
      isOpen: () => false,
      projectId: () => undefined,
      changed: () => undefined,
      progressed: () => undefined,
      entrySent: () => undefined,
    },
    isTracked: () => false,
    onTaskGone: () => undefined,
    onProject: () => undefined,
    onNotifications: () => undefined,
  });
  const task = { of: 'task', taskId: 't1', projectId: 'p1', parts: ['task'] } as const;
  const progress = { of: 'progress', projectId: 'p1' } as const;
  const swarm = async () => {
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    await follow.idle();
  };
  follow.add([task], true);
  await swarm();
  expect(progressed).not.toHaveBeenCalled();
  follow.add([task, progress], false);
  await swarm();
  expect(progressed).toHaveBeenCalledExactlyOnceWith('p1');
  // A repeated event changes nothing.
  follow.add([task, progress], false);
  await swarm();
  expect(progressed).toHaveBeenCalledOnce();
});
