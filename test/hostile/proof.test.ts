/**
 * Entries are recognised by proof (docs/design.md#time-entries-and-the-outbox): every way in which a server changes values × every odd
 * answer, to a request that it executed or not. In the end each entry is there once, and the person was asked only where nothing can be
 * proved.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sentTimes } from '../../electron/features/time/fingerprint.ts';
import type { Sender } from '../../electron/outbox/write-kind.ts';
import { createClient } from '../../electron/service/client.ts';
import { createHttp } from '../../electron/service/http.ts';
import { TimeEntry } from '../../electron/service/records.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import { addAccount } from '../electron/features/account/account-row.ts';
import { backUp } from '../electron/features/time/doubtful-server.ts';
import { testWorkspace } from '../electron/local/workspace.ts';
import {
  ACCOUNT,
  boot,
  HOUR,
  iso,
  json,
  MINUTE,
  newWorld,
  type Run,
  SECOND,
  settle,
} from '../electron/outbox/machine.ts';
import { seedIds } from '../seeded-ids.ts';
import { NORMALISATIONS, type Normalisation } from './normalise.ts';

// Milliseconds follow from ids. Entries of two computers that are equal in everything, these included, cannot be told apart; random ids
// would make such a pair in one of 998 cases.
beforeEach(() => seedIds(20_261_127));

const text = (body: string, status: number) =>
  new Response(body, { status, headers: { 'Content-Type': 'text/plain' } });
const html = (status: number) =>
  new Response('<!doctype html><title>Blocked</title>', { status, headers: { 'Content-Type': 'text/html' } });
const own = (status: number, code: string) => json({ message: 'No', code }, status);

/** The workspace's entries, to be mixed up: by another person, of another task, and of this task by another device. */
interface Others {
  of: (who: 'colleague' | 'other task' | 'other device') => Promise<unknown>;
  last: () => unknown;
}

const ANSWERS: [name: string, answer: (others: Others) => Response | Promise<Response>][] = [
  ['a reset', () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }))],
  ['a 303', () => new Response(null, { status: 303, headers: { Location: '/elsewhere' } })],
  ['a 401', () => own(401, 'UNAUTHORIZED')],
  ['a proxy’s 403', () => html(403)],
  ['a 408', () => text('Request Timeout', 408)],
  ['a proxy’s 429', () => json({ message: 'Too many requests' }, 429, { 'Retry-After': '5' })],
  ['a 500', () => own(500, 'INTERNAL_SERVER_ERROR')],
  ['a 502', () => html(502)],
  ['an empty 200', () => new Response('', { headers: { 'Content-Type': 'application/json' } })],
  ['a 200 with an empty record', () => json({})],
  ['a page with 200', () => html(200)],
  ['the service’s own 400', () => own(400, 'VALIDATION_ERROR')],
  ['the service’s own 403', () => own(403, 'FORBIDDEN')],
  ['the service’s own 404', () => own(404, 'NOT_FOUND')],
  ['the service’s own 409', () => own(409, 'CONFLICT')],
  ['the service’s own 429', () => json({ message: 'Slow', code: 'RATE_LIMITED' }, 429, { 'Retry-After': '5' })],
  ['a colleague’s record', async ({ of }) => json(await of('colleague'))],
  ['a record of another task', async ({ of }) => json(await of('other task'))],
  ['a record of another device', async ({ of }) => json(await of('other device'))],
  ['the answer to an earlier request', ({ last }) => json(last())],
];

type Odd = (others: Others) => Response | Promise<Response>;

/** Computers with a network in the same process, and a server that changes values. Files are only where a test copies them. */
async function lab(normalisation: Normalisation, isOnDisk: boolean) {
  const { time = (ms) => ms, text: change = (note) => note, form, leavesOutEnds } = normalisation;
  const local = await testWorkspace();
  const eve = local.workspace.addPerson({ name: 'Eve', role: 'member' });
  const world = newWorld();
  let odd: { answer: Odd; isExecuted: boolean } | null = null;
  let last: unknown = {};
  /** The record of each request that a computer sent, by its id; the computer. */
  const sentBy = new Map<string, number>();
  /** Records of others, as they were created. */
  const foreign = new Map<string, TimeEntry>();
  const formed = async (response: Response) => {
    if (form === undefined) return response;
    const body = (await response.text()).replace(
      /"(startTime|endTime)":"([^"]+)"/g,
      (_, key, at) => `"${key}":"${form(at)}"`,
    );
    return new Response(body, response);
  };
  async function execute(url: string, init: RequestInit, computer: number): Promise<Response> {
    if (init.method === 'GET' || !url.includes('/time-entry'))
      return formed(await local.workspace.fetch(new Request(url, init)));
    const { startTime, endTime, description, ...rest } = JSON.parse(String(init.body));
    const at = (instant: string) => new Date(time(Date.parse(instant))).toISOString();
    const isKept = endTime !== undefined && !(leavesOutEnds && init.method === 'POST');
    const body = {
      ...rest,
      startTime: at(startTime),
      ...(isKept && { endTime: at(endTime) }),
      ...(description !== undefined && { description: change(description) }),
    };
    const answer = await local.workspace.fetch(new Request(url, { ...init, body: JSON.stringify(body) }));
    if (init.method === 'POST') sentBy.set(TimeEntry.parse(await answer.clone().json()).id, computer);
    return formed(answer);
  }
  /** An entry that somebody creates on the web, which keeps what is typed. */
  async function post(token: string, fields: object): Promise<TimeEntry> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(fields) };
    const response = await local.workspace.fetch(new Request('http://service.invalid/api/time-entry', init));
    const entry = TimeEntry.parse(await response.json());
    foreign.set(entry.id, entry);
    return entry;
  }
  const others = (sent: { taskId?: string; startTime: string }, taskId: string): Others => ({
    last: () => last,
    async of(who) {
      const startTime = iso(Math.floor(Date.parse(sent.startTime) / MINUTE) * MINUTE - 7 * MINUTE);
      const on = who === 'other task' ? (await newTask()).taskId : (sent.taskId ?? taskId);
      const fields = { taskId: on, startTime, endTime: iso(Date.parse(startTime) + MINUTE), description: 'elsewhere' };
      return post(who === 'colleague' ? eve.token : local.token, fields);
    },
  });
  let lastTaskId = '';
  const clientOf = (computer: number) =>
    createClient(
      createHttp({
        baseUrl: 'http://service.invalid/api',
        userAgent: 'Punchcard/test',
        credential: () => local.token,
        timeoutMs: 60_000,
        async transport(url, init) {
          if (odd === null || init.method === 'GET') {
            const response = await execute(url, init, computer);
            if (init.method === 'POST' && response.ok) last = await response.clone().json();
            return response;
          }
          const { answer, isExecuted } = odd;
          odd = null;
          if (isExecuted) await execute(url, init, computer);
          return answer(others(JSON.parse(String(init.body)), lastTaskId));
        },
      }),
    );
  const senderOf = (computer: number): Sender => ({
    accountId: ACCOUNT,
    userId: local.userId,
    server: 'service.invalid',
    client: clientOf(computer),
  });
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-proof-'));
  const pathOf = (computer: number): string => (isOnDisk ? join(folder, `${computer}`) : ':memory:');
  const runs: Run[] = [];
  const start = (computer: number): Run => {
    const run = boot(pathOf(computer), world);
    runs[computer] = run;
    addAccount(run.database, ACCOUNT, local.userId);
    run.outbox.startSending(senderOf(computer));
    return run;
  };
  async function stop({ outbox, database }: Run): Promise<void> {
    outbox.close();
    await outbox.idle();
    database.close();
  }
  start(0);
  onTestFinished(async () => {
    for (const run of runs) await stop(run);
    local.workspace.close();
    rmSync(folder, { recursive: true });
  });
  async function newTask(): Promise<TaskRef> {
    const { id, number } = await local.addTask({ title: 'Task' });
    lastTaskId = id;
    return { taskId: id, identifier: `ME-${number}`, title: 'Task', projectName: 'Personal' };
  }
  async function pass(ms: number): Promise<void> {
    world.clock.ms += ms;
    world.passed.ms += ms;
    for (const run of runs) await settle(run);
  }
  let asked = 0;
  /** The person knows which computer sent a record, and insists on what is here. */
  function replyTo({ outbox }: Run, computer: number): void {
    for (const item of outbox.list(ACCOUNT)) {
      const question = outbox.question(item);
      if (question !== undefined) asked += 1;
      const isOurs = question?.is === 'changed-entry' || sentBy.get(question?.theirs.serverId ?? '') === computer;
      if (question) outbox.answer(ACCOUNT, item.id, isOurs ? 'yes' : 'no');
      else if (item.state === 'needs-you') outbox.retry(item.id);
    }
  }
  return {
    run: () => runs[0] as Run,
    world,
    newTask,
    pass,
    start,
    answerNext(answer: Odd, isExecuted: boolean): void {
      odd = { answer, isExecuted };
    },
    asked: () => asked,
    /** Copies the data folder of the first computer; the returned function puts the copy back. */
    backUp(): () => Promise<void> {
      const restore = backUp({ path: pathOf(0) });
      return async () => {
        await stop(runs[0] as Run);
        restore();
        const run = boot(pathOf(0), world);
        runs[0] = run;
        run.outbox.startSending(senderOf(0));
      };
    },
    /** Sends everything. */
    async drain(minutes = 60): Promise<void> {
      const isOpen = () => runs.some(({ outbox }) => outbox.count(ACCOUNT) > 0);
      for (let minute = 0; minute < minutes && isOpen(); minute += 1) {
        await pass(MINUTE);
        for (const [computer, run] of runs.entries()) replyTo(run, computer);
      }
      expect(runs.flatMap(({ outbox }) => outbox.list(ACCOUNT))).toEqual([]);
    },
    /** The records on a task that the computers sent and have not emptied; all others are as they were created. */
    async there({ taskId }: TaskRef): Promise<TimeEntry[]> {
      const all = TimeEntry.array().parse((await local.call('GET', `/time-entry/task/${taskId}`)).json);
      for (const entry of all) if (foreign.has(entry.id)) expect(entry).toEqual({ ...entry, ...foreign.get(entry.id) });
      return all.filter(
        ({ id, startTime, endTime, duration }) => sentBy.has(id) && (startTime !== endTime || duration !== 0),
      );
    },
  };
}

type Lab = Awaited<ReturnType<typeof lab>>;

const NOTE = 'A note of “mine” & <b>more</b>';
const KEEPS_TIMES = new Set(NORMALISATIONS.filter(({ time }) => time === undefined).map(({ name }) => name));
const TABLE = NORMALISATIONS.map((one) => [one.name, one] as const);
/** Long enough that no rounding empties it. */
const LENGTH = 130 * MINUTE;

/** An entry on a full minute, as somebody types it. */
const add = ({ edit }: Run, { clock }: Lab['world'], task: TaskRef, by = 0) => {
  const start = Math.floor(clock.ms / MINUTE) * MINUTE - 4 * HOUR + by;
  edit.add(ACCOUNT, task, { start, end: start + LENGTH, note: NOTE }, {});
};

/** The server has answered a request, so that it is known how it changes times. */
async function known(normalisation: Normalisation, { isOnDisk = false } = {}): Promise<Lab> {
  const it = await lab(normalisation, isOnDisk);
  add(it.run(), it.world, await it.newTask(), 12_345);
  await it.pass(11 * SECOND);
  await it.drain();
  return it;
}

test.each(TABLE)('a server that %s: after any odd answer, each entry is there once', async (name, normalisation) => {
  const { run, world, newTask, pass, answerNext, asked, drain, there } = await known(normalisation);
  const before = asked();
  for (const isExecuted of [true, false]) {
    for (const [what, answer] of ANSWERS) {
      const task = await newTask();
      add(run(), world, task);
      answerNext(answer, isExecuted);
      await pass(11 * SECOND);
      await drain();
      const entries = await there(task);
      expect(entries, `${what}, ${isExecuted ? 'executed' : 'not executed'}`).toHaveLength(1);
      expect(entries[0]?.endTime, what).not.toBeNull();
    }
  }
  // Only the record of another device may be what the server made of an entry that it lacks. That a note is dropped is a question.
  if (KEEPS_TIMES.has(name) && normalisation.text?.(NOTE) !== '') expect(asked() - before).toBe(1);
});

/** Answers of each sort, for the other requests. */
const SOME = ANSWERS.filter(([name]) =>
  ['a reset', 'the service’s own 409', 'a record of another device'].includes(name),
);

test.each(TABLE)(
  'a server that %s: after an odd answer to a start, a stop or an edit, the timer is there once, ended and as it is here',
  async (_, normalisation) => {
    const { run, newTask, pass, answerNext, drain, there } = await known(normalisation);
    const { time = (ms) => ms, text: change = (note) => note } = normalisation;
    const steps: [string, (task: TaskRef) => void][] = [
      ['start', (task) => run().timer.start(ACCOUNT, task)],
      ['note', () => run().timer.setNote(ACCOUNT, 'Mail')],
      ['longer note', () => run().timer.setNote(ACCOUNT, 'Mail and calls')],
      ['stop', () => run().timer.stop(ACCOUNT)],
    ];
    for (const isExecuted of [true, false]) {
      for (const [what, answer] of SOME) {
        for (const [odd] of steps) {
          const task = await newTask();
          for (const [step, act] of steps) {
            if (step === 'stop') await pass(LENGTH);
            act(task);
            if (step === odd) answerNext(answer, isExecuted);
            await pass(15 * SECOND);
            await drain();
          }
          const where = `${what} to ${odd}, ${isExecuted ? 'executed' : 'not executed'}`;
          const entries = await there(task);
          expect(entries, where).toHaveLength(1);
          const [entry] = run().entries.ofTask(ACCOUNT, task.taskId);
          const [stored] = entries;
          expect(stored?.description ?? '', where).toBe(change('Mail and calls'));
          const sentEnd = Date.parse((entry && sentTimes(entry).endTime) ?? '');
          expect([time(sentEnd), Date.parse(entry?.endTime ?? '')], where).toContain(Date.parse(stored?.endTime ?? ''));
        }
      }
    }
  },
);

const LOSSES: [string, Odd | null, boolean][] = [
  ['no answer is lost', null, true],
  ['the answer to the first is lost', ANSWERS[0]?.[1] as Odd, true],
  ['the request of the first is lost', ANSWERS[0]?.[1] as Odd, false],
];

describe.each(LOSSES)('two computers with entries on one task, and %s', (_, answer, isExecuted) => {
  test.each(TABLE)('on a server that %s: both are there', async (_name, normalisation) => {
    const it = await known(normalisation);
    const second = it.start(1);
    for (const by of [0, 7 * MINUTE]) {
      const task = await it.newTask();
      add(it.run(), it.world, task);
      add(second, it.world, task, by);
      if (answer) it.answerNext(answer, isExecuted);
      await it.pass(11 * SECOND);
      await it.drain();
      await it.pass(31 * MINUTE);
      await it.drain();
      const entries = await it.there(task);
      expect(entries).toHaveLength(2);
      const ids = [it.run(), second].map(({ entries: all, outbox }) =>
        all.ofTask(ACCOUNT, task.taskId).map(({ id }) => outbox.serverId(id)),
      );
      expect(ids.flat().toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
    }
  });
});

describe.each(LOSSES)(
  'two computers with entries that are equal to the millisecond, and %s',
  (_, answer, isExecuted) => {
    test.each(TABLE)('on a server that %s: they do not remove each other', async (_name, normalisation) => {
      const it = await known(normalisation);
      const second = it.start(1);
      const task = await it.newTask();
      for (const run of [it.run(), second]) {
        seedIds(20_261_128);
        add(run, it.world, task);
      }
      if (answer) it.answerNext(answer, isExecuted);
      await it.pass(11 * SECOND);
      await it.drain();
      await it.pass(31 * MINUTE);
      await it.drain();
      expect(await it.there(task)).not.toEqual([]);
    });
  },
);

const LIVES: [string, keepsTimes: boolean, (run: Run, task: TaskRef) => void][] = [
  ['sent', false, () => undefined],
  [
    'given another start',
    true,
    ({ entries, edit }, task) => {
      const [entry] = entries.ofTask(ACCOUNT, task.taskId);
      const start = Date.parse(entry?.startTime ?? '') + 4 * MINUTE;
      edit.edit(ACCOUNT, entry?.id ?? '', { start, end: Date.parse(entry?.endTime ?? ''), note: NOTE }, {});
    },
  ],
  [
    'given another end and note',
    true,
    ({ entries, edit }, task) => {
      const [entry] = entries.ofTask(ACCOUNT, task.taskId);
      const [start, end] = [Date.parse(entry?.startTime ?? ''), Date.parse(entry?.endTime ?? '') - 4 * MINUTE];
      edit.edit(ACCOUNT, entry?.id ?? '', { start, end, note: 'Other' }, {});
    },
  ],
];

describe.each(LIVES)('a data folder from before an entry was %s', (_, needsTimes, change) => {
  test.each(TABLE.filter(([name]) => KEEPS_TIMES.has(name) || (!needsTimes && name !== 'stamps times later')))(
    'on a server that %s: it is there once',
    async (_name, normalisation) => {
      const it = await known(normalisation, { isOnDisk: true });
      const task = await it.newTask();
      add(it.run(), it.world, task);
      const restore = it.backUp();
      await it.pass(11 * SECOND);
      await it.drain();
      change(it.run(), task);
      await it.pass(11 * SECOND);
      await it.drain();
      await restore();
      await it.pass(MINUTE);
      await it.drain();
      await it.pass(31 * MINUTE);
      await it.drain();
      expect(await it.there(task)).toHaveLength(1);
    },
  );
});
