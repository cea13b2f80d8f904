/** A task's page over a real local workspace on loopback, with the outbox and a clock set by the test. */

import { onTestFinished } from 'vitest';
import { WRITE_KINDS } from '../../../../electron/app/outbox.ts';
import type { Account } from '../../../../electron/features/account/index.ts';
import { createWorkspaceDirectory } from '../../../../electron/features/projects/workspace-directory.ts';
import { createTaskEdits } from '../../../../electron/features/tasks/edit-commands.ts';
import { createTaskChanges, type TaskChanges } from '../../../../electron/features/tasks/task-changes.ts';
import { CreatedTask, TASK_CREATE } from '../../../../electron/features/tasks/task-create-write.ts';
import { createTaskPage, type TaskPageSource } from '../../../../electron/features/tasks/task-page.ts';
import type { QueuedChange } from '../../../../electron/features/tasks/task-queue.ts';
import { createEntries } from '../../../../electron/features/time/entry-store.ts';
import { createOutbox } from '../../../../electron/outbox/outbox.ts';
import type { DeliveryListeners } from '../../../../electron/outbox/outcomes.ts';
import { createUndo } from '../../../../electron/outbox/undo.ts';
import { createClient } from '../../../../electron/service/client.ts';
import type { ServiceError } from '../../../../electron/service/errors.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { TaskRelation } from '../../../../electron/service/records.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import type { TaskPageView } from '../../../../shared/contract/task-page.ts';
import type { TaskView } from '../../../../shared/contract/task-view.ts';
import { serveLocalWorkspace } from '../../local/serve.ts';
import { testWorkspace } from '../../local/workspace.ts';
import { addAccount } from '../account/account-row.ts';

export const ACCOUNT = 'account-1';

/** Makes a change unless there is nothing to change. */
export function make({ queue }: TaskChanges, change: QueuedChange | undefined, accountId = ACCOUNT): void {
  if (change) queue.change(accountId, change);
}

interface Around {
  /** Replaces the default effect of an accepted write, which reads the page. */
  onSent?: DeliveryListeners['onSent'];
  /** The task's row in a list, if any. */
  find?: (taskId: string) => TaskView | undefined;
  /** The open page changed. */
  onPage?: () => void;
  /** The service listed the projects that are not archived. */
  onProjects?: (projectIds: readonly string[]) => void;
}

export async function pageScreen({ onSent, find, onPage, onProjects }: Around = {}) {
  const local = await testWorkspace();
  const server = await serveLocalWorkspace(local.workspace);
  const clock = { ms: Date.UTC(2026, 10, 18, 12) };
  const now = () => clock.ms;
  const { database } = openDatabase(':memory:', new Date(now()));
  addAccount(database, ACCOUNT, local.userId);
  const client = createClient(
    createHttp({ baseUrl: server.baseUrl, transport: fetch, userAgent: 'test', credential: () => local.token }),
  );
  const said: { text: string; undoId: number }[] = [];
  const rejected: { sentence: string; error: ServiceError }[] = [];
  const rows = new Map<string, TaskView>();
  const missingPermissions: string[] = [];
  const changes = { count: 0 };
  const outbox = createOutbox({
    database,
    kinds: WRITE_KINDS,
    now,
    monotonic: now,
    random: () => 0.5,
    isCredentialDead: async () => false,
    onChange: () => undefined,
    onMarkedSent: (item, value) => {
      if (item.kind !== TASK_CREATE) return;
      const { id, identifier } = CreatedTask.parse(value);
      outbox.setFieldsAfter(item.accountId, item.subject, { taskId: id, identifier });
    },
    onSent: (item, value, affected) => {
      taskPage.sent(item);
      if (onSent !== undefined) {
        onSent(item, value, affected);
        return;
      }
      taskPage.entrySent(item.subject);
      for (const one of affected) {
        if (one.of === 'task') taskPage.changed(one.taskId, new Set(one.parts));
      }
    },
    onNeedsYou: (item) => taskPage.needsAttention(item),
    onRejected: (_, sentence, error) => rejected.push({ sentence, error }),
  });
  const undo = createUndo(now);
  const taskChanges = createTaskChanges({
    database,
    outbox,
    now,
    undo,
    showToast: (text, { undoId }) => said.push({ text, undoId }),
    onChange: () => undefined,
  });
  const known = createWorkspaceDirectory({
    database,
    now,
    onChange: () => undefined,
    ...(onProjects && { onProjects }),
  });
  known.start({ accountId: ACCOUNT, workspaceId: local.workspaceId }, client);
  await known.idle();
  const source: TaskPageSource = {
    accountId: ACCOUNT,
    userId: local.userId,
    workspaceId: local.workspaceId,
    client,
  };
  const entries = createEntries(database);
  const seen = new Map<string, string>();
  const taskPage = createTaskPage({
    pending: taskChanges.pending,
    rejectedDescription: (accountId, taskId) => taskChanges.description.rejected(accountId, taskId)?.why ?? null,
    find: (taskId) => rows.get(taskId) ?? find?.(taskId),
    lists: known.lists,
    loadColumns: known.loadColumns,
    missingPermissions: () => missingPermissions,
    subjectOf: outbox.subjectOf,
    serverId: outbox.serverId,
    ownEntries: (accountId, taskId) => entries.ofTaskWithDiscarded(accountId, taskId, outbox),
    trackedTask: entries.taskOf,
    source: () => source,
    readComments: {
      until: (_, taskId) => seen.get(taskId),
      store: (_, taskId, until) => void seen.set(taskId, until),
    },
    now,
    onChange: () => {
      changes.count += 1;
      onPage?.();
    },
  });
  const taskEdits = createTaskEdits({
    account: {
      required: () =>
        ({ id: ACCOUNT, user: { id: local.userId }, workspaceId: local.workspaceId, webUrl: null }) as Account,
      read: (work) => work(client),
    },
    taskPage,
    taskChanges,
    lists: known.lists,
    loadColumns: known.loadColumns,
    find: (id) => rows.get(id) ?? find?.(id),
  });
  onTestFinished(async () => {
    outbox.close();
    await server.close();
    await outbox.idle();
    database.close();
  });

  function view(): TaskPageView {
    const page = taskPage.view(ACCOUNT);
    if (page === null) throw new Error('Nothing is open.');
    return page;
  }

  return {
    local,
    server,
    clock,
    database,
    client,
    outbox,
    taskChanges,
    known,
    entries,
    taskPage,
    taskEdits,
    edits: taskEdits.handlers,
    source,
    said,
    rejected,
    rows,
    missingPermissions,
    changes,
    view,
    where: { accountId: ACCOUNT, workspaceId: local.workspaceId },

    /** Sends all due writes and reads the affected data. */
    async send(): Promise<void> {
      outbox.startSending({ accountId: ACCOUNT, userId: local.userId, server: 'pm.example.org', client });
      outbox.wake();
      await outbox.idle();
      await taskPage.idle();
    },
    undo: (undoId = said.at(-1)?.undoId ?? -1) => undo.undo(ACCOUNT, undoId),
    redo(): void {
      undo.redo(ACCOUNT);
    },
    async relate(sourceTaskId: string, targetTaskId: string, relationType: string): Promise<string> {
      const { json } = await local.call('POST', '/task-relation', { sourceTaskId, targetTaskId, relationType });
      return TaskRelation.parse(json).id;
    },
    async labelled(taskId: string, name: string, color = '#d64545'): Promise<void> {
      const { json } = await local.call('POST', '/label', { name, color, workspaceId: local.workspaceId });
      await local.call('PUT', `/label/${(json as { id: string }).id}/task`, { taskId });
    },
  };
}
