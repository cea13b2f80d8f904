/** The timer's commands over a real file and a real service: stored entries, requests and messages. */

import { describe, expect, test } from 'vitest';
import { createTimer } from '../../../../electron/features/time/timer.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';

import { ACCOUNT, HOUR, iso, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';
import { addAccount } from '../account/account-row.ts';

const YEAR = 365 * 24 * HOUR;
/** A change is sent once it can no longer be undone. */
const LEAVES = 11 * SECOND;

async function running(task?: 'other'): Promise<Machine> {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, task === 'other' ? machine.otherTask : machine.task);
  return machine;
}

/** A sent entry that has been running since T0. */
async function posted(): Promise<Machine> {
  const machine = await running();
  await machine.pass(15 * SECOND);
  expect(machine.posts()).toBe(1);
  return machine;
}

/** The error of a rejected command, which must change nothing. */
function rejection(machine: Machine, command: () => void): string {
  const before = snapshot(machine);
  const said = machine.toasts.length;
  machine.changes.count = 0;
  let title = '';
  try {
    command();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.view.kind).toBe('invalid');
    title = error.view.title;
  }
  expect(snapshot(machine)).toEqual(before);
  expect([machine.changes.count, machine.toasts.length]).toEqual([0, said]);
  return title;
}

function snapshot({ run }: Machine): unknown {
  return [
    run.database.prepare('SELECT * FROM time_entry').all(),
    run.database.prepare('SELECT * FROM outbox').all(),
    run.database.prepare('SELECT * FROM server_id').all(),
  ];
}

test('a timer cannot be started without the permission to change tasks', async () => {
  const machine = await startMachine();
  const missingPermissions = () => ['task:update'];
  const timer = createTimer({ ...machine.run, missingPermissions, now: () => machine.clock.ms });
  expect(rejection(machine, () => timer.start(ACCOUNT, machine.task))).toBe('You may not track time here');
});

test('a new task, which has no number yet, is called by its title', async () => {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, { ...machine.task, identifier: 'PAY', title: 'Call the bank' });
  expect(machine.toasts.at(-1)?.text).toBe('Call the bank started');
});

const undoOf = ({ toasts }: Machine): number => toasts.at(-1)?.undo?.undoId ?? -1;

/** Holds the POST until the returned function is called. */
function holdPost(machine: Machine): { arrived: Promise<void>; release: () => void } {
  let arrive: () => void = () => undefined;
  let release: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  machine.server.intercept = async (request) => {
    if (request.method !== 'POST') return undefined;
    arrive();
    await released;
    return undefined;
  };
  return { arrived, release };
}

describe('start', () => {
  test('runs at once and is posted after 15 s with its true start', async () => {
    const machine = await running();
    expect(machine.view()).toMatchObject({
      running: { task: machine.task, startTime: iso(T0), endTime: null, note: '', sync: 'waiting', why: null },
      today: [{ startTime: iso(T0) }],
      recent: [machine.task],
    });
    await machine.pass(14_999);
    expect(machine.server.requests).toEqual([]);
    await machine.pass(1);
    expect(machine.writes).toEqual([{ method: 'POST', body: { taskId: machine.task.taskId, startTime: iso(T0) } }]);
    expect(machine.view().running?.sync).toBe('sent');
    expect(machine.toasts).toEqual([
      { text: `${machine.task.identifier} started`, undo: { label: 'Undo', undoId: undoOf(machine) } },
    ]);
  });

  test('backdated: has the chosen start and is posted 15 s from now', async () => {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task, T0 - HOUR);
    await machine.pass(14_999);
    expect(machine.posts()).toBe(0);
    await machine.pass(1);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0 - HOUR) }]);
  });

  test('of the running task is rejected', async () => {
    const machine = await running();
    const { identifier } = machine.task;
    expect(rejection(machine, () => machine.timer.start(ACCOUNT, machine.task))).toBe(
      `${identifier} is already running`,
    );
  });

  test('in the future is rejected; a clock that is slightly ahead is accepted', async () => {
    const machine = await startMachine();
    const start = (ms: number) => () => machine.timer.start(ACCOUNT, machine.task, T0 + ms);
    expect(rejection(machine, start(1001))).toBe('That time is in the future');
    start(1000)();
    expect(machine.view().running?.startTime).toBe(iso(T0 + 1000));
  });

  test('in another account does not affect the first', async () => {
    const machine = await running();
    addAccount(machine.run.database, 'account-2', 'other');
    machine.timer.start('account-2', machine.task);
    expect(machine.view().running).not.toBeNull();
    machine.timer.stop('account-2');
    expect(machine.view().running).not.toBeNull();
  });

  test('the database allows only one running entry', async () => {
    const machine = await running();
    const again = () =>
      machine.run.database.exec(`INSERT INTO time_entry SELECT 'x', account_id, task_id, task_identifier, task_title,
        project_name, start_time, end_time, note, discarded_at, created_at, project_id FROM time_entry`);
    expect(again).toThrow(/UNIQUE/);
  });
});

describe('switch', () => {
  test('one ends and the other starts at the same moment', async () => {
    const machine = await posted();
    machine.timer.start(ACCOUNT, machine.otherTask);
    await machine.pass(15 * SECOND);
    const at = iso(T0 + 15 * SECOND);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: at, duration: 15 }]);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ startTime: at, endTime: null }]);
    expect(machine.toasts.at(-1)).toMatchObject({ text: `${machine.otherTask.identifier} started` });
  });

  test('with a chosen start: the former entry ends there', async () => {
    const machine = await posted();
    await machine.pass(HOUR);
    machine.timer.start(ACCOUNT, machine.otherTask, T0 + 20 * MINUTE);
    await machine.pass(15 * SECOND);
    expect(await machine.atService()).toMatchObject([{ endTime: iso(T0 + 20 * MINUTE), duration: 1200 }]);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ startTime: iso(T0 + 20 * MINUTE) }]);
  });

  test('to a time before the running entry’s start is rejected; it keeps running', async () => {
    const machine = await posted();
    const title = rejection(machine, () => machine.timer.start(ACCOUNT, machine.otherTask, T0 - 1));
    expect(title).toBe(`${machine.task.identifier} started later than that`);
  });

  test('soon after an accidental start: only the second entry is sent', async () => {
    const machine = await running();
    await machine.pass(5 * SECOND);
    machine.timer.start(ACCOUNT, machine.otherTask);
    expect(machine.toasts.at(-1)).toEqual({
      text: `${machine.otherTask.identifier} started; ${machine.task.identifier} ran for 5 s and was not saved`,
      undo: { label: 'Undo', undoId: undoOf(machine) },
    });
    await machine.pass(HOUR);
    expect(machine.posts()).toBe(1);
    expect(await machine.atService()).toEqual([]);
  });

  test('soon after an accidental start, undone: the first keeps running, the second is never sent', async () => {
    const machine = await running();
    await machine.pass(5 * SECOND);
    machine.timer.start(ACCOUNT, machine.otherTask);
    machine.undo();
    expect(machine.view().running).toMatchObject({ task: machine.task, startTime: iso(T0) });
    await machine.pass(15 * SECOND);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: null }]);
    expect(await machine.atService(machine.otherTask)).toEqual([]);
  });

  test('after an entry that ran for days shows its duration', async () => {
    const machine = await posted();
    await machine.pass(60 * HOUR);
    machine.timer.start(ACCOUNT, machine.otherTask);
    expect(machine.toasts.at(-1)?.text).toMatch(/ started; .* stopped after 60:00; check its times$/);
  });
});

describe('stop', () => {
  test('completes the entry at the service', async () => {
    const machine = await posted();
    await machine.pass(2 * HOUR + 14 * MINUTE);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    const endTime = iso(T0 + 2 * HOUR + 14 * MINUTE + 15 * SECOND);
    expect(await machine.atService()).toMatchObject([{ endTime, duration: 8055 }]);
    expect(machine.view()).toMatchObject({ running: null, today: [{ endTime, sync: 'sent' }] });
    expect(machine.toasts.at(-1)).toEqual({
      text: `${machine.task.identifier} stopped after 2:14`,
      undo: { label: 'Undo', undoId: undoOf(machine) },
    });
  });

  test('a run of seconds is announced in seconds', async () => {
    const machine = await posted();
    await machine.pass(5 * SECOND);
    machine.timer.stop(ACCOUNT);
    expect(machine.toasts.at(-1)?.text).toBe(`${machine.task.identifier} stopped after 20 s`);
  });

  test('while nothing runs is rejected', async () => {
    const machine = await startMachine();
    expect(rejection(machine, () => machine.timer.stop(ACCOUNT))).toBe('No timer is running');
  });

  test('within 15 s: no request is sent', async () => {
    const machine = await running();
    await machine.pass(14_999);
    machine.timer.stop(ACCOUNT);
    await machine.pass(YEAR);
    expect(machine.server.requests).toEqual([]);
    expect(machine.view()).toMatchObject({ running: null, today: [], recent: [] });
    expect(machine.toasts.at(-1)).toMatchObject({ text: `${machine.task.identifier} ran for 15 s and was not saved` });
  });

  test('within 15 s, then kept: one complete POST', async () => {
    const machine = await running();
    await machine.pass(7 * SECOND);
    machine.timer.stop(ACCOUNT);
    await machine.pass(10 * SECOND);
    machine.undo();
    await machine.pass(LEAVES);
    expect(machine.writes).toHaveLength(1);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: iso(T0 + 7 * SECOND) }]);
    expect(machine.view().running).toBeNull();
  });

  test('at exactly 15 s it is kept', async () => {
    const machine = await running();
    machine.elapse(15 * SECOND);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 15 }]);
    expect(machine.posts()).toBe(1);
  });

  test('a short entry with a chosen start is kept', async () => {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task, T0 - 5 * SECOND);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 5 }]);
    machine.timer.start(ACCOUNT, machine.otherTask);
    await machine.pass(10 * SECOND);
    machine.timer.setStart(ACCOUNT, machine.clock.ms - SECOND);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ duration: 1 }]);
  });

  test('a backdated entry that ran for a moment has its full duration', async () => {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task, T0 - 30 * MINUTE);
    await machine.pass(2 * SECOND);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(machine.writes.map(({ method }) => method)).toEqual(['POST']);
    expect(await machine.atService()).toMatchObject([{ duration: 1802 }]);
  });

  test('offline: start and stop are sent later as one', async () => {
    const machine = await running();
    machine.network.isDown = true;
    await machine.pass(HOUR);
    machine.timer.stop(ACCOUNT);
    await machine.pass(HOUR);
    expect(machine.view().today).toMatchObject([
      { sync: 'waiting', why: 'Not sent: There is no connection to the server.' },
    ]);
    machine.network.isDown = false;
    machine.outbox.tryNow();
    await machine.outbox.idle();
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: iso(T0 + HOUR) }]);
    expect(machine.writes.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  test('while the POST is in flight: the PUT follows it', async () => {
    const machine = await running();
    const { arrived, release } = holdPost(machine);
    machine.elapse(15 * SECOND);
    machine.outbox.wake();
    await arrived;
    expect(machine.view().running?.sync).toBe('sending');
    machine.elapse(MINUTE);
    machine.timer.setNote(ACCOUNT, 'almost');
    machine.timer.setNote(ACCOUNT, 'done');
    machine.timer.stop(ACCOUNT);
    expect(machine.state()).toEqual(['sending', 'waiting']);
    release();
    await machine.pass(LEAVES);
    expect(machine.writes.map(({ method }) => method)).toEqual(['POST', 'PUT']);
    expect(await machine.atService()).toMatchObject([{ endTime: iso(T0 + 75 * SECOND), description: 'done' }]);
  });

  test('after the clock was set back: the duration is measured by the monotonic clock', async () => {
    const machine = await posted();
    await machine.pass(25 * MINUTE);
    await machine.setClock(-HOUR);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(machine.toasts.at(-1)?.text).toBe(`The clock went back; ${machine.task.identifier} stopped after 0:25`);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), duration: 25 * 60 + 15 }]);
    expect(machine.items()).toEqual([]);
  });

  test('right after the clock was set back, of a sent entry: it is kept', async () => {
    const machine = await posted();
    await machine.setClock(-10 * SECOND);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 5 }]);
  });

  test('right after the clock was set back, of an entry whose answer was lost: it is kept', async () => {
    const machine = await running();
    machine.server.intercept = ({ method }) => (method === 'POST' ? 'commit-then-drop' : undefined);
    await machine.pass(15 * SECOND);
    await machine.setClock(-10 * SECOND);
    machine.timer.stop(ACCOUNT);
    for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
    expect(await machine.atService()).toMatchObject([{ duration: 5 }]);
    expect(machine.posts()).toBe(1);
  });
});

describe('the clock was set back while the app was closed', () => {
  async function early(): Promise<Machine> {
    const machine = await posted();
    await machine.pass(HOUR);
    machine.crash(() => {
      machine.clock.ms -= 2 * HOUR;
    });
    return machine;
  }

  test('the duration is unknown: it is stopped with no time, and a sentence says so', async () => {
    const machine = await early();
    machine.timer.stop(ACCOUNT);
    expect(machine.view().running).toBeNull();
    expect(machine.toasts.at(-1)?.text).toContain(`${machine.task.identifier} stopped with no time`);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: iso(T0), duration: 0 }]);
  });

  test('another timer can be started, which ends it with no time', async () => {
    const machine = await early();
    machine.timer.start(ACCOUNT, machine.otherTask);
    expect(machine.view().running).toMatchObject({ task: machine.otherTask });
    expect(machine.toasts.at(-1)?.text).toContain(`${machine.task.identifier} stopped with no time`);
    await machine.pass(MINUTE);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ endTime: null }]);
  });

  test('its start can be moved to now, and it can then be stopped', async () => {
    const machine = await early();
    machine.timer.setStart(ACCOUNT, machine.clock.ms);
    await machine.pass(20 * MINUTE);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 20 * 60 }]);
  });

  test('it can be stopped with chosen times', async () => {
    const machine = await early();
    const at = machine.clock.ms;
    const id = machine.view().running?.id ?? '';
    machine.edit.edit(ACCOUNT, id, { start: at - 90 * MINUTE, end: at - 30 * MINUTE, note: '' }, {});
    await machine.pass(LEAVES);
    expect(machine.view().running).toBeNull();
    expect(await machine.atService()).toMatchObject([{ startTime: iso(at - 90 * MINUTE), duration: 3600 }]);
  });

  test('it can be stopped with a chosen start that is not in the future', async () => {
    const machine = await early();
    expect(rejection(machine, () => machine.timer.stopSince(ACCOUNT, machine.clock.ms + MINUTE))).toBe(
      'That time is in the future',
    );
    machine.timer.stopSince(ACCOUNT, machine.clock.ms - 45 * MINUTE);
    expect(machine.toasts.at(-1)?.text).toBe(`${machine.task.identifier} stopped after 0:45`);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 45 * 60 }]);
  });

  test('it can be discarded', async () => {
    const machine = await early();
    machine.timer.discard(ACCOUNT);
    await machine.pass(LEAVES);
    expect(machine.view().running).toBeNull();
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
  });
});

describe('the clock is set while a timer runs', () => {
  test('back: another entry can be started, and the first keeps its duration', async () => {
    const machine = await posted();
    await machine.pass(25 * MINUTE);
    await machine.setClock(-HOUR);
    machine.timer.start(ACCOUNT, machine.otherTask);
    expect(machine.toasts.at(-1)?.text).toMatch(/ started; The clock went back; .* stopped after 0:25$/);
    await machine.pass(15 * SECOND);
    expect(await machine.atService()).toMatchObject([{ duration: 25 * 60 + 15 }]);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ endTime: null }]);
  });

  test('forward by ten years: the stopped entry has its true duration', async () => {
    const machine = await posted();
    await machine.pass(25 * MINUTE);
    await machine.setClock(10 * YEAR);
    machine.timer.stop(ACCOUNT);
    expect(machine.toasts.at(-1)?.text).toBe(`The clock went forward; ${machine.task.identifier} stopped after 0:25`);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 25 * 60 + 15 }]);
  });

  test('forward by ten years and back again: has no effect', async () => {
    const machine = await posted();
    await machine.pass(10 * MINUTE);
    await machine.setClock(10 * YEAR);
    await machine.pass(10 * MINUTE);
    await machine.setClock(-10 * YEAR);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 20 * 60 + 15 }]);
  });
});

describe('note and start of the running entry', () => {
  test('a start that overlaps another entry shows the overlap', async () => {
    const machine = await running();
    machine.edit.add(ACCOUNT, machine.otherTask, { start: T0 - HOUR, end: T0 - 10 * MINUTE, note: '' }, {});
    machine.timer.setStart(ACCOUNT, T0 - 25 * MINUTE);
    expect(machine.toasts.at(-1)?.text).toBe(`Start moved; overlaps ${machine.otherTask.identifier} by 0:15`);
    machine.timer.setStart(ACCOUNT, T0 - 5 * MINUTE);
    expect(machine.toasts.at(-1)?.text).toBe('Start moved');
  });

  test('changes before the POST are sent with it', async () => {
    const machine = await running();
    for (const note of ['W', 'Wr', 'Write']) {
      await machine.pass(SECOND);
      machine.timer.setNote(ACCOUNT, note);
    }
    machine.timer.setStart(ACCOUNT, T0 - 10 * MINUTE);
    machine.timer.setStart(ACCOUNT, T0 - 5 * MINUTE);
    expect(machine.items()).toHaveLength(1);
    await machine.pass(11_999);
    expect(machine.posts()).toBe(0);
    await machine.pass(1);
    expect(machine.writes).toEqual([
      {
        method: 'POST',
        body: { taskId: machine.task.taskId, startTime: iso(T0 - 5 * MINUTE), description: 'Write' },
      },
    ]);
  });

  test('changes after the POST are sent with PUT', async () => {
    const machine = await posted();
    machine.timer.setNote(ACCOUNT, 'Mail');
    await machine.pass(LEAVES);
    machine.timer.setStart(ACCOUNT, T0 - MINUTE);
    await machine.pass(LEAVES);
    machine.timer.setNote(ACCOUNT, '');
    await machine.pass(LEAVES);
    expect(machine.writes.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'PUT']);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0 - MINUTE), description: '', endTime: null }]);
    expect(machine.view().running?.sync).toBe('sent');
  });

  test('changes while offline become one update', async () => {
    const machine = await posted();
    machine.network.isDown = true;
    for (const note of ['a', 'b', 'c']) {
      machine.timer.setNote(ACCOUNT, note);
      await machine.pass(MINUTE);
    }
    expect(machine.items()).toHaveLength(1);
    machine.network.isDown = false;
    machine.timer.stop(ACCOUNT);
    machine.outbox.tryNow();
    await machine.outbox.idle();
    expect(machine.items(), 'the end can be taken back, so it waits').toHaveLength(1);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ description: 'c', endTime: iso(T0 + 195 * SECOND) }]);
  });

  test('the same note does nothing', async () => {
    const machine = await running();
    machine.timer.setNote(ACCOUNT, 'x');
    machine.changes.count = 0;
    machine.timer.setNote(ACCOUNT, 'x');
    expect(machine.changes.count).toBe(0);
  });

  test('a note of an entry that has ended since is stored there, not with the timer that runs', async () => {
    const machine = await running();
    const { entries } = machine.run;
    const id = entries.running(ACCOUNT)?.id ?? '';
    await machine.pass(MINUTE);
    machine.timer.start(ACCOUNT, machine.otherTask, undefined, 'Own');
    const end = iso(machine.clock.ms);
    machine.timer.setNote(ACCOUNT, 'Call with Anna', id);
    expect(entries.running(ACCOUNT)?.note).toBe('Own');
    expect(entries.find(ACCOUNT, id)).toMatchObject({ note: 'Call with Anna', endTime: end });
    expect(rejection(machine, () => machine.timer.setNote(ACCOUNT, 'x', 'unknown'))).toBe('That entry is gone');
  });

  test('are rejected while nothing runs, or for a start in the future', async () => {
    const machine = await startMachine();
    expect(rejection(machine, () => machine.timer.setNote(ACCOUNT, 'x'))).toBe('No timer is running');
    expect(rejection(machine, () => machine.timer.setStart(ACCOUNT, T0))).toBe('No timer is running');
    machine.timer.start(ACCOUNT, machine.task);
    expect(rejection(machine, () => machine.timer.setStart(ACCOUNT, T0 + 1001))).toBe('That time is in the future');
  });

  test('a note with any characters arrives unchanged', async () => {
    const machine = await posted();
    const note = '“Ünïcode” 🥁 \\ "quotes"\n\ttab \u202e rtl';
    machine.timer.setNote(ACCOUNT, note);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ description: note }]);
  });
});

describe('discard', () => {
  test('before the POST: no request is sent', async () => {
    const machine = await running();
    await machine.pass(14 * SECOND);
    machine.timer.discard(ACCOUNT);
    expect(machine.toasts.at(-1)).toEqual({
      text: `${machine.task.identifier} discarded`,
      undo: { label: 'Undo', undoId: undoOf(machine) },
    });
    await machine.pass(HOUR);
    expect(machine.server.requests).toEqual([]);
    expect(machine.view()).toMatchObject({ running: null, today: [] });
  });

  test('after the POST: the entry is closed with no duration, once the undo has expired', async () => {
    const machine = await posted();
    machine.timer.discard(ACCOUNT);
    expect(machine.toasts.at(-1)?.text).toBe(`${machine.task.identifier} discarded; 0:00 will remain on the server`);
    await machine.pass(10 * SECOND);
    expect(machine.writes).toHaveLength(1);
    machine.outbox.tryNow();
    await machine.outbox.idle();
    expect(machine.writes).toHaveLength(1);
    await machine.pass(SECOND);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: iso(T0), duration: 0 }]);
    expect(machine.view().today).toEqual([]);
  });

  test('while the POST is in flight: the entry is closed too', async () => {
    const machine = await running();
    const { arrived, release } = holdPost(machine);
    machine.elapse(15 * SECOND);
    machine.outbox.wake();
    await arrived;
    machine.timer.discard(ACCOUNT);
    release();
    await machine.outbox.idle();
    await machine.pass(11 * SECOND);
    expect(await machine.atService()).toMatchObject([{ endTime: iso(T0), duration: 0 }]);
    expect(machine.posts()).toBe(1);
  });

  test('with pending changes: they are dropped', async () => {
    const machine = await posted();
    machine.network.isDown = true;
    machine.timer.setNote(ACCOUNT, 'private');
    await machine.pass(SECOND);
    machine.timer.discard(ACCOUNT);
    machine.network.isDown = false;
    await machine.pass(HOUR);
    expect(machine.items()).toEqual([]);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
  });

  test('a run of seconds is announced in seconds', async () => {
    const machine = await posted();
    await machine.pass(5 * SECOND);
    machine.timer.stop(ACCOUNT);
    expect(machine.toasts.at(-1)?.text).toBe(`${machine.task.identifier} stopped after 20 s`);
  });

  test('while nothing runs is rejected', async () => {
    const machine = await startMachine();
    expect(rejection(machine, () => machine.timer.discard(ACCOUNT))).toBe('No timer is running');
  });

  test('and a crash: the entry stays discarded and is closed at the service', async () => {
    const machine = await posted();
    machine.timer.discard(ACCOUNT);
    machine.crash();
    expect(machine.view().running).toBeNull();
    await machine.pass(11 * SECOND);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
  });
});

describe('an undone discard', () => {
  test('of an unsent entry: it keeps running from its start', async () => {
    const machine = await running();
    await machine.pass(14 * SECOND);
    machine.timer.discard(ACCOUNT);
    await machine.pass(9 * SECOND);
    machine.undo();
    expect(machine.view().running).toMatchObject({ startTime: iso(T0), endTime: null });
    await machine.pass(MINUTE);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(machine.posts()).toBe(1);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: iso(T0 + 83 * SECOND) }]);
  });

  test('of a sent entry: no request is sent', async () => {
    const machine = await posted();
    machine.timer.setNote(ACCOUNT, 'kept');
    await machine.pass(LEAVES);
    machine.timer.discard(ACCOUNT);
    await machine.pass(10 * SECOND);
    machine.undo();
    await machine.pass(HOUR);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: null, description: 'kept' }]);
    expect(machine.view().running).toMatchObject({ note: 'kept', sync: 'sent' });
    expect(machine.posts()).toBe(1);
  });

  test('once another entry runs: it stays discarded until the new start is undone', async () => {
    const machine = await posted();
    machine.timer.discard(ACCOUNT);
    await machine.pass(2 * SECOND);
    const discarded = undoOf(machine);
    machine.timer.start(ACCOUNT, machine.otherTask);
    expect(machine.run.undo.undo(ACCOUNT, discarded)?.obstacle).toMatch(/^First undo/);
    machine.undo();
    expect(machine.view()).toMatchObject({ running: null, today: [] });
    await machine.pass(HOUR);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
    expect(await machine.atService(machine.otherTask)).toEqual([]);
  });

  test('is not possible after a crash', async () => {
    const machine = await posted();
    machine.timer.discard(ACCOUNT);
    const undoId = undoOf(machine);
    machine.crash();
    expect(rejection(machine, () => machine.run.undo.undo(ACCOUNT, undoId))).toBe('Too late to undo');
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
  });

  test('repeated several times: one entry', async () => {
    const machine = await posted();
    for (let round = 0; round < 5; round += 1) {
      machine.timer.discard(ACCOUNT);
      await machine.pass(3 * SECOND);
      machine.undo();
      await machine.pass(3 * SECOND);
    }
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ endTime: iso(T0 + 45 * SECOND) }]);
    expect(machine.posts()).toBe(1);
  });
});

describe('a chosen end', () => {
  test('is the end of the entry', async () => {
    const machine = await posted();
    await machine.pass(HOUR);
    machine.timer.stop(ACCOUNT, T0 + 20 * MINUTE);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ endTime: iso(T0 + 20 * MINUTE), duration: 1200 }]);
  });

  test('over twelve hours later needs confirmation; stopping now never does', async () => {
    const machine = await posted();
    await machine.pass(60 * HOUR);
    const kindOf = (command: () => void) => {
      try {
        command();
      } catch (error) {
        if (error instanceof AppError) return error.view.kind;
      }
      return 'done';
    };
    expect(kindOf(() => machine.timer.stop(ACCOUNT, T0 + 40 * HOUR))).toBe('needs-confirmation');
    expect(machine.view().running).not.toBeNull();
    expect(kindOf(() => machine.timer.stop(ACCOUNT, T0 + 40 * HOUR, true))).toBe('done');
    expect(machine.toasts.at(-1)?.text).toBe(`${machine.task.identifier} stopped after 40:00; check its times`);
    machine.undo();
    expect(kindOf(() => machine.timer.stop(ACCOUNT))).toBe('done');
    expect(machine.toasts.at(-1)?.text).toContain('stopped after 60:00; check its times');
  });

  test('before the start or in the future is rejected', async () => {
    const machine = await posted();
    const stop = (at: number) => rejection(machine, () => machine.timer.stop(ACCOUNT, at));
    expect(stop(T0 - 1)).toBe('It would end before it starts');
    expect(stop(T0 + 15 * SECOND + 1001)).toBe('That time is in the future');
  });

  test('within 15 s of an unsent entry: the entry can be kept', async () => {
    const machine = await running();
    await machine.pass(10 * SECOND);
    machine.timer.stop(ACCOUNT, T0 + 3 * SECOND);
    expect(machine.toasts.at(-1)?.undo?.label).toBe('Keep');
    machine.undo();
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 3 }]);
  });
});

describe('continuing', () => {
  test('an earlier entry starts its task and note now', async () => {
    const machine = await posted();
    machine.timer.setNote(ACCOUNT, 'mail');
    machine.timer.stop(ACCOUNT);
    await machine.pass(HOUR);
    machine.timer.start(ACCOUNT, machine.task, undefined, 'mail');
    await machine.pass(15 * SECOND);
    expect(await machine.atService()).toMatchObject([
      { description: 'mail', duration: 15 },
      { description: 'mail', startTime: iso(T0 + HOUR + 15 * SECOND), endTime: null },
    ]);
  });

  test('on the running task with another note ends the former entry', async () => {
    const machine = await posted();
    await machine.pass(MINUTE);
    machine.timer.start(ACCOUNT, machine.task, undefined, 'other');
    await machine.pass(15 * SECOND);
    expect(await machine.atService()).toMatchObject([{ duration: 75 }, { description: 'other', endTime: null }]);
    const again = () => machine.timer.start(ACCOUNT, machine.task, undefined, 'other');
    expect(rejection(machine, again)).toBe(`${machine.task.identifier} is already running`);
  });
});

describe('the app is killed', () => {
  test('right after each command: nothing is lost or duplicated', async () => {
    const machine = await running();
    machine.crash();
    expect(machine.view().running).toMatchObject({ task: machine.task, startTime: iso(T0) });
    machine.elapse(20 * SECOND);
    machine.timer.setNote(ACCOUNT, 'note');
    machine.crash();
    machine.timer.start(ACCOUNT, machine.otherTask);
    machine.crash();
    machine.elapse(20 * SECOND);
    machine.timer.stop(ACCOUNT);
    machine.crash();
    for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
    expect(machine.items()).toEqual([]);
    expect(await machine.atService()).toMatchObject([{ description: 'note', duration: 20 }]);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ duration: 20 }]);
  });

  test('for a week: the timer keeps running from its start', async () => {
    const machine = await posted();
    machine.crash(() => {
      machine.elapse(6 * 24 * HOUR);
    });
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 6 * 24 * 3600 + 15 }]);
  });
});

describe('a failing disk', () => {
  const breakages: [string, (machine: Machine) => void][] = [
    ['that cannot be written', ({ run }) => run.database.exec('PRAGMA query_only = ON')],
    ['that fails at the entry', ({ run }) => run.database.exec(failing('time_entry'))],
    ['that fails at the queue', ({ run }) => run.database.exec(failing('outbox'))],
  ];
  const commands: [string, (machine: Machine, other: TaskRef) => void][] = [
    ['start', ({ timer }, other) => timer.start(ACCOUNT, other)],
    ['stop', ({ timer }) => timer.stop(ACCOUNT)],
    ['set-start', ({ timer }) => timer.setStart(ACCOUNT, T0 - MINUTE)],
    ['set-note', ({ timer }) => timer.setNote(ACCOUNT, 'x')],
    ['discard', ({ timer }) => timer.discard(ACCOUNT)],
  ];
  const all = breakages.flatMap(([how, breaks]) => commands.map(([what, act]) => [how, what, breaks, act] as const));

  test.each(all)('%s: %s throws, changes nothing and shows no toast', async (_how, _what, breaks, act) => {
    const machine = await posted();
    await machine.pass(MINUTE);
    const before = [snapshot(machine), machine.view()];
    machine.toasts.length = 0;
    breaks(machine);
    machine.changes.count = 0;
    expect(() => act(machine, machine.otherTask)).toThrow();
    expect([machine.changes.count, machine.toasts]).toEqual([0, []]);
    await machine.pass(LEAVES);
    expect([snapshot(machine), machine.view()]).toEqual(before);
    expect(machine.writes).toHaveLength(1);
    machine.run.database.exec('PRAGMA query_only = OFF');
  });
});

function failing(table: string): string {
  const fail = `BEGIN SELECT raise(ABORT, 'disk'); END`;
  return `CREATE TRIGGER a BEFORE INSERT ON ${table} ${fail}; CREATE TRIGGER b BEFORE UPDATE ON ${table} ${fail};`;
}
