/** Labels of a task (docs/service.md#labels). The service copies the workspace's label to the task; removing deletes the copy. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, idempotentWrite, ignoreMissing } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsTask } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';

export const LABEL_ATTACH = 'task.label-attach';
export const LabelAttachPayload = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
  workspaceId: z.string(),
  /** The workspace's label; null if it has none with that name yet. */
  labelId: z.string().nullable(),
  name: z.string(),
  color: z.string(),
});
export type LabelAttachPayload = z.infer<typeof LabelAttachPayload>;

export const labelSubject = ({ taskId, name }: Pick<LabelAttachPayload, 'taskId' | 'name'>): string =>
  `${taskId}:label:${name}`;

/** PUT /label/{id}/task, after POST /label if the workspace has no such label yet. */
export const labelAttach: WriteKind<LabelAttachPayload> = {
  kind: LABEL_ATTACH,
  schema: LabelAttachPayload,
  affects: affectsTask('labels'),
  async send({ taskId, labelId, name, color, workspaceId }, { client }) {
    // Idempotent: the same name and colour returns the existing label.
    const id = labelId ?? (await client.createLabel({ name, color, workspaceId })).id;
    await acceptAnyAnswer(client.addLabelToTask(id, taskId));
    return {};
  },
  /** A label that is attached twice appears twice. */
  async find({ taskId, name }, { client }) {
    const labels = await client.listTaskLabels(taskId);
    return labels.some((label) => label.name === name) ? {} : undefined;
  },
  describe: ({ identifier, name }) => messages.outbox.label.attach({ task: identifier, label: name }),
  rejected: ({ identifier, name }) => messages.outbox.label.attachRejected({ task: identifier, label: name }),
};

export const LABEL_REMOVE = 'task.label-remove';
export const LabelRemovePayload = z.object({
  taskId: z.string(),
  identifier: z.string(),
  labelId: z.string(),
  name: z.string(),
  /** True for the task's copy, which DELETE /label/{id} removes. Deleting the workspace's label would remove it from every task. */
  isCopy: z.boolean(),
});
export type LabelRemovePayload = z.infer<typeof LabelRemovePayload>;

/** DELETE /label/{id}. */
export const labelRemove = idempotentWrite({
  kind: LABEL_REMOVE,
  schema: LabelRemovePayload,
  affects: affectsTask('labels'),
  send: ({ labelId, isCopy }, client) => ignoreMissing(remove(client, labelId, isCopy)),
  describe: ({ identifier, name }) => messages.outbox.label.remove({ task: identifier, label: name }),
  rejected: ({ identifier, name }) => messages.outbox.label.removeRejected({ task: identifier, label: name }),
});

const remove = (client: Client, id: string, isCopy: boolean): Promise<unknown> =>
  isCopy ? client.deleteLabel(id) : client.removeLabelFromTask(id);
