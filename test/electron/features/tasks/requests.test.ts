/** Requests after a write, an event and a lost connection, counted at a local workspace over HTTP and sockets. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AccountAccess } from '../../../../electron/features/account/index.ts';
import { projectBoardSource } from '../../../../electron/features/board/board-source.ts';
import { createBoardService } from '../../../../electron/features/board/index.ts';
import { createInbox } from '../../../../electron/features/server/inbox.ts';
import { pendingChanges } from '../../../../electron/features/tasks/apply-pending.ts';
import {
  type AssignedTasksReader,
  createAssignedTasksReader,
} from '../../../../electron/features/tasks/assigned-tasks.ts';
import { createLiveUpdates } from '../../../../electron/features/tasks/live-updates.ts';
import { TASK_CREATE } from '../../../../electron/features/tasks/task-create-write.ts';
import { createRemoteTimers } from '../../../../electron/features/time/remote-timer.ts';
import { POLL_MS } from '../../../../electron/features/time/remote-timers-service.ts';
import { openSocket } from '../../../../electron/service/realtime.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { eventually } from '../../../until.ts';
import { testContext } from '../context.ts';
import { ACCOUNT, pageScreen } from './page-screen.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The looks for further requests, and the simulated time between them: together longer than any pause before a read. */
const QUIET = { looks: 20, betweenMs: 50 };

async function signedIn({ isOlder = false } = {}) {
  // Sockets reconnect and missed changes are read after short delays.
  vi.spyOn(Math, 'random').mockReturnValue(0.05);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  let onProjects: (projectIds: readonly string[]) => void = () => undefined;
  const screen = await pageScreen({
    onSent: (item, value, affected) => {
      board.sent(item, value);
      assigned.sent(pendingChanges([item]));
      live.affected.add(affected, true);
    },
    find: (taskId) => assigned.find(taskId) ?? boards.find(taskId),
    onPage: () => live.watchProjects(),
    onProjects: (projectIds) => onProjects(projectIds),
  });
  const { local, server, client, database, outbox, taskPage, taskChanges, known: directory } = screen;
  const context = testContext(database, () => screen.clock.ms);
  const user = { id: local.userId, name: 'Ada', email: '', image: null };
  const account = {
    isCredentialDead: async () => false,
    current: () => ({ id: ACCOUNT, kind: 'device', user }),
    permissions: { missing: () => [] },
  } as unknown as AccountAccess;
  const assigned: AssignedTasksReader = createAssignedTasksReader({
    database,
    now: context.now,
    random: Math.random,
    pollMs: () => live.listPollMs(),
    isCredentialDead: account.isCredentialDead,
    columnOf: (projectId, slug) => directory.lists().columns[projectId]?.find((column) => column.slug === slug),
    onChange: () => {
      taskPage.refreshIfRowChanged();
      live.watchProjects();
      live.checkTrackedTask();
    },
    // As in electron/app/connect-features.ts while the window is shown.
    onAnswer: () => inbox.refreshIfStale(),
  });
  const boards = createBoardService(context, {
    account,
    outbox,
    tasks: { assigned, taskChanges },
    directory,
    pollMs: () => live.boardPollMs(),
    isWindowVisible: () => true,
    showCards: () => undefined,
  });
  const { board, watched } = boards;
  onProjects = board.listed;
  const inbox = createInbox({
    now: context.now,
    open: () => [],
    onChange: () => undefined,
    onTasks: (taskIds) => live.tasksAnnounced(taskIds),
  });
  /** Tasks that events and notifications named. */
  const named = new Set<string>();
  const gone: string[] = [];
  const timer = { taskId: '', projectId: undefined as string | undefined };
  const live = createLiveUpdates({
    onTask: (taskId) => named.add(taskId),
    onTaskGone: (taskId) => gone.push(taskId),
    trackedTask: () => timer,
    pollSeconds: () => context.settings.read().pollSeconds,
    isWithKey: () => false,
    isWindowVisible: () => true,
    client: () => client,
    assigned,
    board,
    taskPage,
    watched,
    inbox,
  });
  boards.on('boardChanged', live.watchProjects);
  boards.on('watchedChanged', live.watchProjects);
  const { realtime } = live;
  const mine = await local.addTask({ title: 'Mine', userId: local.userId });
  const theirs = await local.addTask({ title: 'Theirs' });
  for (const name of ['Second', 'Third']) {
    await local.call('POST', '/project', { name, workspaceId: local.workspaceId, icon: '', slug: name.slice(0, 3) });
  }
  if (isOlder) {
    const none = { message: 'Task not found', code: 'NOT_FOUND' };
    server.intercept = (request) =>
      request.url.includes('/task/assigned') ? Response.json(none, { status: 404 }) : undefined;
  }
  outbox.startSending({ accountId: ACCOUNT, userId: local.userId, server: 'pm.example.org', client });
  assigned.start({ accountId: ACCOUNT, userId: local.userId, workspaceId: local.workspaceId, server: '', client });
  inbox.start(client);
  realtime.start((socket) =>
    openSocket({ ...socket, baseUrl: server.baseUrl, credential: local.token, userAgent: 'Test' }),
  );
  onTestFinished(() => {
    board.close();
    assigned.stop();
    live.part.stop();
  });
  await eventually(() => expect(assigned.view().tasks).toHaveLength(1));
  await eventually(() => expect(realtime.watches(local.projectId)).toBe(true));
  // Skips the read after the sockets have opened.
  live.stopCatchUp();
  await quiet();

  /** Server and client are in this process, so a few turns of it let an answer arrive, however long they take. */
  async function quiet(): Promise<void> {
    for (let looks = 0, seen = -1; looks < QUIET.looks; looks += 1) {
      if (seen !== server.requests.length) looks = 0;
      seen = server.requests.length;
      vi.advanceTimersByTime(QUIET.betweenMs);
      await delay(5);
    }
  }

  /** The requests during the action and its effects. */
  async function asked(work: () => unknown): Promise<string[]> {
    const before = server.requests.length;
    await work();
    await quiet();
    return server.requests
      .slice(before)
      .filter(({ path }) => !path.includes('/ws/'))
      .map(({ method, path }) => `${method} ${path.replace('/api', '').replace(/\?.*/, '')}`);
  }

  return {
    ...screen,
    assigned,
    board,
    live,
    realtime,
    mine,
    theirs,
    asked,
    named,
    gone,
    timer,
    quiet,
    row: () => assigned.view().tasks.find(({ id }) => id === mine.id),
    async openBoard(): Promise<void> {
      const project = { id: local.projectId, name: 'Personal', slug: 'ME', icon: null };
      const reader = projectBoardSource(client, local.projectId);
      await board.open(ACCOUNT, project, { accountId: ACCOUNT, server: '', reader });
      await eventually(() => expect(board.view()?.fetchedAt).not.toBeNull());
      await quiet();
    },
    openPage: (id: string) => taskPage.open(screen.source, id),
    card: (id: string) => board.cards().find((one) => one.id === id),
  };
}

const otherProjects = async (local: Awaited<ReturnType<typeof pageScreen>>['local']) => {
  const projects = (await local.call('GET', `/project?workspaceId=${local.workspaceId}`)).json as { id: string }[];
  return projects.filter(({ id }) => id !== local.projectId);
};

test('an event about a shown task causes one request, however many views show it', async () => {
  const { local, mine, theirs, asked, named, row, view, card, openBoard, openPage } = await signedIn();
  const title = (id: string, text: string) => local.call('PUT', `/task/title/${id}`, { title: text });
  expect(await asked(() => title(mine.id, 'In the list'))).toEqual([`GET /task/${mine.id}`]);
  expect(row()?.title).toBe('In the list');
  expect([...named]).toEqual([mine.id]);

  await openBoard();
  await openPage(mine.id);
  const priority = () => local.call('PUT', `/task/priority/${mine.id}`, { priority: 'urgent' });
  expect(await asked(priority)).toEqual([`GET /task/${mine.id}`]);
  expect([row()?.priority, card(mine.id)?.priority, view().task.priority]).toEqual(['urgent', 'urgent', 'urgent']);

  expect(await asked(() => title(theirs.id, 'On the board'))).toEqual([`GET /task/${theirs.id}`]);
  expect(card(theirs.id)?.title).toBe('On the board');

  const body = { name: 'bug', color: 'red', workspaceId: local.workspaceId, taskId: mine.id };
  expect(await asked(() => local.call('POST', '/label', body))).toEqual([`GET /label/task/${mine.id}`]);
  const names = [row()?.labels, card(mine.id)?.labels, view().labels].map((all) => all?.map(({ name }) => name));
  expect(names).toEqual([['bug'], ['bug'], ['bug']]);
});

test('a comment causes one request if its page is open, else none', async () => {
  const { local, mine, asked, openBoard, openPage } = await signedIn();
  const comment = () => local.call('POST', `/comment/${mine.id}`, { content: 'Hm' });
  await openBoard();
  expect(await asked(comment)).toEqual([]);
  await openPage(mine.id);
  expect(await asked(comment)).toEqual([`GET /comment/${mine.id}`]);
});

test('a task that another client deletes leaves the list and the board, and its open page says so', async () => {
  const { local, mine, asked, gone, row, view, card, openBoard, openPage } = await signedIn();
  await openBoard();
  await openPage(mine.id);
  const deleted = await asked(() => local.call('DELETE', `/task/${mine.id}`));
  expect(deleted).toEqual([`GET /task/${mine.id}`]);
  expect([row(), card(mine.id), view().isDeleted]).toEqual([undefined, undefined, true]);
  expect(new Set(gone)).toEqual(new Set([mine.id]));
});

test('a deleted task under a running timer is said, also if no view shows it', async () => {
  const { local, theirs, asked, gone, timer, live, realtime, assigned, server, mine } = await signedIn();
  const [elsewhere] = await otherProjects(local);
  const projectId = elsewhere?.id ?? '';
  const fields = { title: 'There', description: '', priority: 'low', status: 'to-do' };
  const { id } = (await local.call('POST', `/task/${projectId}`, fields)).json as { id: string };
  // Its project has a socket from now on.
  Object.assign(timer, { taskId: id, projectId });
  live.watchProjects();
  await eventually(() => expect(realtime.watches(projectId)).toBe(true));
  await local.call('DELETE', `/task/${id}`);
  await eventually(() => expect(gone).toContain(id));

  // An event that does not name the deletion.
  Object.assign(timer, { taskId: theirs.id, projectId: local.projectId });
  const deleted = { message: 'Task not found', code: 'NOT_FOUND' };
  server.intercept = ({ url }) =>
    url.endsWith(`/task/${theirs.id}`) ? Response.json(deleted, { status: 404 }) : undefined;
  live.affected.add([{ of: 'task', taskId: theirs.id, projectId: local.projectId, parts: ['task'] }], false);
  await eventually(() => expect(gone).toContain(theirs.id));

  // Without a socket, the list lacks it with the next poll.
  server.intercept = undefined;
  Object.assign(timer, { taskId: mine.id, projectId: local.projectId });
  live.checkTrackedTask();
  realtime.start(null);
  await local.call('DELETE', `/task/${mine.id}`);
  expect(await asked(() => assigned.refresh())).toEqual(['GET /task/assigned', `GET /task/${mine.id}`]);
  expect(gone).toContain(mine.id);
});

test('a task that another client moves to another project shows its new identifier on its open page', async () => {
  const { local, mine, view, openPage } = await signedIn();
  await openPage(mine.id);
  const projects = (await local.call('GET', `/project?workspaceId=${local.workspaceId}`)).json as { id: string }[];
  const to = projects.find(({ id }) => id !== local.projectId)?.id ?? '';
  const body = { destinationProjectId: to };
  await local.call('PUT', `/task/move/${mine.id}`, body);
  const moved = { projectId: to, projectName: 'Second', identifier: 'Sec-1' };
  await eventually(() => expect(view().task).toMatchObject(moved));
});

test('a task that another client completes leaves the list; its open page is read once', async () => {
  const { local, mine, asked, row, view, openPage } = await signedIn();
  await openPage(mine.id);
  const done = await asked(() => local.call('PUT', `/task/status/${mine.id}`, { status: 'done' }));
  expect(done).toEqual([`GET /task/${mine.id}`]);
  expect([row(), view().task.status]).toEqual([undefined, 'done']);
});

test('the number of completed subtasks is read again only if a task is completed or reopened', async () => {
  const { local, mine, theirs, asked, card, view, openBoard, openPage } = await signedIn();
  const other = await local.addTask({ title: 'No subtask' });
  const subtask = { sourceTaskId: mine.id, targetTaskId: theirs.id, relationType: 'subtask' };
  await local.call('POST', '/task-relation', subtask);
  await openBoard();
  await openPage(mine.id);
  const move = (id: string, status: string) => asked(() => local.call('PUT', `/task/status/${id}`, { status }));
  expect(await move(other.id, 'in-progress')).toEqual([`GET /task/${other.id}`]);
  // The page lists it as a subtask.
  const [ofTask, ofPage] = [`GET /task/${theirs.id}`, `GET /task-relation/${mine.id}`];
  expect(await move(theirs.id, 'in-progress')).toEqual([ofTask, ofPage]);
  expect(card(mine.id)?.subtasks).toEqual({ completed: 0, total: 1 });
  const board = `GET /task/tasks/${local.projectId}`;
  const completed = await move(theirs.id, 'done');
  expect(completed.sort()).toEqual([ofTask, ofPage, `GET /column/${local.projectId}`, board, board].sort());
  expect(card(mine.id)?.subtasks).toEqual({ completed: 1, total: 1 });
  expect(view().relations?.[0]?.task.isCompleted).toBe(true);
});

test('a task that is assigned to the person is read with the list', async () => {
  const { local, theirs, asked, assigned } = await signedIn();
  const assign = () => local.call('PUT', `/task/assignee/${theirs.id}`, { userId: local.userId });
  expect(await asked(assign)).toEqual(['GET /task/assigned']);
  expect(assigned.view().total).toBe(2);
});

test('if boards are read instead of the list, only that of the project is read', async () => {
  const { local, theirs, asked, assigned } = await signedIn({ isOlder: true });
  const before = assigned.fetchedAt();
  const assign = () => local.call('PUT', `/task/assignee/${theirs.id}`, { userId: local.userId });
  expect(await asked(assign)).toEqual([`GET /task/tasks/${local.projectId}`]);
  expect(assigned.view().total).toBe(2);
  // The other boards were not confirmed.
  expect(assigned.fetchedAt()).toBe(before);
});

test('a project that another client archives is said with the next answer about its open board', async () => {
  const { local, asked, board, clock, openBoard } = await signedIn();
  await openBoard();
  const setArchived = (how: string) => local.call('PUT', `/project/${local.projectId}/${how}`);
  const answered = () =>
    asked(() => {
      clock.ms += MINUTE;
      board.refreshIfStale();
    });
  await setArchived('archive');
  expect(await answered()).toEqual([`GET /task/tasks/${local.projectId}`, 'GET /project']);
  expect(board.view()?.isNotListed).toBe(true);
  await setArchived('unarchive');
  await answered();
  expect(board.view()?.isNotListed).toBe(false);
});

test('a task in a project without a socket is read with the list after its notification', async () => {
  const { local, mine, asked, assigned, row } = await signedIn();
  const { token } = local.workspace.addPerson({ name: 'Mira', role: 'admin' });
  const [elsewhere] = await otherProjects(local);
  const fields = { title: 'New', description: '', priority: 'low', status: 'to-do', userId: local.userId };
  const assign = () => local.call('POST', `/task/${elsewhere?.id}`, fields, { token });
  expect(await asked(assign)).toEqual(['GET /notification', 'GET /task/assigned']);
  expect(assigned.view().total).toBe(2);

  // With a socket for the project, the notification causes no second read.
  const comment = () => local.call('POST', `/comment/${mine.id}`, { content: 'Hm' }, { token });
  expect(await asked(comment)).toEqual(['GET /notification']);
  expect(row()).toBeDefined();
});

test('an open page follows the events of a project that no other view shows', async () => {
  const { local, asked, quiet, view, realtime, taskPage, openPage } = await signedIn();
  const [elsewhere] = await otherProjects(local);
  const projectId = elsewhere?.id ?? '';
  const fields = { title: 'There', description: '', priority: 'low', status: 'to-do' };
  const { id } = (await local.call('POST', `/task/${projectId}`, fields)).json as { id: string };
  await openPage(id);
  await eventually(() => expect(realtime.watches(projectId)).toBe(true));
  await quiet();
  expect(await asked(() => local.call('PUT', `/task/title/${id}`, { title: 'Renamed' }))).toContain(`GET /task/${id}`);
  expect(view().task.title).toBe('Renamed');
  taskPage.leave(id);
  expect(realtime.watches(projectId)).toBe(false);
});

test.each([
  // The list and the number of unread notifications.
  { what: 'the list', isOlder: false, open: false, most: 2 },
  { what: 'the list, the board, a page and its comments', isOlder: false, open: true, most: 9 },
  { what: 'the list, of three boards', isOlder: true, open: false, most: 4 },
])('after a lost connection all open views are read once: $what', async ({ isOlder, open, most }) => {
  const { server, local, asked, mine, assigned, view, card, realtime, openBoard, openPage } = await signedIn({
    isOlder,
  });
  if (open) {
    await openBoard();
    await openPage(mine.id);
  }
  const paths = await asked(async () => {
    server.dropSockets();
    await eventually(() => expect(realtime.isLive()).toBe(false));
    await local.call('PUT', `/task/title/${mine.id}`, { title: 'Missed' });
    await local.call('POST', `/comment/${mine.id}`, { content: 'Missed, too' });
    await eventually(() => expect(realtime.isLive()).toBe(true));
    await eventually(() => expect(assigned.view().tasks[0]?.title).toBe('Missed'));
  });
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(most);
  if (!open) return;
  expect([card(mine.id)?.title, view().task.title]).toEqual(['Missed', 'Missed']);
  expect(view().history.items).toContainEqual(expect.objectContaining({ kind: 'comment', text: 'Missed, too' }));
});

test('an own write causes one further request, also if the service sends an event about it', async () => {
  const { mine, asked, row, view, card, openBoard, openPage, edits, outbox, clock } = await signedIn();
  await openBoard();
  await openPage(mine.id);
  const send = async () => {
    clock.ms += 60_000;
    outbox.wake();
    await outbox.idle();
  };
  const titled = await asked(() => {
    edits['tasks.change']({ changes: [{ taskId: mine.id, title: 'By hand' }] });
    return send();
  });
  expect(titled).toEqual([`PUT /task/title/${mine.id}`, `GET /task/${mine.id}`]);
  expect([row()?.title, card(mine.id)?.title, view().task.title]).toEqual(['By hand', 'By hand', 'By hand']);
});

test('an own move within a column reads the task before, because it replaces the whole task, and once after', async () => {
  const { mine, theirs, asked, card, openBoard, openPage, taskChanges, outbox, clock } = await signedIn();
  await openBoard();
  await openPage(mine.id);
  const from = card(mine.id)?.position ?? 0;
  const to = (card(theirs.id)?.position ?? 0) + 5;
  const place = { slug: 'to-do', name: 'To do', isFinal: false };
  const asking = await asked(async () => {
    taskChanges.place(ACCOUNT, { id: mine.id, identifier: 'ME-1' }, place, place, [
      { id: mine.id, identifier: 'ME-1', from, to },
    ]);
    clock.ms += 60_000;
    outbox.wake();
    await outbox.idle();
  });
  const path = `/task/${mine.id}`;
  expect(asking).toEqual([`GET ${path}`, `PUT ${path}`, `GET ${path}`]);
  expect(card(mine.id)?.position).toBe(to);
});

test('an own completed task causes one further request, and a new one two: its number before, the task after', async () => {
  const { local, mine, asked, row, card, openBoard, openPage, taskChanges, outbox, clock } = await signedIn();
  await openBoard();
  await openPage(mine.id);
  const sent = (write: () => void) =>
    asked(async () => {
      write();
      clock.ms += 60_000;
      outbox.wake();
      await outbox.idle();
    });
  const from = { slug: 'to-do', name: 'To do', isFinal: false };
  const to = { slug: 'done', name: 'Done', isFinal: true };
  const completed = await sent(() => taskChanges.setStatus(ACCOUNT, { id: mine.id, identifier: 'ME-1' }, from, to));
  expect(completed).toEqual([`PUT /task/status/${mine.id}`, `GET /task/${mine.id}`]);
  expect([row(), card(mine.id)?.status]).toEqual([undefined, 'done']);

  const payload = {
    projectId: local.projectId,
    projectSlug: 'ME',
    title: 'New',
    description: '',
    priority: 'low',
    status: 'to-do',
  };
  const created = await sent(() => {
    outbox.add({ accountId: ACCOUNT, kind: TASK_CREATE, subject: 'new', payload }, clock.ms);
  });
  const id = outbox.serverId('new');
  const board = `/task/tasks/${local.projectId}`;
  expect(created).toEqual([`GET ${board}`, `POST /task/${local.projectId}`, `GET /task/${id}`]);
  expect(card(id ?? '')?.title).toBe('New');
});

test('an idle app with sockets and a window on screen asks at most four times a minute, all in all', async () => {
  const { local, client, mine, assigned, entries, outbox, clock, asked, quiet, openBoard, openPage } = await signedIn();
  for (let count = 1; count < 12; count += 1) await local.addTask({ title: `Task ${count}`, userId: local.userId });
  await eventually(() => expect(assigned.view().tasks).toHaveLength(12));
  await openBoard();
  await openPage(mine.id);
  const remoteTimers = createRemoteTimers({
    entries,
    outbox,
    changes: {} as never,
    timer: {} as never,
    likely: () => assigned.view().tasks.map(taskRef),
    now: () => clock.ms,
    isVisible: () => true,
    pollMs: () => POLL_MS,
    onChange: () => undefined,
  });
  remoteTimers.start({ accountId: ACCOUNT, userId: local.userId, client });
  onTestFinished(() => remoteTimers.stop());
  await quiet();
  async function pass(ms: number): Promise<void> {
    for (const end = clock.ms + ms; clock.ms < end; ) {
      clock.ms += SECOND;
      vi.advanceTimersByTime(SECOND);
      await delay(1);
      await remoteTimers.idle();
    }
  }
  const all: string[] = [];
  // The list, the bell, the board and the projects are polled every five minutes.
  for (let minutes = 0; minutes < 12; minutes += 4) {
    const requests = await asked(() => pass(4 * MINUTE));
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(16);
    all.push(...requests);
  }
  for (const path of ['assigned', 'notification', `tasks/${local.projectId}`, 'project', `entry/task/${mine.id}`])
    expect(all).toContainEqual(expect.stringContaining(path));

  const startTime = new Date(clock.ms).toISOString();
  await local.call('POST', '/time-entry', { taskId: mine.id, startTime });
  await pass(MINUTE);
  expect(remoteTimers.view()).toMatchObject([{ task: { taskId: mine.id } }]);
});
