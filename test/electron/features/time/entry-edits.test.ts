/** Before an edit is sent, the entry is compared with the one seen last. A PUT counts only if its answer is that entry with those values. */
import { describe, expect, test } from 'vitest';
import type { TimeEntry } from '../../../../electron/service/records.ts';
import { localDay } from '../../../../shared/time/day.ts';
import { ACCOUNT, HOUR, iso, json, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';
import {
  answerFirst,
  backUp,
  behave,
  changeThere,
  confirm,
  elsewhere,
  holdFirst,
  LEAVES,
  loseFirst,
  passMinutes,
  questions,
  reply,
} from './doubtful-server.ts';

const NINE = Math.floor(T0 / HOUR) * HOUR;
const EIGHT = NINE - HOUR;

/** An entry from eight to half past eight that the service has. */
async function sent(note = 'Mail'): Promise<{ machine: Machine; entryId: string; stored: TimeEntry }> {
  const machine = await startMachine();
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: EIGHT + 30 * MINUTE, note }, {});
  await machine.pass(LEAVES);
  const [stored] = await machine.atService();
  const [entry] = machine.view().today;
  return { machine, entryId: entry?.id ?? '', stored: stored as TimeEntry };
}

const edit = ({ edit }: Machine, entryId: string, { end = EIGHT + 30 * MINUTE, note = 'Mail' }) =>
  edit.edit(ACCOUNT, entryId, { start: EIGHT, end, note }, {});
const puts = ({ writes }: Machine) => writes.filter(({ method }) => method === 'PUT').length;

describe('an entry that was changed on the web', () => {
  const CHANGES: [string, (stored: TimeEntry) => object, object][] = [
    ['its note', ({ endTime }) => ({ endTime, description: 'Web' }), { note: 'Web' }],
    ['its end', () => ({ endTime: iso(NINE), description: 'Mail' }), { endTime: iso(NINE) }],
    [
      'its start',
      ({ endTime }) => ({ startTime: iso(EIGHT - HOUR), endTime, description: 'Mail' }),
      { startTime: iso(EIGHT - HOUR) },
    ],
  ];

  /** The cell is typed over to 45 minutes after the entry was changed on the web. */
  async function typedOver(change: (stored: TimeEntry) => object) {
    const { machine, stored, entryId } = await sent();
    await changeThere(machine, stored, change(stored));
    const there = await machine.atService();
    machine.edit.editCell(ACCOUNT, machine.task, localDay(EIGHT), 45 * MINUTE);
    await machine.pass(LEAVES);
    await passMinutes(machine);
    return { machine, there, entryId };
  }

  describe.each(CHANGES)('%s', (_, change, theirs) => {
    test('is not overwritten by typing over the cell: the person is asked', async () => {
      const { machine, there } = await typedOver(change);
      expect(questions(machine)).toMatchObject([
        {
          is: 'changed-entry',
          mine: { note: 'Mail' },
          theirs,
          text: `${machine.task.identifier} was changed on the server in the meantime. Which version stays?`,
        },
      ]);
      expect([puts(machine), await machine.atService()]).toEqual([0, there]);
    });

    test('is overwritten if the person chooses this computer’s version', async () => {
      const { machine } = await typedOver(change);
      await reply(machine, 'yes');
      await passMinutes(machine);
      expect(machine.items()).toEqual([]);
      expect(await machine.atService()).toMatchObject([{ description: 'Mail', duration: 45 * 60 }]);
      expect(machine.view().today).toMatchObject([{ startTime: iso(EIGHT), note: 'Mail' }]);
    });

    test('stays if the person chooses the server’s version, which this computer takes over', async () => {
      const { machine, there } = await typedOver(change);
      await reply(machine, 'no');
      await passMinutes(machine);
      expect([machine.items(), puts(machine)]).toEqual([[], 0]);
      expect(await machine.atService()).toEqual(there);
      expect(machine.view().today).toMatchObject([{ ...theirs, sync: 'sent' }]);
    });

    test('is asked about again if it changed once more before the answer was applied', async () => {
      const { machine, there } = await typedOver(change);
      const [entry] = there;
      if (entry) await changeThere(machine, entry, { endTime: iso(NINE + MINUTE), description: 'Once more' });
      await reply(machine, 'yes');
      await passMinutes(machine);
      expect(questions(machine)).toMatchObject([{ theirs: { note: 'Once more' } }]);
      expect(puts(machine)).toBe(0);
    });
  });

  test.each<'yes' | 'no'>(['yes', 'no'])('%s works offline and after a restart', async (answer) => {
    const { machine } = await typedOver(({ endTime }) => ({ endTime, description: 'Web' }));
    machine.network.isDown = true;
    machine.crash();
    expect(questions(machine)).toHaveLength(1);
    await reply(machine, answer);
    machine.crash();
    machine.network.isDown = false;
    await passMinutes(machine, 10);
    expect(machine.items()).toEqual([]);
    const note = answer === 'yes' ? 'Mail' : 'Web';
    expect(await machine.atService()).toMatchObject([{ description: note }]);
    expect(machine.view().today).toMatchObject([{ note }]);
  });

  test('the same change made on both sides is not a question; it is sent, because a cache may show an earlier version', async () => {
    const { machine, stored, entryId } = await sent();
    await changeThere(machine, stored, { endTime: stored.endTime ?? '', description: 'Same' });
    edit(machine, entryId, { note: 'Same' });
    await passMinutes(machine);
    expect([machine.items(), puts(machine)]).toEqual([[], 1]);
    edit(machine, entryId, { note: 'Same' });
    await passMinutes(machine);
    expect(puts(machine)).toBe(1);
  });

  test('a timer that was stopped on the web is a question when it stops here', async () => {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(HOUR);
    const [stored] = await machine.atService();
    if (stored) await changeThere(machine, stored, { endTime: iso(T0 + 20 * MINUTE), description: '' });
    machine.timer.stop(ACCOUNT);
    await passMinutes(machine);
    expect(machine.view().running).toBeNull();
    expect(questions(machine)).toMatchObject([{ theirs: { endTime: iso(T0 + 20 * MINUTE) } }]);
    await reply(machine, 'no');
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
    expect(await machine.atService()).toMatchObject([{ duration: 20 * 60 }]);
    expect(machine.view().today).toMatchObject([{ endTime: iso(T0 + 20 * MINUTE) }]);
  });

  test('a change in the time in which the answer to the POST was lost is a question, too', async () => {
    const machine = await startMachine();
    machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
    machine.server.intercept = ({ method }) => (method === 'POST' ? 'commit-then-drop' : undefined);
    await machine.pass(LEAVES);
    const [stored] = await machine.atService();
    if (stored) await changeThere(machine, stored, { endTime: stored.endTime ?? '', description: 'Web' });
    await passMinutes(machine);
    expect(questions(machine)).toMatchObject([{ is: 'changed-entry', theirs: { note: 'Web' } }]);
    expect(await machine.atService()).toMatchObject([{ description: 'Web' }]);
  });

  test('an old data folder does not overwrite what was changed since', async () => {
    const { machine, stored, entryId } = await sent();
    const restore = backUp(machine);
    await changeThere(machine, stored, { endTime: stored.endTime ?? '', description: 'Since' });
    machine.crash(restore);
    edit(machine, entryId, { end: NINE });
    await passMinutes(machine);
    expect(questions(machine)).toMatchObject([{ theirs: { note: 'Since' } }]);
  });
});

describe('a small edit is sent', () => {
  const NOTES: [string, string][] = [
    ['Mail', 'Mail and calls'],
    ['Mail and calls', 'Mail'],
    ['Mail', 'MAIL'],
    ['Fix bug 12', 'Fix bug: 12!'],
    ['cafe', 'café'],
    ['', '📞'],
    ['📞', ''],
  ];

  test.each(NOTES)('of the note “%s” to “%s”', async (before, after) => {
    const { machine, entryId } = await sent(before);
    edit(machine, entryId, { note: after });
    await machine.pass(LEAVES);
    expect([machine.items(), puts(machine)]).toEqual([[], 1]);
    expect(await machine.atService()).toMatchObject([{ description: after }]);
  });

  test.each(NOTES)('of the note “%s” to “%s” although the create is unknown', async (before, after) => {
    const machine = await startMachine();
    loseFirst(machine, true);
    machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: EIGHT + 30 * MINUTE, note: before }, {});
    await machine.pass(LEAVES);
    edit(machine, machine.view().today[0]?.id ?? '', { note: after });
    await passMinutes(machine);
    expect([machine.items(), puts(machine)]).toEqual([[], 1]);
    expect(await machine.atService()).toMatchObject([{ description: after }]);
  });

  test.each(NOTES)('of the note “%s” to “%s” although an old answer says so', async (before, after) => {
    const { machine, stored, entryId } = await sent(before);
    answerFirst(
      machine,
      'PUT',
      () => json({ ...stored, endTime: iso(Date.parse(stored.endTime ?? '') + MINUTE) }),
      false,
    );
    edit(machine, entryId, { end: EIGHT + 31 * MINUTE, note: after });
    await passMinutes(machine);
    expect([machine.items(), puts(machine)]).toEqual([[], 2]);
    expect(await machine.atService()).toMatchObject([{ description: after, duration: 31 * 60 }]);
  });

  test.each([
    ['seconds', SECOND],
    ['minutes', MINUTE],
  ])('of the start on a server that cuts times to %s', async (_, step) => {
    const machine = await startMachine();
    behave(machine, { times: (ms) => Math.floor(ms / step) * step });
    await confirm(machine);
    machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: EIGHT + 30 * MINUTE, note: '' }, {});
    await machine.pass(LEAVES);
    const entryId = machine.run.entries.ofTask(ACCOUNT, machine.task.taskId)[0]?.id ?? '';
    for (const minutes of [4, 8, 7]) {
      const start = EIGHT + minutes * MINUTE;
      machine.edit.edit(ACCOUNT, entryId, { start, end: EIGHT + 30 * MINUTE, note: '' }, {});
      await passMinutes(machine);
      expect(machine.items()).toEqual([]);
      expect(await machine.atService()).toMatchObject([{ startTime: iso(start) }]);
    }
  });

  test('of the start after the person confirmed an entry that another device made', async () => {
    const { machine } = await sent();
    const start = EIGHT - HOUR;
    loseFirst(machine, false, () =>
      elsewhere(machine, { startTime: iso(start), endTime: iso(EIGHT) }, machine.otherTask),
    );
    machine.edit.add(ACCOUNT, machine.otherTask, { start, end: EIGHT, note: '' }, {});
    await machine.pass(LEAVES);
    await passMinutes(machine);
    await reply(machine, 'yes');
    await passMinutes(machine);
    const entryId = machine.run.entries.ofTask(ACCOUNT, machine.otherTask.taskId)[0]?.id ?? '';
    machine.edit.edit(ACCOUNT, entryId, { start: start + 4 * MINUTE, end: EIGHT, note: '' }, {});
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ duration: 56 * 60 }]);
  });
});

describe('on a server that cannot read one entry', () => {
  const isEntry = ({ method, url }: Request) => method === 'GET' && /\/time-entry\/[^/]+$/.test(url);
  const isList = ({ method, url }: Request) => method === 'GET' && url.includes('/time-entry/task/');
  const FAILS: [string, () => Response][] = [
    [
      'lacks the route',
      () => new Response('404 Not Found', { status: 404, headers: { 'Content-Type': 'text/plain' } }),
    ],
    ['crashes', () => json({ message: 'Internal Server Error', code: 'INTERNAL_SERVER_ERROR' }, 500)],
  ];

  async function running(): Promise<Machine> {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(20 * SECOND);
    return machine;
  }

  test.each(FAILS)('because it %s: the list of the task has it, and the timer stops', async (_, fails) => {
    const machine = await running();
    machine.server.intercept = (request) => (isEntry(request) ? fails() : undefined);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(machine.items()).toEqual([]);
    expect(await machine.atService()).toMatchObject([{ duration: 20 }]);
  });

  test('and cannot list it either: without the route the timer stops all the same', async () => {
    const machine = await running();
    const [[, missing], [, crashes]] = FAILS as [(typeof FAILS)[0], (typeof FAILS)[0]];
    machine.server.intercept = (request) => (isEntry(request) ? missing() : isList(request) ? crashes() : undefined);
    machine.timer.stop(ACCOUNT);
    await machine.pass(LEAVES);
    expect(machine.items()).toEqual([]);
    machine.server.intercept = undefined;
    expect(await machine.atService()).toMatchObject([{ duration: 20 }]);
  });

  test.each<['yes' | 'no', string | null]>([
    ['yes', iso(T0 + 20 * SECOND)],
    ['no', null],
  ])('and crashes for good: the person decides, and %s ends it', async (answer, endTime) => {
    const machine = await running();
    machine.server.intercept = (request) => (isEntry(request) || isList(request) ? FAILS[1]?.[1]() : undefined);
    machine.timer.stop(ACCOUNT);
    await passMinutes(machine, 20);
    expect(questions(machine)).toMatchObject([{ is: 'changed-entry', theirs: { startTime: null } }]);
    await reply(machine, answer);
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
    machine.server.intercept = undefined;
    expect(await machine.atService()).toMatchObject([{ endTime }]);
  });

  test('a create whose list crashes for good needs the person, and does not hold up the next one', async () => {
    const machine = await startMachine();
    let isLost = false;
    machine.server.intercept = (request) => {
      if (isLost && isList(request)) return FAILS[1]?.[1]();
      if (isLost || request.method !== 'POST') return undefined;
      isLost = true;
      return 'commit-then-drop';
    };
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(20 * SECOND);
    machine.timer.stop(ACCOUNT);
    machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: EIGHT + 20 * MINUTE, note: 'Mail' }, {});
    await passMinutes(machine, 60);
    expect(machine.state()).toEqual(['needs-you', 'waiting']);
    expect(await machine.atService()).toMatchObject([{ description: 'Mail' }, { endTime: null }]);
    machine.server.intercept = undefined;
    machine.outbox.retry(machine.items()[0]?.id);
    await passMinutes(machine);
    expect([machine.items(), machine.posts()]).toEqual([[], 2]);
    expect((await machine.atService()).map(({ duration }) => duration)).toEqual([20 * 60, 20]);
  });
});

describe('what a server rewrites is no change of somebody', () => {
  test('a note that it echoes but stores trimmed', async () => {
    const machine = await startMachine();
    machine.server.intercept = async (request) => {
      if (request.method === 'GET' || !request.url.includes('/time-entry')) return undefined;
      const { url, method, headers } = request;
      const values = (await request.json()) as { description: string };
      const body = JSON.stringify({ ...values, description: values.description.trim() });
      const answer = await machine.local.workspace.fetch(new Request(url, { method, headers, body }));
      return json({ ...((await answer.json()) as object), description: values.description });
    };
    const text = { start: EIGHT, note: '  Mail\n' };
    machine.edit.add(ACCOUNT, machine.task, { ...text, end: EIGHT + 20 * MINUTE }, {});
    await machine.pass(LEAVES);
    machine.edit.edit(ACCOUNT, machine.view().today[0]?.id ?? '', { ...text, end: EIGHT + 40 * MINUTE }, {});
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
    expect(await machine.atService()).toMatchObject([{ description: 'Mail', duration: 40 * 60 }]);
  });
});

test('“Use the server’s” also holds for an edit that was queued behind the one in question', async () => {
  const { machine, stored, entryId } = await sent();
  answerFirst(machine, 'PUT', () => json('oops', 500), false);
  edit(machine, entryId, { note: 'First' });
  await machine.pass(LEAVES);
  expect(machine.state()).toEqual(['unknown']);
  edit(machine, entryId, { note: 'Second' });
  await changeThere(machine, stored, { endTime: stored.endTime ?? '', description: 'Web' });
  await passMinutes(machine);
  expect(questions(machine)).toMatchObject([{ mine: { note: 'Second' }, theirs: { note: 'Web' } }]);
  await reply(machine, 'no');
  await passMinutes(machine);
  expect(machine.items()).toEqual([]);
  expect(await machine.atService()).toMatchObject([{ description: 'Web' }]);
  expect(machine.view().today).toMatchObject([{ note: 'Web' }]);
});

describe('a lost update that a server changed', () => {
  test('is recognised as ours and not sent again', async () => {
    const { machine, entryId } = await sent();
    machine.server.intercept = async (request) => {
      if (request.method !== 'PUT') return undefined;
      const { url, method, headers } = request;
      const body = (await request.text()).toUpperCase().replace(/"[A-Z]+":/g, (key) => key.toLowerCase());
      const keys = body.replace('"starttime"', '"startTime"').replace('"endtime"', '"endTime"');
      await machine.local.workspace.fetch(new Request(url, { method, headers, body: keys }));
      return 'drop';
    };
    edit(machine, entryId, { note: 'Edited' });
    await machine.pass(LEAVES);
    await passMinutes(machine);
    expect([machine.items(), puts(machine)]).toEqual([[], 1]);
    expect(await machine.atService()).toMatchObject([{ description: 'EDITED' }]);
  });
});

describe('before anything is known about the server', () => {
  /** A timer of another device is taken over, which teaches nothing about the server. */
  async function adopted(): Promise<{ machine: Machine; entryId: string }> {
    const machine = await startMachine();
    const { id: serverId } = await elsewhere(machine, { startTime: iso(EIGHT), description: 'Web' });
    const seen = { serverId, startTime: iso(EIGHT), endTime: null, note: 'Web', createdAt: null };
    const entry = {
      id: 'adopted',
      accountId: ACCOUNT,
      task: machine.task,
      startTime: iso(EIGHT),
      endTime: null,
      note: 'Web',
      discardedAt: null,
      createdAt: iso(EIGHT),
    };
    machine.run.changes.apply({
      accountId: ACCOUNT,
      entries: [entry],
      toast: 'Done',
      adopted: { entryId: entry.id, seen },
    });
    return { machine, entryId: entry.id };
  }

  test.each([1, 5, 7])('a start that moves by %i minutes is sent', async (minutes) => {
    const { machine } = await adopted();
    machine.timer.setStart(ACCOUNT, EIGHT + minutes * MINUTE);
    await machine.pass(LEAVES);
    await passMinutes(machine);
    expect(machine.items()).toEqual([]);
    const [stored] = await machine.atService();
    expect(Math.abs(Date.parse(stored?.startTime ?? '') - (EIGHT + minutes * MINUTE))).toBeLessThan(SECOND);
  });

  test('an old answer from a cache is no answer to a PUT', async () => {
    const { machine } = await adopted();
    const [old] = await machine.atService();
    machine.timer.setStart(ACCOUNT, EIGHT + 5 * MINUTE);
    answerFirst(machine, 'PUT', () => json(old), false);
    await machine.pass(LEAVES);
    await passMinutes(machine);
    expect([machine.items(), puts(machine)]).toEqual([[], 2]);
    const [stored] = await machine.atService();
    expect(Date.parse(stored?.startTime ?? '')).toBeGreaterThanOrEqual(EIGHT + 5 * MINUTE);
  });

  test('a server that cuts to the minute is no reason to ask', async () => {
    const { machine } = await adopted();
    machine.server.intercept = async (request) => {
      if (request.method !== 'PUT') return undefined;
      const { startTime, ...values } = (await request.json()) as { startTime: string };
      const body = JSON.stringify({ ...values, startTime: iso(Math.floor(Date.parse(startTime) / MINUTE) * MINUTE) });
      const { url, method, headers } = request;
      return machine.local.workspace.fetch(new Request(url, { method, headers, body }));
    };
    machine.timer.setStart(ACCOUNT, EIGHT + 5 * MINUTE);
    await machine.pass(LEAVES);
    await passMinutes(machine);
    expect([machine.items(), puts(machine)]).toEqual([[], 1]);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(EIGHT + 5 * MINUTE) }]);
  });
});

describe('the answer to a PUT', () => {
  const OTHERS: [string, (machine: Machine, stored: TimeEntry) => Promise<object> | object][] = [
    ['another entry with the same values', (_, stored) => ({ ...stored, id: 'other', description: 'Edited' })],
    ['the entry as it was before', (_, stored) => stored],
    ['a record without an id', () => ({ success: true })],
    ['another device’s entry', (machine) => elsewhere(machine, { startTime: iso(NINE) }, machine.otherTask)],
  ];

  test.each(OTHERS)('%s, without having acted: it is sent again', async (_, other) => {
    const { machine, stored, entryId } = await sent();
    answerFirst(machine, 'PUT', async () => json(await other(machine, stored)), false);
    edit(machine, entryId, { note: 'Edited' });
    await machine.pass(LEAVES);
    expect(machine.state()).toEqual(['unknown']);
    await passMinutes(machine);
    expect([machine.items(), puts(machine)]).toEqual([[], 2]);
    expect(await machine.atService()).toMatchObject([{ id: stored.id, description: 'Edited' }]);
  });

  test.each(OTHERS)('%s, after the service has acted: the entry is read, and it is done', async (_, other) => {
    const { machine, stored, entryId } = await sent();
    answerFirst(machine, 'PUT', async () => json(await other(machine, stored)));
    edit(machine, entryId, { note: 'Edited' });
    await machine.pass(LEAVES);
    expect([machine.items(), puts(machine)]).toEqual([[], 1]);
    expect(await machine.atService()).toMatchObject([{ description: 'Edited' }]);
  });

  test.each([
    ['there is no connection', true],
    ['the service asks to slow down', false],
  ])('another entry, and %s when ours is read: the edit may have arrived', async (_, isDown) => {
    const { machine, stored, entryId } = await sent();
    let isSent = false;
    machine.server.intercept = ({ method, url }) => {
      if (method !== 'PUT')
        return isSent && url.includes('/time-entry') ? json({ message: 'No', code: 'RATE_LIMITED' }, 429) : undefined;
      isSent = true;
      machine.network.isDown = isDown;
      return json({ ...stored, id: 'other' });
    };
    edit(machine, entryId, { note: 'Edited' });
    await machine.pass(LEAVES);
    expect(machine.state()).toEqual(['unknown']);
    machine.network.isDown = false;
    machine.server.intercept = undefined;
    await passMinutes(machine);
    expect([machine.items(), puts(machine)]).toEqual([[], 2]);
  });

  test('the read before the edit is checked, too: the list of the task decides', async () => {
    const { machine, stored, entryId } = await sent();
    let isFirst = true;
    machine.server.intercept = ({ method, url }) => {
      if (method !== 'GET' || !isFirst || !url.endsWith(stored.id)) return undefined;
      isFirst = false;
      return json({ ...stored, id: 'other', description: 'Edited' });
    };
    edit(machine, entryId, { note: 'Edited' });
    await machine.pass(LEAVES);
    expect([machine.items(), puts(machine)]).toEqual([[], 1]);
    expect(await machine.atService()).toMatchObject([{ id: stored.id, description: 'Edited' }]);
  });

  test('a lost update that arrived is read and not sent again', async () => {
    const { machine, entryId } = await sent();
    answerFirst(machine, 'PUT', () => json('oops', 500));
    edit(machine, entryId, { note: 'Edited' });
    await machine.pass(LEAVES);
    await passMinutes(machine);
    expect([machine.items(), puts(machine)]).toEqual([[], 1]);
  });

  test('the answer to ending a duplicate is checked as well', async () => {
    const machine = await startMachine();
    const arrives = holdFirst(machine);
    machine.timer.start(ACCOUNT, machine.task);
    await passMinutes(machine);
    await arrives();
    const [, other] = await machine.atService();
    answerFirst(machine, 'PUT', () => json({ ...other, id: 'other' }), false);
    await passMinutes(machine, 10);
    expect(machine.items()).toEqual([]);
    expect((await machine.atService()).filter(({ endTime }) => endTime == null)).toHaveLength(1);
  });
});

describe('a timer whose start lies in the future after a restart', () => {
  async function future(): Promise<Machine> {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(15 * SECOND);
    machine.crash(() => {
      machine.clock.ms -= HOUR;
    });
    return machine;
  }

  test('can be stopped: it has no time, and its times can be corrected', async () => {
    const machine = await future();
    machine.timer.stop(ACCOUNT);
    expect(machine.view().running).toBeNull();
    await machine.pass(LEAVES);
    expect(machine.items()).toEqual([]);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: iso(T0), duration: 0 }]);
    const [entry] = machine.view().today;
    const end = machine.clock.ms;
    machine.edit.edit(ACCOUNT, entry?.id ?? '', { start: end - 30 * MINUTE, end, note: '' }, {});
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ duration: 30 * 60 }]);
  });

  test('can be stopped although its POST was never sent', async () => {
    const machine = await startMachine();
    machine.network.isDown = true;
    machine.timer.start(ACCOUNT, machine.task);
    machine.crash(() => {
      machine.clock.ms -= HOUR;
    });
    machine.timer.stop(ACCOUNT);
    expect(machine.view().running).toBeNull();
    machine.network.isDown = false;
    await passMinutes(machine, 10);
    expect(machine.items()).toEqual([]);
  });
});
