/** Changes a task's description: the write, and its undo. A rejected one waits for the user, who sends it again or drops it. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer } from '../../outbox/answers.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { affectsTask } from '../../service/affected-data.ts';
import { ServiceError } from '../../service/errors.ts';
import { readTaskDescription } from '../../service/read-descriptions.ts';
import type { TaskQueue } from './task-queue.ts';
import { OfTask, type SettingWrite, subjectOf } from './task-write.ts';

export const TaskDescriptionPayload = OfTask.extend({
  description: z.string(),
  /** The text before the edit. */
  before: z.string(),
});
export type TaskDescriptionPayload = z.infer<typeof TaskDescriptionPayload>;

/**
 * PUT /task/description/{id}. The current text is read first: another person's newer text must not be replaced before
 * the user has seen it.
 */
export const taskDescription: SettingWrite<TaskDescriptionPayload> = {
  kind: 'task.description',
  schema: TaskDescriptionPayload,
  affects: affectsTask('task'),
  overlay: ({ description }) => ({ description }),
  replacedBy: (later) => TaskDescriptionPayload.safeParse(later).data,
  readsFirst: true,
  async send({ taskId, description, before }, { client }) {
    const current = await readTaskDescription(client, taskId);
    if (current === description) return {};
    if (current !== before)
      throw new ServiceError({ kind: 'rejected', message: messages.outbox.task.descriptionChanged });
    await acceptAnyAnswer(client.setTaskDescription(taskId, description));
    return {};
  },
  async find({ taskId, description }, { client }) {
    return (await readTaskDescription(client, taskId)) === description ? {} : undefined;
  },
  describe: ({ identifier }) => messages.outbox.task.description({ task: identifier }),
  text: ({ description }) => description,
};

/** `why`: the reason as text. */
export interface RejectedDescription extends TaskDescriptionPayload {
  why: string;
}

export function createDescriptionChanges(queue: TaskQueue, outbox: Outbox, now: () => number) {
  const descriptionOf = (taskId: string): string => subjectOf(taskDescription, taskId);

  function set(accountId: string, { taskId, identifier }: OfTask, before: string, description: string): void {
    const subject = descriptionOf(taskId);
    const earlier = queue.waiting(accountId, subject);
    const payload: TaskDescriptionPayload = {
      taskId,
      identifier,
      description,
      // The service's text is the one from before the first waiting change.
      before: earlier === undefined ? before : TaskDescriptionPayload.parse(earlier.payload).before,
    };
    queue.write(accountId, { kind: taskDescription.kind, subject, payload });
  }

  /** Restores `before`, and sends the rejected description again to be compared with it. */
  function rejectAgain(
    accountId: string,
    task: OfTask,
    description: string,
    before: string,
    { why: _, ...payload }: RejectedDescription,
  ): void {
    const { taskId } = task;
    const subject = descriptionOf(taskId);
    if (!queue.takeBackUnsent(accountId, subject)) set(accountId, task, description, before);
    queue.commit(() => outbox.add({ accountId, kind: taskDescription.kind, subject, payload, after: taskId }, now()));
  }

  function rejected(accountId: string, taskId: string): RejectedDescription | undefined {
    const item = queue.open(accountId, descriptionOf(taskId)).find(({ state }) => state === 'needs-you');
    const payload = TaskDescriptionPayload.safeParse(item?.payload).data;
    return item && payload && { ...payload, why: item.lastError ?? '' };
  }

  return {
    set(accountId: string, task: OfTask, before: string, description: string): void {
      const { taskId, identifier } = task;
      const earlier = rejected(accountId, taskId);
      if (before === description && earlier === undefined) return;
      queue.change(accountId, {
        text: messages.tasks.description({ task: identifier }),
        subjects: [descriptionOf(taskId)],
        apply: () => set(accountId, task, before, description),
        revert() {
          if (earlier !== undefined) rejectAgain(accountId, task, description, before, earlier);
          else if (rejected(accountId, taskId) !== undefined) queue.takeBackUnsent(accountId, descriptionOf(taskId));
          else set(accountId, task, description, before);
        },
      });
    },
    /** The description that was written here and rejected. */
    rejected,
    /** Drops the rejected description; the service's stays. */
    drop(accountId: string, task: OfTask): void {
      const { taskId, identifier } = task;
      const dropped = rejected(accountId, taskId);
      if (dropped === undefined) return;
      queue.change(accountId, {
        text: messages.tasks.descriptionDropped({ task: identifier }),
        subjects: [descriptionOf(taskId)],
        apply() {
          if (!queue.takeBackUnsent(accountId, descriptionOf(taskId))) {
            set(accountId, task, dropped.description, dropped.before);
          }
        },
        revert: () => set(accountId, task, dropped.before, dropped.description),
      });
    },
  };
}
