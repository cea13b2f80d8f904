/** Suspicion asks: a new entry that a server could have made of ours, and only one create in doubt per task. */
import { describe, expect, test } from 'vitest';
import { outboxView } from '../../../../electron/features/outbox/outbox-view.ts';
import { SEND_AFTER_TOAST_MS } from '../../../../electron/outbox/undo.ts';
import type { TimeEntry } from '../../../../electron/service/records.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { ACCOUNT, HOUR, iso, json, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';
import {
  changeThere,
  elsewhere,
  LEAVES,
  linked,
  loseFirst,
  passMinutes,
  questions,
  reply,
  secondDevice,
  spansAt,
} from './doubtful-server.ts';

const NINE = Math.floor(T0 / HOUR) * HOUR;
const EIGHT = NINE - HOUR;

const add = (machine: Machine, start: number, { task = machine.task, note = '' } = {}) =>
  machine.edit.add(ACCOUNT, task, { start, end: start + 10 * MINUTE, note }, {});

/** The POST of an entry at eight was lost, and another device has an entry at that minute: an open question. */
async function asked(acts = false): Promise<{ machine: Machine; theirs: TimeEntry }> {
  const machine = await startMachine();
  let theirs: TimeEntry | undefined;
  loseFirst(machine, acts, async () => {
    theirs = await elsewhere(machine, { startTime: iso(EIGHT), endTime: iso(EIGHT + 10 * MINUTE), description: 'Web' });
  });
  add(machine, EIGHT, { note: 'Mail' });
  await machine.pass(LEAVES);
  await passMinutes(machine);
  machine.server.intercept = undefined;
  return { machine, theirs: theirs as TimeEntry };
}

describe('proof acts, suspicion asks', () => {
  test('the question names both entries in plain words', async () => {
    const { machine, theirs } = await asked();
    expect(questions(machine)).toMatchObject([
      {
        is: 'same-entry',
        taskId: machine.task.taskId,
        identifier: machine.task.identifier,
        mine: { note: 'Mail' },
        theirs: { serverId: theirs.id, startTime: iso(EIGHT), note: 'Web' },
        text: `The server has ${clock(EIGHT)} – ${clock(EIGHT + 10 * MINUTE)} on ${machine.task.identifier}, there since ${clock(theirs.createdAt)}. Is it this entry? Nothing is sent until you answer.`,
      },
    ]);
    const { items } = outboxView(machine.outbox, ACCOUNT, () => machine.task.title);
    expect(items).toMatchObject([
      { state: 'needs-you', question: { is: 'same-entry', task: `${machine.task.identifier} First` } },
    ]);
  });

  test('proof is preferred to suspicion: nothing is asked', async () => {
    const { machine, theirs } = await asked(true);
    expect([questions(machine), machine.items(), machine.posts()]).toEqual([[], [], 1]);
    expect(linked(machine, machine.task)).not.toContain(theirs.id);
    expect(await machine.atService()).toHaveLength(2);
  });

  test('nothing at the service changes while the question is open, for days', async () => {
    const { machine, theirs } = await asked();
    const writes = machine.writes.length;
    for (let day = 0; day < 3; day += 1) {
      machine.crash();
      await passMinutes(machine, 10);
      await machine.pass(24 * HOUR);
    }
    expect(machine.writes).toHaveLength(writes);
    const { startTime, endTime, description } = theirs;
    expect(await machine.atService()).toMatchObject([{ id: theirs.id, startTime, endTime, description }]);
  });

  test('is not asked about what only an old list of a cache shows', async () => {
    const machine = await startMachine();
    let reads = 0;
    loseFirst(machine, false);
    add(machine, EIGHT);
    await machine.pass(LEAVES);
    const old = { taskId: machine.task.taskId, userId: machine.local.userId, description: null, duration: 600 };
    const entry = {
      ...old,
      id: 'old',
      startTime: iso(EIGHT),
      endTime: iso(EIGHT + 10 * MINUTE),
      createdAt: iso(EIGHT),
    };
    machine.elapse(2 * MINUTE);
    machine.server.intercept = ({ method, url }) => {
      if (method !== 'GET' || !url.includes('/time-entry/task/') || reads > 0) return undefined;
      reads += 1;
      return json([entry]);
    };
    await passMinutes(machine);
    expect([questions(machine), machine.items(), machine.posts()]).toEqual([[], [], 2]);
  });

  test('an unreadable new record may be ours: a question', async () => {
    const machine = await startMachine();
    loseFirst(machine, true);
    add(machine, EIGHT);
    await machine.pass(LEAVES);
    machine.server.intercept = async ({ method, url }) => {
      if (method !== 'GET' || !url.includes('/time-entry/task/')) return undefined;
      return json((await machine.atService()).map((entry) => ({ ...entry, startTime: 'soon' })));
    };
    await passMinutes(machine);
    expect(questions(machine)).toMatchObject([{ theirs: { startTime: null } }]);
    machine.server.intercept = undefined;
    await reply(machine, 'yes');
    await passMinutes(machine);
    expect([machine.items(), machine.posts(), (await machine.atService()).length]).toEqual([[], 1, 1]);
  });

  describe('the running timer of another device', () => {
    test.each([
      ['on the full minute', 0],
      ['within two seconds', 1500],
      ['on the next full second', SECOND],
    ])('%s is never ended for an entry that was sent with an end', async (_, by) => {
      const machine = await startMachine();
      let other: TimeEntry | undefined;
      loseFirst(machine, false, async () => {
        other = await elsewhere(machine, { startTime: iso(EIGHT + by) });
      });
      add(machine, EIGHT);
      await machine.pass(LEAVES);
      await passMinutes(machine);
      await reply(machine, 'no');
      await passMinutes(machine);
      expect(machine.items()).toEqual([]);
      const stored = await machine.atService();
      expect(stored).toHaveLength(2);
      expect(stored.find(({ id }) => id === other?.id)).toMatchObject({ startTime: iso(EIGHT + by), endTime: null });
      expect(machine.writes.filter(({ method }) => method === 'PUT')).toEqual([]);
    });

    test('is never ended with the timer that was started here in the same minute', async () => {
      const machine = await startMachine();
      const second = secondDevice(machine);
      loseFirst(machine, false, () => elsewhere(machine, { startTime: iso(NINE) }));
      machine.timer.start(ACCOUNT, machine.task);
      await machine.pass(15 * SECOND);
      machine.timer.stop(ACCOUNT);
      await passMinutes(machine);
      await reply(machine, 'no');
      await passMinutes(machine);
      expect(machine.items()).toEqual([]);
      expect(await spansAt(machine)).toEqual([
        [iso(NINE), null],
        [iso(T0), iso(T0 + 15 * SECOND)],
      ]);
      expect(second.outbox.list(ACCOUNT)).toEqual([]);
    });
  });
});

describe('the answer', () => {
  test('yes, the same: this computer takes over what the service has, and sends nothing', async () => {
    const { machine, theirs } = await asked();
    await reply(machine, 'yes');
    await passMinutes(machine);
    expect([machine.items(), machine.posts()]).toEqual([[], 1]);
    expect(linked(machine, machine.task)).toEqual([theirs.id]);
    expect(machine.view().today).toMatchObject([{ startTime: iso(EIGHT), note: 'Web', sync: 'sent' }]);
    expect(await machine.atService()).toMatchObject([{ id: theirs.id, description: 'Web' }]);
  });

  test('no, send mine too: both exist', async () => {
    const { machine, theirs } = await asked();
    await reply(machine, 'no');
    await passMinutes(machine);
    expect([machine.items(), machine.posts()]).toEqual([[], 2]);
    expect(linked(machine, machine.task)).not.toContain(theirs.id);
    expect((await machine.atService()).map(({ description }) => description).toSorted()).toEqual(['Mail', 'Web']);
    await passMinutes(machine, 40);
    expect((await machine.atService()).map(({ duration }) => duration)).toEqual([600, 600]);
  });

  test('no is not asked again about the same record', async () => {
    const { machine } = await asked();
    machine.server.intercept = ({ method }) => (method === 'POST' ? 'drop' : undefined);
    await reply(machine, 'no');
    await passMinutes(machine, 10);
    expect([questions(machine), machine.state(), machine.posts()]).toEqual([[], ['needs-you'], 2]);
  });

  test.each<'yes' | 'no'>(['yes', 'no'])(
    '%s works offline and takes effect later, also after a restart',
    async (answer) => {
      const { machine, theirs } = await asked();
      machine.network.isDown = true;
      machine.crash();
      await reply(machine, answer);
      expect(questions(machine)).toEqual([]);
      await passMinutes(machine);
      machine.crash();
      machine.network.isDown = false;
      await passMinutes(machine, 15);
      expect([machine.items(), questions(machine)]).toEqual([[], []]);
      expect(await machine.atService()).toHaveLength(answer === 'yes' ? 1 : 2);
      expect(linked(machine, machine.task).includes(theirs.id)).toBe(answer === 'yes');
    },
  );

  test.each<'yes' | 'no'>(['yes', 'no'])('%s works while nobody is signed in', async (answer) => {
    const { machine } = await asked();
    machine.outbox.stopSending();
    await reply(machine, answer);
    expect(questions(machine)).toEqual([]);
    machine.outbox.startSending(machine.sender);
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
    expect(await machine.atService()).toHaveLength(answer === 'yes' ? 1 : 2);
  });

  test('a question survives a restart', async () => {
    const { machine, theirs } = await asked();
    machine.crash();
    expect(questions(machine)).toMatchObject([{ theirs: { serverId: theirs.id } }]);
    await passMinutes(machine);
    expect([questions(machine).length, machine.posts()]).toEqual([1, 1]);
  });

  test.each<'yes' | 'no'>(['yes', 'no'])('%s after the candidate was deleted: ours is sent', async (answer) => {
    const { machine, theirs } = await asked();
    machine.server.intercept = async ({ method, url }) => {
      if (method !== 'GET' || !url.includes('/time-entry/task/')) return undefined;
      return json((await machine.atService()).filter(({ id }) => id !== theirs.id));
    };
    await reply(machine, answer);
    await passMinutes(machine);
    expect([machine.items(), machine.posts()]).toEqual([[], 2]);
    expect(linked(machine, machine.task)).not.toContain(theirs.id);
  });

  test('Send now does not answer the question; it asks again while the candidate is there', async () => {
    const { machine } = await asked();
    machine.outbox.retry();
    await passMinutes(machine);
    expect([questions(machine).length, machine.posts()]).toEqual([1, 1]);
  });

  test('yes after the entry was changed at the service: this computer takes over the change', async () => {
    const { machine, theirs } = await asked();
    await changeThere(machine, theirs, { endTime: iso(EIGHT + 20 * MINUTE), description: 'Web' });
    await reply(machine, 'yes');
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
    expect(machine.view().today).toMatchObject([{ endTime: iso(EIGHT + 20 * MINUTE) }]);
  });

  test.each<['yes' | 'no', number]>([
    ['yes', 1],
    ['no', 2],
  ])('%s after the entry was edited here: the edit is at the service', async (answer, count) => {
    const { machine } = await asked();
    const [entry] = machine.view().today;
    machine.edit.edit(ACCOUNT, entry?.id ?? '', { start: EIGHT, end: NINE, note: 'Edited' }, {});
    await machine.pass(SEND_AFTER_TOAST_MS);
    await reply(machine, answer);
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
    const stored = await machine.atService();
    expect(stored).toHaveLength(count);
    expect(stored.filter(({ description }) => description === 'Edited')).toMatchObject([{ duration: 3600 }]);
    expect(machine.view().today).toMatchObject([{ note: 'Edited' }]);
  });

  test('an entry in doubt that is discarded here: yes empties it, no leaves the other alone', async () => {
    for (const answer of ['yes', 'no'] as const) {
      const { machine, theirs } = await asked();
      const [entry] = machine.view().today;
      machine.edit.remove(ACCOUNT, [entry?.id ?? '']);
      await machine.pass(SEND_AFTER_TOAST_MS);
      await reply(machine, answer);
      await passMinutes(machine);
      await reply(machine, 'yes');
      await passMinutes(machine);
      expect(machine.items()).toEqual([]);
      const other = (await machine.atService()).find(({ id }) => id === theirs.id);
      expect(other?.duration).toBe(answer === 'yes' ? 0 : 600);
      expect(await machine.atService()).toHaveLength(1);
      expect(machine.view().today).toEqual([]);
    }
  });
});

describe('one create of a task is in doubt at a time', () => {
  test('the next one of that task waits for the answer; one of another task is sent', async () => {
    const { machine } = await asked();
    add(machine, NINE - 5 * HOUR, { note: 'next' });
    add(machine, NINE - 5 * HOUR, { task: machine.otherTask, note: 'elsewhere' });
    await machine.pass(LEAVES);
    await passMinutes(machine);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ description: 'elsewhere' }]);
    expect([machine.state(), machine.posts()]).toEqual([['needs-you', 'waiting'], 2]);
    await reply(machine, 'yes');
    await passMinutes(machine);
    expect([machine.items(), machine.posts()]).toEqual([[], 3]);
    expect((await machine.atService()).map(({ description }) => description).toSorted()).toEqual(['Web', 'next']);
  });

  test('the next one waits also while the answer is only lost, and after a restart', async () => {
    const machine = await startMachine();
    machine.server.intercept = ({ method }) => (method === 'POST' ? 'drop' : undefined);
    add(machine, EIGHT);
    await machine.pass(LEAVES);
    add(machine, NINE - 5 * HOUR);
    await machine.pass(LEAVES);
    machine.crash();
    await machine.pass(MINUTE);
    expect([machine.state(), machine.posts()]).toEqual([['unknown', 'waiting'], 1]);
    machine.server.intercept = undefined;
    await passMinutes(machine);
    expect([machine.items(), (await machine.atService()).length]).toEqual([[], 2]);
  });

  test('changes of entries that the service has do not wait', async () => {
    const machine = await startMachine();
    add(machine, NINE - 5 * HOUR);
    await machine.pass(LEAVES);
    const [sent] = machine.view().today;
    loseFirst(machine, false);
    add(machine, EIGHT);
    await machine.pass(LEAVES);
    expect(machine.state()).toEqual(['unknown']);
    machine.edit.edit(ACCOUNT, sent?.id ?? '', { start: NINE - 5 * HOUR, end: NINE - 4 * HOUR, note: 'Edited' }, {});
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ description: 'Edited', duration: 3600 }]);
  });

  test('a refused one does not block the next', async () => {
    const machine = await startMachine();
    machine.server.intercept = async (request) =>
      request.method === 'POST' && (await request.clone().text()).includes('Refuse me')
        ? json({ message: 'Refused', code: 'BAD_REQUEST' }, 400)
        : undefined;
    add(machine, EIGHT, { note: 'Refuse me' });
    add(machine, NINE - 5 * HOUR);
    await machine.pass(LEAVES);
    expect(machine.state()).toEqual(['needs-you']);
    expect(await machine.atService()).toHaveLength(1);
  });

  test('removing it from the queue lets the next one go', async () => {
    const { machine } = await asked();
    add(machine, NINE - 5 * HOUR, { note: 'next' });
    await machine.pass(LEAVES);
    const [item] = machine.items();
    machine.outbox.remove(ACCOUNT, item?.id ?? 0);
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
    expect((await machine.atService()).map(({ description }) => description).toSorted()).toEqual(['Web', 'next']);
  });
});
