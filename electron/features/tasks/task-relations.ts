/** Relations of a task (docs/service.md#relations). */
import { z } from 'zod';
import type { RelationKind } from '../../../shared/contract/task-page.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { identifierOf } from '../../../shared/tasks/clean-text.ts';
import { acceptAnyAnswer } from '../../outbox/answers.ts';
import { affectsTask } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { isRejected } from '../../service/errors.ts';
import { RelationType } from '../../service/records.ts';
import { showsAdded, showsRemoved, taskCollection } from './task-collection.ts';
import { OfTask, type TaskWrite } from './task-write.ts';
import { temporaryId } from './temporary-id.ts';

const RelationAddPayload = OfTask.extend({
  sourceTaskId: z.string(),
  targetTaskId: z.string(),
  relationType: RelationType,
  otherName: z.string(),
  /** Shown until the service has the relation. */
  otherTitle: z.string().default(''),
});

/** The other task, for texts. */
const named = ({ identifier, title }: { identifier: string; title: string }) => ({
  otherName: identifier || title,
  otherTitle: title,
});

export const relations = taskCollection({
  name: 'relations',
  noun: 'relation',
  list: (client, taskId) => client.listTaskRelations(taskId),
  view(relation, { id, identifier, projectId }, slugOf) {
    const { sourceTaskId, targetTaskId, relationType } = relation;
    const isSource = sourceTaskId === id;
    const other = isSource ? relation.targetTask : relation.sourceTask;
    // Some answers lack it.
    if (other == null) return undefined;
    const slug = other.projectId === projectId ? identifier.replace(/-\d+$/, '') : slugOf(other.projectId ?? '');
    const number = other.number ?? null;
    return {
      id: relation.id,
      kind: relationKind(relationType, isSource),
      sourceTaskId,
      targetTaskId,
      relationType,
      task: {
        id: other.id,
        identifier: slug === undefined ? (number === null ? '' : `#${number}`) : identifierOf(slug, number),
        title: other.title,
        isCompleted: other.isCompleted === true,
        status: other.status ?? null,
      },
      isUnsent: false,
    };
  },
  added: {
    kind: 'task.relation-add',
    schema: RelationAddPayload,
    key: ({ sourceTaskId, targetTaskId }) => `${sourceTaskId}:${targetTaskId}`,
    send: ({ sourceTaskId, targetTaskId, relationType }, client) =>
      createRelation(client, { sourceTaskId, targetTaskId, relationType }),
    overlay({ taskId, sourceTaskId, targetTaskId, relationType, otherName, otherTitle }, id) {
      const isSource = sourceTaskId === taskId;
      const otherId = isSource ? targetTaskId : sourceTaskId;
      return showsAdded('relations', {
        id,
        kind: relationKind(relationType, isSource),
        sourceTaskId,
        targetTaskId,
        relationType,
        task: { id: otherId, identifier: otherName, title: otherTitle, isCompleted: false, status: null },
        isUnsent: true,
      });
    },
    describe: ({ identifier, otherName }) => messages.outbox.relation.add({ task: identifier, other: otherName }),
    rejected: ({ identifier, otherName }) =>
      messages.outbox.relation.addRejected({ task: identifier, other: otherName }),
    changed: ({ identifier, otherName }) => messages.tasks.related({ task: identifier, other: otherName }),
  },
  /** DELETE /task-relation/{id}. */
  removed: {
    kind: 'task.relation-remove',
    schema: OfTask.extend({ relationId: z.string(), otherName: z.string() }),
    key: ({ relationId }) => relationId,
    send: ({ relationId }, client) => client.deleteTaskRelation(relationId),
    overlay: ({ relationId }) => showsRemoved('relations', relationId),
    describe: ({ identifier, otherName }) => messages.outbox.relation.remove({ task: identifier, other: otherName }),
    rejected: ({ identifier, otherName }) =>
      messages.outbox.relation.removeRejected({ task: identifier, other: otherName }),
    changed: ({ identifier, otherName }) => messages.tasks.unrelated({ task: identifier, other: otherName }),
  },
  by: ['sourceTaskId', 'targetTaskId', 'relationType'],
  add({ other, kind }, { task }) {
    const { type: relationType, isSource } = KINDS[kind];
    const [sourceTaskId, targetTaskId] = isSource ? [task.id, other.id] : [other.id, task.id];
    return { sourceTaskId, targetTaskId, relationType, ...named(other) };
  },
  addAgain: ({ sourceTaskId, targetTaskId, kind, task }) => ({
    sourceTaskId,
    targetTaskId,
    relationType: KINDS[kind].type,
    ...named(task),
  }),
  remove: ({ id, task }) => ({ relationId: id, otherName: named(task).otherName }),
});

/** A new task that becomes a subtask: it is `taskId`, whose id and identifier are set when the service has created it. */
export const SubtaskAddPayload = OfTask.extend({
  title: z.string(),
  parentId: z.string(),
  parentIdentifier: z.string(),
});
export type SubtaskAddPayload = z.infer<typeof SubtaskAddPayload>;

export const subtaskAdd: TaskWrite<SubtaskAddPayload> = {
  kind: 'task.subtask-add',
  schema: SubtaskAddPayload,
  affects: ({ parentId }) => affectsTask('relations')({ taskId: parentId }),
  async send({ taskId, parentId }, { client }) {
    await createRelation(client, { sourceTaskId: parentId, targetTaskId: taskId, relationType: 'subtask' });
    return {};
  },
  async find({ taskId, parentId }, { client }) {
    const all = await client.listTaskRelations(parentId);
    const isThis = (one: (typeof all)[number]) => one.sourceTaskId === parentId && one.targetTaskId === taskId;
    return all.some((one) => isThis(one) && one.relationType === 'subtask') ? {} : undefined;
  },
  changes: ({ parentId }) => [parentId],
  overlay: ({ taskId, identifier, title, parentId }, { subject }) =>
    showsAdded('relations', {
      id: temporaryId(subject),
      kind: 'subtask',
      sourceTaskId: parentId,
      targetTaskId: taskId,
      relationType: 'subtask',
      task: { id: taskId, identifier, title, isCompleted: false, status: null },
      isUnsent: true,
    }),
  describe: ({ title, parentIdentifier }) => messages.outbox.relation.subtask({ title, task: parentIdentifier }),
  rejected: ({ title, parentIdentifier }) =>
    messages.outbox.relation.subtaskRejected({ title, task: parentIdentifier }),
};

/** POST /task-relation. 409 means that the relation exists, which is success. Throws ServiceError. */
async function createRelation(client: Client, relation: Parameters<Client['createTaskRelation']>[0]): Promise<void> {
  try {
    await acceptAnyAnswer(client.createTaskRelation(relation));
  } catch (error) {
    if (!isRejected(error, 409)) throw error;
  }
}

/** `isSource`: the open task is the source of the relation. */
const KINDS: Record<RelationKind, { type: RelationType; isSource: boolean }> = {
  subtask: { type: 'subtask', isSource: true },
  parent: { type: 'subtask', isSource: false },
  blocks: { type: 'blocks', isSource: true },
  'blocked-by': { type: 'blocks', isSource: false },
  related: { type: 'related', isSource: true },
};

/** Types that are not known count as related. */
const relationKind = (relationType: string, isSource: boolean): RelationKind =>
  (Object.keys(KINDS) as RelationKind[]).find(
    (kind) => KINDS[kind].type === relationType && KINDS[kind].isSource === isSource,
  ) ?? 'related';
