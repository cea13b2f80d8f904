/** Writes of task relations (docs/service.md#relations) and external links. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, idempotentWrite, ignoreMissing } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsTask } from '../../service/affected-data.ts';
import { ServiceError } from '../../service/errors.ts';
import { RelationType } from '../../service/records.ts';

const OfTask = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
});

export const RELATION_REMOVE = 'task.relation-remove';
export const RelationRemovePayload = OfTask.extend({ relationId: z.string(), otherName: z.string() });
export type RelationRemovePayload = z.infer<typeof RelationRemovePayload>;

/** DELETE /task-relation/{id}. */
export const relationRemove = idempotentWrite({
  kind: RELATION_REMOVE,
  schema: RelationRemovePayload,
  affects: affectsTask('relations'),
  send: ({ relationId }, client) => ignoreMissing(client.deleteTaskRelation(relationId)),
  describe: ({ identifier, otherName }) => messages.outbox.relation.remove({ task: identifier, other: otherName }),
  rejected: ({ identifier, otherName }) =>
    messages.outbox.relation.removeRejected({ task: identifier, other: otherName }),
});

export const RELATION_ADD = 'task.relation-add';
export const RelationAddPayload = OfTask.extend({
  sourceTaskId: z.string(),
  targetTaskId: z.string(),
  relationType: RelationType,
  otherName: z.string(),
  /** Shown until the service has the relation. */
  otherTitle: z.string().default(''),
});
export type RelationAddPayload = z.infer<typeof RelationAddPayload>;

export const relationSubject = ({ taskId, sourceTaskId, targetTaskId }: RelationAddPayload): string =>
  `${taskId}:relation:${sourceTaskId}:${targetTaskId}`;

/** POST /task-relation. 409 means that the relation exists, which is success. */
export const relationAdd: WriteKind<RelationAddPayload> = {
  kind: RELATION_ADD,
  schema: RelationAddPayload,
  affects: affectsTask('relations'),
  async send({ sourceTaskId, targetTaskId, relationType }, { client }) {
    try {
      await acceptAnyAnswer(client.createTaskRelation({ sourceTaskId, targetTaskId, relationType }));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'rejected' || error.status !== 409) throw error;
    }
    return {};
  },
  async find({ taskId, sourceTaskId, targetTaskId, relationType }, { client }) {
    const relations = await client.listTaskRelations(taskId);
    const isThere = relations.some(
      (one) =>
        one.sourceTaskId === sourceTaskId && one.targetTaskId === targetTaskId && one.relationType === relationType,
    );
    return isThere ? {} : undefined;
  },
  describe: ({ identifier, otherName }) => messages.outbox.relation.add({ task: identifier, other: otherName }),
  rejected: ({ identifier, otherName }) => messages.outbox.relation.addRejected({ task: identifier, other: otherName }),
};

export const LINK_ADD = 'task.link-add';
export const LinkAddPayload = OfTask.extend({ url: z.string(), title: z.string() });
export type LinkAddPayload = z.infer<typeof LinkAddPayload>;

export const linkSubject = ({ taskId, url }: LinkAddPayload): string => `${taskId}:link:${url}`;

/** POST /external-link/task/{taskId} (docs/service.md#external-links). A lost one is found by its address. */
export const linkAdd: WriteKind<LinkAddPayload> = {
  kind: LINK_ADD,
  schema: LinkAddPayload,
  affects: affectsTask('links'),
  async send({ taskId, url, title }, { client }) {
    await acceptAnyAnswer(client.createExternalLink(taskId, { url, ...(title !== '' && { title }) }));
    return {};
  },
  async find({ taskId, url }, { client }) {
    const links = await client.listExternalLinks(taskId);
    return links.some((link) => link.url === url) ? {} : undefined;
  },
  describe: ({ identifier, url }) => messages.outbox.relation.link({ task: identifier, url }),
  rejected: ({ identifier, url }) => messages.outbox.relation.linkRejected({ task: identifier, url }),
};

export const LINK_REMOVE = 'task.link-remove';
export const LinkRemovePayload = OfTask.extend({ linkId: z.string(), name: z.string() });
export type LinkRemovePayload = z.infer<typeof LinkRemovePayload>;

/** DELETE /external-link/task/{taskId}/{id}. */
export const linkRemove = idempotentWrite({
  kind: LINK_REMOVE,
  schema: LinkRemovePayload,
  affects: affectsTask('links'),
  send: ({ taskId, linkId }, client) => ignoreMissing(client.deleteExternalLink(taskId, linkId)),
  describe: ({ identifier, name }) => messages.outbox.relation.unlink({ task: identifier, link: name }),
  rejected: ({ identifier, name }) => messages.outbox.relation.unlinkRejected({ task: identifier, link: name }),
});
