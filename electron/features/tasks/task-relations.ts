/** Relations of a task (docs/service.md#relations). */
import { z } from 'zod';
import type { RelationKind } from '../../../shared/contract/task-page.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer } from '../../outbox/idempotent-write.ts';
import { ServiceError } from '../../service/errors.ts';
import { RelationType } from '../../service/records.ts';
import { RELATION_TYPE, relationKind } from './read-task-page.ts';
import { showsAdded, showsRemoved, taskCollection } from './task-collection.ts';
import { OfTask } from './task-write.ts';

const RelationAddPayload = OfTask.extend({
  sourceTaskId: z.string(),
  targetTaskId: z.string(),
  relationType: RelationType,
  otherName: z.string(),
  /** Shown until the service has the relation. */
  otherTitle: z.string().default(''),
});

export interface OtherTask {
  id: string;
  identifier: string;
  title: string;
}

const nameOf = ({ identifier, title }: Omit<OtherTask, 'id'>): string => identifier || title;

export const relations = taskCollection({
  name: 'relations',
  noun: 'relation',
  /** POST /task-relation. 409 means that the relation exists, which is success. */
  added: {
    kind: 'task.relation-add',
    schema: RelationAddPayload,
    key: ({ sourceTaskId, targetTaskId }) => `${sourceTaskId}:${targetTaskId}`,
    async send({ sourceTaskId, targetTaskId, relationType }, client) {
      try {
        await acceptAnyAnswer(client.createTaskRelation({ sourceTaskId, targetTaskId, relationType }));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.kind !== 'rejected' || error.status !== 409) throw error;
      }
    },
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
  list: (client, taskId) => client.listTaskRelations(taskId),
  add({ other, kind }: { other: OtherTask; kind: RelationKind }, { taskId, identifier }) {
    const isSource = kind !== 'parent' && kind !== 'blocked-by';
    const [sourceTaskId, targetTaskId] = isSource ? [taskId, other.id] : [other.id, taskId];
    const relationType = RELATION_TYPE[kind];
    const [otherName, otherTitle] = [nameOf(other), other.title];
    return { taskId, identifier, sourceTaskId, targetTaskId, relationType, otherName, otherTitle };
  },
  addAgain({ sourceTaskId, targetTaskId, kind, task }, { taskId, identifier }) {
    const relationType = RELATION_TYPE[kind];
    const [otherName, otherTitle] = [nameOf(task), task.title];
    return { taskId, identifier, sourceTaskId, targetTaskId, relationType, otherName, otherTitle };
  },
  remove: ({ id, task }, { taskId, identifier }) => ({
    taskId,
    identifier,
    relationId: id,
    otherName: nameOf(task),
  }),
});
