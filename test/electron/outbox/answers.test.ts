/** An entry is created once, even if the server changes values, the answer is not the service's, or the request arrives late. */
import { describe, expect, test } from 'vitest';
import { LATE_LANDING_MS } from '../../../electron/outbox/delivery.ts';
import { DUPLICATE_CHECKS_MS } from '../../../electron/outbox/duplicates.ts';
import { createObservedRoundingStore } from '../../../electron/outbox/observed-rounding.ts';
import type { QuestionAnswer, WriteQuestion } from '../../../electron/outbox/write-kind.ts';
import { transaction } from '../../../electron/store/database.ts';
import { addAccount } from '../features/account/account-row.ts';
import { confirm } from '../features/time/doubtful-server.ts';
import { ACCOUNT, HOUR, iso, json, type Machine, MINUTE, SECOND, startMachine, T0 } from './machine.ts';

const NOTE = '  Ça va?\r\nÜber die “Rechnung” & mehr  ';

/** The values of an entry that a server may change. */
interface Values {
  startTime: string;
  endTime?: string;
  description?: string;
}
type Normalise = (values: Values) => Values;

const times =
  (change: (ms: number) => number): Normalise =>
  (values) => ({
    ...values,
    startTime: iso(change(Date.parse(values.startTime))),
    ...(values.endTime !== undefined && { endTime: iso(change(Date.parse(values.endTime))) }),
  });
const texts =
  (change: (text: string) => string): Normalise =>
  (values) => ({ ...values, ...(values.description !== undefined && { description: change(values.description) }) });

/** The minute in which the timer starts; another client may have typed it. */
const FULL_MINUTE = Math.floor(T0 / MINUTE) * MINUTE;

const TIMES: [string, Normalise][] = [
  ['cuts times to seconds', times((ms) => Math.floor(ms / SECOND) * SECOND)],
  ['rounds times to seconds', times((ms) => Math.round(ms / SECOND) * SECOND)],
  ['rounds times to minutes', times((ms) => Math.round(ms / MINUTE) * MINUTE)],
];
const TEXTS: [string, Normalise][] = [
  ['trims notes', texts((text) => text.trim())],
  ['cuts notes', texts((text) => text.slice(0, 12))],
  ['changes line ends', texts((text) => text.replaceAll('\r\n', '\n'))],
  ['changes the Unicode form', texts((text) => text.normalize('NFD'))],
  ['escapes notes', texts((text) => text.replaceAll('&', '&amp;').trim())],
];

type Interception = Machine['server']['intercept'];

/** Changes the values of POST and PUT requests. `answer` replaces the answer to the first `times` POST requests. */
function normalising(
  machine: Machine,
  normalise: Normalise,
  answer?: () => Response | 'drop',
  times = 1,
): Interception {
  let left = times;
  return async (request) => {
    if (request.method === 'GET' || !request.url.includes('/time-entry')) return undefined;
    const body = JSON.stringify(normalise((await request.clone().json()) as Values));
    const { url, method, headers } = request;
    const response = await machine.local.workspace.fetch(new Request(url, { method, headers, body }));
    if (method !== 'POST' || answer === undefined || left === 0) return response;
    left -= 1;
    return answer();
  };
}

/** A timer with a note, started at an odd millisecond, whose POST is due; the server may be known to keep times. */
async function started(note = NOTE, isKnown = false): Promise<Machine> {
  const machine = await startMachine();
  if (isKnown) await confirm(machine);
  machine.clock.ms = T0 + 457;
  machine.timer.start(ACCOUNT, machine.task);
  if (note !== '') machine.timer.setNote(ACCOUNT, note);
  return machine;
}

async function drain(machine: Machine): Promise<void> {
  for (let round = 0; round < 20 && machine.items().length > 0; round += 1) await machine.pass(MINUTE);
  expect(machine.items()).toEqual([]);
}

/** The question about the first write, once it is asked. */
async function question(machine: Machine): Promise<WriteQuestion | undefined> {
  for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
  const [item] = machine.items();
  return item && machine.outbox.question(item);
}

/** Answers every open question. */
function reply({ items, outbox }: Machine, answer: QuestionAnswer): void {
  for (const { id } of items()) outbox.answer(ACCOUNT, id, answer);
}

const lengths = async (machine: Machine) =>
  (await machine.atService()).map(({ startTime, endTime }) =>
    endTime == null ? 'runs' : Date.parse(endTime) - Date.parse(startTime),
  );

describe('a server that normalises', () => {
  test.each(TEXTS)('that %s: a lost answer duplicates nothing, and the timer stops', async (_, normalise) => {
    const machine = await started();
    machine.server.intercept = normalising(machine, normalise, () => 'drop');
    await machine.pass(15 * SECOND);
    await drain(machine);
    machine.timer.stop(ACCOUNT);
    await drain(machine);
    expect(machine.posts()).toBe(1);
    const [length, ...others] = await lengths(machine);
    expect(others).toEqual([]);
    expect(length).not.toBe('runs');
  });

  test.each(TIMES)('that %s: the first lost answer is a question, and the timer stops', async (_, normalise) => {
    const machine = await started();
    machine.server.intercept = normalising(machine, normalise, () => 'drop');
    await machine.pass(15 * SECOND);
    expect(await question(machine)).toMatchObject({ is: 'same-entry', theirs: { endTime: null } });
    expect([machine.posts(), await lengths(machine)]).toEqual([1, ['runs']]);
    reply(machine, 'yes');
    await drain(machine);
    machine.timer.stop(ACCOUNT);
    await drain(machine);
    expect(machine.posts()).toBe(1);
    const [length, ...others] = await lengths(machine);
    expect(others).toEqual([]);
    expect(length).not.toBe('runs');
  });

  test.each([...TIMES, ...TEXTS])(
    'that %s: the lost answer to a complete entry duplicates nothing',
    async (_, normalise) => {
      const machine = await startMachine();
      const start = T0 - 2 * HOUR + 678;
      machine.edit.add(ACCOUNT, machine.task, { start, end: start + 10 * MINUTE, note: NOTE }, {});
      machine.server.intercept = normalising(machine, normalise, () => 'drop');
      await machine.pass(11 * SECOND);
      for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
      reply(machine, 'yes');
      await drain(machine);
      expect([machine.posts(), await lengths(machine)]).toEqual([1, [10 * MINUTE]]);
    },
  );

  test('finds the record of each of two lost entries that look alike at the service', async () => {
    const machine = await startMachine();
    const normalise = times((ms) => Math.floor(ms / SECOND) * SECOND);
    machine.server.intercept = normalising(machine, normalise, () => 'drop', 2);
    const second = T0 - HOUR + 5 * SECOND;
    for (const start of [second + 100, second + 700]) {
      machine.edit.add(ACCOUNT, machine.task, { start, end: start + MINUTE, note: '' }, {});
    }
    await machine.pass(11 * SECOND);
    // No answer to a request has shown yet what the server does.
    expect(await question(machine)).toMatchObject({ is: 'same-entry' });
    expect([machine.posts(), machine.state()]).toEqual([1, ['needs-you', 'waiting']]);
    reply(machine, 'yes');
    expect(await question(machine)).toMatchObject({ is: 'same-entry' });
    reply(machine, 'yes');
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([2, 2]);
    const ids = machine.view().today.map(({ id }) => machine.outbox.serverId(id));
    expect(new Set(ids).size).toBe(2);
  });

  test('sends no entry of a task before a lost one of that task is found', async () => {
    const machine = await startMachine();
    const normalise = times((ms) => Math.floor(ms / SECOND) * SECOND);
    machine.server.intercept = normalising(machine, normalise, () => 'drop');
    const add = (start: number, note: string) =>
      machine.edit.add(ACCOUNT, machine.task, { start, end: start + MINUTE, note }, {});
    add(T0 - HOUR + 100, '');
    await machine.pass(11 * SECOND);
    expect(machine.state()).toEqual(['unknown']);
    add(T0 - HOUR + 900, '');
    add(T0 - 5 * HOUR, 'another note');
    // The search for the lost entry is not due yet.
    const later = iso(machine.clock.ms + 30 * MINUTE);
    machine.run.database.prepare("UPDATE outbox SET not_before = ? WHERE state = 'unknown'").run(later);
    await machine.pass(11 * SECOND);
    expect([machine.posts(), machine.state()]).toEqual([1, ['unknown', 'waiting', 'waiting']]);
  });

  test('learns from a confirmed answer that the server rounds to quarters of an hour, but still asks', async () => {
    const machine = await startMachine();
    const normalise = times((ms) => Math.round(ms / (15 * MINUTE)) * 15 * MINUTE);
    machine.server.intercept = normalising(machine, normalise);
    const add = (start: number) => machine.edit.add(ACCOUNT, machine.task, { start, end: start + HOUR, note: '' }, {});
    await confirm(machine);
    expect(createObservedRoundingStore(machine.run.database).of(ACCOUNT).changes).toContain(`round ${15 * MINUTE}`);
    machine.server.intercept = normalising(machine, normalise, () => 'drop');
    add(T0 - 5 * HOUR + 6 * MINUTE);
    machine.crash();
    await machine.pass(11 * SECOND);
    // Somebody may have typed a full quarter of an hour.
    expect(await question(machine)).toBeDefined();
    reply(machine, 'yes');
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([1, 1]);
  });

  test('learns from a confirmed answer that the server cuts to seconds, and finds the next lost entry', async () => {
    const machine = await startMachine();
    const normalise = times((ms) => Math.floor(ms / SECOND) * SECOND);
    machine.server.intercept = normalising(machine, normalise);
    const add = (start: number) => machine.edit.add(ACCOUNT, machine.task, { start, end: start + HOUR, note: '' }, {});
    await confirm(machine);
    machine.server.intercept = normalising(machine, normalise, () => 'drop');
    add(T0 - 5 * HOUR + 6 * SECOND);
    machine.crash();
    await machine.pass(11 * SECOND);
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([1, 1]);
  });
});

test('finds a lost entry without its note on a server that drops notes', async () => {
  const machine = await startMachine();
  const drops = texts(() => '');
  const add = (start: number) =>
    machine.edit.add(ACCOUNT, machine.task, { start, end: start + MINUTE, note: 'Mail' }, {});
  machine.server.intercept = normalising(machine, drops);
  add(T0 - HOUR);
  await machine.pass(11 * SECOND);
  machine.server.intercept = normalising(machine, drops, () => 'drop');
  add(T0 - 2 * HOUR);
  await machine.pass(11 * SECOND);
  for (let round = 0; round < 20; round += 1) await machine.pass(MINUTE);
  expect([machine.posts(), (await machine.atService()).length]).toEqual([2, 2]);
  const ids = machine.view().today.map(({ id }) => machine.outbox.serverId(id));
  expect(new Set(ids).size).toBe(2);
});

describe('an entry of another device', () => {
  /** The POST is lost; meanwhile another device of the same person creates an entry. */
  async function beside(fields: { startTime: string; endTime?: string; description?: string }): Promise<Machine> {
    const machine = await started('', true);
    let isLost = false;
    machine.server.intercept = async (request) => {
      if (isLost || request.method !== 'POST') return undefined;
      isLost = true;
      await machine.local.call('POST', '/time-entry', { taskId: machine.task.taskId, ...fields });
      return 'drop';
    };
    await machine.pass(15 * SECOND);
    return machine;
  }

  test('is not taken for a lost one if its milliseconds differ, but a question: the server may have changed them', async () => {
    for (const fields of [{ startTime: iso(T0 + 5 * SECOND) }, { startTime: iso(T0 + 458), description: 'Other' }]) {
      const machine = await beside(fields);
      expect(await question(machine)).toMatchObject({ is: 'same-entry' });
      expect(machine.posts()).toBe(1);
      machine.outbox.answer(ACCOUNT, machine.items()[0]?.id ?? 0, 'no');
      await drain(machine);
      expect([machine.posts(), (await machine.atService()).length]).toEqual([2, 2]);
    }
  });

  test('that starts on the full second is a question, and nothing is duplicated', async () => {
    const machine = await beside({ startTime: iso(FULL_MINUTE), endTime: iso(T0 + 10 * SECOND) });
    await machine.pass(LATE_LANDING_MS + MINUTE);
    await machine.pass(MINUTE);
    expect(machine.items()).toMatchObject([
      {
        state: 'needs-you',
        lastError: expect.stringContaining('Is it this entry?'),
        sendingSince: expect.any(String),
      },
    ]);
    expect(machine.posts()).toBe(1);
    // It stays a question after the other entry was moved; “No” sends the lost entry.
    const [other] = await machine.atService();
    await machine.local.call('PUT', `/time-entry/${other?.id}`, { startTime: iso(T0 - HOUR) });
    machine.outbox.retry();
    expect(await question(machine)).toMatchObject({ theirs: { serverId: other?.id } });
    expect(machine.posts()).toBe(1);
    reply(machine, 'no');
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([2, 2]);
  });

  test('is ignored if it existed before the request', async () => {
    const machine = await started('', true);
    await machine.local.call('POST', '/time-entry', { taskId: machine.task.taskId, startTime: iso(FULL_MINUTE) });
    let isLost = false;
    machine.server.intercept = (request) => {
      if (isLost || request.method !== 'POST') return undefined;
      isLost = true;
      return 'drop';
    };
    await machine.pass(15 * SECOND);
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([2, 2]);
  });
});

describe('an answer of an intermediary, after the service has acted', () => {
  const html = (status: number) =>
    new Response('<!doctype html>Blocked', { status, headers: { 'Content-Type': 'text/html' } });
  test.each<[string, () => Response]>([
    ['303', () => new Response(null, { status: 303, headers: { Location: '/done' } })],
    ['408', () => new Response('Request Timeout', { status: 408 })],
    ['408 in the service’s form', () => json({ message: 'Timeout', code: 'HTTP_408' }, 408)],
    ['429 of a proxy', () => json({ message: 'Too many requests' }, 429, { 'Retry-After': '5' })],
    ['an HTML 403', () => html(403)],
    ['a plain 403', () => new Response('Forbidden', { status: 403 })],
    ['a gateway’s 404', () => json({ message: 'Not Found' }, 404)],
    ['401', () => json({ message: 'Unauthorized', code: 'UNAUTHORIZED' }, 401)],
    ['401 in plain text', () => new Response('Unauthorized', { status: 401 })],
  ])('%s: the write is searched for and found', async (_, answer) => {
    const machine = await started();
    machine.server.intercept = normalising(machine, (values) => values, answer);
    await machine.pass(15 * SECOND);
    expect(machine.state()).toEqual(['unknown']);
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([1, 1]);
  });

  test('a 429 of the service itself: the write is sent again after the wait', async () => {
    const machine = await started();
    let isFirst = true;
    machine.server.intercept = (request) => {
      if (request.method !== 'POST' || !isFirst) return undefined;
      isFirst = false;
      return json({ message: 'Slow down', code: 'RATE_LIMITED' }, 429, { 'Retry-After': '30' });
    };
    await machine.pass(15 * SECOND);
    expect(machine.state()).toEqual(['waiting']);
    await machine.pass(30 * SECOND);
    expect([machine.items(), machine.posts()]).toEqual([[], 2]);
  });

  test('a proxy’s 404 does not end a discarded entry', async () => {
    const machine = await started('');
    await machine.pass(15 * SECOND);
    machine.timer.discard(ACCOUNT);
    machine.server.intercept = (request) =>
      request.method === 'PUT' ? json({ message: 'Not Found' }, 404) : undefined;
    await machine.pass(11 * SECOND);
    expect(machine.state()).toEqual(['unknown']);
    machine.server.intercept = undefined;
    await drain(machine);
    expect(await lengths(machine)).toEqual([0]);
  });

  test('an entry is sent even if the list of entries cannot be read', async () => {
    const machine = await started();
    machine.server.intercept = (request) => (request.url.includes('/time-entry/task/') ? json([{ id: 1 }]) : undefined);
    for (let round = 0; round < 3; round += 1) await machine.pass(15 * SECOND);
    expect(machine.posts()).toBe(1);
    expect(await machine.atService()).toHaveLength(1);
  });
});

describe('a request that arrives after it was sent again', () => {
  /** The write was sent again after two minutes; the first request has not arrived yet. */
  async function sentAgain(): Promise<{ machine: Machine; land: () => Promise<void> }> {
    const machine = await started();
    let late: Request | undefined;
    machine.server.intercept = (request) => {
      if (late !== undefined || request.method !== 'POST') return undefined;
      late = request.clone();
      return 'drop';
    };
    await machine.pass(15 * SECOND);
    await drain(machine);
    expect(machine.posts()).toBe(2);
    const land = async () => {
      if (late !== undefined) await machine.local.workspace.fetch(late);
    };
    return { machine, land };
  }

  const closed = (machine: Machine) => machine.writes.filter(({ body }) => body.endTime === body.startTime).length;

  test.each([1, 4, 9, 29])('by %i minutes: the duplicate is ended with 0:00', async (minutes) => {
    const { machine, land } = await sentAgain();
    await machine.pass(minutes * MINUTE);
    await land();
    expect(await lengths(machine)).toEqual(['runs', 'runs']);
    const sent = machine.sent.count;
    for (const at of DUPLICATE_CHECKS_MS) if (at > minutes * MINUTE) await machine.pass(at);
    expect((await lengths(machine)).sort()).toEqual([0, 'runs']);
    expect(machine.sent.count).toBe(sent + 1);
    const own = machine.outbox.serverId(machine.view().running?.id ?? '');
    expect((await machine.atService()).find(({ endTime }) => endTime == null)?.id).toBe(own);
    machine.timer.stop(ACCOUNT);
    await drain(machine);
    await machine.pass(HOUR);
    expect([closed(machine), (await lengths(machine)).includes('runs')]).toEqual([1, false]);
  });

  test.each([false, true])(
    'ends the duplicate after the writes have moved to another account (fails: %s)',
    async (fails) => {
      const { machine, land } = await sentAgain();
      await land();
      addAccount(machine.run.database, 'account-2', 'other');
      machine.outbox.stopSending();
      const move = () =>
        transaction(machine.run.database, () => {
          machine.run.entries.transfer(ACCOUNT, 'account-2');
          machine.outbox.transfer(ACCOUNT, 'account-2');
          if (fails) throw new Error('The disk is full');
        });
      if (fails) expect(move).toThrow('full');
      else {
        move();
        machine.outbox.transferred(ACCOUNT, 'account-2');
      }
      machine.outbox.startSending({ ...machine.sender, accountId: fails ? ACCOUNT : 'account-2' });
      await machine.pass(2 * MINUTE);
      expect((await lengths(machine)).sort()).toEqual([0, 'runs']);
    },
  );

  test('ends the duplicate after a restart, also if the other timer was stopped meanwhile', async () => {
    const { machine, land } = await sentAgain();
    machine.timer.stop(ACCOUNT);
    await drain(machine);
    await land();
    machine.crash();
    await machine.pass(2 * MINUTE);
    expect(closed(machine)).toBe(1);
    expect((await lengths(machine)).filter((length) => length === 'runs' || length > 0)).toHaveLength(1);
  });

  test('ends the duplicate after a restart with a clock that was set days ahead', async () => {
    const { machine, land } = await sentAgain();
    await land();
    await machine.setClock(3 * 24 * HOUR);
    machine.crash();
    await machine.pass(2 * MINUTE);
    expect((await lengths(machine)).sort()).toEqual([0, 'runs']);
  });

  test('a check that fails is repeated after a minute', async () => {
    const { machine, land } = await sentAgain();
    await land();
    machine.server.intercept = ({ method }) => (method === 'GET' ? json({}, 500) : undefined);
    await machine.pass(2 * MINUTE);
    machine.server.intercept = undefined;
    expect(await lengths(machine)).toEqual(['runs', 'runs']);
    await machine.pass(MINUTE);
    expect((await lengths(machine)).sort()).toEqual([0, 'runs']);
  });

  test('leaves an entry of another device alone', async () => {
    const { machine } = await sentAgain();
    const { taskId } = machine.task;
    const of = (fields: object) => machine.local.call('POST', '/time-entry', { taskId, description: NOTE, ...fields });
    await of({ startTime: iso(T0 + 458), endTime: iso(T0 + MINUTE) });
    await of({ startTime: iso(T0 + 10 * SECOND) });
    for (const at of DUPLICATE_CHECKS_MS) await machine.pass(at);
    expect([closed(machine), (await machine.atService()).length]).toEqual([0, 3]);
  });

  test.each<[string, () => Response, string[]]>([
    ['rejected', () => json({ message: 'Not now', code: 'CONFLICT' }, 409), ['needs-you']],
    ['answered with another body', () => json({}), ['unknown']],
  ])('ending the duplicate is retried if it is %s', async (_, answer, state) => {
    const { machine, land } = await sentAgain();
    await land();
    machine.server.intercept = (request) => (request.method === 'PUT' ? answer() : undefined);
    await machine.pass(2 * MINUTE);
    expect([machine.state(), await lengths(machine)]).toEqual([state, ['runs', 'runs']]);
    machine.server.intercept = undefined;
    machine.outbox.retry();
    await drain(machine);
    expect((await lengths(machine)).sort()).toEqual([0, 'runs']);
  });

  test.each(['retried', 'stopped'])('and was rejected then: %s, it exists once', async (how) => {
    const machine = await started();
    let late: Request | undefined;
    machine.server.intercept = (request) => {
      if (request.method !== 'POST') return undefined;
      if (late !== undefined) return json({ message: 'Not now', code: 'CONFLICT' }, 409);
      late = request.clone();
      return 'drop';
    };
    for (let round = 0; round < 6; round += 1) await machine.pass(MINUTE);
    expect(machine.state()).toEqual(['needs-you']);
    machine.server.intercept = undefined;
    if (late !== undefined) await machine.local.workspace.fetch(late);
    if (how === 'stopped') machine.timer.stop(ACCOUNT);
    machine.outbox.retry();
    for (const at of [MINUTE, ...DUPLICATE_CHECKS_MS]) await machine.pass(at);
    expect(machine.items()).toEqual([]);
    expect((await lengths(machine)).filter((length) => length !== 0)).toHaveLength(1);
  });

  test('looks for duplicates once if nothing was sent twice, and once after a restart, which may have come before that', async () => {
    const machine = await started();
    await machine.pass(15 * SECOND);
    const reads = machine.server.requests.length;
    for (const at of DUPLICATE_CHECKS_MS) await machine.pass(at);
    expect(machine.server.requests.length).toBe(reads + 1);
    machine.crash();
    for (const at of DUPLICATE_CHECKS_MS) await machine.pass(at);
    expect(machine.server.requests.length).toBe(reads + 2);
  });
});
