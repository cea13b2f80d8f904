/** The task that is dragged onto the day or onto another group. A store of its own, because it changes with every move of the pointer. */
import { create } from 'zustand';
import type { TaskRef } from '../../shared/contract/index.ts';
import { toIsoInstant } from '../../shared/dates/instant.ts';
import type { DueGroup } from '../../shared/tasks/due-date.ts';
import type { Span } from '../../shared/time/day.ts';
import { request } from './main-process.ts';
import { showError } from './notices.ts';
import { openEntry } from './shown-time.ts';

/** A task cannot be dragged to Overdue. */
export type TargetGroup = Exclude<DueGroup, 'overdue'>;

interface TaskDrag {
  task: TaskRef | null;
  /** The pointer, in the window's coordinates (px). */
  x: number;
  y: number;
  /** To the minute. */
  isExact: boolean;
  /** The time that it would get here; null for none. */
  span: Span | null;
  /** The group of My tasks that it would go to; null for none. */
  group: TargetGroup | null;
}

const nothing: TaskDrag = { task: null, x: 0, y: 0, isExact: false, span: null, group: null };

export const useTaskDrag = create<TaskDrag>(() => nothing);

const set = useTaskDrag.setState;

export const moveTask = (task: TaskRef, { clientX, clientY, altKey }: PointerEvent | React.PointerEvent): void =>
  set({ task, x: clientX, y: clientY, isExact: altKey });

export const aimTask = (span: Span | null): void => set({ span });

export const aimAtGroup = (group: TargetGroup | null): void => set({ group });

export const leaveTask = (): void => set(nothing);

/** Adds the entry. If main asks a question first, opens the form, where the person can answer it. */
export async function dropTask(): Promise<void> {
  const { task, span } = useTaskDrag.getState();
  leaveTask();
  if (task === null || span === null) return;
  const answer = await request('time.add', {
    taskId: task.taskId,
    accountId: task.accountId,
    startTime: toIsoInstant(span.from),
    endTime: toIsoInstant(span.to),
    note: '',
  });
  if (answer.ok) return;
  if (answer.error.kind === 'needs-confirmation') openEntry({ kind: 'add', ...span, gap: null, task });
  else showError(answer.error);
}
