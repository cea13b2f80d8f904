/** Labels of a task (docs/service.md#labels). The service copies the workspace's label to the task; removing deletes the copy. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { labelColor } from '../../../shared/tasks/labels.ts';
import { acceptAnyAnswer } from '../../outbox/answers.ts';
import { taskCollection } from './task-collection.ts';
import { OfTask, pageEdit, type TaskRecords } from './task-write.ts';
import { subjectOfTemporaryId } from './temporary-id.ts';

export const LABEL_ATTACH = 'task.label-attach';
export const LabelAttachPayload = OfTask.extend({
  workspaceId: z.string(),
  /** The workspace's label; null if it has none with that name yet. */
  labelId: z.string().nullable(),
  name: z.string(),
  color: z.string(),
});
export type LabelAttachPayload = z.infer<typeof LabelAttachPayload>;

const LabelRemovePayload = OfTask.extend({
  /** null for one that is found by its name. */
  labelId: z.string().nullable(),
  /** The workspace's label; null if it has none with that name. */
  definitionId: z.string().nullable().default(null),
  name: z.string(),
  /** True for the task's copy, which DELETE /label/{id} removes. Deleting the workspace's label would remove it from every task. */
  isCopy: z.boolean(),
});

export const labels = taskCollection({
  name: 'labels',
  noun: 'label',
  list: (client, taskId) => client.listTaskLabels(taskId),
  view: ({ id, name, color, taskId }, task) => ({ id, name, color, isCopy: taskId === task.id, isUnsent: false }),
  /** PUT /label/{id}/task, after POST /label if the workspace has no such label yet. */
  added: {
    kind: LABEL_ATTACH,
    schema: LabelAttachPayload,
    key: ({ name }) => name,
    async send({ taskId, labelId, name, color, workspaceId }, client) {
      // Idempotent: the same name and colour returns the existing label.
      const label = { name, color, workspaceId };
      const found = labelId === null ? await client.createLabel(label) : { id: labelId, taskId: null };
      if (found.taskId === taskId) return;
      // Attaching a task's copy would take it from there.
      const isCopy = found.taskId != null;
      await acceptAnyAnswer(
        isCopy ? client.createLabel({ ...label, taskId }) : client.addLabelToTask(found.id, taskId),
      );
    },
    bulk: { operation: 'addLabel', value: ({ labelId }) => labelId ?? undefined },
    overlay({ name, color }, id) {
      const has = (all: readonly { name: string }[]) => all.some((label) => label.name === name);
      return {
        edits: [
          pageEdit('labels', (all) => (has(all) ? all : [...all, { id, name, color, isCopy: true, isUnsent: true }])),
        ],
        labelEdits: [(all) => (has(all) ? all : [...all, { name, color }])],
      };
    },
    describe: ({ identifier, name }) => messages.outbox.label.attach({ task: identifier, label: name }),
    rejected: ({ identifier, name }) => messages.outbox.label.attachRejected({ task: identifier, label: name }),
    changed: ({ identifier, name }) => messages.tasks.labelled({ task: identifier, label: name }),
  },
  removed: {
    kind: 'task.label-remove',
    schema: LabelRemovePayload,
    key: ({ labelId, name }) => labelId ?? name,
    async send({ taskId, name, ...known }, client) {
      const found = known.labelId === null && (await client.listTaskLabels(taskId)).find((one) => one.name === name);
      const labelId = found ? found.id : known.labelId;
      const isCopy = found ? found.taskId === taskId : known.isCopy;
      if (labelId !== null) await (isCopy ? client.deleteLabel(labelId) : client.removeLabelFromTask(labelId));
    },
    bulk: {
      operation: 'removeLabel',
      value: ({ labelId, definitionId }) => (labelId === null ? (definitionId ?? undefined) : undefined),
    },
    overlay({ labelId, name }) {
      const isAttaching = (label: { id: string; name: string }) =>
        label.name === name && subjectOfTemporaryId(label.id) !== undefined;
      const isRemoved = (label: { id: string; name: string }) =>
        labelId === null ? label.name === name : label.id === labelId;
      return {
        edits: [pageEdit('labels', (all) => all.filter((one) => !isRemoved(one) && !isAttaching(one)))],
        labelEdits: [(all) => all.filter((one) => one.name !== name)],
      };
    },
    describe: ({ identifier, name }) => messages.outbox.label.remove({ task: identifier, label: name }),
    rejected: ({ identifier, name }) => messages.outbox.label.removeRejected({ task: identifier, label: name }),
    changed: ({ identifier, name }) => messages.tasks.labelTaken({ task: identifier, label: name }),
  },
  by: ['name'],
  /** A label of the workspace, or a new one with that name. */
  add({ name }, { task, workspaceId, labels }) {
    if (task.labels.some((label) => label.name === name)) return undefined;
    const { id, color } = labels.find((label) => label.name === name) ?? { id: null, color: labelColor(name) };
    return { workspaceId, labelId: id, name, color };
  },
  addAgain({ name, color }, { workspaceId, labels }) {
    const { id: labelId = null } = labels.find((label) => label.name === name && label.color === color) ?? {};
    return { workspaceId, labelId, name, color };
  },
  remove: ({ id, name, isCopy }, { labels }) => ({
    labelId: id || null,
    definitionId: labels.find((label) => label.name === name)?.id ?? null,
    name,
    isCopy,
  }),
});

/** A label of a task that was not read, so that its id is not known. */
export const labelNamed = (name: string, color: string): TaskRecords['labels'] => ({
  id: '',
  name,
  color,
  isCopy: true,
  isUnsent: false,
});
