/**
 * Any history at all: commands, crashes, a network and a clock that misbehave. In the end the service has exactly what was
 * kept here, once, and what was shown here all the time is what the commands say. check-histories.ts says how many, and
 * how to replay one.
 */

import fc from 'fast-check';
import { expect } from 'vitest';
import { LATE_LANDING_MS } from '../../../../electron/outbox/delivery.ts';
import type { Sender } from '../../../../electron/outbox/write-kind.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { TimeEntry } from '../../../../electron/service/records.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import type { Transport } from '../../../../shared/transport.ts';
import { NORMALISATIONS } from '../../../hostile/normalise.ts';
import { ZONES } from '../../../shared/tasks/zone.ts';
import { type TestWorkspace, testWorkspace } from '../../local/workspace.ts';
import { ACCOUNT, assemble, HOUR, iso, MINUTE, newWorld, SECOND, settle, T0 } from '../../outbox/machine.ts';
import { addAccount } from '../account/account-row.ts';

/** `twice`: somebody on the way repeats the request, as HTTP allows for all but a POST (RFC 9110, 9.2.2). */
type Fault =
  | 'drop'
  | 'commit-then-drop'
  | '500'
  | 'commit-then-500'
  | 'commit-then-401'
  | 'commit-then-redirect'
  | 'truncated'
  | 'late'
  /** A POST that lands only after it has been sent again. */
  | 'too-late'
  | 'html'
  | '429'
  | 'twice';
const OTHER = 'account-2';

/** Ago (ms), counted from now or from the last full half hour: many starts are the very same moment. */
type Back = { back: number; onGrid: boolean };
type Step =
  | { do: 'start'; task: number; back: Back | null }
  | { do: 'stop' | 'discard' | 'undo' | 'try-now' | 'flush' | 'land' }
  /** `entry` and `other`: one of the last ones, the newest being 0. */
  | { do: 'edit'; entry: number; back: Back; length: number | null; note: string; isLongMeant: boolean }
  /** `part` of its length, in hundredths. */
  | { do: 'split'; entry: number; part: number }
  | { do: 'move'; entry: number; task: number }
  | { do: 'remove'; entry: number }
  | { do: 'trim'; entry: number; other: number }
  | { do: 'note'; note: string }
  | { do: 'set-start'; back: Back }
  | { do: 'pass'; ms: number }
  | { do: 'fault'; faults: Fault[] }
  | { do: 'network'; isDown: boolean }
  /** `null`: while nothing is on its way; else at the next write, before or after the service has carried it out, or under way. */
  | { do: 'crash'; hang: 'before' | 'after' | 'late' | null }
  | { do: 'clock'; by: number }
  /** Somebody else works here for a while, or the first person is back. */
  | { do: 'switch' };

const faults = fc.constantFrom<Fault>(
  'drop',
  'commit-then-drop',
  '500',
  'commit-then-500',
  'commit-then-401',
  'commit-then-redirect',
  'truncated',
  // More often than the others: twins are told apart only while both are under way.
  'late',
  'late',
  'late',
  'too-late',
  'html',
  '429',
  'twice',
);
const passes = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 40 * SECOND }) },
  { weight: 1, arbitrary: fc.constantFrom(15 * SECOND, 10 * SECOND, 11 * SECOND, LATE_LANDING_MS) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 10 * MINUTE }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 * HOUR }) },
);
const which = fc.nat({ max: 5 });
/** Many starts are on it, so that some are the very same moment. */
const GRID = 30 * MINUTE;
const backs = (max: number): fc.Arbitrary<Back> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ back: fc.integer({ min: -2 * SECOND, max }), onGrid: fc.constant(false) }) },
    fc.record({
      back: fc.integer({ min: 0, max: max / GRID }).map((count) => count * GRID),
      onGrid: fc.constant(true),
    }),
  );
const from = ({ back, onGrid }: Back, now: number): number => (onGrid ? now - (now % GRID) : now) - back;
const steps = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      task: fc.constantFrom(0, 0, 1, 2),
      back: fc.option(backs(HOUR), { freq: 4 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('stop', 'stop', 'discard', 'undo', 'undo', 'try-now', 'flush', 'land'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      entry: which,
      back: backs(3 * HOUR),
      length: fc.option(fc.integer({ min: -SECOND, max: 2 * HOUR }), { freq: 3 }),
      note: fc.constantFrom('', '', 'x'),
      isLongMeant: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('split' as const), entry: which, part: fc.integer({ min: -5, max: 105 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), entry: which, task: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), entry: which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('trim' as const), entry: which, other: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('note' as const), note: fc.string({ unit: 'grapheme' }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('set-start' as const), back: backs(HOUR) }),
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
      hang: fc.constantFrom('before' as const, 'after' as const, 'late' as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'switch' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('clock' as const), by: fc.integer({ min: -3 * HOUR, max: 3 * HOUR }) }),
  },
) as fc.Arbitrary<Step>;

/** An entry that is moved while its answer may be lost, and another one of the same task that begins where it began. */
const twins = fc
  .record({
    first: fc.array(faults, { maxLength: 2 }),
    second: fc.array(faults, { maxLength: 2 }),
    pauses: fc.tuple(...Array(3).fill(fc.integer({ min: 0, max: MINUTE }))) as fc.Arbitrary<[number, number, number]>,
    lands: fc.boolean(),
  })
  .map(({ first, second, pauses, lands }): Step[] => [
    { do: 'start', task: 0, back: { back: 4 * GRID, onGrid: true } },
    { do: 'stop' },
    { do: 'fault', faults: first },
    { do: 'pass', ms: 11 * SECOND },
    { do: 'pass', ms: pauses[0] },
    { do: 'edit', entry: 0, back: { back: 3 * GRID, onGrid: true }, length: GRID, note: '', isLongMeant: false },
    { do: 'start', task: 0, back: { back: 4 * GRID, onGrid: true } },
    { do: 'stop' },
    { do: 'fault', faults: second },
    { do: 'pass', ms: 11 * SECOND },
    ...(lands ? [{ do: 'land' as const }] : []),
    { do: 'pass', ms: pauses[1] },
    { do: 'pass', ms: pauses[2] },
  ]);
const histories = fc.oneof(
  { weight: 4, arbitrary: fc.array(steps, { maxLength: 30, size: 'max' }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(twins, fc.array(steps, { maxLength: 12, size: 'max' }))
      .map(([begin, rest]) => [...begin, ...rest]),
  },
);

/** What a server does to the values it is given: nothing, or some of what servers do, one after the other. */
const normalisations = fc.oneof(
  { weight: 1, arbitrary: fc.constant<string[]>([]) },
  {
    weight: 3,
    arbitrary: fc.uniqueArray(fc.constantFrom(...NORMALISATIONS.map(({ name }) => name)), {
      minLength: 1,
      maxLength: 3,
    }),
  },
);

interface Normalisation {
  time: (ms: number) => number;
  text: (text: string) => string;
}

function normalisationOf(names: readonly string[]): Normalisation {
  const habits = names.map((wanted) => NORMALISATIONS.find(({ name }) => name === wanted));
  return {
    time: (ms) => habits.reduce((value, habit) => habit?.time?.(value) ?? value, ms),
    text: (text) => habits.reduce((value, habit) => habit?.text?.(value) ?? value, text),
  };
}

/** The request as the server takes it. */
async function normalised(request: Request, { time, text }: Normalisation): Promise<Request> {
  if (request.method === 'GET' || !request.url.includes('/time-entry')) return request;
  const body = (await request.json()) as Record<string, string>;
  const { startTime, endTime, description } = body;
  const { url, method, headers } = request;
  const values = {
    ...body,
    ...(startTime !== undefined && { startTime: iso(time(Date.parse(startTime))) }),
    ...(endTime !== undefined && { endTime: iso(time(Date.parse(endTime))) }),
    ...(description !== undefined && { description: text(description) }),
  };
  return new Request(url, { method, headers, body: JSON.stringify(values) });
}

/** A request that is too late lands after so long at most (ms). */
const TOO_LATE_MS = 8 * MINUTE;

/** The network of one history: what it does to the next requests. `passed`: the time that really passed (ms). */
function createNetwork(local: TestWorkspace, passed: () => number, normalisation: Normalisation) {
  const arrive = async (request: Request) => local.workspace.fetch(await normalised(request, normalisation));
  const faults: Fault[] = [];
  const network = {
    faults,
    isDown: false,
    hang: null as 'before' | 'after' | 'late' | null,
    /** Called when a request hangs for ever: the process must end. */
    onHang: (): void => undefined,
    late: [] as { request: Request; landsAt: number }[],
    transport: (async (url, init) => {
      if (network.isDown) throw failure('ECONNREFUSED');
      const request = new Request(url, init);
      if (init.method !== 'GET' && network.hang !== null) {
        if (network.hang === 'after') await arrive(request);
        if (network.hang === 'late') network.late.push({ request, landsAt: passed() + LATE_LANDING_MS - 1 });
        network.onHang();
        return new Promise<Response>(() => undefined);
      }
      const fault = faults.shift();
      switch (fault) {
        case undefined:
          return arrive(request);
        case 'drop':
          throw failure('ECONNRESET');
        case '500':
          return new Response('oops', { status: 500 });
        case '429':
          return new Response('{}', { status: 429, headers: { 'Retry-After': '20' } });
        case 'html':
          return new Response('<!doctype html>', { status: 502 });
        case 'late':
          if (init.method !== 'GET') network.late.push({ request, landsAt: passed() + LATE_LANDING_MS - 1 });
          throw failure('ECONNRESET');
        case 'too-late':
          if (init.method === 'POST') network.late.push({ request, landsAt: passed() + TOO_LATE_MS });
          throw failure('ECONNRESET');
        case 'twice':
          if (init.method !== 'POST') await arrive(request.clone());
          return arrive(request);
      }
      const answer = await arrive(request);
      if (fault === 'commit-then-drop') throw failure('ECONNRESET');
      if (fault === 'commit-then-500') return new Response('{"message":"Internal Server Error"}', { status: 500 });
      if (fault === 'commit-then-401') return new Response('Unauthorized', { status: 401 });
      if (fault === 'commit-then-redirect') return new Response(null, { status: 303, headers: { Location: '/x' } });
      const text = await answer.text();
      return new Response(text.slice(0, text.length / 2), { headers: { 'Content-Type': 'application/json' } });
    }) satisfies Transport,
    /** The oldest of what is under way arrives; what comes too late is never early. */
    async landOne() {
      const first = network.late.findIndex(({ landsAt }) => landsAt - passed() < LATE_LANDING_MS);
      const [landing] = first === -1 ? [] : network.late.splice(first, 1);
      if (landing !== undefined) await arrive(landing.request);
    },
    /** What lands by then arrives. */
    async land(until: number) {
      const due = network.late.filter(({ landsAt }) => landsAt <= until);
      network.late = network.late.filter(({ landsAt }) => landsAt > until);
      for (const { request } of due) await arrive(request);
    },
  };
  return network;
}

function failure(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

/** No zone puts its clock forward or back, or begins a day, within one of these. */
const SLICE = 15 * MINUTE;
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The time from one instant to another in slices, each with the day that the calendar of that zone has for it. */
function slices(start: number, end: number, timeZone: string): { day: string; ms: number }[] {
  // It writes a day as ISO 8601 does.
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone });
  calendars.set(timeZone, calendar);
  const found: { day: string; ms: number }[] = [];
  for (let at = start; at < end; ) {
    const next = Math.min(at - (at % SLICE) + SLICE, end);
    found.push({ day: calendar.format(at), ms: next - at });
    at = next;
  }
  return found;
}

/** What the person believes there is. */
interface Believed {
  task: TaskRef;
  start: number;
  end: number | null;
  note: string;
  createdAt: number;
  discardedAt: number | null;
}

/** A moment near which a history begins: an ordinary one, and nights in which some zone's clock is put forward or back. */
const beginnings = fc.constantFrom(
  T0,
  Date.UTC(2026, 2, 28, 22),
  Date.UTC(2026, 2, 29, 0, 30),
  Date.UTC(2026, 9, 25, 0, 30),
  Date.UTC(2026, 10, 1, 5),
  Date.UTC(2026, 8, 6, 3, 30),
);
const zones = fc.constantFrom(...ZONES);

async function live(history: Step[], zone: string, beginning: number, habits: readonly string[]): Promise<void> {
  const normalisation = normalisationOf(habits);
  process.env.TZ = zone;
  const local = await testWorkspace();
  const tasks: TaskRef[] = [];
  for (const title of ['A', 'B', 'C']) {
    const { id, number } = await local.addTask({ title });
    tasks.push({ taskId: id, identifier: `ME-${number}`, title, projectName: 'Personal' });
  }
  const world = newWorld();
  world.clock.ms = beginning;
  const now = () => world.clock.ms;
  const network = createNetwork(local, () => world.passed.ms, normalisation);
  const senderOf = (accountId: string, userId: string, token: string): Sender => {
    const { transport } = network;
    const baseUrl = 'http://service.example/api';
    const http = createHttp({ baseUrl, transport, userAgent: 'Punchcard/test', credential: () => token });
    return { accountId, userId, server: 'service.example', client: createClient(http) };
  };
  const other = local.workspace.addPerson({ name: 'Eve', role: 'member' });
  const senders = [senderOf(ACCOUNT, local.userId, local.token), senderOf(OTHER, other.user.id, other.token)] as const;
  let sender: Sender = senders[0];
  const { database } = openDatabase(':memory:', new Date());
  addAccount(database, ACCOUNT, local.userId);
  addAccount(database, OTHER, other.user.id);
  /** Entries of the other person. */
  let others = 0;
  let run = assemble(database, world);
  run.outbox.resume(sender);

  const believed = new Map<string, Believed>();
  /** What the last change can be taken back to, and until when. */
  let last: { before: Map<string, Believed>; until: number } | null = null;
  const runningId = () => [...believed].find(([, { end, discardedAt }]) => end === null && discardedAt === null)?.[0];

  /**
   * What the person must find: the end of the running entry, or its being thrown away. Gives how it is again when that is
   * taken back; an accident was not meant, so that taking it back keeps it as it ended.
   */
  /** By the clock that nobody sets; null where nobody watched. */
  function worked(): number | null {
    const running = run.entries.running(ACCOUNT);
    return running ? run.runClock.worked(running) : null;
  }

  /** A running entry that the clock says has not begun can be ended only by the clock that nobody sets. */
  const canStop = (id: string | undefined): id is string =>
    id !== undefined && (now() >= (believed.get(id)?.start ?? 0) || worked() !== null);

  function end(id: string, at: number): { before: Believed; isAccident: boolean } {
    const entry = believed.get(id);
    if (entry === undefined) throw new Error('nothing runs');
    const hasLeft =
      run.outbox.serverId(id) !== undefined ||
      run.outbox.openOf(id).some(({ state }) => state === 'sending' || state === 'unknown');
    const length = at - entry.start;
    const isAccident = length >= 0 && length < 15 * SECOND && entry.start === entry.createdAt && !hasLeft;
    const ran = worked();
    const isSet = length < 0 || (ran !== null && length > ran + 24 * HOUR);
    const ended = { ...entry, end: isSet ? entry.start + (ran ?? 0) : at };
    believed.set(id, isAccident ? { ...ended, discardedAt: now() } : ended);
    return { before: isAccident ? ended : entry, isAccident };
  }

  /** The change just made can be taken back to this. */
  function remember(...before: [string, Believed][]): void {
    last = { before: new Map(before), until: world.passed.ms + 11 * SECOND };
  }

  const nth = (index: number): [string, Believed] | [] => [...believed].at(-1 - index) ?? [];
  const isHere = (entry: Believed | undefined): entry is Believed => entry?.discardedAt === null;
  const endOf = ({ start, end: ended }: Believed): number => ended ?? Math.max(now(), start);

  /** Changes one and makes another, or only one of the two; both can be taken back. */
  function change(id: string, changed: Partial<Believed>, more?: Partial<Believed>): void {
    const before = believed.get(id);
    if (before === undefined) throw new Error('nothing to change');
    const undone: [string, Believed][] = [[id, before]];
    believed.set(id, { ...before, ...changed });
    if (more) {
      const made = { ...before, ...more, createdAt: now() };
      const rows = database.prepare('SELECT id FROM time_entry WHERE account_id = ?').all(ACCOUNT);
      const madeId = rows.map((row) => String(row.id)).find((one) => !believed.has(one));
      if (madeId === undefined) throw new Error('nothing was made');
      believed.set(madeId, made);
      undone.push([madeId, { ...made, discardedAt: now() }]);
    }
    remember(...undone);
  }

  /** Does it, or is rejected; both as expected. */
  function command(isAllowed: boolean, act: () => void): boolean {
    try {
      act();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(isAllowed, error.view.title).toBe(false);
      return false;
    }
    expect(isAllowed).toBe(true);
    return true;
  }

  async function pass(ms: number): Promise<void> {
    // Nothing is under way for longer than that; it lands before the clock has moved on.
    await network.land(world.passed.ms + ms);
    world.clock.ms += ms;
    world.passed.ms += ms;
    await settle(run);
  }

  async function take(step: Step): Promise<void> {
    const id = runningId();
    const entry = id === undefined ? undefined : believed.get(id);
    switch (step.do) {
      case 'start': {
        const task = tasks[step.task];
        if (task === undefined) return;
        const start = step.back === null ? now() : from(step.back, now());
        const isRunning = entry?.task.taskId === task.taskId && entry.note === '';
        // By now it can end only where the clock was set back, and somebody watched it run.
        const isLater = entry !== undefined && start < entry.start && (step.back !== null || !canStop(id));
        const isAllowed = start <= now() + SECOND && !isRunning && !isLater;
        const beforehand = new Set(believed.keys());
        const ended = isAllowed && id !== undefined ? end(id, start) : undefined;
        if (!command(isAllowed, () => run.timer.start(ACCOUNT, task, step.back === null ? undefined : start))) return;
        const made = run.entries.running(ACCOUNT);
        if (made === undefined || beforehand.has(made.id)) throw new Error('nothing was started');
        const begun = { task, start, end: null, note: '', createdAt: now(), discardedAt: null };
        believed.set(made.id, begun);
        const undone: [string, Believed] = [made.id, { ...begun, discardedAt: now() }];
        if (entry && id !== undefined && ended) remember([id, entry], undone);
        else remember(undone);
        return;
      }
      case 'stop': {
        const isAllowed = canStop(id);
        const ended = isAllowed ? end(id, now()) : undefined;
        command(isAllowed, () => run.timer.stop(ACCOUNT));
        if (ended) remember([id ?? '', ended.before]);
        return;
      }
      case 'note':
        if (command(entry !== undefined, () => run.timer.setNote(ACCOUNT, step.note)) && entry && id !== undefined) {
          if (entry.note !== step.note) remember([id, entry]);
          believed.set(id, { ...entry, note: step.note });
        }
        return;
      case 'set-start': {
        const start = from(step.back, now());
        const isAllowed = entry !== undefined && start <= now() + SECOND;
        if (command(isAllowed, () => run.timer.setStart(ACCOUNT, start)) && entry && id !== undefined) {
          remember([id, entry]);
          believed.set(id, { ...entry, start });
        }
        return;
      }
      case 'discard':
        if (command(entry !== undefined, () => run.timer.discard(ACCOUNT)) && entry && id !== undefined) {
          remember([id, entry]);
          believed.set(id, { ...entry, discardedAt: now() });
        }
        return;
      case 'edit': {
        const [edited = 'none', before] = nth(step.entry);
        const start = from(step.back, now());
        const text = { start, end: step.length === null ? null : start + step.length, note: step.note };
        const isSameTime = before?.start === start && before.end === text.end;
        const isSpan = (ended: number) =>
          Math.max(start, ended) <= now() + SECOND &&
          ended >= start &&
          (step.isLongMeant || ended - start <= 12 * HOUR);
        const isGood = text.end === null ? before?.end === null && start <= now() + SECOND : isSpan(text.end);
        const isSame = isSameTime && before.note === step.note;
        const isAllowed = isHere(before) && (isGood || isSame || (isSameTime && text.end !== null));
        const isDone = command(isAllowed, () => run.edit.edit(ACCOUNT, edited, text, step.isLongMeant));
        if (isDone && !isSame) change(edited, text);
        return;
      }
      case 'split': {
        const [split = 'none', before] = nth(step.entry);
        const length = before ? endOf(before) - before.start : 0;
        const at = (before?.start ?? 0) + Math.round((length * step.part) / 100);
        const isAllowed = isHere(before) && at > before.start && at < endOf(before);
        if (command(isAllowed, () => run.edit.split(ACCOUNT, split, at))) change(split, { end: at }, { start: at });
        return;
      }
      case 'move': {
        const [moved = 'none', before] = nth(step.entry);
        const task = tasks[step.task];
        if (task === undefined) return;
        const isMoved = command(isHere(before), () => run.edit.move(ACCOUNT, moved, task));
        if (isMoved && before?.task.taskId !== task.taskId) change(moved, { discardedAt: now() }, { task });
        return;
      }
      case 'remove': {
        const [removed = 'none', before] = nth(step.entry);
        if (command(isHere(before), () => run.edit.remove(ACCOUNT, removed))) change(removed, { discardedAt: now() });
        return;
      }
      case 'trim': {
        const [trimmed = 'none', before] = nth(step.entry);
        const [other = 'none', by] = nth(step.other);
        const [from, to] = [before?.start ?? 0, before ? endOf(before) : 0];
        const [start, finish] = [by?.start ?? 0, by ? endOf(by) : 0];
        const isShared = trimmed !== other && Math.min(to, finish) > Math.max(from, start);
        const isAllowed = isHere(before) && isHere(by) && isShared;
        if (!command(isAllowed, () => run.edit.trim(ACCOUNT, trimmed, other))) return;
        if (start > from && finish < to) change(trimmed, { end: start }, { start: finish });
        else if (start > from) change(trimmed, { end: start });
        else if (finish < to) change(trimmed, { start: finish });
        else change(trimmed, { discardedAt: now() });
        return;
      }
      case 'flush':
        run.outbox.flush();
        await run.outbox.idle();
        return;
      case 'land':
        return network.landOne();
      case 'undo': {
        const { undo } = world.toasts.findLast((toast) => toast.undo !== undefined) ?? {};
        const isAllowed = last !== null && world.passed.ms < last.until;
        if (command(isAllowed, () => run.undo.undo(ACCOUNT, undo?.undoId ?? -1))) {
          for (const [changed, before] of last?.before ?? []) believed.set(changed, before);
          last = null;
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
        world.clock.ms += step.by;
        return settle(run);
      case 'switch':
        run.outbox.pause();
        sender = sender === senders[0] ? senders[1] : senders[0];
        run.outbox.resume(sender);
        if (sender === senders[1] && tasks[0] !== undefined) {
          const end = now() - HOUR - others * MINUTE;
          run.edit.add(OTHER, tasks[0], { start: end - 30 * SECOND, end, note: `other ${others}` }, false);
          others += 1;
          last = null;
        }
        return run.outbox.idle();
      case 'crash': {
        network.hang = step.hang;
        const hung = new Promise<void>((resolve) => {
          network.onHang = resolve;
        });
        if (step.hang !== null) await Promise.race([pass(15 * SECOND), hung]);
        network.hang = null;
        run.outbox.close();
        last = null;
        run = assemble(database, world);
        const left = run.entries.running(ACCOUNT);
        if (left && now() >= Date.parse(left.startTime)) run.runClock.see(left);
        run.outbox.resume(sender);
        return settle(run);
      }
    }
  }

  /** What is shown here is what the person believes. */
  function compare(): void {
    const shown = database.prepare('SELECT * FROM time_entry WHERE account_id = ? ORDER BY rowid').all(ACCOUNT);
    for (const row of shown) {
      const entry = believed.get(String(row.id));
      const moved = entry === undefined ? 0 : Date.parse(String(row.start_time)) - entry.start;
      // Entries of one task that would start at the same moment are set apart, by a millisecond each.
      if (entry === undefined || moved <= 0 || moved > believed.size) continue;
      const start = entry.start + moved;
      const createdAt = entry.createdAt === entry.start ? start : entry.createdAt;
      const isPast = entry.end !== null && entry.end < start;
      believed.set(String(row.id), { ...entry, start, createdAt, end: isPast ? start : entry.end });
    }
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

  /** What the Time tab adds up is what the calendar says, counted in another way. */
  function compareTotals(): void {
    const { running, week } = run.entries.view(ACCOUNT, new Date(now()), 1, run.outbox);
    expect(running?.id).toBe(runningId());
    const days = new Map(week.days.map(({ day }) => [day, 0]));
    const byTask = new Map<string, number>();
    for (const { task, start, end: ended, discardedAt } of believed.values()) {
      if (ended === null || discardedAt !== null) continue;
      for (const { day, ms } of slices(start, ended, zone)) {
        if (!days.has(day)) continue;
        days.set(day, (days.get(day) ?? 0) + ms);
        byTask.set(task.taskId, (byTask.get(task.taskId) ?? 0) + ms);
      }
    }
    expect(week.days).toEqual([...days].map(([day, ms]) => ({ day, ms })));
    expect(new Map(week.tasks.map(({ task, ms }) => [task.taskId, ms]))).toEqual(byTask);
    const total = [...byTask.values()].reduce((sum, ms) => sum + ms, 0);
    expect(week.totalMs).toBe(total);
    expect(week.projects).toEqual(total === 0 ? [] : [{ name: 'Personal', ms: total }]);
  }

  for (const step of history) {
    await take(step);
    compare();
  }

  compareTotals();

  // All is well again: the rest leaves.
  network.isDown = false;
  network.faults.length = 0;
  await network.land(Number.POSITIVE_INFINITY);
  const left = believed.get(runningId() ?? '');
  // The person sets the clock right, where nothing else can end the timer.
  if (left && !canStop(runningId())) world.clock.ms = left.start;
  await take({ do: 'stop' });
  compareTotals();
  // The second person last, and only where they were here.
  for (const each of others > 0 ? senders : [senders[0]]) {
    run.outbox.resume(each);
    for (let round = 0; round < 60 && run.outbox.count(each.accountId) > 0; round += 1) {
      await pass(5 * MINUTE);
      // What could not be told from another one's record while that was in doubt is asked about again.
      if (run.outbox.list(each.accountId).some(({ state }) => state === 'needs-you')) run.outbox.retry();
    }
    // What is there twice is looked for a while longer.
    for (let round = 0; round < 8; round += 1) await pass(5 * MINUTE);
  }
  compare();
  run.outbox.close();
  expect([run.outbox.list(ACCOUNT), run.outbox.list(OTHER)]).toEqual([[], []]);

  const atService = new Map<string, TimeEntry>();
  for (const { taskId } of tasks) {
    for (const entry of TimeEntry.array().parse((await local.call('GET', `/time-entry/task/${taskId}`)).json)) {
      atService.set(entry.id, entry);
    }
  }
  const ofOther = [...atService.values()].filter(({ userId }) => userId === other.user.id);
  for (const { id } of ofOther) atService.delete(id);
  const isTwinOf = (account: string) => (entry: TimeEntry) =>
    run.outbox.isKnown(account, entry.id) && entry.duration === 0;
  // What the other person did, once each, and nothing that somebody else did.
  const kept = database.prepare('SELECT id FROM time_entry WHERE account_id = ?').all(OTHER);
  expect(kept).toHaveLength(others);
  expect(new Set(kept.map(({ id }) => run.outbox.serverId(String(id)))).size).toBe(others);
  const recorded = new Set(kept.map(({ id }) => run.outbox.serverId(String(id))));
  expect(ofOther.filter(({ id }) => recorded.has(id))).toHaveLength(others);
  expect(ofOther.filter((entry) => !recorded.has(entry.id) && !isTwinOf(OTHER)(entry))).toEqual([]);
  for (const [id, { task, start, end: ended, note, discardedAt }] of believed) {
    const serverId = run.outbox.serverId(id);
    if (serverId === undefined) {
      expect(discardedAt, 'only what was given up is not at the service').not.toBeNull();
      continue;
    }
    const entry = atService.get(serverId);
    atService.delete(serverId);
    const time = (ms: number) => iso(normalisation.time(ms));
    expect(entry).toMatchObject({ taskId: task.taskId, startTime: time(start) });
    if (discardedAt === null) expect(entry).toMatchObject({ endTime: time(ended ?? Number.NaN) });
    else expect(entry).toMatchObject({ endTime: time(start), duration: 0 });
    if (discardedAt === null) expect(entry?.description ?? '').toBe(normalisation.text(note));
  }
  expect(
    [...atService.values()].filter((entry) => !isTwinOf(ACCOUNT)(entry)),
    'nothing else is at the service',
  ).toEqual([]);
  database.close();
  local.workspace.close();
}

/** Histories that once went wrong, lived again each time. */
export const examples: [Step[], string, number, string[]][] = [
  // A start that is moved, the answer lost; stopped before that start; the first change is rejected when it is sent again.
  [
    [
      { do: 'start', task: 0, back: null },
      { do: 'crash', hang: 'before' },
      { do: 'split', entry: 0, part: 1 },
      { do: 'clock', by: -3_709_001 },
      { do: 'pass', ms: LATE_LANDING_MS },
      { do: 'undo' },
      { do: 'pass', ms: 3_574_151 },
      { do: 'set-start', back: { back: 0, onGrid: false } },
      { do: 'fault', faults: ['drop'] },
      { do: 'pass', ms: 4_498 },
      { do: 'pass', ms: 6_502 },
    ],
    'UTC',
    1_794_992_400_000,
    [],
  ],
  // Sent as 7:00 and lost, then changed to 7:30; another one begins at 7:00, is lost as well, and finds the first one's record.
  [
    [
      { do: 'start', task: 0, back: { back: 2 * HOUR, onGrid: true } },
      { do: 'stop' },
      { do: 'fault', faults: ['late'] },
      { do: 'pass', ms: 11 * SECOND },
      { do: 'pass', ms: 5 * SECOND },
      {
        do: 'edit',
        entry: 0,
        back: { back: 1.5 * HOUR, onGrid: true },
        length: GRID,
        note: '',
        isLongMeant: false,
      },
      { do: 'start', task: 0, back: { back: 2 * HOUR, onGrid: true } },
      { do: 'stop' },
      { do: 'fault', faults: ['late'] },
      { do: 'pass', ms: 11 * SECOND },
      { do: 'land' },
      { do: 'pass', ms: 5 * SECOND },
      { do: 'pass', ms: MINUTE },
      { do: 'pass', ms: 46 * SECOND },
      { do: 'pass', ms: 10 * SECOND },
    ],
    'UTC',
    T0,
    [],
  ],
  // At the service since 7:00, changed to 7:30, which is lost; another one begins at 7:00 and is lost: that record is not its own.
  [
    [
      { do: 'start', task: 0, back: { back: 2 * HOUR, onGrid: true } },
      { do: 'stop' },
      { do: 'pass', ms: 11 * SECOND },
      {
        do: 'edit',
        entry: 0,
        back: { back: 1.5 * HOUR, onGrid: true },
        length: GRID,
        note: '',
        isLongMeant: false,
      },
      { do: 'start', task: 0, back: { back: 2 * HOUR, onGrid: true } },
      { do: 'stop' },
      { do: 'fault', faults: ['late', 'late'] },
      { do: 'pass', ms: 11 * SECOND },
      { do: 'pass', ms: 5 * SECOND },
    ],
    'UTC',
    T0,
    [],
  ],
  // Three readings before it leaves are lost, and so is its answer: it leaves without, and the server has cut its start.
  [
    [
      { do: 'fault', faults: ['500', '500', '500', 'commit-then-drop'] },
      { do: 'start', task: 0, back: { back: 1, onGrid: false } },
      { do: 'pass', ms: 15 * SECOND },
      { do: 'pass', ms: MINUTE },
      { do: 'pass', ms: MINUTE },
    ],
    'UTC',
    T0,
    ['cuts times to seconds', 'decomposes letters'],
  ],
  // Lost, sent again, and landed only then; stopped and moved to another task meanwhile.
  [
    [
      { do: 'start', task: 0, back: null },
      // The first is the reading before it leaves.
      { do: 'fault', faults: ['twice', 'too-late'] },
      { do: 'pass', ms: 15 * SECOND },
      { do: 'pass', ms: LATE_LANDING_MS },
      { do: 'move', entry: 0, task: 1 },
      { do: 'pass', ms: 4 * MINUTE },
      { do: 'pass', ms: 4 * MINUTE },
    ],
    'UTC',
    T0,
    ['cuts times to seconds'],
  ],
];

export const anyHistory = fc.asyncProperty(histories, zones, beginnings, normalisations, live);
