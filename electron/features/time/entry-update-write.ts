/** PUT /time-entry/{id} (docs/service.md#time-entries): sends the whole entry, so the last request wins and repeating it is harmless. */
import { z } from 'zod';
import { clock } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, replaceWhole } from '../../outbox/idempotent-write.ts';
import { isNearTime, NO_SERVER_HABITS } from '../../outbox/similarity.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsEntry } from '../../service/affected-data.ts';
import { ServiceError } from '../../service/errors.ts';
import type { TimeEntry } from '../../service/records.ts';

export const TIME_ENTRY_UPDATE = 'time-entry.update';

export const TimeEntryUpdatePayload = z.object({
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
  startTime: z.string(),
  /** null while the entry runs. */
  endTime: z.string().nullable(),
  note: z.string(),
  /** The person discarded the entry: it is closed with no duration, and it is fine if the service no longer has it. */
  isDiscarded: z.boolean().optional(),
});
export type TimeEntryUpdatePayload = z.infer<typeof TimeEntryUpdatePayload>;

export const timeEntryUpdate: WriteKind<TimeEntryUpdatePayload> = replaceWhole<TimeEntryUpdatePayload>({
  kind: TIME_ENTRY_UPDATE,
  schema: TimeEntryUpdatePayload,
  affects: affectsEntry,

  invalid: (payload) => endsBeforeStart(payload),

  async send(payload, { client }, serverId) {
    try {
      if (serverId === undefined) {
        throw new ServiceError({ kind: 'rejected', status: 404, message: messages.outbox.unknownEntry });
      }
      const entry = await acceptAnyAnswer(
        client.updateTimeEntry(serverId, {
          startTime: payload.startTime,
          ...(payload.endTime !== null && { endTime: payload.endTime }),
          description: payload.note,
        }),
      );
      // An unknown answer may come from a proxy, so reading the entry back decides.
      if (entry === undefined && !isAsSent(await client.getTimeEntry(serverId), payload)) {
        throw new ServiceError({ kind: 'malformed', reason: { is: 'no-form' } });
      }
    } catch (error) {
      if (payload.isDiscarded !== true || !(error instanceof ServiceError && error.isGone)) throw error;
    }
    return {};
  },

  // Finding the entry as it was sent would not prove that no older request is still under way.
  find: async () => undefined,

  describe({ identifier, endTime, isDiscarded }) {
    if (isDiscarded) return messages.outbox.entry.discard({ task: identifier });
    return endTime === null
      ? messages.outbox.entry.change({ task: identifier })
      : messages.outbox.entry.stop({ task: identifier, at: clock(endTime) });
  },
});

/** The reason not to send such an entry: the service would accept it with a negative duration. */
export function endsBeforeStart({ startTime, endTime }: Pick<TimeEntryUpdatePayload, 'startTime' | 'endTime'>) {
  const isBackwards = endTime !== null && Date.parse(endTime) < Date.parse(startTime);
  return isBackwards ? messages.outbox.entry.endsBeforeStart : undefined;
}

function isAsSent(entry: TimeEntry, { startTime, endTime }: TimeEntryUpdatePayload): boolean {
  const isNear = (sent: string, there: string) => isNearTime(Date.parse(sent), Date.parse(there), NO_SERVER_HABITS);
  if (!isNear(startTime, entry.startTime)) return false;
  return endTime === null || (entry.endTime != null && isNear(endTime, entry.endTime));
}
