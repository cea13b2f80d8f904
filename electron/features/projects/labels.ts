/** The labels of a workspace (docs/service.md#labels): reading them, and the writes that change them on every task. */
import { z } from 'zod';
import type { LabelDefinitionView } from '../../../shared/contract/project-view.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, ignoreMissing, unreadableField } from '../../outbox/answers.ts';
import { replacing } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsWorkspace } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { LabelUpdate } from '../../service/records.ts';
import { noResult, type ProjectWrite } from './project-write.ts';

/** By name, with the number of tasks that have each. Throws ServiceError. */
export async function readLabels(
  client: Pick<Client, 'listWorkspaceLabels'>,
  workspaceId: string,
): Promise<LabelDefinitionView[]> {
  const all = await client.listWorkspaceLabels(workspaceId);
  const copies = new Map<string, number>();
  for (const { taskId, name, color } of all) {
    if (taskId != null) copies.set(`${color} ${name}`, (copies.get(`${color} ${name}`) ?? 0) + 1);
  }
  return all
    .filter(({ taskId }) => taskId == null)
    .map(({ id, name, color }) => ({
      id,
      name,
      color,
      // A task's copy has the name and colour of the workspace's label.
      taskCount: copies.get(`${color} ${name}`) ?? 0,
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

const OfLabel = z.object({
  labelId: z.string(),
  workspaceId: z.string(),
  /** Its current name, for messages. */
  name: z.string(),
});

const labelWrite = <P extends z.infer<typeof OfLabel>>(kind: WriteKind<P>): ProjectWrite<P> => ({
  ...kind,
  subject: ({ labelId }) => `label:${labelId}`,
  result: noResult,
  changes: () => 'labels',
});

/** DELETE /label/{id} of a workspace's label also removes it from every task. */
export const labelDelete = labelWrite({
  kind: 'label.delete',
  schema: OfLabel,
  affects: affectsWorkspace,
  async send({ labelId }, { client }) {
    await acceptAnyAnswer(ignoreMissing(client.deleteLabel(labelId)));
    return {};
  },
  async find({ labelId, workspaceId }, { client }) {
    const labels = await client.listWorkspaceLabels(workspaceId);
    const isSure = labels.unreadable?.dropped.label === undefined;
    return isSure && labels.every(({ id }) => id !== labelId) ? {} : undefined;
  },
  describe: ({ name }) => messages.outbox.label.delete({ label: name }),
  rejected: ({ name }) => messages.outbox.label.deleteRejected({ label: name }),
});

/** PUT /label/{id} of a workspace's label. It requires the colour, which is read just before. */
export const labelRename = labelWrite(
  replacing({
    kind: 'label.rename',
    schema: OfLabel.extend({
      to: z.string().min(1),
      /** The fields to send: the new name, and the colour as read just before; null until then. */
      whole: LabelUpdate.nullable(),
    }),
    affects: affectsWorkspace,
    async read({ labelId, workspaceId, to }, client) {
      const labels = await client.listWorkspaceLabels(workspaceId);
      const label = labels.find(({ id }) => id === labelId);
      const isUnreadable = label
        ? label.unreadableFields?.includes('color')
        : labels.unreadable?.unreadableIds.includes(labelId);
      if (isUnreadable) throw unreadableField('color');
      // Also sent for a deleted label, so that the service explains the error.
      return { name: to, color: label?.color ?? '' };
    },
    replace: ({ labelId }, whole, client) => client.updateLabel(labelId, whole),
    describe: ({ name, to }) => messages.outbox.label.rename({ label: name, to }),
    rejected: ({ name }) => messages.outbox.label.renameRejected({ label: name }),
  }),
);
