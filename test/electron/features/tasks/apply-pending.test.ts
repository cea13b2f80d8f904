/** Pending changes overlaid on the records of the service. */

import { describe, expect, test } from 'vitest';
import {
  applyPendingToList,
  applyPendingToPage,
  applyPendingToTask,
  pendingChanges,
  pendingFields,
} from '../../../../electron/features/tasks/apply-pending.ts';
import { LABEL_ATTACH } from '../../../../electron/features/tasks/task-labels.ts';
import { taskStatus, tasksMove } from '../../../../electron/features/tasks/task-writes.ts';
import type { OutboxItem, OutboxState } from '../../../../electron/outbox/write-kind.ts';
import type { ReadTaskPage } from '../../../../shared/contract/task-page.ts';
import type { TaskView } from '../../../../shared/contract/task-view.ts';

const task = (id: string, changed: Partial<TaskView> = {}): TaskView => ({
  id,
  identifier: `PAY-${id}`,
  title: 'A task',
  projectId: 'p',
  projectName: 'Payments',
  status: 'to-do',
  statusName: 'To do',
  priority: 'low',
  dueDate: null,
  labels: [{ name: 'bug', color: 'red' }],
  ...changed,
});

let lastId = 0;
function item(kind: string, payload: Record<string, unknown>, state: OutboxState = 'waiting'): OutboxItem {
  lastId += 1;
  return {
    id: lastId,
    accountId: 'a',
    kind,
    subject: '',
    payload: { taskId: '1', identifier: 'PAY-1', ...payload },
    state,
    createdAt: '',
    notBefore: '',
    attempts: 0,
    lastError: null,
    sendingSince: null,
  };
}

const moved = (status: string, isFinal = false, state: OutboxState = 'waiting') =>
  item(taskStatus.kind, { status, statusName: status.toUpperCase(), isFinal, fromName: 'To do' }, state);

const read = (): ReadTaskPage => ({
  task: task('1'),
  createdAt: null,
  description: { text: '', isWhole: true },
  assignee: { id: 'me', name: 'Me' },
  labels: [{ id: 'l1', name: 'bug', color: 'red', isCopy: true, isUnsent: false }],
  relations: [
    {
      id: 'r1',
      kind: 'blocks',
      sourceTaskId: '1',
      targetTaskId: '2',
      relationType: 'blocks',
      task: { id: '2', identifier: 'PAY-2', title: 'Other', isCompleted: false, status: null },
      isUnsent: false,
    },
  ],
  links: [],
  entries: [],
  comments: [],
  events: [],
  isDeleted: false,
});

describe('the last change of a field counts', () => {
  test('one after the other', () => {
    const changes = pendingChanges([
      moved('in-progress'),
      item('task.priority', { priority: 'high' }),
      moved('in-review'),
    ]);
    expect(changes.get('1')).toEqual({
      status: { slug: 'in-review', name: 'IN-REVIEW', isFinal: false },
      priority: 'high',
    });
  });

  test('rejected changes do not count, and other kinds are skipped', () => {
    expect(pendingChanges([moved('done', true, 'needs-you'), item('time-entry.create', {})]).size).toBe(0);
  });

  test.each(['waiting', 'sending', 'unknown'] as const)('while it is %s', (state) => {
    expect(pendingChanges([moved('done', true, state)]).get('1')?.status?.slug).toBe('done');
  });

  test('many tasks are moved at once', () => {
    const move = { taskIds: ['1', '2'], status: 'done', statusName: 'Done', isFinal: true, fromName: 'To do' };
    const changes = pendingChanges([item(tasksMove.kind, move)]);
    expect([...changes.keys()]).toEqual(['1', '2']);
  });
});

describe('in the list', () => {
  const changeOf = (...items: OutboxItem[]) => pendingChanges(items).get('1');

  test.each([
    ['completed', moved('done', true)],
    ['archived', moved('archived')],
    ['assigned to another person', item('task.assignee', { userId: 'mira', userName: 'Mira' })],
    ['unassigned', item('task.assignee', { userId: null, userName: '' })],
  ])('a task that is %s is removed', (_, write) => {
    expect(applyPendingToTask(task('1'), changeOf(write), 'me')).toBeNull();
    const list = { tasks: [task('1'), task('2')], total: 120 };
    expect(applyPendingToList(list, pendingChanges([write]), 'me')).toEqual({ tasks: [task('2')], total: 119 });
  });

  test('a planned task stays, without a status name', () => {
    expect(applyPendingToTask(task('1'), changeOf(moved('planned')), 'me')).toMatchObject({
      status: 'planned',
      statusName: null,
    });
  });

  test('a task shows the changed fields only', () => {
    const change = changeOf(
      item('task.title', { title: 'New' }),
      item('task.due-date', { dueDate: '2026-12-01T00:00:00.000Z' }),
      item(LABEL_ATTACH, { workspaceId: 'w', labelId: null, name: 'bug', color: 'blue' }),
      item(LABEL_ATTACH, { workspaceId: 'w', labelId: null, name: 'ops', color: 'grey' }),
    );
    expect(applyPendingToTask(task('1'), change, 'me')).toEqual({
      ...task('1'),
      title: 'New',
      dueDate: '2026-12-01T00:00:00.000Z',
      labels: [
        { name: 'bug', color: 'red' },
        { name: 'ops', color: 'grey' },
      ],
    });
    expect(pendingFields(change)).toEqual(['title', 'dueDate']);
  });

  test('without changes the same list is returned', () => {
    const list = { tasks: [task('2')], total: 1 };
    expect(applyPendingToList(list, pendingChanges([moved('done', true)]), 'me').tasks).toBe(list.tasks);
    expect(applyPendingToTask(list.tasks[0] ?? task('2'), undefined, 'me')).toBe(list.tasks[0]);
  });
});

describe('on its page', () => {
  test('a completed task stays, with its new assignee', () => {
    const items = [moved('done', true), item('task.assignee', { userId: null, userName: '' })];
    const page = applyPendingToPage(read(), pendingChanges(items).get('1'));
    expect(page).toMatchObject({ task: { status: 'done', statusName: 'DONE' }, assignee: null });
  });

  test('removed labels, relations and links are gone, added ones are marked', () => {
    const items = [
      item('task.label-remove', { labelId: 'l1', name: 'bug', isCopy: true }),
      item(LABEL_ATTACH, { workspaceId: 'w', labelId: null, name: 'ops', color: 'grey' }),
      item('task.relation-remove', { relationId: 'r1', otherName: 'PAY-2' }),
      item('task.relation-add', {
        sourceTaskId: '3',
        targetTaskId: '1',
        relationType: 'subtask',
        otherName: 'PAY-3',
        otherTitle: 'P',
      }),
      item('task.link-add', { url: 'https://docs.example.com/x', title: '' }),
    ];
    const page = applyPendingToPage(read(), pendingChanges(items).get('1'));
    expect(page.task.labels).toEqual([{ name: 'ops', color: 'grey' }]);
    expect(page.labels).toMatchObject([{ name: 'ops', isUnsent: true }]);
    expect(page.relations).toMatchObject([
      { kind: 'parent', task: { id: '3', identifier: 'PAY-3', title: 'P' }, isUnsent: true },
    ]);
    expect(page.links).toMatchObject([
      { title: 'https://docs.example.com/x', host: 'docs.example.com', isManual: true, isUnsent: true },
    ]);
  });

  test('a part that could not be read stays missing', () => {
    const page = { ...read(), labels: null, relations: null, links: null };
    const items = [item('task.link-add', { url: 'https://x.test/', title: '' })];
    expect(applyPendingToPage(page, pendingChanges(items).get('1'))).toMatchObject({
      labels: null,
      relations: null,
      links: null,
      task: { labels: [{ name: 'bug' }] },
    });
  });

  test('a relation stored by an earlier version has no title yet', () => {
    const old = item('task.relation-add', {
      sourceTaskId: '1',
      targetTaskId: '3',
      relationType: 'blocks',
      otherName: 'PAY-3',
    });
    const page = applyPendingToPage(read(), pendingChanges([old]).get('1'));
    expect(page.relations?.at(-1)).toMatchObject({ task: { identifier: 'PAY-3', title: '' } });
  });
});
