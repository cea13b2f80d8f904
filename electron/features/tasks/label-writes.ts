/** Labels of a task (docs/service.md#labels): a definition of the workspace is copied to the task; the copy is what is taken away again. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { acceptAnyAnswer, idempotentWrite, ignoreMissing } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import type { Client } from '../../service/client.ts';

export const LABEL_ATTACH = 'task.label-attach';
export const LabelAttachPayload = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for words. */
  identifier: z.string(),
  workspaceId: z.string(),
  /** The definition; null where there is none of that name yet. */
  labelId: z.string().nullable(),
  name: z.string(),
  color: z.string(),
});
export type LabelAttachPayload = z.infer<typeof LabelAttachPayload>;

/** PUT /label/{id}/task, after POST /label where the workspace has no such label yet. */
export const labelAttach: WriteKind<LabelAttachPayload> = {
  kind: LABEL_ATTACH,
  schema: LabelAttachPayload,
  async send({ taskId, labelId, name, color, workspaceId }, { client }) {
    // The same name and colour gives back the label that is there: this may be repeated.
    const id = labelId ?? (await client.createLabel({ name, color, workspaceId })).id;
    await acceptAnyAnswer(client.putLabelOnTask(id, taskId));
    return {};
  },
  /** Attached twice it would stand there twice. */
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
  /** It is the task's own copy: DELETE /label/{id} takes that and nothing else. A definition would go from every task. */
  isCopy: z.boolean(),
});
export type LabelRemovePayload = z.infer<typeof LabelRemovePayload>;

/** DELETE /label/{id}. */
export const labelRemove = idempotentWrite({
  kind: LABEL_REMOVE,
  schema: LabelRemovePayload,
  send: ({ labelId, isCopy }, client) => ignoreMissing(remove(client, labelId, isCopy)),
  describe: ({ identifier, name }) => messages.outbox.label.remove({ task: identifier, label: name }),
  rejected: ({ identifier, name }) => messages.outbox.label.removeRejected({ task: identifier, label: name }),
});

const remove = (client: Client, id: string, isCopy: boolean): Promise<unknown> =>
  isCopy ? client.deleteLabel(id) : client.takeLabelOffTask(id);
