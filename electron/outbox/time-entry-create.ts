/** POST /time-entry (section 4): the one write that must not be repeated blindly, since the service has no idempotency key. */
import { z } from 'zod';
import type { TimeEntry } from '../service/records.ts';
import { words } from '../words/index.ts';
import { TIME_ENTRY_UPDATE, TimeEntryUpdatePayload } from './time-entry-update.ts';
import type { SendResult, WriteKind } from './write.ts';

export const TIME_ENTRY_CREATE = 'time-entry.create';

export const TimeEntryCreatePayload = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for words. */
  identifier: z.string(),
  startTime: z.string(),
  /** null while it runs. */
  endTime: z.string().nullable(),
  note: z.string(),
});
export type TimeEntryCreatePayload = z.infer<typeof TimeEntryCreatePayload>;

export const timeEntryCreate: WriteKind<TimeEntryCreatePayload> = {
  kind: TIME_ENTRY_CREATE,
  schema: TimeEntryCreatePayload,

  async send(payload, { client }) {
    const entry = await client.createTimeEntry({
      taskId: payload.taskId,
      startTime: payload.startTime,
      ...(payload.endTime !== null && { endTime: payload.endTime }),
      ...(payload.note !== '' && { description: payload.note }),
    });
    return made(entry, payload);
  },

  async find(payload, { client, userId }, isKnown) {
    const start = Date.parse(payload.startTime);
    const entries = await client.listTimeEntries(payload.taskId);
    const found = entries.find(
      (entry) =>
        entry.userId === userId &&
        Date.parse(entry.startTime) === start &&
        (entry.description ?? '') === payload.note &&
        !isKnown(entry.id),
    );
    if (found) return made(found, payload);
    // Older servers crash on an entry for a task that is gone, and list nothing for it: only the task itself tells.
    await client.getTask(payload.taskId);
    return undefined;
  },

  /** One that was discarded meanwhile need not be made. */
  replacedBy: (later) =>
    TimeEntryUpdatePayload.safeParse(later).data?.isDiscarded ? null : TimeEntryCreatePayload.safeParse(later).data,

  describe: (payload) =>
    payload.endTime === null
      ? words.outbox.entry.start(payload.identifier)
      : words.outbox.entry.add(payload.identifier),
};

/** Older servers store a duration of 0 for an entry that was complete from the start; an update makes them compute it (field notes 5). */
function made(entry: TimeEntry, payload: TimeEntryCreatePayload): SendResult {
  const { startTime, endTime } = payload;
  if (endTime === null) return { serverId: entry.id };
  const seconds = Math.floor((Date.parse(endTime) - Date.parse(startTime)) / 1000);
  const isWhole = entry.endTime != null && Math.abs((entry.duration ?? -1) - seconds) <= 1;
  return isWhole ? { serverId: entry.id } : { serverId: entry.id, followUp: { kind: TIME_ENTRY_UPDATE, payload } };
}
