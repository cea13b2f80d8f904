/** A change of a field whose answer was lost is sent again, unless a colleague changed the field since. */
import { describe, expect, test } from 'vitest';
import { createTaskChanges } from '../../../../electron/features/tasks/task-changes.ts';
import { createUndo } from '../../../../electron/outbox/undo.ts';
import { Task } from '../../../../electron/service/records.ts';
import { HOW, loseFirst, passLong, startWith } from '../../outbox/lost-answers.ts';
import { ACCOUNT, json, type Machine } from '../../outbox/machine.ts';
import { make } from './page-screen.ts';

const day = (date: number) => `2026-12-0${date}T00:00:00.000Z`;
const column = (slug: string, name: string) => ({ slug, name, isFinal: slug === 'done' });

async function start() {
  const machine = await startWith();
  const { database, outbox } = machine.run;
  const now = () => machine.clock.ms;
  const nothing = () => undefined;
  const undo = createUndo(now);
  const changes = createTaskChanges({ database, outbox, undo, now, showToast: nothing, onChange: nothing });
  const mira = machine.local.workspace.addPerson({ name: 'Mira', role: 'admin' });
  const task = await machine.local.addTask({ title: 'Old', priority: 'low', dueDate: day(1), startDate: day(1) });
  const { id } = task;
  const at = async () => Task.parse((await machine.local.call('GET', `/task/${id}`)).json);
  const byMira = (route: string, body: object) =>
    machine.local.call('PUT', `/task/${route}/${id}`, body, { token: mira.token });
  return { machine, changes, task, at, byMira, mira, of: { id, identifier: 'ME-3' } };
}
type Screen = Awaited<ReturnType<typeof start>>;

test('a change that is answered with another task is sent again', async () => {
  const { machine, changes, at, of } = await start();
  const { json: other } = await machine.local.call('GET', `/task/${machine.otherTask.taskId}`);
  let isFirst = true;
  machine.server.intercept = ({ method }) => {
    if (method !== 'PUT' || !isFirst) return undefined;
    isFirst = false;
    return json(other);
  };
  make(changes, changes.fieldChange(ACCOUNT, of, 'title', 'Old', 'Mine'));
  await passLong(machine);
  expect((await at()).title).toBe('Mine');
  expect(machine.items()).toEqual([]);
});

interface Field {
  field: 'title' | 'status' | 'priority' | 'dueDate' | 'userId';
  change: (screen: Screen) => void;
  mine: (machine: Machine) => unknown;
  route: string;
  theirs: (screen: Screen) => string;
  says: RegExp;
}
const FIELDS: Field[] = [
  {
    field: 'title',
    change: ({ changes, of }) => make(changes, changes.fieldChange(ACCOUNT, of, 'title', 'Old', 'Mine')),
    mine: () => 'Mine',
    route: 'title',
    theirs: () => 'Theirs',
    says: /to “Theirs”/,
  },
  {
    field: 'status',
    change: ({ changes, of }) =>
      changes.setStatus(ACCOUNT, of, column('to-do', 'To do'), column('in-progress', 'In progress')),
    mine: () => 'in-progress',
    route: 'status',
    theirs: () => 'done',
    says: /to “done”/,
  },
  {
    field: 'priority',
    change: ({ changes, of }) => make(changes, changes.fieldChange(ACCOUNT, of, 'priority', 'low', 'high')),
    mine: () => 'high',
    route: 'priority',
    theirs: () => 'urgent',
    says: /in the meantime\.$/,
  },
  {
    field: 'dueDate',
    change: ({ changes, of }) => make(changes, changes.fieldChange(ACCOUNT, of, 'dueDate', day(1), day(2))),
    mine: () => day(2),
    route: 'due-date',
    theirs: () => day(3),
    says: /in the meantime\.$/,
  },
  {
    field: 'userId',
    change: ({ changes, of, machine: { local } }) =>
      make(changes, changes.fieldChange(ACCOUNT, of, 'assignee', null, { id: local.userId, name: 'Me' })),
    mine: ({ local }) => local.userId,
    route: 'assignee',
    theirs: ({ mira }) => mira.user.id,
    says: /to “Mira”/,
  },
];

describe.each(FIELDS)('$field', ({ field, change, mine, route, theirs, says }) => {
  test.each(HOW)('is set once more after a lost answer: %s', async (how) => {
    const screen = await start();
    change(screen);
    loseFirst(screen.machine, `/task/${route}`, how);
    await passLong(screen.machine);
    expect([screen.machine.items(), (await screen.at())[field]]).toEqual([[], mine(screen.machine)]);
  });

  test('of a colleague, who set it after a lost answer, stays, and the person hears of it', async () => {
    const screen = await start();
    const { machine } = screen;
    change(screen);
    loseFirst(machine, `/task/${route}`, 'commit-then-drop');
    await machine.pass(0);
    await screen.byMira(route, { [field]: theirs(screen) });
    await passLong(machine);
    expect((await screen.at())[field]).toBe(theirs(screen));
    // A title waits, so that the text is not lost.
    const waiting = machine.items().map(({ lastError }) => lastError);
    expect([...waiting, ...machine.rejected]).toEqual([expect.stringMatching(says)]);
    expect(waiting).toHaveLength(field === 'title' ? 1 : 0);
  });
});

test('a start date of a colleague, who set it after a lost answer, stays', async () => {
  const screen = await start();
  const { machine, changes, of, task } = screen;
  make(changes, changes.fieldChange(ACCOUNT, of, 'startDate', day(1), null));
  loseFirst(machine, `/task/${of.id}`, 'commit-then-drop');
  await machine.pass(0);
  expect((await screen.at()).startDate).toBeNull();
  const { projectId, title, priority, status } = task;
  const whole = { projectId, title, priority, status, description: '', position: 0, startDate: day(2) };
  await machine.local.call('PUT', `/task/${of.id}`, whole);
  await passLong(machine);
  expect((await screen.at()).startDate).toBe(day(2));
  expect(machine.rejected).toEqual([expect.stringContaining('Someone changed it')]);
});

test('a colleague’s title with the same number stays: it is no date', async () => {
  const screen = await start();
  const { machine, changes, of } = screen;
  make(changes, changes.fieldChange(ACCOUNT, of, 'title', 'Old', 'Sprint 5'));
  loseFirst(machine, '/task/title', 'commit-then-drop');
  await machine.pass(0);
  await screen.byMira('title', { title: 'Release 5' });
  await passLong(machine);
  expect((await screen.at()).title).toBe('Release 5');
  expect(machine.state()).toEqual(['needs-you']);
});
