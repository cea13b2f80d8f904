/**
 * Writes that only the full PUT /task/{id} carries (docs/service.md#tasks). It clears every field that it does not contain, so the
 * whole task is read just before and sent back with the change.
 */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { unreadableField } from '../../outbox/answers.ts';
import { replacing } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsTask } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { readDescription } from '../../service/read-descriptions.ts';
import { TaskReplacement } from '../../service/records.ts';
import { OfField, type SettingWrite } from './task-write.ts';

export const FullUpdatePayload = OfField.extend({
  /** The task to send, as read just before; null until then. */
  whole: TaskReplacement.nullable().default(null),
});
type FullUpdatePayload = z.infer<typeof FullUpdatePayload>;

interface FullUpdate<P> extends Pick<WriteKind<P>, 'kind' | 'schema'> {
  /** The fields to change; null clears one. */
  change(payload: P): Partial<Record<ReplacedField, string | number | null>>;
  /** False if the change no longer makes sense for the task as read; then nothing is sent. */
  applies?(payload: P, whole: TaskReplacement): boolean;
  describe(payload: P): string;
  rejected(payload: P): string;
}

export function fullTaskUpdate<P extends FullUpdatePayload>({
  change,
  applies = () => true,
  ...kind
}: FullUpdate<P>): WriteKind<P> {
  return {
    ...replacing<TaskReplacement, P>({
      ...kind,
      affects: affectsTask('task'),
      read: (payload, client) => changedTask(payload.taskId, change(payload), client),
      replace: async (payload, whole, client) =>
        applies(payload, whole) ? client.replaceTask(payload.taskId, whole) : undefined,
    }),
    // The content of the task does not have to stay on disk.
    keptAfterSending: (payload) => ({ ...payload, whole: null }),
  };
}

export const TaskPositionPayload = FullUpdatePayload.extend({
  /** The slug of the column. */
  status: z.string(),
  position: z.number().int(),
});
export type TaskPositionPayload = z.infer<typeof TaskPositionPayload>;

export const taskPosition: SettingWrite<TaskPositionPayload> = {
  ...fullTaskUpdate<TaskPositionPayload>({
    kind: 'task.position',
    schema: TaskPositionPayload,
    change: ({ position }) => ({ position }),
    // In another column the position has no meaning.
    applies: ({ status }, whole) => whole.status === status,
    describe: ({ identifier }) => messages.outbox.task.position({ task: identifier }),
    rejected: ({ identifier }) => messages.outbox.task.positionRejected({ task: identifier }),
  }),
  overlay: ({ position }) => ({ position }),
};

/** Fields that the PUT would clear or overwrite if they were not read. */
const REPLACED = ['title', 'description', 'status', 'priority', 'startDate', 'dueDate', 'userId', 'position'] as const;
type ReplacedField = (typeof REPLACED)[number];

/** Throws ServiceError, also if a field that does not change could not be read. */
async function changedTask(
  taskId: string,
  change: Partial<Record<ReplacedField, string | number | null>>,
  client: Client,
): Promise<TaskReplacement> {
  const stored = await client.getTaskAsStored(taskId);
  const replaced = stored.unreadableFields ?? [];
  const field = REPLACED.find((name) => !(name in change) && (stored[name] === undefined || replaced.includes(name)));
  if (field !== undefined || replaced.includes('descriptionDeferred')) throw unreadableField(field ?? 'description');
  const { projectId, title, status, priority, position, startDate, dueDate, userId } = { ...stored, ...change };
  const description = stored.descriptionDeferred
    ? await readDescription(client, { of: 'task', taskId })
    : (stored.description ?? '');
  const whole = TaskReplacement.safeParse({
    projectId,
    title,
    description,
    status,
    priority: priority ?? 'no-priority',
    // Without one the task is shown at the top of its column.
    position: position ?? 0,
    ...(startDate && { startDate }),
    ...(dueDate && { dueDate }),
    ...(userId && { userId }),
  });
  if (!whole.success) throw unreadableField(String(whole.error.issues[0]?.path[0] ?? ''));
  return whole.data;
}
