/** Saves typed entries. */
import type { AppErrorView, EntryView, TaskRef } from '../../../shared/contract/index.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { request } from '../../app/state/store.ts';
import type { Times } from './entry-draft.ts';

/** The error; null on success. */
export async function addEntry(
  { start, end }: Times,
  note: string,
  task: TaskRef,
  allowLong: boolean,
): Promise<AppErrorView | null> {
  if (end === null) return null;
  const answer = await request('time.add', {
    taskId: task.taskId,
    startTime: toIsoInstant(start),
    endTime: toIsoInstant(end),
    note,
    allowLong,
  });
  return answer.ok ? null : answer.error;
}

/** One command for all changes, so that one undo reverts them together. */
export async function changeEntry(
  entry: EntryView,
  { start, end }: Times,
  original: Times,
  note: string,
  task: TaskRef,
  allowLong: boolean,
): Promise<AppErrorView | null> {
  const isMoved = task.taskId !== entry.task.taskId;
  if (start === original.start && end === original.end && note === entry.note && !isMoved) return null;
  const answer = await request('time.edit', {
    entryId: entry.id,
    // Unchanged times keep their seconds.
    startTime: start === original.start ? entry.startTime : toIsoInstant(start),
    endTime: end === original.end ? entry.endTime : end === null ? null : toIsoInstant(end),
    note,
    ...(isMoved && { taskId: task.taskId }),
    allowLong,
  });
  return answer.ok ? null : answer.error;
}
