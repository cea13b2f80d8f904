/** Closes the duplicate of an entry that reached the service twice with no duration, because the service cannot delete it. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsEntry } from '../../service/affected-data.ts';
import { ServiceError, wrongRecord } from '../../service/errors.ts';
import { atService, contentOf, isEmpty, isUnchanged, RequestedEntry } from './entry-match.ts';
import { readEntry } from './entry-update-write.ts';

export const TIME_ENTRY_CLOSE = 'time-entry.close';

/** The entry of this computer; `createdAt`: when the service got the other one. */
const KeptEntry = RequestedEntry.extend({ taskId: z.string(), createdAt: z.string() });

export const TimeEntryClosePayload = z.object({
  serverId: z.string(),
  taskId: z.string().optional(),
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
  /** As the service had them when the duplicate was found; older versions did not store the end. */
  startTime: z.string(),
  endTime: z.string().nullable().optional(),
  note: z.string(),
  /** The entry of this computer, if the other one may be a separate entry that looks the same: the person is asked. */
  doubt: KeptEntry.optional(),
  /** The person confirmed that both are the same entry. */
  confirmed: KeptEntry.optional(),
});
export type TimeEntryClosePayload = z.infer<typeof TimeEntryClosePayload>;

/**
 * PUT /time-entry/{id} (docs/service.md#time-entries), after reading the entry: one that somebody changed since is not a duplicate any more
 * and stays. Done once the service answers with the record; a rejected one waits for the person.
 */
export const timeEntryClose: WriteKind<TimeEntryClosePayload> = {
  kind: TIME_ENTRY_CLOSE,
  schema: TimeEntryClosePayload,
  affects: affectsEntry,
  readsFirst: true,
  /** `value`: the entry, if this write closed it. */
  async send(payload, { client }, { isRepeated }) {
    const { serverId, taskId, startTime, endTime, note, doubt, confirmed } = payload;
    // "Send everything now" is no answer.
    if (doubt) return { ask: payload };
    try {
      const there = await readEntry(client, serverId, taskId);
      if (there === undefined) return {};
      if (isEmpty(there)) return isRepeated ? { value: there } : {};
      const seen = { ...atService(there), startTime, note, ...(endTime !== undefined && { endTime }) };
      if (!isUnchanged(there, seen))
        return confirmed === undefined ? {} : { ask: { ...payload, ...atService(there), doubt: confirmed } };
      const value = await client.updateTimeEntry(serverId, { startTime, endTime: startTime, description: note });
      if (value.id !== serverId || !isEmpty(value)) throw wrongRecord();
      return { value };
    } catch (error) {
      if (error instanceof ServiceError && error.isGone) return {};
      throw error;
    }
  },
  // No other write changes this entry, so sending it twice is harmless.
  find: async () => undefined,
  question: ({ doubt, serverId, identifier, startTime, endTime, note }) =>
    doubt && {
      is: 'duplicate-entry',
      taskId: doubt.taskId,
      identifier,
      mine: contentOf(doubt),
      theirs: { serverId, startTime, endTime: endTime ?? null, note, createdAt: doubt.createdAt },
      text: messages.outbox.entry.maybeTwice({ task: identifier }),
    },
  // Without the write, both entries stay.
  answer: ({ doubt, ...payload }, answer) => (answer === 'yes' ? { ...payload, confirmed: doubt } : null),
  describe: ({ identifier }) => messages.outbox.entry.close({ task: identifier }),
};
