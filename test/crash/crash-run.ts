/**
 * Kills the whole app repeatedly while entries of several accounts are created with one timer, the network of each of two servers fails,
 * the servers change values, and another person signs in beside for a while. Afterwards each server must have exactly the entries of its
 * accounts, each once and of its person, and the file must contain everything confirmed before a kill.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { LATE_LANDING_MS } from '../../electron/outbox/delivery.ts';
import type { OutboxItemView } from '../../shared/contract/outbox-view.ts';
import { electronCommand, launchApp, makeDataFolder, type RunningApp } from '../app/app.ts';
import { startService } from '../app/service.ts';
import { untilState } from '../app/steps.ts';
import { audit, auditOwners, isSentFor, type Journal, noFindings, startKey } from '../hostile/audit.ts';
import { createChance } from '../hostile/chance.ts';
import { accountIn, dumpOf, entriesIn, verdictOn } from '../hostile/damage.ts';
import { RECOGNISABLE } from '../hostile/normalise.ts';
import { type Believed, byDesk, chooseAct, isSame, stopped } from '../hostile/person.ts';
import type { Held, Sent } from '../hostile/server.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** So often the app is asked to send its last writes. */
const SEND_ATTEMPTS = 2_000;

export interface CrashOptions {
  kills: number;
  /** Repeats the choices; their timing still varies. */
  seed: number;
  /** False: only answers are lost, so that no late write has to be awaited for minutes. */
  losesWrites: boolean;
  log: (line: string) => void;
}

export interface CrashResult {
  kills: number;
  entries: number;
  /** Local entries that are missing or different at the service, and confirmed changes that are missing in the file. */
  lost: string[];
  /** Entries at the service that are missing here or belong to somebody else. */
  doubled: string[];
  /** The result of SQLite's check, `ok` if every check passed. */
  integrity: string;
}

/** The actions of one person at one server; the account has an id after the sign-in. */
interface Desk extends Journal {
  accountId: string;
  address: string;
  key: string;
  taskIds: string[];
}

type Line = 'well' | 'bad' | 'down';

const EntryBody = z.looseObject({
  startTime: z.string(),
  endTime: z.string().optional(),
  description: z.string().optional(),
});
const MadeEntry = z.object({ id: z.string(), taskId: z.string(), userId: z.string() });

export async function runCrashes({ kills, seed, losesWrites, log }: CrashOptions): Promise<CrashResult> {
  const chance = createChance(seed);
  const { pick, between } = chance;
  const result: CrashResult = { kills: 0, entries: 0, lost: [], doubled: [], integrity: 'ok' };
  const dataFolder = makeDataFolder();
  const path = join(dataFolder, 'punchcard.sqlite');
  /** Called for the next write, before and after a service executes it. */
  let onWrite: { before: () => void; after: () => void } | null = null;
  const pending = new Set<Promise<unknown>>();
  let hasLateWrite = false;

  /** A server with its own faults, on which these people have tasks. */
  async function openSite(at: string, names: [string, ...string[]]) {
    const service = await startService();
    const { address } = service;
    const port = Number(new URL(address).port);
    const { tasks } = await service.assigned();
    const taskIds = tasks.map(({ id }) => id).slice(0, 6);
    const existing = new Set((await entriesThere()).map(({ id }) => id));
    const habits = Array.from({ length: between(0, 4) }, () => pick(RECOGNISABLE));
    log(`server ${at}: ${habits.map(({ name }) => name).join(', ') || 'keeps values as they are'}`);
    let line = 'well' as Line;
    /** Entries created by the app, by the service's ids: the owner, and the values last sent. */
    const made = new Map<string, { of: string; sent: Sent; isTouched: boolean }>();
    const share = taskIds.length / names.length;
    const desks = await Promise.all(names.map((name, n) => deskOf(name, taskIds.slice(n * share, (n + 1) * share))));

    async function deskOf(name: string, own: string[]): Promise<Desk> {
      const key = service.addPerson({ name, role: 'admin' });
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await service.landLate(new Request(`${service.served.baseUrl}/user/me`, { headers }));
      const { id } = z.object({ id: z.string() }).parse(await answer.json());
      for (const taskId of own) await service.call('PUT', `/task/assignee/${taskId}`, { userId: id });
      const empty = { believed: [], starts: new Set<string>(), aside: new Set<string>(), tasks: [] };
      return { accountId: '', address, owner: id, at, key, taskIds: own, ...empty };
    }

    async function entriesThere() {
      return (await Promise.all(taskIds.map((id) => service.entries(id)))).flat();
    }

    /** Executes a request; the server changes the values of entries. */
    async function carry(request: Request): Promise<Response> {
      const { url, method, headers } = request;
      if (method === 'GET' || !url.includes('/time-entry')) return service.landLate(request);
      const body = EntryBody.parse(await request.clone().json());
      const time = (iso: string) =>
        new Date(habits.reduce((ms, habit) => habit.time?.(ms) ?? ms, Date.parse(iso))).toISOString();
      const text = (note: string) => habits.reduce((value, habit) => habit.text?.(value) ?? value, note);
      const stored = {
        ...body,
        startTime: time(body.startTime),
        ...(body.endTime !== undefined && { endTime: time(body.endTime) }),
        ...(body.description !== undefined && { description: text(body.description) }),
      };
      const answer = await service.landLate(new Request(url, { method, headers, body: JSON.stringify(stored) }));
      if (!answer.ok) return answer;
      const { id, taskId, userId } = MadeEntry.parse(await answer.clone().json());
      const before = made.get(id);
      const { startTime, endTime = before?.sent.endTime ?? null, description = before?.sent.note ?? '' } = body;
      const by = desks.find(({ key }) => headers.get('authorization') === `Bearer ${key}`)?.owner;
      const isTouched = before?.isTouched || by !== userId;
      const sent = { taskId, startTime, endTime, note: description };
      made.set(id, { of: userId, sent, isTouched });
      return answer;
    }

    async function everything(): Promise<Held[]> {
      return (await entriesThere())
        .filter(({ id }) => !existing.has(id))
        .map(({ id, taskId, startTime, endTime = null, description }) => {
          const unknown = {
            of: 'nobody',
            isTouched: false,
            sent: { taskId, startTime, endTime, note: description ?? '' },
          };
          const stored = { id, taskId, startTime, endTime, note: description ?? '' };
          return { ...stored, isOurs: true, isNewerElsewhere: false, ...(made.get(id) ?? unknown) };
        });
    }

    function meddle(): void {
      service.served.intercept = async (request) => {
        const isWrite = request.method !== 'GET';
        if (line === 'well') return isWrite ? carry(request) : undefined;
        if (isWrite && onWrite !== null) {
          const { before, after } = onWrite;
          onWrite = null;
          if (losesWrites && chance.is(0.5)) {
            before();
            return 'drop';
          }
          await carry(request);
          void delay(0).then(after);
          return 'drop';
        }
        const dice = chance.next();
        if (!losesWrites) {
          if (!isWrite) return undefined;
          const answer = await carry(request);
          return dice < 0.3 ? 'drop' : answer;
        }
        if (dice < 0.06) return 'drop';
        if (dice < 0.12 && isWrite) {
          await carry(request);
          return 'drop';
        }
        if (dice < 0.17) return new Response('{"message":"Internal Server Error"}', { status: 500 });
        if (dice < 0.22 && isWrite) {
          carryLater(request.clone());
          return 'drop';
        }
        if (dice < 0.3) await delay(between(50, 1500));
        return isWrite ? carry(request) : undefined;
      };
    }

    /** A request that the app gave up is executed later: one entry, even if it was sent again. */
    function carryLater(request: Request): void {
      const isNew = request.method === 'POST' && request.url.endsWith('/time-entry');
      const isTooLate = isNew && !hasLateWrite && chance.is(0.3);
      hasLateWrite ||= isTooLate;
      const { url, method, headers } = request;
      const landing = request
        .text()
        .then(async (body) => {
          await delay(isTooLate ? between(130, 180) * SECOND : between(50, 3 * SECOND));
          await carry(new Request(url, { method, headers, body }));
        })
        .catch((error: unknown) => log(`  a late write was refused: ${error}`));
      pending.add(landing);
      void landing.finally(() => pending.delete(landing));
    }

    async function setLine(next: Line): Promise<void> {
      if (next === line) return;
      if (next === 'down') await service.served.close();
      else if (line === 'down') await service.reopen(port);
      line = next;
      meddle();
    }

    meddle();
    return {
      at,
      desks,
      everything,
      isWell: () => line === 'well',
      isBad: () => line === 'bad',
      setLine,
      async stop(): Promise<void> {
        if (line === 'down') await service.reopen(port);
        await service.stop();
      },
    };
  }

  const sites = [await openSite('one', ['Ada', 'Eve']), await openSite('two', ['Ada'])];
  const desks = sites.flatMap((site) => site.desks);
  const [you, eve, there] = desks as [Desk, Desk, Desk];
  /** Signed in at once. */
  const open = new Set<Desk>();

  /** Sends a command; `lost`: the app ended before its answer. */
  let inFlight: Map<Desk, Believed[]> | null = null;
  async function act(page: Page): Promise<'answered' | 'lost'> {
    const asked = Date.now();
    const tasks = [...open].flatMap(({ accountId, taskIds }) => taskIds.map((taskId) => ({ accountId, taskId })));
    const believed = [...open].flatMap((desk) => desk.believed);
    const chosen = chooseAct(chance, believed, tasks, asked);
    const { name, payload } = chosen;
    const after = (until: number) => byDesk([...open], chosen.after(asked, until));
    inFlight = after(asked);
    for (const [{ starts }, entries] of inFlight) for (const entry of entries) starts.add(startKey(entry));
    let answer: Awaited<ReturnType<typeof window.punchcard.send>>;
    try {
      answer = await page.evaluate(([command, data]) => window.punchcard.send(command, data), [name, payload] as const);
    } catch {
      // It may have been executed until now.
      inFlight = after(Date.now());
      return 'lost';
    }
    inFlight = null;
    if (answer.ok) for (const [desk, entries] of after(Date.now())) desk.believed = entries;
    else if (answer.error.kind !== 'invalid') log(`  ${name} was refused: ${answer.error.title}`);
    return 'answered';
  }

  /** After a kill the file's content is expected from now on, if it contains what was confirmed. */
  function examine(what: string): void {
    const verdict = verdictOn(path);
    if (verdict !== 'ok' && result.integrity === 'ok') result.integrity = verdict;
    const kept = dumpOf(path);
    for (const one of desks) {
      const entries = entriesIn(kept, one.accountId);
      const confirmed = [one.believed, inFlight?.get(one) ?? one.believed];
      if (!confirmed.some((wanted) => isSame(wanted, entries))) {
        result.lost.push(`after kill ${result.kills} (${what}) the file differs from what was confirmed:
    confirmed ${JSON.stringify(one.believed)}
    in flight ${JSON.stringify(inFlight?.get(one))}
    on disk   ${JSON.stringify(entries)}`);
      }
      one.believed = entries.map(({ id: _, ...entry }) => entry);
    }
    inFlight = null;
    result.entries = kept.time_entry.length;
  }

  /** The person knows that a record which the app sent for an entry is that entry. A version of this computer stays. */
  async function answerQuestions(page: Page, items: readonly OutboxItemView[]): Promise<void> {
    for (const { id, entryId, question } of items) {
      if (question?.theirs == null) continue;
      const { startTime, endTime } = question.theirs;
      const kept = dumpOf(path);
      const row = kept.outbox.find((one) => String(one.id) === id);
      const desk = desks.find(({ accountId }) => accountId === row?.account_id);
      const site = sites.find(({ at }) => at === desk?.at);
      const theirs = (await site?.everything())?.find((one) => one.startTime === startTime && one.endTime === endTime);
      const entries = entriesIn(kept, desk?.accountId ?? '');
      const entry = entries.find((one) => one.id === entryId);
      const isOwn = theirs !== undefined && entry !== undefined && isSentFor(entry, theirs, entries);
      const answer = question.is === 'changed-entry' || isOwn ? 'yes' : 'no';
      log(`  ${question.is}? ${answer}`);
      await page.evaluate(([itemId, yes]) => window.punchcard.send('outbox.answer', { itemId, answer: yes }), [
        id,
        answer,
      ] as const);
    }
  }

  async function enter(page: Page, desk: Desk): Promise<void> {
    const { address, key } = desk;
    await page.evaluate((given) => window.punchcard.send('sign-in.api-key', given), { address, key });
    const { account, accounts } = await untilState(
      page,
      ({ account, accounts, tasks, signIn }) =>
        account?.address === address &&
        account.tokenIn === 'keychain' &&
        signIn.step === 'none' &&
        accounts.every(({ tasks }) => tasks > 0) &&
        tasks.tasks.length > 0 &&
        account.userId === desk.owner,
    );
    desk.accountId = account?.id ?? '';
    open.add(desk);
    if (accounts.length !== open.size) result.lost.push(`${accounts.length} accounts instead of ${open.size} are open`);
  }

  /** Signing out stops the timer of the account. */
  async function leave(page: Page, desk: Desk): Promise<void> {
    const asked = Date.now();
    await page.evaluate((accountId) => window.punchcard.send('account.bring-to-front', { accountId }), desk.accountId);
    await untilState(page, ({ account }) => account?.id === desk.accountId);
    await page.evaluate((accountId) => window.punchcard.send('account.sign-out', { accountId }), desk.accountId);
    await untilState(page, ({ accounts }) => accounts.every(({ id }) => id !== desk.accountId));
    desk.believed = stopped(desk.believed, asked, Date.now());
    open.delete(desk);
  }

  try {
    let app = await launchApp({ dataFolder });
    const first = await app.page();
    for (const desk of [you, there]) await enter(first, desk);
    await app.quit();

    while (result.kills < kills) {
      for (const site of sites) await site.setLine(pick(['well', 'bad', 'bad', 'bad', 'down']));
      const when = pick([
        'starting up',
        'after an answer',
        'at any moment',
        'at any moment',
        'at a write',
        'at a write',
      ]);
      if (when === 'starting up') {
        await killStartingUp(dataFolder, between(0, 1200));
      } else {
        app = await launchApp({ dataFolder });
        const page = await app.page();
        if (sites.every(({ isWell }) => isWell()) && chance.is(0.5)) {
          const desk = pick([you, eve, there]);
          if (!open.has(desk)) await enter(page, desk);
          else if (open.size > 1) await leave(page, desk);
        }
        await liveUntilKilled(app, page, when);
      }
      result.kills += 1;
      examine(when);
      log(`kill ${result.kills}, ${when}, ${open.size} accounts: ${result.entries} entries`);
    }

    for (const site of sites) await site.setLine('well');
    await Promise.all(pending);
    app = await launchApp({ dataFolder });
    const page = await app.page();
    for (const desk of desks) if (!open.has(desk)) await enter(page, desk);
    // The file tells whether a timer runs and a write waits: the window learns of either a moment later.
    if (dumpOf(path).time_entry.some((one) => one.end_time === null && one.discarded_at === null)) {
      await untilState(page, ({ time }) => time.running !== null);
      await page.evaluate(() => window.punchcard.send('timer.stop', {}));
    }
    // Writes that could still be undone are due at once, and lost ones have arrived by now. The wall clock, which gives entries their
    // times, stays.
    await app.electron.evaluate((_, ahead) => {
      const monotonic = performance.now.bind(performance);
      performance.now = () => monotonic() + ahead;
    }, LATE_LANDING_MS + 20_000);
    const isWaiting = () => dumpOf(path).outbox.some(({ state }) => state !== 'sent');
    for (let attempt = 0; attempt < SEND_ATTEMPTS && isWaiting(); attempt += 1) {
      await page.evaluate(() => window.punchcard.send('outbox.send-now', {}));
      const { outbox } = await untilState(page, () => true);
      await answerQuestions(page, outbox.items);
      await delay(SECOND / 4);
    }
    if (isWaiting()) result.lost.push(`the outbox is not empty: ${JSON.stringify(dumpOf(path).outbox)}`);
    // The app checks for duplicates of resent writes after two and five minutes.
    if (hasLateWrite) await delay(5.5 * MINUTE);
    for (const desk of desks) await leave(page, desk);
    await app.quit();

    if (verdictOn(path) !== 'ok') result.integrity = verdictOn(path);
    const kept = dumpOf(path);
    result.entries = kept.time_entry.length;
    const findings = noFindings();
    for (const site of sites) {
      const held = await site.everything();
      for (const one of site.desks)
        audit({ journal: one, kept: accountIn(kept, one.accountId), held, heldTasks: [] }, findings);
      auditOwners(site.at, desks, held, [], findings);
    }
    result.lost.push(...findings.lost, ...findings.stuck, ...findings.asked);
    const { doubled, foreign, wrongServer, wrongPerson } = findings;
    result.doubled.push(...doubled, ...foreign, ...wrongServer, ...wrongPerson);
  } finally {
    await Promise.all(pending);
    for (const site of sites) await site.stop();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }
  return result;

  async function liveUntilKilled(app: RunningApp, page: Page, when: string): Promise<void> {
    let isKilled = false;
    const kill = () => {
      isKilled = true;
      return app.kill();
    };
    await untilState(page, () => true);
    const commands = when === 'after an answer' ? between(1, 4) : 1000;
    let killing: Promise<void> | null = null;
    if (when === 'at any moment') killing = delay(between(0, 2500)).then(kill);
    if (when === 'at a write' && sites.some(({ isBad }) => isBad())) {
      killing = Promise.race([
        delay(4 * SECOND),
        new Promise<void>((resolve) => {
          onWrite = { before: resolve, after: resolve };
        }),
      ]).then(kill);
    }
    killing ??= when === 'after an answer' ? null : delay(between(500, 2500)).then(kill);
    for (let sent = 0; sent < commands && !isKilled; sent += 1) {
      if ((await act(page)) === 'lost') break;
      if (when !== 'after an answer') await delay(between(0, 600));
    }
    await (killing ?? kill());
    onWrite = null;
  }
}

export function summary({ kills, entries, lost, doubled, integrity }: CrashResult): string {
  return `kills ${kills}, entries ${entries}, lost ${lost.length}, doubled ${doubled.length}, integrity ${integrity}`;
}

/** Starts the app and kills it soon. */
async function killStartingUp(dataFolder: string, afterMs: number): Promise<void> {
  const { executablePath, args, env } = electronCommand({ dataFolder });
  const child = spawn(executablePath, args, { env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await delay(afterMs);
  child.kill('SIGKILL');
  await ended;
}
