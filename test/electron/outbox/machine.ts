/**
 * A computer with Punchcard's outbox and timer: a SQLite file, a manual clock,
 * and a real local workspace behind real HTTP on loopback. It can crash and start again over the same file.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CreatedTask, TASK_CREATE } from '../../../electron/features/tasks/task-create-write.ts';
import { createEntryEditor, type EntryEditor } from '../../../electron/features/time/edit-entries.ts';
import type { EntryChanges } from '../../../electron/features/time/entry-changes.ts';
import type { Entries } from '../../../electron/features/time/entry-store.ts';

import type { RunClock } from '../../../electron/features/time/run-clock.ts';
import type { Timer } from '../../../electron/features/time/timer.ts';
import type { Outbox } from '../../../electron/outbox/outbox.ts';
import type { Undo } from '../../../electron/outbox/undo.ts';
import type { OutboxItem, Sender, WriteKind } from '../../../electron/outbox/write-kind.ts';
import { createClient } from '../../../electron/service/client.ts';
import { createHttp } from '../../../electron/service/http.ts';
import { TimeEntry } from '../../../electron/service/records.ts';
import { type Database, openDatabase } from '../../../electron/store/database.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import type { Transport } from '../../../shared/transport.ts';
import { freePort } from '../../loopback.ts';
import { PATIENCE_MS } from '../../until.ts';
import { addAccount } from '../features/account/account-row.ts';
import { createTimeParts } from '../features/time/parts.ts';
import { type ServedWorkspace, serveLocalWorkspace } from '../local/serve.ts';
import { type TestWorkspace, testWorkspace } from '../local/workspace.ts';

export const ACCOUNT = 'account-1';
/** Not on a full second, so that entries are sent with the times they have here (electron/features/time/fingerprint.ts). */
export const T0 = Date.UTC(2026, 10, 18, 9, 0, 0, 137);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** The parts of a process. */
export interface Run {
  database: Database;
  outbox: Outbox;
  entries: Entries;
  changes: EntryChanges;
  undo: Undo;
  runClock: RunClock;
  timer: Timer;
  edit: EntryEditor;
}

interface Toast {
  text: string;
  undo: { label: string; undoId: number } | undefined;
}

/** State that outlives the process. */
export interface World {
  clock: { ms: number };
  /** The monotonic clock. */
  passed: { ms: number };
  toasts: Toast[];
  /** Calls of onChange. */
  changes: { count: number };
  /** Calls of onSent. */
  sent: { count: number };
  /** Sentences of onRejected. */
  rejected: string[];
  credential: { isDead: boolean; checks: number };
  /** Ids of accounts that are the local workspace. */
  localAccounts: Set<string>;
}

export function newWorld(): World {
  return {
    clock: { ms: T0 },
    passed: { ms: 0 },
    toasts: [],
    changes: { count: 0 },
    sent: { count: 0 },
    rejected: [],
    credential: { isDead: false, checks: 0 },
    localAccounts: new Set(),
  };
}

export function boot(path: string, world: World, furtherKinds: readonly WriteKind[] = []): Run {
  return assemble(openDatabase(path, new Date(world.clock.ms)).database, world, furtherKinds);
}

/** Creates all parts over an open database. */
export function assemble(
  database: Database,
  world: World,
  furtherKinds: readonly WriteKind[] = [],
  together?: (accountId: string) => string[],
): Run {
  const now = () => world.clock.ms;
  const onChange = () => {
    world.changes.count += 1;
  };
  const parts = createTimeParts({
    database,
    kinds: furtherKinds,
    isLocal: (accountId) => world.localAccounts.has(accountId),
    ...(together && { together }),
    now,
    monotonic: () => world.passed.ms,
    random: () => 0.5,
    onChange,
    onSent: () => {
      world.sent.count += 1;
    },
    onMarkedSent: (item, value) => {
      if (item.kind === TASK_CREATE) {
        const { id, identifier } = CreatedTask.parse(value);
        parts.entries.linkTask(item.accountId, item.subject, { id, identifier });
        parts.outbox.setFieldsAfter(item.accountId, item.subject, { taskId: id, identifier });
      }
    },
    onRejected: (_, sentence) => world.rejected.push(sentence),
    isCredentialDead: async () => {
      world.credential.checks += 1;
      return world.credential.isDead;
    },
    showToast: (text, undo) => world.toasts.push({ text, undo: undo ?? undefined }),
  });
  const { entries, changes } = parts;
  const edit = createEntryEditor({ entries, changes, onSuccessor: () => undefined, now });
  return { ...parts, edit };
}

/** Sends everything that is due. */
export async function settle({ outbox }: Run): Promise<void> {
  outbox.wake();
  await outbox.idle();
}

export interface Machine extends World {
  local: TestWorkspace;
  server: ServedWorkspace;
  sender: Sender;
  task: TaskRef;
  otherTask: TaskRef;
  path: string;
  /** The current process. */
  readonly run: Run;
  readonly timer: Timer;
  readonly edit: EntryEditor;
  readonly outbox: Outbox;
  /** `isDown`: no connection can be established. */
  network: { isDown: boolean };
  /** All POST and PUT requests of time entries, in order. */
  writes: { method: string; body: Record<string, unknown> }[];
  /** Advances the clocks and sends everything that is due. */
  pass(ms: number): Promise<void>;
  /** Advances the clocks without waking the outbox. */
  elapse(ms: number): void;
  /** Sets the wall clock forward or back, and sends everything that is due. */
  setClock(by: number): Promise<void>;
  /** Undoes the last change that can be undone. */
  undo(): void;
  /** Kills the process and starts it again. `meanwhile` runs in between. */
  crash(meanwhile?: () => void): void;
  /** Entries on the task at the service. */
  atService(of?: TaskRef): Promise<TimeEntry[]>;
  posts(): number;
  items(): OutboxItem[];
  state(): string[];
  newTask(title: string): Promise<TaskRef>;
  view(): ReturnType<Entries['view']>;
}

export async function startMachine(options: { furtherKinds?: WriteKind[] } = {}): Promise<Machine> {
  const local = await testWorkspace();
  const server = await serveLocalWorkspace(local.workspace);
  const nowhere = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-outbox-'));
  const path = join(folder, 'punchcard.sqlite');
  const world = newWorld();
  const network = { isDown: false };
  const writes: Machine['writes'] = [];

  const transport: Transport = (url, init) =>
    fetch(network.isDown ? url.replace(new URL(url).host, `127.0.0.1:${nowhere}`) : url, init);
  const sender: Sender = {
    accountId: ACCOUNT,
    userId: local.userId,
    server: 'pm.example.org',
    client: createClient(
      createHttp({
        baseUrl: server.baseUrl,
        transport: async (url, init) => {
          if (init.method !== 'GET' && url.includes('/time-entry')) {
            writes.push({ method: String(init.method), body: JSON.parse(String(init.body)) });
          }
          return transport(url, init);
        },
        userAgent: 'Punchcard/test',
        credential: () => local.token,
        timeoutMs: PATIENCE_MS,
      }),
    ),
  };

  let run = boot(path, world, options.furtherKinds);
  addAccount(run.database, ACCOUNT, local.userId);
  run.outbox.startSending(sender);
  await run.outbox.idle();

  onTestFinished(async () => {
    run.outbox.close();
    await server.close();
    await run.outbox.idle();
    run.database.close();
    rmSync(folder, { recursive: true });
  });

  async function newTask(title: string): Promise<TaskRef> {
    const created = await local.addTask({ title });
    return { taskId: created.id, identifier: `ME-${created.number}`, title, projectName: 'Personal' };
  }

  function elapse(ms: number): void {
    world.clock.ms += ms;
    world.passed.ms += ms;
  }

  const task = await newTask('First');
  return {
    ...world,
    local,
    server,
    sender,
    path,
    network,
    writes,
    newTask,
    task,
    otherTask: await newTask('Second'),
    get run() {
      return run;
    },
    get timer() {
      return run.timer;
    },
    get edit() {
      return run.edit;
    },
    get outbox() {
      return run.outbox;
    },
    elapse,
    async pass(ms) {
      elapse(ms);
      await settle(run);
    },
    async setClock(by) {
      world.clock.ms += by;
      await settle(run);
    },
    undo() {
      const { undo } = world.toasts.findLast((toast) => toast.undo !== undefined) ?? {};
      run.undo.undo(ACCOUNT, undo?.undoId ?? -1);
    },
    crash(meanwhile) {
      run.outbox.close();
      run.database.close();
      meanwhile?.();
      run = boot(path, world, options.furtherKinds);
      run.outbox.startSending(sender);
    },
    async atService(of = task) {
      const { json } = await local.call('GET', `/time-entry/task/${of.taskId}`);
      return TimeEntry.array().parse(json);
    },
    posts: () => writes.filter(({ method }) => method === 'POST').length,
    items: () => run.outbox.list(ACCOUNT),
    state: () => run.outbox.list(ACCOUNT).map((item) => item.state),
    view: () => run.entries.view(ACCOUNT, new Date(world.clock.ms), run.outbox),
  };
}

export const iso = (ms: number): string => new Date(ms).toISOString();

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
