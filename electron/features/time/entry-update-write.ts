/**
 * PUT /time-entry/{id} (docs/service.md#time-entries) sends the whole entry. It is read first: what somebody changed at the service since
 * then is not overwritten before the person has seen it.
 */
import { z } from 'zod';
import { clock } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer } from '../../outbox/answers.ts';
import { replaceWhole } from '../../outbox/idempotent-write.ts';
import { NOTHING_OBSERVED } from '../../outbox/observed-rounding.ts';
import type { Ask, SendResult, WriteKind } from '../../outbox/write-kind.ts';
import { affectsEntry } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError, wrongRecord } from '../../service/errors.ts';
import type { TimeEntry } from '../../service/records.ts';
import {
  atService,
  contentOf,
  EntryAtService,
  hasDuration,
  hasHiddenNote,
  isAsSent,
  isExactlyAsSent,
  isUnchanged,
  isWholeNote,
  RequestedEntry,
  withRequest,
} from './entry-match.ts';

export const TIME_ENTRY_UPDATE = 'time-entry.update';

export const TimeEntryUpdatePayload = RequestedEntry.extend({
  taskId: z.string().optional(),
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
  /** The person discarded the entry: it is closed with no duration, and it is fine if the service no longer has it. */
  isDiscarded: z.boolean().optional(),
  /** The contents of all requests so far. */
  requests: z.array(RequestedEntry).optional(),
  /** The service's present values: the person is asked which version to keep. */
  doubt: EntryAtService.optional(),
  /** The person's choice: overwrite the values that the service had then, or keep them. */
  chosen: z.object({ mine: z.boolean(), over: EntryAtService }).optional(),
});
export type TimeEntryUpdatePayload = z.infer<typeof TimeEntryUpdatePayload>;

/** After this many attempts the person is asked: the entry cannot be read, or the server changes it in a way that is not known. */
const MAX_ATTEMPTS = 4;

export const timeEntryUpdate: WriteKind<TimeEntryUpdatePayload> = replaceWhole<TimeEntryUpdatePayload>({
  kind: TIME_ENTRY_UPDATE,
  schema: TimeEntryUpdatePayload,
  affects: affectsEntry,
  isUrgent: true,
  readsFirst: true,

  invalid: (payload) => endsBeforeStart(payload),
  prepare: async (payload) => ({ payload: { ...payload, requests: withRequest(payload) } }),
  /** The person keeps their version, also a later one. */
  keepFields: ({ requests, chosen }, next) => ({ ...next, requests, ...(chosen?.mine && { chosen }) }),

  async send(
    { doubt: _, ...payload },
    { client },
    { serverId, seen, observedRounding, attempts, isRepeated },
  ): Promise<SendResult | Ask<TimeEntryUpdatePayload>> {
    try {
      if (serverId === undefined) {
        throw new ServiceError({ kind: 'rejected', status: 404, message: messages.outbox.unknownEntry });
      }
      const { chosen } = payload;
      const unreadable = { serverId, startTime: null, endTime: null, note: '', createdAt: null };
      const isBlind = chosen?.over.startTime === null;
      // Keeps a version that neither this computer nor the person has seen.
      if (isBlind && !chosen.mine) return {};
      const read = () => readEntry(client, serverId, payload.taskId);
      let there: TimeEntry | undefined;
      try {
        there = await read();
      } catch (error) {
        if (!isUnreadable(error) || (attempts < MAX_ATTEMPTS && !isBlind)) throw error;
        if (!isBlind) return { ask: { ...payload, doubt: unreadable } };
      }
      const known = chosen && !isBlind ? chosen.over : EntryAtService.safeParse(seen).data;
      const taken = chosen?.mine === false ? takenFrom(chosen.over, payload) : undefined;
      const isChanged = (entry: TimeEntry, since: EntryAtService | undefined) =>
        since !== undefined && !isUnchanged(entry, since);
      const isKnown = there === undefined || !isChanged(there, known);
      const wanted = taken ?? { ...payload, endTime: payload.endTime ?? (isKnown ? keptEnd(there, payload) : null) };
      const done = (entry: TimeEntry) => ({
        seen: { ...atService(entry), ...(hasHiddenNote(entry) && { note: wanted.note }) },
        ...(taken && { value: { taken } }),
      });
      // A note that cannot be read stays as it is, unless the person changed it here.
      const isNoteKept = there !== undefined && hasHiddenNote(there) && known?.note === wanted.note;
      if (there !== undefined && hasHiddenNote(there) && !isNoteKept && chosen === undefined)
        return { ask: { ...payload, doubt: unreadable } };
      if (there !== undefined) {
        const found = there;
        // An earlier request whose answer was lost explains the change.
        const isOurs =
          isRepeated && !isKnown && isAsSent(there, wanted, observedRounding) && isWholeNote(there, wanted.note);
        // So does one that was rejected after it was committed, and then edited here.
        const isEarlier = payload.requests?.some((one) => isExactlyAsSent(found, one, observedRounding)) === true;
        // If it is not the version seen last, a cache may still show an earlier one.
        const isWanted = isExactlyAsSent(there, wanted, NOTHING_OBSERVED);
        // Stopped on another device, without the milliseconds of a typed start.
        const isShownAlike = !isKnown && !isWanted && isUnchanged(there, { ...atService(there), ...wanted });
        if (((isWanted && isKnown) || isOurs || isShownAlike) && hasDuration(there)) return done(there);
        if (!isKnown && !isWanted && !isOurs && !isEarlier) return { ask: { ...payload, doubt: atService(there) } };
      }
      const answer = await acceptAnyAnswer(
        client.updateTimeEntry(serverId, {
          startTime: wanted.startTime,
          ...(wanted.endTime !== null && { endTime: wanted.endTime }),
          ...(!isNoteKept && { description: wanted.note }),
        }),
      );
      const isExact = (entry: TimeEntry) => isExactlyAsSent(entry, wanted, observedRounding);
      // An unchanged entry is the old one, unless the person insisted on what the server does not store.
      const isStored = (entry: TimeEntry) =>
        isExact(entry) ||
        (isAsSent(entry, wanted, observedRounding) && (there === undefined || isChanged(entry, atService(there)))) ||
        (chosen?.mine === true && attempts >= MAX_ATTEMPTS);
      const own = answer?.id === serverId ? answer : undefined;
      if (own && isExact(own)) return done(own);
      // An unreadable answer, or another record, may come from a proxy or a cache: reading the entry decides. If that fails, the
      // request may have arrived all the same.
      const reading = read().catch((error: unknown) => {
        const isDenied = error instanceof ServiceError && !error.mayHaveActed && !error.isGone;
        throw isDenied ? new ServiceError({ kind: 'lost', reason: { is: 'broken' }, cause: error }) : error;
      });
      const entry = (await reading) ?? own;
      if (entry && isStored(entry)) return done(entry);
      if (entry && attempts >= MAX_ATTEMPTS) return { ask: { ...payload, doubt: atService(entry) } };
      throw wrongRecord();
    } catch (error) {
      if (payload.isDiscarded !== true || !(error instanceof ServiceError && error.isGone)) throw error;
    }
    return {};
  },

  // Finding the entry as it was sent would not prove that no older request is still under way.
  find: async () => undefined,

  question: ({ doubt, ...payload }) =>
    doubt && {
      is: 'changed-entry',
      taskId: payload.taskId ?? '',
      identifier: payload.identifier,
      mine: contentOf(payload),
      theirs: doubt,
      text:
        doubt.startTime === null
          ? messages.outbox.entry.unreadableThere({ task: payload.identifier })
          : messages.outbox.entry.changedThere({ task: payload.identifier }),
    },
  answer: ({ doubt, ...payload }, answer) =>
    doubt === undefined ? payload : { ...payload, chosen: { mine: answer === 'yes', over: doubt } },

  describe({ identifier, endTime, isDiscarded }) {
    if (isDiscarded) return messages.outbox.entry.discard({ task: identifier });
    return endTime === null
      ? messages.outbox.entry.change({ task: identifier })
      : messages.outbox.entry.stop({ task: identifier, at: clock(endTime) });
  },
});

/**
 * The entry as the service has it. Servers without a route for one entry, or with one that fails, have it in the list of the task;
 * undefined if it cannot be read at all. Throws ServiceError.
 */
export async function readEntry(
  client: Pick<Client, 'getTimeEntry' | 'listTimeEntries'>,
  serverId: string,
  taskId: string | undefined,
): Promise<TimeEntry | undefined> {
  try {
    return await client.getTimeEntry(serverId);
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.concernsOneRecord || error.isGone || taskId === undefined)
      throw error;
    const listed = await client.listTimeEntries(taskId).catch((why) => {
      if (why instanceof ServiceError && why.isOutage) throw why;
      return [];
    });
    const entry = listed.find(({ id }) => id === serverId);
    if (entry === undefined && !error.isMissingRoute) throw error;
    return entry;
  }
}

/** The record itself, or reading it, fails. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof ServiceError &&
  error.concernsOneRecord &&
  !error.isOutage &&
  (error.isTransient || error.kind === 'malformed');

/** The service cannot take an end away: after an undone stop the record keeps one until the timer stops again. */
function keptEnd(there: TimeEntry | undefined, { startTime }: RequestedEntry): string | null {
  const { endTime } = there ?? {};
  if (endTime == null) return null;
  return Date.parse(endTime) < Date.parse(startTime) ? startTime : endTime;
}

/** The service's version; an end that only this computer has stays. */
function takenFrom({ startTime, endTime, note }: EntryAtService, mine: TimeEntryUpdatePayload): RequestedEntry {
  const start = startTime ?? mine.startTime;
  const isOver = mine.isDiscarded !== true && mine.endTime !== null && Date.parse(mine.endTime) >= Date.parse(start);
  return { startTime: start, endTime: endTime ?? (isOver ? mine.endTime : null), note };
}

/** The reason not to send such an entry: the service would accept it with a negative duration. */
export function endsBeforeStart({ startTime, endTime }: Pick<TimeEntryUpdatePayload, 'startTime' | 'endTime'>) {
  const isBackwards = endTime !== null && Date.parse(endTime) < Date.parse(startTime);
  return isBackwards ? messages.outbox.entry.endsBeforeStart : undefined;
}
