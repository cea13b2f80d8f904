/** PUT /time-entry/{id} (section 4): carries the whole entry, so the last one sent is what counts, and twice does no harm. */
import { z } from 'zod';
import { ServiceError } from '../service/errors.ts';
import { clock } from '../words/en.ts';
import type { WriteKind } from './outbox.ts';

export const TIME_ENTRY_UPDATE = 'time-entry.update';

export const TimeEntryUpdatePayload = z.object({
  /** `{projectSlug}-{number}`, for words. */
  identifier: z.string(),
  startTime: z.string(),
  /** null while it runs. */
  endTime: z.string().nullable(),
  note: z.string(),
});
export type TimeEntryUpdatePayload = z.infer<typeof TimeEntryUpdatePayload>;

export const timeEntryUpdate: WriteKind<TimeEntryUpdatePayload> = {
  kind: TIME_ENTRY_UPDATE,
  schema: TimeEntryUpdatePayload,
  repeatable: true,

  async send(payload, { client }, serverId) {
    if (serverId === undefined) {
      throw new ServiceError({ kind: 'refused', status: 404, message: 'The service does not know this entry.' });
    }
    await client.updateTimeEntry(serverId, {
      startTime: payload.startTime,
      ...(payload.endTime !== null && { endTime: payload.endTime }),
      description: payload.note,
    });
    return {};
  },

  find: async () => undefined,

  describe: (payload) =>
    payload.endTime === null
      ? `Change ${payload.identifier}`
      : `Stop ${payload.identifier} at ${clock(payload.endTime)}`,
};
