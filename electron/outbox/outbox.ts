/**
 * The durable queue of writes to the service. A write is a row on disk before anybody is told that it is done, and it
 * leaves the queue only when the service surely has it.
 *
 *   waiting    surely not at the service
 *   sending    on its way (committed before the request leaves)
 *   unknown    sent, the answer lost: where the service can be read for it, it is adopted as soon as it is found there;
 *              it is sent again only when the lost one can land no more, or it would be doubled, or undo a newer write
 *   needs-you  refused for good; the service's words are kept
 *   sent       done
 *
 * Writes on the same subject keep their order; one that is refused gives way to a newer one that says all it said. One that is
 * stuck never holds up another subject, but for those that stand after it: what is done with a task that is still to be made
 * waits for that. One sender at a time.
 */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { type Database, transaction } from '../store/database.ts';
import { serviceWords } from '../words/faults.ts';
import { words } from '../words/index.ts';

export type OutboxState = 'waiting' | 'sending' | 'unknown' | 'needs-you' | 'sent';

/** Whom the writes are sent as, and through what. */
export interface Sender {
  accountId: string;
  userId: string;
  client: Client;
}

export interface SendResult {
  /** The service's id of what was made. */
  serverId?: string;
  /** A further write on the same subject that this answer calls for; it goes next. */
  followUp?: { kind: string; payload: unknown };
  /** What the service answered, for whoever needs it. */
  value?: unknown;
}

/** One kind of write: how it is sent, and how to find out whether a lost one arrived. */
export interface WriteKind<P = unknown> {
  kind: string;
  schema: z.ZodType<P>;
  /** Asks the service what `find` has to know later, before the write first leaves; the payload is kept as it comes back. Throws ServiceError. */
  prepare?(payload: P, sender: Sender): Promise<P>;
  /** `serverId`: the service's id of the subject, where it is known. Throws ServiceError. */
  send(payload: P, sender: Sender, serverId: string | undefined): Promise<SendResult>;
  /**
   * Looks for a write whose answer was lost. `isKnown` tells the service's ids that belong to other subjects.
   * Gives undefined where it is not there, or not there yet, or where that cannot be told. Throws ServiceError.
   */
  find(payload: P, sender: Sender, isKnown: (serverId: string) => boolean): Promise<SendResult | undefined>;
  /**
   * Present where every write says the whole of its subject: the payload of a later one on it, as this kind sends it, should this
   * one be refused. null where there is nothing to send then; undefined where the later one cannot be read.
   */
  replacedBy?(later: unknown): P | null | undefined;
  /** What it does, in words: "Start PAY-142". */
  describe(payload: P): string;
  /**
   * Present where a refusal ends the write, because what the screen shows can be put back: what that means, in words, such as
   * "PAY-142 stays in To do". Otherwise it waits for the person as `needs-you`.
   */
  refused?(payload: P): string;
  /** Present where the payload holds secrets: what stays of it on disk once the service has them. */
  withoutSecrets?(payload: P): P;
}

/** How a write ended. */
export type Outcome = { state: 'sent'; value: unknown } | { state: 'refused'; message: string } | { state: 'removed' };

export interface OutboxItem {
  id: number;
  accountId: string;
  kind: string;
  subject: string;
  payload: unknown;
  state: OutboxState;
  createdAt: string;
  notBefore: string;
  attempts: number;
  lastError: string | null;
  sendingSince: string | null;
}

/** A write that may be at the service. */
export interface InDoubt {
  subject: string;
  payload: unknown;
  /** Nobody looks for it any more, unless its subject changes. */
  isGivenUp: boolean;
}

export interface OutboxOptions {
  database: Database;
  kinds: readonly WriteKind[];
  now: () => number;
  /** Milliseconds that only ever grow, whatever happens to the clock. */
  monotonic?: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
  /** After every change that can be seen. */
  onChange: () => void;
  /** After the service took a write. */
  onSent: (item: OutboxItem, value: unknown) => void;
  /** In the transaction that settles a write as sent: what else must be on disk with that. */
  onTaken?: (item: OutboxItem, value: unknown) => void;
  /** A write was refused that is put back then (WriteKind.refused): what that means, with the service's words. */
  onRefused?: (item: OutboxItem, sentence: string, error: ServiceError) => void;
  /** A write was refused, and now waits for the person; `message`: why. */
  onNeedsYou?: (item: OutboxItem, message: string) => void;
  /** Asked after a 401: is the credential really dead? Where it is, sending stops until `resume`. */
  isCredentialDead: () => Promise<boolean>;
}

const BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 300_000;
/** A lost write may still land after we gave up on its answer; only after this is it taken for absent (ms). */
export const LATE_LANDING_MS = 120_000;
/** How often it is looked for until then (ms). */
const LOOK_AGAIN_MS = 30_000;
/** No wait is longer, whatever a server asks; a time further ahead is the work of a clock that was set back (ms). */
export const MAX_WAIT_MS = 3_600_000;
/** So often something on the way may stop a write that the service itself would answer, before it needs the person. */
const MOST_STOPPED = 3;
/** Writes that were sent are kept for so long (ms). */
const KEEP_SENT_MS = 30 * 24 * 3_600_000;

/** Of a row `o`: no earlier write of the same subject is open, and none of the subject that it stands after. */
const IS_FIRST = `NOT EXISTS (SELECT 1 FROM outbox p
  WHERE p.account_id = o.account_id AND p.subject = o.subject AND p.state <> 'sent' AND p.id < o.id)
  AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.subject = o.after_subject AND p.state <> 'sent')`;

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(options: OutboxOptions) {
  const { database, now, random, onChange, onSent, onTaken, onRefused, onNeedsYou, isCredentialDead } = options;
  const { monotonic = () => performance.now() } = options;
  const kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));

  const sql = {
    insert: database.prepare(
      `INSERT INTO outbox (account_id, kind, subject, payload, after_subject, state, created_at, not_before)
       VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?)`,
    ),
    openOfSubject: database.prepare(`SELECT * FROM outbox WHERE subject = ? AND state <> 'sent' ORDER BY id`),
    open: database.prepare(`SELECT * FROM outbox WHERE account_id = ? AND state <> 'sent' ORDER BY id LIMIT ?`),
    /** Kinds that begin alike: 'task.' up to, and without, 'task/'. */
    openOfKinds: database.prepare(
      `SELECT * FROM outbox WHERE account_id = ? AND state <> 'sent' AND kind >= ? AND kind < ? ORDER BY id`,
    ),
    setPayload: database.prepare('UPDATE outbox SET payload = ? WHERE id = ?'),
    countOpen: database.prepare(`SELECT count(*) AS n FROM outbox WHERE account_id = ? AND state <> 'sent'`),
    /**
     * The write that goes next: the first open one of its subject, by time. One absurdly far ahead is due: the clock was
     * set back.
     */
    due: database.prepare(
      `SELECT * FROM outbox o WHERE account_id = ?1 AND state <> 'sent' AND state <> 'needs-you'
         AND (not_before <= ?2 OR not_before > ?3) AND ${IS_FIRST} ORDER BY not_before, id LIMIT 1`,
    ),
    next: database.prepare(
      `SELECT * FROM outbox o WHERE account_id = ?1 AND state <> 'sent' AND state <> 'needs-you' AND ${IS_FIRST}
         ORDER BY not_before, id LIMIT 1`,
    ),
    isFirst: database.prepare(`SELECT 1 FROM outbox o WHERE id = ? AND ${IS_FIRST}`),
    /** With a time of its own it has not been tried yet: no wake-up for failed ones may cut that short. */
    rewrite: database.prepare(
      `UPDATE outbox SET payload = ?1, state = 'waiting', last_error = NULL, sending_since = NULL, not_before = coalesce(?2, not_before),
         attempts = CASE WHEN ?2 IS NULL THEN attempts ELSE 0 END WHERE id = ?3`,
    ),
    setState: database.prepare(
      'UPDATE outbox SET state = ?, not_before = ?, attempts = ?, last_error = ?, sending_since = ? WHERE id = ?',
    ),
    remove: database.prepare('DELETE FROM outbox WHERE id = ?'),
    retype: database.prepare('UPDATE outbox SET kind = ?, payload = ? WHERE id = ?'),
    giveUp: database.prepare(
      `INSERT INTO given_up (id, account_id, kind, subject, payload, after_subject, created_at, attempts, sending_since)
       SELECT id, account_id, kind, subject, payload, after_subject, created_at, attempts, sending_since FROM outbox WHERE id = ?`,
    ),
    revive: database.prepare(
      `INSERT OR IGNORE INTO outbox (id, account_id, kind, subject, payload, after_subject, state, created_at, not_before, attempts, sending_since)
       SELECT id, account_id, kind, subject, payload, after_subject, 'unknown', created_at, ?, attempts, sending_since
       FROM given_up WHERE subject = ?`,
    ),
    givenUp: database.prepare('SELECT 1 FROM given_up WHERE subject = ?'),
    forgetGivenUp: database.prepare('DELETE FROM given_up WHERE subject = ?'),
    /** Of one kind: what has left and may be at the service, known or not. */
    inDoubt: database.prepare(
      `SELECT subject, payload, 0 AS is_given_up FROM outbox WHERE account_id = ?1 AND kind = ?2 AND state <> 'sent'
         AND (state IN ('sending', 'unknown') OR state = 'needs-you' AND sending_since IS NOT NULL)
       UNION ALL SELECT subject, payload, 1 FROM given_up WHERE account_id = ?1 AND kind = ?2`,
    ),
    forget: database.prepare('DELETE FROM outbox WHERE subject = ?'),
    forgetRemote: database.prepare('DELETE FROM remote WHERE subject = ?'),
    wakeAll: database.prepare(
      `UPDATE outbox SET not_before = ? WHERE account_id = ? AND attempts > 0 AND state IN ('waiting', 'unknown')`,
    ),
    /** A refused one too: the person asks for it. One that may be at the service is looked for first, as before. */
    wakeOne: database.prepare(
      `UPDATE outbox SET not_before = ?, state = CASE
         WHEN state <> 'needs-you' THEN state WHEN sending_since IS NULL THEN 'waiting' ELSE 'unknown' END
       WHERE id = ? AND account_id = ? AND (state = 'needs-you' OR attempts > 0 AND state IN ('waiting', 'unknown'))`,
    ),
    flush: database.prepare(
      `UPDATE outbox SET not_before = ? WHERE account_id = ? AND state IN ('waiting', 'unknown')`,
    ),
    openById: database.prepare(`SELECT * FROM outbox WHERE id = ? AND state <> 'sent'`),
    /** One that may be at the service is looked for first, as before. */
    wakeRefused: database.prepare(
      `UPDATE outbox SET not_before = ?, state = CASE WHEN sending_since IS NULL THEN 'waiting' ELSE 'unknown' END
       WHERE account_id = ? AND state = 'needs-you'`,
    ),
    /** What was on its way when the app ended: nobody knows whether it arrived. */
    recover: database.prepare(`UPDATE outbox SET state = 'unknown' WHERE state = 'sending'`),
    remember: database.prepare(
      'INSERT INTO remote (account_id, subject, server_id) VALUES (?, ?, ?) ON CONFLICT (subject) DO UPDATE SET server_id = excluded.server_id',
    ),
    remote: database.prepare('SELECT server_id, is_behind FROM remote WHERE subject = ?'),
    setBehind: database.prepare('UPDATE remote SET is_behind = ? WHERE subject = ?'),
    subjectOf: database.prepare('SELECT subject FROM remote WHERE account_id = ? AND server_id = ?'),
    purge: database.prepare(`DELETE FROM outbox WHERE state = 'sent' AND created_at < ?`),
  };
  sql.recover.run();
  sql.purge.run(iso(now() - KEEP_SENT_MS));

  let sender: Sender | null = null;
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** When each write last left, or its answer was given up; one that left in an earlier run may have done so until this one began. */
  const leftAt = new Map<number, number>();
  const startedAt = monotonic();
  /** How often each write was stopped on the way, while the service answered. */
  const stopped = new Map<number, number>();
  /** Who waits for a write to end. */
  const waiting = new Map<number, ((outcome: Outcome) => void)[]>();

  function settle(id: number, outcome: Outcome): void {
    for (const resolve of waiting.get(id) ?? []) resolve(outcome);
    waiting.delete(id);
  }

  /** Until when nothing is sent at all (ms): the server cannot be reached, or asked us to wait. */
  let heldUntil = 0;
  /** The service itself said until when; then only a person may ask sooner. */
  let isHeldByService = false;

  function head(): OutboxItem | undefined {
    if (sender === null || ahead(heldUntil) > 0) return undefined;
    return optional(sql.due.get(sender.accountId, iso(now()), iso(now() + MAX_WAIT_MS)));
  }

  /** Milliseconds until a time. One absurdly far ahead means that the clock was set back: then it counts as come. */
  function ahead(time: number): number {
    const wait = time - now();
    return wait > MAX_WAIT_MS ? 0 : wait;
  }

  /** Sends what is due, one after the other, then sleeps until the next is. */
  function wake(): void {
    if (closed || sender === null || working !== null) return;
    clearTimeout(timer);
    working = work()
      .catch(rest)
      .then(() => {
        working = null;
        // Something became due, or a wait was ended, after the last look.
        if (head() === undefined) arm();
        else wake();
      })
      .catch(rest);
  }

  /** The disk failed us: what is on its way stays `sending`, which counts as unknown, and nothing goes for a while. */
  function rest(error: unknown): void {
    if (closed) return;
    console.error('outbox stopped', error instanceof Error ? error.name : 'error');
    heldUntil = now() + BACKOFF_MS;
    clearTimeout(timer);
    timer = setTimeout(wake, BACKOFF_MS);
  }

  async function work(): Promise<void> {
    for (let item = head(); item !== undefined && !closed; item = head()) await deliver(item);
  }

  function arm(): void {
    if (closed || sender === null) return;
    clearTimeout(timer);
    const next = optional(sql.next.get(sender.accountId));
    if (next !== undefined) timer = setTimeout(wake, Math.max(0, ahead(heldUntil), ahead(Date.parse(next.notBefore))));
  }

  async function deliver(item: OutboxItem): Promise<void> {
    const from = sender;
    const kind = kinds.get(item.kind);
    if (from === null) return;
    const payload = kind?.schema.safeParse(item.payload);
    if (kind === undefined || !payload?.success) {
      setState(item, 'needs-you', { error: words.outbox.unreadable });
      return;
    }
    // One still `sending` here is one whose outcome could not be written down.
    if (item.state !== 'waiting') {
      const found = await look(item, kind, payload.data, from);
      // Whoever looked may be signed out by now, and somebody else in.
      if (found !== 'absent' || sender !== from) return;
    }
    const prepared = await prepare(item, kind, payload.data, from);
    if (prepared === undefined || sender !== from) return;
    const serverId = sql.remote.get(item.subject)?.server_id;
    const sent: OutboxItem = { ...item, payload: prepared, state: 'sending', sendingSince: iso(now()) };
    setState(sent, 'sending', { error: item.lastError });
    leftAt.set(item.id, monotonic());
    let result: SendResult;
    try {
      result = await kind.send(prepared, from, typeof serverId === 'string' ? serverId : undefined);
    } catch (error) {
      await fail(sent, error, mayHaveActed(error) ? 'unknown' : 'waiting', from);
      return;
    }
    finish(sent, result);
  }

  /**
   * The payload as it leaves, on disk before it does; undefined where that cannot be told now. Only before it leaves for the
   * first time: what is asked again after a lost answer would tell of the lost write, too.
   */
  async function prepare(item: OutboxItem, kind: WriteKind, payload: unknown, from: Sender): Promise<unknown> {
    if (kind.prepare === undefined || item.state !== 'waiting') return payload;
    try {
      const prepared = await kind.prepare(payload, from);
      const current = optional(sql.openById.get(item.id));
      // Taken back, or changed, while the service was asked: it begins anew.
      if (current?.state !== 'waiting' || !isDeepStrictEqual(current.payload, item.payload)) return undefined;
      sql.setPayload.run(JSON.stringify(prepared), item.id);
      return prepared;
    } catch (error) {
      await fail(item, error, 'waiting', from);
      return undefined;
    }
  }

  /** Reads the service for a write whose answer was lost; settles the item unless it is surely absent. */
  async function look(
    item: OutboxItem,
    kind: WriteKind,
    payload: unknown,
    from: Sender,
  ): Promise<'absent' | 'settled'> {
    const isKnown = (serverId: string) => {
      const subject = sql.subjectOf.get(from.accountId, serverId)?.subject;
      return subject !== undefined && subject !== item.subject;
    };
    // As old as it was when the service was asked: what lands after that, the answer does not show.
    const age = monotonic() - (leftAt.get(item.id) ?? startedAt);
    let found: SendResult | undefined;
    try {
      found = await kind.find(payload, from, isKnown);
    } catch (error) {
      await fail({ ...item, state: 'unknown' }, error, 'unknown', from);
      return 'settled';
    }
    if (found !== undefined) {
      finish(item, found);
      return 'settled';
    }
    if (age >= LATE_LANDING_MS) return 'absent';
    const notBefore = now() + Math.min(LATE_LANDING_MS - age, LOOK_AGAIN_MS);
    setState(item, 'unknown', { error: item.lastError, notBefore });
    return 'settled';
  }

  function finish(item: OutboxItem, result: SendResult): void {
    transaction(database, () => {
      if (result.serverId !== undefined) sql.remember.run(item.accountId, item.subject, result.serverId);
      sql.setState.run('sent', item.notBefore, item.attempts + 1, null, null, item.id);
      sql.setBehind.run(0, item.subject);
      const kind = kinds.get(item.kind);
      if (kind?.withoutSecrets !== undefined) {
        sql.setPayload.run(JSON.stringify(kind.withoutSecrets(kind.schema.parse(item.payload))), item.id);
      }
      const next = result.followUp;
      // Later writes on the subject carry its whole state, so a follow-up is needed only where there are none.
      if (next && sql.openOfSubject.all(item.subject).length === 0) insert({ ...item, ...next }, now());
      onTaken?.(item, result.value);
    });
    leftAt.delete(item.id);
    stopped.delete(item.id);
    heldUntil = 0;
    onChange();
    onSent(item, result.value);
    settle(item.id, { state: 'sent', value: result.value });
  }

  /** A send or a look failed. `then`: what the item is while nobody refused it for good. */
  async function fail(item: OutboxItem, error: unknown, then: 'waiting' | 'unknown', from: Sender): Promise<void> {
    const attempts = item.attempts + 1;
    // A look that failed does not move the time of the send.
    const isLook = item.state === 'unknown';
    if (!isLook) leftAt.set(item.id, monotonic());
    if (!(error instanceof ServiceError)) {
      // A fault of our own: it will not get better by itself, and must not be lost.
      const message = error instanceof Error ? error.message : String(error);
      setState(item, 'needs-you', { attempts, error: message });
      onNeedsYou?.(item, message);
      settle(item.id, { state: 'refused', message });
      return;
    }
    const isRefused = error.kind === 'refused' && !error.isPassing;
    if (isRefused && error.status === 401) {
      const isDead = sender === from && (await isCredentialDead());
      if (isDead || sender !== from) {
        // Signed out, or somebody else acts by now: it goes with the next session of its account.
        setState(item, then, { attempts, error: words.outbox.signedOut, notBefore: now() });
        if (sender === from) pause();
        return;
      }
    }
    const isStopped = isWebPageRefusal(error) && !(await isDoubtful(from));
    const timesStopped = isStopped ? (stopped.get(item.id) ?? 0) + 1 : 0;
    stopped.set(item.id, timesStopped);
    if ((isRefused && !(error.status === 401 && (await isDoubtful(from)))) || timesStopped >= MOST_STOPPED) {
      const message = wordsOf(error);
      stopped.delete(item.id);
      if (!isLook && (giveWay(item, message) || putBack(item, message, error))) return;
      // Refused at once, it surely is not there; a look that is refused leaves that open.
      setState(item, 'needs-you', { attempts, error: message, ...(!isLook && { sendingSince: null }) });
      onNeedsYou?.(item, message);
      settle(item.id, { state: 'refused', message });
      return;
    }
    const backoff = Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** Math.min(item.attempts, 10)) * (0.5 + random() / 2);
    const notBefore = now() + Math.min(Math.max(error.retryAfterMs ?? 0, backoff), MAX_WAIT_MS);
    setState(item, then, { attempts, error: serviceWords(error), notBefore, ...(!isLook && { sendingSince: now() }) });
    const isAskedToWait = error.retryAfterMs !== undefined;
    // What something on the way does to one write says nothing about the others.
    if (sender === from && (isAskedToWait || !(error.mayHaveActed || isStopped))) {
      heldUntil = notBefore;
      isHeldByService = isAskedToWait;
    }
  }

  /**
   * True where a newer write on the subject says all that the refused one said: that one goes in its manner and at its own time,
   * instead of waiting for ever behind what the service does not take.
   */
  function giveWay(item: OutboxItem, message: string): boolean {
    const kind = kinds.get(item.kind);
    const behind = sql.openOfSubject.all(item.subject).map(fromRow).slice(1);
    const newest = behind.pop();
    const payload = newest && kind?.replacedBy?.(newest.payload);
    if (newest === undefined || payload === undefined) return false;
    transaction(database, () => {
      for (const { id } of behind) takeAway(id);
      if (payload === null) takeAway(newest.id);
      else sql.retype.run(item.kind, JSON.stringify(payload), newest.id);
      sql.remove.run(item.id);
    });
    leftAt.delete(item.id);
    onChange();
    settle(item.id, { state: 'refused', message });
    return true;
  }

  /** True where a refusal ends the write: it goes, and whoever shows it as done is told. */
  function putBack(item: OutboxItem, message: string, error: ServiceError): boolean {
    const kind = kinds.get(item.kind);
    const payload = kind?.schema.safeParse(item.payload);
    if (kind?.refused === undefined || !payload?.success) return false;
    sql.remove.run(item.id);
    leftAt.delete(item.id);
    onChange();
    onRefused?.(item, `${kind.refused(payload.data)}: ${message}`, error);
    settle(item.id, { state: 'refused', message });
    return true;
  }

  /** After a refusal that may not be the service's own, or not about the write: true unless the service says that it knows us, so that it is about the write itself. */
  async function isDoubtful({ client }: Sender): Promise<boolean> {
    return client.whoAmI().then(
      (user) => user === null,
      () => true,
    );
  }

  interface Change {
    error: string | null;
    attempts?: number;
    notBefore?: number;
    sendingSince?: number | null;
  }

  function setState(item: OutboxItem, state: OutboxState, change: Change): void {
    sql.setState.run(
      state,
      change.notBefore === undefined ? item.notBefore : iso(change.notBefore),
      change.attempts ?? item.attempts,
      change.error?.slice(0, 1000) ?? null,
      change.sendingSince === undefined ? item.sendingSince : change.sendingSince && iso(change.sendingSince),
      item.id,
    );
    onChange();
  }

  function insert({ accountId, kind, subject, payload, after }: NewWrite, notBefore: number): number {
    const times = [iso(now()), iso(notBefore)] as const;
    return Number(
      sql.insert.run(accountId, kind, subject, JSON.stringify(payload), after ?? null, ...times).lastInsertRowid,
    );
  }

  function takeAway(id: number): void {
    sql.remove.run(id);
    settle(id, { state: 'removed' });
  }

  /** What was given up while it might be at the service is looked for after all, now that its subject changes again. */
  function revive(subject: string): void {
    sql.revive.run(iso(now()), subject);
    sql.forgetGivenUp.run(subject);
  }

  /** Stops sending; what waits, waits. */
  function pause(): void {
    sender = null;
    clearTimeout(timer);
  }

  return {
    /**
     * Adds a write, and gives its id. Call inside the transaction that makes the change, then `wake` after it. `notBefore` in ms.
     */
    add: insert,

    /** How a write ends, which may be days from now. */
    settled: (id: number): Promise<Outcome> =>
      new Promise((resolve) => waiting.set(id, [...(waiting.get(id) ?? []), resolve])),

    /**
     * Puts the payload, which is the whole subject, into the first of its writes that surely is not at the service, a refused
     * one too; those behind it have nothing left to say and go. `notBefore`: when a write of that kind may leave (ms), as
     * before where it is undefined. Call inside a transaction. False where there is no such write.
     */
    replace(subject: string, payload: unknown, notBefore: (kind: string) => number | undefined): boolean {
      revive(subject);
      const [first, ...behind] = sql.openOfSubject.all(subject).map(fromRow).filter(isSurelyAbsent);
      if (first === undefined) return false;
      const time = notBefore(first.kind);
      sql.rewrite.run(JSON.stringify(payload), time === undefined ? null : iso(time), first.id);
      for (const { id } of behind) takeAway(id);
      return true;
    },

    /**
     * Takes back the subject's writes that surely are not at the service yet. True if the service then never heard of it. Call
     * inside a transaction.
     */
    takeBack(subject: string): boolean {
      revive(subject);
      let clean = sql.remote.get(subject) === undefined;
      for (const item of sql.openOfSubject.all(subject).map(fromRow)) {
        if (isSurelyAbsent(item)) takeAway(item.id);
        else clean = false;
      }
      return clean;
    },

    /** The service's id of a subject. */
    serverId(subject: string): string | undefined {
      const id = sql.remote.get(subject)?.server_id;
      return typeof id === 'string' ? id : undefined;
    },

    /** Takes over something the service has already: from now on it is this subject. */
    remember(accountId: string, subject: string, serverId: string): void {
      sql.remember.run(accountId, subject, serverId);
    },
    isKnown: (accountId: string, serverId: string): boolean => sql.subjectOf.get(accountId, serverId) !== undefined,

    /** True where a write was given up that the service may have all the same. */
    isGivenUp: (subject: string): boolean => sql.givenUp.get(subject) !== undefined,
    /** True where a change was given up: the service has the subject as it was before. */
    isBehind: (subject: string): boolean => sql.remote.get(subject)?.is_behind === 1,
    /** Drops a subject, whatever the service has of it. Call inside a transaction. */
    forget(subject: string): void {
      sql.forget.run(subject);
      sql.forgetGivenUp.run(subject);
      sql.forgetRemote.run(subject);
    },

    /** Of one kind: what has left and may be at the service under a name that is not known here. */
    inDoubt: (accountId: string, kind: string): InDoubt[] =>
      sql.inDoubt.all(accountId, kind).map((row) => ({
        subject: String(row.subject),
        payload: readPayload(String(row.payload)),
        isGivenUp: row.is_given_up === 1,
      })),

    openOf: (subject: string): OutboxItem[] => sql.openOfSubject.all(subject).map(fromRow),
    /** Those whose kind begins so, such as `task.`; the oldest first. */
    openOfKinds: (accountId: string, prefix: `${string}.`): OutboxItem[] =>
      sql.openOfKinds.all(accountId, prefix, `${prefix.slice(0, -1)}/`).map(fromRow),
    list: (accountId: string, limit = 100): OutboxItem[] => sql.open.all(accountId, limit).map(fromRow),
    count: (accountId: string): number => Number(sql.countOpen.get(accountId)?.n ?? 0),

    describe(item: OutboxItem): string {
      const kind = kinds.get(item.kind);
      const payload = kind?.schema.safeParse(item.payload);
      return kind && payload?.success ? kind.describe(payload.data) : words.outbox.unknownWrite;
    },

    wake,
    pause,
    /** Sends as this account from now on. */
    resume(as: Sender): void {
      sender = as;
      // Another server, or one that just answered.
      heldUntil = 0;
      wake();
    },
    /** Forgets all waiting times: the network is back. What the service itself asked to wait for stays. */
    tryNow(): void {
      if (sender === null || (isHeldByService && ahead(heldUntil) > 0)) return;
      heldUntil = 0;
      sql.wakeAll.run(iso(now()), sender.accountId);
      onChange();
      wake();
    },
    /** Sends everything at once, also what still waits for its grace or for the person to take it back: the app is about to end. */
    flush(): void {
      if (sender === null) return;
      heldUntil = 0;
      sql.flush.run(iso(now()), sender.accountId);
      wake();
    },
    /** When a write is tried next, as things stand (ms); null where that is no question of time. */
    nextTry({ id, accountId, state, notBefore }: OutboxItem): number | null {
      const isWaiting = state === 'waiting' || state === 'unknown';
      if (!isWaiting || accountId !== sender?.accountId || sql.isFirst.get(id) === undefined) return null;
      const at = Math.max(Date.parse(notBefore), heldUntil);
      return ahead(at) === 0 ? Math.min(at, now()) : at;
    },
    /** Sends nothing: nobody acts for that account. */
    isPaused: (accountId: string): boolean => sender?.accountId !== accountId,
    /** True while nothing is sent because the service cannot be reached. */
    isHeld: (): boolean => ahead(heldUntil) > 0,
    openItem: (id: number): OutboxItem | undefined => optional(sql.openById.get(id)),
    /** The person asks, for one write or for all: at once, also what the service refused before. */
    retry(id?: number): void {
      if (sender === null) return;
      const { accountId } = sender;
      heldUntil = 0;
      transaction(database, () => {
        if (id !== undefined) {
          sql.wakeOne.run(iso(now()), id, accountId);
          return;
        }
        sql.wakeAll.run(iso(now()), accountId);
        sql.wakeRefused.run(iso(now()), accountId);
      });
      onChange();
      wake();
    },
    /**
     * Gives up one write that needs the person, and what follows it on the same subject. One that may be at the service all the
     * same is kept aside: should the subject change again, it is looked for first. It takes no sender.
     */
    remove(accountId: string, id: number): void {
      const item = optional(sql.openById.get(id));
      if (item?.state !== 'needs-you' || item.accountId !== accountId) return;
      transaction(database, () => {
        if (!isSurelyAbsent(item)) sql.giveUp.run(id);
        for (const open of sql.openOfSubject.all(item.subject).map(fromRow)) takeAway(open.id);
        sql.setBehind.run(1, item.subject);
      });
      onChange();
      wake();
    },
    /** Resolves when nothing is on its way any more. */
    async idle(): Promise<void> {
      while (working !== null) await working;
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}

export interface NewWrite {
  accountId: string;
  kind: string;
  subject: string;
  payload: unknown;
  /** It leaves only when nothing is open on that subject any more. */
  after?: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** A write that needs the person may still be there: when even the look for it was refused. */
/** It is not at the service, and not on its way: it can still be another one. */
export function isSurelyAbsent(item: Pick<OutboxItem, 'state' | 'sendingSince'>): boolean {
  return item.state === 'waiting' || (item.state === 'needs-you' && item.sendingSince === null);
}

/** What the service said, and of which field, where its message does not say that already. */
function wordsOf(error: ServiceError): string {
  const { issues, status } = error;
  const message = serviceWords(error);
  if (isWebPageRefusal(error)) return words.outbox.between(status ?? 0, message);
  const fields = issues.filter((issue) => !message.includes(issue.message));
  return [message, ...fields.map((issue) => `${issue.path}: ${issue.message}`)].join(' · ');
}

/** A firewall or a proxy refuses the request with a page of its own, and does not ask to wait. */
function isWebPageRefusal({ kind, status = 0, retryAfterMs }: ServiceError): boolean {
  return kind === 'not-the-service' && status >= 400 && status < 500 && retryAfterMs === undefined;
}

/** A 2xx answer that cannot be read is no proof that nothing happened, whoever seems to have given it. */
function mayHaveActed(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { status } = error;
  return error.mayHaveActed || (status !== undefined && status >= 200 && status < 300);
}

/** A payload that is no JSON is one that no kind can read. */
function readPayload(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function optional(row: Record<string, unknown> | undefined): OutboxItem | undefined {
  return row && fromRow(row);
}

function fromRow(row: Record<string, unknown>): OutboxItem {
  return {
    id: Number(row.id),
    accountId: String(row.account_id),
    kind: String(row.kind),
    subject: String(row.subject),
    payload: readPayload(String(row.payload)),
    state: String(row.state) as OutboxState,
    createdAt: String(row.created_at),
    notBefore: String(row.not_before),
    attempts: Number(row.attempts),
    lastError: row.last_error === null ? null : String(row.last_error),
    sendingSince: row.sending_since === null ? null : String(row.sending_since),
  };
}
