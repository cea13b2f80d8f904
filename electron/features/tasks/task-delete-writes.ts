/** Deletes tasks: a new task whose creation is undone, and any task that the user deletes. */
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, idempotentWrite, ignoreMissing } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsTask } from '../../service/affected-data.ts';
import { ServiceError } from '../../service/errors.ts';
import { inBulk, OfTask, type SettingWrite } from './task-write.ts';

/**
 * PATCH /task/bulk, delete (docs/service.md#tasks), for undoing a creation. Without the permission or the route, the task is archived
 * instead.
 */
export const taskDelete: WriteKind<OfTask> = {
  kind: 'task.delete',
  schema: OfTask,
  affects: affectsTask('task'),
  async send({ taskId }, { client }) {
    try {
      await acceptAnyAnswer(client.updateTasks({ taskIds: [taskId], operation: 'delete' }));
    } catch (error) {
      const isRejected = error instanceof ServiceError && error.kind === 'rejected' && !error.isPassing;
      if (!isRejected || error.status === 401) throw error;
      await ignoreMissing(acceptAnyAnswer(client.setTaskStatus(taskId, 'archived')));
    }
    return {};
  },
  find: async () => undefined,
  describe: ({ identifier }) => messages.outbox.task.takeBack({ task: identifier || null }),
  rejected: ({ identifier }) => messages.outbox.task.takeBackRejected({ task: identifier || null }),
};

/** DELETE /task/{id}, on the user's request. */
export const taskRemove: SettingWrite<OfTask> = {
  ...idempotentWrite<OfTask>({
    kind: 'task.remove',
    schema: OfTask,
    affects: affectsTask('task'),
    send: ({ taskId }, client) => ignoreMissing(client.deleteTask(taskId)),
    describe: ({ identifier }) => messages.outbox.task.delete({ task: identifier }),
    rejected: ({ identifier }) => messages.outbox.task.deleteRejected({ task: identifier }),
  }),
  together: inBulk({ operation: 'delete', value: () => null }),
  overlay: () => ({ isDeleted: true }),
};
