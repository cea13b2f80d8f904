import { describe, expect, test } from 'vitest';
import { createTaskSearch, type TaskSearchOptions } from '../../../../electron/desktop/search/task-search.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { MAX_PER_GROUP } from '../../../../shared/palette/search.ts';
import type { PaletteTask } from '../../../../shared/palette/tasks.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

const task = (of: Partial<PaletteTask> & { id: string }): PaletteTask => ({
  identifier: `PAY-${of.id}`,
  title: `Task ${of.id}`,
  projectName: 'Payments',
  priority: null,
  dueDate: null,
  isDone: false,
  isOwn: true,
  ...of,
});

function searchIn(
  tasks: PaletteTask[],
  options: Partial<TaskSearchOptions> & { weights?: Record<string, number> } = {},
) {
  const { weights = {}, ...rest } = options;
  return createTaskSearch({
    read: () => ({ tasks, weights }),
    running: () => undefined,
    accounts: () => [],
    now: () => NOW,
    ...rest,
  });
}

const titles = (found: { title: string }[]) => found.map(({ title }) => title);

describe('a search', () => {
  test('finds by identifier, title and project, best first, and says what a choice does', () => {
    const search = searchIn([
      task({ id: '1', title: 'Refund the deposit' }),
      task({ id: '2', title: 'Deposit: round to cents', dueDate: '2026-11-27T17:00:00Z' }),
      task({ id: '3', title: 'Write the report', projectName: 'Deposits' }),
      task({ id: '4', title: '' }),
    ]);
    expect(search.find('deposit')).toEqual([
      { id: '2', title: 'PAY-2 Deposit: round to cents', description: 'Start timer · Payments · tomorrow' },
      { id: '1', title: 'PAY-1 Refund the deposit', description: 'Start timer · Payments' },
      { id: '3', title: 'PAY-3 Write the report', description: 'Start timer · Deposits' },
    ]);
    expect(titles(search.find('  PAY-4 '))).toEqual(['PAY-4 (no title)']);
    expect(search.find('deposit nothing')).toEqual([]);
    expect(search.find('')).toEqual([]);
  });

  test('ranks what was chosen more often first, and shows as many as the palette', () => {
    const tasks = Array.from({ length: 9 }, (_, index) => task({ id: String(index), title: 'Invoice' }));
    const found = searchIn(tasks, { weights: { 'task 7': 100 } }).find('invoice');
    expect(found).toHaveLength(MAX_PER_GROUP);
    expect(found[0]?.id).toBe('7');
  });

  test('names the start of the running timer instead', () => {
    const running = {
      task: { taskId: '1', identifier: 'PAY-1', title: '', projectName: '' },
      startTime: '2026-11-26T09:30:00Z',
    };
    const search = searchIn([task({ id: '1' }), task({ id: '2' })], { running: () => running });
    expect(search.find('task').map(({ description }) => description)).toEqual([
      expect.stringMatching(/^since 0?9:30( am)? · Payments$/i),
      'Start timer · Payments',
    ]);
  });

  test('leaves markup in titles to the desktops, which escape it', () => {
    const [found] = searchIn([task({ id: '1', title: '<b>R&D</b> &amp; "x"', projectName: '<i>' })]).find('r&d');
    expect(found).toMatchObject({ title: 'PAY-1 <b>R&D</b> &amp; "x"', description: 'Start timer · <i>' });
  });

  test('tells tasks of several accounts with the same id apart', () => {
    const search = searchIn([task({ id: '1', accountId: 'a' }), task({ id: '1', accountId: 'b' })], {
      accounts: () => [
        { id: 'a', name: 'nordlicht', server: 'pm.nordlicht.example', host: 'pm.nordlicht.example' },
        { id: 'b', name: 'local', server: 'local', host: 'local' },
      ],
    });
    const found = search.find('pay-1');
    expect(found.map(({ id, description }) => [id, description])).toEqual([
      ['a 1', 'Start timer · Payments · nordlicht'],
      ['b 1', 'Start timer · Payments · local'],
    ]);
    expect(search.task('b 1')).toMatchObject({ id: '1', accountId: 'b' });
  });
});

describe('hostile input', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => task({ id: String(index), title: `a `.repeat(90) }));

  test('a text longer than the palette takes finds nothing, without a look at the tasks', () => {
    const search = searchIn([], { read: () => expect.unreachable('tasks were read') });
    expect(search.find('a '.repeat(50_000))).toEqual([]);
    expect(search.find('x'.repeat(LENGTHS.search + 1))).toEqual([]);
  });

  test('the longest text finds its task among 10,000', () => {
    const search = searchIn([...many, task({ id: 'last', title: 'b '.repeat(100) })]);
    expect(search.find('b '.repeat(LENGTHS.search / 2)).map(({ id }) => id)).toEqual(['last']);
  });

  test('unknown and repeated ids are left out', () => {
    const search = searchIn(many);
    const ids = ['7', '7', 'gone', 'a 7', '__proto__', '', '3', ...Array.from({ length: 10_000 }, () => '7')];
    expect(search.known(ids).map(({ id }) => id)).toEqual(['7', '3']);
    expect(search.task('gone')).toBeUndefined();
  });

  test('an id from an earlier search is valid until the task is gone', () => {
    const tasks = [task({ id: '1' }), task({ id: '2' })];
    const search = searchIn(tasks);
    const [{ id } = { id: '' }] = search.find('pay-1');
    tasks.push(task({ id: '0' }));
    expect(titles(search.known([id]))).toEqual(['PAY-1 Task 1']);
    tasks.splice(0, 1);
    expect(search.known([id])).toEqual([]);
  });

  test('a task whose id contains NUL, which D-Bus forbids, is not found', () => {
    expect(
      searchIn([task({ id: '1\0' }), task({ id: '12' })])
        .find('task')
        .map(({ id }) => id),
    ).toEqual(['12']);
  });
});
