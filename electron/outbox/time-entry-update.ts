/** PUT /time-entry/{id} (section 4): carries the whole entry, so the last one sent is what counts, and twice does no harm. */
import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import { clock } from '../words/dates.ts';
import { words } from '../words/index.ts';
import { whole } from './setting.ts';
import type { WriteKind } from './write.ts';

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

export const timeEntryUpdate: WriteKind<TimeEntryUpdatePayload> = whole({
  kind: TIME_ENTRY_UPDATE,
  schema: TimeEntryUpdatePayload,

  async send(payload, { client }, serverId) {
    try {
      if (serverId === undefined) {
        throw new ServiceError({ kind: 'refused', status: 404, message: words.outbox.unknownEntry });
      }
      await client.updateTimeEntry(serverId, {
        startTime: payload.startTime,
        ...(payload.endTime !== null && { endTime: payload.endTime }),
        description: payload.note,
      });
    } catch (error) {
      if (payload.isDiscarded !== true || !isGone(error)) throw error;
    }
    return {};
  },

  // That it reads there as it was sent would not tell that no older one is still on its way.
  find: async () => undefined,

  describe({ identifier, endTime, isDiscarded }) {
    if (isDiscarded) return words.outbox.entry.discard(identifier);
    return endTime === null
      ? words.outbox.entry.change(identifier)
      : words.outbox.entry.stop(identifier, clock(endTime));
  },
});

/** How the service says that it does not know the entry (field notes 3). What something on the way says tells nothing. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.kind !== 'refused' || error.isForeign) return false;
  return error.status === 404 || (error.status === 400 && error.message === 'Workspace ID could not be determined');
}
