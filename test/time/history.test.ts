/**
 * Any history at all: commands, crashes, a network and a clock that misbehave. In the end the service has exactly what was
 * kept here, once, and what was shown here all the time is what the commands say.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LATE_LANDING_MS, type Sender } from '../../electron/outbox/outbox.ts';
import { createClient } from '../../electron/service/client.ts';
import { createHttp, type Transport } from '../../electron/service/http.ts';
import { TimeEntry } from '../../electron/service/records.ts';
import { openDatabase } from '../../electron/store/database.ts';
import type { TaskRef } from '../../electron/time/entries.ts';
import { ProblemError } from '../../electron/words/problems.ts';
import { type TestWorkspace, testWorkspace } from '../local/workspace.ts';
import { ACCOUNT, addAccount, assemble, HOUR, iso, MINUTE, newWorld, SECOND, settle } from '../outbox/machine.ts';

const RUNS = Number(process.env.HISTORY_RUNS ?? 300);

type Fault = 'drop' | 'commit-then-drop' | '500' | 'commit-then-500' | 'truncated' | 'late' | 'html' | '429';
type Step =
  | { do: 'start'; task: number; back: number | null }
  | { do: 'stop' | 'discard' | 'restore' | 'try-now' }
  | { do: 'note'; note: string }
  | { do: 'set-start'; back: number }
  | { do: 'pass'; ms: number }
  | { do: 'fault'; faults: Fault[] }
  | { do: 'network'; isDown: boolean }
  /** `null`: while nothing is on its way; else at the next write, before or after the service has carried it out. */
  | { do: 'crash'; hang: 'before' | 'after' | null }
  | { do: 'clock'; by: number };

const faults = fc.constantFrom<Fault>(
  'drop',
  'commit-then-drop',
  '500',
  'commit-then-500',
  'truncated',
  'late',
  'html',
  '429',
);
const passes = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 20 * SECOND }) },
  { weight: 1, arbitrary: fc.constantFrom(15 * SECOND, 10 * SECOND, 11 * SECOND, LATE_LANDING_MS) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 10 * MINUTE }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 * HOUR }) },
);
const steps = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      task: fc.nat({ max: 2 }),
      back: fc.option(fc.integer({ min: -2 * SECOND, max: HOUR }), { freq: 4 }),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: fc.constantFrom('stop', 'discard', 'restore', 'restore', 'try-now') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('note' as const), note: fc.string({ unit: 'grapheme' }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('set-start' as const), back: fc.integer({ min: -2 * SECOND, max: HOUR }) }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: passes }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      faults: fc.array(faults, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('network' as const), isDown: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      hang: fc.constantFrom('before' as const, 'after' as const, null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('clock' as const), by: fc.integer({ min: -3 * HOUR, max: 3 * HOUR }) }),
  },
) as fc.Arbitrary<Step>;

/** The network of one history: what it does to the next requests. */
function createNetwork(local: TestWorkspace, now: () => number) {
  const faults: Fault[] = [];
  const network = {
    faults,
    isDown: false,
    hang: null as 'before' | 'after' | null,
    /** Called when a request hangs for ever: the process must end. */
    onHang: (): void => undefined,
    late: [] as { request: Request; sentAt: number }[],
    transport: (async (url, init) => {
      if (network.isDown) throw failure('ECONNREFUSED');
      const request = new Request(url, init);
      const isPost = init.method === 'POST';
      if (init.method !== 'GET' && network.hang !== null) {
        if (network.hang === 'after') await local.workspace.fetch(request);
        network.onHang();
        return new Promise<Response>(() => undefined);
      }
      const fault = faults.shift();
      switch (fault) {
        case undefined:
          return local.workspace.fetch(request);
        case 'drop':
          throw failure('ECONNRESET');
        case '500':
          return new Response('oops', { status: 500 });
        case '429':
          return new Response('{}', { status: 429, headers: { 'Retry-After': '20' } });
        case 'html':
          return new Response('<!doctype html>', { status: 502 });
        case 'late':
          if (isPost) network.late.push({ request, sentAt: now() });
          throw failure('ECONNRESET');
      }
      const answer = await local.workspace.fetch(request);
      if (fault === 'commit-then-drop') throw failure('ECONNRESET');
      if (fault === 'commit-then-500') return new Response('{"message":"Internal Server Error"}', { status: 500 });
      const text = await answer.text();
      return new Response(text.slice(0, text.length / 2), { headers: { 'Content-Type': 'application/json' } });
    }) satisfies Transport,
    /** What has been under way since then or longer arrives. */
    async land(since: number) {
      const due = network.late.filter(({ sentAt }) => sentAt <= since);
      network.late = network.late.filter(({ sentAt }) => sentAt > since);
      for (const { request } of due) await local.workspace.fetch(request);
    },
  };
  return network;
}

function failure(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

/** What the person believes there is. */
interface Believed {
  task: TaskRef;
  start: number;
  end: number | null;
  note: string;
  isChosen: boolean;
  discardedAt: number | null;
  /** How long it had run when the clock that nobody sets showed `at`; null where the app came up after the clock was set back. */
  watched: { ran: number; at: number } | null;
}

async function live(history: Step[]): Promise<void> {
  const local = await testWorkspace();
  const tasks: TaskRef[] = [];
  for (const title of ['A', 'B', 'C']) {
    const { id, number } = await local.addTask({ title });
    tasks.push({ taskId: id, identifier: `ME-${number}`, title, projectName: 'Personal' });
  }
  const world = newWorld();
  const now = () => world.clock.ms;
  const network = createNetwork(local, now);
  const http = createHttp({
    baseUrl: 'http://service.example/api',
    transport: network.transport,
    userAgent: 'Punchcard/test',
    credential: () => local.token,
  });
  const sender: Sender = { accountId: ACCOUNT, userId: local.userId, client: createClient(http) };
  const { database } = openDatabase(':memory:', new Date());
  addAccount(database, ACCOUNT, local.userId);
  let run = assemble(database, world);
  run.outbox.resume(sender);

  const believed = new Map<string, Believed>();
  let lastGone: string | undefined;
  const runningId = () => [...believed].find(([, { end, discardedAt }]) => end === null && discardedAt === null)?.[0];

  const watch = (start: number) => ({ ran: Math.max(0, now() - start), at: world.monotonic.now });
  /** A running entry that the clock says has not begun can be ended only by the clock that nobody sets. */
  const canEnd = (entry: Believed | undefined) =>
    entry !== undefined && (now() >= entry.start || entry.watched !== null);

  /** What the person must find: the end of the running entry, or its being thrown away. */
  function end(id: string, at: number): void {
    const entry = believed.get(id);
    if (entry === undefined) throw new Error('nothing runs');
    const hasLeft =
      run.outbox.serverId(id) !== undefined ||
      run.outbox.openOf(id).some(({ state }) => state === 'sending' || state === 'unknown');
    const { ran, at: since } = entry.watched ?? { ran: 0, at: world.monotonic.now };
    entry.end = at >= entry.start ? at : entry.start + ran + world.monotonic.now - since;
    const length = at - entry.start;
    if (length >= 0 && length < 15 * SECOND && !entry.isChosen && !hasLeft) entry.discardedAt = now();
    if (entry.discardedAt !== null) lastGone = id;
  }

  /** Does it, or is refused; both as expected. */
  function command(isAllowed: boolean, act: () => void): boolean {
    try {
      act();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      expect(isAllowed, error.problem.title).toBe(false);
      return false;
    }
    expect(isAllowed).toBe(true);
    return true;
  }

  async function pass(ms: number): Promise<void> {
    // Nothing is under way for longer than that; it lands before the clock has moved on.
    await network.land(now() + ms - LATE_LANDING_MS / 2);
    world.clock.ms += ms;
    world.monotonic.now += ms;
    await settle(run);
  }

  async function take(step: Step): Promise<void> {
    const id = runningId();
    const entry = id === undefined ? undefined : believed.get(id);
    switch (step.do) {
      case 'start': {
        const task = tasks[step.task];
        if (task === undefined) return;
        const start = step.back === null ? now() : now() - step.back;
        const isAllowed =
          start <= now() + SECOND && entry?.task.taskId !== task.taskId && !(entry && start < entry.start);
        const beforehand = new Set(believed.keys());
        if (isAllowed && id !== undefined) end(id, start);
        if (!command(isAllowed, () => run.timer.start(ACCOUNT, task, step.back === null ? undefined : start))) return;
        const made = run.entries.running(ACCOUNT);
        if (made === undefined || beforehand.has(made.id)) throw new Error('nothing was started');
        const isChosen = start !== now();
        for (const other of believed.values()) other.watched = null;
        believed.set(made.id, { task, start, end: null, note: '', isChosen, discardedAt: null, watched: watch(start) });
        return;
      }
      case 'stop':
        if (id !== undefined && canEnd(entry)) end(id, now());
        command(canEnd(entry), () => run.timer.stop(ACCOUNT));
        return;
      case 'note':
        if (command(entry !== undefined, () => run.timer.setNote(ACCOUNT, step.note)) && entry) entry.note = step.note;
        return;
      case 'set-start': {
        const start = now() - step.back;
        const isAllowed = entry !== undefined && start <= now() + SECOND;
        if (command(isAllowed, () => run.timer.setStart(ACCOUNT, start)) && entry) {
          entry.isChosen = entry.isChosen || start !== entry.start;
          entry.start = start;
          entry.watched = watch(start);
        }
        return;
      }
      case 'discard':
        if (command(entry !== undefined, () => run.timer.discard(ACCOUNT)) && entry) {
          entry.discardedAt = now();
          lastGone = id;
        }
        return;
      case 'restore': {
        const gone = lastGone === undefined ? undefined : believed.get(lastGone);
        const isAllowed = gone !== undefined && gone.discardedAt !== null && now() - gone.discardedAt < 11 * SECOND;
        if (command(isAllowed, () => run.timer.restore(ACCOUNT, lastGone ?? 'none')) && gone) {
          if (gone.end === null && entry !== undefined) gone.end = Math.max(gone.discardedAt ?? 0, gone.start);
          gone.discardedAt = null;
          if (gone.end === null && now() >= gone.start) gone.watched = watch(gone.start);
        }
        return;
      }
      case 'try-now':
        run.outbox.tryNow();
        await run.outbox.idle();
        return;
      case 'pass':
        return pass(step.ms);
      case 'fault':
        network.faults.push(...step.faults);
        return;
      case 'network':
        network.isDown = step.isDown;
        return;
      case 'clock':
        await network.land(Number.POSITIVE_INFINITY);
        world.clock.ms += step.by;
        return settle(run);
      case 'crash': {
        network.hang = step.hang;
        const hung = new Promise<void>((resolve) => {
          network.onHang = resolve;
        });
        if (step.hang !== null) await Promise.race([pass(15 * SECOND), hung]);
        network.hang = null;
        run.outbox.close();
        run = assemble(database, world);
        run.timer.watch(ACCOUNT);
        for (const other of believed.values()) {
          other.watched = other === entry && now() >= other.start ? watch(other.start) : null;
        }
        run.outbox.resume(sender);
        return settle(run);
      }
    }
  }

  /** What is shown here is what the person believes. */
  function compare(): void {
    const shown = database.prepare('SELECT * FROM time_entry').all();
    const expected = [...believed].map(([id, entry]) => ({
      id,
      task_id: entry.task.taskId,
      start_time: iso(entry.start),
      end_time: entry.end === null ? null : iso(entry.end),
      note: entry.note,
      discarded_at: entry.discardedAt === null ? null : iso(entry.discardedAt),
    }));
    expect(shown).toHaveLength(expected.length);
    expect(shown).toMatchObject(expected);
  }

  for (const step of history) {
    await take(step);
    compare();
  }

  // All is well again: the rest leaves.
  network.isDown = false;
  network.faults.length = 0;
  await network.land(Number.POSITIVE_INFINITY);
  const last = believed.get(runningId() ?? '');
  // The person sets the clock right, where nothing else can end the timer.
  if (last && !canEnd(last)) world.clock.ms = last.start;
  await take({ do: 'stop' });
  for (let round = 0; round < 60 && run.outbox.count(ACCOUNT) > 0; round += 1) await pass(5 * MINUTE);
  compare();
  run.outbox.close();
  expect(run.outbox.list(ACCOUNT)).toEqual([]);

  const atService = new Map<string, TimeEntry>();
  for (const { taskId } of tasks) {
    for (const entry of TimeEntry.array().parse((await local.call('GET', `/time-entry/task/${taskId}`)).json)) {
      atService.set(entry.id, entry);
    }
  }
  for (const [id, { task, start, end: ended, note, discardedAt }] of believed) {
    const serverId = run.outbox.serverId(id);
    if (serverId === undefined) {
      expect(discardedAt, 'only what was given up is not at the service').not.toBeNull();
      continue;
    }
    const entry = atService.get(serverId);
    atService.delete(serverId);
    expect(entry).toMatchObject({ taskId: task.taskId, startTime: iso(start) });
    if (discardedAt === null) expect(entry).toMatchObject({ endTime: iso(ended ?? Number.NaN) });
    else expect(entry).toMatchObject({ endTime: iso(start), duration: 0 });
    if (discardedAt === null) expect(entry?.description ?? '').toBe(note);
  }
  expect([...atService.values()], 'nothing else is at the service').toEqual([]);
  database.close();
  local.workspace.close();
}

test(`nothing is lost or doubled in ${RUNS} histories`, { timeout: 15_000 + RUNS * 60 }, async () => {
  await fc.assert(fc.asyncProperty(fc.array(steps, { maxLength: 60, size: 'max' }), live), { numRuns: RUNS });
});
