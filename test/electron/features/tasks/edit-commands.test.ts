/** A task's page: its content, what each change does at the service, undo and rejection. */
import { describe, expect, test } from 'vitest';
import { Task } from '../../../../electron/service/records.ts';
import { ACCOUNT, pageScreen } from './page-screen.ts';

type Screen = Awaited<ReturnType<typeof pageScreen>>;

async function opened(fields: Record<string, unknown> = {}) {
  const screen = await pageScreen();
  const { id, number } = await screen.local.addTask({ title: 'Write', userId: screen.local.userId, ...fields });
  await screen.taskPage.open(screen.source, id);
  return { ...screen, id, identifier: `ME-${number}` };
}

async function atService({ local }: Pick<Screen, 'local'>, id: string): Promise<Task> {
  return Task.parse((await local.call('GET', `/task/${id}`)).json);
}

/** Answers the next write of that method with a rejection. */
function refuse({ server }: Pick<Screen, 'server'>, method: string, status = 403): void {
  server.intercept = (request) => {
    if (request.method !== method) return undefined;
    const body = { message: 'No.', code: 'MISSING_PERMISSION', missingPermissions: ['task:update'] };
    return Response.json(body, { status });
  };
}

describe('the page', () => {
  test('shows the columns, and the one of the task', async () => {
    const { view } = await opened();
    const { task, places } = view();
    expect(task).toMatchObject({ status: 'to-do', statusName: 'To do' });
    expect(places.map(({ slug }) => slug)).toEqual([
      'to-do',
      'in-progress',
      'in-review',
      'done',
      'planned',
      'archived',
    ]);
    expect(places.find(({ slug }) => slug === 'done')?.isFinal).toBe(true);
  });

  test('of a task that is in no list also reads its project', async () => {
    const { view, identifier } = await opened();
    expect(view().task).toMatchObject({ identifier, projectName: 'Personal' });
  });

  test('is closed when it is left; a late change fails with a message', async () => {
    const { taskPage, edits, id } = await opened();
    taskPage.leave('another');
    expect(taskPage.view(ACCOUNT)).not.toBeNull();
    taskPage.leave(id);
    expect(taskPage.view(ACCOUNT)).toBeNull();
    expect(() => edits['tasks.change']({ changes: [{ taskId: id, title: 'Another' }] })).toThrow(
      'That task is no longer open',
    );
  });

  test('of a deleted task says so, and its pending writes end', async () => {
    const screen = await opened();
    const { edits, view, rejected, taskPage, local, id } = screen;
    await local.call('PATCH', '/task/bulk', { taskIds: [id], operation: 'delete' });
    edits['tasks.change']({ changes: [{ taskId: id, priority: 'urgent' }] });
    await screen.send();
    expect(rejected.map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/: It is no longer .* deleted\.$/),
    ]);
    screen.clock.ms += 60_000;
    taskPage.refreshIfStale();
    await taskPage.idle();
    expect(view()).toMatchObject({ isDeleted: true, task: { title: 'Write' }, entries: [] });
  });

  test('of a deleted task shows own time entries, with its former name', async () => {
    const screen = await pageScreen();
    const { taskPage, entries, source, view } = screen;
    const task = { taskId: 'gone', identifier: 'ME-77', title: 'Was here', projectName: 'Personal' };
    const times = { startTime: '2026-11-18T08:00:00.000Z', endTime: '2026-11-18T09:00:00.000Z' };
    const createdAt = times.endTime;
    entries.put({ id: 'e1', accountId: ACCOUNT, task, ...times, note: 'n', discardedAt: null, createdAt });
    await taskPage.open(source, 'gone');
    expect(view()).toMatchObject({
      isDeleted: true,
      task: { id: 'gone', identifier: 'ME-77', title: 'Was here' },
      entries: [{ id: 'e1', isMine: true, note: 'n' }],
    });
    taskPage.leave('gone');
    await expect(taskPage.open(source, 'never there')).rejects.toMatchObject({ isGone: true });
  });

  test('belongs to its account only', async () => {
    const { taskPage, id } = await opened();
    expect(taskPage.view('account-2')).toBeNull();
    expect(taskPage.find('account-2', id)).toBeUndefined();
    expect(taskPage.find(ACCOUNT, id)?.id).toBe(id);
  });

  test('remembers its links for its account after it was left', async () => {
    const { taskPage, source, local, id, identifier } = await opened();
    expect(taskPage.linked(ACCOUNT)).toEqual([]);
    const url = 'https://github.com/acme/api/issues/12';
    await local.call('POST', `/external-link/task/${id}`, { url });
    taskPage.leave(id);
    await taskPage.open(source, id);
    taskPage.leave(id);
    expect(taskPage.linked(ACCOUNT)).toMatchObject([{ id, identifier, links: [url] }]);
    expect(taskPage.linked('account-2')).toEqual([]);
  });

  test('opened again shows the former content until it is read', async () => {
    const { taskPage, source, local, view, id } = await opened();
    taskPage.leave(id);
    await local.call('PUT', `/task/title/${id}`, { title: 'Rewrite' });
    const reading = taskPage.open(source, id);
    expect(view().task.title).toBe('Write');
    await reading;
    expect(view().task.title).toBe('Rewrite');
  });

  test('shows missing permissions as they become known', async () => {
    const { view, missingPermissions } = await opened();
    missingPermissions.push('task:assign');
    expect(view().missingPermissions).toEqual(['task:assign']);
  });

  test('fails as the service fails', async () => {
    const screen = await pageScreen();
    await expect(screen.taskPage.open(screen.source, 'none')).rejects.toMatchObject({ kind: 'rejected' });
    expect(screen.taskPage.view(ACCOUNT)).toBeNull();
  });
});

describe('a change', () => {
  test('of the status is shown at once and marked, and then sent', async () => {
    const screen = await opened();
    const { edits, view, said, id, identifier } = screen;
    edits['tasks.change']({ changes: [{ taskId: id, status: 'in-review' }] });
    expect(view()).toMatchObject({ task: { status: 'in-review', statusName: 'In review' }, unsent: ['status'] });
    expect(said.at(-1)?.text).toBe(`${identifier} moved to In review`);
    await screen.send();
    expect(view()).toMatchObject({ task: { status: 'in-review' }, unsent: [] });
    expect((await atService(screen, id)).status).toBe('in-review');
  });

  test('of a task in a list needs no page', async () => {
    const screen = await opened();
    const { edits, taskPage, rows, view, said, id, identifier } = screen;
    rows.set(id, view().task);
    taskPage.leave(id);
    edits['tasks.change']({ changes: [{ taskId: id, status: 'in-review' }] });
    expect(said.at(-1)?.text).toBe(`${identifier} moved to In review`);
    edits['tasks.change']({ changes: [{ taskId: id, dueDate: null }] });
    await screen.send();
    expect((await atService(screen, id)).status).toBe('in-review');
  });

  test('of every other field is shown and sent too', async () => {
    const screen = await opened();
    const { edits, view, local, id } = screen;
    const mira = local.workspace.addPerson({ name: 'Mira', role: 'member' }).user;
    screen.clock.ms += 120_000;
    screen.known.refreshIfStale();
    await screen.known.idle();
    edits['tasks.change']({ changes: [{ taskId: id, priority: 'urgent' }] });
    edits['tasks.change']({ changes: [{ taskId: id, dueDate: '2026-12-01T00:00:00.000Z' }] });
    edits['tasks.change']({ changes: [{ taskId: id, userId: mira.id }] });
    edits['tasks.change']({ changes: [{ taskId: id, title: 'Write it' }] });
    expect(view().unsent).toEqual(['title', 'assignee', 'priority', 'dueDate']);
    await screen.send();
    const there = await atService(screen, id);
    expect(there).toMatchObject({
      priority: 'urgent',
      dueDate: '2026-12-01T00:00:00.000Z',
      userId: mira.id,
      title: 'Write it',
    });
    expect(view()).toMatchObject({
      unsent: [],
      assignee: { name: 'Mira' },
      task: { title: 'Write it', priority: 'urgent' },
    });
    edits['tasks.change']({ changes: [{ taskId: id, dueDate: null }] });
    edits['tasks.change']({ changes: [{ taskId: id, userId: null }] });
    await screen.send();
    expect(await atService(screen, id)).toMatchObject({ dueDate: null, userId: null });
  });

  test.each([true, false])(
    'of the start date is shown at once, sent, undone and cleared; sent before the undo: %s',
    async (isSent) => {
      const screen = await opened();
      const { edits, view, said, id, identifier } = screen;
      const startDate = '2026-11-25T00:00:00.000Z';
      edits['tasks.change']({ changes: [{ taskId: id, startDate }] });
      expect(view()).toMatchObject({ task: { startDate }, unsent: ['startDate'] });
      expect(said.at(-1)?.text).toBe(`Start date of ${identifier} changed`);
      if (isSent) await screen.send();
      screen.undo();
      expect(view().task.startDate).toBeNull();
      await screen.send();
      expect((await atService(screen, id)).startDate).toBeNull();
      edits['tasks.change']({ changes: [{ taskId: id, startDate }] });
      await screen.send();
      expect(view()).toMatchObject({ task: { startDate }, unsent: [] });
      edits['tasks.change']({ changes: [{ taskId: id, startDate: null }] });
      expect(said.at(-1)?.text).toBe(`${identifier} has no start date`);
      await screen.send();
      expect((await atService(screen, id)).startDate).toBeNull();
    },
  );

  test('to an unknown person does nothing', async () => {
    const { edits, view, said, local, id } = await opened();
    edits['tasks.change']({ changes: [{ taskId: id, userId: 'nobody-knows' }] });
    expect(view().assignee?.id).toBe(local.userId);
    expect(said).toEqual([]);
  });

  test('that is rejected is reverted with a message', async () => {
    const screen = await opened();
    const { edits, view, rejected, id, identifier } = screen;
    refuse(screen, 'PUT');
    edits['tasks.change']({ changes: [{ taskId: id, status: 'done' }] });
    await screen.send();
    expect(view()).toMatchObject({ task: { status: 'to-do' }, unsent: [] });
    expect(rejected[0]?.sentence).toMatch(new RegExp(`^${identifier} stays in To do: `));
    expect(rejected[0]?.error.missingPermissions).toEqual(['task:update']);
  });

  test.each([true, false])('can be undone, sent: %s', async (isSent) => {
    const screen = await opened();
    const { edits, view, id } = screen;
    edits['tasks.change']({ changes: [{ taskId: id, priority: 'urgent' }] });
    if (isSent) await screen.send();
    screen.undo();
    expect(view().task.priority).toBe('medium');
    await screen.send();
    expect((await atService(screen, id)).priority).toBe('medium');
  });

  test('is not overwritten by an older answer', async () => {
    const screen = await opened();
    const { edits, view, server, clock, taskPage, id } = screen;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    server.intercept = async (request) => {
      if (request.method !== 'GET' || !request.url.endsWith(`/task/${id}`) || !isFirst) return undefined;
      isFirst = false;
      const old = await atService(screen, id);
      await held;
      return Response.json(old);
    };
    clock.ms += 60_000;
    taskPage.refreshIfStale();
    edits['tasks.change']({ changes: [{ taskId: id, priority: 'urgent' }] });
    screen.outbox.startSending({
      accountId: ACCOUNT,
      userId: screen.local.userId,
      server: 'pm.example.org',
      client: screen.client,
    });
    await screen.outbox.idle();
    release();
    const seen: string[] = [];
    const watch = setInterval(() => seen.push(view().task.priority), 1);
    await taskPage.idle();
    clearInterval(watch);
    expect(new Set([...seen, view().task.priority])).toEqual(new Set(['urgent']));
  });
});

describe('labels', () => {
  test('are added, existing or new, and removed', async () => {
    const screen = await opened();
    const { edits, view, id } = screen;
    await screen.local.call('POST', '/label', { name: 'bug', color: '#d64545', workspaceId: screen.local.workspaceId });
    screen.clock.ms += 120_000;
    screen.known.refreshIfStale();
    await screen.known.idle();
    edits['tasks.add-record']({ taskId: id, record: { of: 'labels', name: 'bug' } });
    edits['tasks.add-record']({ taskId: id, record: { of: 'labels', name: 'brand new' } });
    edits['tasks.add-record']({ taskId: id, record: { of: 'labels', name: 'bug' } });
    expect(view().labels?.map(({ name, isUnsent }) => [name, isUnsent])).toEqual([
      ['bug', true],
      ['brand new', true],
    ]);
    await screen.send();
    const bug = view().labels?.find(({ name }) => name === 'bug');
    expect(bug).toMatchObject({ color: '#d64545', isUnsent: false, isCopy: true });
    expect(view().labels).toHaveLength(2);
    edits['tasks.remove-record']({ taskId: id, of: 'labels', id: bug?.id ?? '' });
    expect(view().task.labels.map(({ name }) => name)).toEqual(['brand new']);
    await screen.send();
    const { json } = await screen.local.call('GET', `/label/task/${id}`);
    expect(json).toMatchObject([{ name: 'brand new' }]);
  });

  test('that are not sent yet are removed from the outbox', async () => {
    const screen = await opened();
    const { edits, view, id } = screen;
    edits['tasks.add-record']({ taskId: id, record: { of: 'labels', name: 'bug' } });
    edits['tasks.remove-record']({ taskId: id, of: 'labels', id: view().labels?.[0]?.id ?? '' });
    expect(view().labels).toEqual([]);
    expect(screen.outbox.count(ACCOUNT)).toBe(0);
  });

  test.each([true, false])('are restored and removed by undo, sent: %s', async (isSent) => {
    const screen = await opened();
    const { edits, view, id } = screen;
    const names = () => view().labels?.map(({ name }) => name);
    edits['tasks.add-record']({ taskId: id, record: { of: 'labels', name: 'bug' } });
    if (isSent) await screen.send();
    screen.undo();
    await screen.send();
    expect(names()).toEqual([]);

    await screen.labelled(id, 'kept');
    await screen.taskPage.open(screen.source, id);
    edits['tasks.remove-record']({ taskId: id, of: 'labels', id: view().labels?.[0]?.id ?? '' });
    expect(names()).toEqual([]);
    if (isSent) await screen.send();
    screen.undo();
    await screen.send();
    expect(names()).toEqual(['kept']);
    const { json } = await screen.local.call('GET', `/label/task/${id}`);
    expect(json).toMatchObject([{ name: 'kept' }]);
  });

  test('say that it is too late to undo them once their page is forgotten', async () => {
    const screen = await opened();
    const { edits, taskPage, local, source, id } = screen;
    edits['tasks.add-record']({ taskId: id, record: { of: 'labels', name: 'bug' } });
    await screen.send();
    for (let pages = 0; pages < 10; pages += 1) await taskPage.open(source, (await local.addTask()).id);
    expect(screen.undo()).toMatchObject({ obstacle: 'sent already' });
  });

  test('reappear if the removal is rejected', async () => {
    const screen = await opened();
    const { edits, view, id, identifier } = screen;
    await screen.labelled(id, 'kept');
    await screen.taskPage.open(screen.source, id);
    refuse(screen, 'DELETE');
    edits['tasks.remove-record']({ taskId: id, of: 'labels', id: view().labels?.[0]?.id ?? '' });
    await screen.send();
    expect(view().labels).toMatchObject([{ name: 'kept' }]);
    expect(screen.rejected[0]?.sentence).toMatch(`${identifier} keeps its label “kept”`);
  });
});

test('removing a label that was deleted at the service shows no error', async () => {
  const screen = await pageScreen();
  const { id } = await screen.local.addTask();
  await screen.labelled(id, 'bug');
  await screen.taskPage.open(screen.source, id);
  const labelId = screen.view().labels?.[0]?.id ?? '';
  expect((await screen.local.call('DELETE', `/label/${labelId}`)).status).toBe(200);
  screen.edits['tasks.remove-record']({ taskId: id, of: 'labels', id: labelId });
  await screen.send();
  expect(screen.rejected).toEqual([]);
  expect(screen.outbox.list(ACCOUNT)).toEqual([]);
});

describe('relations', () => {
  const kinds = ['subtask', 'parent', 'blocks', 'blocked-by', 'related'] as const;

  test.each(kinds)('to another task: %s', async (kind) => {
    const screen = await opened();
    const { edits, view, id } = screen;
    const other = await screen.local.addTask({ title: 'Other' });
    const identifier = `ME-${other.number}`;
    const record = { of: 'relations', other: { id: other.id, identifier, title: 'Other' }, kind } as const;
    edits['tasks.add-record']({ taskId: id, record });
    const seen = { kind, task: { id: other.id, identifier, title: 'Other' } };
    expect(view().relations).toMatchObject([{ ...seen, isUnsent: true }]);
    await screen.send();
    expect(view().relations).toMatchObject([{ ...seen, isUnsent: false }]);
    edits['tasks.remove-record']({ taskId: id, of: 'relations', id: view().relations?.[0]?.id ?? '' });
    expect(view().relations).toEqual([]);
    await screen.send();
    expect((await screen.local.call('GET', `/task-relation/${id}`)).json).toEqual([]);
    screen.undo();
    await screen.send();
    expect(view().relations).toMatchObject([seen]);
  });

  test.each([true, false])('are undone, sent: %s', async (isSent) => {
    const screen = await opened();
    const { edits, view, id } = screen;
    const other = await screen.local.addTask({ title: 'Other' });
    const record = {
      of: 'relations',
      other: { id: other.id, identifier: 'ME-2', title: 'Other' },
      kind: 'blocks',
    } as const;
    edits['tasks.add-record']({ taskId: id, record });
    if (isSent) await screen.send();
    screen.undo();
    await screen.send();
    expect(view().relations).toEqual([]);
    expect((await screen.local.call('GET', `/task-relation/${id}`)).json).toEqual([]);
  });

  test('show the column of the other task and whether it is completed', async () => {
    const screen = await opened();
    const done = await screen.local.addTask({ title: 'Done', status: 'done' });
    const open = await screen.local.addTask({ title: 'Open', status: 'in-progress' });
    await screen.relate(screen.id, done.id, 'subtask');
    await screen.relate(screen.id, open.id, 'subtask');
    await screen.taskPage.open(screen.source, screen.id);
    const seen = screen
      .view()
      .relations?.map(({ kind, task: { title, isCompleted, status } }) => [kind, title, isCompleted, status]);
    expect(seen?.sort()).toEqual([
      ['subtask', 'Done', true, 'done'],
      ['subtask', 'Open', false, 'in-progress'],
    ]);
  });
});

describe('links', () => {
  test('are added and removed', async () => {
    const screen = await opened();
    const { edits, taskEdits, view, id } = screen;
    edits['tasks.add-record']({
      taskId: id,
      record: { of: 'links', url: 'https://docs.example.com/a', title: 'Docs' },
    });
    expect(view().links).toMatchObject([{ title: 'Docs', host: 'docs.example.com', isUnsent: true }]);
    await screen.send();
    const [link] = view().links ?? [];
    expect(link).toMatchObject({ isUnsent: false, isManual: true });
    expect(taskEdits.linkUrl(id, link?.id ?? '')).toBe('https://docs.example.com/a');
    screen.undo();
    await screen.send();
    expect(view().links).toEqual([]);
    expect((await screen.local.call('GET', `/external-link/task/${id}`)).json).toEqual([]);
  });
});

describe('a change at the service', () => {
  test('is read when the row in the list differs, and only then', async () => {
    const screen = await opened();
    const { taskPage, rows, view, server, id } = screen;
    rows.set(id, view().task);
    await taskPage.open(screen.source, id);
    await screen.local.call('PUT', `/task/description/${id}`, { description: 'More.' });
    const before = server.requests.length;
    taskPage.refreshIfRowChanged();
    await taskPage.idle();
    expect(server.requests.length).toBe(before);
    rows.set(id, { ...view().task, priority: 'low' });
    taskPage.refreshIfRowChanged();
    await taskPage.idle();
    expect(view().description.text).toBe('More.');
  });

  test('is read when the window is shown, unless the page is fresh', async () => {
    const { taskPage, server, clock } = await opened();
    const before = server.requests.length;
    taskPage.refreshIfStale();
    await taskPage.idle();
    expect(server.requests.length).toBe(before);
    clock.ms += 60_000;
    taskPage.refreshIfStale();
    await taskPage.idle();
    expect(server.requests.length).toBeGreaterThan(before);
  });

  test('that cannot be read leaves the page as it is', async () => {
    const { taskPage, server, clock, view } = await opened();
    const shown = view();
    server.intercept = () => 'drop';
    clock.ms += 60_000;
    taskPage.refreshIfStale();
    await taskPage.idle();
    expect(view()).toEqual(shown);
  });
});

describe('a long description', () => {
  test('is read whole, and addresses at its end can be opened', async () => {
    const description = `${'x'.repeat(120_000)} https://example.com/end`;
    const { edits, taskEdits, view, id } = await opened({ description });
    expect(view().description).toMatchObject({ isWhole: false });
    expect(taskEdits.describes(id, 'https://example.com/end')).toBe(false);
    expect(await edits['tasks.description']({ taskId: id })).toBe(description);
    expect(taskEdits.describes(id, 'https://example.com/end')).toBe(true);
    expect(taskEdits.describes(id, 'https://example.com/')).toBe(false);
  });
});

describe('a description', () => {
  const OWN = 'One\r\n\r\n<kaneo-poll id="7" />\r\n';

  async function edited(from = OWN, to = `${OWN}Two`) {
    const screen = await opened({ description: from });
    const { edits, id } = screen;
    const edit = () => edits['tasks.edit-description']({ taskId: id });
    const { text } = await edit();
    edits['tasks.set-description']({ taskId: id, before: text, description: to });
    return { ...screen, edit, description: async () => (await atService(screen, id)).description };
  }

  test('is shown at once and marked, is sent byte for byte, and can be undone', async () => {
    const screen = await edited();
    expect(screen.view()).toMatchObject({ description: { text: `${OWN}Two` }, unsent: ['description'] });
    await screen.send();
    expect(await screen.description()).toBe(`${OWN}Two`);
    expect(screen.view()).toMatchObject({ unsent: [], rejectedDescription: null });
    screen.undo();
    await screen.send();
    expect(await screen.description()).toBe(OWN);
  });

  test('that is edited twice before sending is compared with the service’s text', async () => {
    const screen = await edited();
    const { text } = await screen.edit();
    expect(text).toBe(`${OWN}Two`);
    screen.edits['tasks.set-description']({ taskId: screen.id, before: text, description: 'Three' });
    await screen.send();
    expect(await screen.description()).toBe('Three');
  });

  test('that is too long for the page is edited in full', async () => {
    const long = `${'x'.repeat(120_000)}\n\nend`;
    const screen = await edited(long, `${long}!`);
    expect(screen.view().description.isWhole).toBe(false);
    expect((await screen.edit()).text).toBe(`${long}!`);
    await screen.send();
    expect(await screen.description()).toBe(`${long}!`);
  });

  test('that is long and changed at its end is edited from the service’s text', async () => {
    const long = `${'x'.repeat(120_000)}\n\n`;
    const { edits, local, id } = await opened({ description: `${long}old` });
    await edits['tasks.description']({ taskId: id });
    await local.call('PUT', `/task/description/${id}`, { description: `${long}new` });
    expect((await edits['tasks.edit-description']({ taskId: id })).text).toBe(`${long}new`);
  });

  test('that is too long for the field cannot be edited', async () => {
    const { edits, id } = await opened({ description: 'x'.repeat(500_000) });
    await expect(edits['tasks.edit-description']({ taskId: id })).rejects.toThrow('too long to be edited');
  });

  test('that was changed at the service meanwhile is not overwritten; the own text is kept', async () => {
    const screen = await edited();
    const { local, id, edits, view } = screen;
    await local.call('PUT', `/task/description/${id}`, { description: 'Theirs' });
    await screen.send();
    expect(await screen.description()).toBe('Theirs');
    expect(view()).toMatchObject({
      description: { text: 'Theirs' },
      unsent: [],
      rejectedDescription: 'Someone changed it on the server in the meantime.',
    });
    expect(await screen.edit()).toEqual({ text: 'Theirs', rejected: `${OWN}Two` });
    edits['tasks.set-description']({ taskId: id, before: 'Theirs', description: 'Both' });
    await screen.send();
    expect(await screen.description()).toBe('Both');
    expect(view()).toMatchObject({ description: { text: 'Both' }, rejectedDescription: null });
  });

  test('that was rejected can be discarded, and that can be undone', async () => {
    const screen = await edited();
    const { local, id, edits, view } = screen;
    await local.call('PUT', `/task/description/${id}`, { description: 'Theirs' });
    await screen.send();
    edits['tasks.drop-description']({ taskId: id });
    expect(view().rejectedDescription).toBeNull();
    screen.undo();
    await screen.send();
    expect(view().rejectedDescription).not.toBeNull();
    expect((await screen.edit()).rejected).toBe(`${OWN}Two`);
    expect(await screen.description()).toBe('Theirs');
  });

  test.each(['waits', 'is sent', 'is refused again'])(
    'that was rejected is there again where the one in its place %s and is undone',
    async (then) => {
      const screen = await edited();
      const { local, id, edits, view } = screen;
      await local.call('PUT', `/task/description/${id}`, { description: 'Theirs' });
      await screen.send();
      const { text } = await screen.edit();
      if (then === 'is refused again') await local.call('PUT', `/task/description/${id}`, { description: 'Newer' });
      edits['tasks.set-description']({ taskId: id, before: text, description: 'Both' });
      if (then !== 'waits') await screen.send();
      screen.undo();
      await screen.send();
      expect(view().rejectedDescription).not.toBeNull();
      expect((await screen.edit()).rejected).toBe(`${OWN}Two`);
      expect(await screen.description()).toBe(then === 'is refused again' ? 'Newer' : 'Theirs');
      expect(screen.outbox.count(ACCOUNT)).toBe(1);
    },
  );

  test.each(['used', 'dropped'])('whose answer was lost and that cannot be read can be %s', async (then) => {
    const screen = await edited();
    const { local, id, server, clock, edits, view } = screen;
    const rejection = () => Response.json({ message: 'No.', code: 'FORBIDDEN' }, { status: 403 });
    server.intercept = ({ method }) => (method === 'PUT' ? 'drop' : undefined);
    await screen.send();
    await local.call('PUT', `/task/description/${id}`, { description: 'Theirs' });
    server.intercept = ({ method, url }) => (method === 'GET' && url.includes(`/task/${id}`) ? rejection() : undefined);
    clock.ms += 60_000;
    await screen.send();
    expect(view().rejectedDescription).not.toBeNull();
    server.intercept = undefined;
    await screen.taskPage.open(screen.source, id);
    if (then === 'dropped') edits['tasks.drop-description']({ taskId: id });
    else edits['tasks.set-description']({ taskId: id, before: 'Theirs', description: `${OWN}Two` });
    await screen.send();
    expect(await screen.description()).toBe(then === 'dropped' ? 'Theirs' : `${OWN}Two`);
    expect(view().rejectedDescription).toBeNull();
    expect(screen.outbox.count(ACCOUNT)).toBe(0);
  });

  test('whose answer was lost does not overwrite a later text', async () => {
    const screen = await edited();
    const { local, id, server, clock } = screen;
    const writes: string[] = [];
    server.intercept = async (request) => {
      if (request.method !== 'PUT') return undefined;
      writes.push(await request.text());
      return 'drop';
    };
    await screen.send();
    await local.call('PUT', `/task/description/${id}`, { description: 'Theirs' });
    for (let times = 0; times < 8; times += 1) {
      clock.ms += 60_000;
      await screen.send();
    }
    expect(writes).toHaveLength(1);
    expect(await screen.description()).toBe('Theirs');
    expect(screen.view().rejectedDescription).not.toBeNull();
  });
});

test('the choices for a task', async () => {
  const { edits, local } = await opened();
  expect(edits['tasks.choices']().people).toEqual([{ id: local.userId, name: 'You' }]);
});

test('the choices of one task come from its list if it cannot be read, and fail for a task in none', async () => {
  const { edits, taskPage, rows, server, view, id } = await opened();
  const row = { ...view().task, labels: [{ name: 'bug', color: '#d64545' }], assignee: { id: 'mira', name: 'Mira' } };
  taskPage.leave(id);
  server.intercept = () => 'drop';
  await expect(edits['tasks.menu-choices']({ taskId: id })).rejects.toThrow();
  rows.set(id, row);
  const { assignee, labels: taskLabels } = row;
  await expect(edits['tasks.menu-choices']({ taskId: id })).resolves.toMatchObject({ assignee, taskLabels });
});
