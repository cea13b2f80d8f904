import { differenceInCalendarDays } from 'date-fns';
import { useEffect, useState } from 'react';
import type { Problem, TaskDetails, TaskView } from '../../electron/bridge/contract.ts';
import { type Due, dueDistance, dueTone, parseDue } from '../../electron/tasks/due.ts';
import { dueWords, hoursMinutes } from '../../electron/words/dates.ts';
import { ask, closePage, tell, useTold } from '../store.ts';
import { dayBounds, lengthOf, type Piece, pieces, total } from '../time/day.ts';
import { Button } from '../ui/button.tsx';
import { Header } from '../ui/header.tsx';
import { Icon } from '../ui/icon.tsx';
import { BrowserIcon, CalendarIcon, StatusIcon } from '../ui/icons.ts';
import { LabelChip } from '../ui/label.tsx';
import { tintOfText } from '../ui/label-tint.ts';
import { PriorityMark } from '../ui/marks.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useLate } from '../ui/use-late.ts';
import { MINUTE, useNow } from '../ui/use-now.ts';
import { clock, longDay } from '../words/clock.ts';
import { words } from '../words/index.ts';
import { oneLine } from '../words/text.ts';
import { DueNow } from './due-now.tsx';
import { TimerButton } from './timer-button.tsx';
import './details.css';

/** A task to read. What the row knows stands at once; the description follows when the service has answered. */
export function Details({ taskId, reminder }: { taskId: string; reminder: boolean }) {
  const row = useTold((state) => state.tasks.tasks.find((task) => task.id === taskId));
  const { details, problem, load } = useDetails(taskId);
  const task = row ?? details?.task;
  const due = parseDue(task?.dueDate ?? null);
  const isDue = reminder && due !== null;
  return (
    <>
      <Header title={<span className="d-id">{task?.identifier ?? words.details.title}</span>} onBack={closePage}>
        {details?.canOpenInBrowser && (
          <Button small kind="quiet" onClick={() => void tell('tasks.open-in-browser', { taskId })}>
            <Icon of={BrowserIcon} />
            {words.details.openInBrowser}
          </Button>
        )}
        {task && !isDue && <TimerButton taskId={taskId} />}
      </Header>
      {isDue && <DueNow taskId={taskId} due={due} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long description is scrolled by keyboard. */}
      <section className="body scroll" aria-label={words.details.title} tabIndex={0}>
        {problem && (
          <ProblemBox problem={problem} urgent>
            <Button kind="primary" onClick={load}>
              {words.tryAgain}
            </Button>
          </ProblemBox>
        )}
        <article className="details">
          {task && (
            <h2 className="d-title selectable" dir="auto" title={oneLine(task.title, 1000)}>
              {oneLine(task.title, 1000) || words.tasks.untitled}
            </h2>
          )}
          {task && <Properties task={task} details={details} />}
          <Description details={details} failed={problem !== null} />
          <TimeToday taskId={taskId} />
        </article>
      </section>
    </>
  );
}

function useDetails(taskId: string) {
  const [details, setDetails] = useState<TaskDetails | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks once more.
  useEffect(() => {
    let gone = false;
    setProblem(null);
    void ask('tasks.details', { taskId }).then((answer) => {
      if (gone) return;
      if (answer.ok) setDetails(answer.value);
      else setProblem(answer.problem);
    });
    return () => {
      gone = true;
    };
  }, [taskId, attempt]);
  return { details, problem, load: () => setAttempt(attempt + 1) };
}

function Properties({ task, details }: { task: TaskView; details: TaskDetails | null }) {
  const now = useNow(MINUTE);
  const due = parseDue(task.dueDate);
  const assignee = oneLine(details?.assignee?.name ?? '', 120);
  return (
    <dl className="props">
      <dt>{words.details.status}</dt>
      <dd>
        <Icon of={StatusIcon} />
        <bdi className="trunc">{oneLine(task.statusName ?? task.status, 80)}</bdi>
      </dd>
      <dt>{words.details.priority}</dt>
      <dd>
        <PriorityMark priority={task.priority} />
        {words.tasks.priorityName[task.priority]}
      </dd>
      <dt>{words.details.due}</dt>
      <dd>
        <Icon of={CalendarIcon} />
        {due === null ? <span className="faint">{words.details.noDue}</span> : <DueInFull due={due} now={now} />}
      </dd>
      {details && (
        <>
          <dt>{words.details.assignee}</dt>
          <dd>
            {assignee === '' ? (
              <span className="faint">{words.details.noAssignee}</span>
            ) : (
              <>
                <span className={`av l-${tintOfText(assignee)}`} aria-hidden="true">
                  {initials(assignee)}
                </span>
                <bdi className="trunc">{assignee}</bdi>
              </>
            )}
          </dd>
        </>
      )}
      <dt>{words.details.labels}</dt>
      <dd className="chips">
        {task.labels.length === 0 && <span className="faint">{words.details.noLabels}</span>}
        {task.labels.map((label, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two labels may have the same name.
          <LabelChip key={index} label={label} />
        ))}
      </dd>
    </dl>
  );
}

/** The day, its time where it has one, and how far away that is. */
function DueInFull({ due, now }: { due: Due; now: Date }) {
  const day = due.allDay ? new Date(due.at.getTime() - 1) : due.at;
  const distance = dueDistance(due, now);
  const isFar = distance.say === 'weekday' || distance.say === 'date';
  const relative = isFar ? words.details.inDays(differenceInCalendarDays(day, now)) : dueWords(distance, now);
  return (
    <span className="due-full">
      <span className="num">
        {longDay(day, now)}
        {!due.allDay && `, ${clock(due.at)}`}
      </span>
      <span className={`due ${isFar ? 'far' : dueTone(due, now)}`}>{relative}</span>
    </span>
  );
}

function initials(name: string): string {
  const parts = name.split(/\s+/u).filter(Boolean);
  const firstOf = (part: string | undefined): string => Array.from(part ?? '')[0] ?? '';
  return (firstOf(parts[0]) + (parts.length > 1 ? firstOf(parts.at(-1)) : '')).toUpperCase();
}

function Description({ details, failed }: { details: TaskDetails | null; failed: boolean }) {
  const late = useLate(details === null && !failed);
  return (
    <section aria-busy={details === null && !failed}>
      <h3 className="sec">{words.details.description}</h3>
      {late && details === null && (
        <p className="desc loading" role="status">
          <Spinner />
          {words.details.loading}
        </p>
      )}
      {details && (
        <p className={details.description.text.trim() === '' ? 'desc faint' : 'desc selectable'} dir="auto">
          {details.description.text.trim() === '' ? words.details.noDescription : details.description.text}
        </p>
      )}
    </section>
  );
}

function TimeToday({ taskId }: { taskId: string }) {
  const { today, day } = useTold((state) => state.time);
  const mine = today.filter((entry) => entry.task.taskId === taskId);
  const now = useNow(mine.some((entry) => entry.endTime === null) ? MINUTE / 6 : 0);
  if (mine.length === 0) return null;
  const here = pieces(mine, dayBounds(day), Math.max(now.getTime(), Date.now()));
  return (
    <section>
      <h3 className="sec">
        {words.details.today}
        <span className="r">{hoursMinutes(total(here))}</span>
      </h3>
      {here.map((piece) => (
        <EntryLine key={piece.entry.id} piece={piece} />
      ))}
    </section>
  );
}

function EntryLine({ piece }: { piece: Piece }) {
  const { entry } = piece;
  return (
    <div className="lr">
      <span className="num">
        {clock(piece.from)} – {entry.endTime === null ? words.details.now : clock(piece.to)}
      </span>
      <span className="trunc" dir="auto">
        {oneLine(entry.note, 200)}
      </span>
      <span className="r">{hoursMinutes(lengthOf(piece))}</span>
    </div>
  );
}
