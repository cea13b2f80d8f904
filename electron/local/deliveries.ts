/** Delivers changes of tasks to the projects' webhooks (docs/service.md#webhooks). */

import { z } from 'zod';
import type { WebhookEventKind } from '../../shared/projects/webhook-events.ts';
import type { User } from '../service/records.ts';
import type { Change } from './change-events.ts';
import { fieldEvent } from './field-events.ts';
import type { LocalContext } from './local-context.ts';
import { findProject } from './projects.ts';
import type { TaskRow } from './task-rows.ts';
import { findWebhook } from './webhook.ts';
import type { SendWebhook } from './webhook-send.ts';

interface WebhookMessage {
  kind: WebhookEventKind;
  /** Such as `task.created`. */
  event: string;
  task: TaskRow;
  actor: Pick<User, 'id' | 'name'> | null;
  data: Record<string, unknown>;
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Deliveries run in parallel; routes do not wait for them. */
export function createDeliveries(context: LocalContext, send: SendWebhook) {
  const closing = new AbortController();

  /** Resolves to false if it was not delivered, to undefined if the webhook does not include this event. Never rejects. */
  function deliver(message: WebhookMessage, projectId: string): Promise<boolean> | undefined {
    const webhook = findWebhook(context, projectId);
    if (webhook === undefined || !webhook.isActive || webhook.events[message.kind] !== true) return undefined;
    const body = JSON.stringify(payloadOf(context, message, projectId));
    return send({ url: new URL(webhook.url), body, secret: webhook.secret }, closing.signal).then(
      () => true,
      (error: unknown) => {
        if (!closing.signal.aborted) console.warn(`The local workspace did not deliver ${message.event}:`, error);
        return false;
      },
    );
  }

  context.changes.listen((change) => {
    const message = messageOf(change);
    if (message === null) return;
    void deliver(message, message.task.projectId);
    // A project's webhook also gets the tasks that leave the project.
    if (change.kind === 'task-moved') void deliver(message, change.before.projectId);
  });

  /** `close` cancels running deliveries. */
  return { deliver, close: (): void => closing.abort() };
}

const ColumnName = z.object({ name: z.string() });

function payloadOf(context: LocalContext, { event, task, actor, data }: WebhookMessage, projectId: string): object {
  const project = findProject(context, projectId);
  return {
    event,
    timestamp: context.timestamp(),
    integration: { type: 'generic-webhook' },
    project: { id: projectId, name: project?.name, workspaceId: project?.workspaceId },
    task: event === 'task.deleted' ? { id: task.id, title: task.title } : describe(context, task, project?.workspaceId),
    actor: { id: actor?.id ?? null, name: actor?.name ?? null },
    data,
  };
}

function describe(context: LocalContext, task: TaskRow, workspaceId: string | undefined): object {
  const { id, number, title, status, priority, projectId } = task;
  const column = context.database.get(
    ColumnName,
    'SELECT name FROM board_column WHERE project_id = :projectId AND slug = :status',
    { projectId, status },
  );
  const web = context.publicUrl();
  const url = web === undefined ? null : `${web}/dashboard/workspace/${workspaceId}/project/${projectId}/task/${id}`;
  return { id, number, title, status, statusName: column?.name ?? null, priority, url };
}

function messageOf(change: Change): WebhookMessage | null {
  switch (change.kind) {
    case 'task-created': {
      const { task, actor } = change;
      const { title, description, priority, status, number } = task;
      const data = { title, description, priority, status, number };
      return { kind: 'taskCreated', event: 'task.created', task, actor, data };
    }
    case 'task-deleted': {
      const { task, actor } = change;
      return { kind: 'taskDeleted', event: 'task.deleted', task, actor, data: { title: task.title } };
    }
    case 'task-moved': {
      const { before, task, actor } = change;
      const data = {
        title: task.title,
        oldProjectId: before.projectId,
        newProjectId: task.projectId,
        oldStatus: before.status,
        newStatus: task.status,
      };
      return { kind: 'taskMoved', event: 'task.moved', task, actor, data };
    }
    case 'comment-created': {
      const { task, actor, comment } = change;
      return { kind: 'taskCommentCreated', event: 'task.comment_created', task, actor, data: { comment } };
    }
    case 'task-changed': {
      const { field, task, actor } = change;
      const event = fieldEvent(change);
      if (event === null) return null;
      const hasOwnText = field === 'title' || field === 'description';
      const data = hasOwnText ? event.data : { title: task.title, ...event.data };
      return { kind: event.kind, event: `task.${event.type}`, task, actor, data };
    }
    default:
      return null;
  }
}
