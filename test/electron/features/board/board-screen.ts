/** A board connected as in the app, over a real local workspace and HTTP, with a screen that applies the published cards. */

import { expect, onTestFinished } from 'vitest';
import { WRITE_KINDS } from '../../../../electron/app/outbox.ts';
import type { BoardAccess } from '../../../../electron/features/board/board.ts';
import { createBoardCache } from '../../../../electron/features/board/board-cache.ts';
import { projectBoardSource, publicBoardSource } from '../../../../electron/features/board/board-source.ts';
import { createUpdateColumn } from '../../../../electron/features/board/columns.ts';
import { createOpenBoard, type OpenBoard } from '../../../../electron/features/board/open-board.ts';
import { createTaskChanges } from '../../../../electron/features/tasks/task-changes.ts';
import { CreatedTask, TASK_CREATE } from '../../../../electron/features/tasks/task-create-write.ts';
import { createCreation } from '../../../../electron/features/tasks/task-creation.ts';

import { createOutbox } from '../../../../electron/outbox/outbox.ts';
import { createUndo } from '../../../../electron/outbox/undo.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import type { UnreadableRecords } from '../../../../electron/service/records.ts';
import { type Database, openDatabase } from '../../../../electron/store/database.ts';
import type { BoardCards, BoardView, CardView } from '../../../../shared/contract/board-view.ts';
import { eventually } from '../../../until.ts';
import { type ServedWorkspace, serveLocalWorkspace } from '../../local/serve.ts';
import { type TestWorkspace, testWorkspace } from '../../local/workspace.ts';
import { addAccount } from '../account/account-row.ts';

export const ACCOUNT = 'ada';

export interface Served {
  local: TestWorkspace;
  served: ServedWorkspace;
}

export async function serveWorkspace(): Promise<Served> {
  const local = await testWorkspace();
  const served = await serveLocalWorkspace(local.workspace);
  onTestFinished(() => served.close());
  return { local, served };
}

export function openAppDatabase(): Database {
  const { database } = openDatabase(':memory:', new Date());
  addAccount(database, ACCOUNT, 'u1');
  onTestFinished(() => database.close());
  return database;
}

export function openScreen(
  { local, served }: Served,
  options: { database?: Database; pollMs?: number; onChange?: (screen: { board: OpenBoard }) => void } = {},
) {
  const database = options.database ?? openAppDatabase();
  const clock = { ms: Date.now() };
  const now = () => clock.ms;
  const client = createClient(
    createHttp({ baseUrl: served.baseUrl, transport: fetch, userAgent: 'Test', credential: () => local.token }),
  );
  const anybody = createClient(createHttp({ baseUrl: served.baseUrl, transport: fetch, userAgent: 'Test' }));
  const sends: BoardCards[] = [];
  const cards = new Map<string, CardView>();
  const toasts: string[] = [];
  const gone: string[] = [];
  const columnsRead = new Map<string, string[]>();
  const missingPermissions: string[] = [];
  let isWindowVisible = true;
  let unreadable: UnreadableRecords | undefined;
  let undoId = 0;

  const outbox = createOutbox({
    database,
    kinds: WRITE_KINDS,
    now,
    monotonic: now,
    random: () => 0.5,
    isCredentialDead: async () => false,
    onChange: () => board.pendingChanged(),
    onMarkedSent: (item, value) => {
      if (item.kind !== TASK_CREATE) return;
      const { id, identifier } = CreatedTask.parse(value);
      outbox.setFieldsAfter(item.accountId, item.subject, { taskId: id, identifier });
    },
    onSent: (item, value) => {
      creation.sent(item, value);
      board.sent(item, value);
      const concerned = /^(tasks?|column)\./.test(item.kind);
      if (concerned) board.changed(board.ownProjectId() ?? '', undefined);
    },
    onRejected: (_, sentence) => toasts.push(sentence),
  });
  const undo = createUndo(now);
  const taskChanges = createTaskChanges({
    database,
    outbox,
    now,
    undo,
    showToast: (text, offer) => {
      toasts.push(text);
      undoId = offer.undoId;
    },
    onChange: () => board.pendingChanged(),
  });
  const updateColumn = createUpdateColumn(taskChanges.queue, outbox, now);
  const creation = createCreation({ database, outbox, queue: taskChanges.queue, now, onCreated: () => undefined });
  const cache = createBoardCache(database);
  const board = createOpenBoard({
    cache,
    now,
    random: () => 0.5,
    pollMs: () => options.pollMs ?? 3_600_000,
    openWrites: (accountId) => outbox.openOfKinds(accountId, 'task.', 'tasks.', 'column.'),
    personName: (id) => (id === local.userId ? 'Ada' : undefined),
    missingPermissions: () => missingPermissions,
    isVisible: () => isWindowVisible,
    isCredentialDead: async () => false,
    send(message) {
      // The state slice was published before.
      expect(message.boardId).toBe(board.view()?.boardId);
      sends.push(message);
      if (message.reset) cards.clear();
      for (const id of message.removed) cards.delete(id);
      for (const card of message.cards) cards.set(card.id, card);
      screen.onTold();
    },
    onChange: () => options.onChange?.({ board }),
    onRead: (projectId, columns) =>
      void columnsRead.set(
        projectId,
        columns.map(({ name }) => name),
      ),
    onGone: (_, projectId) => gone.push(projectId),
    onUnreadable: (found) => {
      unreadable = found;
    },
  });
  onTestFinished(() => {
    board.close();
    outbox.close();
  });
  const online = () =>
    outbox.startSending({ accountId: ACCOUNT, userId: local.userId, server: 'pm.example.org', client });
  online();

  const source = (projectId: string): BoardAccess => ({
    accountId: ACCOUNT,
    server: 'pm.example.org',
    reader: projectBoardSource(client, projectId),
  });
  const view = (): BoardView => {
    const shown = board.view();
    if (shown === null) throw new Error('No board is open.');
    return shown;
  };

  const screen = {
    board,
    outbox,
    /** After each message. */
    onTold: () => {},
    /** Undoes the last change. */
    undo: () => undo.undo(ACCOUNT, undoId),
    /** Sends, after a pause. */
    online,
    updateColumn,
    taskChanges,
    creation,
    cache,
    database,
    clock,
    source,
    view,
    cards,
    toasts,
    gone,
    columnsRead,
    unreadable: () => unreadable,
    missingPermissions,
    setVisible: (isVisible: boolean) => {
      isWindowVisible = isVisible;
    },
    /** The messages since the last call. */
    sends: () => sends.splice(0),
    card: (id: string): CardView => {
      const card = cards.get(id);
      if (card === undefined) throw new Error(`No card ${id}.`);
      return card;
    },
    open: (projectId = local.projectId) =>
      board.open(ACCOUNT, { id: projectId, name: 'Personal', slug: 'ME', icon: null }, source(projectId)),
    openPublic: (projectId = local.projectId) =>
      board.openPublic(projectId, {
        accountId: null,
        server: 'pm.example.org',
        reader: publicBoardSource(anybody, projectId),
      }),
    /** Resolves when the read has ended and everything is published. */
    async whole(): Promise<void> {
      await eventually(() => expect(view().progress).toBeNull());
      await turns();
    },
  };
  return screen;
}

/** Delivers all pending messages to the screen. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** All tasks of a project, read page by page from the service. */
export async function tasksAt({ call, projectId }: TestWorkspace): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { json } = await call('GET', `/task/tasks/${projectId}?page=${page}&limit=100&sortBy=number`);
    const { data } = json as { data: Record<'columns', { tasks: Listed[] }[]> & Record<string, Listed[]> };
    const lists = [...data.columns.map(({ tasks }) => tasks), data.plannedTasks ?? [], data.archivedTasks ?? []];
    const tasks = lists.flat();
    if (tasks.length === 0) return found;
    for (const { id, title, status, priority } of tasks) found.set(id, `${title} ${status} ${priority}`);
  }
}
interface Listed {
  id: string;
  title: string;
  status: string;
  priority: string;
}
export const shown = (cards: ReadonlyMap<string, CardView>): Map<string, string> =>
  new Map([...cards].map(([id, { title, status, priority }]) => [id, `${title} ${status} ${priority}`]));
