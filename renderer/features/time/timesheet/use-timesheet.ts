/** Reads the timesheet of a period, again whenever an entry changes, and adds the running timer and typed values. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { isSameTask, taskKey } from '../../../../shared/accounts.ts';
import type { TaskRef, TimesheetTask, TimesheetView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { kindOf, type Period, turned } from '../../../../shared/time/period.ts';
import { suggest } from '../../../../shared/time/suggest-tasks.ts';
import { sumAccount, sumTimesheet, withRunning } from '../../../../shared/time/timesheet.ts';
import { isWorkingDay } from '../../../../shared/time/working-days.ts';
import { useAppState } from '../../../state/main-process.ts';
import { shareUnchanged } from '../../../state/share-unchanged.ts';
import { useRead } from '../../../state/use-read.ts';
import { useDelayed } from '../../../ui/loading.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useAccountFilter } from '../../../widgets/open-accounts.tsx';
import { useGapsOfPeriod } from '../use-day.ts';
import { timesheetColumns } from './columns.ts';
import { type ShownTimesheet, shownTimesheet } from './shown-timesheet.ts';
import type { CellAt } from './use-cell-edit.ts';

/** A typed duration, shown in its cell until main has answered with the changed timesheet. */
interface Typed extends CellAt {
  /** The reading that this value is overlaid on. */
  over: TimesheetView | null;
}

/** @param maxColumns as many as fit */
export function useTimesheet(wanted: Period, maxColumns: number) {
  const rules = useAppState((state) => state.timeRules);
  const { day: today, running, weekStartsOn } = useAppState((state) => state.time);
  const labels = useLabels(running?.task);
  const { value, error, load } = useRead('timesheet.read', wanted);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [added, setAdded] = useState<{ from: string; tasks: readonly TimesheetTask[] } | null>(null);
  const now = useNow(MINUTE_MS, running?.startTime ?? 0).getTime();

  // The last period stays on screen for a moment, so that turning pages does not flicker.
  const isStale = value !== null && (value.from !== wanted.from || value.to !== wanted.to);
  const isLate = useDelayed(isStale);
  const read = isStale && isLate ? null : value;

  const { offer, isReading } = useOfferedTasks(read);

  const recorded = useMemo(() => {
    if (read === null) return null;
    const more = [...(offer?.tasks ?? []), ...(added?.from === read.from ? added.tasks : [])];
    const tasks = more.length === 0 ? read.tasks : addTasks(read.tasks, more);
    return typed?.over === read ? withCell({ ...read, tasks }, typed) : { ...read, tasks };
  }, [read, offer, added, typed]);
  const view = useMemo(() => recorded && withRunning(recorded, running, now, labels), [recorded, running, now, labels]);
  const accountId = useAccountFilter();
  const closable = useMemo(() => recorded && sumTimesheet(recorded, rules), [recorded, rules]);
  const timesheet = useMemo(() => view && sumAccount(view, rules, accountId), [view, rules, accountId]);
  const last = useRef<ShownTimesheet | null>(null);
  const shown = useMemo(() => {
    if (timesheet === null) return null;
    const days = timesheet.days.map(({ day }) => day);
    const isWorking = (day: string) => day <= today && isWorkingDay(day, rules);
    // Lines that did not change stay the same objects and are not drawn again.
    last.current = shareUnchanged(
      last.current,
      shownTimesheet(timesheet, timesheetColumns(days, maxColumns, weekStartsOn), isWorking),
    );
    return last.current;
  }, [timesheet, rules, today, maxColumns, weekStartsOn]);

  return {
    /** As read; null until then. */
    view,
    /** What closing counts: of all accounts, without the running timer. */
    closable,
    /** Of the shown account. */
    timesheet,
    gaps: useGapsOfPeriod(view, now),
    shown,
    error,
    load,
    /** Shows this length in a cell until the change has arrived; null takes it back. */
    setTyped: (cell: CellAt | null) => setTyped(cell && { ...cell, over: value }),
    /** The task that was added last. */
    added: added?.from === view?.from ? added?.tasks.at(-1) : undefined,
    /** Adds a row for a task, for as long as the week is shown. */
    addTask(task: TaskRef) {
      const from = view?.from ?? '';
      setAdded((before) => ({ from, tasks: [...(before?.from === from ? before.tasks : []), { task, labels: [] }] }));
    },
    /** The tasks that an empty week has as rows. */
    offer,
    /** They are being read. */
    isReadingOffer: isReading,
  };
}

/** Names of the labels of a task of My tasks. */
function useLabels(task: TaskRef | undefined): string[] {
  const labels = useAppState((state) => task && state.tasks.tasks.find((one) => isSameTask(one, task))?.labels);
  return useMemo(() => labels?.map(({ name }) => name) ?? [], [labels]);
}

function addTasks(tasks: readonly TimesheetTask[], more: readonly TimesheetTask[]): TimesheetTask[] {
  return [...new Map([...more, ...tasks].map((one) => [taskKey(one.task), one])).values()];
}

function withCell(view: TimesheetView, { task, day, ms }: CellAt): TimesheetView {
  const { taskId, accountId } = task;
  const others = view.cells.filter((cell) => !isSameTask(cell, task) || cell.day !== day);
  const typed = { taskId, ...(accountId !== undefined && { accountId }), day, ms, entries: 1 };
  return { ...view, cells: [...others, typed] };
}

interface Offer {
  /** First day of the empty week. */
  from: string;
  tasks: readonly TimesheetTask[];
  /** First day of the week that the tasks come from; null for recent and assigned tasks. */
  ofWeek: string | null;
}

/** The rows that an empty week begins with, so that hours can be typed at once. */
const MAX_SUGGESTED = 8;

/** The tasks of the week before, else recent and assigned ones. They stay for as long as the week is shown. */
function useOfferedTasks(read: TimesheetView | null): { offer: Offer | null; isReading: boolean } {
  const { recent, weekStartsOn } = useAppState((state) => state.time);
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
    const labelsOf = (task: TaskRef) => assigned.find((one) => isSameTask(one, task))?.labels ?? [];
    const tasks =
      last.length > 0 ? last : suggested.map((task) => ({ task, labels: labelsOf(task).map(({ name }) => name) }));
    if (tasks.length > 0) setMade({ from: emptyWeek.from, tasks, ofWeek: last.length > 0 ? before.from : null });
  });
  return { offer, isReading };
}
