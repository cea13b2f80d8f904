/**
 * Secrets in the OS keychain, through a short-lived worker process that alone loads keytar.
 *
 * Why a process: on a locked keyring keytar's native call never returns and blocks its thread for good. Four such calls stop all file
 * access of their process, and one is enough to keep it from exiting. A process can be killed.
 *
 * Guarantees: calls run one at a time in order, each is answered within its time limit, and "cannot be read now" is never reported as
 * "there is none". Without a working keychain, open-account.ts keeps the token in memory.
 */

import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { KeychainReply, type KeychainWorker } from '../../../shared/keychain-worker.ts';

/**
 * `timeout`: the keychain is locked, waits for the person, or the person refused; whether a secret is stored is unknown.
 * `missing`: there is no keychain. `unavailable`: it failed. `message` is for people and contains no secret.
 */
export type KeychainError = { ok: false; reason: 'timeout' | 'missing' | 'unavailable'; message: string };
export type KeychainResult<T> = { ok: true; value: T } | KeychainError;

/** A secret store. No method rejects. */
export interface TokenStore {
  /** null only if the keychain was open and holds no secret. */
  get(account: string): Promise<KeychainResult<string | null>>;
  /** After a `timeout` the secret may or may not be stored, or may be stored later: assume neither. */
  set(account: string, secret: string): Promise<KeychainResult<void>>;
  /** false: there was none. After a `timeout` assume neither. */
  delete(account: string): Promise<KeychainResult<boolean>>;
}

export interface KeychainOptions {
  startWorker: () => KeychainWorker;
  /** The name of the secrets as people see it in their keychain. */
  service?: string;
  /** How long a caller waits for an answer, in ms. */
  timeoutMs?: number;
  /**
   * How long a call answered with `timeout` may continue in its worker, in ms from its start: the keychain may be asking the person
   * for a password, and that window closes with the process. The next set or delete ends the call at once.
   */
  unlockTimeoutMs?: number;
  /** How long an idle worker is kept for a following call, in ms. */
  linger?: number;
  /** A call answered with `timeout` has succeeded after all: the keychain is open now, so it is worth asking again. */
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

/** A secret store over the OS keychain. `close` ends the worker at once and answers all open calls. */
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
      // A read's time limit starts now: behind a stuck call it must not also wait for the limits of earlier calls.
      // A write's time limit starts when it is sent, so that a stuck read cannot make it time out unsent.
      if (call.op === 'get') job.timer = setTimeout(giveUp, timeoutMs, job);
      pump();
    });
  }

  function pump(): void {
    const next = queue[0];
    if (running !== undefined) {
      // Reads wait behind a stuck call, so that its password window stays open. A write ends it: a stuck set that succeeded after a
      // later delete would bring a signed-out token back.
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
      worker ??= spawn();
      worker.post({ ...next.call, id: next.id, service });
    } catch {
      // The error is ignored because it may quote the message.
      dropWorker();
      finish(next, unavailable(messages.account.keychain.notStarted));
      pump();
    }
  }

  function spawn(): KeychainWorker {
    const spawned = startWorker();
    // Ignore messages from a worker that was already replaced.
    spawned.onMessage((message) => {
      if (spawned === worker) receive(message);
    });
    spawned.onExit(() => {
      if (spawned !== worker) return;
      worker = undefined;
      failRunning(messages.account.keychain.ended);
    });
    return spawned;
  }

  function receive(message: unknown): void {
    const reply = KeychainReply.safeParse(message);
    if (!reply.success || reply.data.id !== running?.id) {
      dropWorker({ keepRunning: true });
      failRunning(messages.account.keychain.garbled);
      return;
    }
    const [job, isLate] = [running, overdue];
    running = undefined;
    finish(job, reply.data.ok ? reply.data : toKeychainError(reply.data));
    pump();
    if (isLate && reply.data.ok) onRecovered?.();
  }

  /** Fails the running call after its worker was lost. */
  function failRunning(message: string): void {
    const job = running;
    running = undefined;
    if (job !== undefined) finish(job, unavailable(message));
    pump();
  }

  function giveUp(job: Job): void {
    job.settle({ ok: false, reason: 'timeout', message: messages.account.keychain.locked });
    if (job !== running) {
      queue.splice(queue.indexOf(job), 1);
      // A write may be next in the queue.
      pump();
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

/** A late second answer to a job has no effect: a promise settles once. */
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

function toKeychainError(reply: Extract<KeychainReply, { ok: false }>): KeychainError {
  switch (reply.why) {
    case 'locked':
      return { ok: false, reason: 'timeout', message: messages.account.keychain.locked };
    case 'no-service':
      return { ok: false, reason: 'missing', message: messages.account.keychain.noService };
    case 'no-library':
      return { ok: false, reason: 'missing', message: messages.account.keychain.noLibrary };
    case 'failed':
      return unavailable(messages.account.keychain.failed({ detail: reply.detail }));
  }
}
