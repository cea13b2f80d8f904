/**
 * The property: an event of account A changes no slice of account B. All features are created and connected as in the app; only windows,
 * tray, keychain and network are replaced. Both servers give the same ids. While B is in front, every slice of the state is B's, but for
 * what lists of all accounts have of A.
 */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createCommands } from '../../../electron/app/commands.ts';
import { connectFeatures } from '../../../electron/app/connect-features.ts';
import type { AppParts, BaseParts, MainParts } from '../../../electron/app/context.ts';
import { createUnreadable } from '../../../electron/app/diagnostics.ts';
import { createFeatures } from '../../../electron/app/features.ts';
import { createNewTasks } from '../../../electron/app/new-tasks.ts';
import { findAtServices } from '../../../electron/app/open-accounts.ts';
import { createRevisions } from '../../../electron/app/revisions.ts';
import { setUpSession } from '../../../electron/app/session.ts';
import { setUpState } from '../../../electron/app/state.ts';
import { createToasts } from '../../../electron/app/toasts.ts';
import { createAccountStore } from '../../../electron/features/account/account-store.ts';
import { unsentText } from '../../../electron/features/outbox/outbox-view.ts';
import { taskPageSource } from '../../../electron/features/tasks/task-page.ts';
import { createUndo } from '../../../electron/outbox/undo.ts';
import type { OutboxItem } from '../../../electron/outbox/write-kind.ts';
import { ServiceError } from '../../../electron/service/errors.ts';
import type { SocketOptions } from '../../../electron/service/realtime.ts';
import { openDatabase, transaction } from '../../../electron/store/database.ts';
import { createSettings } from '../../../electron/store/settings.ts';
import type { NavigationTarget, Settings, State } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { KeychainReply, KeychainRequest } from '../../../shared/keychain-worker.ts';
import { createChance } from '../../hostile/chance.ts';
import { createHostileServer } from '../../hostile/server.ts';
import { cases } from '../../properties.ts';
import { eventually } from '../../until.ts';
import { testContext } from '../features/context.ts';

const NOW = Date.UTC(2026, 10, 18, 9);
const MINUTE = 60_000;

const outside = vi.hoisted(() => ({
  send: (_request: Request): Promise<Response> => Promise.reject(new Error('nowhere')),
  sockets: new Set<SocketOptions>(),
  notices: [] as string[],
  texts: [] as string[],
  isLocked: false,
}));
vi.mock('../../../electron/desktop/system/transport.ts', () => ({
  createTransport: () => (url: string, init: RequestInit) => outside.send(new Request(url, init)),
}));
vi.mock('../../../electron/service/realtime.ts', async (actual) => ({
  ...(await actual<object>()),
  openSocket(socket: SocketOptions) {
    outside.sockets.add(socket);
    return { close: () => void outside.sockets.delete(socket) };
  },
}));
vi.mock('../../../electron/desktop/system/keychain-process.ts', () => ({
  startKeychainProcess() {
    const kept = new Map<string, string>();
    let tell = (_reply: KeychainReply): void => undefined;
    return {
      post(request: KeychainRequest) {
        if (request.op === 'set') kept.set(request.account, request.secret);
        const value = request.op === 'get' ? (kept.get(request.account) ?? null) : request.op === 'delete' || null;
        const { id } = request;
        queueMicrotask(() =>
          tell(outside.isLocked ? { id, ok: false, why: 'locked', detail: '' } : { id, ok: true, value }),
        );
      },
      onMessage: (listener: typeof tell) => {
        tell = listener;
      },
      onExit: () => undefined,
      kill: () => undefined,
    };
  },
}));
vi.mock('../../../electron/desktop/notifications/notifications.ts', () => ({
  createNotifications: () => ({
    show: async ({ id, replaces, body }: { id: string; replaces?: string; body: string }) => {
      outside.texts.push(body);
      outside.notices = [...outside.notices.filter((one) => one !== id && one !== replaces), id];
      return true;
    },
    close(id: string) {
      outside.notices = outside.notices.filter((one) => one !== id);
    },
    isInhibited: async () => false,
    hasButtons: async () => true,
  }),
}));
vi.mock('electron', () => ({ app: {}, net: { isOnline: () => true }, protocol: {}, Notification: class {} }));
vi.mock('../../../electron/desktop/windows/app-protocol.ts', () => ({
  pageOf: () => null,
  servePictures: () => undefined,
  serveReportPreview: () => undefined,
}));

/** A part of the desktop, which does nothing. */
const nothing = (): never =>
  new Proxy(() => undefined, {
    get: (_, name) => (name === 'then' || name === Symbol.toPrimitive ? undefined : nothing()),
  }) as never;

async function openApp() {
  const clock = { ms: NOW };
  const now = () => clock.ms;
  const { database } = openDatabase(':memory:', new Date(NOW));
  const invalidate = () => undefined;
  const toasts = createToasts(now, invalidate);
  const revisions = createRevisions(invalidate);
  const accounts = { each: () => features.each(), inFront: () => features.inFront() };
  // What a list of both accounts has of A is not B's.
  const unreadable = createUnreadable(invalidate, accounts, () => false);
  const featureContext = {
    ...testContext(database, now),
    changeSettings(changed: Partial<Settings>): void {
      if (database.isTransaction) throw new Error('Those who hear of new settings could not begin a transaction');
      settings.change(changed);
    },
    readAgain: revisions.readAgain,
    showToast: toasts.show,
    clearToast: toasts.clear,
    undo: createUndo(now, invalidate, (id) => features.account.accounts.together(id)),
  };
  const { settings } = featureContext;
  const on = () => undefined;
  const popover = { ...(nothing() as object), isVisible: () => true, post: on, show: on, changed: on };
  const askedFor: string[] = [];
  const shownViews: NavigationTarget[] = [];
  const base = {
    ...{ featureContext, toasts, revisions, unreadable, popover, out: '/', build: '' },
    context: { ...featureContext, dataFolder: '/nowhere' },
    electron: { version: '1', systemLocale: () => 'en', power: nothing },
    settings: { on, language: () => 'en', change: settings.change },
    requestedViews: { show: (view: NavigationTarget) => void shownViews.push(view), view: () => [] },
    statePublisher: { invalidate, invalidateAll: on },
    act: (work: () => void) => work(),
    integration: nothing(),
    windows: nothing(),
    newTasks: nothing(),
  } as unknown as MainParts;
  const features = createFeatures(base);
  const main = { ...base, features };
  const { publisher } = setUpState(main);
  connectFeatures({
    ...main,
    snapshot: nothing(),
    session: setUpSession(main),
    resume: nothing(),
  } as unknown as AppParts);
  const time = { now: () => clock.ms - NOW, later: () => undefined, spend: async () => undefined };
  const serve = (name: string, seed: number) => {
    const chance = createChance(seed);
    return createHostileServer({ name, isCounting: true, email: 'ada@example.org', chance, time, from: NOW });
  };
  const servers = { a: await serve('a', 1), b: await serve('b', 2) };
  let requests = 0;
  outside.send = async (request) => {
    requests += 1;
    askedFor.push(request.url);
    try {
      const host = new URL(request.url).host;
      const delivery = await (host === 'a.example' ? servers.a : servers.b).receive(request);
      if ('response' in delivery && delivery.is === 'answer') return delivery.response;
      throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    } finally {
      requests -= 1;
    }
  };
  /** Until no request of any account is in progress. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 10; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (requests > 0) quiet = 0;
    }
  }
  async function signIn(host: 'a' | 'b'): Promise<string> {
    const credential = servers[host].people[0].token;
    const server = { baseUrl: `https://${host}.example/api`, clientId: 'service-cli', webUrl: null };
    await features.account.accounts.signIn({ kind: 'device', ...server, credential });
    await settle();
    return features.inFront().accountId ?? '';
  }
  async function close(): Promise<void> {
    for (const part of features.allParts()) part.stop();
    await settle();
    features.account.keychain.close();
    publisher.stop();
    database.close();
    for (const server of Object.values(servers)) server.close();
  }
  return {
    database,
    settings,
    undo: featureContext.undo,
    askedFor,
    shownViews,
    features,
    servers,
    settle,
    signIn,
    close,
    read: publisher.read,
    run: createCommands({ ...main, readState: publisher.read }).run,
  };
}

type App = Awaited<ReturnType<typeof openApp>>;

/** The tables with rows of an account. */
const TABLES = `SELECT tables.name AS name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
  WHERE tables.type = 'table' AND columns.name = 'account_id'`;

/** Everything that is B's. Some slices are about the account in front. */
function slicesOf(accountId: string, isInFront: boolean, { features, database, read }: App) {
  const { app: _, system: __, shortcuts: ___, toast: ____, revisions: _____, ...state } = read();
  /** Alone, an account does not mark its tasks. */
  const own = <T extends { accountId?: string | undefined }>(list: readonly T[]) =>
    list.map((one) => ({ ...one, accountId: one.accountId ?? accountId })).filter((one) => one.accountId === accountId);
  const ownTime = <T extends { task: { accountId?: string | undefined } }>(list: readonly T[]) =>
    list.filter(({ task }) => own([task]).length > 0).map((one) => ({ ...one, task: own([one.task]) }));
  const rows = (table: string) =>
    database.prepare(`SELECT * FROM ${table} WHERE account_id = ? ORDER BY 1, 2`).all(accountId);
  const tables = database.prepare(TABLES).all();
  expect(tables.length).toBeGreaterThan(15);
  const items = features.outbox.list(accountId).map(({ id }) => String(id));
  return structuredClone({
    ...(isInFront && {
      ...(state as Omit<State, 'app' | 'system' | 'shortcuts' | 'toast' | 'revisions'>),
      board: { ...state.board, accountId },
      // The timesheet is that of both.
      unreadableRecords: { ...state.unreadableRecords, time: null },
      taskPage: state.taskPage && { ...state.taskPage, task: { ...state.taskPage.task, accountId } },
    }),
    accounts: state.accounts.filter(({ id }) => id === accountId),
    tasks: { ...(isInFront && state.tasks), total: 0, tasks: own(state.tasks.tasks) },
    outbox: state.outbox.items.filter(({ id }) => items.includes(id)),
    time: { running: state.time.running, today: ownTime(state.time.today), recent: own(state.time.recent) },
    remoteTimers: ownTime(state.remoteTimers),
    unreadTasks: features.of(accountId).server.inbox.unreadTasks(),
    unreadNotifications: features.of(accountId).server.inbox.unread(),
    isStopped: features.outbox.isStopped(accountId),
    stored: Object.fromEntries(tables.map(({ name }) => [name, rows(String(name))])),
  });
}

const TASKS = 3;
const which = fc.nat({ max: TASKS - 1 });
const events = fc.oneof(
  fc.record({ do: fc.constant('read' as const), malice: fc.constantFrom(0, 0.5, 0.9) }),
  fc.record({ do: fc.constant('renamed' as const), task: which }),
  fc.record({ do: fc.constant('deleted' as const), task: which }),
  fc.record({
    do: fc.constant('told' as const),
    task: fc.option(which),
    type: fc.constantFrom('TASK_UPDATED', 'TASK_DELETED', 'NOTIFICATION_CREATED', 'COMMENT_UPDATED'),
  }),
  fc.record({ do: fc.constant('change' as const), task: which, priority: fc.constantFrom('low', 'urgent') }),
  fc.record({ do: fc.constantFrom('page' as const, 'comment' as const), task: which }),
  fc.record({ do: fc.constant('track' as const), task: which, minutes: fc.integer({ min: 1, max: 90 }) }),
  fc.record({
    do: fc.constantFrom(
      'created' as const,
      'board' as const,
      'project' as const,
      'send' as const,
      'try-now' as const,
      'discard' as const,
      'revoke' as const,
      'leave' as const,
      'recovered' as const,
    ),
  }),
);

type Event = typeof events extends fc.Arbitrary<infer E> ? E : never;

/** Of B: an open board and page, an entry, an unsent change, and a notification that is read. */
async function prepare({ features, servers, settle, database }: App, b: string): Promise<void> {
  const { account, tasks, boards, server } = features.of(b);
  const [first] = servers.b.assigned;
  const taskId = first?.taskId ?? '';
  const current = account.required();
  await account.read((client) => tasks.taskPage.open(taskPageSource(current, client), taskId));
  await boards.open(servers.b.projectId);
  await account.read(() => server.inbox.read());
  tasks.taskEdits.handlers['tasks.change']({ changes: [{ taskId, priority: 'high' }] });
  const span = { start: NOW - 60 * MINUTE, end: NOW - 30 * MINUTE, note: 'B' };
  features.time.edit.add(b, tasks.taskToTrack(taskId), span, {});
  await settle();
  // It is compressed before it is stored.
  const kept = database.prepare('SELECT 1 FROM board_cache WHERE account_id = ?');
  await eventually(() => expect(kept.get(b)).toBeDefined());
}

async function happen({ features, servers, run }: App, a: string, event: Event): Promise<void> {
  const { account, tasks, parts, boards, quickAdd } = features.of(a);
  const { projectId } = servers.a;
  const { outbox } = features;
  const idOf = (task: number | null) => (task === null ? null : (servers.a.assigned[task]?.taskId ?? null));
  /** At the server, by somebody else. */
  async function elsewhere(method: string, path: string, body?: object): Promise<void> {
    servers.a.setMalice(0);
    const headers = { Authorization: `Bearer ${servers.a.people[0].token}`, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    await servers.a.receive(new Request(`https://a.example/api${path}`, init));
  }
  switch (event.do) {
    case 'read':
      servers.a.setMalice(event.malice);
      for (const part of parts) part.refreshIfStale?.();
      return void (await tasks.assigned.refresh(true));
    case 'renamed':
      await elsewhere('PUT', `/task/title/${idOf(event.task)}`, { title: 'Renamed' });
      return void (await tasks.assigned.refresh(true));
    case 'deleted':
      await elsewhere('DELETE', `/task/${idOf(event.task)}`);
      return void (await tasks.assigned.refresh(true));
    case 'told':
      for (const { baseUrl, onOpen, onEvent } of [...outside.sockets].filter((one) => one.baseUrl.includes('//a.'))) {
        expect(baseUrl).toBe('https://a.example/api');
        onOpen();
        onEvent({ type: event.type, projectId: servers.a.projectId, taskId: idOf(event.task) });
      }
      return;
    case 'change':
      tasks.taskEdits.handlers['tasks.change']({
        changes: [{ taskId: idOf(event.task) ?? '', priority: event.priority }],
      });
      return;
    case 'page':
    case 'comment': {
      const taskId = idOf(event.task) ?? '';
      await account.read((client) => tasks.taskPage.open(taskPageSource(account.required(), client), taskId));
      if (event.do === 'comment') tasks.taskEdits.handlers['tasks.add-comment']({ taskId, text: 'A' });
      return;
    }
    case 'created': {
      const task = { projectId, projectSlug: 'PAY', title: 'New', description: '', status: 'to-do', labels: [] };
      quickAdd.createTasks([{ ...task, priority: 'medium' }], { startTimer: false });
      return;
    }
    case 'board':
      return boards.open(projectId);
    case 'project':
      // Answers once it is sent, which a later event may prevent.
      void run('project.set-archived', { projectId, projectName: 'A', accountId: a, isArchived: true }).catch(
        () => undefined,
      );
      return;
    case 'track': {
      const span = { start: NOW - 2 * event.minutes * MINUTE, end: NOW - event.minutes * MINUTE, note: '' };
      features.time.edit.add(a, tasks.taskToTrack(idOf(event.task) ?? ''), span, {});
      return;
    }
    case 'send':
      outbox.flush(a);
      return outbox.idle(a);
    case 'try-now':
      return outbox.tryNow(a);
    case 'discard':
      return outbox.removeAll(a);
    case 'revoke':
      servers.a.setMalice(0.9);
      return void (await account.isCredentialDead());
    case 'recovered':
      servers.a.setMalice(0);
      return account.emit('recovered');
    default:
      return account.signOut();
  }
}

test('an event of account A changes no slice of account B', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(events, { minLength: 1, maxLength: 12 }), fc.boolean(), async (history, isInFront) => {
      const app = await openApp();
      const a = await app.signIn('a');
      const b = await app.signIn('b');
      if (!isInFront) app.features.account.accounts.putInFront(a);
      await prepare(app, b);
      const before = slicesOf(b, isInFront, app);
      for (const event of history) {
        await happen(app, a, event).catch((error: unknown) => {
          if (!(error instanceof AppError || error instanceof ServiceError)) throw error;
        });
        await app.settle();
        expect(slicesOf(b, isInFront, app), JSON.stringify(event)).toEqual(before);
      }
      await app.close();
    }),
    { numRuns: cases(30) },
  );
});

test.each([
  ['task', false],
  ['task', true],
  ['entry', false],
  ['entry', true],
] as const)(
  'signing out takes away the toast about its %s, and leaves that of another with its undo (keychain locked: %s)',
  async (what, isLocked) => {
    for (const of of ['a', 'b'] as const) {
      const app = await openApp();
      const { features, servers, read } = app;
      const ids = { a: await app.signIn('a'), b: await app.signIn('b') };
      const { tasks } = features.of(ids[of]);
      const taskId = servers[of].assigned[0]?.taskId ?? '';
      const span = { start: NOW - 2 * MINUTE, end: NOW - MINUTE, note: '' };
      // Time is filed under the first account, whichever task it is on.
      if (what === 'entry')
        features.time.edit.add(ids.a, { ...tasks.taskToTrack(taskId), accountId: ids[of] }, span, {});
      else tasks.taskEdits.handlers['tasks.change']({ changes: [{ taskId, priority: 'high' }] });
      const { undoId } = read().toast?.undo ?? {};
      expect(undoId).toBeDefined();
      outside.isLocked = isLocked;
      const signedOut = features.of(ids.a).account.signOut();
      if (isLocked) await expect(signedOut).rejects.toMatchObject({ view: { kind: 'keychain' } });
      else await signedOut;
      outside.isLocked = false;
      if (of === 'a') expect(read().toast).toBeNull();
      else {
        expect(read().toast?.undo?.undoId).toBe(undoId);
        const undone = app.undo.undo(ids.b, undoId);
        expect([undone?.undoId, undone?.obstacle]).toEqual([undoId, undefined]);
      }
      await app.close();
    }
  },
);

/** Both accounts, of which B is in front, and a task that has the same id at both servers. */
async function bothOpen() {
  const app = await openApp();
  const [a, b] = [await app.signIn('a'), await app.signIn('b')];
  const taskId = app.servers.a.assigned[0]?.taskId ?? '';
  expect(app.servers.b.assigned.map((one) => one.taskId)).toContain(taskId);
  return { ...app, a, b, taskId };
}

test('a timer runs in the account of its task, and another account that deletes its own task says nothing of it', async () => {
  const { features, servers, a, b, taskId, read, settle, close } = await bothOpen();
  features.time.start({ taskId, accountId: a });
  expect(features.time.running()?.accountId).toBe(a);
  features.time.start({ taskId, accountId: b });
  const headers = { Authorization: `Bearer ${servers.a.people[0].token}` };
  await servers.a.receive(new Request(`https://a.example/api/task/${taskId}`, { method: 'DELETE', headers }));
  await features.of(a).tasks.assigned.refresh(true);
  await settle();
  features.time.taskGone({ taskId, accountId: a });
  expect([features.time.running()?.accountId, read().time.isTaskGone]).toEqual([b, undefined]);
  features.time.taskGone({ taskId, accountId: b });
  expect(read().time.isTaskGone).toBe(true);
  await close();
});

/** Creates a task in each account. */
function creationOf(app: Pick<App, 'database' | 'settings' | 'features' | 'servers'>, ids: { a: string; b: string }) {
  const { database, settings, features, servers } = app;
  const newTasks = createNewTasks({ context: { database, settings } } as BaseParts, features);
  const of = (host: 'a' | 'b') => {
    const { projectId } = servers[host];
    const task = { projectId, projectSlug: 'PAY', title: 'New', description: '', status: 'to-do', labels: [] };
    return { ...task, priority: 'medium' as const, accountId: ids[host] };
  };
  return (startTimer: boolean) => newTasks.create([of('a'), of('b')], { startTimer });
}

test('Undo of what an assistant added takes back the tasks of both accounts and the timer', async () => {
  const { database, features, servers, settings, run, settle, close, ...ids } = await bothOpen();
  settings.change({ assistants: { ...settings.read().assistants, timer: 'yes', tasks: 'yes' } });
  features.outbox.stopSending();
  const create = creationOf({ database, settings, features, servers }, ids);
  await features.assistants.request({
    client: 'Zed',
    tool: 'add',
    kinds: ['tasks', 'timer'],
    asks: 'Create 2 tasks?',
    wanted: 'Wanted to create 2 tasks',
    run: async () => create(true),
    did: () => 'Added',
    refused: () => undefined,
    impossible: null,
    signal: new AbortController().signal,
  });
  const added = () => [ids.a, ids.b].map((id) => features.outbox.openOfKinds(id, 'task.').length);
  expect([added(), features.time.running()?.accountId]).toEqual([[1, 1], ids.a]);
  const [{ undoIds = [] } = {}] = features.assistants.log();
  await run('undo.undo-all', { undoIds });
  expect([added(), features.time.running()]).toEqual([[0, 0], undefined]);
  expect(features.assistants.log()).toMatchObject([{ text: 'Added', outcome: 'undone' }]);
  await settle();
  await close();
});

test('no task is created if the disk is full for those of the second account', async () => {
  const { a, b, undo, read, close, ...app } = await bothOpen();
  const { outbox } = app.features;
  outbox.stopSending();
  const create = creationOf(app, { a, b });
  const { add } = outbox;
  vi.spyOn(outbox, 'add').mockImplementation((write, notBefore) => {
    if (write.accountId === b) throw new Error('The disk is full');
    return add(write, notBefore);
  });
  expect(() => create(true)).toThrow('full');
  vi.restoreAllMocks();
  expect([a, b].map((id) => outbox.count(id))).toEqual([0, 0]);
  expect([undo.list(b), read().toast, app.features.time.running()]).toEqual([[], null, undefined]);
  create(false);
  expect([a, b].map((id) => outbox.count(id))).toEqual([1, 1]);
  expect(undo.list(b)).toHaveLength(1);
  await close();
});

test('a focus session goes on with a task that was just created, and ends when that is deleted', async () => {
  const { features, servers, a, settle, close } = await bothOpen();
  const { projectId } = servers.a;
  const task = { projectId, projectSlug: 'PAY', title: 'New', description: '', status: 'to-do', labels: [] };
  features.of(a).quickAdd.createTasks([{ ...task, priority: 'medium' }], { startTimer: true });
  features.focus.begin();
  const before = features.focus.view().session?.task;
  await settle();
  const created = features.focus.view().session?.task;
  expect(created?.taskId).toBe(features.time.running()?.task.taskId);
  expect(created?.taskId).not.toBe(before?.taskId);
  features.time.forgetTasks(a, [created?.taskId ?? '']);
  await settle();
  expect(features.focus.view().session).toBeNull();
  await close();
});

test('a focus session ends with its break if its task was deleted meanwhile', async () => {
  const { features, a, b, taskId, settle, close } = await bothOpen();
  features.time.start({ taskId, accountId: a });
  features.focus.begin();
  features.focus.takeBreak();
  await settle();
  features.time.taskGone({ taskId, accountId: b });
  expect(features.time.isGone({ taskId, accountId: a })).toBe(false);
  features.time.taskGone({ taskId, accountId: a });
  features.focus.next();
  await settle();
  expect([features.focus.view().session, features.time.running()]).toEqual([null, undefined]);
  await close();
});

test('a focus session ends when the person accepts that its timer was stopped elsewhere', async () => {
  const { features, a, taskId, settle, close } = await bothOpen();
  features.time.start({ taskId, accountId: a });
  features.focus.begin();
  await settle();
  const { id: subject = '', startTime = '' } = features.time.running() ?? {};
  features.outbox.forget(subject);
  const answered = { accountId: a, kind: 'time-entry.update', subject } as OutboxItem;
  features.time.storeAnswer(answered, { taken: { startTime, endTime: startTime, note: '' } });
  await settle();
  expect(features.focus.view().session).toBeNull();
  await close();
});

test('who may not track time in one account may do so in the other, whichever comes first', async () => {
  for (const forbidden of ['a', 'b'] as const) {
    const { features, taskId, run, read, settle, close, ...ids } = await bothOpen();
    const [refused, allowed] = forbidden === 'a' ? [ids.a, ids.b] : [ids.b, ids.a];
    features.of(refused).account.permissions.learn({ missingPermissions: ['task:update'], isKeyScope: false });
    await settle();
    expect(read().accounts.filter((one) => one.missingPermissions.includes('task:update'))).toMatchObject([
      { id: refused },
    ]);
    const span = { startTime: '2026-11-18T07:00:00.000Z', endTime: '2026-11-18T08:00:00.000Z', note: '' };
    const commands = (accountId: string) => [
      () => run('timer.start', { taskId, accountId }),
      () => run('time.add', { taskId, accountId, ...span }),
      () => run('timesheet.edit-cell', { taskId, accountId, day: '2026-11-17', ms: 60 * MINUTE }),
    ];
    const mayNot = { view: { title: 'You may not track time here' } };
    for (const command of commands(refused)) await expect(command()).rejects.toMatchObject(mayNot);
    for (const command of commands(allowed)) await command();
    const { entries } = features.time;
    const tracked = entries.between(ids.a, NOW - 48 * 60 * MINUTE, NOW + MINUTE);
    expect(tracked.map(({ accountId }) => accountId)).toEqual([allowed, allowed, allowed]);
    await close();
  }
});

test('signing out again of an account is refused, and signs out of no other', async () => {
  const { features, a, b, run, close } = await bothOpen();
  await run('account.sign-out', { accountId: b });
  expect(features.inFront().accountId).toBe(a);
  await expect(run('account.sign-out', { accountId: b })).rejects.toMatchObject({ view: { kind: 'signed-out' } });
  expect(features.account.accounts.openIds()).toEqual([a]);
  await close();
});

test('the page of a project is of its account, whichever is in front, and of none once that is signed out', async () => {
  const { features, askedFor, a, b, run, settle, close } = await bothOpen();
  askedFor.length = 0;
  const project = { projectId: 'p1', projectName: 'Pay', accountId: a };
  await run('project.read', { projectId: 'p1', accountId: a }).catch(() => undefined);
  expect(new Set(askedFor.map((url) => new URL(url).host))).toEqual(new Set(['a.example']));
  features.outbox.stopSending();
  const saving = run('project.set-archived', { ...project, isArchived: true });
  const [item] = features.outbox.openOfKinds(a, 'project.');
  expect(item?.payload).toEqual({ projectId: 'p1', projectName: 'Pay', isArchived: true });
  expect(features.outbox.openOfKinds(b, 'project.')).toEqual([]);
  features.outbox.takeBack(item?.subject ?? '');
  expect(await saving).toMatchObject({ state: 'rejected' });
  await run('account.sign-out', { accountId: a });
  await settle();
  const ofProject = [run('project.delete', project), run('labels.read', { accountId: a })];
  for (const refused of ofProject) await expect(refused).rejects.toMatchObject({ view: { kind: 'signed-out' } });
  expect(features.outbox.openOfKinds(b, 'project.')).toEqual([]);
  await close();
});

test('an account that takes what a closed one has takes its column for a start, and only one timer goes on', async () => {
  const { database, settings, features, a, b, taskId, settle, close } = await bothOpen();
  const { accounts } = features.account;
  const account = features.of(b).account.required();
  createAccountStore(database, () => NOW).save({ ...account, id: 'closed', credentialOf: b });
  const start = (id: string, before: number) =>
    features.time.timer.start(id, features.of(id).tasks.taskToTrack(taskId), NOW - before);
  start(b, 60 * MINUTE);
  database.exec(`UPDATE time_entry SET account_id = 'closed'`);
  start(a, 30 * MINUTE);
  const doing = { slug: 'doing', name: 'Doing', isFinal: false };
  const closedOnes = { 'closed p1': doing };
  settings.change({ moveOnStart: closedOnes });
  const { change } = settings;
  /** What a kill would leave, at each change that the others hear of. */
  const onDisk: unknown[] = [];
  vi.spyOn(settings, 'change').mockImplementation((changed) => {
    onDisk.push(createSettings(database).read().moveOnStart);
    return change(changed);
  });
  const failing = () =>
    transaction(database, () => {
      for (const part of features.of(b).parts) part.transfer('closed', b);
      throw new Error('The disk is full');
    });
  expect(failing).toThrow();
  await settle();
  for (const store of [settings, createSettings(database)]) expect(store.read().moveOnStart).toEqual(closedOnes);
  const moveChecks = vi.spyOn(features.outbox, 'transferred');
  for (const _ of ['moved', 'nothing left']) {
    accounts.openWorkspace(account.workspaceId ?? '', b);
    await settle();
    expect(settings.read().moveOnStart).toEqual({ [`${b} p1`]: doing });
  }
  expect(onDisk).toEqual([{ [`${b} p1`]: doing }]);
  expect(moveChecks).toHaveBeenCalledWith('closed', b);
  const ended = new Date(NOW - 30 * MINUTE).toISOString();
  expect(features.time.entries.between(a, NOW - 60 * MINUTE, NOW)).toMatchObject([
    { accountId: b, endTime: ended },
    { accountId: a, endTime: null },
  ]);
  await close();
});

test('a task that is named without its account is of the one in front, whose board or list has it', async () => {
  const { features, a, b, taskId, close } = await bothOpen();
  expect(features.ofTask(taskId).accountId).toBe(b);
  features.account.accounts.putInFront(a);
  expect(features.ofTask(taskId).accountId).toBe(a);
  await close();
});

test('the inbox and what the palette searches are those of all accounts, and say whose each is', async () => {
  const { features, a, b, run, close } = await bothOpen();
  for (const [id, createdAt] of [
    [a, '2026-11-18T07:00:00.000Z'],
    [b, '2026-11-18T08:00:00.000Z'],
  ] as const)
    vi.spyOn(features.of(id).server.inbox, 'read').mockResolvedValue([{ id: 'n1', createdAt } as never]);
  expect((await run('inbox.read', {})).map(({ id, accountId }) => [id, accountId])).toEqual([
    ['n1', b],
    ['n1', a],
  ]);
  vi.spyOn(features.of(a).server.inbox, 'read').mockRejectedValue(
    new ServiceError({ kind: 'timeout', message: 'late' }),
  );
  vi.spyOn(features.of(a).server.inbox, 'list').mockReturnValue([
    { id: 'known', createdAt: '2026-11-18T06:00:00.000Z' } as never,
  ]);
  expect((await run('inbox.read', {})).map(({ id, accountId }) => [id, accountId])).toEqual([
    ['n1', b],
    ['known', a],
  ]);
  const { projects } = await run('palette.read', {});
  expect(new Set(projects.map(({ accountId }) => accountId))).toEqual(new Set([a, b]));
  await close();
});

test('the tasks of all accounts are read again, and one whose server fails keeps its own', async () => {
  const { features, servers, askedFor, a, b, run, read, settle, close } = await bothOpen();
  const [kept, failing] = [features.of(a).tasks.view().total, servers.a];
  failing.setMalice(0.9);
  askedFor.length = 0;
  await run('tasks.refresh', {});
  await settle();
  const hosts = askedFor.flatMap((url) => (url.includes('/task/assigned') ? [new URL(url).host] : []));
  expect(new Set(hosts)).toEqual(new Set(['a.example', 'b.example']));
  expect(read().accounts.map(({ id, tasks }) => [id, tasks])).toEqual([
    [a, kept],
    [b, features.of(b).tasks.view().total],
  ]);
  await close();
});

test('when the list of all was read is said of the server that was asked longest ago, of those that answer', async () => {
  const { features, settings, a, b, run, close } = await bothOpen();
  const [early, late] = ['2026-11-18T08:00:00.000Z', '2026-11-18T08:30:00.000Z'];
  vi.spyOn(features.of(a).tasks.assigned, 'fetchedAt').mockReturnValue(early);
  vi.spyOn(features.of(b).tasks.assigned, 'fetchedAt').mockReturnValue(late);
  expect(await run('tasks.fetched-at', {})).toBe(early);
  settings.change({ accountsTogether: false });
  expect(await run('tasks.fetched-at', {})).toBe(late);
  settings.change({ accountsTogether: true });
  const { tasks } = features.of(a);
  vi.spyOn(tasks, 'view').mockReturnValue({ ...tasks.view(), failingSince: early });
  expect(await run('tasks.fetched-at', {})).toBe(late);
  vi.restoreAllMocks();
  await close();
});

test('a task of an account that was signed out of is not guessed in another', async () => {
  const { features, a, b, taskId, run, close } = await bothOpen();
  await features.of(b).account.signOut();
  const refusal = 'You’re not signed in to b.example';
  expect(() => features.time.start({ taskId, accountId: b })).toThrow(refusal);
  await expect(run('tasks.add-comment', { taskId, accountId: b, text: 'Hi' })).rejects.toThrow(refusal);
  await expect(run('tasks.change', { changes: [{ taskId, accountId: b, priority: 'low' }] })).rejects.toThrow(refusal);
  features.time.start({ taskId, accountId: a });
  expect(features.time.running()?.accountId).toBe(a);
  await close();
});

test('a line without a project is for the account chosen in the settings if it is open, else for the one in front', async () => {
  const { features, settings, a, b, close } = await bothOpen();
  const { directory } = createNewTasks({ context: { settings } } as unknown as MainParts, features);
  const firstFor = (newTasksAccount: string | null) => {
    settings.change({ newTasksAccount });
    return directory()?.projects[0]?.account?.id;
  };
  expect([null, a, 'closed'].map(firstFor)).toEqual([b, a, b]);
  await close();
});

test('unsent changes are kept as text for each account: all of its own, and none of another', async () => {
  const { features, a, b, taskId, run, close } = await bothOpen();
  for (const accountId of [a, b]) await run('tasks.open-page', { taskId, accountId });
  features.outbox.stopSending();
  const comment = (id: string, text: string) =>
    features.of(id).tasks.taskEdits.handlers['tasks.add-comment']({ taskId, text });
  const ours = Array.from({ length: 101 }, (_, at) => `Ours ${at}.`);
  for (const text of ours) comment(a, text);
  comment(b, 'Theirs.');
  const texts = [a, b].map((id) => unsentText(features.outbox, id, 'x.example'));
  expect(new Set(texts[0]?.match(/(?:Ours|Theirs).*\./g))).toEqual(new Set(ours));
  expect(new Set(texts[1]?.match(/(?:Ours|Theirs).*\./g))).toEqual(new Set(['Theirs.']));
  await close();
});

test('a server that does not answer a search is named', async () => {
  const { features, read, run, a, b, close } = await bothOpen();
  const fail = () => Promise.reject(new ServiceError({ kind: 'timeout', message: 'late' }));
  vi.spyOn(features.of(a).account, 'read').mockImplementation(fail);
  vi.spyOn(features.of(b).account, 'read').mockResolvedValue([{ taskId: 'found' }]);
  expect(await run('tasks.search', { query: 'task' })).toHaveLength(1);
  expect(read().toast?.text).toBe('Not searched: a.example');
  vi.spyOn(features.of(b).tasks, 'findAtService').mockResolvedValue(undefined);
  const slow = vi.spyOn(features.of(a).tasks, 'findAtService').mockReturnValue(new Promise(() => undefined));
  await expect(findAtServices(features, 'X-1', [a, b])).rejects.toMatchObject({ view: { kind: 'unreachable' } });
  slow.mockResolvedValue(undefined);
  expect(await findAtServices(features, 'X-1', [a, b])).toEqual([]);
  vi.restoreAllMocks();
  const silent = vi.spyOn(features.of(b).account, 'read').mockImplementation(fail);
  await expect(findAtServices(features, 'X-1', [a, b])).rejects.toThrow('b.example');
  expect(await findAtServices(features, 'no identifier', [a, b])).toEqual([]);
  silent.mockRestore();
  features.of(b).account.use(null);
  await expect(findAtServices(features, 'X-1', [a, b])).rejects.toBeInstanceOf(AppError);
  await close();
});

test('a name is searched at the servers with its project, also an archived one, and at the one in front', async () => {
  const { features, askedFor, a, b, close } = await bothOpen();
  const asked = async (name: string, accountId?: string) => {
    askedFor.length = 0;
    await findAtServices(features, name, accountId === undefined ? undefined : [accountId]);
    return [...new Set(askedFor.flatMap((url) => (url.includes(name) ? [new URL(url).host] : [])))].sort();
  };
  const slug = features.of(a).projects.directory.lists().projects[0]?.slug ?? '';
  expect(await asked(`${slug}-999`)).toEqual(['a.example', 'b.example']);
  const hide = (id: string) =>
    vi.spyOn(features.of(id).projects.directory, 'lists').mockReturnValue({ projects: [] } as never);
  hide(b);
  expect(await asked(`${slug}-999`)).toEqual(['a.example']);
  // No list has it, as if it were archived at both.
  hide(a);
  expect(await asked(`${slug}-999`)).toEqual(['a.example', 'b.example']);
  expect(await asked('NONE-1')).toEqual(['b.example']);
  expect(await asked('NONE-1', a)).toEqual(['a.example']);
  await close();
});

test('the reminders of an account name its server and replace none of another, and their buttons act on its own task', async () => {
  const { features, a, b, taskId, close } = await bothOpen();
  const [ofA, ofB] = [a, b].map((id) => features.of(id).reminders.notifications);
  const notice = (id: string, replaces?: string) => ({
    id,
    title: '',
    body: 'Due now',
    actions: [],
    ...(replaces && { replaces }),
  });
  const events = { onAction: () => undefined };
  outside.notices = [];
  await ofA?.show(notice(`task:${taskId}`), events);
  const [early = ''] = outside.notices;
  await ofB?.show(notice(`task:${taskId}`), events);
  expect(outside.notices).toHaveLength(2);
  expect(outside.texts.slice(-2)).toEqual(['Due now\na.example', 'Due now\nb.example']);
  await ofB?.show(notice('digest', `task:${taskId}`), events);
  expect(outside.notices).toEqual([early, expect.stringContaining('digest')]);
  features.actOnEarlierNotification(early, 'start');
  expect(features.time.running()?.accountId).toBe(a);
  await close();
});

test('the buttons of an earlier run’s notifications act on the focus session, and a click on the gaps shows them', async () => {
  const { features, shownViews, a, taskId, close } = await bothOpen();
  features.time.start({ taskId, accountId: a });
  features.focus.begin();
  features.actOnEarlierNotification('focus', 'break');
  expect(features.focus.view().session?.phase).toBe('break');
  features.actOnEarlierNotification('gaps', 'default');
  expect(shownViews).toEqual([{ view: 'review', day: null }]);
  await close();
});
