/** Moving tasks to another group sets their due date. Loaded when a row is moved. */
import { addDays } from 'date-fns';
import { useEffect } from 'react';
import type { TaskView } from '../../../../shared/contract/index.ts';
import { clock, formatDue, shortDay } from '../../../../shared/i18n/format-dates.ts';
import { taskListMessages } from '../../../../shared/i18n/generated/task-list.ts';
import { type DueGroup, dayOf, dueDistance, isOverdue, parseDue } from '../../../../shared/tasks/due-date.ts';
import { localDay } from '../../../../shared/time/day.ts';
import { send } from '../../../state/main-process.ts';
import { setHint } from '../../../state/notices.ts';
import type { TargetGroup } from '../../../state/task-drag.ts';
import { onDay } from '../../../widgets/date-draft.ts';
import styles from './dragged-task.module.css';

/** The first day of a group, in days from today; null for no date. */
const FIRST_DAY: Record<TargetGroup, number | null> = {
  today: 0,
  tomorrow: 1,
  'next-7-days': 2,
  later: 8,
  'no-date': null,
};
const ORDER: readonly (DueGroup | undefined)[] = ['overdue', 'today', 'tomorrow', 'next-7-days', 'later', 'no-date'];

/** The due date after the move. Another day keeps the time, unless it has passed by then. */
function dueIn(dueDate: string | null, group: TargetGroup, now: Date): string | null {
  const days = FIRST_DAY[group];
  if (days === null) return null;
  const day = localDay(addDays(now, days));
  const moved = onDay(dueDate, day);
  const due = parseDue(moved);
  return due && isOverdue(due, now) ? onDay(null, day) : moved;
}

export function moveToGroup(tasks: readonly TaskView[], group: TargetGroup): void {
  const now = new Date();
  const changes = tasks.map(({ id, accountId, dueDate }) => ({
    taskId: id,
    accountId,
    dueDate: dueIn(dueDate, group, now),
  }));
  void send('tasks.change', { changes });
}

/** The group after (1) or before (-1) this one, shown or not. */
export function nextGroup(group: DueGroup | undefined, step: 1 | -1): TargetGroup | undefined {
  const next = ORDER[ORDER.indexOf(group) + step];
  return next === 'overdue' ? undefined : next;
}

/** Where the tasks will go, and when they will be due. */
export default function DueSlot({ tasks, group }: { tasks: readonly TaskView[]; group: TargetGroup }) {
  const text = textOf(tasks, group, new Date());
  useEffect(() => {
    setHint(text);
    return () => setHint(null);
  }, [text]);
  return (
    <li className={styles.slot} aria-hidden="true">
      {text}
    </li>
  );
}

function textOf(tasks: readonly TaskView[], group: TargetGroup, now: Date): string {
  const { drop } = taskListMessages;
  const [date = null] = tasks.map(({ dueDate }) => dueIn(dueDate, group, now));
  const due = parseDue(date);
  if (due === null) return drop.noDate;
  const day = dayOf(due);
  const wholeDay = parseDue(onDay(null, localDay(day)));
  const parts = [
    (group === 'today' || group === 'tomorrow') && wholeDay && formatDue(dueDistance(wholeDay, now), now),
    shortDay(day),
    tasks.length === 1 && !due.allDay && clock(due.at),
  ];
  return drop.due({ when: parts.filter(Boolean).join(', ') });
}
