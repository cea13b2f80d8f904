/** From a parsed line to a new task. */
import { describe, expect, test } from 'vitest';
import { NewTask } from '../../../shared/contract/new-task.ts';
import { loadDates } from '../../../shared/quick-add/find-dates.ts';
import { formatLine } from '../../../shared/quick-add/format-line.ts';
import { parse } from '../../../shared/quick-add/parser.ts';
import { blockingError, parsedLineOf, toNewTask, warningsOf } from '../../../shared/quick-add/to-new-task.ts';
import type { ParsedLine, ParseError } from '../../../shared/quick-add/types.ts';
import { directory } from './directory.ts';

const project = { id: 'p1', slug: 'PAY', name: 'Payments' };
const columns = { p1: [{ slug: 'backlog', name: 'Backlog', isFinal: false }] };
const bare: ParsedLine = {
  title: 'Send it',
  description: '',
  project,
  projectChosen: true,
  labels: [],
  assignee: null,
  assigneeChosen: false,
  priority: 'no-priority',
  column: null,
  dates: {},
  tokens: [],
  errors: [],
};
const error = (kind: ParseError['kind']): ParseError => ({ kind, from: 0, to: 1, text: 'x', words: kind });

test('every field, in the form of the contract', () => {
  const task = toNewTask(
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
      dates: { dueDate: '2026-11-20T00:00:00.000Z' },
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

test('no column: the project’s first one, or the default one if its columns are not loaded', () => {
  expect(toNewTask(bare, { columns })?.status).toBe('backlog');
  expect(toNewTask(bare, { columns: {} })?.status).toBe('to-do');
});

describe('no task', () => {
  test.each<[string, Partial<ParsedLine>]>([
    ['without a title', { title: '' }],
    ['without a project', { project: null }],
    ['with a title that is too long for the service', { title: 'x'.repeat(10_001) }],
  ])('%s, with the reason', (_what, part) => {
    expect(toNewTask({ ...bare, ...part }, { columns })).toBeNull();
    expect(blockingError({ ...bare, ...part })).toMatch(/[.?]$|choose one\.$/);
  });
});

test('an unrecognized part is a warning; an overruled one is not', () => {
  const parsed = { ...bare, errors: [error('two-projects'), error('unknown-person'), error('past-date')] };
  expect(warningsOf(parsed).map(({ kind }) => kind)).toEqual(['unknown-person', 'past-date']);
  expect(toNewTask(parsed, { columns })).not.toBeNull();
});

describe('back into a line', () => {
  const all = directory({ assignToMe: true });
  const full: NewTask = {
    projectId: 'p-app',
    projectSlug: 'APP',
    title: 'Fix #fin tomorrow, "really" !high',
    description: 'two\nlines // more',
    priority: 'urgent',
    status: 'blocked',
    dueDate: '2026-11-24T16:30:00.000Z',
    userId: 'u-mette',
    labels: [{ id: 'l-cust', name: 'customer care', color: 'blue' }, { name: 'brand new' }],
  };
  const plain: NewTask = {
    projectId: 'p-fin',
    projectSlug: 'FIN',
    title: 'Send it',
    description: '',
    priority: 'no-priority',
    status: 'to-do',
    labels: [],
  };

  test.each([
    ['with everything', full],
    ['with nothing, if the setting would assign me', plain],
  ])('%s, it gives the same task', async (_how, task) => {
    const dates = await loadDates('en-GB');
    const line = formatLine(parsedLineOf(task, all), all, dates);
    expect(toNewTask(parse(line, all, dates), all)).toEqual(task);
  });

  test('a project that no longer exists is reported, and the title stays', async () => {
    const dates = await loadDates('en-GB');
    const line = formatLine(parsedLineOf({ ...plain, projectId: 'p-gone', projectSlug: 'GONE' }, all), all, dates);
    const { title, errors } = parse(line, all, dates);
    expect(title).toContain('Send it');
    expect(errors.map(({ kind }) => kind)).toEqual(['unknown-project']);
  });

  test('a person who has left is reported, and nobody else is assigned', async () => {
    const dates = await loadDates('en-GB');
    const line = formatLine(parsedLineOf({ ...full, userId: 'u-gone' }, all), all, dates);
    const { assigneeChosen, dates: kept, errors } = parse(line, all, dates);
    expect(assigneeChosen).toBe(false);
    expect(kept).toEqual({ dueDate: full.dueDate });
    expect(errors.map(({ kind }) => kind)).toEqual(['unknown-person']);
  });

  test('a date that has passed is reported, and the other one stays', async () => {
    const dates = await loadDates('en-GB');
    const task = { ...full, startDate: new Date(2026, 10, 2).toISOString() };
    const { dates: kept, errors } = parse(formatLine(parsedLineOf(task, all), all, dates), all, dates);
    expect(kept).toEqual({ dueDate: full.dueDate });
    expect(errors.map(({ kind }) => kind)).toEqual(['past-date']);
  });
});
