/** The rows that an empty week begins with, so that hours can be typed at once. */
import { useEffect, useState } from 'react';
import type { TimesheetTask, TimesheetView } from '../../../../shared/contract/index.ts';
import { kindOf, turned } from '../../../../shared/time/period.ts';
import { suggest } from '../../../../shared/time/suggest-tasks.ts';
import { useAppState } from '../../../state/main-process.ts';
import { useRead } from '../../../state/use-read.ts';

export interface Offer {
  /** First day of the empty week. */
  from: string;
  tasks: readonly TimesheetTask[];
  /** First day of the week that the tasks come from; null for recent and assigned tasks. */
  ofWeek: string | null;
}

const MAX_SUGGESTED = 8;

/** The tasks of the week before, else recent and assigned ones. They stay for as long as the week is shown. */
export function useOfferedTasks(read: TimesheetView | null): { offer: Offer | null; isReading: boolean } {
  const weekStartsOn = useAppState((state) => state.time.weekStartsOn);
  const recent = useAppState((state) => state.time.recent);
  const assigned = useAppState((state) => state.tasks.tasks);
  const [made, setMade] = useState<Offer | null>(null);
  const offer = made !== null && made.from === read?.from ? made : null;
  const emptyWeek = offer === null && read?.tasks.length === 0 && kindOf(read, weekStartsOn) === 'week' ? read : null;
  const before = emptyWeek && turned(emptyWeek, -1, weekStartsOn);
  const { value, error } = useRead('timesheet.read', before);
  const isReading = before !== null && value?.from !== before.from && error === null;

  useEffect(() => {
    if (made !== null && read !== null && offer === null) setMade(null);
    if (emptyWeek === null || before === null || isReading) return;
    const last = value?.from === before.from ? value.tasks : [];
    const suggested = suggest('', recent, assigned).slice(0, MAX_SUGGESTED);
    const labelsOf = (taskId: string) => assigned.find(({ id }) => id === taskId)?.labels ?? [];
    const tasks =
      last.length > 0
        ? last
        : suggested.map((task) => ({ task, labels: labelsOf(task.taskId).map(({ name }) => name) }));
    if (tasks.length > 0) setMade({ from: emptyWeek.from, tasks, ofWeek: last.length > 0 ? before.from : null });
  });
  return { offer, isReading };
}
