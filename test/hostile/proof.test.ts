/**
 * Entries are recognised by proof (docs/design.md#time-entries-and-the-outbox): every way in which a server changes values × every odd
 * answer, to a request that it executed or not. In the end each entry is there once, and the person was asked only where nothing can be
 * proved.
 */
import { expect, onTestFinished, test } from 'vitest';
import type { Sender } from '../../electron/outbox/write-kind.ts';
import { createClient } from '../../electron/service/client.ts';
import { createHttp } from '../../electron/service/http.ts';
import { TimeEntry } from '../../electron/service/records.ts';
import { openDatabase } from '../../electron/store/database.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import { addAccount } from '../electron/features/account/account-row.ts';
import { testWorkspace } from '../electron/local/workspace.ts';
import {
  ACCOUNT,
  assemble,
  HOUR,
  iso,
  json,
  MINUTE,
  newWorld,
  SECOND,
  settle,
  T0,
} from '../electron/outbox/machine.ts';
import { NORMALISATIONS, type Normalisation } from './normalise.ts';

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

/** A computer with a network in the same process, and a server that changes values. */
async function lab({ time = (ms) => ms, text: change = (note) => note, form = (at) => at }: Partial<Normalisation>) {
  const local = await testWorkspace();
  const eve = local.workspace.addPerson({ name: 'Eve', role: 'member' });
  const world = newWorld();
  let odd: { answer: (others: Others) => Response | Promise<Response>; isExecuted: boolean } | null = null;
  let last: unknown = {};
  const formed = async (response: Response) => {
    const body = (await response.text()).replace(
      /"(startTime|endTime)":"([^"]+)"/g,
      (_, key, at) => `"${key}":"${form(at)}"`,
    );
    return new Response(body, response);
  };
  async function execute(url: string, init: RequestInit): Promise<Response> {
    if (init.method === 'GET' || !url.includes('/time-entry'))
      return formed(await local.workspace.fetch(new Request(url, init)));
    const { startTime, endTime, description, ...rest } = JSON.parse(String(init.body));
    const at = (instant: string) => new Date(time(Date.parse(instant))).toISOString();
    const body = {
      ...rest,
      startTime: at(startTime),
      ...(endTime !== undefined && { endTime: at(endTime) }),
      ...(description !== undefined && { description: change(description) }),
    };
    return formed(await local.workspace.fetch(new Request(url, { ...init, body: JSON.stringify(body) })));
  }
  const post = async (token: string, fields: object): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(fields) };
    return (await local.workspace.fetch(new Request('http://service.invalid/api/time-entry', init))).json();
  };
  const client = createClient(
    createHttp({
      baseUrl: 'http://service.invalid/api',
      userAgent: 'Punchcard/test',
      credential: () => local.token,
      timeoutMs: 60_000,
      async transport(url, init) {
        if (odd === null || init.method === 'GET') {
          const response = await execute(url, init);
          if (init.method === 'POST' && response.ok) last = await response.clone().json();
          return response;
        }
        const { answer, isExecuted } = odd;
        odd = null;
        if (isExecuted) await execute(url, init);
        const sent = JSON.parse(String(init.body));
        return answer({
          last: () => last,
          async of(who) {
            const taskId = who === 'other task' ? (await newTask()).taskId : sent.taskId;
            const startTime = iso(Math.floor(Date.parse(sent.startTime ?? iso(T0)) / MINUTE) * MINUTE - 7 * MINUTE);
            const fields = {
              taskId,
              startTime,
              endTime: iso(Date.parse(startTime) + MINUTE),
              description: 'elsewhere',
            };
            return post(who === 'colleague' ? eve.token : local.token, fields);
          },
        });
      },
    }),
  );
  const { database } = openDatabase(':memory:', new Date(world.clock.ms));
  const run = assemble(database, world);
  addAccount(database, ACCOUNT, local.userId);
  const sender: Sender = { accountId: ACCOUNT, userId: local.userId, server: 'service.invalid', client };
  run.outbox.resume(sender);
  onTestFinished(async () => {
    run.outbox.close();
    await run.outbox.idle();
    database.close();
    local.workspace.close();
  });
  async function newTask(): Promise<TaskRef> {
    const { id, number } = await local.addTask({ title: 'Task' });
    return { taskId: id, identifier: `ME-${number}`, title: 'Task', projectName: 'Personal' };
  }
  async function pass(ms: number): Promise<void> {
    world.clock.ms += ms;
    world.passed.ms += ms;
    await settle(run);
  }
  let asked = 0;
  return {
    run,
    world,
    newTask,
    pass,
    answerNext(answer: (others: Others) => Response | Promise<Response>, isExecuted: boolean): void {
      odd = { answer, isExecuted };
    },
    asked: () => asked,
    /** Sends everything; the person knows that a record with another note is another entry. */
    async drain(): Promise<void> {
      for (let round = 0; round < 40 && run.outbox.count(ACCOUNT) > 0; round += 1) {
        await pass(MINUTE);
        for (const item of run.outbox.list(ACCOUNT)) {
          const question = run.outbox.question(item);
          if (question !== undefined) asked += 1;
          if (question) run.outbox.answer(ACCOUNT, item.id, question.theirs.note === 'elsewhere' ? 'no' : 'yes');
          else if (item.state === 'needs-you') run.outbox.retry(item.id);
        }
      }
      expect(run.outbox.list(ACCOUNT)).toEqual([]);
    },
    /** Own entries on a task that have a duration and are not from elsewhere. */
    async there({ taskId }: TaskRef): Promise<TimeEntry[]> {
      const all = TimeEntry.array().parse((await local.call('GET', `/time-entry/task/${taskId}`)).json);
      return all.filter(
        ({ userId, description, startTime, endTime }) =>
          userId === local.userId && description !== 'elsewhere' && startTime !== endTime,
      );
    },
  };
}

const KEEPS_TIMES = new Set(NORMALISATIONS.filter(({ time }) => time === undefined).map(({ name }) => name));

test.each(NORMALISATIONS.map((one) => [one.name, one] as const))(
  'a server that %s: after any odd answer, each entry is there once',
  async (name, normalisation) => {
    const { run, world, newTask, pass, answerNext, asked, drain, there } = await lab(normalisation);
    const add = (task: TaskRef, start: number) =>
      run.edit.add(ACCOUNT, task, { start, end: start + 20 * MINUTE, note: 'A note of “mine” & <b>more</b>' }, {});
    // The first confirmed answer shows how the server changes values.
    add(await newTask(), world.clock.ms - 3 * HOUR + 12_345);
    await pass(11 * SECOND);
    for (const isExecuted of [true, false]) {
      for (const [what, answer] of ANSWERS) {
        const task = await newTask();
        // Typed, on a full minute.
        add(task, Math.floor(world.clock.ms / MINUTE) * MINUTE - 2 * HOUR);
        answerNext(answer, isExecuted);
        await pass(11 * SECOND);
        await drain();
        const entries = await there(task);
        expect(entries, `${what}, ${isExecuted ? 'executed' : 'not executed'}`).toHaveLength(1);
        expect(entries[0]?.endTime, what).not.toBeNull();
      }
    }
    if (KEEPS_TIMES.has(name)) expect(asked()).toBe(0);
  },
);
