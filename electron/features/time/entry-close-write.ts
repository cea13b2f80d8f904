/** An entry that reached the service twice: the one that is too much is closed with no length, since there is no deleting it. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/main-messages.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { ServiceError } from '../../service/errors.ts';

export const TIME_ENTRY_CLOSE = 'time-entry.close';

export const TimeEntryClosePayload = z.object({
  serverId: z.string(),
  /** `{projectSlug}-{number}`, for words. */
  identifier: z.string(),
  /** As they are there. */
  startTime: z.string(),
  note: z.string(),
});
export type TimeEntryClosePayload = z.infer<typeof TimeEntryClosePayload>;

/** PUT /time-entry/{id} (docs/service.md#time-entries). Done once the service answers with the record; a rejected one waits for the person. */
export const timeEntryClose: WriteKind<TimeEntryClosePayload> = {
  kind: TIME_ENTRY_CLOSE,
  schema: TimeEntryClosePayload,
  async send({ serverId, startTime, note }, { client }) {
    try {
      return { value: await client.updateTimeEntry(serverId, { startTime, endTime: startTime, description: note }) };
    } catch (error) {
      if (error instanceof ServiceError && error.isGone) return {};
      throw error;
    }
  },
  // Nothing else is ever written to it: sent twice it does no harm.
  find: async () => undefined,
  describe: ({ identifier }) => messages.outbox.entry.close({ task: identifier }),
};
