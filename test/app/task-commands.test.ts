/** What a person's commands for tasks, time and unsent changes do at the service. test/components has the clicks. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Config } from '../../electron/service/records.ts';
import type { Payload, State } from '../../shared/contract/index.ts';
import type { TaskChange } from '../../shared/contract/tasks.ts';
import type { Interception } from '../electron/local/serve.ts';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import {
  advanceClocks,
  errorTitleOf,
  expectState,
  PICTURE,
  resultOf,
  sendNow,
  signIn,
  stopClocks,
  type Told,
  untilState,
  withUndo,
} from './steps.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DUE = '2030-03-04T15:30:00.000Z';
const STARTS = '2030-03-01T09:30:00.000Z';
const DOCUMENTED = 'https://docs.example.com/cards';

interface Named {
  id: string;
  name: string;
}
interface TaskRecord {
  id: string;
  title: string;
  description: string;
  status: string;
  priority: string;
  dueDate: string | null;
  startDate: string | null;
  userId: string | null;
}

let service: Service;
let app: RunningApp;
let page: Page;
let workspaceId = '';
let projectId = '';
let miraId = '';
let ownId = '';
/** A task with dates and a description, made anew for each test, with its page open. */
let taskId = '';
/** Two tasks of the sample that time is tracked on. */
let tracked: { id: string; identifier: string; title: string }[] = [];

const at = async <T = unknown>(path: string, method = 'GET', body?: unknown): Promise<T> =>
  (await service.call(method, path, body)).json();
const task = (id = taskId) => at<TaskRecord>(`/task/${id}`);
const namesOn = async (id = taskId) => (await at<Named[]>(`/label/task/${id}`)).map(({ name }) => name);
const commentsOn = async () => (await at<{ content: string }[]>(`/comment/${taskId}`)).map(({ content }) => content);
const relationsOn = () =>
  at<{ sourceTaskId: string; targetTaskId: string; relationType: string }[]>(`/task-relation/${taskId}`);
const linksOn = async () => (await at<{ url: string }[]>(`/external-link/task/${taskId}`)).map(({ url }) => url);
const allSent = () => untilState(page, ({ outbox }) => outbox.total === 0);
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const did = <N extends Told>(name: N, payload: Payload<N>) => resultOf(page, name, payload);
type Change<C = TaskChange> = C extends unknown ? Omit<C, 'taskId'> : never;
/** Changes the task of the test. */
const changed = (change: Change) => did('tasks.change', { changes: [{ taskId, ...change }] });
const errorOf = <N extends Told>(name: N, payload: Payload<N>) => errorTitleOf(page, name, payload);

const refusal = (status: number) =>
  Response.json({ message: 'Not today.', code: status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST' }, { status });

/** Answers the next such request. Returns how many were answered so. */
function answerOnce(method: string, path: RegExp, answer: () => Interception): () => number {
  let answered = 0;
  service.served.intercept = (request) => {
    if (answered > 0 || request.method !== method || !path.test(new URL(request.url).pathname)) return undefined;
    answered += 1;
    return answer();
  };
  return () => answered;
}

/** Returns how to read what was requested of the service since, except what only reads. */
function recordWrites(): () => string[] {
  const from = service.served.requests.length;
  const isWrite = ({ method }: { method: string }) => method !== 'GET';
  return () =>
    service.served.requests
      .slice(from)
      .filter(isWrite)
      .map(({ method, path }) => `${method} ${path}`);
}

/** Repeats "send now" until nothing waits: a lost answer is searched for first, with a pause before each attempt. */
const sendAll = () =>
  until(
    async () => {
      await sendNow(app, page);
      return untilState(page, () => true);
    },
    ({ outbox }) => outbox.total === 0,
  );

async function newTask(title: string): Promise<string> {
  const fields = { title, description: `See ${DOCUMENTED} first.`, priority: 'low', status: 'to-do', userId: ownId };
  const { id } = await at<TaskRecord>(`/task/${projectId}`, 'POST', { ...fields, dueDate: DUE, startDate: STARTS });
  return id;
}

beforeAll(async () => {
  service = await startService();
  const [workspace] = await at<Named[]>('/workspace');
  workspaceId = workspace?.id ?? '';
  projectId =
    (await at<Named[]>(`/project?workspaceId=${workspaceId}`)).find(({ name }) => name === 'Payments')?.id ?? '';
  miraId = (await at<Named[]>(`/workspace/${workspaceId}/members`)).find(({ name }) => /Mira/.test(name))?.id ?? '';
  ownId = (await at<Named>('/user/me')).id;
  // They run before the app starts, as if another computer had started them.
  for (const { id } of (await service.assigned()).tasks.slice(0, 3))
    await at('/time-entry', 'POST', { taskId: id, startTime: ago(2 * HOUR), description: 'On the laptop' });
  app = await launchApp();
  page = await signIn(app, service);
  await stopClocks(app);
  await app.electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { openedForTests: opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  const { tasks } = await untilState(page, (now) => now.tasks.tasks.length >= 5);
  tracked = tasks.tasks.slice(3, 5);
});
afterAll(async () => {
  await app?.quit();
  await service?.stop();
});
afterEach(() => {
  service.served.intercept = undefined;
});

const opened = () => app.electron.evaluate(() => Reflect.get(globalThis, 'openedForTests') as string[]);
const copied = () => app.electron.evaluate(({ clipboard }) => clipboard.readText());

describe('a task', () => {
  beforeEach(async () => {
    taskId = await newTask('Ask for the card once');
    await did('tasks.open-page', { taskId });
    await app.electron.evaluate(() => void Reflect.get(globalThis, 'openedForTests').splice(0));
  });
  afterEach(async () => {
    await allSent();
    // The service lists at most 100 tasks.
    await service.call('DELETE', `/task/${taskId}`);
  });

  test.each<[what: string, field: keyof TaskRecord, value: () => string | null, change: () => Promise<unknown>]>([
    ['A new title', 'title', () => 'Ask twice', () => changed({ title: 'Ask twice' })],
    ['A move to a column', 'status', () => 'in-review', () => changed({ status: 'in-review' })],
    ['A move out of the board', 'status', () => 'planned', () => changed({ status: 'planned' })],
    ['A priority', 'priority', () => 'high', () => changed({ priority: 'high' })],
    ['No priority', 'priority', () => 'no-priority', () => changed({ priority: 'no-priority' })],
    ['A due date', 'dueDate', () => STARTS, () => changed({ dueDate: STARTS })],
    ['No due date', 'dueDate', () => null, () => changed({ dueDate: null })],
    ['A start date', 'startDate', () => DUE, () => changed({ startDate: DUE })],
    ['No start date', 'startDate', () => null, () => changed({ startDate: null })],
    ['Another assignee', 'userId', () => miraId, () => changed({ userId: miraId })],
    ['No assignee', 'userId', () => null, () => changed({ userId: null })],
    [
      'A description',
      'description',
      () => 'Once is enough.',
      async () => {
        const { text } = await did('tasks.edit-description', { taskId });
        await did('tasks.set-description', { taskId, before: text, description: 'Once is enough.' });
      },
    ],
  ])('%s is at the service, and the old one again after Undo', async (_, field, value, change) => {
    const before = await task();
    const undo = await withUndo(page, change);
    const wanted = { ...before, [field]: value() };
    const shown = ({ title, description, status, priority, dueDate, startDate, userId }: TaskRecord) =>
      JSON.stringify([title, description, status, priority, dueDate, startDate, userId]);
    await until(task, (now) => shown(now) === shown(wanted));
    await undo();
    await until(task, (now) => shown(now) === shown(before));
  });

  test('An unknown person is not assigned', async () => {
    const writes = recordWrites();
    await changed({ userId: 'nobody' });
    await changed({ priority: 'high' });
    await expect.poll(() => task()).toMatchObject({ priority: 'high', userId: ownId });
    await allSent();
    expect(writes()).toEqual([expect.stringContaining('/task/priority/')]);
  });

  test('Labels, existing and new, are added, removed and added again by Undo', async () => {
    const choices = await did('tasks.choices', { taskId });
    expect(choices.labels.map(({ name }) => name)).toContain('bug');
    expect(choices.people.map(({ id }) => id)).toContain(miraId);
    await did('tasks.add-record', { taskId, record: { of: 'labels', name: 'bug' } });
    await until(namesOn, (names) => names.join() === 'bug');
    const undoAdding = await withUndo(page, () =>
      did('tasks.add-record', { taskId, record: { of: 'labels', name: 'never used before' } }),
    );
    await until(namesOn, (names) => names.length === 2);
    await did('tasks.add-record', { taskId, record: { of: 'labels', name: 'bug' } });
    await allSent();
    await did('tasks.open-page', { taskId });
    await expect.poll(async () => (await namesOn()).toSorted()).toEqual(['bug', 'never used before']);
    await undoAdding();
    await until(namesOn, (names) => names.join() === 'bug');
    const { taskPage } = await untilState(page, ({ taskPage: shown }) => shown?.labels?.length === 1);
    const labelId = taskPage?.labels?.[0]?.id ?? '';
    const undoRemoving = await withUndo(page, () => did('tasks.remove-record', { taskId, of: 'labels', id: labelId }));
    await until(namesOn, (names) => names.length === 0);
    await undoRemoving();
    await until(namesOn, (names) => names.join() === 'bug');
    const labels = await at<Named[]>(`/label/workspace/${workspaceId}`);
    expect(labels.some(({ name }) => name === 'bug')).toBe(true);
  });

  test('A menu reads and changes a task whose page is not open, and Undo works', async () => {
    await did('tasks.leave-page', { taskId });
    const choices = () => did('tasks.menu-choices', { taskId });
    const { assignee, people } = await choices();
    expect(assignee?.id).toBe(ownId);
    expect(people.map(({ id }) => id)).toContain(miraId);
    const undoAdding = await withUndo(page, () =>
      did('tasks.add-record', { taskId, record: { of: 'labels', name: 'bug' } }),
    );
    await until(namesOn, (names) => names.length === 1);
    await allSent();
    await expect.poll(async () => (await choices()).taskLabels).toMatchObject([{ name: 'bug', isUnsent: false }]);
    await undoAdding();
    await until(namesOn, (names) => names.length === 0);
    const undoAssigning = await withUndo(page, () => changed({ userId: miraId }));
    await until(task, ({ userId }) => userId === miraId);
    await undoAssigning();
    await until(task, ({ userId }) => userId === ownId);
    expect(await did('tasks.places', { taskId })).toMatchObject({ status: (await task()).status });
  });

  test.each([
    ['subtask', 'subtask', true],
    ['parent', 'subtask', false],
    ['blocks', 'blocks', true],
    ['blocked-by', 'blocks', false],
    ['related', 'related', true],
  ] as const)(
    'A relation of kind %s is added, removed, and added again by Undo',
    async (kind, relationType, isSource) => {
      const otherId = await newTask('The other one');
      const other = { id: otherId, identifier: 'PAY-999', title: 'The other one' };
      const undoAdding = await withUndo(page, () =>
        did('tasks.add-record', { taskId, record: { of: 'relations', other, kind } }),
      );
      const [sourceTaskId, targetTaskId] = isSource ? [taskId, otherId] : [otherId, taskId];
      await expect.poll(relationsOn).toMatchObject([{ sourceTaskId, targetTaskId, relationType }]);
      await allSent();
      await did('tasks.open-page', { taskId });
      await undoAdding();
      await until(relationsOn, ({ length }) => length === 0);
      await allSent();
      await did('tasks.add-record', { taskId, record: { of: 'relations', other, kind } });
      await allSent();
      await did('tasks.open-page', { taskId });
      const { taskPage } = await untilState(page, (now) => now.taskPage?.relations?.[0]?.isUnsent === false);
      const [relation] = taskPage?.relations ?? [];
      expect(relation?.kind).toBe(kind);
      const removal = { taskId, of: 'relations', id: relation?.id ?? '' } as const;
      const undoRemoving = await withUndo(page, () => did('tasks.remove-record', removal));
      await until(relationsOn, ({ length }) => length === 0);
      await undoRemoving();
      await expect.poll(relationsOn).toMatchObject([{ sourceTaskId, targetTaskId, relationType }]);
    },
  );

  test('A link is added, opened, removed, and added again by Undo', async () => {
    const url = 'https://example.com/ticket/7';
    await did('tasks.add-record', { taskId, record: { of: 'links', url, title: 'Ticket 7' } });
    await until(linksOn, (urls) => urls.join() === url);
    await allSent();
    await did('tasks.open-page', { taskId });
    const { taskPage } = await untilState(page, (now) => now.taskPage?.links?.[0]?.isUnsent === false);
    const linkId = taskPage?.links?.[0]?.id ?? '';
    await did('tasks.open-link', { taskId, linkId: 'unknown' });
    await did('tasks.open-link', { taskId, linkId });
    await expect.poll(opened).toEqual([url]);
    const undo = await withUndo(page, () => did('tasks.remove-record', { taskId, of: 'links', id: linkId }));
    await until(linksOn, (urls) => urls.length === 0);
    await undo();
    await until(linksOn, (urls) => urls.join() === url);
  });

  test('A comment is added, changed and deleted; Undo keeps it', async () => {
    await did('tasks.add-comment', { taskId, text: 'First' });
    await until(commentsOn, (texts) => texts.join() === 'First');
    await allSent();
    await did('tasks.open-page', { taskId });
    const commentIn = ({ taskPage }: State) => taskPage?.history.items.find((one) => one.kind === 'comment');
    const commentId = commentIn(await untilState(page, (now) => commentIn(now)?.isUnsent === false))?.id ?? '';
    const undoEditing = await withUndo(page, () => did('tasks.edit-comment', { taskId, commentId, text: 'Second' }));
    await until(commentsOn, (texts) => texts.join() === 'Second');
    await undoEditing();
    await until(commentsOn, (texts) => texts.join() === 'First');
    await allSent();
    const undoRemoving = await withUndo(page, () => did('tasks.remove-comment', { taskId, commentId }));
    await undoRemoving();
    await sendNow(app, page);
    await allSent();
    await expect.poll(commentsOn).toEqual(['First']);
    await did('tasks.remove-comment', { taskId, commentId });
    await sendNow(app, page);
    await until(commentsOn, (texts) => texts.length === 0);
    await allSent();
    const writes = recordWrites();
    await did('tasks.edit-comment', { taskId, commentId: 'unknown', text: 'Third' });
    await did('tasks.remove-comment', { taskId, commentId: 'unknown' });
    await did('tasks.show-earlier', { taskId });
    await sendNow(app, page);
    await allSent();
    expect(writes()).toEqual([]);
  });

  test('A change of several tasks is one request, and one Undo', async () => {
    const dates = () =>
      Promise.all([taskId, ...tracked.map(({ id }) => id)].map(async (id) => (await task(id)).dueDate));
    const before = await dates();
    const changes = [taskId, ...tracked.map(({ id }) => id)].map((id) => ({ taskId: id, dueDate: STARTS }));
    const writes = recordWrites();
    const undo = await withUndo(page, () => did('tasks.change', { changes }));
    await until(dates, (now) => now.every((date) => date === STARTS));
    expect(writes()).toEqual(['PATCH /api/task/bulk']);
    await undo();
    await until(dates, (now) => now.join() === before.join());
  });

  test('A deleted task is kept by Undo, and gone at the service otherwise', async () => {
    const writes = recordWrites();
    const undo = await withUndo(page, () => changed({ isDeleted: true }));
    await undo();
    await sendNow(app, page);
    await allSent();
    await expect.poll(() => task()).toMatchObject({ title: 'Ask for the card once' });
    await changed({ isDeleted: true });
    await changed({ isDeleted: true });
    await sendNow(app, page);
    await until(
      async () => (await service.call('GET', `/task/${taskId}`)).status,
      (status) => status !== 200,
    );
    await allSent();
    expect(writes()).toHaveLength(1);
  });

  const link = { url: 'https://example.com/known', title: 'Known' };

  /** A label, relation, link and comment, at the service and on the page. */
  async function fillPage(): Promise<Record<'label' | 'relation' | 'link' | 'comment', string>> {
    const labels = await at<Named[]>(`/label/workspace/${workspaceId}`);
    const bug = labels.find(({ name }) => name === 'bug')?.id ?? '';
    const label = await at<Named>(`/label/${bug}/task`, 'PUT', { taskId });
    const relation = { sourceTaskId: taskId, targetTaskId: tracked[0]?.id, relationType: 'related' };
    const made = await Promise.all([
      at<Named>('/task-relation', 'POST', relation),
      at<Named>(`/external-link/task/${taskId}`, 'POST', link),
      at<Named>(`/comment/${taskId}`, 'POST', { content: 'Known' }),
    ]);
    await did('tasks.open-page', { taskId });
    await untilState(
      page,
      ({ taskPage }) =>
        [taskPage?.labels, taskPage?.relations, taskPage?.links].every((part) => part?.length === 1) &&
        taskPage?.history.items.some(({ kind }) => kind === 'comment') === true,
    );
    return { label: label.id, relation: made[0].id, link: made[1].id, comment: made[2].id };
  }

  /** Everything about the task, at the service and on the page. */
  async function everything(): Promise<string> {
    const { taskPage } = await untilState(page, (now) => now.taskPage?.task.id === taskId);
    const { title, status, priority, dueDate, startDate } = taskPage?.task ?? {};
    const { assignee, labels, relations, links, unsent } = taskPage ?? {};
    const comments = taskPage?.history.items.filter(({ kind }) => kind === 'comment').map(({ id }) => id);
    return JSON.stringify({
      page: { title, status, priority, dueDate, startDate, assignee, labels, relations, links, comments, unsent },
      service: [await task(), await namesOn(), await relationsOn(), await linksOn(), await commentsOn()],
    });
  }

  const other = () => ({ id: tracked[1]?.id ?? '', identifier: tracked[1]?.identifier ?? '', title: 'Other' });
  type Ids = Awaited<ReturnType<typeof fillPage>>;

  test.each<[toast: RegExp, method: string, path: RegExp, change: (ids: Ids) => Promise<unknown>]>([
    [/stays in To do: .*Not today/i, 'PUT', /task\/status/, () => changed({ status: 'done' })],
    [/^The priority of/, 'PUT', /task\/priority/, () => changed({ priority: 'urgent' })],
    [/^The due date of/, 'PUT', /task\/due-date/, () => changed({ dueDate: null })],
    [/^The start date of/, 'PUT', /task\/[^/]+$/, () => changed({ startDate: null })],
    [/^The assignee of/, 'PUT', /task\/assignee/, () => changed({ userId: null })],
    [
      /^Label “ops” was not added/,
      'PUT',
      /label\/.*\/task/,
      () => did('tasks.add-record', { taskId, record: { of: 'labels', name: 'ops' } }),
    ],
    [
      /keeps its label “bug”/,
      'DELETE',
      /label/,
      ({ label }) => did('tasks.remove-record', { taskId, of: 'labels', id: label }),
    ],
    [
      /is not related to/,
      'POST',
      /task-relation/,
      () => did('tasks.add-record', { taskId, record: { of: 'relations', other: other(), kind: 'blocks' } }),
    ],
    [
      /stays related to/,
      'DELETE',
      /task-relation/,
      ({ relation }) => did('tasks.remove-record', { taskId, of: 'relations', id: relation }),
    ],
    [
      /^The link to https.* was not added/,
      'POST',
      /external-link/,
      () => did('tasks.add-record', { taskId, record: { of: 'links', url: 'https://example.com/refused', title: '' } }),
    ],
    [
      /keeps its link/,
      'DELETE',
      /external-link/,
      (ids) => did('tasks.remove-record', { taskId, of: 'links', id: ids.link }),
    ],
    [
      /^The comment on .* was not deleted/,
      'DELETE',
      /comment/,
      ({ comment }) => did('tasks.remove-comment', { taskId, commentId: comment }),
    ],
    [/was not deleted/, 'DELETE', /task\/[^/]+$/, () => changed({ isDeleted: true })],
  ])('A refused change is taken back, with the reason: %s', async (toast, method, path, change) => {
    const ids = await fillPage();
    const before = await everything();
    const refused = answerOnce(method, path, () => refusal(400));
    await change(ids);
    await sendNow(app, page);
    await untilState(page, (now) => toast.test(now.toast?.text ?? ''));
    expect(refused()).toBe(1);
    await until(everything, (now) => now === before);
  });

  test.each<[what: string, method: string, path: RegExp, status: number, change: (ids: Ids) => Promise<unknown>]>([
    [
      'A label to remove',
      'DELETE',
      /label/,
      404,
      ({ label }) => did('tasks.remove-record', { taskId, of: 'labels', id: label }),
    ],
    [
      'A relation to remove',
      'DELETE',
      /task-relation/,
      404,
      ({ relation }) => did('tasks.remove-record', { taskId, of: 'relations', id: relation }),
    ],
    [
      'A link to remove',
      'DELETE',
      /external-link/,
      404,
      (ids) => did('tasks.remove-record', { taskId, of: 'links', id: ids.link }),
    ],
    ['A task to delete', 'DELETE', /task\/[^/]+$/, 404, () => changed({ isDeleted: true })],
    [
      'A relation to add',
      'POST',
      /task-relation/,
      409,
      () => did('tasks.add-record', { taskId, record: { of: 'relations', other: other(), kind: 'blocks' } }),
    ],
  ])('%s that is already as wanted at the service is not reported', async (_, method, path, status, change) => {
    const ids = await fillPage();
    const answered = answerOnce(method, path, () => refusal(status));
    await change(ids);
    const { toast } = await untilState(page, (now) => now.toast !== null);
    await sendNow(app, page);
    await allSent();
    expect(answered()).toBe(1);
    // It may have disappeared since.
    await expectState(page, (now) => now.toast?.id ?? toast?.id).toBe(toast?.id);
  });

  describe.each(['drop', 'commit-then-drop'] as const)('with a lost answer (%s)', (lost) => {
    test.each<[what: string, path: RegExp, count: () => Promise<number>, change: () => Promise<unknown>]>([
      [
        'A comment',
        /comment/,
        async () => (await commentsOn()).length,
        () => did('tasks.add-comment', { taskId, text: 'Only once' }),
      ],
      [
        'A relation',
        /task-relation/,
        async () => (await relationsOn()).length,
        () => did('tasks.add-record', { taskId, record: { of: 'relations', other: other(), kind: 'blocks' } }),
      ],
      [
        'A link',
        /external-link/,
        async () => (await linksOn()).length,
        () => did('tasks.add-record', { taskId, record: { of: 'links', url: link.url, title: link.title } }),
      ],
      [
        'An entry',
        /time-entry/,
        async () => (await service.entries(taskId)).length,
        () => did('time.add', { taskId, startTime: ago(9 * HOUR), endTime: ago(8.9 * HOUR), note: 'Once' }),
      ],
    ])('%s is at the service once', async (_, path, count, change) => {
      const intercepted = answerOnce('POST', path, () => lost);
      await change();
      await sendAll();
      expect(intercepted()).toBe(1);
      await expect.poll(count).toBe(1);
    });

    test('A label is on the task once', async () => {
      const intercepted = answerOnce('PUT', /label/, () => lost);
      await did('tasks.add-record', { taskId, record: { of: 'labels', name: 'ops' } });
      await sendAll();
      expect(intercepted()).toBe(1);
      await expect.poll(() => namesOn()).toEqual(['ops']);
    });
  });

  test('Text that was refused waits under “Not sent yet”, is copied, sent again or abandoned', async () => {
    answerOnce('POST', /comment/, () => refusal(400));
    await did('tasks.add-comment', { taskId, text: 'A long thought' });
    const needsYou = async () => {
      const { outbox } = await untilState(page, (now) => now.outbox.items[0]?.state === 'needs-you');
      return outbox.items[0]?.id ?? '';
    };
    const itemId = await needsYou();
    await expectState(page, ({ outbox }) => outbox.items[0]?.lastError).toMatch(/Not today/);
    await did('outbox.copy-text', { itemId });
    await expect.poll(copied).toBe('A long thought');
    await did('outbox.send-now', { itemId });
    await until(commentsOn, (texts) => texts.join() === 'A long thought');
    await allSent();

    answerOnce('PUT', /task\/title/, () => refusal(400));
    await changed({ title: 'Refused' });
    await did('outbox.discard', { itemId: await needsYou() });
    await allSent();
    await expectState(page, ({ taskPage }) => taskPage?.task.title).toBe('Ask for the card once');
    await expect.poll(() => task()).toMatchObject({ title: 'Ask for the card once' });
  });

  test('A refused description is offered at the next edit until it is dropped, and Undo brings it back', async () => {
    const before = (await task()).description;
    answerOnce('PUT', /task\/description/, () => refusal(400));
    await did('tasks.set-description', { taskId, before, description: 'Mine' });
    const { toast } = await untilState(page, ({ taskPage }) => /Not today/.test(taskPage?.rejectedDescription ?? ''));
    expect(toast).toBeNull();
    expect(await did('tasks.edit-description', { taskId })).toEqual({ text: before, rejected: 'Mine' });
    const undo = await withUndo(page, () => did('tasks.drop-description', { taskId }));
    expect(await did('tasks.edit-description', { taskId })).toEqual({ text: before, rejected: null });
    await did('tasks.drop-description', { taskId });
    await undo();
    await until(task, ({ description }) => description === 'Mine');
    await allSent();
    expect(await did('tasks.description', { taskId })).toBe('Mine');
  });

  test('A change that the service cannot take now waits and is sent when told to', async () => {
    service.served.intercept = ({ url }) => (/task\/priority/.test(url) ? refusal(500) : undefined);
    await changed({ priority: 'urgent' });
    const { outbox } = await untilState(
      page,
      (now) => (now.outbox.items[0]?.lastError ?? null) !== null && now.outbox.items[0]?.state === 'waiting',
    );
    await expectState(page, ({ taskPage }) => taskPage?.task.priority).toBe('urgent');
    await expect.poll(() => task()).toMatchObject({ priority: 'low' });
    service.served.intercept = undefined;
    const itemId = outbox.items[0]?.id ?? '';
    // The first request may still arrive, so the second one waits for a while.
    await until(
      async () => {
        await advanceClocks(app, 20_000);
        await did('outbox.send-now', { itemId });
        return task();
      },
      ({ priority }) => priority === 'urgent',
    );
    await allSent();
  });

  test('Only addresses in the texts are opened and copied; the task itself opens at the service', async () => {
    await did('tasks.open-url', { taskId, url: DOCUMENTED });
    await did('tasks.copy-url', { taskId, url: DOCUMENTED });
    await expect.poll(copied).toBe(DOCUMENTED);
    for (const name of ['tasks.open-url', 'tasks.copy-url'] as const)
      expect(await errorOf(name, { taskId, url: 'https://example.com/elsewhere' })).toBe(
        'That address cannot be opened',
      );
    await did('tasks.open-in-browser', { taskId });
    await expect
      .poll(opened)
      .toEqual([DOCUMENTED, expect.stringMatching(new RegExp(`^${service.address}.*/task/${taskId}$`))]);
  });

  test('A link to a task is followed here only if the task is readable at this service', async () => {
    const url = `${service.address}/task`;
    expect(await did('tasks.find-linked', { taskId, url })).toEqual({ id: taskId });
    expect(await did('tasks.find-linked', { taskId: 'unknown', url })).toBeNull();
    expect(await did('tasks.find-linked', { taskId, url: 'https://example.com/task' })).toBeNull();
  });

  test.each([200, 404])('A task is found by words of its title, if the search answers %i', async (status) => {
    const title = `Singular words ${status}`;
    const id = await newTask(title);
    const found = await task(id);
    service.served.intercept = ({ url }) => {
      const { pathname } = new URL(url);
      if (status === 404 && pathname === '/api/search') return refusal(404);
      return status === 404 && pathname === '/api/task' ? Response.json([found]) : undefined;
    };
    const hits = await did('tasks.search', { query: title.toLowerCase() });
    expect(hits).toMatchObject([
      { id, title, projectName: 'Payments', identifier: expect.stringMatching(/^PAY-\d+$/) },
    ]);
    expect(await did('tasks.search', { query: 'zyxwvut' })).toEqual([]);
  });

  test('A task that only a search found is tracked', async () => {
    const title = 'Known to the search alone';
    const fields = { title, description: '', priority: 'low', status: 'to-do' };
    const { id } = await at<TaskRecord>(`/task/${projectId}`, 'POST', fields);
    expect(await errorOf('timer.start', { taskId: id })).toBe('That task is no longer in your list');
    await did('tasks.search', { query: title });
    await did('timer.start', { taskId: id });
    await expectState(page, ({ time }) => time.running?.task).toMatchObject({ title, projectId });
    await did('timer.discard', {});
    await sendNow(app, page);
    await service.call('DELETE', `/task/${id}`);
  });

  test('A chosen picture is uploaded and its markdown copied, also late; cancelling does nothing', async () => {
    const path = join(app.dataFolder, 'card.png');
    writeFileSync(path, PICTURE);
    const choose = (filePaths: string[]) =>
      app.electron.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: chosen.length === 0, filePaths: chosen });
      }, filePaths);
    let isDown = false;
    service.served.intercept = ({ url }) => {
      const { pathname } = new URL(url);
      if (pathname === '/api/config') return Response.json({ ...Config.parse({}), hasImageUploads: true });
      if (isDown && pathname.startsWith('/api/task/image-upload/')) return 'drop';
      if (pathname.endsWith('/finalize')) return Response.json({ id: 'a', url: `${service.address}/api/asset/a` });
      if (pathname.startsWith('/api/task/image-upload/'))
        return Response.json({ key: 'k', uploadUrl: `${service.address}/bucket/k`, headers: {} });
      return pathname === '/bucket/k' ? new Response(null, { status: 200 }) : undefined;
    };
    await choose([]);
    expect(await did('tasks.attach-picture', { taskId, identifier: 'PAY-1' })).toBeNull();
    await choose([path]);
    const value = `![card.png](${service.address}/api/asset/a)`;
    expect(await did('tasks.attach-picture', { taskId, identifier: 'PAY-1' })).toEqual({ state: 'done', value });
    await expect.poll(copied).toBe(value);

    await app.electron.evaluate(({ clipboard }) => clipboard.clear());
    isDown = true;
    expect(await did('tasks.attach-picture', { taskId, identifier: 'PAY-1' })).toMatchObject({ state: 'waits' });
    isDown = false;
    const sendAndCopied = () => sendNow(app, page).then(copied);
    await expect.poll(sendAndCopied).toBe(value);
    rmSync(path);
  });

  test('A subtask that no list has is tracked from the page that names it, also after that was left', async () => {
    const title = 'Assigned to nobody';
    const fields = { title, description: '', priority: 'low', status: 'to-do' };
    const { id } = await at<TaskRecord>(`/task/${projectId}`, 'POST', fields);
    expect(await errorOf('timer.start', { taskId: id })).toBe('That task is no longer in your list');
    await at('/task-relation', 'POST', { sourceTaskId: taskId, targetTaskId: id, relationType: 'subtask' });
    await did('tasks.leave-page', { taskId });
    await did('tasks.open-page', { taskId });
    await untilState(page, ({ taskPage }) => taskPage?.relations?.length === 1);
    await did('tasks.leave-page', { taskId });
    await did('timer.start', { taskId: id });
    await expectState(page, ({ time }) => time.running?.task).toMatchObject({
      title,
      projectId,
      projectName: 'Payments',
    });
    await did('timer.discard', {});
    await sendNow(app, page);
    await service.call('DELETE', `/task/${id}`);
  });

  test('A task whose page was left cannot be changed, and the list says when it was read', async () => {
    await did('tasks.leave-page', { taskId });
    await expectState(page, ({ taskPage }) => taskPage).toBeNull();
    expect(await errorOf('tasks.change', { changes: [{ taskId, title: 'Too late' }] })).toBe(
      'That task is no longer open',
    );
    await did('tasks.show-earlier', { taskId });
    await did('tasks.leave-page', { taskId });
    const before = await did('tasks.fetched-at', {});
    await advanceClocks(app, MINUTE);
    await did('tasks.refresh', {});
    await until(
      () => did('tasks.fetched-at', {}),
      (now) => now !== null && now !== before,
    );
    expect(await errorOf('tasks.open-page', { taskId: 'unknown' })).toBe('It is no longer there');
  });
});

describe('time', () => {
  const entriesOf = (which: 0 | 1 | 2) => service.entries(tracked[which]?.id ?? '');
  /** The service has other milliseconds, by which the app recognises its entries. */
  const second = (instant?: string | null) => instant && `${instant.slice(0, 19)}.000Z`;
  const spans = async (which: 0 | 1 | 2) =>
    (await entriesOf(which))
      .filter(({ startTime, endTime }) => startTime !== endTime)
      .map(({ startTime, endTime, description }) => [second(startTime), second(endTime), description ?? '']);
  const idOf = (which: 0 | 1 | 2) => tracked[which]?.id ?? '';
  const expectRunning = () => expectState(page, ({ time }) => time.running);
  const untilSpans = (which: 0 | 1 | 2, wanted: unknown[]) =>
    until(
      async () => {
        await sendNow(app, page);
        return spans(which);
      },
      (now) => JSON.stringify(now.toSorted()) === JSON.stringify(wanted.toSorted()).replaceAll(/\.\d{3}Z/g, '.000Z'),
    );

  /** Two tasks without any time, and the time of day that their entries begin at. */
  const noon = new Date(Date.now() - 26 * HOUR).setMinutes(0, 0, 0);
  const time = (minutes: number) => new Date(noon + minutes * MINUTE).toISOString();
  const dayOf = (instant: string) => new Date(instant).toLocaleDateString('sv');

  beforeEach(async () => {
    const ids = [await newTask('Tracked one'), await newTask('Tracked two'), await newTask('Tracked three')];
    await did('tasks.refresh', {});
    const { tasks } = await untilState(page, (now) => ids.every((id) => now.tasks.tasks.some((one) => one.id === id)));
    tracked = ids.flatMap((id) => tasks.tasks.filter((one) => one.id === id));
  });

  /** Adds an entry on the first task and returns its id. */
  async function add(from: number, to: number, note = ''): Promise<string> {
    await did('time.add', { taskId: idOf(0), startTime: time(from), endTime: time(to), note });
    const { entries } = await did('time.day', { day: dayOf(time(from)) });
    const found = entries.find(({ task: of, startTime }) => of.taskId === idOf(0) && startTime === time(from));
    return found?.id ?? '';
  }

  test('Timers of another computer are continued, completed or left', async () => {
    const { remoteTimers } = await untilState(page, (now) => now.remoteTimers.length === 3);
    const [adopted, completed, left] = remoteTimers;
    await did('remote-timer.leave', { serverId: left?.serverId ?? '' });
    const end = ago(HOUR);
    await did('remote-timer.complete', { serverId: completed?.serverId ?? '', endTime: end });
    await did('remote-timer.adopt', { serverId: adopted?.serverId ?? '' });
    await expectState(page, (now) => now.remoteTimers).toEqual([]);
    await expectRunning().toMatchObject({ startTime: adopted?.startTime, note: 'On the laptop' });
    await sendNow(app, page);
    await until(
      () => service.entries(completed?.task.taskId ?? ''),
      ([entry]) => entry?.endTime === end,
    );
    await expect.poll(() => service.entries(left?.task.taskId ?? '')).toMatchObject([{ endTime: null }]);
    expect(await errorOf('remote-timer.adopt', { serverId: 'unknown' })).toBe('That timer is gone');
    await did('timer.discard', {});
    await sendNow(app, page);
  });

  test('A timer is started in the past, moved, annotated and stopped, and arrives as one entry', async () => {
    const [start, moved, end] = [ago(50 * MINUTE), ago(40 * MINUTE), ago(10 * MINUTE)];
    await did('timer.start', { taskId: idOf(0), startTime: start });
    await expectRunning().toMatchObject({ startTime: start });
    await did('timer.set-start', { startTime: moved });
    await did('timer.set-note', { note: 'Read it' });
    await did('timer.stop', { endTime: end });
    await expectRunning().toBeNull();
    await untilSpans(0, [[moved, end, 'Read it']]);
    const entryIn = (now: State) => now.time.today.find(({ task: of }) => of.taskId === idOf(0));
    const entryId = entryIn(await untilState(page, (now) => entryIn(now) !== undefined))?.id ?? '';
    await did('time.continue', { entryId });
    await expectRunning().toMatchObject({ note: 'Read it', task: { taskId: idOf(0) } });
    await did('timer.discard', {});
    await sendNow(app, page);
    await expectRunning().toBeNull();
    await allSent();
    await expect.poll(() => spans(0)).toHaveLength(1);
  });

  test('An entry is added, changed, split, moved to another task and deleted', async () => {
    const entryId = await add(0, 60, 'Written later');
    await untilSpans(0, [[time(0), time(60), 'Written later']]);
    await did('time.edit', { entryId, startTime: time(10), endTime: time(50), note: 'Shorter' });
    await untilSpans(0, [[time(10), time(50), 'Shorter']]);
    await did('time.split', { entryId, at: time(30) });
    const halves = [
      [time(10), time(30), 'Shorter'],
      [time(30), time(50), 'Shorter'],
    ];
    await untilSpans(0, halves);
    await did('time.edit', { entryId, startTime: time(10), endTime: time(30), note: 'Shorter', taskId: idOf(1) });
    await untilSpans(0, halves.slice(1));
    await untilSpans(1, halves.slice(0, 1));
    await did('time.move', { fromTaskId: idOf(1), taskId: idOf(2) });
    await untilSpans(2, halves.slice(0, 1));
    await untilSpans(1, []);
    const { entries } = await did('time.day', { day: dayOf(time(10)) });
    for (const { id } of entries.filter(({ task: of }) => [idOf(0), idOf(2)].includes(of.taskId)))
      await did('time.delete', { entryIds: [id] });
    await untilSpans(0, []);
    await untilSpans(2, []);
  });

  test('The overlap with another entry is trimmed', async () => {
    const entryId = await add(100, 160);
    const otherId = await add(120, 140);
    await did('time.trim', { entryId, otherId });
    await untilSpans(0, [
      [time(100), time(120), ''],
      [time(120), time(140), ''],
      [time(140), time(160), ''],
    ]);
  });

  test('Impossible times and entries are refused, with the reason', async () => {
    const entryId = await add(200, 230);
    const span = { startTime: time(200), endTime: time(230), note: '' };
    const future = new Date(Date.now() + 48 * HOUR).toISOString();
    const taskOf = { taskId: idOf(0), note: '' };
    const errors = [
      await errorOf('timer.stop', {}),
      await errorOf('timer.discard', {}),
      await errorOf('timer.start', { taskId: 'unknown' }),
      await errorOf('time.add', { ...taskOf, startTime: time(0), endTime: future }),
      await errorOf('time.add', { ...taskOf, startTime: time(1), endTime: time(0) }),
      await errorOf('time.add', { ...taskOf, startTime: time(-13 * 60), endTime: time(0) }),
      await errorOf('time.edit', { ...span, entryId: 'unknown' }),
      await errorOf('time.edit', { ...span, entryId, endTime: null }),
      await errorOf('time.split', { entryId, at: time(231) }),
      await errorOf('time.trim', { entryId, otherId: entryId }),
    ];
    expect(errors).toEqual([
      'No timer is running',
      'No timer is running',
      'That task is no longer in your list',
      'That time is in the future',
      'It would end before it starts',
      expect.stringMatching(/^Really 13:00 hours/),
      'That entry is gone',
      'A completed entry cannot run again',
      'That is not within the entry',
      'They no longer overlap',
    ]);
    await untilSpans(0, [[time(200), time(230), '']]);
    await did('time.add', { ...taskOf, startTime: time(-13 * 60), endTime: time(0), allowLong: true });
    await untilSpans(0, [
      [time(200), time(230), ''],
      [time(-13 * 60), time(0), ''],
    ]);
  });

  test('The entries of some days are exported to the chosen file, and to none if cancelled', async () => {
    await add(300, 390, 'For the invoice');
    const path = join(app.dataFolder, 'time.csv');
    const choose = (filePath: string) =>
      app.electron.evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = async () => ({ canceled: chosen === '', filePath: chosen });
      }, filePath);
    const days = { from: dayOf(time(300)), to: dayOf(time(390)) };
    await choose('');
    expect(await did('time.export', days)).toBeNull();
    await choose(path);
    expect(await did('time.export', days)).toBe(path);
    expect(readFileSync(path, 'utf8')).toMatch(
      /^\uFEFFStart,End,[\s\S]*,1:30:00,1.5000,PAY-\d+,Tracked one,Payments,For the invoice\r\n/,
    );
    rmSync(path);
    await untilSpans(0, [[time(300), time(390), 'For the invoice']]);
  });

  test('Rules for time are saved to the chosen file, restored from it, and this is undone', async () => {
    const path = join(app.dataFolder, 'rules.json');
    await app.electron.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    }, path);
    const expectDaysOff = () => expectState(page, ({ timeRules }) => timeRules.daysOff);
    await did('time-rules.set-days-off', { from: '2026-12-25', to: '2026-12-25', name: 'Christmas' });
    expect(await did('time-rules.back-up', {})).toBe(path);
    await did('time-rules.set-days-off', { from: '2026-12-25', to: '2026-12-25', name: null });
    const undo = await withUndo(page, () => did('time-rules.restore', {}));
    await expectDaysOff().toEqual({ '2026-12-25': 'Christmas' });
    await undo();
    await expectDaysOff().toEqual({});
    rmSync(path);
    expect(await errorOf('time-rules.restore', {})).toBe('The file cannot be read');
  });

  test('A week is read as sums, typed over and closed; then Punchcard asks before an entry in it is changed', async () => {
    const monday = new Date();
    monday.setDate(monday.getDate() - 3);
    const ten = (monday.setHours(10, 0, 0, 0) - noon) / MINUTE;
    const day = dayOf(time(ten));
    monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7));
    const weekStart = monday.toLocaleDateString('sv');
    const cell = { day, taskId: idOf(0) };
    const cellOf = async () => {
      const { cells, tasks } = await did('timesheet.read', { from: day, to: day });
      expect(tasks.find(({ task }) => task.taskId === idOf(0))?.task).toMatchObject({
        projectId,
        title: 'Tracked one',
      });
      return cells.find((one) => one.taskId === idOf(0));
    };
    const entryId = await add(ten, ten + 60);
    await expect.poll(cellOf).toEqual({ ...cell, ms: HOUR, entries: 1 });
    await did('timesheet.edit-cell', { ...cell, ms: 45 * MINUTE });
    await untilSpans(0, [[time(ten), time(ten + 45), '']]);
    expect((await did('week.review', { weekStart })).isRunning).toBe(false);
    await did('week.close', { weekStart });
    await expectState(page, ({ timeRules }) => timeRules.closedWeeks).toMatchObject([{ weekStart }]);
    expect(await errorOf('time.delete', { entryIds: [entryId] })).toMatch(/^Week \d+ is closed$/);
    expect(await errorOf('timesheet.edit-cell', { ...cell, ms: 0 })).toMatch(/^Week \d+ is closed$/);
    await did('timesheet.edit-cell', { ...cell, ms: 50 * MINUTE, allowClosed: true });
    await untilSpans(0, [[time(ten), time(ten + 50), '']]);
    expect(await did('week.compare', { weekStart })).toMatchObject([{ ...cell, wasMs: 45 * MINUTE, ms: 50 * MINUTE }]);
    await did('week.reopen', { weekStart });
    await expectState(page, ({ timeRules }) => timeRules.closedWeeks).toEqual([]);
  });

  test('A refused entry is moved to another task and sent there, or stays here only', async () => {
    const needsYou = async () => {
      await sendNow(app, page);
      const { outbox } = await untilState(page, (now) => now.outbox.items.some((item) => item.state === 'needs-you'));
      return outbox.items.find((item) => item.state === 'needs-you')?.id ?? '';
    };
    answerOnce('POST', /time-entry/, () => refusal(400));
    await add(400, 430, 'Elsewhere');
    await did('outbox.change-task', { itemId: await needsYou(), taskId: idOf(1) });
    await untilSpans(1, [[time(400), time(430), 'Elsewhere']]);

    answerOnce('POST', /time-entry/, () => refusal(404));
    await add(440, 450, 'Only here');
    await did('outbox.discard', { itemId: await needsYou() });
    await allSent();
    const { entries } = await did('time.day', { day: dayOf(time(440)) });
    expect(entries.find(({ note }) => note === 'Only here')?.sync).toBe('needs-you');
    await expect.poll(() => spans(0)).toEqual([]);
  });

  test('Answers to questions that are not open do nothing', async () => {
    const today = ({ time }: State) => JSON.stringify(time.today);
    const before = today(await untilState(page, ({ outbox }) => outbox.total === 0));
    expect(await errorOf('away-time.answer', { id: 'unknown', answer: 'discard' })).toBe('That is already settled');
    for (const answer of ['yes', 'stop'] as const) await did('still-working.answer', { answer });
    for (const answer of ['go-on', 'leave'] as const) await did('stopped-timer.answer', { answer });
    await did('link.answer', { id: 99, choice: 0 });
    await did('outbox.change-task', { itemId: '99999', taskId: idOf(0) });
    await did('outbox.copy-text', { itemId: '99999' });
    await did('outbox.transfer', { accountId: 'unknown' });
    expect(await errorOf('undo.undo', { undoId: -1 })).toBe('Too late to undo');
    await expectRunning().toBeNull();
    await expectState(page, today).toBe(before);
  });

  test('“Still working?” lets the timer go on, or stops it when it was asked', async () => {
    await did('timer.start', { taskId: idOf(0), startTime: ago(5 * HOUR) });
    await untilState(page, ({ stillWorking }) => stillWorking !== null);
    await did('still-working.answer', { answer: 'yes' });
    await expectState(page, ({ stillWorking }) => stillWorking).toBeNull();
    await expectRunning().toMatchObject({ task: { taskId: idOf(0) } });
    await did('timer.discard', {});
    await did('timer.start', { taskId: idOf(1), startTime: ago(5 * HOUR) });
    await untilState(page, ({ stillWorking }) => stillWorking !== null);
    await did('still-working.answer', { answer: 'stop' });
    await expectRunning().toBeNull();
    await expectState(page, ({ stillWorking }) => stillWorking).toBeNull();
  });

  test('Time asleep becomes an entry of its own, on another task', async () => {
    await did('timer.start', { taskId: idOf(0), startTime: ago(MINUTE) });
    await app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'));
    await advanceClocks(app, HOUR);
    await app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'));
    const { away } = await untilState(page, (now) => now.away !== null);
    await did('away-time.answer', { id: away?.question.id ?? '', answer: 'split', taskId: idOf(1) });
    await expectState(page, (now) => now.away).toBeNull();
    await expectState(page, (now) => now.time.today.filter(({ task: of }) => of.taskId === idOf(1))).toHaveLength(1);
    await expectRunning().toMatchObject({ task: { taskId: idOf(0) } });
    await did('timer.discard', {});
  });
});
