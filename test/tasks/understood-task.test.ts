/** From what was understood to the task that is made. */
import { describe, expect, test } from 'vitest';
import { NewTask } from '../../electron/tasks/new-task.ts';
import type { Problem, Understood } from '../../electron/tasks/quick-add/types.ts';
import { doubtsOf, newTaskOf, obstacleTo } from '../../electron/tasks/understood-task.ts';

const project = { id: 'p1', slug: 'PAY', name: 'Payments' };
const columns = { p1: [{ slug: 'backlog', name: 'Backlog', isFinal: false }] };
const bare: Understood = {
  title: 'Send it',
  description: '',
  project,
  projectChosen: true,
  labels: [],
  assignee: null,
  assigneeChosen: false,
  priority: 'no-priority',
  column: null,
  dueDate: null,
  tokens: [],
  problems: [],
};
const problem = (kind: Problem['kind']): Problem => ({ kind, from: 0, to: 1, text: 'x', words: kind });

test('every field, as the contract takes it', () => {
  const task = newTaskOf(
    {
      ...bare,
      description: 'two\nlines',
      labels: [
        { id: 'l1', name: 'billing', color: '#112233' },
        { id: null, name: 'fresh', color: null },
      ],
      assignee: { id: 'u1', name: 'Nora' },
      priority: 'high',
      column: { slug: 'review', name: 'Review', isFinal: false },
      dueDate: '2026-11-20T00:00:00.000Z',
    },
    { columns },
  );
  expect(task).toEqual({
    projectId: 'p1',
    projectSlug: 'PAY',
    title: 'Send it',
    description: 'two\nlines',
    priority: 'high',
    status: 'review',
    dueDate: '2026-11-20T00:00:00.000Z',
    userId: 'u1',
    labels: [{ id: 'l1', name: 'billing', color: '#112233' }, { name: 'fresh' }],
  });
  expect(NewTask.safeParse(task).success).toBe(true);
});

test('no column: the project’s first; where nobody has read them, the one every project begins with', () => {
  expect(newTaskOf(bare, { columns })?.status).toBe('backlog');
  expect(newTaskOf(bare, { columns: {} })?.status).toBe('to-do');
});

describe('no task', () => {
  test.each<[string, Partial<Understood>]>([
    ['without a title', { title: '' }],
    ['without a project', { project: null }],
    ['with a title that no service takes', { title: 'x'.repeat(10_001) }],
  ])('%s, and it says why', (_what, part) => {
    expect(newTaskOf({ ...bare, ...part }, { columns })).toBeNull();
    expect(obstacleTo({ ...bare, ...part })).toMatch(/[.?]$|choose one\.$/);
  });
});

test('what stays in the title is worth a second look; what another one overrules is not', () => {
  const understood = { ...bare, problems: [problem('two-projects'), problem('unknown-person'), problem('past-date')] };
  expect(doubtsOf(understood).map(({ kind }) => kind)).toEqual(['unknown-person', 'past-date']);
  expect(newTaskOf(understood, { columns })).not.toBeNull();
});
