/** Undo, questions and refusals, once the service has an entry: nothing runs on, ends or appears because of them. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { TASK_CREATE, taskCreate } from '../../../../electron/features/tasks/task-create-write.ts';
import { createRemoteTimers, type RemoteTimers } from '../../../../electron/features/time/remote-timer.ts';
import { localDay } from '../../../../shared/time/day.ts';
import { ACCOUNT, HOUR, iso, json, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';
import {
  answerFirst,
  backUp,
  changeThere,
  elsewhere,
  LEAVES,
  loseFirst,
  passMinutes,
  questions,
  reply,
  spansAt,
} from './doubtful-server.ts';

const NINE = Math.floor(T0 / HOUR) * HOUR;
const EIGHT = NINE - HOUR;

/** Looks once for timers elsewhere. */
async function lookElsewhere(machine: Machine): Promise<RemoteTimers> {
  const { entries, changes, outbox, timer } = machine.run;
  const remote = createRemoteTimers({
    ...{ entries, changes, outbox, timer },
    likely: () => [machine.task],
    now: () => machine.clock.ms,
    isVisible: () => true,
    pollMs: () => 1e9,
    onChange: () => undefined,
  });
  remote.start(machine.sender);
  await remote.idle();
  return remote;
}

const refuse = () => json({ message: 'No', code: 'CONFLICT' }, 409);

describe('a stop that was sent and then undone', () => {
  test.each([
    ['the timer', (machine: Machine) => machine.timer.stop(ACCOUNT)],
    ['the timer that another one stopped', (machine: Machine) => machine.timer.start(ACCOUNT, machine.otherTask)],
  ])('%s runs on, although the service keeps its end', async (_, stop) => {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(20 * MINUTE);
    stop(machine);
    await machine.pass(MINUTE);
    machine.undo();
    await machine.pass(30 * MINUTE);
    const remote = await lookElsewhere(machine);
    remote.start(null);
    expect(machine.view().running?.task.taskId).toBe(machine.task.taskId);
  });
});

test('a timer that was continued, noted and stopped on another device is taken over without a question', async () => {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(20 * MINUTE);
  const [stored] = await machine.atService();
  if (stored) await changeThere(machine, stored, { endTime: iso(machine.clock.ms), description: 'Wrote the report' });
  const remote = await lookElsewhere(machine);
  remote.start(null);
  await passMinutes(machine, 5);
  expect([questions(machine), machine.view().today[0]?.note]).toEqual([[], 'Wrote the report']);
});

describe('a timer that the service stored and refused', () => {
  test('is not offered as one of another device', async () => {
    const machine = await startMachine();
    answerFirst(machine, 'POST', refuse);
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(20 * SECOND);
    expect([machine.state(), (await machine.atService()).length]).toEqual([['needs-you'], 1]);
    const remote = await lookElsewhere(machine);
    expect(remote.view()).toEqual([]);
    remote.start(null);
  });

  test('is not taken for another refused entry of the task', async () => {
    const machine = await startMachine();
    let posts = 0;
    machine.server.intercept = async (request) => {
      if (request.method !== 'POST' || !request.url.includes('/time-entry')) return undefined;
      posts += 1;
      if (posts === 2) await machine.local.workspace.fetch(request);
      return posts > 2 ? undefined : refuse();
    };
    machine.edit.add(ACCOUNT, machine.task, { start: EIGHT - 4 * HOUR, end: EIGHT - 3 * HOUR, note: 'One' }, {});
    await machine.pass(LEAVES);
    machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Two' }, {});
    await machine.pass(LEAVES);
    expect(machine.state()).toEqual(['needs-you', 'needs-you']);
    machine.outbox.retry(machine.items()[0]?.id);
    await passMinutes(machine);
    expect(questions(machine)).toEqual([]);
    machine.outbox.retry();
    await passMinutes(machine, 10);
    expect([machine.items(), (await spansAt(machine)).length]).toEqual([[], 2]);
  });
});

describe('an entry on a new task, after the task got its id', () => {
  async function offline() {
    const machine = await startMachine({ furtherKinds: [taskCreate] });
    const { projectId } = machine.local;
    const fields = { title: 'New', description: '', priority: 'high', status: 'to-do' };
    const payload = { projectId, projectSlug: 'ME', ...fields };
    machine.network.isDown = true;
    machine.outbox.add({ accountId: ACCOUNT, kind: TASK_CREATE, subject: 'local-task', payload }, machine.clock.ms);
    return { machine, task: { taskId: 'local-task', identifier: 'ME', title: 'New', projectName: 'Personal' } };
  }
  async function online(machine: Machine): Promise<void> {
    machine.network.isDown = false;
    machine.outbox.tryNow();
    await machine.pass(SECOND);
  }

  test('is sent after a stop was undone', async () => {
    const { machine, task } = await offline();
    machine.timer.start(ACCOUNT, task);
    await machine.pass(MINUTE);
    machine.timer.stop(ACCOUNT);
    await online(machine);
    machine.undo();
    await machine.pass(5 * SECOND);
    machine.timer.stop(ACCOUNT);
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
  });

  test('is sent after it was undone and made again', async () => {
    const { machine, task } = await offline();
    machine.edit.add(ACCOUNT, task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
    machine.undo();
    await online(machine);
    machine.run.undo.redo(ACCOUNT);
    await passMinutes(machine, 10);
    expect(machine.items()).toEqual([]);
  });
});

describe('the service’s version', () => {
  test('kept after a discard does not end the timer that runs there', async () => {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(20 * MINUTE);
    const [stored] = await machine.atService();
    if (stored) await changeThere(machine, stored, { description: 'On the laptop' });
    machine.timer.discard(ACCOUNT);
    await passMinutes(machine, 2);
    expect(questions(machine)).toMatchObject([{ is: 'changed-entry', theirs: { note: 'On the laptop' } }]);
    await reply(machine, 'no');
    await passMinutes(machine, 3);
    expect(await machine.atService()).toMatchObject([{ description: 'On the laptop', endTime: null }]);
  });

  test('kept where it starts after ours ended is never sent with that end', async () => {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(20 * MINUTE);
    const [stored] = await machine.atService();
    machine.network.isDown = true;
    machine.timer.stop(ACCOUNT);
    await machine.pass(40 * MINUTE);
    await machine.local.call('PUT', `/time-entry/${stored?.id}`, { startTime: iso(T0 + 45 * MINUTE) });
    machine.network.isDown = false;
    machine.outbox.tryNow();
    await passMinutes(machine, 3);
    expect(questions(machine)).toMatchObject([{ is: 'changed-entry' }]);
    await reply(machine, 'no');
    await passMinutes(machine, 3);
    const ends = machine.writes.map(({ body }) => [String(body.startTime), String(body.endTime ?? '9')] as const);
    expect([machine.items(), ends.filter(([start, end]) => end < start)]).toEqual([[], []]);
  });

  test('confirmed where it runs since ours ended gets no end before its start', async () => {
    const machine = await startMachine();
    loseFirst(machine, false, () => elsewhere(machine, { startTime: iso(EIGHT + 30 * MINUTE) }));
    machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: EIGHT + 10 * MINUTE, note: 'Mail' }, {});
    await passMinutes(machine);
    expect(questions(machine)).toHaveLength(1);
    await reply(machine, 'yes');
    await passMinutes(machine);
    const [entry] = machine.view().today;
    expect([machine.items(), (entry?.endTime ?? '9') >= (entry?.startTime ?? '')]).toEqual([[], true]);
  });

  test('is not overwritten where only the list shows it, and that fails for a moment', async () => {
    const machine = await startMachine();
    const id = machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
    await machine.pass(LEAVES);
    const [entry] = await machine.atService();
    if (entry) await changeThere(machine, entry, { endTime: iso(NINE - 10 * MINUTE), description: 'Web' });
    let lists = 0;
    machine.server.intercept = ({ method, url }) => {
      if (method !== 'GET' || !url.includes('/time-entry/')) return undefined;
      if (!url.includes('/time-entry/task/')) return new Response('404 Not Found', { status: 404 });
      lists += 1;
      return lists === 1 ? new Response('Bad Gateway', { status: 502 }) : undefined;
    };
    machine.edit.edit(ACCOUNT, id, { start: EIGHT, end: NINE, note: 'Here' }, {});
    await passMinutes(machine, 5);
    expect([questions(machine).length, (await machine.atService())[0]?.description]).toEqual([1, 'Web']);
  });
});

describe('an entry of a restored folder', () => {
  /** The question before its first request: it was sent, and changed on the web since. */
  async function asked() {
    const machine = await startMachine();
    const id = machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
    const restore = backUp(machine);
    await machine.pass(LEAVES);
    const [entry] = await machine.atService();
    if (entry) await changeThere(machine, entry, { endTime: iso(NINE + 10 * MINUTE), description: 'Mail' });
    machine.crash(restore);
    await passMinutes(machine, 3);
    expect(questions(machine)).toHaveLength(1);
    return { machine, id };
  }
  const filled = async (machine: Machine) =>
    [...(await machine.atService()), ...(await machine.atService(machine.otherTask))].filter(
      ({ duration }) => (duration ?? 1) > 0,
    ).length;

  const toTask = (machine: Machine, id: string) => machine.edit.move(ACCOUNT, id, machine.otherTask);
  const deleted = (machine: Machine, id: string) => machine.edit.remove(ACCOUNT, [id]);

  const andIndexLacksIt = ({ path }: Machine) => {
    const index = "name = 'time_entry_by_start'";
    const raw = new DatabaseSync(path, { defensive: false });
    raw.exec('PRAGMA writable_schema = ON');
    const schema = raw.prepare(`SELECT * FROM sqlite_schema WHERE ${index}`).get() ?? {};
    raw.exec(`DELETE FROM sqlite_schema WHERE ${index}`);
    raw.close();
    const without = new DatabaseSync(path, { defensive: false });
    without.exec(`PRAGMA writable_schema = ON; UPDATE time_entry SET start_time = '${iso(EIGHT - MINUTE)}'`);
    without.prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)').run(...Object.values(schema));
    without.close();
  };

  test('is linked by “Yes, the same” although an index lacks it', async () => {
    const { machine } = await asked();
    machine.crash(() => andIndexLacksIt(machine));
    await passMinutes(machine, 2);
    await reply(machine, 'yes');
    await passMinutes(machine, 10);
    expect([machine.items(), await filled(machine)]).toEqual([[], 1]);
  });

  test('can be deleted although an index lacks it', async () => {
    const { machine, id } = await asked();
    machine.crash(() => andIndexLacksIt(machine));
    deleted(machine, id);
    await reply(machine, 'yes');
    await passMinutes(machine, 10);
    expect([machine.items(), await filled(machine)]).toEqual([[], 0]);
  });

  test('that was sent and moved to another day since is a question', async () => {
    const machine = await startMachine();
    const id = machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
    const restore = backUp(machine);
    await machine.pass(LEAVES);
    machine.edit.moveToDay(ACCOUNT, [id], localDay(EIGHT - 48 * HOUR));
    await machine.pass(LEAVES);
    machine.crash(restore);
    await passMinutes(machine, 10);
    expect([questions(machine).length, (await machine.atService()).length]).toEqual([1, 1]);
  });

  test('moved to another day while the question is open stays a question', async () => {
    const { machine, id } = await asked();
    machine.edit.moveToDay(ACCOUNT, [id], localDay(EIGHT - 48 * HOUR));
    await passMinutes(machine, 10);
    expect([questions(machine).length, await filled(machine)]).toEqual([1, 1]);
  });

  test.each([
    ['moved to another task', toTask, 1],
    ['deleted', deleted, 0],
  ])('%s while the question is open exists no more often than it should', async (_, change, left) => {
    const { machine, id } = await asked();
    change(machine, id);
    await passMinutes(machine, 10);
    await reply(machine, 'yes');
    await passMinutes(machine, 10);
    expect(await filled(machine)).toBe(left);
  });

  test.each([
    ['moved to another task', toTask, 1],
    ['deleted', deleted, 0],
  ])('%s offline after “Yes, the same” exists no more often than it should', async (_, change, left) => {
    const { machine, id } = await asked();
    machine.network.isDown = true;
    await reply(machine, 'yes');
    change(machine, id);
    machine.network.isDown = false;
    machine.outbox.tryNow();
    await passMinutes(machine, 10);
    expect(await filled(machine)).toBe(left);
  });
});

test('a late click on a question is no answer to the next one, which was not shown yet', async () => {
  const machine = await startMachine();
  loseFirst(machine, false);
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
  await machine.pass(LEAVES);
  const shown = await elsewhere(machine, { startTime: iso(EIGHT - 2 * HOUR), endTime: iso(NINE - 2 * HOUR) });
  await passMinutes(machine);
  expect(questions(machine)).toMatchObject([{ theirs: { serverId: shown.id } }]);
  const [item] = machine.items();
  const next = await elsewhere(machine, { startTime: iso(EIGHT - 20 * MINUTE), endTime: iso(NINE - 20 * MINUTE) });
  machine.outbox.retry();
  await machine.outbox.idle();
  machine.outbox.answer(ACCOUNT, item?.id ?? 0, 'yes');
  await passMinutes(machine);
  expect(questions(machine)).toMatchObject([{ theirs: { serverId: next.id } }]);
});
