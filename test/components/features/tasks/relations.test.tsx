/** A task's page: subtasks, relations, links and time. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hasUnsavedText } from '../../../../renderer/state/unsaved-text.ts';
import type { LinkView, RelationView, TaskEntryView, TaskHit } from '../../../../shared/contract/index.ts';
import { directory } from '../../../shared/quick-add/directory.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { local, timeEntry } from '../../../shared/time/entries.ts';
import { eventually } from '../../../until.ts';
import { setClock } from '../../clock.ts';
import { ACCOUNT, tasksOf } from '../../state.ts';
import { openTask, pageOf, pageOfTask, TASK } from './task-page.ts';

const taskId = TASK.id;

const relation = (
  id: string,
  kind: RelationView['kind'],
  changes: Partial<RelationView['task']> = {},
): RelationView => ({
  id: `r-${id}`,
  kind,
  sourceTaskId: taskId,
  targetTaskId: id,
  relationType: kind,
  task: { id, identifier: id, title: `Title of ${id}`, isCompleted: false, status: 'to-do', ...changes },
  isUnsent: false,
});
const link = (id: string, changes: Partial<LinkView> = {}): LinkView => ({
  id,
  title: `Link ${id}`,
  url: `https://docs.example/${id}`,
  host: 'docs.example',
  isManual: true,
  isUnsent: false,
  ...changes,
});
const hit = (id: string): TaskHit => ({ id, identifier: id, title: `Title of ${id}`, projectName: 'Payments' });
const section = (name: string) => within(screen.getByRole('region', { name }));

test('subtasks are listed with their progress, other relations with their kind; a click opens the task', async () => {
  const { bridge, user } = await openTask(
    pageOf({
      relations: [
        relation('PAY-2', 'subtask'),
        relation('PAY-3', 'subtask', { isCompleted: true, status: 'done' }),
        relation('PAY-4', 'blocked-by'),
        relation('PAY-5', 'parent', { title: '' }),
      ],
    }),
  );
  const subtasks = section('Subtasks');
  expect(subtasks.getByText('1 of 2')).toBeVisible();
  expect(subtasks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'PAY-2Title of PAY-2',
    'PAY-3Title of PAY-3completed',
  ]);
  expect(
    section('Relations')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['PAY-4Title of PAY-4blocked by', 'PAY-5No titleparent']);
  await user.click(subtasks.getByRole('button', { name: /^PAY-2/ }));
  expect(bridge.payloads('tasks.open-page')).toContainEqual({ taskId: 'PAY-2' });
});

test('the row of a subtask has the menu of a task and its keys', async () => {
  const relations = [
    relation('PAY-2', 'subtask'),
    { ...relation('PAY-3', 'subtask'), isUnsent: true },
    relation('PAY-4', 'subtask'),
  ];
  const { bridge, user } = await openTask(pageOf({ relations }), { tasks: tasksOf([taskView('PAY-2')]) });
  const rowOf = (name: RegExp) => section('Subtasks').getByRole('button', { name });
  const row = rowOf(/^PAY-2/);
  // It may be in no list, and the service does not name it yet, so it cannot be tracked.
  rowOf(/^PAY-3/).focus();
  await user.keyboard('s');
  row.focus();
  await user.keyboard('s');
  // No list has the last one.
  rowOf(/^PAY-4/).focus();
  await user.keyboard('s');
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-2' }, { taskId: 'PAY-4' }]);
  fireEvent.contextMenu(row);
  await user.click(await screen.findByRole('menuitem', { name: /^Copy identifier/ }));
  expect(bridge.payloads('tasks.copy-identifier')).toEqual([{ identifier: 'PAY-2' }]);
});

test('Back from a related task returns to the row that led there', async () => {
  const taskPage = pageOf({ relations: [relation('PAY-2', 'related')] });
  const { user, publish } = await openTask(taskPage);
  screen.getByRole('button', { name: /^PAY-2/ }).focus();
  await user.keyboard('{Enter}');
  publish({ taskPage: pageOf({ task: { ...TASK, id: 'PAY-2', identifier: 'PAY-2', startDate: null } }) });
  expect(await screen.findByRole('heading', { name: 'PAY-2' })).toBeVisible();
  await user.keyboard('{Escape}');
  publish({ taskPage });
  await eventually(() => expect(screen.getByRole('button', { name: /^PAY-2/ })).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('tab', { name: /My tasks/ })).toBeVisible();
});

test('a removed relation passes the focus to its neighbour', async () => {
  const { bridge, user } = await openTask(
    pageOf({ relations: [relation('PAY-2', 'related'), relation('PAY-3', 'related')] }),
  );
  await user.click(screen.getByRole('button', { name: 'Remove the relation to PAY-2 Title of PAY-2' }));
  expect(bridge.payloads('tasks.remove-record')).toEqual([{ taskId, of: 'relations', id: 'r-PAY-2' }]);
  expect(screen.getByRole('button', { name: /^PAY-3/ })).toHaveFocus();
});

test('a relation is added by kind and search; related tasks and the task itself are not offered', async () => {
  const { bridge, user } = await openTask(pageOf({ relations: [relation('PAY-2', 'related')] }));
  const answer = bridge.hold('tasks.search');
  await user.click(screen.getByRole('button', { name: 'Add relation' }));
  expect(screen.getByText('Type part of its title, or its number.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'This task' }), 'has the subtask');
  const field = screen.getByRole('combobox', { name: 'Search for a task…' });
  await user.click(field);
  await user.paste('title');
  expect(await screen.findByText('Searching')).toBeVisible();
  await waitFor(() => expect(bridge.payloads('tasks.search')).toHaveLength(1));
  act(() => answer({ ok: true, value: [hit(taskId), hit('PAY-2'), hit('PAY-3'), hit('PAY-4')] }));
  expect((await screen.findAllByRole('option', { name: /^PAY/ })).map(({ textContent }) => textContent)).toEqual([
    'PAY-3Title of PAY-3',
    'PAY-4Title of PAY-4',
  ]);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(screen.getByRole('option', { name: /^PAY-4/ })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}');
  expect(bridge.payloads('tasks.search')).toEqual([{ query: 'title' }]);
  const other = { id: 'PAY-4', identifier: 'PAY-4', title: 'Title of PAY-4' };
  expect(bridge.payloads('tasks.add-record')).toEqual([
    { taskId, record: { of: 'relations', other, kind: 'subtask' } },
  ]);
  expect(screen.queryByRole('combobox', { name: 'Search for a task…' })).toBeNull();
});

test('subtasks are typed where they stand: Enter makes one and keeps the caret, Escape leaves', async () => {
  const { bridge, user } = await openTask(pageOf(), {}, (prepared) =>
    prepared.answer('quick-add.directory', directory({ assignToMe: true })),
  );
  const field = screen.getByRole('textbox', { name: 'Add a subtask' });
  await user.type(field, 'Reproduce it{Enter}Tell them{Enter}');
  expect(field).toHaveFocus();
  const made = (title: string) => ({
    tasks: [{ projectId: TASK.projectId, projectSlug: 'PAY', title, userId: 'u-nora' }],
    startTimer: false,
    subtaskOf: { taskId, identifier: 'PAY-1' },
  });
  await eventually(() =>
    expect(bridge.payloads('quick-add.create')).toMatchObject([made('Reproduce it'), made('Tell them')]),
  );
  await user.keyboard('half{Escape}');
  expect(field).toHaveValue('');
  expect(screen.getByRole('region', { name: 'Task' })).toHaveFocus();
});

test('a subtask that was not stored returns to its field; without the permission there is none', async () => {
  const { publish, user } = await openTask(pageOf(), {}, (prepared) => prepared.fail('quick-add.directory'));
  const field = screen.getByRole('textbox', { name: 'Add a subtask' });
  await user.type(field, 'Reproduce it{Enter}');
  await eventually(() => expect(field).toHaveValue('Reproduce it'));
  publish({ taskPage: pageOf({ missingPermissions: ['task:create'] }) });
  expect(screen.queryByRole('region', { name: 'Subtasks' })).toBeNull();
});

test('the title of a subtask is shown when its task is deleted, and can be discarded', async () => {
  const { publish, user } = await openTask(pageOfTask({ id: 'parent' }), { account: { ...ACCOUNT, id: 'titles' } });
  await user.type(screen.getByRole('textbox', { name: 'Add a subtask' }), 'Reproduce it');
  publish({ taskPage: pageOfTask({ id: 'parent' }, { isDeleted: true }) });
  expect(screen.getByRole('textbox', { name: 'Your unsaved text' })).toHaveValue('Reproduce it');
  expect(hasUnsavedText()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('textbox', { name: 'Your unsaved text' })).toBeNull();
  expect(hasUnsavedText()).toBe(false);
});

test('a search without a hit, and one that fails, say so', async () => {
  const { bridge, user } = await openTask(pageOf(), {}, (prepared) => prepared.answer('tasks.search', []));
  await user.click(screen.getByRole('button', { name: 'Add relation' }));
  const field = screen.getByRole('combobox', { name: 'Search for a task…' });
  await user.type(field, 'none');
  expect(await screen.findByText('No task matches.')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('tasks.add-record')).toEqual([]);
  bridge.fail('tasks.search');
  await user.type(field, 's');
  expect(await screen.findByText('It did not work. Try something else.')).toBeVisible();
});

test('links open through main, and only those added by hand can be removed', async () => {
  const { bridge, user } = await openTask(pageOf({ links: [link('a'), link('b', { isManual: false, host: '' })] }));
  await user.click(screen.getByRole('button', { name: /^Link b/ }));
  await user.click(screen.getByRole('button', { name: 'Remove the link Link a' }));
  expect(screen.queryByRole('button', { name: 'Remove the link Link b' })).toBeNull();
  expect(bridge.payloads('tasks.open-link')).toEqual([{ taskId, linkId: 'b' }]);
  expect(bridge.payloads('tasks.remove-record')).toEqual([{ taskId, of: 'links', id: 'a' }]);
});

test('a link is added with https if no scheme is typed; what is not an address is named', async () => {
  const { bridge, user } = await openTask();
  await user.click(screen.getByRole('button', { name: 'Add link' }));
  const address = screen.getByRole('textbox', { name: 'Address' });
  await user.type(address, 'javascript:alert(1){Enter}');
  expect(screen.getByText('Type an address, such as https://example.org/page.')).toBeVisible();
  expect(address).toHaveAttribute('aria-invalid', 'true');
  await user.clear(address);
  expect(address).toHaveAttribute('aria-invalid', 'false');
  await user.type(address, 'docs.example.com/added');
  await user.type(screen.getByRole('textbox', { name: 'Title (optional)' }), ' Docs ');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(bridge.payloads('tasks.add-record')).toEqual([
    { taskId, record: { of: 'links', url: 'https://docs.example.com/added', title: 'Docs' } },
  ]);
  expect(address).not.toBeInTheDocument();
});

test('a server without links shows none and offers none', async () => {
  const { publish } = await openTask(pageOf({ links: [link('a')] }), { missingFeatures: ['links'] });
  expect(screen.getByRole('button', { name: /^Link a/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Remove the link|Add link/ })).toBeNull();
  publish({ taskPage: pageOf({ links: [] }) });
  expect(screen.queryByRole('region', { name: 'Links' })).toBeNull();
});

test('long lists show their beginning and the rest on demand', async () => {
  const relations = Array.from({ length: 12 }, (_, at) => relation(`PAY-${at + 2}`, 'related'));
  const links = Array.from({ length: 11 }, (_, at) => link(String(at)));
  const { user } = await openTask(pageOf({ relations, links }));
  expect(section('Relations').getAllByRole('listitem')).toHaveLength(8);
  await user.click(screen.getByRole('button', { name: 'Show 4 more' }));
  expect(section('Relations').getAllByRole('listitem')).toHaveLength(12);
  expect(section('Links').getAllByRole('listitem')).toHaveLength(8);
  await user.click(screen.getByRole('button', { name: 'Show 3 more' }));
  expect(section('Links').getAllByRole('listitem')).toHaveLength(11);
});

test('sections that could not be read say so, and are read again', async () => {
  const { bridge, user } = await openTask(pageOf({ relations: null, links: null, entries: null }));
  const again = screen.getAllByRole('button', { name: 'Try again' });
  expect(again).toHaveLength(3);
  const before = bridge.payloads('tasks.open-page').length;
  for (const button of again) await user.click(button);
  expect(bridge.payloads('tasks.open-page').length).toBe(before + 3);
  expect(screen.queryByRole('button', { name: 'Add relation' })).toBeNull();
});

const at = (hour: number, minute = 0): string => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, hour, minute).toISOString();
};
const entry = (id: string, changes: Partial<TaskEntryView> = {}): TaskEntryView => ({
  id,
  person: null,
  isMine: true,
  entryId: null,
  startTime: at(9),
  endTime: at(10, 30),
  note: '',
  isUnsent: false,
  ...changes,
});

test('time is summed for the task and for each person, latest entry first', async () => {
  await openTask(
    pageOf({
      entries: [
        entry('1', { note: 'Wrote it down' }),
        entry('2', { isMine: false, person: 'Mira Lindqvist', startTime: at(11), endTime: at(11, 45) }),
      ],
    }),
  );
  const time = section('Time');
  expect(time.getByText('2:15')).toBeVisible();
  const [people, entries] = time.getAllByRole('list').map((list) => within(list).getAllByRole('listitem'));
  expect(people?.map(({ textContent }) => textContent)).toEqual(['YYou1:30', 'MLMira Lindqvist0:45']);
  expect(entries?.[0]).toHaveTextContent(/^Yesterday.*Mira Lindqvist.*0:45$/);
  expect(entries?.[1]).toHaveTextContent(/^Yesterday.*You · Wrote it down.*1:30$/);
});

test('minutes agree with the day and the timesheet', async () => {
  setClock(local(19, 14));
  const times = (start: number, end: number | null) => ({
    startTime: new Date(start).toISOString(),
    endTime: end === null ? null : new Date(end).toISOString(),
  });
  await openTask(
    pageOf({
      entries: [
        entry('1', times(local(19, 9) + 50_000, local(19, 9, 25) + 10_000)),
        entry('2', times(local(19, 9, 54) + 59_000, local(19, 10, 20) + 5_000)),
        entry('3', times(local(19, 13, 30) + 40_000, null)),
      ],
    }),
  );
  const rows = section('Time').getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent?.slice(-4))).toEqual(['0:29', '0:26', '0:25']);
  expect(section('Time').getByText('1:20')).toBeVisible();
});

test('an own entry has its menu and its keys, and opens in its form', async () => {
  const entries = [
    entry('1', { entryId: 'e-1' }),
    entry('2', { entryId: 'e-2', startTime: at(11), endTime: at(11, 45) }),
  ];
  const { bridge, user } = await openTask(pageOf({ entries }));
  const row = (duration: string) => section('Time').getByRole('button', { name: new RegExp(`${duration}$`) });
  fireEvent.contextMenu(row('1:30'));
  await user.click(await screen.findByRole('menuitem', { name: /^Copy as text/ }));
  expect(bridge.payloads('time.copy')).toEqual([{ entryIds: ['e-1'] }]);
  act(() => row('0:45').focus());
  await user.keyboard('{Delete}');
  expect(bridge.payloads('time.delete')).toEqual([{ entryIds: ['e-2'] }]);
  expect(row('1:30')).toHaveFocus();
  const { week } = bridge.state.time;
  const shown = timeEntry('e-1', Date.parse(at(9)), Date.parse(at(10, 30)));
  bridge.answer('time.day', ({ day }) => ({ day, entries: [shown], week }));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('form', { name: 'Edit E-1' })).toBeVisible();
});

test('a running timer ends now, and without entries nothing is tracked', async () => {
  const { publish } = await openTask(
    pageOf({ entries: [entry('1', { startTime: new Date(Date.now() - 90_000).toISOString(), endTime: null })] }),
  );
  expect(section('Time').getByRole('listitem')).toHaveTextContent(/– now/);
  publish({ taskPage: pageOf() });
  expect(section('Time').getByText('Nothing tracked yet.')).toBeVisible();
});

test('of many entries the latest five are shown first', async () => {
  const { user } = await openTask(pageOf({ entries: Array.from({ length: 8 }, (_, id) => entry(String(id))) }));
  expect(section('Time').getAllByRole('listitem')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Show 3 more' }));
  expect(section('Time').getAllByRole('listitem')).toHaveLength(8);
});
