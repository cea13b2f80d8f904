import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { taskKey } from '../../../../shared/accounts.ts';
import type { EntryView, FocusSessionView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, hoursMinutes, hoursMinutesSeconds, shortWeekday } from '../../../../shared/i18n/format-dates.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { taskTotals } from '../../../../shared/time/task-totals.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { openPage, pageOf } from '../../../state/navigation.ts';
import { useViewRequest } from '../../../state/view-requests.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DownIcon, Icon } from '../../../ui/icons.tsx';
import { lazyView } from '../../../ui/lazy-view.tsx';
import { StopMark } from '../../../ui/marks.tsx';
import { useInPlace } from '../../../ui/use-in-place.ts';
import { useNow } from '../../../ui/use-now.ts';
import { FocusRound, FocusTime } from './focus.tsx';
import timerBarStyles from './timer-bar.module.css';

const timerParts = () => import('./timer-parts.ts');
export const SwitchSearch = lazyView(async () => ({ default: (await timerParts()).SwitchSearch }));
export const TimerMenu = lazyView(async () => ({ default: (await timerParts()).TimerMenu }));
const NoteField = lazyView(async () => ({ default: (await timerParts()).NoteField }));
const StartField = lazyView(async () => ({ default: (await timerParts()).StartField }));

/** `session`: a round of focus over the timer; null if there is none. */
export function Running({ entry, session }: { entry: EntryView; session: FocusSessionView | null }) {
  const { identifier, taskId: id, accountId } = entry.task;
  const title = entry.task.title || messages.tasks.untitled;
  const isTaskGone = useAppState((state) => state.time.isTaskGone);
  const isSigningIn = useAppState((state) => state.signIn.step !== 'none');
  useEffect(() => {
    // Loaded with the menu, so that a field is there before the next key. One that cannot be loaded says so when it opens.
    void Promise.allSettled([NoteField, StartField, SwitchSearch].map(({ preload }) => preload()));
  }, []);
  const openTask = () => openPage(pageOf({ id, accountId }));
  return (
    <>
      <div className={timerBarStyles.task}>
        <button
          type="button"
          className={timerBarStyles.title}
          title={messages.timer.openTask({ identifier, title })}
          disabled={isSigningIn}
          onClick={openTask}
        >
          <span className="truncate" dir="auto">
            {title}
          </span>
        </button>
        <span className={timerBarStyles.details}>
          <span className="identifier">{identifier}</span>
          {isTaskGone ? (
            <LinkButton
              className={classNames('truncate', timerBarStyles.gone)}
              title={messages.timer.taskGoneHint}
              onClick={openTask}
            >
              {messages.timer.taskGone}
            </LinkButton>
          ) : (
            <NoteLine key={entry.id} entry={entry} />
          )}
          {session && <FocusRound session={session} />}
        </span>
      </div>
      <Clock key={entry.id} entry={entry} below={session ? <Tracked entry={entry} /> : <TodayTotal entry={entry} />}>
        {session ? <FocusTime session={session} /> : <Elapsed entry={entry} />}
      </Clock>
      <button
        type="button"
        className={timerBarStyles.stop}
        title={messages.timer.stop}
        onClick={() => void send('timer.stop', {})}
      >
        <StopMark size={16} />
      </button>
      <Menu key={`menu ${entry.id}`} entry={entry} />
    </>
  );
}

/** Its button works before the menu is loaded. */
function Menu({ entry }: { entry: EntryView }) {
  const [isOpenAtFirst, setOpenAtFirst] = useState(false);
  const button = (
    <button
      type="button"
      className={timerBarStyles.menuButton}
      title={messages.timer.menu}
      onClick={() => setOpenAtFirst(true)}
    >
      <Icon of={DownIcon} />
    </button>
  );
  return (
    <Suspense fallback={button}>
      <TimerMenu entry={entry} isOpenAtFirst={isOpenAtFirst} />
    </Suspense>
  );
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

/** The note, or the project as long as there is none. */
function NoteLine({ entry }: { entry: EntryView }) {
  const { note, task } = entry;
  const { button, isOpen, open, close } = useEditing('note');
  const shown = firstLine(note);
  if (isOpen) {
    return (
      <Suspense>
        <NoteField entry={entry} onClose={close} />
      </Suspense>
    );
  }
  return (
    <>
      {shown === '' && <bdi className="truncate">{task.projectName}</bdi>}
      <button
        ref={button}
        type="button"
        className={classNames(timerBarStyles.note, shown === '' && timerBarStyles.addNote)}
        {...(shown !== '' && { 'aria-label': messages.timer.noteIs({ note: shown }), title: note })}
        onClick={open}
      >
        <span className="truncate" dir="auto">
          {shown || messages.timer.addNote}
        </span>
      </button>
    </>
  );
}

/** A big number and a small line below it, which says since when under the pointer; a click changes the start. */
function Clock({ entry, below, children }: { entry: EntryView; below: ReactNode; children: ReactNode }) {
  const { button, isOpen, open, close } = useEditing('start');
  const now = useNow(MINUTE_MS);
  const start = new Date(entry.startTime);
  const isToday = start.toDateString() === now.toDateString();
  const time = isToday ? clock(start) : `${shortWeekday(start)} ${clock(start)}`;
  if (isOpen) {
    return (
      <Suspense>
        <StartField entry={entry} onClose={close} />
      </Suspense>
    );
  }
  return (
    <span className={timerBarStyles.time}>
      <button
        ref={button}
        type="button"
        className={timerBarStyles.clock}
        aria-label={messages.timer.changeStart({ time })}
        onClick={open}
      />
      {children}
      <span className={timerBarStyles.below}>
        <span>{below}</span>
        <span className={timerBarStyles.since}>{messages.timer.startedAtTime({ time })}</span>
      </span>
    </span>
  );
}

function Elapsed({ entry: { startTime } }: { entry: EntryView }) {
  const now = useNow(SECOND_MS, startTime);
  const elapsed = hoursMinutesSeconds(now.getTime() - Date.parse(startTime));
  return (
    <span className={timerBarStyles.elapsed} role="timer" aria-label={messages.timer.elapsed}>
      {elapsed.slice(0, -3)}
      <span className={timerBarStyles.seconds}>{elapsed.slice(-3)}</span>
    </span>
  );
}

/** What the task took today. */
function TodayTotal({ entry: { startTime, task } }: { entry: EntryView }) {
  const now = useNow(SECOND_MS, startTime);
  const { today, day } = useAppState((state) => state.time);
  const total = taskTotals(today, day, now.getTime()).get(taskKey(task)) ?? 0;
  return messages.timer.todayTotal({ duration: hoursMinutes(total) });
}

/** The length of the entry, beside the time that is left of the round. */
function Tracked({ entry: { startTime } }: { entry: EntryView }) {
  const now = useNow(SECOND_MS, startTime);
  return messages.focus.tracked({ duration: hoursMinutes(now.getTime() - Date.parse(startTime)) });
}

/** A text of the timer bar that becomes a field, by a click on its button or by a request. */
function useEditing(part: 'note' | 'start') {
  const place = useInPlace();
  useViewRequest('timer-part', (requested) => {
    if (requested !== part) return false;
    place.open();
    return true;
  });
  return place;
}
