/**
 * Kills the whole app repeatedly while entries are created, the network fails, the server changes values, and another person signs in
 * for a while. Afterwards the service must have exactly the entries of this computer, each once and of its person, and the file must
 * contain everything confirmed before a kill.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { OutboxItemView } from '../../shared/contract/outbox-view.ts';
import { electronCommand, launchApp, makeDataFolder, type RunningApp } from '../app/app.ts';
import { type Service, startService } from '../app/service.ts';
import { untilState } from '../app/steps.ts';
import { audit, auditOwners, isSentFor, type Journal, noFindings, startKey } from '../hostile/audit.ts';
import { createChance } from '../hostile/chance.ts';
import { accountIn, dumpOf, entriesIn, verdictOn } from '../hostile/damage.ts';
import { RECOGNISABLE } from '../hostile/normalise.ts';
import { type Believed, chooseAct, isSame, stopped } from '../hostile/person.ts';
import type { Held, Sent } from '../hostile/server.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** So often the app is asked to send its last writes. It looks for a lost one for two minutes. */
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

/** The actions of one person; the account has an id after the sign-in. */
interface Desk extends Journal {
  accountId: string;
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
  const service = await startService();
  const port = Number(new URL(service.address).port);
  const { tasks } = await service.assigned();
  const taskIds = tasks.map(({ id }) => id).slice(0, 6);
  const existing = new Set((await entriesThere()).map(({ id }) => id));
  const habits = Array.from({ length: between(0, 4) }, () => pick(RECOGNISABLE));
  log(`the server: ${habits.map(({ name }) => name).join(', ') || 'keeps values as they are'}`);

  const you = await deskOf('Ada', taskIds.slice(0, 4));
  const eve = await deskOf('Eve', taskIds.slice(4));
  let desk = you;

  async function deskOf(name: string, own: string[]): Promise<Desk> {
    const key = service.addPerson({ name, role: 'admin' });
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await service.landLate(new Request(`${service.served.baseUrl}/user/me`, { headers }));
    const { id } = z.object({ id: z.string() }).parse(await answer.json());
    for (const taskId of own) await service.call('PUT', `/task/assignee/${taskId}`, { userId: id });
    const empty = { believed: [], starts: new Set<string>(), aside: new Set<string>(), tasks: [] };
    return { accountId: '', owner: id, key, taskIds: own, ...empty };
  }

  async function entriesThere() {
    return (await Promise.all(taskIds.map((id) => service.entries(id)))).flat();
  }

  let line = 'well' as Line;
  /** Called for the next write, before and after the service executes it. */
  let onWrite: { before: () => void; after: () => void } | null = null;
  const pending = new Set<Promise<unknown>>();
  let hasLateWrite = false;
  /** Entries created by the app, by the service's ids: the owner, and the values last sent. */
  const made = new Map<string, { of: string; sent: Sent; isTouched: boolean }>();

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
    const by = [you, eve].find(({ key }) => headers.get('authorization') === `Bearer ${key}`)?.owner;
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

  /** Sends a command; `lost`: the app ended before its answer. */
  let inFlight: Believed[] | null = null;
  async function act(page: Page): Promise<'answered' | 'lost'> {
    const asked = Date.now();
    const { name, payload, after } = chooseAct(chance, desk.believed, desk.taskIds, asked);
    inFlight = after(asked, asked);
    for (const entry of inFlight) desk.starts.add(startKey(entry));
    let answer: Awaited<ReturnType<typeof window.punchcard.send>>;
    try {
      answer = await page.evaluate(([command, data]) => window.punchcard.send(command, data), [name, payload] as const);
    } catch {
      // It may have been executed until now.
      inFlight = after(asked, Date.now());
      return 'lost';
    }
    inFlight = null;
    if (answer.ok) desk.believed = after(asked, Date.now());
    else if (answer.error.kind !== 'invalid') log(`  ${name} was refused: ${answer.error.title}`);
    return 'answered';
  }

  /** After a kill the file's content is expected from now on, if it contains what was confirmed. */
  function examine(what: string): void {
    const verdict = verdictOn(path);
    if (verdict !== 'ok' && result.integrity === 'ok') result.integrity = verdict;
    const kept = dumpOf(path);
    for (const one of [you, eve]) {
      const entries = entriesIn(kept, one.accountId);
      const confirmed = [one.believed, ...(inFlight === null || one !== desk ? [] : [inFlight])];
      if (!confirmed.some((wanted) => isSame(wanted, entries))) {
        result.lost.push(`after kill ${result.kills} (${what}) the file differs from what was confirmed:
    confirmed ${JSON.stringify(one.believed)}
    in flight ${JSON.stringify(inFlight)}
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
      const theirs = (await everything()).find((one) => one.startTime === startTime && one.endTime === endTime);
      const entries = entriesIn(dumpOf(path), desk.accountId);
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

  /** Signs a person in, possibly after another one. */
  async function switchTo(page: Page, next: Desk): Promise<void> {
    const asked = Date.now();
    const { account: former } = await untilState(page, ({ app: about }) => about.version !== '');
    if (former !== null) {
      await page.evaluate(() => window.punchcard.send('account.sign-out', {}));
      // Signing out stops the timer.
      desk.believed = stopped(desk.believed, asked, Date.now());
    }
    desk = next;
    await signIn(page, service, next.key);
    const { account } = await untilState(page, (state) => state.account !== null);
    desk.accountId = account?.id ?? '';
  }

  try {
    meddle();
    let app = await launchApp({ dataFolder });
    const first = await app.page();
    for (const next of [eve, you]) await switchTo(first, next);
    await app.quit();

    while (result.kills < kills) {
      await setLine(pick(['well', 'bad', 'bad', 'bad', 'down']));
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
        if (line === 'well' && chance.is(0.3)) await switchTo(page, desk === you ? eve : you);
        await liveUntilKilled(app, page, when);
      }
      result.kills += 1;
      examine(when);
      log(`kill ${result.kills}, ${when}, line ${line}: ${result.entries} entries`);
    }

    await setLine('well');
    await Promise.all(pending);
    app = await launchApp({ dataFolder });
    const page = await app.page();
    for (const next of [desk === you ? eve : you, desk]) {
      await switchTo(page, next);
      // Writes that could still be undone are due at once. The wall clock, which gives entries their times, stays.
      await app.electron.evaluate(() => {
        const monotonic = performance.now.bind(performance);
        performance.now = () => monotonic() + 20_000;
      });
      let { outbox } = await untilState(page, () => true);
      for (let attempt = 0; attempt < SEND_ATTEMPTS && outbox.total > 0; attempt += 1) {
        await page.evaluate(() => window.punchcard.send('outbox.send-now', {}));
        await answerQuestions(page, outbox.items);
        await delay(SECOND / 4);
        ({ outbox } = await untilState(page, () => true));
      }
      if (outbox.total > 0) result.lost.push(`the outbox is not empty: ${JSON.stringify(outbox.items)}`);
      // The app checks for duplicates of resent writes after two and five minutes.
      if (hasLateWrite) await delay(5.5 * MINUTE);
    }
    await page.evaluate(() => window.punchcard.send('account.sign-out', {}));
    await app.quit();

    if (verdictOn(path) !== 'ok') result.integrity = verdictOn(path);
    const kept = dumpOf(path);
    result.entries = kept.time_entry.length;
    const findings = noFindings();
    const held = await everything();
    for (const one of [you, eve]) {
      const account = accountIn(kept, one.accountId);
      audit({ journal: one, kept: account, held, heldTasks: [] }, findings);
    }
    auditOwners('the service', [you, eve], held, findings);
    result.lost.push(...findings.lost, ...findings.stuck, ...findings.asked);
    result.doubled.push(...findings.doubled, ...findings.foreign);
  } finally {
    await Promise.all(pending);
    if (line === 'down') await service.reopen(port);
    await service.stop();
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
    if (when === 'at a write' && line === 'bad') {
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

async function signIn(page: Page, service: Service, key: string): Promise<void> {
  await page.evaluate(([address, given]) => window.punchcard.send('sign-in.api-key', { address, key: given }), [
    service.address,
    key,
  ] as const);
  await untilState(page, ({ account, tasks }) => account?.tokenIn === 'keychain' && tasks.tasks.length > 0);
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
