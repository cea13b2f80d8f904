/** Converting the service's records to cards, also of servers that send fewer fields (docs/service.md#boards). */
import { describe, expect, test } from 'vitest';
import { type BoardPage, projectBoardSource } from '../../../../electron/features/board/board-source.ts';
import { ServiceError } from '../../../../electron/service/errors.ts';
import { type BoardColumn, type BoardResponse, Column, Task } from '../../../../electron/service/records.ts';

const column = (slug: string, changed: Partial<BoardColumn> = {}): BoardColumn => ({
  id: slug,
  name: slug.toUpperCase(),
  isFinal: false,
  tasks: [],
  ...changed,
});
function page(columns: BoardColumn[], pagination: Partial<BoardResponse['pagination']> = {}): BoardResponse {
  return {
    data: { id: 'p1', name: 'Pay', slug: 'PAY', workspaceId: 'w1', columns, archivedTasks: [], plannedTasks: [] },
    pagination: { total: 1, page: 1, pageSize: 100, totalPages: 1, ...pagination },
  };
}
const task = (id: string, status = 'a') => ({
  id,
  title: `Task ${id}`,
  number: 1,
  status,
  priority: 'low' as const,
  createdAt: '2026-11-21T12:00:00Z',
  projectId: 'p1',
});
const rejected = (status: number) => new ServiceError({ kind: 'rejected', status, message: 'No' });

function reading(pages: BoardResponse[], columns: Column[] | ServiceError, one?: Task | ServiceError) {
  const answer = <T>(value: T | ServiceError): Exclude<T, ServiceError> => {
    if (value instanceof ServiceError) throw value;
    return value as Exclude<T, ServiceError>;
  };
  return projectBoardSource(
    {
      getBoardPage: async (_, { page: number }) => answer(pages[number - 1] ?? rejected(404)),
      listColumns: async () => answer(columns),
      getTask: async () => answer(one ?? rejected(404)),
    },
    'p1',
  );
}
const { signal } = new AbortController();

async function allPages(source: ReturnType<typeof reading>): Promise<{ pages: BoardPage[]; last: BoardPage }> {
  const pages: BoardPage[] = [];
  for await (const one of source.pages(signal)) pages.push(one);
  const last = pages.at(-1);
  if (last === undefined) throw new Error('No page.');
  return { pages, last };
}

describe('a server that', () => {
  test('has no list of columns still has a board, with columns by position if they have one', async () => {
    const sent = [
      page([column('b', { position: 2, tasks: [task('t1', 'b')] })], { total: 2, totalPages: 2 }),
      page([column('a', { position: 1, icon: 'flag', tasks: [task('t2')] })], { total: 2, totalPages: 2 }),
    ];
    const { pages, last } = await allPages(reading(sent, rejected(404)));
    const { columns, revision } = last;
    expect(columns.map(({ slug, columnId, color }) => [slug, columnId, color])).toEqual([
      ['a', null, null],
      ['b', null, null],
    ]);
    expect(revision).toBeNull();
    expect(pages.map(({ read, total, cards }) => [read, total, cards.map(({ id }) => id)])).toEqual([
      [1, 2, ['t1']],
      [2, 2, ['t2']],
    ]);
  });

  test('lists columns provides ids, colours, order and empty columns', async () => {
    const own = [
      { id: 'c2', projectId: 'p1', slug: 'b', name: 'Second', color: '#123456' },
      { id: 'c1', projectId: 'p1', slug: 'a', name: 'First', isFinal: true },
    ].map((one) => Column.parse(one));
    const { last } = await allPages(reading([page([column('a'), column('new')], { revision: '7' })], own));
    expect(last.revision).toBe('7');
    expect(last.columns).toEqual([
      { slug: 'b', name: 'Second', icon: null, color: '#123456', isFinal: false, columnId: 'c2' },
      { slug: 'a', name: 'First', icon: null, color: null, isFinal: true, columnId: 'c1' },
      { slug: 'new', name: 'NEW', icon: null, color: null, isFinal: false, columnId: null },
    ]);
  });

  test('has a column with a long name returns it whole, so that an undone rename loses nothing', async () => {
    const name = `${'Waiting for somebody '.repeat(15)}else`;
    const own = [Column.parse({ id: 'c1', projectId: 'p1', slug: 'a', name })];
    const { last } = await allPages(reading([page([column('a')])], own));
    expect(last.columns.map((one) => one.name)).toEqual([name]);
  });

  test('cannot be reached does not count as a server without columns', async () => {
    const away = new ServiceError({ kind: 'unreachable', message: 'No connection.' });
    await expect(allPages(reading([page([])], away))).rejects.toBe(away);
  });
});

describe('a single task', () => {
  const whole = Task.parse({ ...task('t1', 'b'), userId: 'u1', assigneeName: 'Ada' });
  const known = { ...task('t1'), labels: [{ name: 'bug', color: 'red' }], subtasks: { completed: 1, total: 2 } };

  test('keeps the fields that only the board has', async () => {
    const card = await reading([], [], whole).card('t1', known as never, 'PAY');
    expect(card).toMatchObject({
      identifier: 'PAY-1',
      status: 'b',
      assignee: { id: 'u1', name: 'Ada' },
      labels: known.labels,
      subtasks: known.subtasks,
    });
  });

  test('has the position of the service, or its former one if the answer lacks it', async () => {
    const before = { ...known, position: 7 } as never;
    const of = async (position: number | undefined) =>
      reading([], [], { ...whole, position }).card('t1', before, 'PAY');
    expect(await of(3)).toMatchObject({ position: 3 });
    expect(await of(undefined)).toMatchObject({ position: 7 });
  });

  test.each([400, 404])('that does not exist (%i) or is no longer in this project is gone', async (status) => {
    expect(await reading([], [], rejected(status)).card('t1', undefined, 'PAY')).toBe('gone');
    expect(await reading([], [], { ...whole, projectId: 'p2' }).card('t1', undefined, 'PAY')).toBe('gone');
  });

  test('with too few fields waits for the whole board', async () => {
    const partial = Task.parse({ id: 't1', projectId: 'p1', position: 1, number: 1, userId: null });
    expect(await reading([], [], partial).card('t1', undefined, 'PAY')).toBeUndefined();
    await expect(reading([], [], rejected(503)).card('t1', undefined, 'PAY')).rejects.toThrow('No');
  });
});
