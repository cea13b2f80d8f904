/**
 * A server with every fault: it executes a write or not, at once or minutes later, and answers anything or nothing; it changes values,
 * changes how it does so, is slow, sends wrong lengths, and adds unreadable records to lists. Behind it is a real local workspace, which
 * shows the server's real data.
 *
 * Excluded are only faults that no client can detect: the very record of a write that was not executed, the service's own rejection of
 * the creation of a task that was created, its message that an existing record is gone, and a list that omits an existing record for
 * more than 20 s.
 */
import { z } from 'zod';
import { openLocalWorkspace } from '../../electron/local/local-workspace.ts';
import { Task, TimeEntry, Workspace } from '../../electron/service/records.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import type { Chance } from './chance.ts';
import type { PassingTime } from './clock.ts';
import { NORMALISATIONS, type Normalisation } from './normalise.ts';
import { odd } from './odd.ts';

const SECOND = 1000;
/** The longest delay of an answer (ms); clients wait 20 s. */
const SLOWEST_MS = 19 * SECOND;
/** A write other than a new time entry is executed within this time or never (ms). */
const LATE_MS = 85 * SECOND;
/** The longest delay of a new time entry (ms). */
const LATEST_MS = 600 * SECOND;
/** The largest age of a list (ms). */
const LAG_MS = 20 * SECOND;

/** Faults of the connection. `cut`: the answer is truncated; `long` and `short`: its length is wrong. */
export type Delivery =
  | { is: 'answer' | 'cut' | 'long' | 'short' | 'drip'; response: Response }
  | { is: 'reset' | 'silence' | 'garbage' };

export interface Person {
  name: string;
  /** As in the server's answers. */
  id: string;
  token: string;
}

/** A time entry as it was sent, before the server changed it. */
export interface Sent {
  taskId: string;
  startTime: string;
  endTime: string | null;
  note: string;
}

/** The server's data and its origin. */
export interface Held {
  id: string;
  taskId: string;
  /** The name of its owner. */
  of: string;
  /** Created by the app under test. */
  isOurs: boolean;
  /** Changed, but not created, by the app under test. */
  isTouched: boolean;
  /** Changed last on another device. */
  isNewerElsewhere: boolean;
  /** The values last sent. */
  sent: Sent;
  startTime: string;
  endTime: string | null;
  note: string;
}

export interface HeldAtHostileServer extends Held {
  /** The start that was sent first. */
  firstStart: string;
}

export interface HeldTask {
  id: string;
  of: string;
  isOurs: boolean;
  /** The value sent. */
  title: string;
}

export interface HostileServerOptions {
  name: string;
  /** Ids of people, tasks and entries are 1, 2, 3, the same as on other servers. */
  isCounting: boolean;
  email: string;
  chance: Chance;
  time: PassingTime;
  /** What its clock shows at the start (ms). */
  from: number;
}

export type HostileServer = Awaited<ReturnType<typeof createHostileServer>>;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const ListedProject = z.object({ id: z.string(), name: z.string(), slug: z.string() });
const EntryBody = z.object({
  taskId: z.string().optional(),
  startTime: z.string(),
  endTime: z.string().optional(),
  description: z.string().optional(),
});

export async function createHostileServer({ name, isCounting, email, chance, time, from }: HostileServerOptions) {
  const workspace = openLocalWorkspace({ path: ':memory:', ownerName: 'Ada', now: () => from + time.now() });
  const owner = workspace.openSession();
  const other = workspace.addPerson({ name: 'Eve', role: 'admin' });

  const toldIds = new Map<string, string>();
  const realIds = new Map<string, string>();
  /** Only workspaces and projects have unique ids. */
  const kept = new Set<string>();
  function told(id: string): string {
    if (!isCounting || kept.has(id)) return id;
    const known = toldIds.get(id);
    if (known !== undefined) return known;
    const next = String(toldIds.size + 1);
    toldIds.set(id, next);
    realIds.set(next, id);
    return next;
  }
  const real = (id: string): string => realIds.get(id) ?? id;

  const people: readonly [Person, Person] = [
    { name: `Ada at ${name}`, id: told(owner.user.id), token: owner.token },
    { name: `Eve at ${name}`, id: told(other.user.id), token: other.token },
  ];
  const personOf = (request: Request): Person | undefined =>
    people.find(({ token }) => request.headers.get('authorization') === `Bearer ${token}`);

  /** By the workspace's ids. */
  const entries = new Map<string, Omit<HeldAtHostileServer, 'id' | 'startTime' | 'endTime' | 'note'>>();
  const tasks = new Map<string, Omit<HeldTask, 'id'>>();
  let habits: Normalisation[] = [];
  let malice = 0;
  let isReadable = false;

  /** Calls the workspace directly, with its ids. */
  async function straight(method: string, path: string, body?: unknown, token = owner.token): Promise<unknown> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await workspace.fetch(new Request(`http://server.invalid/api${path}`, init));
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  }

  const changed = (text: string): string => habits.reduce((value, { text: change }) => change?.(value) ?? value, text);
  function moved(iso: string): string {
    const ms = habits.reduce((value, { time: change }) => change?.(value) ?? value, Date.parse(iso));
    // The workspace rejects an invalid time.
    return Number.isNaN(ms) ? iso : new Date(ms).toISOString();
  }

  /** The body as it is stored. */
  function normalised(path: string, body: unknown): unknown {
    if (path.startsWith('/time-entry')) {
      const { startTime, endTime, description, ...rest } = EntryBody.parse(body);
      return {
        ...rest,
        startTime: moved(startTime),
        ...(endTime !== undefined && { endTime: moved(endTime) }),
        ...(description !== undefined && { description: changed(description) }),
      };
    }
    if (!isTaskCreate(path)) return body;
    const { title, description, ...rest } = z.looseObject({ title: z.string(), description: z.string() }).parse(body);
    return { ...rest, title: changed(title), description: changed(description) };
  }

  const isTaskCreate = (path: string): boolean => /^\/task\/[^/]+$/.test(path);

  /** Executes a request; `isOurs`: sent by the app under test. */
  async function carryOut(request: Request, isOurs: boolean): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname
      .replace(/^\/api/, '')
      .split('/')
      .map(real)
      .join('/');
    const query = new URLSearchParams(
      [...url.searchParams].map(([key, value]) => [key, key.endsWith('Id') ? real(value) : value]),
    );
    const { method, headers } = request;
    const said = await request.clone().text();
    const body: unknown = said === '' ? undefined : inRealIds(JSON.parse(said));
    const isWrite = method === 'POST' || method === 'PUT';
    const isKnown = isWrite && (path.startsWith('/time-entry') || isTaskCreate(path));
    const sent = isKnown ? normalised(path, body) : body;
    const search = query.size > 0 ? `?${query}` : '';
    const response = await workspace.fetch(
      new Request(`http://server.invalid/api${path}${search}`, {
        method,
        headers,
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      }),
    );
    const answer = await response.text();
    const of = personOf(request)?.name;
    if (response.ok && isKnown && of !== undefined) note(method, path, body, answer, of, isOurs);
    return new Response(response.status === 204 ? null : inTheirForm(answer), {
      status: response.status,
      headers: { 'Content-Type': response.headers.get('content-type') ?? 'application/json' },
    });
  }

  function note(method: string, path: string, body: unknown, answer: string, of: string, isOurs: boolean): void {
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(answer));
    if (isTaskCreate(path)) {
      if (method === 'POST') tasks.set(id, { of, isOurs, title: z.object({ title: z.string() }).parse(body).title });
      return;
    }
    const { taskId = '', startTime, endTime, description } = EntryBody.parse(body);
    const before = entries.get(id);
    if (before === undefined) {
      const sent = { taskId: told(taskId), startTime, endTime: endTime ?? null, note: description ?? '' };
      const made = { taskId: sent.taskId, of, isOurs, firstStart: startTime, sent };
      entries.set(id, { ...made, isTouched: false, isNewerElsewhere: false });
      return;
    }
    const sent = {
      ...before.sent,
      startTime,
      ...(endTime !== undefined && { endTime }),
      ...(description !== undefined && { note: description }),
    };
    // A person may change the app's entries elsewhere.
    const isTouched = before.isTouched || (isOurs && !before.isOurs) || before.of !== of;
    entries.set(id, { ...before, ...(isOurs && { sent }), isTouched, isNewerElsewhere: !isOurs });
  }

  /** Translates the client's ids to the workspace's. */
  function inRealIds(body: unknown): unknown {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    return Object.fromEntries(
      Object.entries(body).map(([key, value]) => [
        key,
        /id$/i.test(key) && typeof value === 'string' ? real(value) : value,
      ]),
    );
  }

  /** Translates an answer to the server's ids and format of times. */
  function inTheirForm(answer: string): string {
    const form = habits.find((one) => one.form)?.form;
    const text = answer.replace(UUID, told).replaceAll('you@localhost', email);
    if (form === undefined) return text;
    return text.replace(/"(startTime|endTime)":"([^"]+)"/g, (_, key, iso) => `"${key}":"${form(iso)}"`);
  }

  /** Answers a request of the app under test. */
  async function receive(request: Request): Promise<Delivery> {
    const isRead = request.method === 'GET' || request.url.includes('has-permission');
    if (!chance.is(malice)) return answer(await carryOut(request, !isRead));
    return isRead ? read(request) : write(request);
  }

  async function write(request: Request): Promise<Delivery> {
    if (chance.is(0.15)) return answer(rejection(request));
    const isEntry = request.method === 'POST' && request.url.endsWith('/time-entry');
    const fate = chance.next();
    const slow = chance.is(0.3) ? chance.between(0, SLOWEST_MS) : 0;
    if (fate < 0.45) {
      if (chance.is(0.3)) await time.spend(slow);
      const response = await carryOut(request, true);
      await time.spend(slow);
      if (chance.is(0.15)) return answer(response);
      if (request.url.includes('/time-entry') && chance.is(0.15)) return answer(rejection(request));
      if (request.url.includes('/time-entry') && chance.is(0.15)) return answer(await otherRecord(request));
      if (response.ok && chance.is(0.15)) return answer(json(odd(await response.json(), chance)));
      return chance.is(0.4) ? line(response) : answer(anything());
    }
    if (fate < 0.8) {
      const most = isEntry && chance.is(0.5) ? LATEST_MS : LATE_MS;
      time.later(chance.between(0, most), () => carryOut(request, true));
    }
    await time.spend(slow);
    if (request.url.includes('/time-entry') && chance.is(0.15)) return answer(await otherRecord(request));
    return chance.is(0.4) ? line(json({})) : answer(anything());
  }

  /** A cache or a mixed-up proxy answers with any entry but the one that the request was about. */
  async function otherRecord(request: Request): Promise<Response> {
    const { startTime } = EntryBody.parse(await request.clone().json());
    const isAbout = ([id, { sent }]: [string, { sent: Sent }]) =>
      request.url.endsWith(told(id)) || (request.method === 'POST' && sent.startTime === startTime);
    const [id] = chance.anyOf([...entries].filter((one) => !isAbout(one))) ?? [];
    if (id === undefined) return json({});
    return new Response(inTheirForm(JSON.stringify(await straight('GET', `/time-entry/${id}`))), {
      headers: { 'Content-Type': 'application/json' },
    });
  }

  async function read(request: Request): Promise<Delivery> {
    const dice = chance.next();
    if (dice < 0.1) return answer(rejection(request));
    if (dice < 0.2 && request.url.endsWith('/user/me')) return answer(json(null));
    const isOld = dice < 0.3 && !isReadable;
    const seen = isOld ? await carryOut(request, false) : undefined;
    await time.spend(chance.between(0, isOld ? LAG_MS - SECOND : SLOWEST_MS));
    const response = seen ?? (await carryOut(request, false));
    if (isOld || dice < 0.4) return answer(response);
    if (dice < 0.7 && response.ok && !isReadable) return answer(json(odd(await response.json(), chance)));
    return dice < 0.85 ? line(response) : answer(anything());
  }

  const line = (response: Response): Delivery => {
    const is = chance.pick(['cut', 'long', 'short', 'drip', 'reset', 'reset', 'silence', 'garbage'] as const);
    return is === 'reset' || is === 'silence' || is === 'garbage' ? { is } : { is, response };
  };

  /** The service's own rejections of a write that is not executed. */
  const rejection = ({ method }: Request): Response =>
    chance.pick([
      () => json({ message: 'Not valid', code: 'VALIDATION_ERROR', issues: [] }, 400),
      () => json({ message: 'Not for you', code: 'FORBIDDEN' }, 403),
      // Not "gone" for an existing record, which no client could detect.
      () =>
        method === 'POST'
          ? json({ message: 'No', code: 'NOT_FOUND' }, 404)
          : json({ message: 'No', code: 'CONFLICT' }, 409),
      () => json({ message: 'Not paid', code: 'PAYMENT_REQUIRED' }, 402),
      () => json({ message: 'Slow down', code: 'RATE_LIMITED' }, 429, { 'Retry-After': String(chance.between(0, 90)) }),
    ])();

  /** Answers that come whether or not the write was executed. */
  const anything = (): Response =>
    chance.pick([
      () => new Response(null, { status: 303, headers: { Location: '/elsewhere' } }),
      () => text('Request Timeout', 408),
      () => json({ message: 'Timeout', code: 'HTTP_408' }, 408),
      () => json({ message: 'Too many requests' }, 429, { 'Retry-After': '5' }),
      () => html(403),
      () => text('Forbidden', 403),
      () => json({ message: 'Unauthorized', code: 'UNAUTHORIZED' }, 401),
      () => text('Unauthorized', 401),
      () => json({ message: 'Not Found' }, 404),
      () => html(502),
      () => json({ message: 'Internal Server Error', code: 'INTERNAL_SERVER_ERROR' }, 500),
      () => text('upstream connect error', 503),
      () => html(200),
      () => json(undefined),
      () => json(null),
      () => json({}),
      () => json([]),
      () => text('OK', 200),
      () => new Response(null, { status: 204 }),
      () => new Response('\u0000\uFFFD}{', { headers: { 'Content-Type': 'application/json' } }),
    ])();

  const [first] = z.array(Workspace).parse(await straight('GET', '/workspace'));
  const workspaceId = first?.id ?? '';
  kept.add(workspaceId);
  const [project] = z.array(ListedProject).parse(await straight('GET', `/project?workspaceId=${workspaceId}`));
  const projectId = project?.id ?? '';
  kept.add(projectId);
  const assigned: TaskRef[] = [];
  for (const title of ['Invoices', 'Planning', 'Mail']) {
    const body = { title, description: '', priority: 'medium', status: 'to-do', userId: owner.user.id };
    const { id, number } = Task.parse(await straight('POST', `/task/${projectId}`, body));
    const identifier = `${project?.slug}-${number}`;
    assigned.push({ taskId: told(id), identifier, title, projectName: project?.name ?? '' });
  }

  return {
    name,
    people,
    projectId,
    projectSlug: project?.slug ?? '',
    /** Tasks of the first person. */
    assigned,
    receive,
    /** Executes a request that the app gave up. */
    land: (request: Request): Promise<Response> => carryOut(request, true),

    /** The share of faults: 0 for none, 1 for nearly all. */
    setMalice(share: number): void {
      malice = share;
    },
    /** No unreadable records and old lists from now on. */
    setReadable(): void {
      isReadable = true;
    },
    /** Changes how the server modifies values; returns a description. */
    changeHabits(): string {
      const next = Array.from({ length: chance.between(0, 4) }, () => chance.pick(NORMALISATIONS));
      habits = next;
      return habits.map((habit) => habit.name).join(', ') || 'keeps values as they are';
    },

    /** Creates an entry from another device or by a colleague. */
    async makeElsewhere(person: Person, entry: Sent): Promise<void> {
      const body = {
        taskId: entry.taskId,
        startTime: entry.startTime,
        ...(entry.endTime !== null && { endTime: entry.endTime }),
        description: entry.note,
      };
      const headers = { Authorization: `Bearer ${person.token}`, 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      await carryOut(new Request('http://server.invalid/api/time-entry', init), false);
    },

    /** Changes an own entry from another device or in the browser. */
    async changeElsewhere(person: Person, id: string, startTime: string, change: object): Promise<void> {
      const headers = { Authorization: `Bearer ${person.token}`, 'Content-Type': 'application/json' };
      const init = { method: 'PUT', headers, body: JSON.stringify({ startTime, ...change }) };
      await carryOut(new Request(`http://server.invalid/api/time-entry/${id}`, init), false);
    },

    /** All time entries. */
    async held(): Promise<HeldAtHostileServer[]> {
      const found: HeldAtHostileServer[] = [];
      for (const taskId of new Set([...entries.values()].map((entry) => entry.taskId))) {
        const listed = z.array(TimeEntry).parse(await straight('GET', `/time-entry/task/${real(taskId)}`));
        for (const { id, startTime, endTime = null, description } of listed) {
          const known = entries.get(id);
          if (known !== undefined) found.push({ ...known, id: told(id), startTime, endTime, note: description ?? '' });
        }
      }
      return found;
    },
    heldTasks: (): HeldTask[] => [...tasks].map(([id, task]) => ({ ...task, id: told(id) })),
    close: (): void => workspace.close(),
  };
}

const answer = (response: Response): Delivery => ({ is: 'answer', response });

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const init = { status, headers: { 'Content-Type': 'application/json', ...headers } };
  return new Response(body === undefined ? '' : JSON.stringify(body), init);
}
const text = (body: string, status: number): Response =>
  new Response(body, { status, headers: { 'Content-Type': 'text/plain' } });
const html = (status: number): Response =>
  new Response('<!doctype html><title>Blocked</title>', { status, headers: { 'Content-Type': 'text/html' } });
