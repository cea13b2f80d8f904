/**
 * A task that was just made and is taken back: PATCH /task/bulk, delete (unshown paths). Not everybody may delete, and not every
 * server has that route; then it is archived, which takes it out of everybody's way.
 */
import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import { words } from '../words/index.ts';
import { unlessGone } from './label-writes.ts';
import { taken } from './setting.ts';
import type { WriteKind } from './write.ts';

export const TASK_DELETE = 'task.delete';

export const TaskDeletePayload = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for words. */
  identifier: z.string(),
});
export type TaskDeletePayload = z.infer<typeof TaskDeletePayload>;

export const taskDelete: WriteKind<TaskDeletePayload> = {
  kind: TASK_DELETE,
  schema: TaskDeletePayload,
  async send({ taskId }, { client }) {
    try {
      await taken(client.updateTasks({ taskIds: [taskId], operation: 'delete' }));
    } catch (error) {
      const isRefused = error instanceof ServiceError && error.kind === 'refused' && !error.isPassing;
      if (!isRefused || error.status === 401) throw error;
      await unlessGone(taken(client.setTaskStatus(taskId, 'archived')));
    }
    return {};
  },
  find: async () => undefined,
  describe: ({ identifier }) => words.outbox.task.takeBack(identifier),
  refused: ({ identifier }) => words.outbox.task.takeBackRefused(identifier),
};
