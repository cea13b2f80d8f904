/** The time entries of a task, with unsent changes of own entries. Pure. */

import type { TaskEntryView } from '../../../shared/contract/task-details.ts';
import type { OwnEntry } from '../../../shared/time/entry.ts';

/** `entries`: the service's records. Returns each entry once, ordered by start, without discarded ones. */
export function mergeOwnEntries(entries: readonly TaskEntryView[], own: readonly OwnEntry[]): TaskEntryView[] {
  const serverIds = new Set(entries.map(({ id }) => id));
  const byServerId = new Map(own.map((entry) => [entry.serverId, entry]));
  const known = entries.flatMap((entry) => {
    const mine = byServerId.get(entry.id);
    if (mine === undefined) return [entry];
    if (mine.isDiscarded) return [];
    if (!mine.isUnsent) return [entry];
    const { startTime, endTime, note } = mine;
    return [{ ...entry, startTime, endTime, note, isUnsent: true }];
  });
  const missing = own
    .filter(({ serverId, isDiscarded }) => !isDiscarded && (serverId === undefined || !serverIds.has(serverId)))
    .map(({ id, startTime, endTime, note, isUnsent }) => ({
      id,
      person: null,
      isMine: true,
      startTime,
      endTime,
      note,
      isUnsent,
    }));
  return [...known, ...missing].sort((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));
}
