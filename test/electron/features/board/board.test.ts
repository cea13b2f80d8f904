/** The open board, against a real local workspace behind real HTTP. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardOf, publicCardOf } from '../../../../electron/features/board/board-source.ts';
import { MAX_MESSAGE_CARDS } from '../../../../electron/features/board/card-channel.ts';
import { LABEL_ATTACH, labels } from '../../../../electron/features/tasks/task-labels.ts';
import type { BoardTask } from '../../../../electron/service/records.ts';
import { cases } from '../../../properties.ts';
import { eventually } from '../../../until.ts';
import type { Interception } from '../../local/serve.ts';
import { make } from '../tasks/page-screen.ts';
import {
  ACCOUNT,
  openAppDatabase,
  openScreen,
  type Served,
  serveWorkspace,
  shown,
  tasksAt,
  turns,
} from './board-screen.ts';

const TASK: BoardTask = {
  id: 't1',
  title: 'Task',
  number: 1,
  status: 'to-do',
  priority: 'low',
  createdAt: '2026-11-21T12:00:00Z',
  projectId: 'p1',
};

async function filled(count: number): Promise<Served & { ids: string[] }> {
  const world = await serveWorkspace();
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    ids.push((await world.local.addTask({ title: `Task ${number}` })).id);
  }
  return { ...world, ids };
}

const isPage = (request: Request, page?: number): boolean => {
  const { pathname, searchParams } = new URL(request.url);
  if (!pathname.includes('/task/tasks/') || searchParams.get('limit') !== '100') return false;
  return page === undefined || searchParams.get('page') === String(page);
};
const pagesAsked = ({ served }: Served): (string | null)[] =>
  served.requests
    .filter(({ path }) => path.includes('/task/tasks/') && path.includes('limit=100'))
    .map(({ path }) => new URLSearchParams(path.split('?')[1]).get('page'));
/** Holds requests until `go` is called. */
function gate() {
  let go = () => {};
  const opened = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { go: () => go(), pass: (): Promise<Interception> => opened.then(() => undefined) };
}

function firstColumn(screen: ReturnType<typeof openScreen>): { columnId: string; name: string } {
  const { columnId, name } = screen.view().columns[0] ?? {};
  if (!columnId || !name) throw new Error(`No column: ${JSON.stringify(screen.view())}`);
  return { columnId, name };
}

describe('reading', () => {
  test('the sample: every card in its column, columns in order with their ids', async () => {
    const world = await serveWorkspace();
    world.local.workspace.addSample();
    const { json } = await world.local.call('GET', `/project?workspaceId=${world.local.workspaceId}`);
    for (const project of json as { id: string; slug: string }[]) {
      const screen = openScreen(world);
      await screen.open(project.id);
      await screen.whole();
      expect(shown(screen.cards)).toEqual(await tasksAt({ ...world.local, projectId: project.id }));
      const columns = (await world.local.call('GET', `/column/${project.id}`)).json as { id: string; slug: string }[];
      expect(screen.view().columns.map(({ slug, columnId }) => [slug, columnId])).toEqual(
        columns.map(({ slug, id }) => [slug, id]),
      );
      expect(screen.view()).toMatchObject({ isPublic: false, error: null, project: { id: project.id } });
      for (const { identifier } of screen.cards.values()) expect(identifier).toMatch(`${project.slug}-`);
      screen.board.close();
    }
  });

  test('a project that is no longer listed says so, until it is again', async () => {
    const world = await serveWorkspace();
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    screen.board.listed([world.local.projectId, 'other']);
    expect(screen.view().isNotListed).toBeUndefined();
    screen.board.listed(['other']);
    screen.board.refresh();
    await screen.whole();
    expect(screen.view().isNotListed).toBe(true);
    screen.board.listed([world.local.projectId]);
    expect(screen.view().isNotListed).toBe(false);
  });

  test('a thousand tasks: cards after the first page, progress, and messages of limited size', async () => {
    const world = await filled(1000);
    const { served } = world;
    const second = gate();
    served.intercept = (request) => (isPage(request, 2) ? second.pass() : undefined);
    const screen = openScreen(world);
    await screen.open();
    await eventually(() => expect(screen.cards.size).toBe(100));
    expect(screen.view().progress).toEqual({ read: 100, total: 1000 });
    expect(screen.view().columns.map(({ name }) => name)).toContain('To do');
    second.go();
    await screen.whole();
    expect(screen.cards.size).toBe(1000);
    expect(shown(screen.cards)).toEqual(await tasksAt(world.local));
    expect(pagesAsked(world)).toHaveLength(10);
    for (const { cards } of screen.sends()) expect(cards.length).toBeLessThanOrEqual(MAX_MESSAGE_CARDS);
    // A recreated window receives everything again.
    await screen.open();
    await turns();
    const again = screen.sends();
    expect(again.map(({ cards, reset }) => [cards.length, reset])).toEqual([
      [500, true],
      [500, false],
    ]);
    expect(screen.cards.size).toBe(1000);
  });

  test('closing stops it', async () => {
    const world = await filled(601);
    const second = gate();
    world.served.intercept = (request) => (isPage(request, 2) ? second.pass() : undefined);
    const screen = openScreen(world);
    await screen.open();
    await eventually(() => expect(screen.cards.size).toBe(100));
    await eventually(() => expect(pagesAsked(world)).toHaveLength(3));
    screen.board.close();
    second.go();
    await new Promise((resolve) => setTimeout(resolve, 100));
    // Two at a time, and none after them.
    expect(pagesAsked(world)).toEqual(['1', '2', '3']);
    expect(screen.board.view()).toBeNull();
    expect(screen.cards.size).toBe(100);
  });

  test('a board that changes during the read is read again, and deleted cards disappear', async () => {
    const world = await filled(301);
    const { local, served, ids } = world;
    let isFirst = true;
    served.intercept = async (request) => {
      if (!isPage(request, 3) || !isFirst) return undefined;
      isFirst = false;
      await local.call('DELETE', `/task/${ids[0]}`);
      await local.call('PUT', `/task/title/${ids[1]}`, { title: 'Another' });
      return undefined;
    };
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    expect(pagesAsked(world).filter((page) => page === '1')).toHaveLength(2);
    expect(shown(screen.cards)).toEqual(await tasksAt(local));
    expect(screen.cards.size).toBe(300);
    expect(screen.card(ids[1] ?? '').title).toBe('Another');
  });

  test('a board that keeps changing shows an error and keeps its cards', async () => {
    const world = await filled(101);
    const { local, served, ids } = world;
    let count = 0;
    served.intercept = async (request) => {
      if (!isPage(request, 2)) return undefined;
      count += 1;
      await local.call('PUT', `/task/title/${ids[0]}`, { title: `Title ${count}` });
      return undefined;
    };
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    expect(screen.view()).toMatchObject({ error: { title: 'The board keeps changing' }, fetchedAt: null });
    expect(screen.cards.size).toBe(100);
  });
});

describe('reading again', () => {
  test('unreadable tasks are counted, and the next start reads the board again', async () => {
    const world = await filled(3);
    world.served.intercept = async ({ url }) => {
      const path = url.split('/api')[1] ?? '';
      if (path.startsWith('/column/')) return Response.json({ no: 'list' });
      if (!path.startsWith('/task/tasks/')) return undefined;
      const answer = (await world.local.call('GET', path)).json as { data: { columns: { tasks: unknown[] }[] } };
      answer.data.columns[0]?.tasks.push(null, { title: 'No id' });
      return Response.json(answer);
    };
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    expect(screen.view()).toMatchObject({ error: null });
    expect(screen.cards.size).toBe(3);
    expect(screen.unreadable()?.dropped).toEqual({ task: 2 });
    await eventually(async () => {
      expect(await screen.cache.read(ACCOUNT, world.local.projectId)).toMatchObject({ revision: null });
    });
  });

  test('one small request finds that nothing changed, and nothing is published', async () => {
    const world = await filled(120);
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    screen.sends();
    const before = world.served.requests.length;
    screen.clock.ms += 11_000;
    const { fetchedAt } = screen.view();
    screen.board.refreshIfStale();
    await eventually(() => expect(screen.view().fetchedAt).not.toBe(fetchedAt));
    await turns();
    expect(world.served.requests.slice(before)).toMatchObject([{ path: expect.stringContaining('limit=1&') }]);
    expect(screen.sends()).toEqual([]);
    // The last read is still fresh.
    screen.board.refreshIfStale();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(world.served.requests).toHaveLength(before + 1);
  });

  test('a change publishes one card, old ones stay until the end, and a manual refresh reads everything', async () => {
    const world = await filled(201);
    const { local, served, ids } = world;
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    screen.sends();
    await local.call('PUT', `/task/priority/${ids[150]}`, { priority: 'urgent' });
    await local.call('DELETE', `/task/${ids[0]}`);
    const last = gate();
    served.intercept = (request) => (isPage(request, 2) ? last.pass() : undefined);
    screen.board.refresh();
    await eventually(() => expect(screen.view().progress?.read).toBe(100));
    await turns();
    expect(screen.cards.size).toBe(201);
    last.go();
    await screen.whole();
    const messages = screen.sends();
    expect(messages.flatMap(({ cards }) => cards.map(({ id }) => id))).toEqual([ids[150]]);
    expect(messages.flatMap(({ removed }) => removed)).toEqual([ids[0]]);
  });

  test('after any change at the service, a read publishes the differences and nothing else', async () => {
    const world = await filled(130);
    const { local } = world;
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    const edit = fc.oneof(
      fc.record({ do: fc.constant('title' as const), at: fc.nat(129), title: fc.constantFrom('one', 'two') }),
      fc.record({ do: fc.constant('status' as const), at: fc.nat(129), status: fc.constantFrom('done', 'planned') }),
      fc.record({ do: fc.constant('delete' as const), at: fc.nat(129) }),
      fc.record({ do: fc.constant('add' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 6 }), async (edits) => {
        const before = await tasksAt(local);
        for (const one of edits) {
          const id = [...before.keys()][('at' in one ? one.at : 0) % before.size];
          if (one.do === 'title') await local.call('PUT', `/task/title/${id}`, { title: one.title });
          if (one.do === 'status') await local.call('PUT', `/task/status/${id}`, { status: one.status });
          if (one.do === 'delete') await local.call('DELETE', `/task/${id}`);
          if (one.do === 'add') await local.addTask();
        }
        const old = new Map(screen.cards);
        screen.sends();
        screen.board.refresh();
        await screen.whole();
        const messages = screen.sends();
        expect(shown(screen.cards)).toEqual(await tasksAt(local));
        for (const card of messages.flatMap(({ cards }) => cards)) expect(card).not.toEqual(old.get(card.id));
        for (const id of messages.flatMap(({ removed }) => removed)) expect(old.has(id)).toBe(true);
        const ids = messages.flatMap(({ cards, removed }) => [...cards.map((card) => card.id), ...removed]);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: cases(15) },
    );
  });

  test('after a time-out the error is shown, the read is repeated, and the cards stay', async () => {
    const world = await filled(3);
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    world.served.intercept = () => 'drop';
    screen.board.refresh();
    await eventually(() => expect(screen.view().error).not.toBeNull());
    expect(screen.view()).toMatchObject({ progress: null, error: { title: 'pm.example.org does not answer' } });
    expect(screen.cards.size).toBe(3);
    world.served.intercept = undefined;
    // The network is available again.
    screen.board.refreshIfStale();
    await eventually(() => expect(screen.view().error).toBeNull());
  });

  test('after a read that broke off all pages are read, even if the revision did not change', async () => {
    const world = await filled(101);
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    world.served.intercept = (request) => (isPage(request, 2) ? 'drop' : undefined);
    screen.board.refresh();
    await eventually(() => expect(screen.view().error).not.toBeNull());
    world.served.intercept = undefined;
    const before = pagesAsked(world).length;
    screen.board.refreshIfStale();
    await eventually(() => expect(screen.view().error).toBeNull());
    expect(pagesAsked(world).slice(before)).toEqual(['1', '2']);
    // A request for the revision that fails leaves nothing half read.
    world.served.intercept = () => 'drop';
    screen.clock.ms += 11_000;
    screen.board.refreshIfStale();
    await eventually(() => expect(screen.view().error).not.toBeNull());
    world.served.intercept = undefined;
    screen.board.refreshIfStale();
    await eventually(() => expect(screen.view().error).toBeNull());
    expect(pagesAsked(world).slice(before)).toEqual(['1', '2']);
  });

  test('a missing or forbidden board shows an error and is not read again', async () => {
    const world = await filled(1);
    const screen = openScreen(world);
    await screen.open('nope');
    await screen.whole();
    expect(screen.view().error).toMatchObject({ title: 'There is no such board' });
    expect(screen.gone).toEqual(['nope']);
    world.served.intercept = (request) =>
      isPage(request) ? Response.json({ message: 'Not yours', code: 'FORBIDDEN' }, { status: 403 }) : undefined;
    await screen.open();
    await screen.whole();
    expect(screen.view().error).toMatchObject({ title: 'You may not see that board', explanation: 'Not yours' });
  });

  test('simultaneous events cause one read, and a hidden board is not polled', async () => {
    const world = await filled(3);
    const { local, ids } = world;
    const screen = openScreen(world, { pollMs: 30 });
    screen.setVisible(false);
    await screen.open();
    await screen.whole();
    const { length } = world.served.requests;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(world.served.requests).toHaveLength(length);
    await local.call('PUT', `/task/title/${ids[0]}`, { title: 'Told' });
    screen.board.changed('another project', ids[0]);
    screen.board.changed(local.projectId, ids[0]);
    await eventually(() => expect(screen.card(ids[0] ?? '').title).toBe('Told'));
    screen.setVisible(true);
    await local.call('PUT', `/task/title/${ids[0]}`, { title: 'Polled' });
    await eventually(() => expect(screen.card(ids[0] ?? '').title).toBe('Polled'));
  });
});

describe('a large board', () => {
  test('is not read at each change: only the changed task is', async () => {
    const world = await filled(520);
    const { local, ids } = world;
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    const { length } = pagesAsked(world);
    await local.call('PUT', `/task/title/${ids[500]}`, { title: 'Told' });
    await local.call('PUT', `/task/status/${ids[500]}`, { status: 'done' });
    screen.board.changed(local.projectId, ids[500]);
    await eventually(() => expect(screen.card(ids[500] ?? '')).toMatchObject({ title: 'Told', status: 'done' }));
    // One created and one deleted task; the deletion has only an id.
    const { id: made } = await local.addTask({ title: 'Made' });
    await local.call('DELETE', `/task/${ids[501]}`);
    screen.board.changed(local.projectId, made);
    screen.board.changed(local.projectId, ids[501]);
    await eventually(() => expect(screen.card(made)).toMatchObject({ title: 'Made', identifier: 'ME-521' }));
    await eventually(() => expect(screen.cards.has(ids[501] ?? '')).toBe(false));
    expect(pagesAsked(world)).toHaveLength(length);
    // Once it is stale, showing the window reads it.
    screen.clock.ms += 61_000;
    screen.board.refreshIfStale();
    await eventually(() => expect(pagesAsked(world)).toHaveLength(length + 6));
    await screen.whole();
    expect(shown(screen.cards)).toEqual(await tasksAt(local));
  });
});

describe('the stored board', () => {
  test('is shown at once without an answer, and not read again if nothing changed', async () => {
    const world = await filled(120);
    const database = openAppDatabase();
    const first = openScreen(world, { database });
    await first.open();
    await first.whole();
    await eventually(async () => expect(await first.cache.read(ACCOUNT, world.local.projectId)).toBeDefined());
    first.board.close();

    const offline = openScreen(world, { database });
    world.served.intercept = () => 'drop';
    await offline.open();
    await turns();
    expect(shown(offline.cards)).toEqual(await tasksAt(world.local));
    await eventually(() => expect(offline.view().error).not.toBeNull());
    expect(offline.view()).toMatchObject({ fetchedAt: expect.any(String), project: { name: 'Personal' } });
    offline.board.close();

    world.served.intercept = undefined;
    const later = openScreen(world, { database });
    const before = pagesAsked(world).length;
    await later.open();
    await later.whole();
    expect(later.cards.size).toBe(120);
    expect(later.view().error).toBeNull();
    expect(pagesAsked(world)).toHaveLength(before);
  });

  test('is loaded before any read', async () => {
    const world = await filled(3);
    const database = openAppDatabase();
    const first = openScreen(world, { database });
    await first.open();
    await first.whole();
    await eventually(async () => expect(await first.cache.read(ACCOUNT, world.local.projectId)).toBeDefined());
    first.board.close();
    const before = pagesAsked(world).length;
    const eager = openScreen(world, { database, onChange: ({ board }) => board.refreshIfStale() });
    await eager.open();
    await eager.whole();
    expect(eager.cards.size).toBe(3);
    expect(pagesAsked(world)).toHaveLength(before);
  });

  test('an unreadable one is ignored; five boards are stored', async () => {
    const { cache, database } = openScreen(await serveWorkspace());
    const board = {
      project: { id: 'p0', name: 'P', slug: 'P', icon: null },
      columns: [],
      cards: [],
      fetchedAt: '2026-11-21T12:00:00.000Z',
      revision: null,
    };
    for (let at = 0; at < 7; at += 1) {
      await cache.write(ACCOUNT, {
        ...board,
        project: { ...board.project, id: `p${at}` },
        fetchedAt: `2026-11-2${at}`,
      });
    }
    expect(await cache.read(ACCOUNT, 'p1')).toBeUndefined();
    expect(await cache.read(ACCOUNT, 'p2')).toMatchObject({ project: { id: 'p2' } });
    database.prepare("UPDATE board_cache SET board = x'00' WHERE project_id = 'p2'").run();
    expect(await cache.read(ACCOUNT, 'p2')).toBeUndefined();
    cache.remove(ACCOUNT, 'p3');
    expect(await cache.read(ACCOUNT, 'p3')).toBeUndefined();
  });

  test('without a session the stored board is shown, and read once there is a session', async () => {
    const world = await filled(2);
    const screen = openScreen(world);
    const project = { id: world.local.projectId, name: 'Personal', slug: 'ME', icon: null };
    await screen.board.open(ACCOUNT, project, null);
    expect(screen.view()).toMatchObject({ progress: null, project });
    screen.board.use(screen.source, ACCOUNT);
    await eventually(() => expect(screen.cards.size).toBe(2));
    screen.board.use(null, ACCOUNT);
    expect(screen.cards.size).toBe(2);
    screen.board.use(null, 'somebody else');
    expect(screen.board.view()).toBeNull();
  });
});

describe('a task that is not created yet', () => {
  const place = ({ local }: Served) => ({ accountId: ACCOUNT, workspaceId: local.workspaceId });
  const newTask = ({ local }: Served, title: string, status = 'to-do') => ({
    projectId: local.projectId,
    projectSlug: 'ME',
    title,
    description: '',
    priority: 'high' as const,
    status,
    userId: local.userId,
    labels: [{ name: 'bug' }],
  });

  test('appears on the board at once, can be moved, and becomes the created one: never two, never none', async () => {
    const world = await filled(2);
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    screen.outbox.stopSending();
    const [localId = ''] = screen.creation.create(place(world), [newTask(world, 'Write it down')]);
    await turns();
    expect(screen.card(localId)).toMatchObject({
      identifier: 'ME',
      status: 'to-do',
      priority: 'high',
      labels: [{ name: 'bug' }],
      assignee: { id: world.local.userId, name: 'Ada' },
      isPending: true,
      isNotCreatedYet: true,
    });
    const task = screen.board.find(localId);
    if (!task) throw new Error('Not found.');
    const [from, to] = ['to-do', 'done'].map((slug) => ({ slug, name: slug, isFinal: slug === 'done' }));
    if (!from || !to) throw new Error('No place.');
    screen.taskChanges.setStatus(ACCOUNT, task, from, to);
    await turns();
    expect(screen.card(localId).status).toBe('done');
    // It is not stored as a task of the service.
    screen.board.close();
    await screen.open();
    await screen.whole();
    expect(screen.card(localId)).toMatchObject({ status: 'done', isNotCreatedYet: true });

    const title = () => [...screen.cards.values()].filter((card) => card.title === 'Write it down');
    screen.onTold = () => expect(title()).toHaveLength(1);
    screen.online();
    await eventually(() => expect(title()[0]).toMatchObject({ status: 'done', isPending: false }));
    expect(title()[0]?.isNotCreatedYet).toBeUndefined();
    expect(screen.board.find(localId)).toBeUndefined();
    await screen.whole();
    expect(shown(screen.cards)).toEqual(await tasksAt(world.local));
  });

  test('is not shown after an undo or a rejection, or on another board', async () => {
    const world = await filled(1);
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    screen.outbox.stopSending();
    screen.creation.create(place(world), [{ ...newTask(world, 'Elsewhere'), projectId: 'another' }]);
    const [localId = ''] = screen.creation.create(place(world), [newTask(world, 'Write it down')]);
    await turns();
    expect([...screen.cards.keys()]).toEqual([world.ids[0], localId]);
    screen.undo();
    await turns();
    expect([...screen.cards.keys()]).toEqual(world.ids);
    const [rejected = ''] = screen.creation.create(place(world), [newTask(world, 'Nowhere', 'no-such-column')]);
    await turns();
    expect(screen.cards.has(rejected)).toBe(true);
    screen.online();
    await eventually(() => expect(screen.cards.has(rejected)).toBe(false));
  });
});

describe('a change by the user', () => {
  const TO_DO = { slug: 'to-do', name: 'To do', isFinal: false };
  const IN_PROGRESS = { slug: 'in-progress', name: 'In progress', isFinal: false };
  const DONE = { slug: 'done', name: 'Done', isFinal: true };

  test('is shown at once, and stays until the board is read again', async () => {
    const world = await filled(3);
    const { served, ids, local } = world;
    const [id = ''] = ids;
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    screen.sends();
    const [write, page] = [gate(), gate()];
    served.intercept = (request) => {
      if (request.method === 'PUT') return write.pass();
      return request.url.includes('/task/tasks/') ? page.pass() : undefined;
    };
    screen.taskChanges.setStatus(ACCOUNT, { id, identifier: 'ME-1' }, TO_DO, DONE);
    await turns();
    expect(screen.card(id)).toMatchObject({ status: 'done', isPending: true });
    expect(screen.sends().flatMap(({ cards }) => cards)).toHaveLength(1);
    write.go();
    await eventually(() => expect(screen.card(id).isPending).toBe(false));
    // The service accepted it; the board is older.
    for (const { cards } of screen.sends()) expect(cards.map(({ status }) => status)).toEqual(['done']);
    page.go();
    served.intercept = undefined;
    await eventually(() => expect(pagesAsked(world).length).toBeGreaterThan(1));
    await screen.whole();
    expect(screen.card(id).status).toBe('done');
    // Now the state of the service counts again.
    await local.call('PUT', `/task/status/${id}`, { status: 'to-do' });
    screen.board.refresh();
    await eventually(() => expect(screen.card(id).status).toBe('to-do'));
  });

  test.each([403, 409, 400])('is reverted after a rejection with %i, and the reason is shown', async (status) => {
    const world = await filled(2);
    const [id = ''] = world.ids;
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    const write = gate();
    world.served.intercept = async (request) => {
      if (request.method !== 'PUT') return undefined;
      await write.pass();
      return Response.json({ message: 'Not today', code: 'NO' }, { status });
    };
    screen.taskChanges.setStatus(ACCOUNT, { id, identifier: 'ME-1' }, TO_DO, DONE);
    await turns();
    expect(screen.card(id).status).toBe('done');
    write.go();
    await eventually(() => expect(screen.card(id)).toMatchObject({ status: 'to-do', isPending: false }));
    expect(screen.toasts.at(-1)).toBe('ME-1 stays in To do: Not today');
  });

  test('of labels shows an unsent label beside the others', async () => {
    const world = await filled(1);
    const { local } = world;
    const [id = ''] = world.ids;
    const { workspaceId } = local;
    const made = await local.call('POST', '/label', { name: 'bug', color: 'red', workspaceId, taskId: id });
    expect(made.status).toBe(200);
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    const names = () => screen.card(id).labels.map(({ name }) => name);
    expect(names()).toEqual(['bug']);
    screen.outbox.stopSending();
    const payload = { taskId: id, identifier: 'ME-1', workspaceId, labelId: null, name: 'idea', color: 'blue' };
    screen.outbox.add(
      { accountId: ACCOUNT, kind: LABEL_ATTACH, subject: `${id}:label:idea`, payload },
      screen.clock.ms,
    );
    screen.board.pendingChanged();
    await turns();
    expect(names()).toEqual(['bug', 'idea']);
    expect(Object.keys(screen.card(id)).sort()).toEqual(Object.keys(cardOf(TASK, '', '')).sort());
    screen.online();
    await eventually(() => expect(screen.card(id).isPending).toBe(false));
    expect(names()).toEqual(['bug', 'idea']);
    await screen.whole();
    expect(names()).toEqual(['bug', 'idea']);
  });

  test('of the column, made twice before sending, is rejected with the column at the service', async () => {
    const world = await filled(1);
    const [id = ''] = world.ids;
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    const task = { id, identifier: 'ME-1' };
    screen.outbox.stopSending();
    screen.taskChanges.setStatus(ACCOUNT, task, TO_DO, IN_PROGRESS);
    screen.taskChanges.setStatus(ACCOUNT, task, IN_PROGRESS, DONE);
    expect(screen.outbox.list(ACCOUNT)).toHaveLength(1);
    world.served.intercept = (request) =>
      request.method === 'PUT' ? Response.json({ message: 'No', code: 'NO' }, { status: 403 }) : undefined;
    screen.online();
    await eventually(() => expect(screen.toasts.at(-1)).toBe('ME-1 stays in To do: No'));
    await turns();
    expect(screen.card(id)).toMatchObject({ status: 'to-do', isPending: false });
  });

  test('tasks moved one by one and all at once while the service is busy end where they were moved last', async () => {
    const places = [TO_DO, IN_PROGRESS, DONE];
    const move = fc.oneof(
      fc.record({ task: fc.nat(3), to: fc.nat(2), isTried: fc.boolean() }),
      fc.record({ from: fc.nat(2), to: fc.nat(2), isTried: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 6 }), async (moves) => {
        const world = await filled(4);
        const screen = openScreen(world);
        await screen.open();
        await screen.whole();
        const busy = () => Response.json({ message: 'Busy', code: 'RATE_LIMITED' }, { status: 429 });
        world.served.intercept = (request) => (/PUT|PATCH/.test(request.method) ? busy() : undefined);
        const at = new Map(world.ids.map((id) => [id, TO_DO]));
        const task = (id: string) => ({ id, identifier: 'ME-1' });
        for (const { isTried, to: index, ...which } of moves) {
          const to = places[index] ?? TO_DO;
          if ('task' in which) {
            const id = world.ids[which.task] ?? '';
            screen.taskChanges.setStatus(ACCOUNT, task(id), at.get(id) ?? TO_DO, to);
            at.set(id, to);
          } else {
            const from = places[which.from] ?? TO_DO;
            const ids = [...at].filter(([, place]) => place === from).map(([id]) => id);
            screen.taskChanges.moveAll(ACCOUNT, ids.map(task), from, to);
            for (const id of ids) at.set(id, to);
          }
          // Postponed after an attempt, so that it is not the next one by its time.
          if (isTried) {
            screen.clock.ms += 1_000_000;
            screen.outbox.wake();
            await screen.outbox.idle();
          }
          await turns();
          for (const [id, { slug }] of at) expect(screen.card(id).status).toBe(slug);
        }
        world.served.intercept = undefined;
        for (let left = 9; left > 0 && screen.outbox.count(ACCOUNT) > 0; left -= 1) {
          screen.clock.ms += 1_000_000;
          screen.outbox.wake();
          await screen.outbox.idle();
        }
        const there = await tasksAt(world.local);
        for (const [id, { slug }] of at) expect(there.get(id)).toContain(` ${slug} `);
      }),
      { numRuns: cases(25) },
    );
  });

  test('of a column is shown at once and reverted if rejected', async () => {
    const world = await filled(1);
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    const { columnId, name } = firstColumn(screen);
    const changed = { columnId, projectId: world.local.projectId, columnName: name };
    screen.updateColumn(ACCOUNT, changed, { name }, { name: 'Now', color: '#123456' });
    expect(screen.view().columns[0]).toMatchObject({ name: 'Now', color: '#123456' });
    expect(screen.columnsRead.get(changed.projectId)?.[0]).toBe(name);
    await screen.outbox.idle();
    expect(screen.view().columns[0]).toMatchObject({ name: 'Now', color: '#123456' });
    expect(screen.columnsRead.get(changed.projectId)?.[0]).toBe('Now');
    await eventually(() => expect(pagesAsked(world).length).toBeGreaterThan(1));
    await screen.whole();
    expect(screen.view().columns[0]).toMatchObject({ name: 'Now', color: '#123456' });
    world.served.intercept = (request) =>
      request.method === 'PUT' ? Response.json({ message: 'No', code: 'NO' }, { status: 403 }) : undefined;
    screen.updateColumn(ACCOUNT, changed, { name: 'Now' }, { name: 'Never' });
    expect(screen.view().columns[0]?.name).toBe('Never');
    await screen.outbox.idle();
    expect(screen.view().columns[0]?.name).toBe('Now');
  });

  test('of a column stays if a reading that began before it ends after it', async () => {
    const world = await filled(1);
    const { local, served } = world;
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    const { columnId, name } = firstColumn(screen);
    const [asked, late] = [gate(), gate()];
    const path = `/column/${local.projectId}`;
    served.intercept = async (request) => {
      if (request.method !== 'GET' || !request.url.endsWith(path)) return undefined;
      served.intercept = undefined;
      const { json } = await local.call('GET', path);
      asked.go();
      await late.pass();
      return Response.json(json);
    };
    screen.board.refresh();
    await asked.pass();
    const changed = { columnId, projectId: local.projectId, columnName: name };
    screen.updateColumn(ACCOUNT, changed, { name }, { name: 'Now' });
    await screen.outbox.idle();
    const before = screen.view().fetchedAt;
    screen.clock.ms += 1_000;
    late.go();
    await eventually(() => expect(screen.view().fetchedAt).not.toBe(before));
    expect(screen.view().columns[0]?.name).toBe('Now');
    await local.call('PUT', `/column/${columnId}`, { name: 'Later' });
    screen.board.refresh();
    await eventually(() => expect(screen.view().columns[0]?.name).toBe('Later'));
  });

  test('is read again once the service has accepted it', async () => {
    const world = await filled(2);
    const { local } = world;
    const screen = openScreen(world);
    await screen.open();
    await screen.whole();
    const [id = ''] = world.ids;
    const to = { task: { id, identifier: 'ME-1', labels: [] }, workspaceId: local.workspaceId, labels: [] };
    const label = labels.add({ of: 'labels', name: 'bug' }, to);
    if (label) screen.taskChanges.changeRecord(ACCOUNT, label, () => []);
    await eventually(() => expect(screen.card(id).labels).toEqual([{ name: 'bug', color: expect.any(String) }]));
  });

  test('shows missing permissions', async () => {
    const screen = openScreen(await filled(1));
    await screen.open();
    await screen.whole();
    screen.missingPermissions.push('task:update');
    screen.board.pendingChanged();
    expect(screen.view().missingPermissions).toEqual(['task:update']);
  });
});

describe('a public board', () => {
  test('shows descriptions, also long ones and those of older servers', async () => {
    const world = await filled(1);
    const { local, served } = world;
    await publish(world, true);
    const long = `${'Long 👩‍💻 '.repeat(9_000)}the end`;
    const { id } = await local.addTask({ title: 'Long', description: long });
    const screen = openScreen(world);
    screen.openPublic();
    await screen.whole();
    served.requests.length = 0;
    expect(await screen.board.publicDescription(id)).toBe(long);
    expect(served.requests.length).toBeGreaterThan(2);
    expect(served.requests.every(({ headers }) => !('authorization' in headers))).toBe(true);
    expect(await screen.board.publicDescription(null)).toBe('About it');

    // Older servers have no such pages and send whole descriptions with the board.
    const { id: short } = await local.addTask({ title: 'Short', description: 'In a few words' });
    served.intercept = (request) =>
      new URL(request.url).pathname.endsWith('/description')
        ? new Response('404 Not Found', { status: 404 })
        : undefined;
    expect(await screen.board.publicDescription(short)).toBe('In a few words');
    expect(await screen.board.publicDescription(null)).toBe('About it');
    served.intercept = undefined;

    await expect(screen.board.publicDescription('no-such-task')).rejects.toMatchObject({
      view: { title: 'That is no longer public' },
    });
    await publish(world, false);
    await expect(screen.board.publicDescription(id)).rejects.toMatchObject({
      view: { title: /not public/ },
    });
    await screen.open();
    expect(await screen.board.publicDescription(id)).toBe('');
  });

  test('shows the links of its tasks that can be opened', async () => {
    const world = await filled(1);
    const { local } = world;
    await publish(world, true);
    const { id } = await local.addTask({ title: 'Linked' });
    await local.call('POST', `/external-link/task/${id}`, { url: 'https://docs.example.org/a', title: 'Docs' });
    const screen = openScreen(world);
    screen.openPublic();
    await screen.whole();
    expect(screen.card(id).links).toEqual([{ title: 'Docs', url: 'https://docs.example.org/a' }]);
    const link = { taskId: id, resourceType: 'url', externalId: '', createdAt: '' };
    const odd = { ...TASK, externalLinks: [{ ...link, id: 'l', url: 'file:///etc/passwd' }] };
    expect(publicCardOf(odd, 'to-do', 'PAY').links).toEqual([]);
  });

  test('closes when the account changes, and stays open without one', async () => {
    const world = await filled(1);
    await publish(world, true);
    const screen = openScreen(world);
    screen.openPublic();
    screen.board.use(null, null);
    screen.board.use(null, null);
    expect(screen.board.view()).not.toBeNull();
    screen.board.use(screen.source, ACCOUNT);
    expect(screen.board.view()).toBeNull();
    screen.openPublic();
    screen.board.use(screen.source, ACCOUNT);
    expect(screen.board.view()).not.toBeNull();
    screen.board.use(null, null);
    expect(screen.board.view()).toBeNull();
  });

  const publish = ({ local }: Served, isPublic: boolean) =>
    local.call('PUT', `/project/${local.projectId}`, {
      name: 'P',
      icon: 'x',
      slug: 'ME',
      description: 'About it',
      isPublic,
    });

  test('is read without credential and not stored', async () => {
    const world = await filled(130);
    await publish(world, true);
    const screen = openScreen(world);
    const before = world.served.requests.length;
    expect(screen.openPublic()).toBe(true);
    await screen.whole();
    // It keeps its source, which knows the people's pictures.
    expect(screen.openPublic()).toBe(false);
    expect(shown(screen.cards)).toEqual(await tasksAt(world.local));
    expect(screen.view()).toMatchObject({ isPublic: true, project: { name: 'P' }, error: null });
    for (const { headers } of world.served.requests.slice(before)) expect(headers.authorization).toBeUndefined();
    expect(await screen.cache.read(ACCOUNT, world.local.projectId)).toBeUndefined();
    // It is read-only: its tasks cannot be opened or tracked.
    expect(screen.board.find(world.ids[0] ?? '')).toBeUndefined();
  });

  test('that does not exist and one that is not public have different errors', async () => {
    const world = await filled(1);
    await publish(world, false);
    const screen = openScreen(world);
    screen.openPublic();
    await screen.whole();
    expect(screen.view().error).toMatchObject({ title: 'That board is not public' });
    screen.openPublic('nope');
    await screen.whole();
    expect(screen.view().error).toMatchObject({ title: 'There is no such board' });
  });
});

test('a deleted task leaves the board at once, and returns after an undo', async () => {
  const world = await serveWorkspace();
  const { id } = await world.local.addTask({ title: 'Mistaken' });
  const screen = openScreen(world);
  await screen.open();
  await screen.whole();
  const remove = () =>
    make(screen.taskChanges, screen.taskChanges.removal(ACCOUNT, { id, identifier: 'ME-1' }), ACCOUNT);
  remove();
  await turns();
  expect(screen.cards.has(id)).toBe(false);
  expect(screen.board.cards()).toEqual([]);
  screen.undo();
  await turns();
  expect(screen.card(id)).toMatchObject({ title: 'Mistaken' });
  remove();
  screen.clock.ms += 11_000;
  screen.outbox.wake();
  await screen.outbox.idle();
  await screen.whole();
  expect([screen.cards.has(id), screen.outbox.count(ACCOUNT)]).toEqual([false, 0]);
});
