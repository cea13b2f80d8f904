/** Comments and events on a task's page: shown, added, edited, undone, and marked as new. */

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { historyOf } from '../../../../electron/features/tasks/read-task-page.ts';
import { Comment } from '../../../../electron/service/records.ts';
import type { CommentView, HistoryItem } from '../../../../shared/contract/task-page.ts';
import { TOAST_MS } from '../../../../shared/limits.ts';
import { eventually } from '../../../until.ts';
import { ACCOUNT, pageScreen } from './page-screen.ts';

async function opened() {
  const screen = await pageScreen();
  const { id } = await screen.local.addTask({ title: 'Write', userId: screen.local.userId });
  const mira = screen.local.workspace.addPerson({ name: 'Mira', role: 'admin' });
  await screen.known.idle();
  await screen.taskPage.open(screen.source, id);
  const texts = () => commentsIn(screen.view().history.items).map(({ text }) => text);
  const there = async () =>
    Comment.array()
      .parse((await screen.local.call('GET', `/comment/${id}`)).json)
      .map(({ content }) => content);
  const says = (content: string, token = mira.token) =>
    screen.local.call('POST', `/comment/${id}`, { content }, { token });
  return { ...screen, id, mira, texts, there, says };
}

const commentsIn = (items: readonly HistoryItem[]) => items.flatMap((item) => (item.kind === 'comment' ? item : []));

test('comments and events are shown in order of time, with their authors', async () => {
  const { local, taskPage, source, says, view, id } = await opened();
  local.clock.ms += 1_000;
  await local.call('PUT', `/task/status/${id}`, { status: 'done' });
  local.clock.ms += 1_000;
  await says('Well *done*');
  await taskPage.open(source, id);
  expect(view().history).toMatchObject({
    items: [
      { kind: 'event', type: 'create', isMine: true },
      { kind: 'event', type: 'status_changed', from: 'to-do', to: 'done' },
      { kind: 'comment', person: 'Mira', isMine: false, canChange: false, text: 'Well *done*', isEdited: false },
    ],
    earlier: 0,
    isWhole: true,
  });
});

describe('an own comment', () => {
  test('is shown at once and sent; undo removes it', async () => {
    const { edits, send, undo, clock, texts, there, view, id } = await opened();
    edits['tasks.add-comment']({ taskId: id, text: 'Hm' });
    const [unsent] = commentsIn(view().history.items);
    expect(unsent).toMatchObject({ text: 'Hm', isMine: true, isUnsent: true });
    await send();
    expect(await there()).toEqual(['Hm']);
    // It keeps its id, so that an open menu or field stays open.
    const { key } = unsent ?? {};
    expect(commentsIn(view().history.items)).toMatchObject([{ key, text: 'Hm', canChange: true, isUnsent: false }]);
    expect(view().history.items.some(({ id }) => id === unsent?.id)).toBe(false);
    undo();
    expect(texts()).toEqual([]);
    clock.ms += 11_000;
    await send();
    expect(await there()).toEqual([]);
  });

  test('comes after those of the service, in the order of writing, whatever the clock shows', async () => {
    const { local, taskPage, source, says, edits, clock, texts, id } = await opened();
    local.clock.ms += 60_000;
    await says('Confirmed');
    await taskPage.open(source, id);
    clock.ms -= 3_600_000;
    edits['tasks.add-comment']({ taskId: id, text: 'First' });
    clock.ms -= 3_600_000;
    edits['tasks.add-comment']({ taskId: id, text: 'Second' });
    expect(texts()).toEqual(['Confirmed', 'First', 'Second']);
  });

  test('is never sent if it is undone before', async () => {
    const { edits, send, undo, server, texts, there, id } = await opened();
    edits['tasks.add-comment']({ taskId: id, text: 'Hm' });
    undo();
    expect(texts()).toEqual([]);
    await send();
    expect(await there()).toEqual([]);
    expect(server.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('can be edited and deleted before and after it is sent', async () => {
    const { edits, send, undo, clock, server, texts, there, view, id } = await opened();
    const writes = (method: string) => server.requests.filter((request) => request.method === method).length;
    const [own] = [() => commentsIn(view().history.items)[0]?.id ?? ''];
    edits['tasks.add-comment']({ taskId: id, text: 'First' });
    edits['tasks.edit-comment']({ taskId: id, commentId: own(), text: 'Second' });
    expect(texts()).toEqual(['Second']);
    await send();
    expect(await there()).toEqual(['Second']);

    edits['tasks.edit-comment']({ taskId: id, commentId: own(), text: 'Third' });
    expect(commentsIn(view().history.items)).toMatchObject([{ text: 'Third', isEdited: true, isUnsent: true }]);
    await send();
    expect(await there()).toEqual(['Third']);
    undo();
    await send();
    expect(await there()).toEqual(['Second']);

    edits['tasks.remove-comment']({ taskId: id, commentId: own() });
    expect(texts()).toEqual([]);
    // The server is not asked before the time for undo has passed.
    await send();
    expect(await there()).toEqual(['Second']);
    undo();
    expect(texts()).toEqual(['Second']);
    edits['tasks.remove-comment']({ taskId: id, commentId: own() });
    clock.ms += TOAST_MS + 999;
    await send();
    expect(await there()).toEqual(['Second']);
    undo();
    await send();
    expect(writes('POST')).toBe(1);
    edits['tasks.remove-comment']({ taskId: id, commentId: own() });
    clock.ms += 11_000;
    await send();
    expect(await there()).toEqual([]);

    edits['tasks.add-comment']({ taskId: id, text: 'Never sent' });
    edits['tasks.remove-comment']({ taskId: id, commentId: own() });
    undo();
    expect(texts()).toEqual(['Never sent']);
  });

  test('that was sent, but not read again, can be edited and deleted', async () => {
    const { edits, send, server, clock, there, view, texts, undo, id } = await opened();
    const own = () => commentsIn(view().history.items)[0];
    edits['tasks.add-comment']({ taskId: id, text: 'First' });
    let isAdded = false;
    server.intercept = ({ method, url }) => {
      isAdded ||= method === 'POST';
      return isAdded && method === 'GET' && url.includes('/comment/') ? 'drop' : undefined;
    };
    await send();
    expect(own()).toMatchObject({ text: 'First', isUnsent: false });
    edits['tasks.edit-comment']({ taskId: id, commentId: own()?.id ?? '', text: 'Second' });
    expect(own()).toMatchObject({ text: 'Second', isUnsent: true });
    await send();
    expect([await there(), texts()]).toEqual([['Second'], ['Second']]);
    undo();
    await send();
    expect(await there()).toEqual(['First']);
    edits['tasks.remove-comment']({ taskId: id, commentId: own()?.id ?? '' });
    expect(texts()).toEqual([]);
    clock.ms += 11_000;
    await send();
    expect([await there(), texts()]).toEqual([[], []]);
  });

  describe('whose answer was lost', () => {
    async function lost() {
      const screen = await opened();
      const { edits, send, server, clock, view, local, id } = screen;
      const own = () => commentsIn(view().history.items)[0]?.id ?? '';
      edits['tasks.add-comment']({ taskId: id, text: 'First' });
      server.intercept = async (request) => {
        if (request.method !== 'POST') return undefined;
        await local.workspace.fetch(request.clone());
        return 'drop';
      };
      await send();
      server.intercept = undefined;
      const later = async (ms = 5_000) => {
        clock.ms += ms;
        await send();
      };
      return { ...screen, own, later };
    }

    test('is edited once it is found', async () => {
      const { edits, own, texts, there, later, outbox, id } = await lost();
      edits['tasks.edit-comment']({ taskId: id, commentId: own(), text: 'Second' });
      edits['tasks.edit-comment']({ taskId: id, commentId: own(), text: 'Third' });
      expect([texts(), await there()]).toEqual([['Third'], ['First']]);
      await later();
      expect([texts(), await there(), outbox.count(ACCOUNT)]).toEqual([['Third'], ['Third'], 0]);
    });

    test('is deleted once it is found, unless that is undone', async () => {
      const { edits, own, texts, there, later, undo, outbox, id } = await lost();
      edits['tasks.edit-comment']({ taskId: id, commentId: own(), text: 'Second' });
      edits['tasks.remove-comment']({ taskId: id, commentId: own() });
      expect(texts()).toEqual([]);
      undo();
      expect(texts()).toEqual(['Second']);
      edits['tasks.remove-comment']({ taskId: id, commentId: own() });
      await later();
      expect([texts(), await there()]).toEqual([[], ['First']]);
      await later(11_000);
      expect([texts(), await there(), outbox.count(ACCOUNT)]).toEqual([[], [], 0]);
    });

    test('is deleted if adding it is undone', async () => {
      const { texts, there, later, undo } = await lost();
      undo();
      expect(texts()).toEqual([]);
      await later(11_000);
      expect([texts(), await there()]).toEqual([[], []]);
    });
  });

  test('that is refused while an edit waits for it is sent with the edited text', async () => {
    const { edits, send, server, clock, view, there, outbox, id } = await opened();
    const own = () => commentsIn(view().history.items)[0]?.id ?? '';
    edits['tasks.add-comment']({ taskId: id, text: 'First' });
    server.intercept = ({ method }) => (method === 'POST' ? 'drop' : undefined);
    await send();
    edits['tasks.edit-comment']({ taskId: id, commentId: own(), text: 'Second' });
    server.intercept = async (request) =>
      request.method === 'POST' && (await request.clone().text()).includes('First')
        ? Response.json({ message: 'No.', code: 'FORBIDDEN' }, { status: 403 })
        : undefined;
    for (let minutes = 0; minutes < 5; minutes += 1) {
      clock.ms += 60_000;
      await send();
    }
    expect([await there(), outbox.count(ACCOUNT)]).toEqual([['Second'], 0]);
  });

  test('several are sent in the order of writing', async () => {
    const { edits, send, there, id } = await opened();
    for (const text of ['One', 'Two', 'Three']) edits['tasks.add-comment']({ taskId: id, text });
    await send();
    expect(await there()).toEqual(['One', 'Two', 'Three']);
  });

  test('that is rejected blocks neither later ones nor its own deletion', async () => {
    const { edits, send, clock, server, there, view, outbox, id } = await opened();
    const rejectes = (is: (method: string, body: string) => boolean) => {
      server.intercept = async (request) =>
        is(request.method, await request.clone().text())
          ? Response.json({ message: 'No.', code: 'FORBIDDEN' }, { status: 403 })
          : undefined;
    };
    for (const text of ['One', 'Two']) edits['tasks.add-comment']({ taskId: id, text });
    rejectes((method, body) => method === 'POST' && body.includes('One'));
    await send();
    expect(await there()).toEqual(['Two']);
    const [two] = commentsIn(view().history.items).filter(({ text }) => text === 'Two');
    edits['tasks.edit-comment']({ taskId: id, commentId: two?.id ?? '', text: 'Changed' });
    rejectes((method) => method === 'PUT');
    await send();
    edits['tasks.remove-comment']({ taskId: id, commentId: two?.id ?? '' });
    clock.ms += 11_000;
    await send();
    expect(await there()).toEqual([]);
    expect(outbox.list(ACCOUNT).map(({ state, kind }) => [kind, state])).toEqual([
      ['task.comment-add', 'needs-you'],
      ['task.comment-edit', 'needs-you'],
    ]);
  });

  test('that is rejected stays, with the reason, and can be edited, sent again and deleted', async () => {
    const { edits, send, server, there, texts, view, undo, outbox, id } = await opened();
    const rejectes = () => {
      server.intercept = ({ method }) =>
        method === 'GET' ? undefined : Response.json({ message: 'No.', code: 'FORBIDDEN' }, { status: 403 });
    };
    const shown = () => commentsIn(view().history.items);
    const first = () => shown()[0]?.id ?? '';
    rejectes();
    edits['tasks.add-comment']({ taskId: id, text: 'Hm' });
    await send();
    expect(shown()).toMatchObject([{ text: 'Hm', rejected: 'No.', canChange: true, isUnsent: false }]);
    edits['tasks.remove-comment']({ taskId: id, commentId: first() });
    expect(texts()).toEqual([]);
    await send();
    expect([texts(), outbox.count(ACCOUNT)]).toEqual([[], 0]);
    undo();
    await send();
    server.intercept = undefined;
    edits['tasks.edit-comment']({ taskId: id, commentId: first(), text: 'Well' });
    expect(shown()).toMatchObject([{ text: 'Well', isUnsent: true }]);
    await send();
    expect(await there()).toEqual(['Well']);
    expect(shown()[0]).not.toHaveProperty('rejected');

    rejectes();
    edits['tasks.edit-comment']({ taskId: id, commentId: first(), text: 'Better' });
    await send();
    expect(shown()).toMatchObject([{ text: 'Better', rejected: 'No.', isUnsent: false, isEdited: false }]);
    server.intercept = undefined;
    edits['tasks.edit-comment']({ taskId: id, commentId: first(), text: 'Best' });
    await send();
    expect(await there()).toEqual(['Best']);
    expect(shown()[0]).not.toHaveProperty('rejected');
  });

  test('causes three requests: the comments before, the comment, and the comments after', async () => {
    const { edits, send, server, id } = await opened();
    edits['tasks.add-comment']({ taskId: id, text: 'Hm' });
    server.requests.length = 0;
    await send();
    expect(server.requests.map(({ method, path }) => `${method} ${path.replace(id, 'id')}`)).toEqual([
      'GET /api/comment/id',
      'POST /api/comment/id',
      'GET /api/comment/id',
    ]);
  });
});

test('a comment written while a page is open for the first time is new', async () => {
  const { local, taskPage, says, view, id } = await opened();
  local.clock.ms += 60_000;
  await says('Just now');
  taskPage.changed(id, new Set(['comments']));
  await taskPage.idle();
  expect(commentsIn(view().history.items)).toMatchObject([{ text: 'Just now', isNew: true }]);
});

test('events during an open page are read with one request', async () => {
  const { local, server, taskPage, view, id } = await opened();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  server.requests.length = 0;
  for (const priority of ['high', 'urgent']) {
    await local.call('PUT', `/task/priority/${id}`, { priority });
    taskPage.changed(id, new Set(['task']));
    await taskPage.idle();
  }
  expect(server.requests.filter(({ path }) => path.includes('/activity/'))).toHaveLength(0);
  vi.advanceTimersByTime(20_000);
  await taskPage.idle();
  expect(view().history.items.filter((item) => item.kind === 'event' && item.type === 'priority_changed')).toHaveLength(
    2,
  );
  expect(server.requests.filter(({ path }) => path.includes('/activity/'))).toHaveLength(1);
});

test('an event during the first read is read after it', async () => {
  const { local, server, taskPage, source, view } = await opened();
  const { id } = await local.addTask({ title: 'Slow' });
  const reading = taskPage.open(source, id);
  await eventually(() => expect(server.requests.some(({ path }) => path.includes(`/comment/${id}`))).toBe(true));
  taskPage.changed(id, new Set(['task']));
  await reading;
  await local.call('PUT', `/task/title/${id}`, { title: 'Changed meanwhile' });
  await taskPage.idle();
  expect(view().task.title).toBe('Changed meanwhile');
});

test('the author of an event is named from their comments if they are not a member', () => {
  const at = '2026-11-18T12:00:00.000Z';
  const comment = { id: 'c', personId: 'u9', person: 'Grace', isMine: false, createdAt: at } as CommentView;
  const event = { id: 'e', type: 'priority_changed', personId: 'u9', person: null, isMine: false, createdAt: at };
  const events = [{ ...event, from: 'low', to: 'high' }];
  const { items } = historyOf({ comments: [comment], events }, [], undefined, 50, (key) => key);
  expect(items.map(({ person }) => person)).toEqual(['Grace', 'Grace']);
});

test('comments by integrations stay when only the comments are read again', async () => {
  const { taskPage, source, server, says, view, id } = await opened();
  const there = { id: 'x', taskId: id, type: 'comment', content: 'From elsewhere', externalUserName: 'Grace' };
  server.intercept = ({ url }) =>
    url.includes('/activity/') ? Response.json([{ ...there, createdAt: '2026-11-18T12:30:00.000Z' }]) : undefined;
  await taskPage.open(source, id);
  const elsewhere = { text: 'From elsewhere', person: 'Grace', isMine: false, canChange: false };
  expect(commentsIn(view().history.items)).toMatchObject([elsewhere]);
  await says('Hm');
  taskPage.changed(id, new Set(['comments']));
  await taskPage.idle();
  expect(commentsIn(view().history.items)).toHaveLength(2);
  expect(commentsIn(view().history.items)).toContainEqual(expect.objectContaining(elsewhere));
});

test('comments of others cannot be edited', async () => {
  const { edits, taskPage, source, says, view, outbox, id } = await opened();
  await says('Hers');
  await taskPage.open(source, id);
  const [hers] = commentsIn(view().history.items);
  edits['tasks.edit-comment']({ taskId: id, commentId: hers?.id ?? '', text: 'Mine' });
  edits['tasks.remove-comment']({ taskId: id, commentId: hers?.id ?? '' });
  expect(outbox.count(ACCOUNT)).toBe(0);
});

test('an event adds new comments; those of others are marked as new until the page is closed', async () => {
  const { edits, taskPage, source, local, says, send, view, id } = await opened();
  const news = () => commentsIn(view().history.items).map(({ text, isNew }) => [text, isNew]);
  edits['tasks.add-comment']({ taskId: id, text: 'Mine' });
  await send();
  taskPage.leave(id);
  local.clock.ms += 1_000;
  await taskPage.open(source, id);
  await says('While it is open');
  taskPage.changed('another', new Set(['comments']));
  taskPage.changed(id, new Set(['comments']));
  await taskPage.idle();
  expect(news()).toEqual([
    ['Mine', false],
    ['While it is open', true],
  ]);
  taskPage.leave(id);
  await taskPage.open(source, id);
  expect(news().map(([, isNew]) => isNew)).toEqual([false, false]);
});

test('only addresses in a comment can be opened', async () => {
  const { taskEdits, taskPage, source, says, id } = await opened();
  await says('See https://example.com/a');
  await taskPage.open(source, id);
  expect(taskEdits.describes(id, 'https://example.com/a')).toBe(true);
  expect(taskEdits.describes(id, 'https://example.com/b')).toBe(false);
});

test('an unreadable part leaves the rest; a server without activity has none', async () => {
  const { taskPage, source, server, says, view, id } = await opened();
  await says('Hm');
  const answers = (body: string, status: number) => {
    server.intercept = ({ url }) =>
      url.includes('/activity/')
        ? new Response(body, { status, headers: { 'Content-Type': 'text/plain' } })
        : undefined;
  };
  answers('Broken', 500);
  await taskPage.open(source, id);
  expect(view().history).toMatchObject({ items: [{ text: 'Hm' }], isWhole: false });
  answers('404 Not Found', 404);
  await taskPage.open(source, id);
  expect(view().history).toMatchObject({ items: [{ text: 'Hm' }], isWhole: true });
});

test('of 1,000 comments the newest 50 are shown, then 50 more', async () => {
  const { taskPage, source, local, view, id } = await opened();
  for (let count = 0; count < 120; count += 1) await local.call('POST', `/comment/${id}`, { content: `${count}` });
  await taskPage.open(source, id);
  const shown = () => [view().history.items.length, view().history.earlier];
  expect(shown()).toEqual([50, 71]);
  taskPage.showEarlier(id);
  expect(shown()).toEqual([100, 21]);
});

test('a comment without time or author has no author and is never new', () => {
  const comment: CommentView = {
    id: 'c',
    personId: 'u',
    person: null,
    isMine: false,
    isElsewhere: false,
    canChange: false,
    createdAt: null,
    isEdited: false,
    text: 'Hm',
    isCut: false,
    isUnsent: false,
  };
  const of = (people: { id: string; name: string }[]) =>
    historyOf({ comments: [comment], events: [] }, people, '2026-01-01T00:00:00.000Z', 50, (key) => key).items;
  expect(of([])).toMatchObject([{ person: null, isNew: false }]);
  expect(of([{ id: 'u', name: 'Ada' }])).toMatchObject([{ person: 'Ada' }]);
});
