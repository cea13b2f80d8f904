/** Time of several open accounts: counted together, one timer for all, and each task only ever asked for at its own service. */
import { expect, test } from 'vitest';
import { createEntryEditor } from '../../../../electron/features/time/edit-entries.ts';
import { createEntryChanges } from '../../../../electron/features/time/entry-changes.ts';
import { createEntries } from '../../../../electron/features/time/entry-store.ts';
import { createRemoteTimersService } from '../../../../electron/features/time/remote-timers-service.ts';
import { createTimer } from '../../../../electron/features/time/timer.ts';
import { createTimesheet } from '../../../../electron/features/time/timesheet.ts';
import { createTrackedLabels } from '../../../../electron/features/time/tracked-labels.ts';
import { createTrackedSums } from '../../../../electron/features/time/tracked-sums.ts';
import { createTimeRules } from '../../../../electron/features/time-rules/index.ts';
import type { TaskView } from '../../../../shared/contract/task-view.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import { shownDuration } from '../../../../shared/time/shown-times.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
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
  const local = new Set<string>();
  const together = (id: string) => (open.has(id) ? [...open] : [id]);
  const entries = createEntries(database, together);
  const toasts: string[] = [];
  const context = { ...testContext(database, () => machine.clock.ms), showToast: (text: string) => toasts.push(text) };
  const changes = createEntryChanges({
    ...context,
    entries,
    outbox,
    isLocal: () => false,
    runClock,
    closedWeeks: () => [],
    onChange: () => undefined,
  });
  const timer = createTimer({ entries, outbox, changes, runClock, now: context.now });
  const sums = createTrackedSums({ database, together, revision: () => 0 });
  const edit = createEntryEditor({ entries, changes, onSuccessor: () => undefined, now: context.now });
  const account = { id: () => ACCOUNT, required: () => ({ id: ACCOUNT }) as never, openIds: () => [...open] };
  const rules = createTimeRules(context, account);
  const labels = createTrackedLabels(database);
  /** What the list of an account knows: its tasks of this id, and its project. */
  const listed = new Map<string | undefined, TaskView>();
  const timesheet = createTimesheet(context, {
    entries,
    sums,
    labels,
    rules,
    outbox,
    together,
    weekStartsOn: 1,
    findTask: (_, accountId) => listed.get(accountId),
    projects: (accountId) => [{ id: `p of ${accountId}`, name: `Project of ${accountId}` }],
    isLocal: (accountId) => local.has(accountId),
    onClosed: () => undefined,
  });
  const ownEntries = createEntries(database);
  return {
    machine,
    context,
    entries,
    ownEntries,
    changes,
    timer,
    edit,
    sums,
    open,
    local,
    rules,
    labels,
    listed,
    timesheet,
  };
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

test('unsent time of a server is reported whichever account is first; that of the local workspace is not', async () => {
  const { entries, timer, timesheet, local } = await tracked();
  timer.stop(ACCOUNT);
  const [first, second] = entries.between(ACCOUNT, T0, T0 + 3 * HOUR).map(({ id }) => id);
  const unsent = () => timesheet.review(ACCOUNT, '2026-11-16').unsent;
  expect(unsent()).toEqual([first, second]);
  local.add(ACCOUNT);
  expect(unsent()).toEqual([second]);
  local.clear();
  local.add(OTHER);
  expect(unsent()).toEqual([first]);
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
    account: { current: () => null, session: () => null, marked: (task) => task },
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

/** An hour of each account on a task of the same id; the one of the other account is called SHOP-1. */
async function sameTaskId() {
  const all = await tracked();
  const { machine, timer, edit, entries } = all;
  timer.stop(ACCOUNT);
  const { taskId } = machine.task;
  const [, second] = entries.between(ACCOUNT, T0, T0 + 3 * HOUR);
  const shop = { ...SHOP, taskId };
  edit.moveTo(ACCOUNT, [second?.id ?? ''], shop);
  return { ...all, own: { ...machine.task, accountId: ACCOUNT }, shop };
}
const DAY = '2026-11-18';
const MONDAY = '2026-11-16';

test('tasks with the same id are summed up for each account, with its own title, labels and project', async () => {
  const { timesheet, sums, labels, listed, own } = await sameTaskId();
  const { cells } = await sums.read(ACCOUNT, [DAY]);
  expect(cells.map(({ taskId, accountId, ms }) => [taskId, accountId, ms])).toEqual([
    [own.taskId, ACCOUNT, HOUR],
    [own.taskId, OTHER, HOUR],
  ]);
  labels.remember(OTHER, [{ id: own.taskId, labels: [{ name: 'gift' } as never] }]);
  const sheet = await timesheet.read(ACCOUNT, MONDAY, '2026-11-22');
  expect(sheet.tasks).toMatchObject([
    { task: { identifier: own.identifier, accountId: ACCOUNT }, labels: [] },
    { task: { identifier: SHOP.identifier, accountId: OTHER }, labels: ['gift'] },
  ]);
  expect(timesheet.week(OTHER, DAY)).toEqual(sheet);
  // The list of one account names nothing of the other.
  listed.set(OTHER, taskView('Gift vouchers', { id: own.taskId, projectId: `p of ${OTHER}`, accountId: OTHER }));
  expect((await timesheet.read(ACCOUNT, MONDAY, '2026-11-22')).tasks).toMatchObject([
    { task: { title: own.title, projectName: own.projectName } },
    { task: { title: 'Gift vouchers', projectName: `Project of ${OTHER}` } },
  ]);
});

test('typing over a cell changes only the entry of its account, and a new entry overlaps none of the other', async () => {
  const { entries, ownEntries, edit, own, shop } = await sameTaskId();
  edit.editCell(ACCOUNT, shop, DAY, 40 * MINUTE);
  const lengths = () =>
    [ACCOUNT, OTHER].map((id) =>
      ownEntries
        .between(id, T0 - 24 * HOUR, T0 + 24 * HOUR)
        .map(({ startTime, endTime }) => shownDuration(Date.parse(startTime), Date.parse(endTime ?? ''))),
    );
  expect(lengths()).toEqual([[HOUR], [40 * MINUTE]]);
  edit.editCell(ACCOUNT, own, DAY, 0);
  expect(lengths()).toEqual([[], [40 * MINUTE]]);
  edit.editCell(ACCOUNT, own, DAY, 90 * MINUTE);
  expect(lengths()).toEqual([[90 * MINUTE], [40 * MINUTE]]);
  const [first, second] = entries.between(ACCOUNT, T0 - 24 * HOUR, T0 + 24 * HOUR);
  expect(Date.parse(first?.endTime ?? '')).toBeLessThanOrEqual(Date.parse(second?.startTime ?? ''));
});

test('a closed week names the change of the account that changed, and none of one that is signed out of', async () => {
  const { timesheet, edit, open, shop, rules } = await sameTaskId();
  await timesheet.close(ACCOUNT, MONDAY);
  expect(await timesheet.compare(ACCOUNT, MONDAY)).toEqual([]);
  edit.editCell(ACCOUNT, shop, DAY, HOUR / 2, { allowClosed: true });
  const changed = [{ accountId: OTHER, identifier: SHOP.identifier, wasMs: HOUR, ms: HOUR / 2 }];
  expect(await timesheet.compare(OTHER, MONDAY)).toMatchObject(changed);
  open.delete(OTHER);
  expect(await timesheet.compare(ACCOUNT, MONDAY)).toEqual([]);
  open.delete(ACCOUNT);
  open.add(OTHER);
  expect(rules.closedCells(OTHER, MONDAY)?.map(({ accountId }) => accountId)).toEqual([ACCOUNT, OTHER]);
});

test('cells that were closed before accounts were told apart belong to the account that keeps the rules', async () => {
  const { timesheet, rules, own, machine } = await sameTaskId();
  const { identifier, title, projectName, taskId } = own;
  rules.close(ACCOUNT, MONDAY, []);
  const cells = [{ taskId, identifier, title, projectName, day: DAY, ms: HOUR }];
  machine.run.database.prepare('UPDATE closed_week SET cells = ?').run(JSON.stringify(cells));
  expect(await timesheet.compare(ACCOUNT, MONDAY)).toMatchObject([{ accountId: OTHER, wasMs: 0, ms: HOUR }]);
});

test('the cells of an account whose entries move to another one move along', async () => {
  const { timesheet, rules } = await sameTaskId();
  await timesheet.close(ACCOUNT, MONDAY);
  rules.transfer(OTHER, 'account-3');
  expect(rules.closedCells(ACCOUNT, MONDAY)?.map(({ accountId }) => accountId)).toEqual([ACCOUNT, 'account-3']);
});
