/** An entry is ours if we can prove it: answers, the ids before the first request, and the fingerprint. */
import { describe, expect, test } from 'vitest';
import { TimeEntryCreatePayload } from '../../../../electron/features/time/entry-create-write.ts';
import { isFingerprinted } from '../../../../electron/features/time/fingerprint.ts';
import { createObservedRoundingStore } from '../../../../electron/outbox/observed-rounding.ts';
import type { TimeEntry } from '../../../../electron/service/records.ts';
import { localDay } from '../../../../shared/time/day.ts';
import {
  ACCOUNT,
  HOUR,
  iso,
  json,
  type Machine,
  MINUTE,
  SECOND,
  settle,
  startMachine,
  T0,
} from '../../outbox/machine.ts';
import {
  answerFirst,
  type Behaviour,
  backUp,
  behave,
  changeThere,
  confirm,
  elsewhere,
  holdFirst,
  LEAVES,
  linked,
  loseFirst,
  passMinutes,
  questions,
  reply,
  secondDevice,
  spansAt,
} from './doubtful-server.ts';

/** A full hour, as somebody types it. */
const NINE = Math.floor(T0 / HOUR) * HOUR;
const QUARTER = 15 * MINUTE;

/** Adds an entry of ten minutes, or of `ms`, on the first task. */
const add = (machine: Machine, start: number, { ms = 10 * MINUTE, note = '' } = {}) =>
  machine.edit.add(ACCOUNT, machine.task, { start, end: start + ms, note }, {});

describe('every answer is checked against what was asked', () => {
  /** Records that a cache or a mixed-up proxy may answer with. */
  const OTHERS: [string, (machine: Machine, entry: TimeEntry) => Promise<object> | object][] = [
    ['another person’s entry', (_, entry) => ({ ...entry, id: 'theirs', userId: 'somebody-else' })],
    ['an entry of another task', (machine, entry) => ({ ...entry, id: 'other', taskId: machine.otherTask.taskId })],
    ['the running timer of another device', (machine) => elsewhere(machine, { startTime: iso(NINE) })],
    ['an ended entry of another device', (machine) => elsewhere(machine, { startTime: iso(NINE), endTime: iso(T0) })],
    ['an earlier answer from a cache', async (machine) => (await machine.atService())[0] ?? {}],
  ];

  describe.each(OTHERS)('%s', (_, other) => {
    test.each([
      ['after the service has acted', true],
      ['without having acted', false],
    ])('is no answer to a POST, %s', async (_when, acts) => {
      const machine = await startMachine();
      add(machine, NINE - 3 * HOUR);
      await machine.pass(LEAVES);
      const [first] = await machine.atService();
      answerFirst(machine, 'POST', async () => json(await other(machine, first as TimeEntry)), acts);
      add(machine, NINE - 2 * HOUR);
      await machine.pass(LEAVES);
      expect(machine.items()).toMatchObject([{ state: 'unknown' }]);
      await passMinutes(machine);
      // A new entry of the person on the task: the server may have begun to change times.
      if (!acts) await reply(machine, 'no');
      expect(machine.items()).toEqual([]);
      const ours = (await machine.atService()).filter(({ startTime }) => Date.parse(startTime) < NINE - HOUR);
      expect(ours).toHaveLength(2);
      expect(linked(machine, machine.task)).toEqual(ours.map(({ id }) => id));
    });

    test.each([
      ['after the service has acted', true],
      ['without having acted', false],
    ])('is no answer to a PUT, %s', async (_when, acts) => {
      const machine = await startMachine();
      add(machine, NINE - 3 * HOUR);
      await machine.pass(LEAVES);
      const [first] = await machine.atService();
      const [entry] = machine.view().today;
      machine.edit.edit(ACCOUNT, entry?.id ?? '', { start: NINE - 3 * HOUR, end: NINE - 2 * HOUR, note: 'Mail' }, {});
      answerFirst(machine, 'PUT', async () => json(await other(machine, first as TimeEntry)), acts);
      await machine.pass(LEAVES);
      await passMinutes(machine);
      expect(machine.items()).toEqual([]);
      const stored = (await machine.atService()).find(({ id }) => id === first?.id);
      expect(stored).toMatchObject({ description: 'Mail', duration: 3600 });
    });
  });

  test('the running timer of another device that starts within two seconds is no answer to a timer', async () => {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.otherTask);
    await machine.pass(MINUTE);
    const start = machine.clock.ms;
    answerFirst(machine, 'POST', async () => json(await elsewhere(machine, { startTime: iso(start + 1500) })));
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(15 * SECOND);
    await passMinutes(machine);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(machine.items()).toEqual([]);
    expect(await spansAt(machine)).toEqual([
      [iso(start), iso(start + 15 * SECOND + 5 * MINUTE)],
      [iso(start + 1500), null],
    ]);
  });
});

describe('a list that proves nothing', () => {
  const isList = ({ method, url }: Request) => method === 'GET' && url.includes('/time-entry/task/');
  const LISTS: [string, (machine: Machine) => object | Promise<object>][] = [
    ['is malformed', () => ({})],
    ['is that of another task', (machine) => machine.atService(machine.otherTask)],
  ];

  test.each(LISTS)('before the first request, because it %s, is read again', async (_, list) => {
    const machine = await startMachine();
    await confirm(machine);
    const old = await elsewhere(machine, { startTime: iso(NINE - 3 * HOUR), endTime: iso(NINE) });
    let isFirst = true;
    machine.server.intercept = async (request) => {
      if (request.method === 'POST') return 'drop';
      if (!isFirst || !isList(request)) return undefined;
      isFirst = false;
      return json(await list(machine));
    };
    add(machine, NINE - HOUR);
    await machine.pass(LEAVES);
    expect([machine.posts(), machine.state()]).toEqual([0, ['waiting']]);
    await machine.pass(MINUTE);
    expect(machine.posts()).toBe(1);
    expect(TimeEntryCreatePayload.parse(machine.items()[0]?.payload).before).toEqual([old.id]);
  });
});

test('a server that left out one end is not thought to leave them out for ever', async () => {
  const machine = await startMachine();
  behave(machine, { answers: (entry) => ({ ...entry, endTime: null }) });
  add(machine, NINE - 3 * HOUR);
  await machine.pass(LEAVES);
  behave(machine, {});
  await passMinutes(machine);
  add(machine, NINE - 2 * HOUR);
  await passMinutes(machine);
  expect(machine.items()).toEqual([]);
  const store = createObservedRoundingStore(machine.run.database);
  expect(store.of(ACCOUNT).leavesOutEnds).toBe(false);
});

describe('an entry is not sent over and over', () => {
  const HALF = 30 * MINUTE;
  const SERVERS: [string, Behaviour][] = [
    ['cuts times to half an hour', { times: (ms) => Math.floor(ms / HALF) * HALF }],
    ['stamps a start of its own', { times: (ms) => ms + 15_400 }],
    ['is a minute and a second ahead', { times: (ms) => ms + 61 * SECOND }],
    ['moves times by hours and minutes', { times: (ms) => ms - 5 * HOUR - 7 * MINUTE }],
  ];
  const MAKE: [string, (machine: Machine) => void][] = [
    ['a timer', (machine) => machine.timer.start(ACCOUNT, machine.task)],
    ['a typed entry', (machine) => add(machine, NINE - HOUR + 25 * MINUTE, { ms: HALF, note: 'Mail' })],
  ];

  describe.each(SERVERS)('to a server that %s', (_, behaviour) => {
    test.each(MAKE)('%s: one question, and one record after yes', async (_what, make) => {
      const machine = await startMachine();
      behave(machine, behaviour);
      make(machine);
      await machine.pass(15 * SECOND);
      await passMinutes(machine, 60);
      expect([questions(machine).length, machine.posts()]).toEqual([1, 1]);
      await reply(machine, 'yes');
      await passMinutes(machine);
      expect([machine.items(), machine.posts(), (await machine.atService()).length]).toEqual([[], 1, 1]);
    });

    test.each(MAKE)('%s: a question also after the server was known to keep times', async (_what, make) => {
      const machine = await startMachine();
      machine.edit.add(ACCOUNT, machine.otherTask, { start: NINE - 3 * HOUR, end: NINE - 2 * HOUR, note: '' }, {});
      await machine.pass(LEAVES);
      behave(machine, behaviour);
      make(machine);
      await machine.pass(15 * SECOND);
      await passMinutes(machine, 60);
      expect(questions(machine)).toHaveLength(1);
      expect(machine.posts()).toBeLessThanOrEqual(3);
    });
  });

  test.each(MAKE)('to a server that keeps times only since: %s stays a question', async (_, make) => {
    const machine = await startMachine();
    behave(machine, { times: (ms) => Math.floor(ms / MINUTE) * MINUTE + 15_400 });
    make(machine);
    await machine.pass(15 * SECOND);
    behave(machine, {});
    machine.edit.add(ACCOUNT, machine.otherTask, { start: NINE - 3 * HOUR, end: NINE - 2 * HOUR, note: '' }, {});
    await machine.pass(LEAVES);
    await passMinutes(machine, 10);
    expect([questions(machine).length, machine.posts(), (await machine.atService()).length]).toEqual([1, 2, 1]);
  });

  test.each(MAKE)('to a server that names no owner: %s is recognised by its fingerprint', async (_, make) => {
    const machine = await startMachine();
    behave(machine, { answers: (entry) => ({ ...entry, userId: null }), lose: 1 });
    make(machine);
    await machine.pass(15 * SECOND);
    await passMinutes(machine, 60);
    expect([machine.items(), machine.posts(), (await machine.atService()).length]).toEqual([[], 1, 1]);
  });

  test('to a server that shows no trace of it: after two requests only the person sends it again', async () => {
    const machine = await startMachine();
    machine.server.intercept = ({ method }) => (method === 'POST' ? 'drop' : undefined);
    add(machine, NINE - HOUR);
    await machine.pass(LEAVES);
    await passMinutes(machine, 60);
    expect([machine.posts(), machine.state()]).toEqual([2, ['needs-you']]);
    machine.crash();
    await passMinutes(machine, 10);
    expect(machine.posts()).toBe(2);
    machine.server.intercept = undefined;
    machine.outbox.retry(machine.items()[0]?.id);
    await passMinutes(machine);
    expect([machine.items(), machine.posts(), (await machine.atService()).length]).toEqual([[], 3, 1]);
  });
});

describe('before the first confirmed answer', () => {
  test('the running timer of another device that a rounding would explain is a question, and stays', async () => {
    const machine = await startMachine();
    const start = NINE - 3 * MINUTE + 1234;
    machine.timer.start(ACCOUNT, machine.task, start);
    answerFirst(
      machine,
      'POST',
      async () => json(await elsewhere(machine, { startTime: iso(NINE - 5 * MINUTE) })),
      false,
    );
    await machine.pass(15 * SECOND);
    await passMinutes(machine);
    machine.timer.stop(ACCOUNT);
    await passMinutes(machine);
    expect(questions(machine)).toMatchObject([{ is: 'same-entry', theirs: { startTime: iso(NINE - 5 * MINUTE) } }]);
    await reply(machine, 'no');
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
    expect(await spansAt(machine)).toMatchObject([
      [iso(NINE - 5 * MINUTE), null],
      [iso(start), iso(T0 + 15 * SECOND + 5 * MINUTE)],
    ]);
  });

  test('a server that cuts times is a question once', async () => {
    const machine = await startMachine();
    behave(machine, { times: (ms) => Math.floor(ms / MINUTE) * MINUTE });
    add(machine, NINE - 5 * HOUR);
    await passMinutes(machine, 3);
    expect(questions(machine)).toHaveLength(1);
    await reply(machine, 'yes');
    for (const hours of [4, 3, 2]) {
      add(machine, NINE - hours * HOUR);
      await machine.pass(LEAVES);
    }
    expect([machine.items(), machine.posts(), (await machine.atService()).length]).toEqual([[], 4, 4]);
  });
});

describe('the ids before the first request', () => {
  const pictureOf = (machine: Machine) => TimeEntryCreatePayload.parse(machine.items()[0]?.payload).before;

  test('is taken once, and kept until the write has ended', async () => {
    const machine = await startMachine();
    await confirm(machine);
    const old = await elsewhere(machine, { startTime: iso(NINE - HOUR), endTime: iso(NINE) });
    loseFirst(machine, false, () => elsewhere(machine, { startTime: iso(NINE + 20 * SECOND) }));
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(15 * SECOND);
    expect(pictureOf(machine)).toEqual([old.id]);
    await elsewhere(machine, { startTime: iso(NINE + 30 * SECOND) });
    machine.crash();
    machine.server.intercept = ({ method }) => (method === 'POST' ? 'drop' : undefined);
    for (const _ of ['the first', 'the second']) {
      await passMinutes(machine);
      await reply(machine, 'no');
    }
    expect(machine.posts()).toBeGreaterThan(1);
    expect(pictureOf(machine)).toEqual([old.id]);
  });

  test('stays with the write that the person changes after a refusal', async () => {
    const machine = await startMachine();
    const old = await elsewhere(machine, { startTime: iso(NINE - HOUR), endTime: iso(NINE) });
    answerFirst(machine, 'POST', () => json({ message: 'no', code: 'CONFLICT' }, 409));
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(15 * SECOND);
    machine.timer.setNote(ACCOUNT, 'Mail');
    expect(pictureOf(machine)).toEqual([old.id]);
  });

  test('what was there then is not this entry, however similar', async () => {
    const machine = await startMachine();
    await confirm(machine);
    await elsewhere(machine, { startTime: iso(Math.floor(machine.clock.ms / MINUTE) * MINUTE) });
    loseFirst(machine, false);
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(15 * SECOND);
    await passMinutes(machine);
    expect([questions(machine), machine.items()]).toEqual([[], []]);
    expect(await machine.atService()).toHaveLength(2);
  });

  describe('in a restored data folder, an entry that was sent since exists once', () => {
    test.each<[string, (machine: Machine) => void]>([
      ['a timer', (machine) => machine.timer.start(ACCOUNT, machine.task)],
      ['a typed entry', (machine) => add(machine, NINE - HOUR)],
      [
        'an entry made by typing into a cell',
        (machine) => machine.edit.editCell(ACCOUNT, machine.task, localDay(NINE), HOUR),
      ],
    ])('%s', async (_, make) => {
      const machine = await startMachine();
      make(machine);
      const restore = backUp(machine);
      await machine.pass(15 * SECOND);
      expect(machine.items()).toEqual([]);
      machine.crash(restore);
      expect(machine.state()).toEqual(['waiting']);
      await machine.pass(MINUTE);
      expect([machine.items(), machine.posts()]).toEqual([[], 1]);
      const [entry, ...others] = await machine.atService();
      expect(others).toEqual([]);
      expect(linked(machine, machine.task)).toEqual([entry?.id]);
    });

    test('several that were sent twice exist once, also if the app quits before it has looked for the second ones', async () => {
      const machine = await startMachine();
      for (const hours of [1, 2, 3, 4, 5]) add(machine, NINE - hours * HOUR);
      const restore = backUp(machine);
      await machine.pass(LEAVES);
      for (const { startTime, endTime, description } of await machine.atService())
        await elsewhere(machine, { startTime, endTime: endTime ?? '', description: description ?? '' });
      machine.crash(restore);
      await machine.pass(MINUTE);
      machine.crash();
      await passMinutes(machine);
      const times = (await machine.atService()).map(({ duration }) => duration);
      expect(times.toSorted()).toEqual([0, 0, 0, 0, 0, 600, 600, 600, 600, 600]);
      expect(machine.items()).toEqual([]);
    });

    test('a typed entry whose start was edited since is a question', async () => {
      const machine = await startMachine();
      add(machine, NINE - HOUR);
      const restore = backUp(machine);
      await machine.pass(LEAVES);
      const edited = { start: NINE - HOUR + 4 * MINUTE, end: NINE, note: '' };
      machine.edit.edit(ACCOUNT, machine.view().today[0]?.id ?? '', edited, {});
      await machine.pass(LEAVES);
      machine.crash(restore);
      await passMinutes(machine);
      expect([questions(machine).length, machine.posts()]).toEqual([1, 1]);
      await reply(machine, 'yes');
      await passMinutes(machine);
      expect([machine.items(), machine.posts()]).toEqual([[], 1]);
      expect(await machine.atService()).toMatchObject([{ duration: 56 * 60 }]);
    });

    test('an edit after “Yes, the same” is sent to that record, without a second question', async () => {
      const machine = await startMachine();
      add(machine, NINE - HOUR);
      const restore = backUp(machine);
      await machine.pass(LEAVES);
      const [entry] = await machine.atService();
      if (entry) await changeThere(machine, entry, { endTime: iso(NINE) });
      machine.crash(restore);
      await passMinutes(machine);
      machine.network.isDown = true;
      await reply(machine, 'yes');
      const edited = { start: NINE - HOUR, end: NINE - HOUR + 10 * MINUTE, note: 'Edited' };
      machine.edit.edit(ACCOUNT, machine.view().today[0]?.id ?? '', edited, {});
      machine.network.isDown = false;
      await passMinutes(machine);
      expect([machine.items(), machine.posts()]).toEqual([[], 1]);
      expect(await machine.atService()).toMatchObject([{ description: 'Edited', duration: 600 }]);
      expect(machine.view().today).toMatchObject([{ note: 'Edited' }]);
    });

    test('a timer that was stopped since is linked; stopping it again asks which end stays', async () => {
      const machine = await startMachine();
      machine.timer.start(ACCOUNT, machine.task);
      const restore = backUp(machine);
      await machine.pass(MINUTE);
      machine.timer.stop(ACCOUNT);
      await machine.pass(LEAVES);
      machine.crash(restore);
      await passMinutes(machine);
      expect([machine.posts(), machine.items()]).toEqual([1, []]);
      machine.timer.stop(ACCOUNT);
      await passMinutes(machine);
      expect(questions(machine)).toMatchObject([{ is: 'changed-entry', theirs: { endTime: iso(T0 + MINUTE) } }]);
      expect(await machine.atService()).toMatchObject([{ duration: 60 }]);
    });

    test('a timer that was stopped and reached the service twice since has one record after the answer', async () => {
      const machine = await startMachine();
      machine.timer.start(ACCOUNT, machine.task, NINE);
      const restore = backUp(machine);
      await machine.pass(LEAVES);
      machine.timer.stop(ACCOUNT);
      await machine.pass(LEAVES);
      const [first] = await machine.atService();
      await elsewhere(machine, { startTime: first?.startTime ?? '', endTime: first?.endTime ?? '' });
      machine.crash(restore);
      machine.timer.stop(ACCOUNT);
      await passMinutes(machine);
      expect(questions(machine)).toMatchObject([{ is: 'same-entry' }]);
      for (const { id } of machine.items()) machine.outbox.answer(ACCOUNT, id, 'yes');
      await passMinutes(machine);
      const durations = (await machine.atService()).map(({ duration }) => duration ?? 0);
      expect(durations.filter((one) => one > 0)).toHaveLength(1);
    });

    test.each([
      ['an entry whose end was changed since', { endTime: iso(NINE), description: '' }, 'same-entry'],
      ['an entry whose note was changed since', { description: 'Of the web' }, 'changed-entry'],
    ])('%s is a question, and nothing is overwritten', async (_, change, is) => {
      const machine = await startMachine();
      add(machine, NINE - HOUR);
      const restore = backUp(machine);
      await machine.pass(LEAVES);
      const [entry] = await machine.atService();
      if (entry) await changeThere(machine, entry, change);
      const changed = await machine.atService();
      machine.crash(restore);
      await passMinutes(machine);
      expect(questions(machine)).toMatchObject([{ is }]);
      expect([machine.posts(), await machine.atService()]).toEqual([1, changed]);
      await reply(machine, is === 'same-entry' ? 'yes' : 'no');
      await passMinutes(machine);
      expect([machine.items(), machine.posts(), (await machine.atService()).length]).toEqual([[], 1, 1]);
      const [local] = machine.run.entries.ofTask(ACCOUNT, machine.task.taskId);
      expect(local).toMatchObject({ endTime: changed[0]?.endTime, note: changed[0]?.description ?? '' });
    });
  });

  describe('after a refusal, although the service had stored the entry', () => {
    test('a 429 of the service itself: the entry is found after the wait', async () => {
      const machine = await startMachine();
      const slowDown = () => json({ message: 'Slow down', code: 'RATE_LIMITED' }, 429, { 'Retry-After': '30' });
      answerFirst(machine, 'POST', slowDown);
      machine.timer.start(ACCOUNT, machine.task);
      await machine.pass(15 * SECOND);
      expect(machine.state()).toEqual(['waiting']);
      await machine.pass(30 * SECOND);
      expect([machine.items(), machine.posts()]).toEqual([[], 1]);
      expect(await machine.atService()).toHaveLength(1);
    });

    const REFUSALS: [number, string][] = [
      [400, 'BAD_REQUEST'],
      [403, 'FORBIDDEN'],
      [404, 'NOT_FOUND'],
      [409, 'CONFLICT'],
    ];

    test.each(REFUSALS)('Send now after %i finds the entry', async (status, code) => {
      const machine = await startMachine();
      answerFirst(machine, 'POST', () => json({ message: 'Refused', code }, status));
      add(machine, NINE - HOUR);
      await machine.pass(LEAVES);
      expect(machine.state()).toEqual(['needs-you']);
      machine.outbox.retry(machine.items()[0]?.id);
      await machine.outbox.idle();
      expect([machine.items(), machine.posts()]).toEqual([[], 1]);
      expect(linked(machine, machine.task)).toEqual((await machine.atService()).map(({ id }) => id));
    });

    test.each(REFUSALS)(
      'Send now after %i and an edit leads to one entry with the edited times',
      async (status, code) => {
        const machine = await startMachine();
        answerFirst(machine, 'POST', () => json({ message: 'Refused', code }, status));
        add(machine, NINE - HOUR);
        await machine.pass(LEAVES);
        const [entry] = machine.view().today;
        machine.edit.edit(ACCOUNT, entry?.id ?? '', { start: NINE - 2 * HOUR, end: NINE - HOUR, note: 'Mail' }, {});
        machine.outbox.retry(machine.items()[0]?.id);
        await passMinutes(machine);
        expect([machine.items(), machine.posts()]).toEqual([[], 1]);
        const [stored, ...others] = await machine.atService();
        expect(others).toEqual([]);
        expect(stored).toMatchObject({ description: 'Mail', duration: 3600 });
        expect(Math.abs(Date.parse(stored?.startTime ?? '') - (NINE - 2 * HOUR))).toBeLessThan(SECOND);
      },
    );
  });
});

describe('the fingerprint', () => {
  test('is in every created entry, and moves start and end alike; here the typed times stay', async () => {
    const machine = await startMachine();
    add(machine, NINE - 3 * HOUR);
    machine.edit.editCell(ACCOUNT, machine.otherTask, localDay(NINE), HOUR);
    machine.timer.start(ACCOUNT, machine.task, NINE - 30 * MINUTE);
    await machine.pass(15 * SECOND);
    const sent = machine.writes.map(({ body }) => body);
    expect(sent).toHaveLength(3);
    for (const { startTime } of sent) expect(isFingerprinted(String(startTime))).toBe(true);
    expect(await machine.atService()).toMatchObject([{ duration: 600 }, { endTime: null }]);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ duration: 3600 }]);
    for (const { startTime } of machine.view().today) expect(Date.parse(startTime) % MINUTE).toBe(0);
  });

  test('stays the same when an entry is sent again after a restart', async () => {
    const machine = await startMachine();
    loseFirst(machine, false);
    add(machine, NINE - HOUR);
    await machine.pass(LEAVES);
    machine.crash();
    await passMinutes(machine);
    const [first, second] = machine.writes;
    expect(second).toEqual(first);
    expect(machine.items()).toEqual([]);
  });

  test('of two devices with entries in the same minute, of equal length: both exist, each linked to its own', async () => {
    const machine = await startMachine();
    const second = secondDevice(machine);
    let lost = 0;
    machine.server.intercept = ({ method }) => {
      if (method !== 'POST' || lost === 2) return undefined;
      lost += 1;
      return 'commit-then-drop';
    };
    add(machine, NINE - HOUR);
    const entry = { start: NINE - HOUR, end: NINE - HOUR + 10 * MINUTE, note: '' };
    second.changes.apply({
      accountId: ACCOUNT,
      toast: 'Done',
      entries: [
        {
          id: 'second',
          accountId: ACCOUNT,
          task: machine.task,
          startTime: iso(entry.start),
          endTime: iso(entry.end),
          note: '',
          discardedAt: null,
          createdAt: iso(T0),
        },
      ],
    });
    for (let round = 0; round < 5; round += 1) {
      await machine.pass(MINUTE);
      await settle(second);
    }
    expect([machine.items(), second.outbox.list(ACCOUNT)]).toEqual([[], []]);
    const stored = await machine.atService();
    expect(stored).toMatchObject([{ duration: 600 }, { duration: 600 }]);
    const ids = [...linked(machine, machine.task), ...linked({ run: second }, machine.task)];
    expect(ids.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  });

  describe('on a server that cuts to seconds', () => {
    const cuts = (ms: number) => Math.floor(ms / SECOND) * SECOND;
    /** The server has confirmed an entry. */
    async function known(): Promise<Machine> {
      const machine = await startMachine();
      behave(machine, { times: cuts });
      await confirm(machine);
      expect(machine.items()).toEqual([]);
      return machine;
    }

    test('the only new entry that equals ours after cutting is ours', async () => {
      const machine = await known();
      behave(machine, { times: cuts, lose: 1 });
      add(machine, NINE - 2 * HOUR + 7 * SECOND);
      await machine.pass(LEAVES);
      await passMinutes(machine);
      expect([machine.items(), machine.posts(), (await machine.atService()).length]).toEqual([[], 1, 1]);
    });

    test.each([
      ['starts on a full minute', 0, ''],
      ['has another note', 7 * SECOND, 'of the other device'],
    ])('one that %s is a question', async (_, seconds, description) => {
      const machine = await known();
      const start = NINE - 2 * HOUR + seconds;
      const other = { startTime: iso(start), endTime: iso(start + 10 * MINUTE), description };
      loseFirst(machine, false, () => elsewhere(machine, other));
      add(machine, start);
      await machine.pass(LEAVES);
      await passMinutes(machine);
      expect([questions(machine).length, machine.posts()]).toEqual([1, 1]);
    });

    test('one of two equal ones is a question', async () => {
      const machine = await known();
      const start = NINE - 2 * HOUR + 7 * SECOND;
      const other = { startTime: iso(start), endTime: iso(start + 10 * MINUTE) };
      loseFirst(machine, false, async () => {
        await elsewhere(machine, other);
        await elsewhere(machine, other);
      });
      add(machine, start);
      await machine.pass(LEAVES);
      await passMinutes(machine);
      expect([questions(machine).length, machine.posts()]).toEqual([1, 1]);
    });
  });

  describe('on a server that rounds to quarters of an hour and answers null for an empty note', () => {
    const rounds = {
      times: (ms: number) => Math.round(ms / QUARTER) * QUARTER,
      answers: (entry: TimeEntry) => ({ ...entry, description: entry.description || null }),
    };

    test('entries are sent, changed and stopped without a question', async () => {
      const machine = await startMachine();
      behave(machine, rounds);
      await confirm(machine);
      machine.timer.start(ACCOUNT, machine.task, T0 - 2 * HOUR);
      await machine.pass(15 * SECOND);
      machine.timer.setNote(ACCOUNT, 'Mail');
      await machine.pass(LEAVES);
      machine.timer.setNote(ACCOUNT, '');
      await machine.pass(LEAVES);
      machine.timer.stop(ACCOUNT);
      await passMinutes(machine);
      expect(machine.items()).toEqual([]);
      expect(machine.writes.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'PUT']);
      expect(await machine.atService()).toMatchObject([{ duration: 7200, description: '' }]);
    });

    test('a lost answer is a question, and one entry exists', async () => {
      const machine = await startMachine();
      behave(machine, { ...rounds, lose: 1 });
      add(machine, NINE - 2 * HOUR + 5 * MINUTE, { ms: HOUR });
      await machine.pass(LEAVES);
      await passMinutes(machine);
      expect(questions(machine)).toMatchObject([{ is: 'same-entry', theirs: { startTime: iso(NINE - 2 * HOUR) } }]);
      await reply(machine, 'yes');
      await passMinutes(machine);
      expect([machine.items(), machine.posts(), (await machine.atService()).length]).toEqual([[], 1, 1]);
    });
  });

  describe('on a server whose clock is an hour off', () => {
    const later = { times: (ms: number) => ms + HOUR };

    test('entries are sent, changed and stopped without a question', async () => {
      const machine = await startMachine();
      behave(machine, later);
      await confirm(machine);
      const start = machine.clock.ms;
      machine.timer.start(ACCOUNT, machine.task);
      await machine.pass(MINUTE);
      machine.timer.setNote(ACCOUNT, 'Mail');
      await machine.pass(MINUTE);
      machine.timer.stop(ACCOUNT);
      await passMinutes(machine);
      expect(machine.items()).toEqual([]);
      expect(machine.writes.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT']);
      expect(await machine.atService()).toMatchObject([
        { startTime: iso(start + HOUR), duration: 120, description: 'Mail' },
      ]);
      expect(machine.run.entries.ofTask(ACCOUNT, machine.task.taskId)).toMatchObject([{ startTime: iso(start) }]);
    });

    test('a lost entry is asked about, and found after one was confirmed by the answer to its request', async () => {
      const machine = await startMachine();
      behave(machine, { ...later, lose: 1 });
      add(machine, NINE - 6 * HOUR);
      await machine.pass(LEAVES);
      await passMinutes(machine);
      expect(questions(machine)).toHaveLength(1);
      await reply(machine, 'yes');
      await confirm(machine);
      behave(machine, { ...later, lose: 1 });
      add(machine, NINE - 3 * HOUR);
      await machine.pass(LEAVES);
      await passMinutes(machine);
      expect([machine.items(), machine.posts(), (await machine.atService()).length]).toEqual([[], 1, 2]);
    });
  });

  test('on a server that rounds and stamps times later, a late first request is a question after the answer', async () => {
    const machine = await startMachine();
    behave(machine, { times: (ms) => Math.round(ms / QUARTER) * QUARTER + 15_400 });
    const { intercept } = machine.server;
    let requests = 0;
    machine.server.intercept = async (request) => {
      if (request.method === 'POST') requests += 1;
      if (request.method === 'POST' && requests === 1) return 'drop';
      // The first one arrives together with the second.
      if (request.method === 'POST') await intercept?.(request.clone());
      return intercept?.(request);
    };
    add(machine, NINE - 2 * HOUR + 11 * MINUTE, { ms: HOUR });
    await machine.pass(LEAVES);
    await passMinutes(machine);
    expect(questions(machine)).toMatchObject([{ is: 'same-entry' }]);
    await reply(machine, 'yes');
    await passMinutes(machine);
    expect(questions(machine)).toMatchObject([{ is: 'duplicate-entry' }]);
    await reply(machine, 'yes');
    await passMinutes(machine);
    const durations = (await machine.atService()).map(({ duration }) => duration ?? 0);
    expect([machine.items(), durations.filter((one) => one > 0).length]).toEqual([[], 1]);
  });

  test('on a server that rounds and leaves out the end, a lost entry is not sent twice', async () => {
    const machine = await startMachine();
    loseFirst(machine, false, () => elsewhere(machine, { startTime: iso(NINE - HOUR) }));
    add(machine, NINE - HOUR);
    await machine.pass(LEAVES);
    await passMinutes(machine);
    expect([questions(machine).length, machine.posts()]).toEqual([1, 1]);
    await reply(machine, 'yes');
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
    expect(await machine.atService()).toMatchObject([{ duration: 600 }]);
  });

  test('of an entry from midnight to midnight does not exist, so its lost answer is a question', async () => {
    const machine = await startMachine();
    const midnight = new Date(2026, 10, 17).getTime();
    loseFirst(machine, true);
    machine.edit.add(
      ACCOUNT,
      machine.task,
      { start: midnight, end: midnight + 24 * HOUR, note: '' },
      { allowLong: true },
    );
    await machine.pass(LEAVES);
    await passMinutes(machine);
    expect([questions(machine).length, machine.posts()]).toEqual([1, 1]);
  });

  test.each([
    ['at once', 0],
    ['after a minute', MINUTE],
  ])('finds the record of a request that an intermediary repeated %s', async (_, delay) => {
    const machine = await startMachine();
    let repeated: Request | undefined;
    machine.server.intercept = (request) => {
      if (request.method === 'POST') repeated ??= request.clone();
      return undefined;
    };
    add(machine, NINE - HOUR);
    await machine.pass(LEAVES);
    await machine.pass(delay);
    if (repeated) await machine.local.workspace.fetch(repeated);
    await passMinutes(machine, 3);
    const durations = (await machine.atService()).map(({ duration }) => duration ?? 0);
    expect([machine.items(), durations.toSorted()]).toEqual([[], [0, 600]]);
  });

  test('of a twin that was changed elsewhere is a question: it is not emptied', async () => {
    const machine = await startMachine();
    const arrives = holdFirst(machine);
    add(machine, NINE - HOUR);
    await machine.pass(LEAVES);
    await passMinutes(machine);
    expect(machine.posts()).toBe(2);
    await arrives();
    const twin = (await machine.atService()).find(({ id }) => !linked(machine, machine.task).includes(id));
    if (twin) await changeThere(machine, twin, { endTime: iso(NINE - 5 * MINUTE), description: 'Other work' });
    await passMinutes(machine, 40);
    const notes = (await machine.atService()).map(({ description, duration }) => (duration ? description : 'emptied'));
    expect(notes.toSorted()).toEqual(['Other work', null]);
    expect(questions(machine)).toMatchObject([{ is: 'duplicate-entry', theirs: { note: 'Other work' } }]);
  });
});
