/** Hands what was typed to main. */
import type { EntryView, Problem, TaskRef } from '../../electron/bridge/contract.ts';
import { ask } from '../store.ts';
import type { Times } from './draft.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

/** What went wrong; null where nothing did. */
export async function addEntry(
  { start, end }: Times,
  note: string,
  task: TaskRef,
  isLongMeant: boolean,
): Promise<Problem | null> {
  if (end === null) return null;
  const answer = await ask('time.add', {
    taskId: task.taskId,
    startTime: iso(start),
    endTime: iso(end),
    note,
    isLongMeant,
  });
  return answer.ok ? null : answer.problem;
}

/** Times and note first, then the task: the service cannot move an entry, so that makes another one. */
export async function changeEntry(
  entry: EntryView,
  { start, end }: Times,
  known: Times,
  note: string,
  task: TaskRef,
  isLongMeant: boolean,
): Promise<Problem | null> {
  const entryId = entry.id;
  if (start !== known.start || end !== known.end || note !== entry.note) {
    const endTime = end === null ? null : iso(end);
    const answer = await ask('time.edit', { entryId, startTime: iso(start), endTime, note, isLongMeant });
    if (!answer.ok) return answer.problem;
  }
  if (task.taskId === entry.task.taskId) return null;
  const answer = await ask('time.move', { entryId, taskId: task.taskId });
  return answer.ok ? null : answer.problem;
}
