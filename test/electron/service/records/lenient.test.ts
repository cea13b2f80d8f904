/** One odd record never costs the others: every list of every endpoint, with one of its records changed in every way. */

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { calendarAdd } from '../../../../electron/features/projects/calendar-writes.ts';
import { projectCreate, projectDelete } from '../../../../electron/features/projects/project-writes.ts';
import { labelAttach } from '../../../../electron/features/tasks/label-writes.ts';
import { taskCreate } from '../../../../electron/features/tasks/task-create-write.ts';
import { timeEntryCreate } from '../../../../electron/features/time/entry-create-write.ts';
import { NO_SERVER_HABITS } from '../../../../electron/outbox/similarity.ts';
import { type Client, createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { readDescription } from '../../../../electron/service/read-descriptions.ts';
import { RealtimeEvent } from '../../../../electron/service/realtime.ts';
import { replacedFields, unreadableIn, unreadableText } from '../../../../electron/service/records.ts';
import {
  assignedTask,
  at,
  board,
  boardTask,
  changed,
  clientWith,
  column,
  corruptField,
  corruption,
  entry,
  holds,
  label,
  lists,
  pagination,
  project,
  readPage,
  withTasks,
} from '../malformed.ts';

vi.spyOn(console, 'warn').mockImplementation(() => undefined);

describe.each(lists)('$name', ({ make, answer, read, toId = (id) => `r${id}` }) => {
  const ids = [1, 2, 3, 4, 5];
  const fields = Object.keys(make('r1'));

  test('the others are all there, whatever becomes of one field of one of them', async () => {
    await holds(
      fc.asyncProperty(fc.constantFrom(...ids), fc.constantFrom(...fields), corruption, async (odd, field, change) => {
        const records = ids.map((id) => (id === odd ? corruptField(make(`r${id}`), field, change) : make(`r${id}`)));
        const found = await read(clientWith(() => answer(records)));
        const others = ids.filter((id) => id !== odd).map(toId);
        expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(others));
        expect(found.length).toBeLessThanOrEqual(ids.length);
      }),
      80,
    );
  });

  test('the others are all there, whatever stands in the place of one of them', async () => {
    await holds(
      fc.asyncProperty(fc.constantFrom(...ids), corruption, async (odd, change) => {
        const records = ids.map((id) => (id === odd ? changed(make(`r${id}`), change) : make(`r${id}`)));
        const found = await read(clientWith(() => answer(records)));
        expect(found.map(({ id }) => id)).toEqual(ids.filter((id) => id !== odd).map(toId));
      }),
      40,
    );
  });
});

/** Fields that are no line of text: ids, times, words of the service, addresses, marks, and texts of many lines. */
const NO_LINE =
  /^(id|slug|status|priority|role|token|color|image|type|content|description|position|number)$|([iI]con|Id|Ids|At|Time|Date|Type|Image|[uU]rl|_at)$/;

/** The record with the same text in each of its lines. */
function filled(record: unknown, text: string): unknown {
  if (Array.isArray(record) || typeof record !== 'object' || record === null) return record;
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field,
      (typeof value === 'string' || value === null) && !NO_LINE.test(field) ? text : filled(value, text),
    ]),
  );
}

test.each(lists)('$name come with every line of text clean', async ({ make, answer, read }) => {
  const text = ' Pay\r\n\u0000\u001b now\u2028 \u202E\u2067and\ud800 on\u0085';
  const [found] = await read(clientWith(() => answer([filled(make('r1'), text)])));
  expect(JSON.stringify(found)).toContain('Pay now and\ufffd on');
  expect(JSON.stringify(found)).not.toMatch(/\\[nru]|[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u);
});

describe('what an odd record is read as', () => {
  const assigned = (first: unknown) =>
    clientWith(() => ({ tasks: [first, assignedTask('a2')], total: 2 })).listAssignedTasks('w');

  test.each([
    ['an unknown priority', { priority: 'critical' }, { priority: 'unknown' }],
    ['no priority', { priority: null }, { priority: 'no-priority' }],
    ['a null title', { title: null }, { title: '' }],
    ['a bad date', { dueDate: 'soon' }, { dueDate: null }],
    ['no list of labels', { labels: 'none' }, { labels: [] }],
    ['an odd label', { labels: [null, label('l')] }, { labels: [{ id: 'l' }] }],
  ])('%s', async (_what, odd, shown) => {
    const answer = await assigned({ ...assignedTask('a1'), ...odd });
    expect(answer.tasks).toMatchObject([{ id: 'a1', statusName: 'To do', ...shown }, { id: 'a2' }]);
    expect(unreadableIn(answer)?.dropped.task).toBeUndefined();
    expect(unreadableIn(answer)?.reasons).toHaveLength(1);
  });

  test('one without an id is left out and counted, with a reason that repeats nothing a person wrote', async () => {
    const answer = await assigned({ ...assignedTask('a1'), id: 5, title: 'Secret plan' });
    expect(answer.tasks).toMatchObject([{ id: 'a2' }]);
    const odd = unreadableIn(answer);
    expect(odd?.dropped).toEqual({ task: 1 });
    expect(odd && unreadableText(odd)).toBe(
      'Left out: task: 1\nRead in part: nothing\ntask 5: id: Invalid input: expected string, received number',
    );
  });

  test('records inside a repaired one are counted once', async () => {
    const columns = [
      { ...column('c'), name: null, tasks: [null, { ...boardTask('t1'), labels: [null], title: null }] },
    ];
    const client = clientWith(() => ({ data: board({ name: null, columns }), pagination }));
    const page = await readPage(client);
    expect(page.data.columns).toMatchObject([{ id: 'c', name: 'c', tasks: [{ id: 't1', title: '', labels: [] }] }]);
    expect(unreadableIn(page)).toMatchObject({
      dropped: { task: 1, label: 1 },
      repaired: { task: 1, column: 1, project: 1 },
    });
  });

  test('an entry that does not say whose it is, or when it ended, is not guessed to be ours or running', async () => {
    const entries = [{ ...entry('e1'), userId: 7 }, { ...entry('e2'), endTime: 'late' }, entry('e3')];
    const found = await clientWith(() => entries).listTimeEntries('t');
    expect(found.map(({ id }) => id)).toEqual(['e3']);
    expect(unreadableIn(found)).toMatchObject({ dropped: { entry: 2 }, unreadableIds: ['e1', 'e2'] });
  });

  test('an event of a socket about a task nobody can tell is one about its project', () => {
    expect(RealtimeEvent.parse({ type: 'TASK_UPDATED', projectId: 'p', taskId: 7 })).toEqual({
      type: 'TASK_UPDATED',
      projectId: 'p',
      taskId: null,
    });
  });

  test('a description that cannot be read does not pass for an empty one, and hides nothing else of the task', async () => {
    const task = { id: 't', projectId: 'p', description: 7, priority: 'critical', dueDate: 'soon' };
    const read = await clientWith(() => task).getTask('t');
    expect(read).toMatchObject({ id: 't', description: null, priority: 'unknown', dueDate: null });
    expect(replacedFields(read)).toEqual(['description', 'priority', 'dueDate']);
    const older = createClient(
      createHttp({
        baseUrl: 'http://host.invalid/api',
        userAgent: 'test',
        transport: async (url) =>
          url.endsWith('/description?offset=0') ? new Response('404 Not Found', { status: 404 }) : Response.json(task),
      }),
    );
    await expect(readDescription(older, { of: 'task', taskId: 't' })).rejects.toMatchObject({
      reason: { path: 'description' },
    });
  });

  test('ten thousand records that are odd in the same way are all there', async () => {
    const labels = Array.from({ length: 10_000 }, (_, index) => ({ ...label(`l${index}`), createdAt: null }));
    expect(await clientWith(() => labels).listWorkspaceLabels('w')).toHaveLength(10_000);
  });

  test('400,000 odd records take less than a moment', async () => {
    const client = clientWith(() => ({ tasks: Array(400_000).fill({ id: 1 }), total: 0 }));
    const began = performance.now();
    const answer = await client.listAssignedTasks('w');
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(unreadableIn(answer)?.dropped).toEqual({ task: 400_000 });
    expect(unreadableIn(answer)?.reasons).toHaveLength(20);
  });
});

describe('writes still leave', () => {
  const newTask = {
    projectId: 'p',
    projectSlug: 'PRJ',
    title: 'New',
    description: '',
    priority: 'low' as const,
    status: 'c',
  };
  const around = { isKnown: () => false, rivals: [], habits: NO_SERVER_HABITS };
  const as = (client: Client) => ({ accountId: 'a', client, userId: 'u', server: 'pm.example.org' });

  test('a lost entry is found, whatever its neighbour is like', async () => {
    const payload = { taskId: 't', identifier: 'PRJ-1', startTime: at, endTime: null, note: 'Note' };
    await holds(
      fc.asyncProperty(
        fc.constantFrom('id', 'userId', 'startTime', 'endTime', 'description'),
        corruption,
        async (field, change) => {
          const other = { ...entry('e1'), startTime: '2026-11-18T09:00:00.000Z', userId: 'other' };
          const neighbour = corruptField(other, field, change);
          const client = clientWith(() => [neighbour, entry('e2')]);
          const found = await timeEntryCreate.find(payload, as(client), around);
          expect(found).toMatchObject({ serverId: 'e2' });
        },
      ),
      100,
    );
  });

  test('a task is made in a project with an odd column or task, and its number is still known', async () => {
    await holds(
      fc.asyncProperty(
        fc.constantFrom('c', 'name', 'isFinal', 'position', 'slug', 'id', 'icon'),
        corruption,
        async (field, change) => {
          const columns = [
            corruptField({ ...column('odd'), tasks: [] }, field, change),
            { ...column('c'), tasks: [boardTask('t7')] },
          ];
          const client = clientWith((_path, method) =>
            method === 'GET' ? { data: board({ columns }), pagination } : { ...boardTask('t8'), priority: 'critical' },
          );
          const prepared = await taskCreate.prepare?.(newTask, as(client), 0);
          expect(prepared?.lastNumber).toBe(7);
          expect(await taskCreate.send(newTask, as(client), undefined)).toMatchObject({ serverId: 't8' });
        },
      ),
      100,
    );
  });

  test('a newest task that cannot be read does not make the board an empty one', async () => {
    const asked: string[] = [];
    const client = createClient(
      createHttp({
        baseUrl: 'http://host.invalid/api',
        userAgent: 'test',
        transport: async (url) => {
          asked.push(new URL(url).searchParams.get('limit') ?? '');
          return Response.json(withTasks(asked.length === 1 ? [null] : [null, boardTask('t6')]));
        },
      }),
    );
    expect((await taskCreate.prepare?.(newTask, as(client), 0))?.lastNumber).toBe(6);
    expect(asked).toEqual(['1', '100']);
  });

  test('a project and a calendar are made where the list of the others is none', async () => {
    const nobody = as(clientWith(() => ({ no: 'list' })));
    const project = { name: 'New', slug: 'NEW', icon: '', workspaceId: 'w', before: null };
    expect(await projectCreate.prepare?.(project, nobody, 0)).toEqual(project);
    const calendar = { projectId: 'p', projectName: 'P', labelIds: [], timeZone: 'UTC', before: null };
    expect(await calendarAdd.prepare?.(calendar, nobody, 0)).toEqual(calendar);
  });

  test('a project is not taken for deleted while one of the list cannot be read', async () => {
    const payload = { projectId: 'p1', projectName: 'One', workspaceId: 'w' };
    const find = (projects: unknown) => projectDelete.find(payload, as(clientWith(() => projects)), around);
    expect(await find([project('p2')])).toEqual({});
    expect(await find([project('p2'), null])).toBeUndefined();
    expect(await find([project('p2'), { ...project('p1'), name: null }])).toBeUndefined();
  });

  test('a label that was put on is found beside an odd one', async () => {
    const payload = { taskId: 't', identifier: 'PRJ-1', workspaceId: 'w', labelId: 'l', name: 'Bug', color: 'red' };
    const client = clientWith(() => [null, { ...label('l1'), createdAt: 'soon' }, { ...label('l2'), name: 'Bug' }]);
    expect(await labelAttach.find(payload, as(client), around)).toEqual({});
  });
});
