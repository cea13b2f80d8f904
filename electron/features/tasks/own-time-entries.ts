/** The time entries of a task, with unsent changes of own entries. Pure. */

import type { TaskEntryView } from '../../../shared/contract/task-page.ts';
import type { OwnEntry } from '../../../shared/time/entry.ts';

/** `entries`: the service's records. Returns each entry once, ordered by start, without discarded ones. */
export function mergeOwnEntries(entries: readonly TaskEntryView[], own: readonly OwnEntry[]): TaskEntryView[] {
  const serverIds = new Set(entries.map(({ id }) => id));
  const byServerId = new Map(own.map((entry) => [entry.serverId, entry]));
  const merged = entries.flatMap((entry) => {
    const ownEntry = byServerId.get(entry.id);
    if (ownEntry === undefined) return [entry];
    if (ownEntry.isDiscarded) return [];
    const { id: entryId, startTime, endTime, note } = ownEntry;
    return [{ ...entry, entryId, ...(ownEntry.isUnsent && { startTime, endTime, note, isUnsent: true }) }];
  });
  const missing = own
    .filter(({ serverId, isDiscarded }) => !isDiscarded && (serverId === undefined || !serverIds.has(serverId)))
    .map(({ id, startTime, endTime, note, isUnsent }) => ({
      id,
      person: null,
      isMine: true,
      entryId: id,
      startTime,
      endTime,
      note,
      isUnsent,
    }));
  return [...merged, ...missing].sort((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));
}
