/** Moving a task to another project (docs/service.md#tasks). Its time entries, labels and comments go along; its number changes. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer } from '../../outbox/idempotent-write.ts';
import { OfTask, type SettingWrite } from './task-write.ts';

export const TaskProjectPayload = OfTask.extend({
  fromProjectId: z.string(),
  fromProjectName: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  /** Where the service will put it; null if the columns there are not known. */
  place: z.object({ slug: z.string(), name: z.string(), isFinal: z.boolean() }).nullable(),
});
export type TaskProjectPayload = z.infer<typeof TaskProjectPayload>;

/** PUT /task/move/{id} is rejected if the task is there already, so after a lost answer its project is read. */
export const taskProject: SettingWrite<TaskProjectPayload> = {
  kind: 'task.project',
  schema: TaskProjectPayload,
  affects: ({ taskId, fromProjectId, projectId }) => [
    { of: 'task', taskId, projectId: fromProjectId, parts: ['task', 'labels'] },
    { of: 'project', projectId },
  ],
  overlay: ({ projectId, projectName, fromProjectId, fromProjectName, place }) => ({
    project: { id: projectId, name: projectName, from: { id: fromProjectId, name: fromProjectName } },
    ...(place && { status: place }),
  }),
  async send({ taskId, projectId }, { client }) {
    await acceptAnyAnswer(client.moveTask(taskId, projectId));
    return {};
  },
  async find({ taskId, projectId }, { client }) {
    return (await client.getTask(taskId)).projectId === projectId ? {} : undefined;
  },
  describe: ({ identifier, projectName }) => messages.outbox.task.project({ task: identifier, project: projectName }),
  rejected: ({ identifier, fromProjectName }) =>
    messages.outbox.task.projectRejected({ task: identifier, project: fromProjectName }),
};
