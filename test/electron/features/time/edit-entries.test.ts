/** Editing entries: the stored entry, the entry at the service, the messages and the rejected edits. */

import { describe, expect, test } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';

import { ACCOUNT, HOUR, iso, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';

const LEAVES = 11 * SECOND;

/** The error of a rejected command, which must change nothing. */
function rejection({ run, toasts }: Machine, command: () => void): string {
  const all = () => ['time_entry', 'outbox'].map((table) => run.database.prepare(`SELECT * FROM ${table}`).all());
  const [before, count] = [all(), toasts.length];
  let found = 'nothing';
  try {
    command();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    found = `${error.view.kind}: ${error.view.title}`;
  }
  expect(all()).toEqual(before);
  expect(toasts).toHaveLength(count);
  return found;
}

/** A sent entry from 7:00 to 8:00 (T0 is 9:00). */
async function withEntry(): Promise<{ machine: Machine; id: string }> {
  const machine = await startMachine();
  const id = add(machine, T0 - 2 * HOUR, T0 - HOUR, 'note');
  await machine.pass(LEAVES);
  expect(await machine.atService()).toHaveLength(1);
  return { machine, id };
}

function add(machine: Machine, start: number, end: number, note = '', task = machine.task): string {
  machine.edit.add(ACCOUNT, task, { start, end, note }, {});
  return idAt(machine, start);
}

const idAt = ({ view }: Machine, start: number): string =>
  view().today.find(({ startTime }) => startTime === iso(start))?.id ?? 'none';
const spans = ({ view }: Machine) =>
  view().today.map(({ startTime, endTime }) => [
    Date.parse(startTime) - T0,
    endTime === null ? null : Date.parse(endTime) - T0,
  ]);
const lastToast = ({ toasts }: Machine) => toasts.at(-1)?.text;

/** A sent entry that has been running for an hour since T0. */
async function withRunning(): Promise<{ machine: Machine; id: string }> {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(HOUR);
  return { machine, id: idAt(machine, T0) };
}

describe('add', () => {
  test('a past entry is created with its end', async () => {
    const { machine } = await withEntry();
    expect(await machine.atService()).toMatchObject([
      { startTime: iso(T0 - 2 * HOUR), endTime: iso(T0 - HOUR), duration: 3600, description: 'note' },
    ]);
    expect(machine.toasts).toMatchObject([{ text: `${machine.task.identifier} 1:00 added`, undo: { label: 'Undo' } }]);
    expect(machine.posts()).toBe(1);
  });

  test('an entry that ends before its start or in the future is rejected', async () => {
    const machine = await startMachine();
    const rejected = (start: number, end: number) => rejection(machine, () => add(machine, start, end));
    expect(rejected(T0 - HOUR, T0 - HOUR - 1)).toBe('invalid: It would end before it starts');
    expect(rejected(T0 - HOUR, T0 + 1001)).toBe('invalid: That time is in the future');
    expect(rejected(T0 + HOUR, T0 + 2 * HOUR)).toBe('invalid: That time is in the future');
  });

  test('an entry over twelve hours needs confirmation', async () => {
    const machine = await startMachine();
    const text = { start: T0 - 14 * HOUR, end: T0, note: '' };
    const command = (allowLong: boolean) => () => machine.edit.add(ACCOUNT, machine.task, text, { allowLong });
    expect(rejection(machine, command(false))).toBe('needs-confirmation: Really 14:00 hours?');
    command(true)();
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 14 * 3600 }]);
    machine.edit.add(ACCOUNT, machine.otherTask, { ...text, start: T0 - 12 * HOUR }, {});
  });

  test('an entry that overlaps another one is added, and a message shows by how much', async () => {
    const { machine } = await withEntry();
    add(machine, T0 - 90 * MINUTE, T0 - 30 * MINUTE + 59 * SECOND, '', machine.otherTask);
    expect(lastToast(machine)).toBe(
      `${machine.otherTask.identifier} 1:00 added; overlaps ${machine.task.identifier} by 0:30`,
    );
    // Entries within one shown minute do not overlap.
    add(machine, T0 - 30 * MINUTE, T0 - 20 * MINUTE);
    expect(lastToast(machine)).toBe(`${machine.task.identifier} 0:10 added`);
  });

  test('undone: it is never sent', async () => {
    const machine = await startMachine();
    add(machine, T0 - HOUR, T0);
    machine.undo();
    await machine.pass(HOUR);
    expect([machine.writes, machine.view().today]).toEqual([[], []]);
  });
});

describe('edit', () => {
  test('start, end and note, in one update', async () => {
    const { machine, id } = await withEntry();
    machine.edit.edit(ACCOUNT, id, { start: T0 - 3 * HOUR, end: T0 - MINUTE, note: '' }, {});
    expect(lastToast(machine)).toBe(`${machine.task.identifier} changed`);
    await machine.pass(LEAVES);
    expect(machine.writes.map(({ method }) => method)).toEqual(['POST', 'PUT']);
    expect(await machine.atService()).toMatchObject([
      { startTime: iso(T0 - 3 * HOUR), endTime: iso(T0 - MINUTE), description: '', duration: 179 * 60 },
    ]);
  });

  test('undone: the former entry is restored', async () => {
    const { machine, id } = await withEntry();
    machine.edit.edit(ACCOUNT, id, { start: T0 - 3 * HOUR, end: T0, note: 'x' }, {});
    machine.undo();
    await machine.pass(HOUR);
    expect(spans(machine)).toEqual([[-2 * HOUR, -HOUR]]);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0 - 2 * HOUR), description: 'note' }]);
  });

  test('to the same values does nothing', async () => {
    const { machine, id } = await withEntry();
    const same = { start: T0 - 2 * HOUR, end: T0 - HOUR, note: 'note' };
    expect(rejection(machine, () => machine.edit.edit(ACCOUNT, id, same, {}))).toBe('nothing');
  });

  test('follows the rules of adding; a deleted entry cannot be edited, and a stopped one cannot run again', async () => {
    const { machine, id } = await withEntry();
    const rejected = (start: number, end: number | null, entryId = id) =>
      rejection(machine, () => machine.edit.edit(ACCOUNT, entryId, { start, end, note: '' }, {}));
    expect(rejected(T0, T0 - 1)).toBe('invalid: It would end before it starts');
    expect(rejected(T0, T0 + MINUTE)).toBe('invalid: That time is in the future');
    expect(rejected(T0 - 13 * HOUR, T0)).toBe('needs-confirmation: Really 13:00 hours?');
    expect(rejected(T0 - HOUR, null)).toBe('invalid: A completed entry cannot run again');
    expect(rejected(T0 - HOUR, T0, 'none')).toBe('invalid: That entry is gone');
    machine.edit.remove(ACCOUNT, [id]);
    expect(rejected(T0 - HOUR, T0)).toBe('invalid: That entry is gone');
    const other = () => machine.edit.remove('account-2', [id]);
    expect(rejection(machine, other)).toBe('invalid: That entry is gone');
  });

  test('editing the note of a long entry needs no confirmation', async () => {
    const machine = await startMachine();
    const long = { start: T0 - 14 * HOUR, end: T0, note: '' };
    machine.edit.add(ACCOUNT, machine.task, long, { allowLong: true });
    const [entry] = machine.run.entries.between(ACCOUNT, T0 - HOUR, T0);
    machine.edit.edit(ACCOUNT, entry?.id ?? '', { ...long, note: 'x' }, {});
    expect(machine.run.entries.find(ACCOUNT, entry?.id ?? '')?.note).toBe('x');
  });

  test('of a running entry: its start, and an end', async () => {
    const { machine, id } = await withRunning();
    machine.edit.edit(ACCOUNT, id, { start: T0 + MINUTE, end: null, note: 'n' }, {});
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0 + MINUTE), endTime: null, description: 'n' }]);
    machine.edit.edit(ACCOUNT, id, { start: T0, end: T0 + 30 * MINUTE, note: 'n' }, {});
    machine.undo();
    expect(machine.view().running).toMatchObject({ startTime: iso(T0 + MINUTE) });
    machine.edit.edit(ACCOUNT, id, { start: T0, end: T0 + 30 * MINUTE, note: 'n' }, {});
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), duration: 1800 }]);
    expect(rejection(machine, () => machine.timer.stop(ACCOUNT))).toBe('invalid: No timer is running');
  });

  test('shows the overlaps, the longest first; a running entry lasts until now', async () => {
    const { machine, id } = await withEntry();
    machine.timer.start(ACCOUNT, machine.otherTask, T0 - HOUR);
    machine.edit.edit(ACCOUNT, id, { start: T0 - 2 * HOUR, end: T0 - 20 * MINUTE, note: 'note' }, {});
    expect(lastToast(machine)).toBe(
      `${machine.task.identifier} changed; overlaps ${machine.otherTask.identifier} by 0:40`,
    );
  });
});

describe('split', () => {
  test('gives two adjacent entries, each with the note', async () => {
    const { machine, id } = await withEntry();
    machine.edit.split(ACCOUNT, id, T0 - 80 * MINUTE);
    expect(lastToast(machine)).toBe(`${machine.task.identifier} split into 0:40 and 0:20`);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([
      { startTime: iso(T0 - 2 * HOUR), duration: 2400, description: 'note' },
      { startTime: iso(T0 - 80 * MINUTE), duration: 1200, description: 'note' },
    ]);
    expect(machine.posts()).toBe(2);
  });

  test('undone: one entry, and the other is never created', async () => {
    const { machine, id } = await withEntry();
    machine.edit.split(ACCOUNT, id, T0 - 80 * MINUTE);
    machine.undo();
    await machine.pass(HOUR);
    expect(spans(machine)).toEqual([[-2 * HOUR, -HOUR]]);
    expect(await machine.atService()).toMatchObject([{ duration: 3600 }]);
  });

  test('of a running entry: the second part keeps running, and undo works', async () => {
    const { machine, id } = await withRunning();
    machine.edit.split(ACCOUNT, id, T0 + 20 * MINUTE);
    expect(spans(machine)).toEqual([
      [0, 20 * MINUTE],
      [20 * MINUTE, null],
    ]);
    machine.undo();
    expect(spans(machine)).toEqual([[0, null]]);
    machine.edit.split(ACCOUNT, id, T0 + 20 * MINUTE);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 1200 }, { endTime: null }]);
  });

  test('of a running entry: a short second part is not discarded when it stops', async () => {
    const { machine, id } = await withRunning();
    machine.edit.split(ACCOUNT, id, machine.clock.ms - 2 * SECOND);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 3598 }, { duration: 2 }]);
  });

  test('at its ends or outside is rejected', async () => {
    const { machine, id } = await withEntry();
    for (const at of [T0 - 2 * HOUR, T0 - HOUR, T0, T0 - 3 * HOUR]) {
      const title = rejection(machine, () => machine.edit.split(ACCOUNT, id, at));
      expect(title).toBe('invalid: That is not within the entry');
    }
  });
});

describe('move', () => {
  test('of an unsent entry: nothing remains of the old one', async () => {
    const machine = await startMachine();
    const id = add(machine, T0 - HOUR, T0, 'n');
    machine.edit.move(ACCOUNT, id, machine.otherTask);
    expect(lastToast(machine)).toBe(`Moved to ${machine.otherTask.identifier}`);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toEqual([]);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ duration: 3600, description: 'n' }]);
  });

  test('of a sent entry: it remains at the service with no duration, and a message says so', async () => {
    const { machine, id } = await withEntry();
    machine.edit.move(ACCOUNT, id, machine.otherTask);
    const { task, otherTask } = machine;
    expect(lastToast(machine)).toBe(
      `Moved to ${otherTask.identifier}; 0:00 will remain under ${task.identifier} on the server`,
    );
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
    expect(await machine.atService(otherTask)).toMatchObject([{ duration: 3600, description: 'note' }]);
    expect(machine.view().today).toMatchObject([{ task: otherTask, sync: 'sent' }]);
  });

  test('undone: the entry is restored, and none is created on the other task', async () => {
    const { machine, id } = await withEntry();
    machine.edit.move(ACCOUNT, id, machine.otherTask);
    await machine.pass(10 * SECOND);
    machine.undo();
    await machine.pass(HOUR);
    expect(await machine.atService()).toMatchObject([{ duration: 3600 }]);
    expect(await machine.atService(machine.otherTask)).toEqual([]);
    expect(machine.view().today).toMatchObject([{ id, task: machine.task }]);
  });

  test('of an unsent entry, undone: it is sent once, on the former task', async () => {
    const machine = await startMachine();
    const id = add(machine, T0 - HOUR, T0);
    machine.edit.move(ACCOUNT, id, machine.otherTask);
    machine.undo();
    await machine.pass(HOUR);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([1, 1]);
  });

  test('of a running entry: it keeps running on the other task, with its start', async () => {
    const { machine, id } = await withRunning();
    machine.edit.move(ACCOUNT, id, machine.otherTask);
    expect(machine.view().running).toMatchObject({ task: machine.otherTask, startTime: iso(T0) });
    machine.undo();
    expect(machine.view().running).toMatchObject({ id, task: machine.task });
    machine.edit.move(ACCOUNT, id, machine.otherTask);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ startTime: iso(T0), endTime: null }]);
  });

  test('of all entries of a task that was deleted at the service needs only the new task', async () => {
    const { machine, id } = await withEntry();
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(LEAVES);
    const { taskId } = machine.task;
    await machine.local.call('PATCH', '/task/bulk', { taskIds: [taskId], operation: 'delete' });
    machine.edit.moveAll(ACCOUNT, taskId, machine.otherTask);
    expect(lastToast(machine)).toBe(`2 entries moved to ${machine.otherTask.identifier}`);
    machine.undo();
    expect(machine.view().today.map((entry) => entry.task.taskId)).toEqual([taskId, taskId]);
    expect(machine.view().today[0]?.id).toBe(id);
    machine.edit.moveAll(ACCOUNT, taskId, machine.otherTask);
    await machine.pass(LEAVES);
    expect(await machine.atService(machine.otherTask)).toMatchObject([
      { duration: 3600, description: 'note' },
      { startTime: iso(T0 + LEAVES), endTime: null },
    ]);
    expect(machine.view().running).toMatchObject({ task: machine.otherTask, sync: 'sent' });
    expect(machine.state()).toEqual([]);
  });

  test('together with other times: one change and one undo', async () => {
    const { machine, id } = await withEntry();
    const [before] = machine.view().today;
    const said = machine.toasts.length;
    const text = { start: T0 - HOUR, end: T0 - 30 * MINUTE, note: 'shorter' };
    machine.edit.edit(ACCOUNT, id, text, {}, machine.otherTask);
    expect(machine.toasts).toHaveLength(said + 1);
    expect(machine.view().today).toMatchObject([
      { task: machine.otherTask, startTime: iso(T0 - HOUR), endTime: iso(T0 - 30 * MINUTE), note: 'shorter' },
    ]);
    machine.undo();
    const { task, startTime, endTime, note } = before ?? {};
    expect(machine.view().today).toMatchObject([{ id, task, startTime, endTime, note }]);
    await machine.pass(HOUR);
    expect(await machine.atService(machine.otherTask)).toEqual([]);
  });

  test('to the same task does nothing', async () => {
    const { machine, id } = await withEntry();
    expect(rejection(machine, () => machine.edit.move(ACCOUNT, id, machine.task))).toBe('nothing');
  });

  test('while its POST is in flight: exactly one entry with no duration remains', async () => {
    const machine = await startMachine();
    const id = add(machine, T0 - HOUR, T0);
    machine.server.intercept = ({ method }) => {
      if (method !== 'POST') return undefined;
      machine.server.intercept = undefined;
      machine.edit.move(ACCOUNT, id, machine.otherTask);
      return undefined;
    };
    await machine.pass(LEAVES);
    expect(lastToast(machine)).toContain('0:00 will remain');
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ duration: 3600 }]);
  });
});

describe('delete', () => {
  test('of an unsent entry: nothing remains', async () => {
    const machine = await startMachine();
    machine.edit.remove(ACCOUNT, [add(machine, T0 - HOUR, T0)]);
    expect(lastToast(machine)).toBe(`${machine.task.identifier} deleted`);
    await machine.pass(HOUR);
    expect([machine.writes, machine.items()]).toEqual([[], []]);
  });

  test('of a sent entry: 0:00 remains at the service, and a message says so', async () => {
    const { machine, id } = await withEntry();
    machine.edit.remove(ACCOUNT, [id]);
    expect(lastToast(machine)).toBe(`${machine.task.identifier} deleted; 0:00 will remain on the server`);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
    // Nobody sees it in the local workspace.
    const ofLocal = await withEntry();
    ofLocal.machine.localAccounts.add(ACCOUNT);
    ofLocal.machine.edit.remove(ACCOUNT, [ofLocal.id]);
    expect(lastToast(ofLocal.machine)).toBe(`${ofLocal.machine.task.identifier} deleted`);
    expect(machine.view()).toMatchObject({ today: [] });
  });

  test('undone: the service gets no request', async () => {
    const { machine, id } = await withEntry();
    machine.edit.remove(ACCOUNT, [id]);
    machine.undo();
    await machine.pass(HOUR);
    expect(await machine.atService()).toMatchObject([{ duration: 3600, description: 'note' }]);
    expect(machine.view().today).toHaveLength(1);
  });

  test('of a running entry: no entry runs', async () => {
    const { machine, id } = await withRunning();
    machine.edit.remove(ACCOUNT, [id]);
    expect(machine.view().running).toBeNull();
    machine.undo();
    expect(machine.view().running?.id).toBe(id);
  });
});

describe('trim', () => {
  async function overlapping(start: number, end: number): Promise<{ machine: Machine; id: string; other: string }> {
    const { machine, id } = await withEntry();
    const other = add(machine, T0 + start, T0 + end, '', machine.otherTask);
    await machine.pass(LEAVES);
    return { machine, id, other };
  }
  const mine = ({ view, task }: Machine) =>
    view()
      .today.filter((entry) => entry.task.taskId === task.taskId)
      .map(({ startTime, endTime }) => [Date.parse(startTime) - T0, Date.parse(endTime ?? '') - T0]);

  test.each([
    ['its end', -90, 0, [[-120, -90]]],
    ['its start', -130, -90, [[-90, -60]]],
    [
      'its middle',
      -100,
      -80,
      [
        [-120, -100],
        [-80, -60],
      ],
    ],
  ])('%s', async (_, start, end, left) => {
    const { machine, id, other } = await overlapping(start * MINUTE, end * MINUTE);
    machine.edit.trim(ACCOUNT, id, other);
    expect(mine(machine)).toEqual(left.map((span) => span.map((at) => at * MINUTE)));
    await machine.pass(LEAVES);
    const atService = await machine.atService();
    expect(atService.map(({ duration }) => duration)).toEqual(left.map(([from = 0, to = 0]) => (to - from) * 60));
    expect(atService.every(({ description }) => description === 'note')).toBe(true);
  });

  test('undone: the former entry is restored', async () => {
    const { machine, id, other } = await overlapping(-100 * MINUTE, -80 * MINUTE);
    machine.edit.trim(ACCOUNT, id, other);
    machine.undo();
    await machine.pass(HOUR);
    expect(mine(machine)).toEqual([[-2 * HOUR, -HOUR]]);
    expect(await machine.atService()).toMatchObject([{ duration: 3600 }]);
  });

  test('of an entry within the other: it is deleted, and a message shows what remains', async () => {
    const { machine, id, other } = await overlapping(-3 * HOUR, 0);
    machine.edit.trim(ACCOUNT, id, other);
    expect(lastToast(machine)).toBe(
      `${machine.task.identifier} lay within the other entry and was deleted; 0:00 will remain on the server`,
    );
    await machine.pass(LEAVES);
    expect(mine(machine)).toEqual([]);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
  });

  test('by a running entry: it ends at that start', async () => {
    const { machine, id } = await withEntry();
    machine.timer.start(ACCOUNT, machine.otherTask, T0 - 90 * MINUTE);
    machine.edit.trim(ACCOUNT, id, machine.view().running?.id ?? '');
    expect(mine(machine)).toEqual([[-2 * HOUR, -90 * MINUTE]]);
    expect(machine.view().running).toMatchObject({ startTime: iso(T0 - 90 * MINUTE) });
  });

  test('of a running entry: it keeps running from the end of the other one, also if that was in its middle', async () => {
    const { machine, id } = await withEntry();
    machine.timer.start(ACCOUNT, machine.otherTask, T0 - 90 * MINUTE);
    machine.edit.trim(ACCOUNT, machine.view().running?.id ?? '', id);
    expect(machine.view().running).toMatchObject({ startTime: iso(T0 - HOUR), task: machine.otherTask });
    machine.timer.setStart(ACCOUNT, T0 - 3 * HOUR);
    machine.edit.trim(ACCOUNT, machine.view().running?.id ?? '', id);
    expect(spans(machine)).toEqual([
      [-3 * HOUR, -2 * HOUR],
      [-2 * HOUR, -HOUR],
      [-HOUR, null],
    ]);
    machine.undo();
    expect(machine.view().running).toMatchObject({ startTime: iso(T0 - 3 * HOUR) });
  });

  test('by itself, by an entry that does not overlap, or by a deleted one is rejected', async () => {
    const { machine, id, other } = await overlapping(-HOUR, 0);
    const rejected = (by: string) => rejection(machine, () => machine.edit.trim(ACCOUNT, id, by));
    expect(rejected(id)).toBe('invalid: They no longer overlap');
    expect(rejected(other)).toBe('invalid: They no longer overlap');
    expect(rejected('none')).toBe('invalid: That entry is gone');
  });
});

describe('several entries', () => {
  async function two() {
    const machine = await startMachine();
    const ids = [add(machine, T0 - 4 * HOUR, T0 - 3 * HOUR), add(machine, T0 - 2 * HOUR, T0 - HOUR)];
    return { machine, ids };
  }

  test('move to another day at the same time, with one undo', async () => {
    const { machine, ids } = await two();
    const day = new Date(T0 - 24 * HOUR);
    const text = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
    machine.edit.moveToDay(ACCOUNT, ids, text.join('-'));
    expect(lastToast(machine)).toMatch(/^2 entries moved to /);
    expect(ids.map((id) => Date.parse(machine.run.entries.find(ACCOUNT, id)?.startTime ?? ''))).toEqual([
      T0 - 28 * HOUR,
      T0 - 26 * HOUR,
    ]);
    machine.undo();
    expect(spans(machine)).toEqual([
      [-4 * HOUR, -3 * HOUR],
      [-2 * HOUR, -HOUR],
    ]);
  });

  test('are not moved to a time in the future', async () => {
    const { machine, ids } = await two();
    const move = () => machine.edit.moveToDay(ACCOUNT, ids, '2027-01-04');
    expect(rejection(machine, move)).toBe('invalid: That time is in the future');
  });

  test('move to another task, and are deleted, each with one undo', async () => {
    const { machine, ids } = await two();
    const other = { ...machine.task, taskId: 'other', identifier: 'ME-9' };
    machine.edit.moveTo(ACCOUNT, ids, other);
    expect(lastToast(machine)).toBe('2 entries moved to ME-9');
    machine.undo();
    machine.edit.remove(ACCOUNT, ids);
    expect(lastToast(machine)).toBe('2 entries deleted');
    expect(spans(machine)).toEqual([]);
    machine.undo();
    expect(spans(machine)).toHaveLength(2);
  });

  test('are copied as lines in the order of their times', async () => {
    const { machine, ids } = await two();
    const lines = machine.edit.textOf(ACCOUNT, ids.toReversed()).split('\n');
    expect(lines).toEqual(ids.map((id) => machine.edit.textOf(ACCOUNT, [id])));
  });
});
