import { isSameTask } from '../../../shared/accounts.ts';
import type { AppErrorView, EntryView, TaskRef } from '../../../shared/contract/index.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { request } from '../../state/main-process.ts';
import type { Times } from './entry-draft.ts';

/** The questions of main that the person has answered with yes. */
export interface Confirmed {
  /** The entry may be longer than twelve hours. */
  allowLong: boolean;
  /** Entries of a closed week may change. */
  allowClosed?: true;
}

export const NOT_CONFIRMED: Confirmed = { allowLong: false };

/** The error, or the id of the new entry. */
export async function addEntry(
  { start, end }: Times,
  note: string,
  task: TaskRef,
  confirmed: Confirmed,
): Promise<{ error: AppErrorView } | { entryId: string | null }> {
  if (end === null) return { entryId: null };
  const answer = await request('time.add', {
    taskId: task.taskId,
    accountId: task.accountId,
    startTime: toIsoInstant(start),
    endTime: toIsoInstant(end),
    note,
    ...confirmed,
  });
  return answer.ok ? { entryId: answer.value } : { error: answer.error };
}

/** One command for all changes, so that one undo reverts them together. */
export async function changeEntry(
  entry: EntryView,
  { start, end }: Times,
  original: Times,
  note: string,
  task: TaskRef,
  confirmed: Confirmed,
): Promise<AppErrorView | null> {
  const isMoved = !isSameTask(task, entry.task);
  if (start === original.start && end === original.end && note === entry.note && !isMoved) return null;
  const answer = await request('time.edit', {
    entryId: entry.id,
    // Unchanged times keep their seconds.
    startTime: start === original.start ? entry.startTime : toIsoInstant(start),
    endTime: end === original.end ? entry.endTime : end === null ? null : toIsoInstant(end),
    note,
    ...(isMoved && { taskId: task.taskId, accountId: task.accountId }),
    ...confirmed,
  });
  return answer.ok ? null : answer.error;
}
