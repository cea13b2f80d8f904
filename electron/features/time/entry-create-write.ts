/**
 * POST /time-entry (docs/service.md#time-entries). The service has no idempotency key: a lost entry is recognised by its fingerprint,
 * and the person is asked about one that may be it (docs/design.md#time-entries-and-the-outbox).
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, clockOrDay } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { NOTHING_OBSERVED } from '../../outbox/observed-rounding.ts';
import type { DuplicateEntry, SendResult, WriteContext, WriteKind } from '../../outbox/write-kind.ts';
import { affectsEntry } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError, wrongRecord } from '../../service/errors.ts';
import type { Lenient, TimeEntry } from '../../service/records.ts';
import { TIME_ENTRY_CLOSE, type TimeEntryClosePayload } from './entry-close-write.ts';
import {
  atService,
  changesBetween,
  contentOf,
  EntryAtService,
  hasDuration,
  hasFingerprint,
  hasHiddenNote,
  hasSentMilliseconds,
  isAsSent,
  isEmpty,
  isExactlyAsSent,
  isLikeSent,
  isNearFullMinute,
  isSameNote,
  isUnchanged,
  lengthOf,
  type Match,
  matchOf,
  RequestedEntry,
  withRequest,
} from './entry-match.ts';
import { endsBeforeStart, isUnreadable, TIME_ENTRY_UPDATE, TimeEntryUpdatePayload } from './entry-update-write.ts';

export const TIME_ENTRY_CREATE = 'time-entry.create';

export const TimeEntryCreatePayload = RequestedEntry.extend({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
  /** Ids of the person's entries on the task before the first request; null if they could not be read. Never read again. */
  before: z.array(z.string()).nullable().optional(),
  /** The different contents of all requests so far, and how many there were. */
  requests: z.array(RequestedEntry).optional(),
  sends: z.number().optional(),
  /** A record of the service that may be this entry: the person is asked. */
  doubt: EntryAtService.optional(),
  /** The record that the service answered with, if that did not prove to be this entry. */
  answeredId: z.string().optional(),
  /** The person confirmed that it is this entry, or denied it. */
  confirmedId: z.string().optional(),
  refusedIds: z.array(z.string()).optional(),
  /** The entry was changed here since the person confirmed it, so its values stay. */
  isEdited: z.boolean().optional(),
});
export type TimeEntryCreatePayload = z.infer<typeof TimeEntryCreatePayload>;

export const timeEntryCreate: WriteKind<TimeEntryCreatePayload> = {
  kind: TIME_ENTRY_CREATE,
  schema: TimeEntryCreatePayload,
  affects: affectsEntry,
  isUrgent: true,
  oneInDoubtPer: ({ taskId }) => taskId,
  wasRequested: ({ requests, doubt, confirmedId }) => (requests ?? doubt ?? confirmedId) !== undefined,

  /** If the list cannot be read, the entry is sent anyway; then only its fingerprint proves it. */
  async prepare({ doubt: _, ...payload }, { client, userId }, context) {
    const next = { ...payload, requests: withRequest(payload), sends: (payload.sends ?? 0) + 1 };
    if (payload.before !== undefined) return { payload: next };
    try {
      const entries = await client.listTimeEntries(payload.taskId);
      const own = entries.filter((entry) => isOwn(entry, userId));
      // The data folder may be older than the service: another run of the app sent the entry.
      const free = own.filter((entry) => isFree(entry, payload, context));
      const confirmed = free.find(({ id }) => id === payload.confirmedId);
      if (confirmed) return { found: acceptedResult(confirmed, payload) };
      const matching = (wanted: Match) => free.find((one) => bestMatch(one, payload, context) === wanted);
      const sent = matching('proof');
      if (sent) return { found: foundResult(sent, payload, context) };
      const similar =
        matching('changed') ?? matching('equal') ?? free.find((entry) => isLikeSent(entry, payload, context));
      if (similar) return { ask: { ...payload, doubt: atService(similar) } };
      // Unreadable entries of any person count as existing, too.
      return {
        payload: { ...next, before: [...own.map(({ id }) => id), ...(entries.unreadable?.unreadableIds ?? [])] },
      };
    } catch (error) {
      if (!isListRejected(error) && (context.attempts < MAX_PREPARE_ATTEMPTS || !mayBeTooLarge(error))) throw error;
      return { payload: { ...next, before: null } };
    }
  },

  /** An edit after "Yes, the same" is about that record. */
  keepFields: ({ before, requests, sends, answeredId, confirmedId, refusedIds, doubt, ...sent }, next) => ({
    ...next,
    ...{ before, sends, answeredId, confirmedId, refusedIds },
    requests: requests ?? (doubt && [contentOf(sent)]),
    isEdited: confirmedId !== undefined,
  }),
  invalid: (payload) => endsBeforeStart(payload),

  /** Accepts a record that is the entry as this server keeps it, asks about one that may be, and throws on any other. */
  async send(payload, { client, userId }, context) {
    const entry = await client.createTimeEntry({
      taskId: payload.taskId,
      startTime: payload.startTime,
      ...(payload.endTime !== null && { endTime: payload.endTime }),
      ...(payload.note !== '' && { description: payload.note }),
    });
    const isOfTask = isOwn(entry, userId) && entry.taskId === payload.taskId;
    if (!isOfTask || !isFree(entry, payload, context) || entry.unreadableFields?.includes('startTime'))
      throw wrongRecord();
    const leftOutEnd = payload.endTime !== null && entry.endTime == null;
    // A fingerprint is proof, also of an end that the server left out. Before the first answer, only it shows what the server does.
    const { changes: known } = context.observedRounding;
    const isProof = matchOf(entry, payload, { ...context.observedRounding, leavesOutEnds: true }) === 'proof';
    const isNew = !payload.before?.includes(entry.id);
    const isExpected =
      isNew && !leftOutEnd && isAsSent(entry, payload, { ...context.observedRounding, changes: known ?? [] });
    if (!isProof && !isExpected) {
      const asked = { ...payload, doubt: atService(entry), answeredId: entry.id };
      if (candidateMatch(entry, asked, context) === undefined) throw wrongRecord();
      return { ask: asked };
    }
    const changes = changesBetween(payload, entry);
    // Only the answer to an entry with an end shows it.
    const showsEnds = payload.endTime !== null && !entry.unreadableFields?.includes('endTime');
    const leavesOutEnds = showsEnds ? leftOutEnd : context.observedRounding.leavesOutEnds;
    return { ...resultOf(entry, payload), observedRounding: { changes, leavesOutEnds } };
  },

  async find(payload, { client, userId }, context) {
    const { before, confirmedId, refusedIds, sends = 1 } = payload;
    let entries: Lenient<TimeEntry[]>;
    try {
      entries = await client.listTimeEntries(payload.taskId);
    } catch (error) {
      if (context.attempts < MAX_FIND_ATTEMPTS || !(isUnreadable(error) || (await isListFailing(client, payload))))
        throw error;
      return context.isRepeated ? 'unclear' : undefined;
    }
    const own = entries.filter(
      (entry, at) =>
        isOwn(entry, userId) &&
        isFree(entry, payload, context) &&
        entries.findIndex(({ id }) => id === entry.id) === at,
    );
    const confirmed = own.find(({ id }) => id === confirmedId);
    if (confirmed) return acceptedResult(confirmed, payload);
    const matches = own.flatMap((entry) => {
      const match = candidateMatch(entry, payload, context);
      return match === undefined ? [] : [{ entry, match }];
    });
    const sure = matches.find(({ match }) => match === 'proof') ?? onlyEqual(matches, payload);
    if (sure) return foundResult(sure.entry, payload, context);
    const [closest] = matches.toSorted((one, other) => distance(one.entry, payload) - distance(other.entry, payload));
    if (closest) return { ask: { ...payload, doubt: atService(closest.entry) } };
    // An unreadable entry may be ours, unless it existed before or belongs to another entry here.
    const others = new Set(entries.filter((entry) => !isOwn(entry, userId)).map(({ id }) => id));
    const unreadableId = entries.unreadable?.unreadableIds.find(
      (id) => !before?.includes(id) && !refusedIds?.includes(id) && !others.has(id) && !context.isKnown(id),
    );
    if (unreadableId !== undefined) {
      const doubt = { serverId: unreadableId, startTime: null, endTime: null, note: '', createdAt: null };
      return { ask: { ...payload, doubt } };
    }
    // A record without a readable id may be it, too.
    if (entries.unreadable?.reasons.some(({ id, isDropped }) => isDropped && id === null)) {
      if (context.attempts < MAX_FIND_ATTEMPTS) throw wrongRecord();
      return 'unclear';
    }
    // A list without the record that an earlier one showed is not believed at once.
    const { doubt, ...undoubted } = payload;
    if (doubt && entries.every(({ id }) => id !== doubt.serverId)) return { ask: undoubted };
    // For a deleted task, older servers crash on the entry and return an empty list; only reading the task shows that it is gone.
    await client.getTask(payload.taskId);
    return context.isRepeated && sends >= MAX_SENDS ? 'unclear' : undefined;
  },

  question: (payload) =>
    payload.doubt && {
      is: 'same-entry',
      taskId: payload.taskId,
      identifier: payload.identifier,
      mine: contentOf(payload),
      theirs: payload.doubt,
      text: sameEntryText(payload.identifier, payload.doubt),
    },
  answer({ doubt, ...payload }, answer) {
    if (doubt === undefined) return payload;
    if (answer === 'yes') return { ...payload, confirmedId: doubt.serverId, isEdited: false };
    return { ...payload, refusedIds: [...(payload.refusedIds ?? []), doubt.serverId] };
  },

  duplicates: {
    // An intermediary may repeat even the only request. Other runs of the app sent what was found without a request from here.
    checks: (payload) => (mayBeDoubled(payload) || payload.sends === undefined ? 'all' : 'first'),
    async find(payload, { client, userId }, context, serverId) {
      const entries = await client.listTimeEntries(payload.taskId);
      const own = entries.find(({ id }) => id === serverId);
      // A server that kept the milliseconds keeps them, unless a later answer showed otherwise.
      const requests = [contentOf(payload), ...(payload.requests ?? [])];
      const isKept = own !== undefined && requests.some((sent) => hasFingerprint(own, sent));
      // Another run of the app sent the record that the person confirmed, perhaps twice.
      const isConfirmed = isKept && payload.confirmedId === serverId;
      const sent = [...requests, ...(isConfirmed ? [contentOf(atService(own))] : [])];
      // It may be that of another entry whose answer was lost or which was rejected, and which is searched for first.
      const isDisputed = [...context.otherLostWrites, ...context.otherRejectedWrites].some(
        (other) => TimeEntryCreatePayload.safeParse(other).data?.taskId === payload.taskId,
      );
      const isTwin = (entry: TimeEntry) => isOwn(entry, userId) && isFree(entry, payload, context) && !isEmpty(entry);
      const twins = entries.filter(isTwin);
      // Of entries that are equal to the millisecond, two computers keep the same one.
      const [first] = own ? [own, ...twins.filter((entry) => isEqual(entry, own))].toSorted(byAge) : [];
      // Another computer closed ours as the duplicate.
      if (own && isEmpty(own) && EntryAtService.safeParse(context.seen).data?.endTime !== own.endTime) return [];
      return twins.flatMap((entry): DuplicateEntry[] => {
        // Closing it would overwrite a note that could not be read.
        if (hasHiddenNote(entry)) return [];
        const match = bestMatch(entry, { ...payload, requests: sent }, context);
        const isNew = mayBeDoubled(payload) && !isDisputed && !payload.before?.includes(entry.id);
        // Sent again; the first one may have got its end or note since, or its times from a server that changes them now.
        const isLikeOwn =
          own !== undefined && (own.startTime === entry.startTime || [own, ...sent].some(isShifted(entry)));
        const isMoved = sent.some((one) => hasSentMilliseconds(entry, one));
        const isAnswer = entry.id === payload.answeredId;
        // A late request may reach a server that has begun to round.
        const isRounded = match === 'possible' && (!isKept || isSameNote(entry, payload.note));
        const isPossible = isNew && (isLikeOwn || isMoved || isAnswer || match === 'equal' || isRounded);
        // An end that was never sent is somebody's change.
        if (match !== 'proof' && match !== 'changed' && !isPossible) return [];
        const { taskId, identifier } = payload;
        const closing = (record: TimeEntry): TimeEntryClosePayload => ({ ...atService(record), taskId, identifier });
        const isAsRequested = sent.some(({ note }) => isSameNote(entry, note) || !entry.description);
        if (match !== 'proof' || !isAsRequested) {
          const doubt = { taskId, ...contentOf(payload), createdAt: entry.createdAt };
          return [{ serverId: entry.id, kind: TIME_ENTRY_CLOSE, payload: { ...closing(entry), doubt } }];
        }
        return entry === first && own !== undefined
          ? [{ serverId, kind: TIME_ENTRY_CLOSE, payload: closing(own), kept: atService(entry) }]
          : [{ serverId: entry.id, kind: TIME_ENTRY_CLOSE, payload: closing(entry) }];
      });
    },
  },

  /** An entry that was discarded in the meantime is not created. */
  replacedBy: (later) =>
    TimeEntryUpdatePayload.safeParse(later).data?.isDiscarded ? null : TimeEntryCreatePayload.safeParse(later).data,

  describe: (payload) =>
    payload.endTime === null
      ? messages.outbox.entry.start({ task: payload.identifier })
      : messages.outbox.entry.add({ task: payload.identifier }),
};

/** An entry that the service does not show after this many requests is sent again only by the person. */
const MAX_SENDS = 2;
/** After this many failed attempts the entry is sent without the list. */
const MAX_PREPARE_ATTEMPTS = 2;

/** After this many failed searches the person decides whether the entry is sent without one. */
const MAX_FIND_ATTEMPTS = 6;

/** The service refuses to return the list. */
const isListRejected = (error: unknown): boolean =>
  error instanceof ServiceError && error.kind === 'rejected' && !error.isTransient && error.status !== 401;

/** The list may be too large for the service, the network or this app. */
function mayBeTooLarge(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { kind, status = 0 } = error;
  return ['timeout', 'lost', 'malformed', 'too-large'].includes(kind) || status >= 500;
}

/** Something before the service fails only for this list, such as a proxy with a time limit. */
async function isListFailing(client: Client, { taskId }: TimeEntryCreatePayload): Promise<boolean> {
  try {
    await client.whoAmI();
  } catch {
    return false;
  }
  return client.listTimeEntries(taskId).then(
    () => false,
    (error) => error instanceof ServiceError && error.isTransient,
  );
}

/** Names the day of creation if the entry begins on another one. */
function sameEntryText(task: string, { startTime, endTime, createdAt }: EntryAtService): string {
  return messages.outbox.entry.maybeSame({
    task,
    from: clock(startTime ?? ''),
    to: endTime === null ? messages.time.now : clock(endTime),
    since: createdAt === null ? 'null' : clockOrDay(createdAt, new Date(startTime ?? '')),
  });
}

/** It was sent more than once, perhaps by another run of the app, whose requests are unknown without the earlier ids. */
const mayBeDoubled = ({ sends = 1, before, confirmedId }: TimeEntryCreatePayload): boolean =>
  sends > 1 || before === null || confirmedId !== undefined;

/** It belongs to no other entry here, and the person has not said that it is another one. */
function isFree(entry: TimeEntry, payload: TimeEntryCreatePayload, context: WriteContext): boolean {
  if (context.isKnown(entry.id) || payload.refusedIds?.includes(entry.id)) return false;
  if (
    entry.id === payload.confirmedId ||
    [payload, ...(payload.requests ?? [])].some((sent) => hasFingerprint(entry, sent))
  )
    return true;
  const others = [...context.otherLostWrites, ...context.otherRejectedWrites];
  return !others.some((other) => isOfRequest(entry, other));
}

/** It has the fingerprint of an open create. */
export function isOfRequest(entry: TimeEntry, create: unknown): boolean {
  const sent = TimeEntryCreatePayload.safeParse(create).data;
  return sent !== undefined && sent.taskId === entry.taskId && hasFingerprint(entry, sent);
}

/** If the service names no owner, it may be the person's. */
const isOwn = ({ userId }: TimeEntry, ownId: string): boolean => userId === ownId || userId === null;

/** How well a new entry fits; undefined: certainly another one. Any server may change an entry in any way. */
function candidateMatch(entry: TimeEntry, payload: TimeEntryCreatePayload, context: WriteContext): Match | undefined {
  const { before } = payload;
  const match = bestMatch(entry, payload, context);
  if (match === 'proof' || match === 'changed') return match;
  if (before?.includes(entry.id)) return undefined;
  // The service answered with it, or the person is asked about it.
  const isSuspected = entry.id === payload.answeredId || entry.id === payload.doubt?.serverId;
  // Without a list of earlier entries, those of other days are certainly not this one.
  return match ?? (before == null && !isSuspected && distance(entry, payload) > DAY_MS ? undefined : 'possible');
}

/** The best match of an entry with any of the requests. */
function bestMatch(
  entry: TimeEntry,
  payload: TimeEntryCreatePayload,
  { observedRounding }: WriteContext,
): Match | undefined {
  const { requests = [contentOf(payload)] } = payload;
  const matches = new Set(requests.map((sent) => matchOf(entry, sent, observedRounding)));
  return (['proof', 'changed', 'equal', 'possible'] as const).find((match) => matches.has(match));
}

/** On a server that changes times, the only new entry that equals ours after that change, unless somebody may have typed it. */
function onlyEqual<M extends { entry: TimeEntry; match: Match }>(
  matches: readonly M[],
  { before }: TimeEntryCreatePayload,
): M | undefined {
  const [only] = matches;
  if (only === undefined || matches.length > 1 || before == null) return undefined;
  return only.match === 'equal' && !isNearFullMinute(only.entry) ? only : undefined;
}

const isEqual = (one: TimeEntry, other: TimeEntry): boolean =>
  isUnchanged(one, atService(other)) && one.startTime === other.startTime;

type Times = Pick<TimeEntry, 'startTime' | 'endTime'>;

/** The other one starts less than a minute before or after it and is exactly as long, or runs too. */
const isShifted =
  (one: Times) =>
  (other: Times): boolean => {
    const by = Date.parse(one.startTime) - Date.parse(other.startTime);
    return Math.abs(by) < MINUTE_MS && lengthOf(one) === lengthOf(other);
  };

const byAge = (one: TimeEntry, other: TimeEntry): number =>
  Date.parse(one.createdAt) - Date.parse(other.createdAt) || (one.id < other.id ? -1 : 1);

const distance = (entry: TimeEntry, { startTime, note }: TimeEntryCreatePayload): number =>
  Math.abs(Date.parse(entry.startTime) - Date.parse(startTime)) + (isSameNote(entry, note) ? 0 : 0.5);

/** An update follows if the service does not have all of the entry, or if it was changed after a request. */
function resultOf(entry: TimeEntry, payload: TimeEntryCreatePayload): SendResult {
  const seen = atService(entry);
  const sent = contentOf(payload);
  const isEdited = payload.requests?.some((one) => !isDeepStrictEqual(one, sent)) ?? false;
  const there = payload.endTime === null ? { ...entry, endTime: null } : entry;
  const isStored = isEdited ? isExactlyAsSent : isAsSent;
  const isWhole = isStored(there, sent, NOTHING_OBSERVED) && hasDuration(there);
  return { serverId: entry.id, seen, ...(!isWhole && { followUp: updateOf(payload) }) };
}

/** A value that differs from all requests was changed at the service since: the next update asks before overwriting it. */
function foundResult(
  entry: TimeEntry,
  payload: TimeEntryCreatePayload,
  { observedRounding }: WriteContext,
): SendResult {
  const result = resultOf(entry, payload);
  const { requests = [contentOf(payload)] } = payload;
  const leftOutEnd = observedRounding.leavesOutEnds && entry.endTime == null;
  const stored = requests.map((sent) => (leftOutEnd ? { ...sent, endTime: null } : sent));
  const asSent = stored.find((sent) => hasFingerprint(entry, sent));
  const isAsStored = stored.some((sent) => isAsSent(entry, sent, NOTHING_OBSERVED));
  if (asSent === undefined || (isAsStored && !wasUpdated(entry))) return result;
  return { ...result, seen: { ...atService(entry), ...asSent } };
}

/** False if the server does not say when. */
const wasUpdated = ({ createdAt, updatedAt }: TimeEntry): boolean =>
  updatedAt != null && Date.parse(updatedAt) - Date.parse(createdAt) > SECOND_MS;

/** The person confirmed that it is the entry: take over the service's values, unless it was changed here since. */
function acceptedResult(entry: TimeEntry, payload: TimeEntryCreatePayload): SendResult {
  const theirs = atService(entry);
  if (payload.isEdited) return { serverId: entry.id, seen: theirs, followUp: updateOf(payload) };
  const taken: RequestedEntry = {
    startTime: entry.startTime,
    endTime: theirs.endTime ?? (endsBeforeStart({ ...payload, startTime: entry.startTime }) ? null : payload.endTime),
    note: theirs.note || payload.note,
  };
  const isWhole = taken.endTime === theirs.endTime && taken.note === theirs.note && hasDuration(entry);
  const update = updateOf({ ...payload, ...taken });
  // The answer to a request shows what the server does; an entry that was only found may be that of another device.
  const changes = entry.id === payload.answeredId ? changesBetween(payload, entry) : [];
  return {
    serverId: entry.id,
    seen: theirs,
    value: { taken },
    ...(changes.length > 0 && {
      observedRounding: { changes, leavesOutEnds: payload.endTime !== null && theirs.endTime === null },
    }),
    ...(!isWhole && { followUp: update }),
  };
}

function updateOf({ taskId, identifier, startTime, endTime, note }: TimeEntryCreatePayload) {
  return { kind: TIME_ENTRY_UPDATE, payload: { taskId, identifier, startTime, endTime, note } };
}
