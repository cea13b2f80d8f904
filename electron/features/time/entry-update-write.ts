/** PUT /time-entry/{id} (docs/service.md#time-entries): carries the whole entry, so the last one sent is what counts, and twice does no harm. */
import { z } from 'zod';
import { clock } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { acceptAnyAnswer, replaceWhole } from '../../outbox/idempotent-write.ts';
import { isNearTime, NO_SERVER_HABITS } from '../../outbox/similarity.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { ServiceError } from '../../service/errors.ts';
import type { TimeEntry } from '../../service/records.ts';

export const TIME_ENTRY_UPDATE = 'time-entry.update';

export const TimeEntryUpdatePayload = z.object({
  /** `{projectSlug}-{number}`, for words. */
  identifier: z.string(),
  startTime: z.string(),
  /** null while it runs. */
  endTime: z.string().nullable(),
  note: z.string(),
  /** Set where the person discarded it: it is closed with no length, and one that is gone there is as good. */
  isDiscarded: z.boolean().optional(),
});
export type TimeEntryUpdatePayload = z.infer<typeof TimeEntryUpdatePayload>;

export const timeEntryUpdate: WriteKind<TimeEntryUpdatePayload> = replaceWhole({
  kind: TIME_ENTRY_UPDATE,
  schema: TimeEntryUpdatePayload,

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
      // Anybody on the way may have said yes in a form that nobody knows: then the entry itself tells.
      if (entry === undefined && !isAsSent(await client.getTimeEntry(serverId), payload)) {
        throw new ServiceError({ kind: 'malformed', reason: { is: 'no-form' } });
      }
    } catch (error) {
      if (payload.isDiscarded !== true || !(error instanceof ServiceError && error.isGone)) throw error;
    }
    return {};
  },

  // That it reads there as it was sent would not tell that no older one is still on its way.
  find: async () => undefined,

  describe({ identifier, endTime, isDiscarded }) {
    if (isDiscarded) return messages.outbox.entry.discard({ task: identifier });
    return endTime === null
      ? messages.outbox.entry.change({ task: identifier })
      : messages.outbox.entry.stop({ task: identifier, at: clock(endTime) });
  },
});

/** Why such an entry must not be sent: the service would take it, and its length would be negative. */
export function endsBeforeStart({ startTime, endTime }: Pick<TimeEntryUpdatePayload, 'startTime' | 'endTime'>) {
  const isBackwards = endTime !== null && Date.parse(endTime) < Date.parse(startTime);
  return isBackwards ? messages.outbox.entry.endsBeforeStart : undefined;
}

function isAsSent(entry: TimeEntry, { startTime, endTime }: TimeEntryUpdatePayload): boolean {
  const isNear = (sent: string, there: string) => isNearTime(Date.parse(sent), Date.parse(there), NO_SERVER_HABITS);
  if (!isNear(startTime, entry.startTime)) return false;
  return endTime === null || (entry.endTime != null && isNear(endTime, entry.endTime));
}
