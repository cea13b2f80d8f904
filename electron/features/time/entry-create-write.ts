/** POST /time-entry (docs/service.md#time-entries). The service has no idempotency key, so a lost entry is searched before a retry. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { canMatch, isNearText, isNearTime, NO_SERVER_HABITS, type ServerHabits } from '../../outbox/similarity.ts';
import type { DuplicateEntry, SendResult, WriteContext, WriteKind } from '../../outbox/write-kind.ts';
import { affectsEntry } from '../../service/affected-data.ts';
import { ServiceError } from '../../service/errors.ts';
import { replacedFields, type TimeEntry, unreadableIn } from '../../service/records.ts';
import { TIME_ENTRY_CLOSE, type TimeEntryClosePayload } from './entry-close-write.ts';
import { endsBeforeStart, TIME_ENTRY_UPDATE, TimeEntryUpdatePayload } from './entry-update-write.ts';

export const TIME_ENTRY_CREATE = 'time-entry.create';

export const TimeEntryCreatePayload = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
  startTime: z.string(),
  /** null while the entry runs. */
  endTime: z.string().nullable(),
  note: z.string(),
  /** Ids of the person's entries on the task just before the first request; null if they could not be read. */
  before: z.array(z.string()).nullable().optional(),
  /** Number of requests so far; missing means one. */
  sends: z.number().optional(),
});
export type TimeEntryCreatePayload = z.infer<typeof TimeEntryCreatePayload>;

export const timeEntryCreate: WriteKind<TimeEntryCreatePayload> = {
  kind: TIME_ENTRY_CREATE,
  schema: TimeEntryCreatePayload,
  affects: affectsEntry,

  /** If the list cannot be read, the entry is sent anyway; a lost answer is then matched by start and note alone. */
  async prepare(payload, { client, userId }, attempts) {
    // An earlier request may have created the entry, which must not count as one that existed before.
    if ((payload.sends ?? 1) > 1) return payload;
    try {
      const entries = await client.listTimeEntries(payload.taskId);
      const ids = entries.filter((entry) => entry.userId === userId).map(({ id }) => id);
      // Unreadable entries of any person count as existing, too.
      return { ...payload, before: [...ids, ...(unreadableIn(entries)?.unreadableIds ?? [])] };
    } catch (error) {
      if (!isListRejected(error) && (attempts < MAX_PREPARE_ATTEMPTS || !mayBeTooLarge(error))) throw error;
      return { ...payload, before: null };
    }
  },

  again: (payload) => ({ ...payload, sends: (payload.sends ?? 1) + 1 }),

  carryOver(payload, next) {
    const { before, sends = 1 } = payload;
    return sends > 1 ? { ...next, before, sends } : next;
  },

  isAlike(payload, other, habits) {
    const lost = TimeEntryCreatePayload.safeParse(other).data;
    if (lost?.taskId !== payload.taskId) return false;
    if (!canMatch(Date.parse(lost.startTime), Date.parse(payload.startTime), habits)) return false;
    return habits.losesNotes || isNearText(lost.note, payload.note) || isNearText(payload.note, lost.note);
  },
  invalid: (payload) => endsBeforeStart(payload),

  async send(payload, { client }) {
    const entry = await client.createTimeEntry({
      taskId: payload.taskId,
      startTime: payload.startTime,
      ...(payload.endTime !== null && { endTime: payload.endTime }),
      ...(payload.note !== '' && { description: payload.note }),
    });
    const replaced = replacedFields(entry);
    const habits: ServerHabits = {
      shiftMs: replaced.includes('startTime')
        ? 0
        : Math.abs(Date.parse(entry.startTime) - Date.parse(payload.startTime)),
      losesNotes: !isNearText(payload.note, entry.description ?? ''),
    };
    return { ...createResult(entry, payload), habits };
  },

  /**
   * Finds the closest match among the person's new entries on the task that belong to no other entry here, unless it is closer to
   * another write whose answer was lost.
   */
  async find(payload, { client, userId }, context) {
    const entries = await client.listTimeEntries(payload.taskId);
    const ownEntries = entries.filter((entry) => entry.userId === userId && !context.isKnown(entry.id));
    const owners = assignEntries(payload, ownEntries, context);
    const found = ownEntries.find((entry) => owners.get(entry) === payload);
    if (found) return foundResult(found, payload);
    // An unreadable entry may be ours, unless it existed before or belongs to another entry here.
    const isUnexplained = (id: string) => !context.isKnown(id) && !(payload.before ?? []).includes(id);
    const others = new Set(entries.filter((entry) => entry.userId !== userId).map(({ id }) => id));
    if (unreadableIn(entries)?.unreadableIds.some((id) => isUnexplained(id) && !others.has(id))) return 'unclear';
    if (ownEntries.some((entry) => !owners.has(entry) && matchOf(entry, payload, context.habits))) return 'unclear';
    // For a deleted task, older servers crash on the entry and return an empty list; only reading the task shows that it is gone.
    await client.getTask(payload.taskId);
    return undefined;
  },

  surplus: {
    isPossible: ({ sends = 1 }) => sends > 1,
    async find(payload, { client, userId }, { isKnown, rivals, habits }, serverId) {
      const { identifier, sends = 1 } = payload;
      const start = Date.parse(payload.startTime);
      const isRival = ({ taskId, startTime }: TimeEntryCreatePayload) =>
        taskId === payload.taskId && isNearTime(start, Date.parse(startTime), habits);
      // The apparent duplicate may be the rival's record.
      if (parsed(rivals).some(isRival)) return undefined;
      const entries = await client.listTimeEntries(payload.taskId);
      const confirmed = entries.find(({ id }) => id === serverId);
      // The server's habits make the match looser, so a match that needs them must equal the confirmed entry.
      const isTwin = (entry: TimeEntry) =>
        matchOf(entry, payload, { ...habits, shiftMs: 0 })?.isSure ||
        (isSame(entry, confirmed) && matchOf(entry, payload, habits)?.isSure);
      return (
        entries
          .filter((entry) => entry.userId === userId && !isKnown(entry.id) && !isEmpty(entry))
          // Closing it would overwrite a note that could not be read.
          .filter((entry) => !isNoteUnreadable(entry))
          .filter((entry) => hasSameEnd(entry, payload, habits) && isTwin(entry))
          .slice(0, sends - 1)
          .map((entry): DuplicateEntry => {
            const note = entry.description ?? '';
            return {
              serverId: entry.id,
              kind: TIME_ENTRY_CLOSE,
              payload: {
                serverId: entry.id,
                identifier,
                startTime: entry.startTime,
                note,
              } satisfies TimeEntryClosePayload,
            };
          })
      );
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

/** After this many failed attempts the entry is sent without the list. */
const MAX_PREPARE_ATTEMPTS = 2;

/** The service refuses to return the list. */
const isListRejected = (error: unknown): boolean =>
  error instanceof ServiceError && error.kind === 'rejected' && !error.isPassing && error.status !== 401;

/** The list may be too large for the service, the network or us. */
function mayBeTooLarge(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { kind, status = 0 } = error;
  return ['timeout', 'lost', 'malformed', 'too-large'].includes(kind) || status >= 500;
}

interface Match {
  /** No other device or write can have created the entry. */
  isSure: boolean;
  /** Smaller is closer. */
  distance: number;
}

/** How well an entry matches a write that may have created it; undefined if the write certainly did not. */
function matchOf(entry: TimeEntry, payload: TimeEntryCreatePayload, habits: ServerHabits): Match | undefined {
  const { before, note } = payload;
  const [sent, start] = [Date.parse(payload.startTime), Date.parse(entry.startTime)];
  const stored = entry.description ?? '';
  const isNoteNear = habits.losesNotes || isNoteUnreadable(entry) || isNearText(note, stored);
  const isNear = isNearTime(sent, start, habits) && isNoteNear;
  if (!isNear || before?.includes(entry.id)) return undefined;
  // Entries of other devices start at another millisecond; a server that rounds turns every start into a full second.
  const isExact = start === sent && isNearText(note, stored);
  const isUnmistakable = isExact && sent % 1000 !== 0;
  const isNew = before != null || isExact || start % 1000 === 0;
  return {
    isSure: hasSameEnd(entry, payload, habits) ? isNew : isUnmistakable,
    distance: Math.abs(start - sent) + (stored === note ? 0 : 0.5),
  };
}

/** The end is as it was sent. Some servers leave the end out of a created entry. */
function hasSameEnd({ endTime: end }: TimeEntry, { endTime }: TimeEntryCreatePayload, habits: ServerHabits): boolean {
  return end == null || (endTime !== null && isNearTime(Date.parse(endTime), Date.parse(end), habits));
}

const isSame = (entry: TimeEntry, own: TimeEntry | undefined): boolean =>
  entry.startTime === own?.startTime && entry.description === own.description;

/** The note could not be read, so it may be any text. */
const isNoteUnreadable = (entry: TimeEntry): boolean => replacedFields(entry).includes('description');

const isEmpty = ({ startTime, endTime }: TimeEntry): boolean =>
  endTime != null && Date.parse(endTime) === Date.parse(startTime);

const parsed = (payloads: readonly unknown[]): TimeEntryCreatePayload[] =>
  payloads.flatMap((payload) => TimeEntryCreatePayload.safeParse(payload).data ?? []);

/** Matches as many writes as possible to one entry each, the closest first (augmenting paths). */
function assignEntries(
  payload: TimeEntryCreatePayload,
  entries: readonly TimeEntry[],
  { rivals, habits }: WriteContext,
): Map<TimeEntry, TimeEntryCreatePayload> {
  const writes = [payload, ...parsed(rivals).filter(({ taskId }) => taskId === payload.taskId)];
  const choices = writes.map((write) => ({ write, entries: nearest(write, entries, habits) }));
  choices.sort((one, other) => (one.entries[0]?.distance ?? 0) - (other.entries[0]?.distance ?? 0));
  const owners = new Map<TimeEntry, (typeof choices)[number]>();

  /** Assigns the write an entry that is free, or whose owner can be moved to a different entry. */
  function assign(choice: (typeof choices)[number], tried: Set<TimeEntry>): boolean {
    for (const { entry } of choice.entries) {
      if (tried.has(entry)) continue;
      tried.add(entry);
      const owner = owners.get(entry);
      if (owner !== undefined && !assign(owner, tried)) continue;
      owners.set(entry, choice);
      return true;
    }
    return false;
  }

  for (const choice of choices) assign(choice, new Set());
  return new Map([...owners].map(([entry, { write }]) => [entry, write]));
}

/** The entries that only this write or a rival can have created, the closest first. */
function nearest(write: TimeEntryCreatePayload, entries: readonly TimeEntry[], habits: ServerHabits) {
  return entries
    .flatMap((entry) => {
      const match = matchOf(entry, write, habits);
      return match?.isSure ? [{ entry, distance: match.distance }] : [];
    })
    .sort((one, other) => one.distance - other.distance);
}

/**
 * Of two similar lost entries, the record may be the other one's: an update gives it this entry's content. The update is also sent if
 * only the server's rounding differs, which is harmless.
 */
function foundResult(entry: TimeEntry, payload: TimeEntryCreatePayload): SendResult {
  const { startTime, endTime, description } = entry;
  const isExact =
    Date.parse(startTime) === Date.parse(payload.startTime) &&
    (endTime == null ? null : Date.parse(endTime)) === (payload.endTime && Date.parse(payload.endTime)) &&
    (description ?? '') === payload.note;
  return isExact ? createResult(entry, payload) : { serverId: entry.id, followUp: updateOf(payload) };
}

function updateOf({ before: _, sends: __, ...payload }: TimeEntryCreatePayload) {
  return { kind: TIME_ENTRY_UPDATE, payload };
}

/** Older servers store a duration of 0 for an entry that was complete from the start; an update makes them compute it. */
function createResult(entry: TimeEntry, payload: TimeEntryCreatePayload): SendResult {
  if (payload.endTime === null) return { serverId: entry.id };
  const end = Date.parse(entry.endTime ?? '');
  const seconds = Math.floor((end - Date.parse(entry.startTime)) / 1000);
  const isWhole =
    isNearTime(Date.parse(payload.endTime), end, NO_SERVER_HABITS) && Math.abs((entry.duration ?? -1) - seconds) <= 1;
  return isWhole ? { serverId: entry.id } : { serverId: entry.id, followUp: updateOf(payload) };
}
