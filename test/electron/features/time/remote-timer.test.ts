/** Timers that were started or stopped on another device, found at a real service. */

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRemoteTimers, type RemoteTimers } from '../../../../electron/features/time/remote-timer.ts';
import { POLL_MS as APP_POLL_MS } from '../../../../electron/features/time/remote-timers-service.ts';
import type { Client } from '../../../../electron/service/client.ts';
import type { UnreadableRecords } from '../../../../electron/service/records.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import { eventually } from '../../../until.ts';
import { ACCOUNT, HOUR, iso, json, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';
import { addAccount } from '../account/account-row.ts';
import { changeThere, holdFirst, linked, passMinutes, questions, reply } from './doubtful-server.ts';

const LEAVES = 11 * SECOND;
const POLL_MS = 20;

interface Watched {
  machine: Machine;
  elsewhere: RemoteTimers;
  listed: TaskRef[];
  /** Tasks that were reported as deleted. */
  gone: string[];
  told: { count: number; unreadable: UnreadableRecords | undefined };
  /** True while the window is visible. */
  seen: { by: boolean };
  look(): Promise<void>;
  begin(): Promise<void>;
}

function watch(machine: Machine, pollMs = POLL_MS): Watched {
  const listed = [machine.task, machine.otherTask];
  const told: Watched['told'] = { count: 0, unreadable: undefined };
  const seen = { by: false };
  const gone: string[] = [];
  const { entries, changes, outbox, timer } = machine.run;
  const elsewhere = createRemoteTimers({
    entries,
    changes,
    timer,
    outbox,
    likely: () => listed,
    now: () => machine.clock.ms,
    isVisible: () => seen.by,
    pollMs: () => pollMs,
    onTaskGone: (taskId) => gone.push(taskId),
    onChange: () => {
      told.count += 1;
    },
    onUnreadable: (unreadable) => {
      told.unreadable = unreadable;
    },
  });
  // Other files' fake clocks would run through its polls.
  onTestFinished(() => elsewhere.start(null));
  return {
    machine,
    elsewhere,
    listed,
    told,
    seen,
    gone,
    async look() {
      machine.clock.ms += MINUTE;
      elsewhere.refreshIfStale();
      await elsewhere.idle();
    },
    async begin() {
      elsewhere.start(machine.sender);
      await elsewhere.idle();
    },
  };
}

/** Starts or stops a timer as another device of the same person. */
async function startedElsewhere({ sender }: Machine, task: TaskRef, start: number, note?: string): Promise<string> {
  const body = { taskId: task.taskId, startTime: iso(start), ...(note !== undefined && { description: note }) };
  return (await sender.client.createTimeEntry(body)).id;
}

async function watched(note?: string) {
  const machine = await startMachine();
  const serverId = await startedElsewhere(machine, machine.task, T0 - HOUR, note);
  const all = watch(machine);
  await all.begin();
  machine.writes.length = 0;
  return { ...all, serverId };
}

const titleOf = (command: () => void): string => {
  try {
    command();
  } catch (error) {
    if (error instanceof AppError) return error.view.title;
    throw error;
  }
  return 'nothing';
};

describe('a timer that runs only at the service', () => {
  test('is found after signing in', async () => {
    const { elsewhere, machine, serverId } = await watched('there');
    const found = { serverId, task: machine.task, startTime: iso(T0 - HOUR), note: 'there' };
    expect(elsewhere.view()).toEqual([found]);
  });

  test('is found on a new computer with one more check once the list is read', async () => {
    const machine = await startMachine();
    const serverId = await startedElsewhere(machine, machine.task, T0 - HOUR);
    const { elsewhere, listed, begin } = watch(machine);
    const tasks = listed.splice(0);
    await begin();
    expect(elsewhere.view()).toEqual([]);
    listed.push(...tasks);
    elsewhere.onTasksListed();
    await elsewhere.idle();
    expect(elsewhere.view()).toMatchObject([{ serverId }]);
    const before = machine.server.requests.length;
    elsewhere.onTasksListed();
    await elsewhere.idle();
    expect(machine.server.requests).toHaveLength(before);
  });

  test('is found despite unreadable entries and lists', async () => {
    const machine = await startMachine();
    const serverId = await startedElsewhere(machine, machine.task, T0 - HOUR);
    const [entry] = await machine.sender.client.listTimeEntries(machine.task.taskId);
    const unreadable = [
      null,
      { ...entry, id: 'odd', startTime: 'soon' },
      { ...entry, id: 'late', endTime: 'late' },
      entry,
    ];
    machine.server.intercept = ({ url }) => {
      if (url.endsWith(`/time-entry/task/${machine.otherTask.taskId}`)) return Response.json({ no: 'list' });
      return url.endsWith(`/time-entry/task/${machine.task.taskId}`) ? Response.json(unreadable) : undefined;
    };
    const { elsewhere, listed, told, begin } = watch(machine);
    listed.reverse();
    await begin();
    expect(elsewhere.view().map((one) => one.serverId)).toEqual([serverId]);
    expect(told.unreadable?.dropped).toEqual({ entry: 3 });
    elsewhere.start(null);
    expect(told.unreadable).toBeUndefined();
  });

  test('is found if the list arrives during a check', async () => {
    const machine = await startMachine();
    const { elsewhere, listed, begin } = watch(machine);
    const tasks = listed.splice(0);
    machine.timer.start(ACCOUNT, machine.otherTask);
    machine.timer.stop(ACCOUNT);
    machine.timer.start(ACCOUNT, machine.otherTask, T0 - MINUTE);
    await machine.pass(15 * SECOND);
    const serverId = await startedElsewhere(machine, machine.task, T0 - HOUR);
    const beginning = begin();
    listed.push(...tasks);
    elsewhere.onTasksListed();
    await beginning;
    await elsewhere.idle();
    expect(elsewhere.view()).toMatchObject([{ serverId }]);
  });

  test('is found later too, but a check counts for a minute', async () => {
    const machine = await startMachine();
    const { elsewhere, begin, look } = watch(machine);
    await begin();
    // Within a minute, the interval of the app.
    expect(APP_POLL_MS).toBeLessThan(MINUTE);
    await startedElsewhere(machine, machine.otherTask, T0);
    const before = machine.server.requests.length;
    machine.clock.ms += MINUTE - 1;
    elsewhere.refreshIfStale();
    await elsewhere.idle();
    expect(machine.server.requests).toHaveLength(before);
    await look();
    expect(elsewhere.view()).toMatchObject([{ task: machine.otherTask, note: '' }]);
  });

  test('is found while the window is open; there are no checks while it is closed', async () => {
    const machine = await startMachine();
    const { elsewhere, begin, seen } = watch(machine);
    await begin();
    await startedElsewhere(machine, machine.otherTask, T0);
    const before = machine.server.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 3 * POLL_MS));
    expect(machine.server.requests).toHaveLength(before);
    seen.by = true;
    await eventually(() => expect(elsewhere.view()).toMatchObject([{ task: machine.otherTask }]));
    seen.by = false;
    await elsewhere.idle();
    const after = machine.server.requests.length;
    elsewhere.start(null);
    seen.by = true;
    await new Promise((resolve) => setTimeout(resolve, 3 * POLL_MS));
    expect(machine.server.requests).toHaveLength(after);
  });

  test('runs here once adopted, without a request; stopped here, it is the same entry at the service', async () => {
    const { elsewhere, machine, serverId, look } = await watched('there');
    elsewhere.adopt(serverId);
    expect(elsewhere.view()).toEqual([]);
    expect(machine.view().running).toMatchObject({ startTime: iso(T0 - HOUR), note: 'there', sync: 'sent' });
    expect(machine.toasts.at(-1)?.text).toBe(`${machine.task.identifier} now runs here`);
    await machine.pass(HOUR);
    expect(machine.writes).toEqual([]);
    await look();
    expect(elsewhere.view()).toEqual([]);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([
      { id: serverId, startTime: iso(T0 - HOUR), endTime: iso(T0 + HOUR + MINUTE), description: 'there' },
    ]);
    expect(machine.posts()).toBe(0);
  });

  test('is asked about again if the adoption is undone, and the former timer keeps running', async () => {
    const { elsewhere, machine, serverId } = await watched('there');
    machine.timer.start(ACCOUNT, machine.otherTask);
    await machine.pass(HOUR);
    const [id, writes] = [machine.view().running?.id, machine.writes.length];
    elsewhere.adopt(serverId);
    const { identifier } = machine.task;
    expect(machine.toasts.at(-1)?.text).toBe(
      `${identifier} now runs here; ${machine.otherTask.identifier} stopped after 1:00`,
    );
    machine.undo();
    expect(machine.view().running).toMatchObject({ id, endTime: null });
    expect(elsewhere.view()).toMatchObject([{ serverId }]);
    await machine.pass(HOUR);
    // The running entry is unchanged, and the other one causes no request.
    expect(machine.writes.slice(writes).every(({ body }) => !('endTime' in body))).toBe(true);
    expect(await machine.atService()).toMatchObject([{ id: serverId, endTime: null }]);
    expect(machine.view().today).toHaveLength(1);
  });

  test('causes no request if its completion is undone', async () => {
    const { elsewhere, machine, serverId } = await watched();
    elsewhere.complete(serverId, T0 - 20 * MINUTE, {});
    machine.undo();
    expect([elsewhere.view().length, machine.view().today]).toEqual([1, []]);
    await machine.pass(HOUR);
    expect(machine.writes).toEqual([]);
  });

  test('cannot be taken back once its end is at the service', async () => {
    const { elsewhere, machine, serverId } = await watched();
    elsewhere.complete(serverId, T0 - 10 * MINUTE, {});
    await machine.pass(LEAVES);
    expect(machine.run.undo.undo(ACCOUNT)?.obstacle).toBe('cannot be undone');
    expect(machine.view().today).toHaveLength(1);
  });

  test.each(['drop', 'commit-then-drop'] as const)('cannot be taken back while its end may arrive: %s', async (how) => {
    const { elsewhere, machine, serverId } = await watched();
    elsewhere.complete(serverId, T0 - 10 * MINUTE, {});
    machine.server.intercept = ({ method }) => (method === 'PUT' ? how : undefined);
    await machine.pass(LEAVES);
    expect(machine.state()).toEqual(['unknown']);
    expect(machine.run.undo.undo(ACCOUNT)?.obstacle).toBe('cannot be undone');
    machine.server.intercept = undefined;
    await passMinutes(machine);
    expect(await machine.atService()).toMatchObject([{ endTime: iso(T0 - 10 * MINUTE) }]);
    expect(machine.view().today).toMatchObject([{ endTime: iso(T0 - 10 * MINUTE), sync: 'sent' }]);
  });

  test.each<[string, (machine: Machine) => void]>([
    ['start', ({ timer }) => timer.setStart(ACCOUNT, T0 - 30 * MINUTE)],
    ['note', ({ timer }) => timer.setNote(ACCOUNT, 'here')],
  ])('with another %s at the service can be taken back only once that is restored', async (_, change) => {
    const { elsewhere, machine, serverId } = await watched('there');
    elsewhere.adopt(serverId);
    change(machine);
    await machine.pass(LEAVES);
    machine.undo();
    expect(machine.run.undo.undo(ACCOUNT)?.obstacle).toBe('cannot be undone');
    await machine.pass(LEAVES);
    machine.run.undo.undo(ACCOUNT, 1);
    expect([elsewhere.view().length, machine.view().running, machine.items()]).toEqual([1, null, []]);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0 - HOUR), description: 'there' }]);
  });

  test('needs confirmation to be completed after more than twelve hours', async () => {
    const { elsewhere, machine, serverId } = await watched();
    await machine.pass(30 * HOUR);
    expect(titleOf(() => elsewhere.complete(serverId, T0 + 20 * HOUR, {}))).toBe('Really 21:00 hours?');
    elsewhere.complete(serverId, T0 + 20 * HOUR, { allowLong: true });
    expect(elsewhere.view()).toEqual([]);
  });

  test('adopted after the clock was set back: the former timer keeps its duration', async () => {
    const { elsewhere, machine, serverId } = await watched();
    machine.timer.start(ACCOUNT, machine.otherTask);
    await machine.pass(HOUR);
    await machine.setClock(-2 * HOUR);
    elsewhere.adopt(serverId);
    await machine.pass(LEAVES);
    expect(await machine.atService(machine.otherTask)).toMatchObject([
      { startTime: iso(T0), endTime: iso(T0 + HOUR), duration: 3600 },
    ]);
  });

  test('adopted right after its start and stopped here is not discarded', async () => {
    const machine = await startMachine();
    const serverId = await startedElsewhere(machine, machine.task, T0);
    const { elsewhere, begin } = watch(machine);
    await begin();
    elsewhere.adopt(serverId);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ id: serverId, endTime: iso(T0) }]);
  });

  test('ends the running timer when adopted', async () => {
    const { elsewhere, machine, serverId } = await watched();
    machine.timer.start(ACCOUNT, machine.otherTask, T0 - 30 * MINUTE);
    elsewhere.adopt(serverId);
    expect(machine.view().running).toMatchObject({ task: machine.task });
    await machine.pass(15 * SECOND);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ duration: 1800 }]);
    expect(await machine.atService()).toMatchObject([{ id: serverId, endTime: null }]);
  });

  test('has its end at the service once completed, and appears in the day', async () => {
    const { elsewhere, machine, serverId } = await watched('there');
    elsewhere.complete(serverId, T0 - 20 * MINUTE, {});
    expect(elsewhere.view()).toEqual([]);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ id: serverId, duration: 2400, description: 'there' }]);
    expect(machine.view().today).toMatchObject([{ endTime: iso(T0 - 20 * MINUTE), sync: 'sent' }]);
    expect(machine.posts()).toBe(0);
  });

  test('cannot be completed before its start or in the future', async () => {
    const { elsewhere, machine, serverId } = await watched();
    expect(titleOf(() => elsewhere.complete(serverId, T0 - HOUR - 1, {}))).toBe('It would end before it starts');
    expect(titleOf(() => elsewhere.complete(serverId, T0 + 1001, {}))).toBe('That time is in the future');
    expect(elsewhere.view()).toHaveLength(1);
    expect([machine.items(), machine.view().today]).toEqual([[], []]);
  });

  test('keeps running if left alone, and is not asked about again', async () => {
    const { elsewhere, machine, serverId, look, begin } = await watched();
    elsewhere.leave(serverId);
    await look();
    expect(elsewhere.view()).toEqual([]);
    elsewhere.start(null);
    await begin();
    expect(elsewhere.view()).toEqual([]);
    expect(await machine.atService()).toMatchObject([{ endTime: null }]);
  });

  test('that was stopped in the meantime is no longer shown', async () => {
    const { elsewhere, machine, serverId, look } = await watched();
    await machine.sender.client.updateTimeEntry(serverId, { startTime: iso(T0 - HOUR), endTime: iso(T0) });
    await look();
    expect(elsewhere.view()).toEqual([]);
    expect(titleOf(() => elsewhere.adopt(serverId))).toBe('That timer is gone');
    expect(titleOf(() => elsewhere.complete('none', T0, {}))).toBe('That timer is gone');
  });

  test('that was answered during a read is not asked about again', async () => {
    const { elsewhere, machine, serverId } = await watched();
    machine.clock.ms += MINUTE;
    machine.server.intercept = (request) => {
      // Its task has already been read.
      if (request.url.includes(machine.otherTask.taskId)) elsewhere.adopt(serverId);
      return undefined;
    };
    elsewhere.refreshIfStale();
    await elsewhere.idle();
    expect(machine.view().running).toMatchObject({ startTime: iso(T0 - HOUR) });
    expect(elsewhere.view()).toEqual([]);
  });

  test('cannot be adopted while the disk fails, and remains afterwards', async () => {
    const { elsewhere, machine, serverId } = await watched();
    machine.run.database.exec('PRAGMA query_only = ON');
    expect(() => elsewhere.adopt(serverId)).toThrow(/readonly/);
    machine.run.database.exec('PRAGMA query_only = OFF');
    expect(elsewhere.view()).toHaveLength(1);
    elsewhere.adopt(serverId);
    expect(machine.view().running).not.toBeNull();
  });
});

describe('is not reported', () => {
  test('an entry of this computer, sent or in flight', async () => {
    const machine = await startMachine();
    const { elsewhere, begin, look } = watch(machine);
    machine.timer.start(ACCOUNT, machine.task);
    await begin();
    await machine.pass(15 * SECOND);
    await look();
    machine.timer.start(ACCOUNT, machine.otherTask);
    await machine.pass(15 * SECOND);
    await look();
    expect(elsewhere.view()).toEqual([]);
  });

  test('an entry whose answer was lost, even after its start was changed or it was discarded', async () => {
    const machine = await startMachine();
    const { elsewhere, begin, look } = watch(machine);
    machine.timer.start(ACCOUNT, machine.task);
    machine.server.intercept = ({ method }) => (method === 'POST' ? 'commit-then-drop' : undefined);
    await machine.pass(15 * SECOND);
    expect(machine.state()).toEqual(['unknown']);
    machine.timer.setStart(ACCOUNT, T0 - HOUR);
    await begin();
    expect(elsewhere.view()).toEqual([]);
    machine.timer.discard(ACCOUNT);
    await look();
    expect(elsewhere.view()).toEqual([]);
    machine.server.intercept = undefined;
    for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
    await look();
    expect([machine.posts(), machine.items(), elsewhere.view()]).toEqual([1, [], []]);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
  });

  /** A timer whose first request arrives late. */
  async function twice(minutes: number): Promise<Machine> {
    const machine = await startMachine();
    const arrives = holdFirst(machine);
    machine.timer.start(ACCOUNT, machine.task);
    await passMinutes(machine, minutes);
    await arrives();
    return machine;
  }

  test('a first request of a timer that arrives late, unless nothing looks for duplicates any more', async () => {
    const machine = await twice(4);
    const soon = watch(machine);
    await soon.begin();
    expect(soon.elsewhere.view()).toEqual([]);
    const much = watch(await twice(100));
    await much.begin();
    expect(much.elsewhere.view()).toHaveLength(1);
  });

  test('a first request that arrives late, until the person says that it is another timer', async () => {
    const machine = await twice(4);
    const { elsewhere, look, begin } = watch(machine);
    await begin();
    expect(elsewhere.view()).toEqual([]);
    const twin = (await machine.atService()).find(({ id }) => !linked(machine, machine.task).includes(id));
    if (twin) await changeThere(machine, twin, { description: 'Mine, on the web' });
    await passMinutes(machine, 40);
    expect(questions(machine)).toMatchObject([{ is: 'duplicate-entry' }]);
    await look();
    expect(elsewhere.view()).toEqual([]);
    await reply(machine, 'no');
    await look();
    expect(elsewhere.view().map(({ serverId }) => serverId)).toEqual([twin?.id]);
  });

  test('a timer of another person', async () => {
    const { elsewhere, machine } = await watched();
    elsewhere.start({ ...machine.sender, userId: 'somebody-else' });
    await elsewhere.idle();
    expect(elsewhere.view()).toEqual([]);
  });

  test('a stopped timer', async () => {
    const { elsewhere, machine, begin } = await watched();
    await machine.sender.client.updateTimeEntry((await machine.atService())[0]?.id ?? '', {
      startTime: iso(T0 - HOUR),
      endTime: iso(T0),
    });
    await begin();
    expect(elsewhere.view()).toEqual([]);
  });

  test.each(['drop', 'busy', 'signed out'] as const)(
    'a service that does not answer (%s): the found timers stay, and the check is repeated',
    async (how) => {
      const { elsewhere, machine, look } = await watched();
      machine.server.intercept = () => {
        if (how === 'drop') return 'drop';
        return how === 'busy' ? json({}, 429) : json({ message: 'Unauthorized' }, 401);
      };
      await look();
      expect(elsewhere.view()).toHaveLength(1);
      machine.server.intercept = undefined;
      const before = machine.server.requests.length;
      // A rate limit is obeyed.
      if (how === 'busy') machine.clock.ms += 60_000;
      elsewhere.refreshIfStale();
      await elsewhere.idle();
      expect(machine.server.requests.length).toBeGreaterThan(before);
    },
  );

  test('a rate-limited check pauses for a minute', async () => {
    const { elsewhere, machine, look } = await watched();
    machine.server.intercept = () => json({}, 429);
    await look();
    const before = machine.server.requests.length;
    elsewhere.refreshIfStale();
    await elsewhere.idle();
    expect(machine.server.requests.length).toBe(before);
  });

  test('signed out', async () => {
    const { elsewhere, machine, told } = await watched();
    told.count = 0;
    elsewhere.start(null);
    const before = machine.server.requests.length;
    machine.clock.ms += HOUR;
    elsewhere.refreshIfStale();
    await elsewhere.idle();
    expect([elsewhere.view(), told.count, machine.server.requests.length]).toEqual([[], 1, before]);
  });
});

describe('a check', () => {
  test('sends at most twelve requests, one after the other, for recent tasks before those in the list', async () => {
    const machine = await startMachine();
    const { elsewhere, listed, begin } = watch(machine);
    for (let at = 0; at < 20; at += 1) listed.push(await machine.newTask(`Task ${at}`));
    const worked = listed.slice(-12);
    for (const [index, task] of worked.entries()) {
      const start = T0 - (index + 2) * MINUTE;
      machine.edit.add(ACCOUNT, task, { start, end: start + SECOND, note: '' }, {});
    }
    machine.timer.start(ACCOUNT, listed[5] ?? machine.task);
    let under = 0;
    let most = 0;
    machine.server.intercept = async () => {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setTimeout(resolve, 2));
      under -= 1;
      return undefined;
    };
    await begin();
    const asked = machine.server.requests.map(({ path }) => path.split('/').at(-1));
    expect(asked).toHaveLength(12);
    expect(most).toBe(1);
    expect(new Set(asked).size).toBe(12);
    expect(asked[0]).toBe(listed[5]?.taskId);
    expect(asked.slice(1, 10)).toEqual(worked.slice(0, 9).map(({ taskId }) => taskId));
    expect(elsewhere.view()).toEqual([]);
  });

  test('continues after a task that is deleted or forbidden', async () => {
    const machine = await startMachine();
    await startedElsewhere(machine, machine.otherTask, T0);
    const { elsewhere, listed, begin } = watch(machine);
    listed.unshift({ ...machine.task, taskId: 'no-such-task' });
    machine.server.intercept = (request) =>
      request.url.includes(machine.task.taskId) ? json({ message: 'Forbidden' }, 403) : undefined;
    await begin();
    expect(elsewhere.view()).toHaveLength(1);
  });

  test('says that a task was deleted, and not that one cannot be read', async () => {
    const machine = await startMachine();
    const { begin, listed, gone } = watch(machine);
    const [first, second] = [machine.task.taskId, machine.otherTask.taskId];
    expect(listed).toHaveLength(2);
    machine.server.intercept = ({ url }) => {
      const status = url.includes(first) ? 400 : url.includes(second) ? 403 : 0;
      const body = status === 400 ? 'Workspace ID could not be determined' : 'Insufficient permissions';
      return status === 0 ? undefined : new Response(body, { status, headers: { 'Content-Type': 'text/plain' } });
    };
    await begin();
    expect(gone).toEqual([first]);
  });

  test('says that the task under the timer was deleted if an older server lists no entries for it', async () => {
    const machine = await startMachine();
    const { begin, look, gone } = watch(machine);
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(MINUTE);
    await begin();
    let reads = 0;
    machine.server.intercept = ({ url }) => {
      if (url.endsWith(`/time-entry/task/${machine.task.taskId}`)) return Response.json([]);
      if (!url.endsWith(`/task/${machine.task.taskId}`)) return undefined;
      reads += 1;
      const text = { headers: { 'Content-Type': 'text/plain' }, status: 400 };
      return new Response('Workspace ID could not be determined', text);
    };
    await look();
    await look();
    expect([gone, reads]).toEqual([[machine.task.taskId], 1]);
  });

  test('is published only if its result changed', async () => {
    const { told, look } = await watched();
    told.count = 0;
    await look();
    await look();
    expect(told.count).toBe(0);
  });

  test('for an account that signed out in the meantime finds nothing; the next account is checked at once', async () => {
    const { elsewhere, machine } = await watched();
    addAccount(machine.run.database, 'account-2', machine.local.userId);
    elsewhere.start(machine.sender);
    let asked = 0;
    const client: Pick<Client, 'listTimeEntries' | 'getTask'> = {
      ...machine.sender.client,
      listTimeEntries(taskId) {
        asked += 1;
        return machine.sender.client.listTimeEntries(taskId);
      },
    };
    elsewhere.start({ ...machine.sender, accountId: 'account-2', client });
    expect(elsewhere.view()).toEqual([]);
    await elsewhere.idle();
    await elsewhere.idle();
    expect(asked).toBe(2);
    expect(elsewhere.view()).toHaveLength(1);
  });
});

describe('while the window stays open', () => {
  /** Twelve tasks; the requests of each minute, with a clock that only the test moves. */
  async function idling(pollMs = APP_POLL_MS) {
    const machine = await startMachine();
    const { elsewhere, listed, seen } = watch(machine, pollMs);
    listed.push(...Array.from({ length: 10 }, (_, at) => ({ ...machine.task, taskId: `task-${at}` })));
    const asked: string[] = [];
    const running = new Set<string>();
    const record = { userId: machine.sender.userId, startTime: iso(T0), endTime: null, description: null };
    const listTimeEntries = async (taskId: string) => {
      asked.push(taskId);
      return (running.has(taskId) ? [{ ...record, id: `on ${taskId}`, taskId }] : []) as never;
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    seen.by = true;
    elsewhere.start({ ...machine.sender, client: { ...machine.sender.client, listTimeEntries } });
    await elsewhere.idle();
    expect(asked.splice(0)).toHaveLength(12);
    const pass = async (ms: number) => {
      for (const end = machine.clock.ms + ms; machine.clock.ms < end; ) {
        machine.clock.ms += SECOND;
        await vi.advanceTimersByTimeAsync(SECOND);
      }
      return asked.splice(0);
    };
    return { machine, elsewhere, listed, running, pass, asked };
  }

  test.each([
    ['one task after the other', APP_POLL_MS],
    ['three at a time with an API key', 80_000],
  ])('at most three requests a minute, and none is forgotten: %s', async (_, pollMs) => {
    const { listed, pass } = await idling(pollMs);
    const inAnHour = await pass(HOUR);
    expect(inAnHour.length).toBeLessThanOrEqual(180);
    const times = (taskId = '') => inAnHour.filter((one) => one === taskId).length;
    expect(times(listed[0]?.taskId)).toBeGreaterThan(40);
    for (const { taskId } of listed.slice(1)) expect(times(taskId)).toBeGreaterThan(4);
  });

  test('a timer on the likeliest task is seen within a minute', async () => {
    const { listed, running, pass, elsewhere } = await idling();
    running.add(listed[0]?.taskId ?? '');
    await pass(MINUTE);
    expect(elsewhere.view()).toHaveLength(1);
    running.clear();
    await pass(MINUTE);
    expect(elsewhere.view()).toEqual([]);
  });

  test('a task that changes is looked at next, so a timer there is seen within a minute', async () => {
    const { listed, running, pass, elsewhere } = await idling();
    running.add('task-9');
    listed.push({ ...(listed[0] as TaskRef), taskId: 'thirteenth' });
    elsewhere.taskChanged('of another person');
    elsewhere.taskChanged('thirteenth');
    elsewhere.taskChanged('task-9');
    expect((await pass(MINUTE)).slice(0, 2)).toEqual(['task-9', 'thirteenth']);
    expect(elsewhere.view()).toMatchObject([{ serverId: 'on task-9' }]);
    // It is now the likeliest.
    running.clear();
    await pass(MINUTE);
    expect(elsewhere.view()).toEqual([]);
  });

  test('a timer that starts some minutes after its task changed is seen within a minute', async () => {
    const { listed, running, pass, elsewhere } = await idling();
    elsewhere.taskChanged('task-9');
    await pass(5 * MINUTE);
    running.add('task-9');
    await pass(MINUTE);
    expect(elsewhere.view()).toMatchObject([{ serverId: 'on task-9' }]);
    running.clear();
    await pass(10 * MINUTE);
    // The one before is the likeliest again.
    running.add(listed[0]?.taskId ?? '');
    await pass(MINUTE);
    expect(elsewhere.view()).toMatchObject([{ serverId: `on ${listed[0]?.taskId}` }]);
  });

  test('opening it again looks at all', async () => {
    const { running, pass, asked, elsewhere, machine } = await idling();
    running.add('task-9');
    await pass(MINUTE);
    machine.clock.ms += MINUTE;
    elsewhere.refreshIfStale();
    await elsewhere.idle();
    expect(new Set(asked).size).toBe(12);
    expect(elsewhere.view()).toHaveLength(1);
  });
});

describe('a timer that runs here and was stopped on another device', () => {
  async function posted() {
    const machine = await startMachine();
    const all = watch(machine);
    await all.begin();
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(HOUR);
    const [entry] = await machine.atService();
    const stop = (end: number) =>
      machine.sender.client.updateTimeEntry(entry?.id ?? '', { startTime: iso(T0), endTime: iso(end) });
    return { ...all, stop };
  }

  test('stops here with that end', async () => {
    const { machine, look, stop } = await posted();
    await stop(T0 + 10 * MINUTE);
    await look();
    expect(machine.view().running).toBeNull();
    expect(machine.toasts.at(-1)).toEqual({
      text: `${machine.task.identifier} was stopped elsewhere`,
      undo: undefined,
    });
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 600 }]);
    expect(machine.items()).toEqual([]);
  });

  test('keeps its note if the list does not show it', async () => {
    const { machine, look, stop } = await posted();
    machine.timer.setNote(ACCOUNT, 'Mail');
    await machine.pass(LEAVES);
    await stop(T0 + 10 * MINUTE);
    machine.server.intercept = async ({ method, url }) => {
      if (method !== 'GET' || !url.includes('/time-entry/task/')) return undefined;
      return json((await machine.atService()).map((entry) => ({ ...entry, description: { rich: 'text' } })));
    };
    await look();
    expect(machine.view()).toMatchObject({ running: null, today: [{ note: 'Mail' }] });
  });

  test('keeps running if that end is before a start that was changed here', async () => {
    const { machine, look, stop } = await posted();
    machine.timer.setStart(ACCOUNT, T0 + 30 * MINUTE);
    await stop(T0 + 10 * MINUTE);
    await look();
    expect(machine.view().running).not.toBeNull();
  });

  test('keeps running here if it runs at the service', async () => {
    const { machine, look } = await posted();
    await look();
    expect(machine.view().running).not.toBeNull();
  });
});
