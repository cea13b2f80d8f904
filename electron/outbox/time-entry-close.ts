/** An entry that reached the service twice: the one that is too much is closed with no length, since there is no deleting it. */
import { z } from 'zod';
import { words } from '../words/index.ts';
import { unlessGone } from './label-writes.ts';
import { setting } from './setting.ts';

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

/** PUT /time-entry/{id} (section 4). */
export const timeEntryClose = setting<TimeEntryClosePayload>({
  kind: TIME_ENTRY_CLOSE,
  schema: TimeEntryClosePayload,
  send: ({ serverId, startTime, note }, client) =>
    unlessGone(client.updateTimeEntry(serverId, { startTime, endTime: startTime, description: note })),
  describe: ({ identifier }) => words.outbox.entry.close(identifier),
  refused: ({ identifier }) => words.outbox.entry.closeRefused(identifier),
});
