/** A malformed record does not hide the others: every list, with one record corrupted in every way. */

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { calendarAdd } from '../../../../electron/features/projects/calendars.ts';
import { projectCreate, projectDelete } from '../../../../electron/features/projects/project-writes.ts';
import { taskCreate } from '../../../../electron/features/tasks/task-create-write.ts';
import { labels } from '../../../../electron/features/tasks/task-labels.ts';
import { timeEntryCreate } from '../../../../electron/features/time/entry-create-write.ts';
import { type Client, createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { readDescription } from '../../../../electron/service/read-descriptions.ts';
import { RealtimeEvent } from '../../../../electron/service/realtime.ts';
import { AssignedTasks, parseLeniently, unreadableText } from '../../../../electron/service/records.ts';
import { writeContext } from '../../outbox/context.ts';
import {
  assignedTask,
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

describe.each(lists)('$name', ({ name, make, answer, read, toId = (id) => `r${id}` }) => {
  const ids = [1, 2, 3, 4, 5];
  // With an entry or a comment of another task the whole list may be that of another task, so it is no answer.
  const isOfTask = ['entries', 'comments'].includes(name);
  const fields = Object.keys(make('r1')).filter((field) => !isOfTask || field !== 'taskId');

  test('all other records are read if a field of one is corrupted', async () => {
    await holds(
      fc.asyncProperty(
        fc.constantFrom(...ids),
        fc.constantFrom(...fields),
        corruption,
        async (corrupted, field, change) => {
          const records = ids.map((id) =>
            id === corrupted ? corruptField(make(`r${id}`), field, change) : make(`r${id}`),
          );
          const found = await read(clientWith(() => answer(records)));
          const others = ids.filter((id) => id !== corrupted).map(toId);
          expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(others));
          expect(found.length).toBeLessThanOrEqual(ids.length);
        },
      ),
      80,
    );
  });

  test('all other records are read if one is replaced', async () => {
    await holds(
      fc.asyncProperty(fc.constantFrom(...ids), corruption, async (corrupted, change) => {
        const records = ids.map((id) => (id === corrupted ? changed(make(`r${id}`), change) : make(`r${id}`)));
        const found = await read(clientWith(() => answer(records)));
        expect(found.map(({ id }) => id)).toEqual(ids.filter((id) => id !== corrupted).map(toId));
      }),
      40,
    );
  });
});

/** Fields that are not a line of text: ids, times, constants of the service, addresses, icons, long texts. */
const NOT_A_LINE =
  /^(id|slug|status|priority|role|token|color|image|type|content|description|position|number)$|([iI]con|Id|Ids|At|Time|Date|Type|Image|[uU]rl|_at)$/;

/** The record with `text` in each of its lines. */
function filled(record: unknown, text: string): unknown {
  if (Array.isArray(record) || typeof record !== 'object' || record === null) return record;
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field,
      (typeof value === 'string' || value === null) && !NOT_A_LINE.test(field) ? text : filled(value, text),
    ]),
  );
}

test.each(lists)('$name have clean lines of text', async ({ make, answer, read }) => {
  const text = ' Pay\r\n\u0000\u001b now\u2028 \u202E\u2067and\ud800 on\u0085';
  const [found] = await read(clientWith(() => answer([filled(make('r1'), text)])));
  expect(JSON.stringify(found)).toContain('Pay now and\ufffd on');
  expect(JSON.stringify(found)).not.toMatch(/\\[nru]|[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u);
});

describe('a malformed record', () => {
  const assigned = (first: unknown) =>
    clientWith(() => ({ tasks: [first, assignedTask('a2')], total: 2 })).listAssignedTasks('w');

  test.each([
    ['an unknown priority', { priority: 'critical' }, { priority: 'unknown' }],
    ['no priority', { priority: null }, { priority: 'no-priority' }],
    ['a null title', { title: null }, { title: '' }],
    ['a bad date', { dueDate: 'soon' }, { dueDate: null }],
    ['no list of labels', { labels: 'none' }, { labels: [] }],
    ['a malformed label', { labels: [null, label('l')] }, { labels: [{ id: 'l' }] }],
  ])('with %s', async (_what, fields, expected) => {
    const answer = await assigned({ ...assignedTask('a1'), ...fields });
    expect(answer.tasks).toMatchObject([{ id: 'a1', statusName: 'To do', ...expected }, { id: 'a2' }]);
    expect(answer.unreadable?.dropped.task).toBeUndefined();
    expect(answer.unreadable?.reasons).toHaveLength(1);
  });

  test('without an id is left out and counted, with a reason that contains no text of a person', async () => {
    const answer = await assigned({ ...assignedTask('a1'), id: 5, title: 'Secret plan' });
    expect(answer.tasks).toMatchObject([{ id: 'a2' }]);
    const unreadable = answer.unreadable;
    expect(unreadable?.dropped).toEqual({ task: 1 });
    expect(unreadable && unreadableText(unreadable)).toBe(
      'Left out: task: 1\nRead in part: nothing\ntask 5: id: Invalid input: expected string, received number',
    );
  });

  test('that is repaired: its inner records are counted once', async () => {
    const columns = [
      { ...column('c'), name: null, tasks: [null, { ...boardTask('t1'), labels: [null], title: null }] },
    ];
    const client = clientWith(() => ({ data: board({ name: null, columns }), pagination }));
    const page = await readPage(client);
    expect(page.data.columns).toMatchObject([{ id: 'c', name: 'c', tasks: [{ id: 't1', title: '', labels: [] }] }]);
    expect(page.unreadable).toMatchObject({
      dropped: { task: 1, label: 1 },
      repaired: { task: 1, column: 1, project: 1 },
    });
  });

  test('of an entry without a readable owner or end is left out', async () => {
    const entries = [{ ...entry('e1'), userId: 7 }, { ...entry('e2'), endTime: 'late' }, entry('e3')];
    const found = await clientWith(() => entries).listTimeEntries('t');
    expect(found.map(({ id }) => id)).toEqual(['e3']);
    expect(found.unreadable).toMatchObject({ dropped: { entry: 2 }, unreadableIds: ['e1', 'e2'] });
  });

  test('of an event without a readable task is an event about the project', () => {
    expect(RealtimeEvent.parse({ type: 'TASK_UPDATED', projectId: 'p', taskId: 7 })).toEqual({
      type: 'TASK_UPDATED',
      projectId: 'p',
      taskId: null,
    });
  });

  test('with an unreadable description is read, and the description does not pass for an empty one', async () => {
    const task = { id: 't', projectId: 'p', description: 7, priority: 'critical', dueDate: 'soon' };
    const read = await clientWith(() => task).getTask('t');
    expect(read).toMatchObject({ id: 't', description: null, priority: 'unknown', dueDate: null });
    expect(read.unreadableFields).toEqual(['description', 'priority', 'dueDate']);
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

  test('does not prevent 10,000 others like it from being read', async () => {
    const labels = Array.from({ length: 10_000 }, (_, index) => ({ ...label(`l${index}`), createdAt: null }));
    expect(await clientWith(() => labels).listWorkspaceLabels('w')).toHaveLength(10_000);
  });

  test('occurring 400,000 times is handled after few of them were read', async () => {
    let reads = 0;
    const counting = {
      get id() {
        reads += 1;
        return 1;
      },
    };
    parseLeniently(AssignedTasks, { tasks: Array(400_000).fill(counting), total: 0 });
    expect(reads).toBeLessThan(20_000);
    const client = clientWith(() => ({ tasks: Array(400_000).fill({ id: 1 }), total: 0 }));
    const answer = await client.listAssignedTasks('w');
    expect(answer.unreadable?.dropped).toEqual({ task: 400_000 });
    expect(answer.unreadable?.reasons).toHaveLength(20);
  });
});

describe('writes with malformed records around them', () => {
  const newTask = {
    projectId: 'p',
    projectSlug: 'PRJ',
    title: 'New',
    description: '',
    priority: 'low' as const,
    status: 'c',
  };
  const around = writeContext();
  const as = (client: Client) => ({ accountId: 'a', client, userId: 'u', server: 'pm.example.org' });

  test('a lost entry is found next to a malformed one', async () => {
    const SENT = '2026-11-18T12:00:00.137Z';
    const payload = { taskId: 't', identifier: 'PRJ-1', startTime: SENT, endTime: null, note: 'Note', before: [] };
    await holds(
      fc.asyncProperty(
        fc.constantFrom('id', 'userId', 'startTime', 'endTime', 'description'),
        corruption,
        async (field, change) => {
          const other = { ...entry('e1'), startTime: '2026-11-18T09:00:00.000Z', userId: 'other' };
          const neighbour = corruptField(other, field, change);
          const client = clientWith(() => [neighbour, { ...entry('e2'), startTime: SENT }]);
          const found = await timeEntryCreate.find(payload, as(client), around);
          expect(found).toMatchObject({ serverId: 'e2' });
        },
      ),
      100,
    );
  });

  test('a task is created in a project with a malformed column or task, and its number is known', async () => {
    await holds(
      fc.asyncProperty(
        fc.constantFrom('c', 'name', 'isFinal', 'position', 'slug', 'id', 'icon'),
        corruption,
        async (field, change) => {
          const columns = [
            corruptField({ ...column('malformed'), tasks: [] }, field, change),
            { ...column('c'), tasks: [boardTask('t7')] },
          ];
          const client = clientWith((_path, method) =>
            method === 'GET'
              ? { data: board({ columns }), pagination }
              : { ...boardTask('t8'), title: newTask.title, priority: 'critical' },
          );
          const prepared = await taskCreate.prepare?.(newTask, as(client), around);
          expect(prepared).toMatchObject({ payload: { lastNumber: 7 } });
          expect(await taskCreate.send(newTask, as(client), around)).toMatchObject({ serverId: 't8' });
        },
      ),
      100,
    );
  });

  test('an unreadable newest task does not make the board count as empty', async () => {
    const limits: string[] = [];
    const client = createClient(
      createHttp({
        baseUrl: 'http://host.invalid/api',
        userAgent: 'test',
        transport: async (url) => {
          limits.push(new URL(url).searchParams.get('limit') ?? '');
          return Response.json(withTasks(limits.length === 1 ? [null] : [null, boardTask('t6')]));
        },
      }),
    );
    expect(await taskCreate.prepare?.(newTask, as(client), around)).toMatchObject({ payload: { lastNumber: 6 } });
    expect(limits).toEqual(['1', '100']);
  });

  test('a project and a calendar are created if the list of the existing ones is malformed', async () => {
    const sender = as(clientWith(() => ({ no: 'list' })));
    const project = { name: 'New', slug: 'NEW', icon: '', workspaceId: 'w', before: null };
    expect(await projectCreate.prepare?.(project, sender, around)).toEqual({ payload: project });
    const calendar = { projectId: 'p', projectName: 'P', labelIds: [], timeZone: 'UTC', before: null };
    expect(await calendarAdd.prepare?.(calendar, sender, around)).toEqual({ payload: calendar });
  });

  test('a project is not taken for deleted while the list has an unreadable one', async () => {
    const payload = { projectId: 'p1', projectName: 'One', workspaceId: 'w' };
    const find = (projects: unknown) => projectDelete.find(payload, as(clientWith(() => projects)), around);
    expect(await find([project('p2')])).toEqual({});
    expect(await find([project('p2'), null])).toBeUndefined();
    expect(await find([project('p2'), { ...project('p1'), name: null }])).toBeUndefined();
  });

  test('an added label is found next to a malformed one', async () => {
    const payload = { taskId: 't', identifier: 'PRJ-1', workspaceId: 'w', labelId: 'l', name: 'Bug', color: 'red' };
    const client = clientWith(() => [null, { ...label('l1'), createdAt: 'soon' }, { ...label('l2'), name: 'Bug' }]);
    expect(await labels.writes[0]?.find(payload, as(client), around)).toEqual({});
  });
});
