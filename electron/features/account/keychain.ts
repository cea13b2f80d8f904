/**
 * Secrets in the OS keychain, through a short-lived worker process that alone loads keytar.
 *
 * Why a process: on a locked keyring keytar's native call never comes back and holds its thread for good. Four of them stop
 * all file work of the process they are in, and one is enough to keep it from ever ending. A process can be killed.
 *
 * What holds for every call: they run one at a time, in the order they were made; each is answered within its time limit;
 * "cannot be read now" is never told as "there is none".
 */

import { z } from 'zod';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { KeychainReply, type KeychainWorker } from '../../../shared/keychain-worker.ts';

/**
 * `timeout`: could not be done now; the keychain is locked, or waits for the person (or the person said no). It says nothing
 * about what is stored. `unavailable`: no keychain answers here, or it failed. `message` is for people and holds no secret.
 */
export type KeychainError = { ok: false; reason: 'timeout' | 'unavailable'; message: string };
export type KeychainResult<T> = { ok: true; value: T } | KeychainError;

/** A secret store. No method ever rejects. */
export interface TokenStore {
  /** null only where the keychain was open and holds none. */
  get(account: string): Promise<KeychainResult<string | null>>;
  /** After a `timeout` the secret may or may not be stored, now or a little later: assume neither. */
  set(account: string, secret: string): Promise<KeychainResult<void>>;
  /** false: there was none. After a `timeout` assume neither. */
  delete(account: string): Promise<KeychainResult<boolean>>;
}

export interface KeychainOptions {
  startWorker: () => KeychainWorker;
  /** The name the secrets are filed under; people see it in their keychain. */
  service?: string;
  /** How long a caller waits for an answer, in ms. */
  timeoutMs?: number;
  /**
   * How long a call that was answered with `timeout` may go on in its worker, in ms from when it began: the keychain may be
   * asking the person for a password, and that window closes with the process that caused it. Nobody waits for it; a
   * following set or delete ends it at once.
   */
  unlockTimeoutMs?: number;
  /** How long an idle worker is kept for a following call, in ms. */
  linger?: number;
  /** A call answered with `timeout` has come to its end after all: the keychain is open now, so asking again is worth it. */
  onRecovered?: () => void;
}

type KeychainCall =
  | { op: 'get'; account: string }
  | { op: 'set'; account: string; secret: string }
  | { op: 'delete'; account: string };
type Value = string | boolean | null;

interface Job {
  call: KeychainCall;
  id: number;
  settle: (result: KeychainResult<Value>) => void;
  timer: NodeJS.Timeout | undefined;
}

/** A secret store over the OS keychain. `close` ends the worker at once and answers what is still open. */
export function createKeychain(options: KeychainOptions): TokenStore & { close(): void } {
  const { startWorker, onRecovered } = options;
  const { service = 'Punchcard', timeoutMs = 5_000, unlockTimeoutMs = 120_000, linger = 2_000 } = options;
  const queue: Job[] = [];
  let worker: KeychainWorker | undefined;
  let running: Job | undefined;
  /** True once the running call's caller has been answered with `timeout`. */
  let overdue = false;
  let lingerTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  function ask(call: KeychainCall): Promise<KeychainResult<Value>> {
    return new Promise((settle) => {
      const job: Job = { call, id: ++lastId, settle, timer: undefined };
      if (closed) return settle(unavailable(messages.account.keychain.closed));
      queue.push(job);
      // A read's time runs from the asking: behind a stuck call it must not wait one limit for each before it.
      // A write's time runs from its start, so that none is given up unsent because of a stuck read before it.
      if (call.op === 'get') job.timer = setTimeout(giveUp, timeoutMs, job);
      pump();
    });
  }

  function pump(): void {
    const next = queue[0];
    if (running !== undefined) {
      // Reads wait behind a stuck call, which leaves the password window standing. A write ends it: were a stuck set to
      // come through after a following delete, a signed-out token would be back.
      if (!overdue || next === undefined || next.call.op === 'get') return;
      dropWorker();
    }
    clearTimeout(lingerTimer);
    if (next === undefined) {
      if (worker !== undefined) lingerTimer = setTimeout(dropWorker, linger);
      return;
    }
    queue.shift();
    running = next;
    overdue = false;
    if (next.call.op !== 'get') next.timer = setTimeout(giveUp, timeoutMs, next);
    try {
      worker ??= hire();
      worker.post({ ...next.call, id: next.id, service });
    } catch {
      // Whatever was thrown stays unread: it may quote the message.
      dropWorker();
      finish(next, unavailable(messages.account.keychain.notStarted));
      pump();
    }
  }

  function hire(): KeychainWorker {
    const hired = startWorker();
    // A worker that was let go may still speak; only the current one is heard.
    hired.onMessage((message) => {
      if (hired === worker) hear(message);
    });
    hired.onExit(() => {
      if (hired !== worker) return;
      worker = undefined;
      lost(messages.account.keychain.ended);
    });
    return hired;
  }

  function hear(message: unknown): void {
    const reply = KeychainReply.safeParse(message);
    if (!reply.success || reply.data.id !== running?.id) {
      dropWorker({ keepRunning: true });
      lost(messages.account.keychain.garbled);
      return;
    }
    const [job, late] = [running, overdue];
    running = undefined;
    finish(job, reply.data.ok ? reply.data : inWords(reply.data));
    pump();
    if (late && reply.data.ok) onRecovered?.();
  }

  /** The worker is gone; so is the call it had, if any. */
  function lost(message: string): void {
    const job = running;
    running = undefined;
    if (job !== undefined) finish(job, unavailable(message));
    pump();
  }

  function giveUp(job: Job): void {
    job.settle({ ok: false, reason: 'timeout', message: messages.account.keychain.locked });
    if (job !== running) {
      queue.splice(queue.indexOf(job), 1);
      pump(); // a write may have been behind it
      return;
    }
    overdue = true;
    job.timer = setTimeout(
      () => {
        dropWorker();
        pump();
      },
      Math.max(0, unlockTimeoutMs - timeoutMs),
    );
    pump();
  }

  function dropWorker({ keepRunning = false } = {}): void {
    const dropped = worker;
    worker = undefined;
    clearTimeout(lingerTimer);
    if (!keepRunning) {
      clearTimeout(running?.timer);
      running = undefined;
    }
    dropped?.kill();
  }

  function close(): void {
    closed = true;
    const open = running === undefined ? queue.splice(0) : [running, ...queue.splice(0)];
    dropWorker();
    for (const job of open) finish(job, unavailable(messages.account.keychain.closed));
  }

  return {
    get: async (account) => expecting(z.string().nullable(), await ask({ op: 'get', account })),
    set: async (account, secret) => {
      const result = await ask({ op: 'set', account, secret });
      return result.ok ? { ok: true, value: undefined } : result;
    },
    delete: async (account) => expecting(z.boolean(), await ask({ op: 'delete', account })),
    close,
  };
}

/** A second answer to a job (it came late) goes nowhere: a promise settles once. */
function finish(job: Job, result: KeychainResult<Value>): void {
  clearTimeout(job.timer);
  job.settle(result);
}

function unavailable(message: string): KeychainError {
  return { ok: false, reason: 'unavailable', message };
}

function expecting<T>(schema: z.ZodType<T>, result: KeychainResult<Value>): KeychainResult<T> {
  if (!result.ok) return result;
  const value = schema.safeParse(result.value);
  return value.success ? { ok: true, value: value.data } : unavailable(messages.account.keychain.garbled);
}

function inWords(reply: Extract<KeychainReply, { ok: false }>): KeychainError {
  switch (reply.why) {
    case 'locked':
      return { ok: false, reason: 'timeout', message: messages.account.keychain.locked };
    case 'no-service':
      return unavailable(messages.account.keychain.noService);
    case 'no-library':
      return unavailable(messages.account.keychain.noLibrary);
    case 'failed':
      return unavailable(messages.account.keychain.failed({ detail: reply.detail }));
  }
}
