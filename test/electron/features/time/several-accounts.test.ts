/** Time of several open accounts: counted together, one timer for all, and each task only ever asked for at its own service. */
import { expect, test } from 'vitest';
import { createEntryEditor } from '../../../../electron/features/time/edit-entries.ts';
import { createEntryChanges } from '../../../../electron/features/time/entry-changes.ts';
import { createEntries } from '../../../../electron/features/time/entry-store.ts';
import { createRemoteTimersService } from '../../../../electron/features/time/remote-timers-service.ts';
import { createTimer } from '../../../../electron/features/time/timer.ts';
import { createTrackedSums } from '../../../../electron/features/time/tracked-sums.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import { ACCOUNT, HOUR, MINUTE, startMachine, T0 } from '../../outbox/machine.ts';
import { addAccount } from '../account/account-row.ts';
import { testContext } from '../context.ts';

const OTHER = 'account-2';
const SHOP: TaskRef = {
  taskId: 'shop-1',
  identifier: 'SHOP-1',
  title: 'Gift cards',
  projectName: 'Shop',
  accountId: OTHER,
};

async function twoAccounts() {
  const machine = await startMachine();
  const { database, outbox, runClock } = machine.run;
  addAccount(database, OTHER, '7');
  const open = new Set([ACCOUNT, OTHER]);
  const together = (id: string) => (open.has(id) ? [...open] : [id]);
  const entries = createEntries(database, together);
  const toasts: string[] = [];
  const context = { ...testContext(database, () => machine.clock.ms), showToast: (text: string) => toasts.push(text) };
  const changes = createEntryChanges({
    ...context,
    entries,
    outbox,
    runClock,
    closedWeekQuestion: () => undefined,
    onChange: () => undefined,
  });
  const timer = createTimer({ entries, outbox, changes, runClock, now: context.now });
  const sums = createTrackedSums({ database, together, revision: () => 0 });
  const edit = createEntryEditor({ entries, changes, onSuccessor: () => undefined, now: context.now });
  return { machine, context, entries, ownEntries: createEntries(database), changes, timer, edit, sums, open };
}

/** An hour on each task, one after the other. */
async function tracked() {
  const all = await twoAccounts();
  const { machine, timer } = all;
  timer.start(ACCOUNT, machine.task);
  machine.clock.ms += HOUR;
  timer.start(ACCOUNT, SHOP);
  machine.clock.ms += HOUR;
  return all;
}

test('a start on one account ends the timer of the other at that moment, with one Undo', async () => {
  const { machine, context, entries, ownEntries, timer } = await tracked();
  const [ended, running] = entries.between(ACCOUNT, T0, T0 + 3 * HOUR);
  expect([ended?.accountId, running?.accountId]).toEqual([ACCOUNT, OTHER]);
  expect([ended?.endTime, running?.endTime]).toEqual([running?.startTime, null]);
  expect([ownEntries.running(ACCOUNT), ownEntries.running(OTHER)?.id]).toEqual([undefined, running?.id]);
  context.undo.undo(ACCOUNT);
  expect(entries.running(ACCOUNT)?.id).toBe(ended?.id);
  expect(entries.running(OTHER)?.id).toBe(ended?.id);
  timer.stop(OTHER);
  expect(entries.running(ACCOUNT)).toBeUndefined();
  expect(machine.run.outbox.count(OTHER)).toBe(0);
});

test('of timers that accounts left running before they were open together, the last one goes on', async () => {
  const { machine, entries, ownEntries, timer } = await twoAccounts();
  const alone = createTimer({ ...machine.run, entries: ownEntries, now: () => machine.clock.ms });
  alone.start(ACCOUNT, machine.task);
  machine.clock.ms += HOUR;
  alone.start(OTHER, SHOP);
  machine.clock.ms += HOUR;
  timer.keepLast(ACCOUNT);
  const [ended, running] = entries.between(ACCOUNT, T0, T0 + 3 * HOUR);
  expect([ended?.accountId, ended?.endTime]).toEqual([ACCOUNT, running?.startTime]);
  expect([ownEntries.running(ACCOUNT), ownEntries.running(OTHER)?.id]).toEqual([undefined, running?.id]);
  expect(machine.run.outbox.count(ACCOUNT)).toBe(1);
});

test('each entry waits to be sent by its own account', async () => {
  const { machine, timer } = await tracked();
  timer.stop(ACCOUNT);
  expect([machine.run.outbox.count(ACCOUNT), machine.run.outbox.count(OTHER)]).toEqual([1, 1]);
});

test('the day, its sums and the last tasks have both; each task says whose it is', async () => {
  const { entries, ownEntries, timer, sums, machine } = await tracked();
  timer.stop(ACCOUNT);
  const day = '2026-11-18';
  expect(entries.day(ACCOUNT, day, machine.run.outbox).map(({ task }) => task.accountId)).toEqual([ACCOUNT, OTHER]);
  expect(entries.recent(OTHER).map(({ taskId }) => taskId)).toEqual(['shop-1', machine.task.taskId]);
  expect(entries.completed(ACCOUNT, 1).map(({ task }) => task.taskId)).toEqual(['shop-1']);
  expect(entries.lastEnd(ACCOUNT)).toBe(machine.clock.ms);
  const { cells } = await sums.read(ACCOUNT, [day]);
  expect(cells.map(({ ms }) => Math.round(ms / MINUTE))).toEqual([60, 60]);
  // Alone, an account says nothing of itself.
  expect(ownEntries.recent(OTHER).map(({ accountId }) => accountId)).toEqual([undefined]);
});

test('only the account’s own tasks are asked for at its service', async () => {
  const { machine, context, entries, ownEntries, changes, timer } = await tracked();
  const asked: string[] = [];
  const client = {
    listTimeEntries: async (taskId: string) => {
      asked.push(taskId);
      return [];
    },
    getTask: async (taskId: string) => {
      asked.push(taskId);
      return undefined;
    },
  };
  const service = createRemoteTimersService(context, {
    account: { current: () => null, session: () => null },
    time: { entries, ownEntries, changes, timer, taskGone: () => undefined },
    outbox: machine.run.outbox,
    assignedTasks: () => [],
    isWindowVisible: () => true,
  });
  service.part.start({ account: { id: ACCOUNT, user: { id: '1' } }, client } as never, 'w');
  await service.idle();
  service.part.stop();
  expect(new Set(asked)).toEqual(new Set([machine.task.taskId]));
});

test('time is moved to a task of the other account, also if both servers gave it the same id', async () => {
  const { machine, entries, timer, edit } = await tracked();
  timer.stop(ACCOUNT);
  const { taskId } = machine.task;
  const onTask = (accountId: string) => entries.ofTask(accountId, taskId).length;
  const [first] = entries.between(ACCOUNT, T0, T0 + 3 * HOUR);
  edit.moveTo(ACCOUNT, [first?.id ?? ''], { ...SHOP, taskId });
  expect([onTask(ACCOUNT), onTask(OTHER)]).toEqual([0, 1]);
  edit.editCell(ACCOUNT, { ...machine.task, accountId: ACCOUNT }, '2026-11-18', MINUTE);
  expect([onTask(ACCOUNT), onTask(OTHER)]).toEqual([1, 1]);
});

test('all time on a task is moved, whichever account has it', async () => {
  const { machine, entries, timer, edit } = await tracked();
  timer.stop(ACCOUNT);
  edit.moveAll(ACCOUNT, SHOP.taskId, { ...machine.task, accountId: ACCOUNT });
  expect([entries.ofTask(OTHER, SHOP.taskId), entries.ofTask(ACCOUNT, machine.task.taskId).length]).toEqual([[], 2]);
});

test('Undo changes nothing if one of its entries is of an account that was signed out since', async () => {
  const { context, ownEntries, open } = await tracked();
  open.delete(OTHER);
  expect(context.undo.undo(ACCOUNT)?.obstacle).toBeDefined();
  expect([ownEntries.running(ACCOUNT), ownEntries.running(OTHER)?.task.taskId]).toEqual([undefined, SHOP.taskId]);
});

test('an entry that goes back to what its server has leaves the task of the other account to which it was moved', async () => {
  const { entries, timer, edit, changes } = await tracked();
  timer.stop(ACCOUNT);
  const [first] = entries.between(ACCOUNT, T0, T0 + 3 * HOUR);
  const { id = '', startTime = '' } = first ?? {};
  edit.moveTo(ACCOUNT, [id], SHOP);
  const taken = { startTime, endTime: new Date(T0 + HOUR / 2).toISOString(), note: '' };
  changes.acceptTheirs({ accountId: ACCOUNT, subject: id }, { taken });
  expect(entries.between(ACCOUNT, T0, T0 + HOUR).map((entry) => [entry.id, entry.endTime])).toEqual([
    [id, taken.endTime],
  ]);
});

test('both parts of an entry that is split or trimmed stay in its account, whichever is the first', async () => {
  const { machine, entries, timer, edit } = await tracked();
  timer.stop(ACCOUNT);
  const [, second] = entries.between(ACCOUNT, T0, T0 + 3 * HOUR);
  const within = { start: T0 + HOUR + 10 * MINUTE, end: T0 + HOUR + 20 * MINUTE, note: '' };
  const inner = edit.add(ACCOUNT, { ...machine.task, accountId: ACCOUNT }, within, {});
  edit.trim(ACCOUNT, second?.id ?? '', inner);
  edit.split(ACCOUNT, second?.id ?? '', T0 + HOUR + 5 * MINUTE);
  const accountIds = entries.between(ACCOUNT, T0, T0 + 3 * HOUR).map(({ accountId }) => accountId);
  expect(accountIds).toEqual([ACCOUNT, OTHER, OTHER, ACCOUNT, OTHER]);
});
