/**
 * The real app, killed again and again while entries are made and the network misbehaves. Afterwards the service must hold
 * exactly the entries that this computer holds, each once; and what was confirmed before a kill must be in its file.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { CommandName, Payload } from '../../electron/bridge/contract.ts';
import type { TimeEntry } from '../../electron/service/records.ts';
import { electronCommand, launchApp, makeDataFolder, type RunningApp } from '../app/app.ts';
import { type Service, startService } from '../app/service.ts';
import { readState, until } from '../app/steps.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export interface CrashOptions {
  kills: number;
  /** The same choices again; what they meet depends on the moment. */
  seed: number;
  /** False: writes always reach the service, only their answers are lost; then no wait for a late landing takes minutes. */
  losesWrites: boolean;
  say: (line: string) => void;
}

export interface CrashResult {
  kills: number;
  entries: number;
  /** Kept here and not, or not so, at the service; and changes that were confirmed and are not in the file. */
  lost: string[];
  /** At the service and not here. */
  doubled: string[];
  /** What `PRAGMA integrity_check` said, `ok` if it said so every time. */
  integrity: string;
}

/** A row of time_entry, as far as it matters here. */
interface Kept {
  id: string;
  taskId: string;
  start: string;
  end: string | null;
  note: string;
  isDiscarded: boolean;
}

/** What the person believes: starts are chosen to the millisecond and so tell entries apart. */
interface Believed {
  taskId: string;
  start: string;
  /** Where only the time between question and answer is known: its first and last moment. */
  end: string | null | [from: number, to: number];
  note: string;
  isDiscarded: boolean;
}

type Line = 'well' | 'bad' | 'down';

export async function runCrashes({ kills, seed, losesWrites, say }: CrashOptions): Promise<CrashResult> {
  const chance = random(seed);
  const pick = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(chance() * from.length)] ?? from[0];
  const between = (least: number, most: number) => Math.floor(least + chance() * (most - least));

  const result: CrashResult = { kills: 0, entries: 0, lost: [], doubled: [], integrity: 'ok' };
  const dataFolder = makeDataFolder();
  const service = await startService();
  const port = Number(new URL(service.address).port);
  const { tasks } = await service.assigned();
  const taskIds = tasks.map(({ id }) => id).slice(0, 6);
  const existing = new Set((await allEntries(service, taskIds)).map(({ id }) => id));

  let line = 'well' as Line;
  /** Called at the next write that arrives: before, and after the service has carried it out. */
  let onWrite: { before: () => void; after: () => void } | null = null;
  const underWay = new Set<Promise<unknown>>();

  function meddle(): void {
    service.served.intercept = async (request) => {
      if (line === 'well') return undefined;
      const isWrite = request.method !== 'GET';
      if (isWrite && onWrite !== null) {
        const { before, after } = onWrite;
        onWrite = null;
        if (losesWrites && chance() < 0.5) {
          before();
          return 'drop';
        }
        void delay(0).then(after);
        return 'commit-then-drop';
      }
      const dice = chance();
      if (isWrite && !losesWrites) return dice < 0.3 ? 'commit-then-drop' : undefined;
      if (dice < 0.06) return 'drop';
      if (dice < 0.12 && isWrite) return 'commit-then-drop';
      if (dice < 0.17) return new Response('{"message":"Internal Server Error"}', { status: 500 });
      if (dice < 0.22 && isWrite) {
        // Given up on, and carried out later all the same.
        const copy = new Request(request.url, {
          method: request.method,
          headers: request.headers,
          body: await request.clone().text(),
        });
        const landing = delay(between(50, 3 * SECOND)).then(() => service.landLate(copy));
        underWay.add(landing);
        void landing.finally(() => underWay.delete(landing));
        return 'drop';
      }
      if (dice < 0.3) await delay(between(50, 1500));
      return undefined;
    };
  }

  async function setLine(next: Line): Promise<void> {
    if (next === line) return;
    if (next === 'down') await service.served.close();
    else if (line === 'down') await service.reopen(port);
    line = next;
    meddle();
  }

  let believed: Believed[] = [];
  const running = () => believed.find(({ end, isDiscarded }) => end === null && !isDiscarded);

  /** What the person's next command is, and what is believed once it is confirmed. */
  function choose(): { name: CommandName; payload: Payload<CommandName>; after: (asked: number) => Believed[] } {
    const current = running();
    const others = believed.filter((entry) => entry !== current);
    const now = Date.now();
    if (current === undefined || chance() < 0.25) {
      const free = taskIds.filter((id) => id !== current?.taskId);
      const taskId = free[Math.floor(chance() * free.length)] ?? '';
      // Later than the start of what runs, and unlike any other.
      const earliest =
        current === undefined ? now - 40 * MINUTE : Math.max(Date.parse(current.start) + 1, now - 40 * MINUTE);
      const start = new Date(Math.min(between(earliest, now - 100), now)).toISOString();
      const made: Believed = { taskId, start, end: null, note: '', isDiscarded: false };
      const ended = current === undefined ? [] : [{ ...current, end: start }];
      return { name: 'timer.start', payload: { taskId, startTime: start }, after: () => [...others, ...ended, made] };
    }
    switch (pick(['stop', 'stop', 'stop', 'note', 'set-start', 'discard', 'try-now'])) {
      case 'note': {
        const note = `note ${between(0, 1e9)}`;
        return { name: 'timer.set-note', payload: { note }, after: () => [...others, { ...current, note }] };
      }
      case 'set-start': {
        const start = new Date(between(now - 60 * MINUTE, now - SECOND)).toISOString();
        return {
          name: 'timer.set-start',
          payload: { startTime: start },
          after: () => [...others, { ...current, start }],
        };
      }
      case 'discard':
        return { name: 'timer.discard', payload: {}, after: () => [...others, { ...current, isDiscarded: true }] };
      case 'try-now':
        return { name: 'outbox.try-now', payload: {}, after: () => believed };
      default:
        return {
          name: 'timer.stop',
          payload: {},
          after: (asked) => [...others, { ...current, end: [asked, Date.now()] }],
        };
    }
  }

  /** One command; `lost`: the app ended before it answered. */
  let inFlight: Believed[] | null = null;
  async function act(page: Page): Promise<'answered' | 'lost'> {
    const { name, payload, after } = choose();
    const asked = Date.now();
    inFlight = after(asked);
    let answer: Awaited<ReturnType<typeof window.punchcard.send>>;
    try {
      answer = await page.evaluate(([command, data]) => window.punchcard.send(command, data), [name, payload] as const);
    } catch {
      // It may have been carried out up to now.
      inFlight = after(asked);
      return 'lost';
    }
    inFlight = null;
    if (answer.ok) believed = after(asked);
    else if (answer.problem.kind !== 'invalid') say(`  ${name} was refused: ${answer.problem.title}`);
    return 'answered';
  }

  /** What the file holds after a kill is the truth from now on, if it is what was confirmed. */
  function examine(what: string): void {
    const { entries, integrity } = readFile(dataFolder);
    if (integrity !== 'ok' && result.integrity === 'ok') result.integrity = integrity;
    const isAsConfirmed = [believed, ...(inFlight === null ? [] : [inFlight])].some((wanted) =>
      isSame(wanted, entries),
    );
    if (!isAsConfirmed) {
      result.lost.push(`after kill ${result.kills} (${what}) the file differs from what was confirmed:
    confirmed ${JSON.stringify(believed)}
    in flight ${JSON.stringify(inFlight)}
    on disk   ${JSON.stringify(entries)}`);
    }
    inFlight = null;
    believed = entries.map(({ id: _, ...entry }) => entry);
    result.entries = entries.length;
  }

  try {
    let app = await launchApp({ dataFolder });
    await signIn(await app.page(), service);
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
        await liveUntilKilled(app, when);
      }
      result.kills += 1;
      examine(when);
      say(`kill ${result.kills}, ${when}, line ${line}: ${result.entries} entries`);
    }

    await setLine('well');
    await Promise.all(underWay);
    app = await launchApp({ dataFolder });
    const page = await app.page();
    if (running()) await page.evaluate(() => window.punchcard.send('timer.stop', {}));
    await until(
      async () => {
        await page.evaluate(() => window.punchcard.send('outbox.try-now', {}));
        await delay(SECOND);
        return (await readState(page)).outbox;
      },
      ({ total }) => total === 0,
      8 * MINUTE,
    ).catch((error: unknown) => result.lost.push(`the outbox is not empty: ${String(error)}`));
    await app.quit();

    const { entries, serverIds, integrity } = readFile(dataFolder);
    if (integrity !== 'ok') result.integrity = integrity;
    result.entries = entries.length;
    const atService = (await allEntries(service, taskIds)).filter(({ id }) => !existing.has(id));
    compare(entries, serverIds, atService, result);
  } finally {
    await Promise.all(underWay);
    if (line === 'down') await service.reopen(port);
    await service.stop();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }
  return result;

  async function liveUntilKilled(app: RunningApp, when: string): Promise<void> {
    let isKilled = false;
    const kill = () => {
      isKilled = true;
      return app.kill();
    };
    const page = await app.page();
    await readState(page);
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

async function signIn(page: Page, service: Service): Promise<void> {
  await page.evaluate(([address, key]) => window.punchcard.send('sign-in.api-key', { address, key }), [
    service.address,
    service.apiKey(),
  ] as const);
  await until(
    () => readState(page),
    ({ account, tasks }) => account?.tokenIn === 'keychain' && tasks.tasks.length > 0,
    20 * SECOND,
  );
}

/** Starts the app and kills it soon, whatever it is doing by then. */
async function killStartingUp(dataFolder: string, afterMs: number): Promise<void> {
  const { executablePath, args, env } = electronCommand({ dataFolder });
  const child = spawn(executablePath, args, { env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await delay(afterMs);
  child.kill('SIGKILL');
  await ended;
}

async function allEntries(service: Service, taskIds: string[]): Promise<TimeEntry[]> {
  return (await Promise.all(taskIds.map((id) => service.entries(id)))).flat();
}

/** Reads a copy of the app's file, as a start after the kill would find it. */
function readFile(dataFolder: string): { entries: Kept[]; serverIds: Map<string, string>; integrity: string } {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-copy-'));
  const path = join(folder, 'punchcard.sqlite');
  for (const suffix of ['', '-wal']) {
    const from = join(dataFolder, `punchcard.sqlite${suffix}`);
    if (existsSync(from)) copyFileSync(from, path + suffix);
  }
  const database = new DatabaseSync(path);
  try {
    const text = (value: unknown) => String(value);
    return {
      integrity: text(database.prepare('PRAGMA integrity_check').get()?.integrity_check),
      entries: database
        .prepare('SELECT * FROM time_entry')
        .all()
        .map((row) => ({
          id: text(row.id),
          taskId: text(row.task_id),
          start: text(row.start_time),
          end: row.end_time === null ? null : text(row.end_time),
          note: text(row.note),
          isDiscarded: row.discarded_at !== null,
        })),
      serverIds: new Map(
        database
          .prepare('SELECT subject, server_id FROM remote')
          .all()
          .map((row) => [text(row.server_id), text(row.subject)]),
      ),
    };
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

function isSame(wanted: Believed[], found: Kept[]): boolean {
  return (
    wanted.length === found.length &&
    wanted.every((entry) =>
      found.some(
        ({ taskId, start, end, note, isDiscarded }) =>
          taskId === entry.taskId &&
          start === entry.start &&
          note === entry.note &&
          isDiscarded === entry.isDiscarded &&
          isSameEnd(entry.end, end),
      ),
    )
  );
}

function isSameEnd(wanted: Believed['end'], found: string | null): boolean {
  if (!Array.isArray(wanted)) return wanted === found;
  const at = Date.parse(found ?? '');
  return at >= wanted[0] && at <= wanted[1];
}

/** Every kept entry once at the service, and nothing else there but discarded ones without length. */
function compare(entries: Kept[], serverIds: Map<string, string>, atService: TimeEntry[], result: CrashResult): void {
  const left = new Set(atService);
  for (const entry of entries.filter(({ isDiscarded }) => !isDiscarded)) {
    const found = [...left].find(
      ({ taskId, startTime, endTime, description }) =>
        taskId === entry.taskId &&
        startTime === entry.start &&
        (endTime ?? null) === entry.end &&
        (description ?? '') === entry.note,
    );
    if (found) left.delete(found);
    else result.lost.push(`not at the service: ${JSON.stringify(entry)}`);
  }
  const discarded = new Set(entries.filter(({ isDiscarded }) => isDiscarded).map(({ id }) => id));
  for (const entry of left) {
    const isDiscarded = discarded.has(serverIds.get(entry.id) ?? '') && entry.endTime === entry.startTime;
    if (!isDiscarded) result.doubled.push(`only at the service: ${JSON.stringify(entry)}`);
  }
}

/** 0 ≤ x < 1, the same row of numbers for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
