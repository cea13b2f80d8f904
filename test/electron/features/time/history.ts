/**
 * Random histories of commands, crashes, network faults and clock changes, in every third with two open accounts at two servers and one
 * timer. In the end each service has exactly the entries stored here, once each, and the shown entries always follow from the commands. check-histories.ts sets their number and explains how
 * to replay one.
 */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { sentTimes } from '../../../../electron/features/time/fingerprint.ts';
import { LATE_LANDING_MS } from '../../../../electron/outbox/delivery.ts';
import type { Sender } from '../../../../electron/outbox/write-kind.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { TimeEntry } from '../../../../electron/service/records.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { dayBounds } from '../../../../shared/time/day.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import { sumEntries } from '../../../../shared/time/entry-sums.ts';
import { daysOfWeek, weekOf } from '../../../../shared/time/period.ts';
import type { Transport } from '../../../../shared/transport.ts';
import { NORMALISATIONS } from '../../../hostile/normalise.ts';
import { seedIds } from '../../../seeded-ids.ts';
import { ZONES } from '../../../shared/tasks/zone.ts';
import { openTestWorkspace, type TestWorkspace } from '../../local/workspace.ts';
import { ACCOUNT, assemble, HOUR, iso, MINUTE, newWorld, SECOND, settle, T0 } from '../../outbox/machine.ts';
import { addAccount } from '../account/account-row.ts';

/** `twice`: an intermediary repeats the request, as HTTP allows for all methods but POST (RFC 9110, 9.2.2). */
type Fault =
  | 'drop'
  | 'commit-then-drop'
  | '500'
  | 'commit-then-500'
  | 'commit-then-401'
  | 'commit-then-redirect'
  | 'truncated'
  | 'late'
  /** A POST that arrives only after it has been sent again. */
  | 'too-late'
  | 'html'
  | '429'
  | 'twice';
const OTHER = 'account-2';

/** Time before now, or before the last full half hour so that many starts are the same instant (ms). */
type Back = { back: number; onGrid: boolean };
type Step =
  | { do: 'start'; task: number; back: Back | null }
  | { do: 'stop' | 'discard' | 'undo' | 'try-now' | 'flush' | 'deliver' }
  /** `entry` and `other`: indexes of recent entries, 0 for the newest. */
  | { do: 'edit'; entry: number; back: Back; length: number | null; note: string; allowLong: boolean }
  /** `part`: percentage of its duration. */
  | { do: 'split'; entry: number; part: number }
  | { do: 'move'; entry: number; task: number }
  /** A timer of another device, `back` half hours old, is continued here, or ends after `length`. */
  | { do: 'adopt'; task: number; back: number; length: number | null }
  | { do: 'remove'; entry: number }
  | { do: 'trim'; entry: number; other: number }
  | { do: 'note'; note: string }
  | { do: 'set-start'; back: Back }
  | { do: 'pass'; ms: number }
  /** `at`: the server, if there are two. */
  | { do: 'fault'; faults: Fault[]; at?: number }
  | { do: 'network'; isDown: boolean; at?: number }
  /** `null`: while no request is in flight; else during the next write, before or after the service processed it, or in flight. */
  | { do: 'crash'; hang: 'before' | 'after' | 'late' | null }
  | { do: 'clock'; by: number }
  /** Another person signs in, or the first one again. With two accounts, the second one is signed out, or in again. */
  | { do: 'switch' };

const faults = fc.constantFrom<Fault>(
  'drop',
  'commit-then-drop',
  '500',
  'commit-then-500',
  'commit-then-401',
  'commit-then-redirect',
  'truncated',
  // More often than the others: equal entries are hard to distinguish only while both are in flight.
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
const server = fc.nat({ max: 1 });
/** Many starts are multiples of this, so that some are the same instant. */
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
      do: fc.constantFrom('stop', 'stop', 'discard', 'undo', 'undo', 'try-now', 'flush', 'deliver'),
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
      allowLong: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('split' as const), entry: which, part: fc.integer({ min: -5, max: 105 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), entry: which, task: fc.nat({ max: 2 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('adopt' as const),
      task: fc.nat({ max: 2 }),
      back: fc.nat({ max: 4 }),
      length: fc.option(fc.integer({ min: 0, max: HOUR }), { freq: 2 }),
    }),
  },
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
      at: server,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('network' as const), isDown: fc.boolean(), at: server }) },
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

/** An entry that is moved while its answer may be lost, and another one of the same task with its former start. */
const equalEntries = fc
  .record({
    first: fc.array(faults, { maxLength: 2 }),
    second: fc.array(faults, { maxLength: 2 }),
    pauses: fc.tuple(...Array(3).fill(fc.integer({ min: 0, max: MINUTE }))) as fc.Arbitrary<[number, number, number]>,
    delivers: fc.boolean(),
  })
  .map(({ first, second, pauses, delivers }): Step[] => [
    { do: 'start', task: 0, back: { back: 4 * GRID, onGrid: true } },
    { do: 'stop' },
    { do: 'fault', faults: first },
    { do: 'pass', ms: 11 * SECOND },
    { do: 'pass', ms: pauses[0] },
    { do: 'edit', entry: 0, back: { back: 3 * GRID, onGrid: true }, length: GRID, note: '', allowLong: false },
    { do: 'start', task: 0, back: { back: 4 * GRID, onGrid: true } },
    { do: 'stop' },
    { do: 'fault', faults: second },
    { do: 'pass', ms: 11 * SECOND },
    ...(delivers ? [{ do: 'deliver' as const }] : []),
    { do: 'pass', ms: pauses[1] },
    { do: 'pass', ms: pauses[2] },
  ]);
/** A timer of another device that is taken over and perhaps changed, and all of that undone while an answer may be lost. */
const takenOver = fc
  .record({
    length: fc.option(fc.constant(GRID)),
    change: fc.constantFrom<Step[]>([], [{ do: 'set-start', back: { back: 0, onGrid: true } }], [{ do: 'stop' }]),
    faults: fc.array(faults, { maxLength: 2 }),
    pauses: fc.tuple(passes, passes),
  })
  .map(({ length, change, faults, pauses }): Step[] => [
    { do: 'adopt', task: 0, back: 2, length },
    ...change,
    { do: 'fault', faults },
    { do: 'pass', ms: pauses[0] },
    { do: 'undo' },
    { do: 'pass', ms: pauses[1] },
    { do: 'undo' },
  ]);
const histories = fc.oneof(
  { weight: 4, arbitrary: fc.array(steps, { maxLength: 30, size: 'max' }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.oneof(equalEntries, takenOver), fc.array(steps, { maxLength: 12, size: 'max' }))
      .map(([begin, rest]) => [...begin, ...rest]),
  },
);

/**
 * Without servers that move times by a fixed length: after they round as well, only the list before the request tells which record is new,
 * and here that list may fail.
 */
const HABITS = NORMALISATIONS.filter(({ time = (ms) => ms }) => time(time(T0 + 1)) === time(T0 + 1)).map(
  ({ name }) => name,
);
/** How a server changes values: not at all, or with several known normalisations in sequence. */
const normalisations = fc.oneof(
  { weight: 1, arbitrary: fc.constant<string[]>([]) },
  {
    weight: 3,
    arbitrary: fc.uniqueArray(fc.constantFrom(...HABITS), {
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

/** The request as the server reads it. */
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

/** A request that is too late arrives within this time (ms). */
const TOO_LATE_MS = 8 * MINUTE;

/** The network of one history, with the faults of the next requests. `passed`: the monotonic time (ms). */
function createNetwork(
  local: TestWorkspace,
  passed: () => number,
  normalisation: Normalisation,
  sending: (credential: string) => string | undefined,
) {
  /** The entries that requests created, by the request and by the service's id. */
  const senders = new WeakMap<Request, string>();
  const sentFor = new Map<string, string>();
  async function arrive(request: Request): Promise<Response> {
    const sender = senders.get(request);
    const response = await local.workspace.fetch(await normalised(request, normalisation));
    if (response.ok && sender !== undefined) sentFor.set(TimeEntry.parse(await response.clone().json()).id, sender);
    return response;
  }
  const faults: Fault[] = [];
  const network = {
    faults,
    sentFor,
    isDown: false,
    hang: null as 'before' | 'after' | 'late' | null,
    /** Called when a request hangs forever, so that the process must end. */
    onHang: (): void => undefined,
    late: [] as { request: Request; arrivesAt: number }[],
    transport: (async (url, init) => {
      if (network.isDown) throw failure('ECONNREFUSED');
      const request = new Request(url, init);
      const isCreate = init.method === 'POST' && url.endsWith('/time-entry');
      const sender = isCreate ? sending(request.headers.get('authorization') ?? '') : undefined;
      if (sender !== undefined) senders.set(request, sender);
      if (init.method !== 'GET' && network.hang !== null) {
        if (network.hang === 'after') await arrive(request);
        if (network.hang === 'late') network.late.push({ request, arrivesAt: passed() + LATE_LANDING_MS - 1 });
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
          if (init.method !== 'GET') network.late.push({ request, arrivesAt: passed() + LATE_LANDING_MS - 1 });
          throw failure('ECONNRESET');
        case 'too-late':
          if (init.method === 'POST') network.late.push({ request, arrivesAt: passed() + TOO_LATE_MS });
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
    /** Delivers the oldest request in flight, unless it is to arrive too late. */
    async deliverOldest() {
      const first = network.late.findIndex(({ arrivesAt }) => arrivesAt - passed() < LATE_LANDING_MS);
      const [delivered] = first === -1 ? [] : network.late.splice(first, 1);
      if (delivered !== undefined) await arrive(delivered.request);
    },
    /** Delivers the requests that arrive by then. */
    async deliver(until: number) {
      const due = network.late.filter(({ arrivesAt }) => arrivesAt <= until);
      network.late = network.late.filter(({ arrivesAt }) => arrivesAt > until);
      for (const { request } of due) await arrive(request);
    },
  };
  return network;
}

function failure(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

/** No zone has a clock change or the start of a day within one of these. */
const SLICE = 15 * MINUTE;
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The time between two instants in slices, each with its calendar day in the zone. */
function slices(start: number, end: number, timeZone: string): { day: string; ms: number }[] {
  // This locale formats a day as in ISO 8601.
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

/** An entry as the person expects it. */
interface ExpectedEntry {
  task: TaskRef;
  start: number;
  end: number | null;
  note: string;
  createdAt: number;
  discardedAt: number | null;
}

/** The start of a history: an ordinary time, and nights with a clock change in some zone. */
const startTimes = fc.constantFrom(
  T0,
  Date.UTC(2026, 2, 28, 22),
  Date.UTC(2026, 2, 29, 0, 30),
  Date.UTC(2026, 9, 25, 0, 30),
  Date.UTC(2026, 10, 1, 5),
  Date.UTC(2026, 8, 6, 3, 30),
);
const zones = fc.constantFrom(...ZONES);

async function replay(
  history: Step[],
  zone: string,
  startTime: number,
  normalisationNames: readonly string[],
  seed: number,
  isTogether: boolean,
): Promise<void> {
  seedIds(seed);
  process.env.TZ = zone;
  // Closed at the end: the test would keep thousands of them.
  const local = await openTestWorkspace();
  const second = isTogether ? await openTestWorkspace() : local;
  const tasks: TaskRef[] = [];
  for (const title of ['A', 'B', 'C']) {
    const isSecond = isTogether && title !== 'A';
    const { id, number } = await (isSecond ? second : local).addTask({ title });
    const task = { taskId: id, identifier: `ME-${number}`, title, projectName: 'Personal' };
    tasks.push(isTogether ? { ...task, accountId: isSecond ? OTHER : ACCOUNT } : task);
  }
  const world = newWorld();
  world.clock.ms = startTime;
  const now = () => world.clock.ms;
  const site = (accountId: string, workspace: TestWorkspace, normalisation: Normalisation) => {
    const sending = (credential: string) => {
      const isOther = !isTogether && credential.endsWith(other.token);
      const row = database
        .prepare("SELECT subject FROM outbox WHERE state = 'sending' AND account_id = ?")
        .get(isOther ? OTHER : accountId);
      return row && String(row.subject);
    };
    const network = createNetwork(workspace, () => world.passed.ms, normalisation, sending);
    return { accountId, workspace, normalisation, network };
  };
  const first = site(ACCOUNT, local, normalisationOf(normalisationNames));
  const sites = isTogether ? [first, site(OTHER, second, normalisationOf(normalisationNames.slice(1)))] : [first];
  const siteOf = (accountId: string) => sites.find((one) => one.accountId === accountId) ?? first;
  const networkAt = (at = 0) => (sites[at] ?? first).network;
  /** The accounts of the person. */
  const accountIds = sites.map(({ accountId }) => accountId);
  const senderOf = (accountId: string, userId: string, token: string): Sender => {
    const { transport } = siteOf(accountId).network;
    const baseUrl = 'http://service.example/api';
    const http = createHttp({ baseUrl, transport, userAgent: 'Punchcard/test', credential: () => token });
    return { accountId, userId, server: 'service.example', client: createClient(http) };
  };
  const other = local.workspace.addPerson({ name: 'Eve', role: 'member' });
  const otherSender = isTogether
    ? senderOf(OTHER, second.userId, second.token)
    : senderOf(OTHER, other.user.id, other.token);
  const senders = [senderOf(ACCOUNT, local.userId, local.token), otherSender] as const;
  let sender: Sender = senders[0];
  const { database } = openDatabase(':memory:', new Date());
  addAccount(database, ACCOUNT, local.userId);
  addAccount(database, OTHER, otherSender.userId);
  /** Number of entries of the other person. */
  let others = 0;
  const boot = () => assemble(database, world, [], isTogether ? () => accountIds : undefined);
  const sendAll = () => {
    for (const one of isTogether ? senders : [sender]) if (!isOut || one === senders[0]) run.outbox.startSending(one);
  };
  /** The second account is signed out. */
  let isOut = false;
  let run = boot();
  sendAll();

  const expectedEntries = new Map<string, ExpectedEntry>();
  /** Entries about which the person was asked. */
  const accepted = new Set<string>();
  /** The state that undo restores; null if the last change is undone or cannot be. */
  let last: Map<string, ExpectedEntry> | null = null;
  /** The last timer of another device that was adopted, and the entry that it ended; null if that is undone or cannot be. */
  let adoption: { undoId: number; id: string; record: TimeEntry; ended: [string, ExpectedEntry] | null } | null = null;
  /** Records whose adoption was undone: they are as another device left them. */
  const leftAlone: TimeEntry[] = [];
  const runningId = () =>
    [...expectedEntries].find(([, { end, discardedAt }]) => end === null && discardedAt === null)?.[0];

  /** The worked time by the monotonic clock; null if the run was not measured. */
  function workedMs(): number | null {
    const running = run.entries.running(ACCOUNT);
    return running ? run.runClock.elapsed(running) : null;
  }

  /** Ends the running entry as expected, or discards it as an accident. Returns the state that undo restores. */
  function end(id: string, at: number): { before: ExpectedEntry; isAccident: boolean } {
    const entry = expectedEntries.get(id);
    if (entry === undefined) throw new Error('nothing runs');
    const wasSent =
      run.outbox.serverId(id) !== undefined ||
      run.outbox.openOf(id).some(({ state }) => state === 'sending' || state === 'unknown');
    const length = at - entry.start;
    const isAccident = length >= 0 && length < 15 * SECOND && entry.start === entry.createdAt && !wasSent;
    const ran = workedMs();
    const isSet = length < 0 || (ran !== null && length > ran + 24 * HOUR);
    const ended = { ...entry, end: isSet ? entry.start + (ran ?? 0) : at };
    expectedEntries.set(id, isAccident ? { ...ended, discardedAt: now() } : ended);
    return { before: isAccident ? ended : entry, isAccident };
  }

  /** Stores the state that undo restores. */
  function allowUndo(...before: [string, ExpectedEntry][]): void {
    last = new Map(before);
  }

  const nth = (index: number): [string, ExpectedEntry] | [] => [...expectedEntries].at(-1 - index) ?? [];
  const isHere = (entry: ExpectedEntry | undefined): entry is ExpectedEntry => entry?.discardedAt === null;
  const endOf = ({ start, end: ended }: ExpectedEntry): number => ended ?? Math.max(now(), start);

  const stored = () =>
    database
      .prepare('SELECT * FROM time_entry WHERE account_id IN (SELECT value FROM json_each(?)) ORDER BY rowid')
      .all(JSON.stringify(accountIds));

  /** Changes an entry and, with `more`, adds one; undo reverts both. */
  function change(id: string, changed: Partial<ExpectedEntry>, more?: Partial<ExpectedEntry>): void {
    const before = expectedEntries.get(id);
    if (before === undefined) throw new Error('nothing to change');
    const undone: [string, ExpectedEntry][] = [[id, before]];
    expectedEntries.set(id, { ...before, ...changed });
    if (more) {
      const made = { ...before, ...more, createdAt: now() };
      const madeId = stored().find(({ id: one }) => !expectedEntries.has(String(one)))?.id;
      if (madeId === undefined) throw new Error('nothing was made');
      expectedEntries.set(String(madeId), made);
      undone.push([String(madeId), { ...made, discardedAt: now() }]);
    }
    allowUndo(...undone);
  }

  /** Runs a command and checks whether it is rejected as expected. */
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

  /** Later changes have to be undone first, and then the service must have the record as it was. */
  function undoAdoption({ undoId, id, record, ended }: NonNullable<typeof adoption>): void {
    if (run.undo.undo(ACCOUNT, undoId)?.obstacle !== undefined) return;
    expectedEntries.delete(id);
    if (ended !== null) expectedEntries.set(...ended);
    leftAlone.push(record);
    adoption = null;
  }

  async function pass(ms: number): Promise<void> {
    // Requests in flight arrive before the clock advances.
    for (const { network } of sites) await network.deliver(world.passed.ms + ms);
    world.clock.ms += ms;
    world.passed.ms += ms;
    await settle(run);
  }

  async function take(step: Step): Promise<void> {
    const id = runningId();
    const entry = id === undefined ? undefined : expectedEntries.get(id);
    switch (step.do) {
      case 'start': {
        const task = tasks[step.task];
        if (task === undefined) return;
        const start = step.back === null ? now() : from(step.back, now());
        const isRunning = entry?.task.taskId === task.taskId && entry.note === '';
        const isLater = entry !== undefined && start < entry.start && step.back !== null;
        const isAllowed = start <= now() + SECOND && !isRunning && !isLater;
        const beforehand = new Set(expectedEntries.keys());
        const ended = isAllowed && id !== undefined ? end(id, start) : undefined;
        if (!command(isAllowed, () => run.timer.start(ACCOUNT, task, step.back === null ? undefined : start))) return;
        const made = run.entries.running(ACCOUNT);
        if (made === undefined || beforehand.has(made.id)) throw new Error('nothing was started');
        const begun = { task, start, end: null, note: '', createdAt: now(), discardedAt: null };
        expectedEntries.set(made.id, begun);
        const undone: [string, ExpectedEntry] = [made.id, { ...begun, discardedAt: now() }];
        if (entry && id !== undefined && ended) allowUndo([id, entry], undone);
        else allowUndo(undone);
        return;
      }
      case 'stop': {
        const isAllowed = id !== undefined;
        const ended = isAllowed ? end(id, now()) : undefined;
        command(isAllowed, () => run.timer.stop(ACCOUNT));
        if (ended) allowUndo([id ?? '', ended.before]);
        return;
      }
      case 'note':
        if (command(entry !== undefined, () => run.timer.setNote(ACCOUNT, step.note)) && entry && id !== undefined) {
          if (entry.note !== step.note) allowUndo([id, entry]);
          expectedEntries.set(id, { ...entry, note: step.note });
        }
        return;
      case 'set-start': {
        const start = from(step.back, now());
        const isAllowed = entry !== undefined && start <= now() + SECOND;
        if (command(isAllowed, () => run.timer.setStart(ACCOUNT, start)) && entry && id !== undefined) {
          allowUndo([id, entry]);
          expectedEntries.set(id, { ...entry, start });
        }
        return;
      }
      case 'discard':
        if (command(entry !== undefined, () => run.timer.discard(ACCOUNT)) && entry && id !== undefined) {
          allowUndo([id, entry]);
          expectedEntries.set(id, { ...entry, discardedAt: now() });
        }
        return;
      case 'edit': {
        const [edited = 'none', before] = nth(step.entry);
        const start = from(step.back, now());
        const text = { start, end: step.length === null ? null : start + step.length, note: step.note };
        const isSameTime = before?.start === start && before.end === text.end;
        const isSpan = (ended: number) =>
          Math.max(start, ended) <= now() + SECOND && ended >= start && (step.allowLong || ended - start <= 12 * HOUR);
        const isGood = text.end === null ? before?.end === null && start <= now() + SECOND : isSpan(text.end);
        const isSame = isSameTime && before.note === step.note;
        const isAllowed = isHere(before) && (isGood || isSame || (isSameTime && text.end !== null));
        const isDone = command(isAllowed, () => run.edit.edit(ACCOUNT, edited, text, { allowLong: step.allowLong }));
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
      case 'adopt': {
        const task = tasks[step.task];
        const start = now() - (now() % GRID) - step.back * GRID;
        const finish = step.length === null ? null : start + step.length;
        if (task === undefined || (finish ?? start) > now()) return;
        const { accountId = ACCOUNT, taskId } = task;
        const made = await siteOf(accountId).workspace.call('POST', '/time-entry', { taskId, startTime: iso(start) });
        const record = TimeEntry.parse(made.json);
        const seen = { serverId: record.id, startTime: record.startTime, endTime: null, note: '', createdAt: null };
        const running = finish === null ? run.entries.running(ACCOUNT) : undefined;
        const ended = running && run.timer.end(running, now()).entry;
        const former = running && expectedEntries.get(running.id);
        if (running) end(running.id, now());
        const times = { startTime: iso(start), endTime: finish === null ? null : iso(finish), createdAt: iso(start) };
        const adopted = { id: randomUUID(), accountId, task, ...times, note: '', discardedAt: null };
        run.changes.apply({
          accountId: ACCOUNT,
          entries: ended ? [ended, adopted] : [adopted],
          toast: 'adopted',
          adopted: { entryId: adopted.id, seen },
        });
        expectedEntries.set(adopted.id, { task, start, end: finish, note: '', createdAt: start, discardedAt: null });
        const undoId = world.toasts.at(-1)?.undo?.undoId ?? -1;
        adoption = { undoId, id: adopted.id, record, ended: running && former ? [running.id, former] : null };
        last = null;
        return;
      }
      case 'remove': {
        const [removed = 'none', before] = nth(step.entry);
        if (command(isHere(before), () => run.edit.remove(ACCOUNT, [removed]))) change(removed, { discardedAt: now() });
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
      case 'deliver':
        for (const { network } of sites) await network.deliverOldest();
        return;
      case 'undo': {
        if (last === null && adoption !== null) return undoAdoption(adoption);
        const { undo } = world.toasts.findLast((toast) => toast.undo !== undefined) ?? {};
        if (command(last !== null, () => run.undo.undo(ACCOUNT, undo?.undoId ?? -1))) {
          for (const [changed, before] of last ?? []) expectedEntries.set(changed, before);
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
        networkAt(step.at).faults.push(...step.faults);
        return;
      case 'network':
        networkAt(step.at).isDown = step.isDown;
        return;
      case 'clock':
        world.clock.ms += step.by;
        return settle(run);
      case 'switch':
        if (isTogether) {
          isOut = !isOut;
          if (isOut) run.outbox.stopSending(OTHER);
          else run.outbox.startSending(senders[1]);
          return run.outbox.idle();
        }
        run.outbox.stopSending();
        sender = sender === senders[0] ? senders[1] : senders[0];
        run.outbox.startSending(sender);
        if (sender === senders[1] && tasks[0] !== undefined) {
          const end = now() - HOUR - others * MINUTE;
          run.edit.add(OTHER, tasks[0], { start: end - 30 * SECOND, end, note: `other ${others}` }, {});
          others += 1;
          last = null;
        }
        return run.outbox.idle();
      case 'crash': {
        const hung = new Promise<void>((resolve) => {
          for (const { network } of sites) Object.assign(network, { hang: step.hang, onHang: resolve });
        });
        if (step.hang !== null) await Promise.race([pass(15 * SECOND), hung]);
        for (const { network } of sites) network.hang = null;
        run.outbox.close();
        last = null;
        adoption = null;
        run = boot();
        const left = run.entries.running(ACCOUNT);
        if (left && now() >= Date.parse(left.startTime)) run.runClock.observe(left);
        sendAll();
        return settle(run);
      }
    }
  }

  /** Compares the shown entries with the expected ones. */
  function compareEntries(): void {
    const shown = stored();
    for (const row of shown) {
      const entry = expectedEntries.get(String(row.id));
      // The person said that the service's record is this entry, so it has the record's values.
      if (entry === undefined || !accepted.has(String(row.id))) continue;
      const end = row.end_time === null ? null : Date.parse(String(row.end_time));
      expectedEntries.set(String(row.id), {
        ...entry,
        start: Date.parse(String(row.start_time)),
        end,
        note: String(row.note),
      });
    }
    const expected = [...expectedEntries].map(([id, entry]) => ({
      id,
      account_id: entry.task.accountId ?? ACCOUNT,
      task_id: entry.task.taskId,
      start_time: iso(entry.start),
      end_time: entry.end === null ? null : iso(entry.end),
      note: entry.note,
      discarded_at: entry.discardedAt === null ? null : iso(entry.discardedAt),
    }));
    expect(shown).toHaveLength(expected.length);
    expect(shown).toMatchObject(expected);
  }

  /** Compares the totals of the Time tab with a separate calculation. */
  function compareTotals(): void {
    const { running, day: today } = run.entries.view(ACCOUNT, new Date(now()), run.outbox);
    expect(running?.id).toBe(runningId());
    const week = daysOfWeek(weekOf(today, 1).from);
    const [{ from }, { to }] = [dayBounds(week[0] ?? today), dayBounds(week.at(-1) ?? today)];
    const { cells } = sumEntries(run.entries.between(ACCOUNT, from, to), week);
    const tracked = (key: 'day' | 'taskId') =>
      new Map(
        [...Map.groupBy(cells, (cell) => cell[key])]
          .map(([name, of]) => [name, of.reduce((sum, { ms }) => sum + ms, 0)] as const)
          .filter(([, ms]) => ms > 0),
      );
    const byDay = new Map<string, number>();
    const byTask = new Map<string, number>();
    for (const { task, start, end: ended, discardedAt } of expectedEntries.values()) {
      if (ended === null || discardedAt !== null) continue;
      const minute = (at: number) => at - (at % MINUTE);
      for (const { day, ms } of slices(minute(start), minute(ended), zone)) {
        if (!week.includes(day)) continue;
        byDay.set(day, (byDay.get(day) ?? 0) + ms);
        byTask.set(task.taskId, (byTask.get(task.taskId) ?? 0) + ms);
      }
    }
    expect(tracked('day')).toEqual(byDay);
    expect(tracked('taskId')).toEqual(byTask);
  }

  /**
   * The person knows which entry each record was sent for: it is the same entry, or a second record of one that has another record. Of
   * two versions of an entry, that of this computer stays.
   */
  function answerQuestions(accountId: string): void {
    for (const item of run.outbox.list(accountId)) {
      const question = run.outbox.question(item);
      const sender = siteOf(accountId).network.sentFor.get(question?.theirs.serverId ?? '') ?? '';
      const linked = run.outbox.serverId(sender);
      const isTwin = linked !== undefined && linked !== question?.theirs.serverId;
      const isSame = question?.is === 'duplicate-entry' ? isTwin : sender === item.subject;
      const answer = question?.is === 'changed-entry' || isSame ? 'yes' : 'no';
      if (question?.is === 'same-entry' && isSame) accepted.add(item.subject);
      if (question !== undefined) run.outbox.answer(accountId, item.id, answer);
      else if (item.state === 'needs-you') run.outbox.retry();
    }
  }

  for (const step of history) {
    await take(step);
    compareEntries();
  }

  compareTotals();

  // Without further faults everything is sent.
  for (const { network } of sites) {
    network.isDown = false;
    network.faults.length = 0;
    await network.deliver(Number.POSITIVE_INFINITY);
  }
  await take({ do: 'stop' });
  compareTotals();
  // The second person last, and only if they signed in.
  for (const each of isTogether || others > 0 ? senders : [senders[0]]) {
    run.outbox.startSending(each);
    for (let round = 0; round < 60 && run.outbox.count(each.accountId) > 0; round += 1) {
      await pass(5 * MINUTE);
      answerQuestions(each.accountId);
    }
    // Duplicates are searched for some time longer.
    for (let round = 0; round < 8; round += 1) {
      await pass(5 * MINUTE);
      answerQuestions(each.accountId);
    }
    await pass(5 * MINUTE);
  }
  compareEntries();
  run.outbox.close();
  expect([run.outbox.list(ACCOUNT), run.outbox.list(OTHER)]).toEqual([[], []]);

  const isDuplicateOf = (account: string) => (entry: TimeEntry) =>
    run.outbox.isKnown(account, entry.id) && entry.duration === 0;
  for (const { accountId, workspace, normalisation } of sites) {
    const atService = new Map<string, TimeEntry>();
    for (const { taskId } of tasks.filter((task) => (task.accountId ?? ACCOUNT) === accountId)) {
      for (const entry of TimeEntry.array().parse((await workspace.call('GET', `/time-entry/task/${taskId}`)).json)) {
        atService.set(entry.id, entry);
      }
    }
    if (!isTogether) compareOther(atService);
    for (const { id, startTime } of leftAlone) {
      const there = atService.get(id);
      if (!atService.delete(id)) continue;
      // Another start that was sent and taken back may have left its milliseconds.
      const by = Date.parse(there?.startTime ?? '') - Date.parse(startTime);
      expect([Math.abs(by) < SECOND, there?.endTime], 'a timer of another device').toEqual([true, null]);
    }
    for (const [id, { task, start, end: ended, note, discardedAt }] of expectedEntries) {
      if ((task.accountId ?? ACCOUNT) !== accountId) continue;
      const serverId = run.outbox.serverId(id);
      if (serverId === undefined) {
        expect(discardedAt, 'only discarded entries are not at the service').not.toBeNull();
        continue;
      }
      const entry = atService.get(serverId);
      atService.delete(serverId);
      const time = (instant: string | null) => iso(normalisation.time(Date.parse(instant ?? '')));
      const here = { startTime: iso(start), endTime: iso(discardedAt === null ? (ended ?? Number.NaN) : start) };
      // An accepted record may keep its own milliseconds.
      const sent = [sentTimes({ id, ...here }), ...(accepted.has(id) ? [here] : [])];
      const stored = sent.map(({ startTime, endTime }) => ({ startTime: time(startTime), endTime: time(endTime) }));
      const possible = accepted.has(id) ? [...stored, here] : stored;
      expect(entry?.taskId).toBe(task.taskId);
      // An end that is less than a second off is not sent again, because servers leave milliseconds out.
      const isNear = (one: string, other = '') => Math.abs(Date.parse(one) - Date.parse(other)) < SECOND;
      const times = { startTime: entry?.startTime, endTime: entry?.endTime };
      const near = possible.map((one) =>
        isNear(one.endTime, entry?.endTime ?? '') ? { ...one, endTime: times.endTime } : one,
      );
      expect(near).toContainEqual(times);
      if (discardedAt !== null) expect(entry).toMatchObject({ duration: 0 });
      else expect(entry?.description ?? '').toBe(normalisation.text(note));
    }
    expect(
      [...atService.values()].filter((entry) => !isDuplicateOf(accountId)(entry)),
      'nothing else is at the service',
    ).toEqual([]);
  }

  /** The other person has exactly their own entries, once each. */
  function compareOther(atService: Map<string, TimeEntry>): void {
    const ofOther = [...atService.values()].filter(({ userId }) => userId === other.user.id);
    for (const { id } of ofOther) atService.delete(id);
    const kept = database.prepare('SELECT id FROM time_entry WHERE account_id = ?').all(OTHER);
    expect(kept).toHaveLength(others);
    const recorded = new Set(kept.map(({ id }) => run.outbox.serverId(String(id))));
    expect(recorded.size).toBe(others);
    expect(ofOther.filter(({ id }) => recorded.has(id))).toHaveLength(others);
    expect(ofOther.filter((entry) => !recorded.has(entry.id) && !isDuplicateOf(OTHER)(entry))).toEqual([]);
  }
  database.close();
  for (const { workspace } of sites) workspace.workspace.close();
}

/** Histories that once failed, replayed in every run. */
export const examples: [Step[], string, number, string[], number, boolean][] = [
  // Undone while the request with its end was not answered.
  [
    [
      { do: 'adopt', task: 0, back: 2, length: 30 * MINUTE },
      { do: 'fault', faults: ['twice', 'commit-then-drop'] },
      { do: 'pass', ms: 11 * SECOND },
      { do: 'undo' },
    ],
    'UTC',
    T0,
    [],
    0,
    false,
  ],
  // Its start was changed and restored, and the restored one not yet sent.
  [
    [
      { do: 'adopt', task: 0, back: 2, length: null },
      { do: 'set-start', back: { back: GRID, onGrid: true } },
      { do: 'pass', ms: 11 * SECOND },
      { do: 'undo' },
      { do: 'undo' },
    ],
    'UTC',
    T0,
    [],
    0,
    false,
  ],
  // The second part of an entry of the second account became one of the first.
  [
    [
      { do: 'start', task: 2, back: null },
      { do: 'pass', ms: HOUR },
      { do: 'split', entry: 0, part: 50 },
      { do: 'stop' },
    ],
    'UTC',
    T0,
    [],
    0,
    true,
  ],
  // A changed start with a lost answer; stopped before that start; the first change is rejected when it is sent again.
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
    0,
    false,
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
        allowLong: false,
      },
      { do: 'start', task: 0, back: { back: 2 * HOUR, onGrid: true } },
      { do: 'stop' },
      { do: 'fault', faults: ['late'] },
      { do: 'pass', ms: 11 * SECOND },
      { do: 'deliver' },
      { do: 'pass', ms: 5 * SECOND },
      { do: 'pass', ms: MINUTE },
      { do: 'pass', ms: 46 * SECOND },
      { do: 'pass', ms: 10 * SECOND },
    ],
    'UTC',
    T0,
    [],
    0,
    false,
  ],
  // Sent with 7:00, changed to 7:30 with a lost answer; another one begins at 7:00 and is lost: the record is not its own.
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
        allowLong: false,
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
    0,
    false,
  ],
  // The three reads before it fail and its answer is lost: it is sent without them, and the server truncates its start.
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
    0,
    false,
  ],
  // Lost, sent again, and arrived only then; stopped and moved to another task in the meantime.
  [
    [
      { do: 'start', task: 0, back: null },
      // The first one applies to the read before the request.
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
    0,
    false,
  ],
  // A stop is sent and then undone: the service cannot take the end away.
  [
    [
      { do: 'start', task: 0, back: null },
      { do: 'pass', ms: 15 * SECOND },
      { do: 'stop' },
      { do: 'flush' },
      { do: 'undo' },
      { do: 'flush' },
    ],
    'UTC',
    T0,
    [],
    0,
    false,
  ],
];

const together = fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

export const anyHistory = fc.asyncProperty(histories, zones, startTimes, normalisations, fc.nat(), together, replay);
