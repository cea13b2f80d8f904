/** Typing over a cell of the timesheet: the preview of the change, and sending it. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { isSameTask, taskKey } from '../../../../shared/accounts.ts';
import type { AppErrorView, EntryView, TaskRef } from '../../../../shared/contract/index.ts';
import { HOUR_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, hoursMinutes, weekday } from '../../../../shared/i18n/format-dates.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { type CellPlan, type CellStep, planCell } from '../../../../shared/time/cell-edit.ts';
import { dayBounds, lengthOf, pieces, total } from '../../../../shared/time/day.ts';
import { typedCell, type WrongDuration } from '../../../../shared/time/typed-duration.ts';
import { request } from '../../../state/main-process.ts';
import { showError } from '../../../state/notices.ts';
import type { Confirmed } from '../save-entry.ts';
import { showEntry } from '../show-entry.ts';
import { setPreview } from '../view-state.ts';
import type { ShownTimesheet } from './shown-timesheet.ts';

export interface CellAt {
  task: TaskRef;
  day: string;
  /** Exact, with the running timer (ms). */
  ms: number;
}

export interface Edit extends CellAt {
  text: string;
  /** The text is as shown and is replaced by what is typed. */
  isSelected: boolean;
  /** All entries of the day; null while they are read. */
  entries: readonly EntryView[] | null;
  /** Why the text cannot be saved. */
  problem: string | null;
  /** Main asks before it changes anything. */
  question: AppErrorView | null;
}

/** `setTyped`: shows the new length at once; null takes it back. */
export function useCellEdit(shown: ShownTimesheet | null, setTyped: (cell: CellAt | null) => void) {
  const [edit, setEdit] = useState<Edit | null>(null);
  const current = useRef<Edit | null>(null);
  const show = (next: Edit | null) => {
    current.current = next;
    setEdit(next);
  };
  const outcome = useMemo(() => (edit === null ? null : outcomeOf(edit)), [edit]);
  const planned = outcome !== null && 'preview' in outcome ? outcome.preview : null;
  const isEditing = edit !== null;
  const preview = useMemo(
    () => (isEditing ? (planned ?? { change: '', how: timesheetPageMessages.typeHint }) : null),
    [isEditing, planned],
  );
  useEffect(() => {
    setPreview(preview);
    return () => setPreview(null);
  }, [preview]);

  async function readEntries({ task, day }: CellAt): Promise<void> {
    const answer = await request('time.day', { day });
    const { current: now } = current;
    if (answer.ok && now?.task === task && now.day === day) show({ ...now, entries: answer.value.entries });
  }

  const leave = () => show(null);
  const isShown = useRef((_: CellAt): boolean | undefined => false);
  isShown.current = ({ task, day }) =>
    shown?.columns.some(({ unit, from }) => unit === 'day' && from === day) &&
    shown.lines.some(({ kind, key }) => kind === 'task' && key === taskKey(task));
  const isGone = edit !== null && edit.question === null && !isShown.current(edit);
  // Invalid text of a cell that is no longer shown would block all others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the cell goes.
  useEffect(() => {
    if (!isGone) return;
    if (current.current?.problem === null) void save();
    if (current.current?.problem) leave();
  }, [isGone]);

  async function save(confirmed: Partial<Confirmed> = {}): Promise<void> {
    const { current: done } = current;
    if (done === null) return;
    const result = outcomeOf(done);
    if ('problem' in result) return show({ ...done, problem: result.problem });
    if (result.ms === null) return leave();
    const { task, day } = done;
    const { ms } = result;
    setTyped({ task, day, ms });
    leave();
    const ofAccount = task.accountId !== undefined && { accountId: task.accountId };
    const cell = { taskId: task.taskId, ...ofAccount, day, ms };
    const answer = await request('timesheet.edit-cell', { ...cell, ...confirmed });
    if (answer.ok) return;
    setTyped(null);
    const { error } = answer;
    const isQuestion = error.kind === 'needs-confirmation';
    // The person may be typing into another cell by now, or see another week.
    if (current.current !== null && !current.current.isSelected) return showError(error);
    if (!isQuestion && !isShown.current(done)) return showError(error);
    show({
      ...done,
      problem: isQuestion ? null : [`${error.title}.`, error.explanation, error.nextStep].filter(Boolean).join(' '),
      question: isQuestion ? error : null,
    });
  }

  return {
    edit,
    /** The change that saving the text would make. */
    preview,
    /** `text`: the typed text; without it the cell's duration is selected. Returns false while another cell has invalid text. */
    begin(cell: CellAt, text?: string): boolean {
      if (current.current?.problem) return false;
      const shown = cell.ms > 0 ? hoursMinutes(cell.ms) : '';
      const isSelected = text === undefined;
      show({ ...cell, text: text ?? shown, isSelected, entries: null, problem: null, question: null });
      void readEntries(cell);
      return true;
    },
    type: (text: string) => {
      if (current.current) show({ ...current.current, text, isSelected: false, problem: null, question: null });
    },
    save,
    leave,
    /** On blur: saves a valid duration; invalid text stays in the field. */
    saveIfLeft(): void {
      if (current.current?.question === null) void save();
    },
    async showEntries({ task, day }: CellAt): Promise<void> {
      const answer = await request('time.day', { day });
      const entries = answer.ok ? answer.value.entries : [];
      show(null);
      showEntry(entries.findLast((entry) => isSameTask(entry.task, task))?.id ?? null, day);
    },
  };
}

export type CellEditing = ReturnType<typeof useCellEdit>;

type Outcome = { problem: string } | { ms: number | null; preview: { change: string; how: string } | null };

/** The effect of saving the text. `ms`: null if it changes nothing. */
function outcomeOf({ text, task, day, ms: shownMs, entries, isSelected }: Edit): Outcome {
  if (text.trim() === '' || isSelected) return { ms: null, preview: null };
  const bounds = dayBounds(day);
  const now = Date.now();
  const own = pieces(entries ?? [], bounds, now).filter(({ entry }) => isSameTask(entry.task, task));
  const typed = typedCell(text, entries === null ? shownMs : total(own), lengthOf(bounds));
  if ('wrong' in typed) return { problem: describeWrong(text, typed, lengthOf(bounds)) };
  // Main reads the entries itself when it saves, so the person need not wait for them here.
  if (entries === null) return { ms: typed.ms, preview: null };
  const plan = planCell({ entries, task, day: bounds, ms: typed.ms, now });
  if (plan.kind === 'refused') return { problem: describeRefusal(plan) };
  return { ms: plan.kind === 'unchanged' ? null : typed.ms, preview: describePlan(plan, bounds.from) };
}

/** `change`: "2:47 becomes 2:30:"; `how`: which entry changes. null for a plan that changes nothing. `day`: its beginning. */
function describePlan(plan: CellPlan, day: number): { change: string; how: string } | null {
  if (plan.kind !== 'change') return null;
  const { was, becomes, steps } = plan;
  const [time, old] = [hoursMinutes(becomes), hoursMinutes(was)];
  const change =
    was === 0 ? timesheetPageMessages.plan.new({ time }) : timesheetPageMessages.plan.becomes({ was: old, time });
  return { change, how: howTo(steps, weekday(day)) };
}

function howTo(steps: readonly CellStep[], day: string): string {
  const { plan } = timesheetPageMessages;
  const gone = steps.filter((step) => step.do === 'remove').length;
  if (gone > 0) return plan.removed({ count: gone, day });
  const [step] = steps;
  if (step?.do === 'add')
    return plan.added({
      from: clock(step.start),
      to: clock(step.end),
      where: step.where === 'empty-day' ? 'other' : step.where,
    });
  if (step?.do !== 'move') return '';
  const { of, at, was, edge } = step;
  return plan.moved({ count: of, edge: edge === 'start' ? edge : 'other', day, at: clock(at), was: clock(was) });
}

/** `dayMs`: the length of the day. */
function describeWrong(text: string, wrong: WrongDuration, dayMs: number): string {
  const messages = timesheetPageMessages.wrong;
  switch (wrong.wrong) {
    case 'empty':
    case 'not-a-length':
      return messages.notALength({ text: text.trim() });
    case 'over-59-minutes':
      return messages.over59Minutes({ text: text.trim(), suggestion: hoursMinutes(wrong.suggestion) });
    case 'negative':
      return messages.negative;
    case 'over-a-day':
      return messages.overADay({
        hours: Math.round(dayMs / HOUR_MS),
        suggestion: wrong.suggestion === null ? null : hoursMinutes(wrong.suggestion),
      });
  }
}

const describeRefusal = (plan: CellPlan & { kind: 'refused' }): string =>
  timesheetPageMessages.refused[
    plan.reason === 'needs-entries' ? 'needsEntries' : plan.reason === 'no-room' ? 'noRoom' : plan.reason
  ];
