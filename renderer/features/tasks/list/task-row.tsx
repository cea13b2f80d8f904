import { lazy, memo, Suspense } from 'react';
import { taskKey } from '../../../../shared/accounts.ts';
import type { TaskView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { formatDue, hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { type Due, dueDistance, dueTone } from '../../../../shared/tasks/due-date.ts';
import { toggleTimer, useIsUnread, useServerOf, useTimerBlockedReason } from '../../../state/main-process.ts';
import { openFromList } from '../../../state/navigation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { menuPlace } from '../../../ui/input-modality.ts';
import labelStyles from '../../../ui/label.module.css';
import { LabelDot } from '../../../ui/label.tsx';
import { PlayMark, PriorityMark, SelectedMark, StopMark, UnreadMark } from '../../../ui/marks.tsx';
import playButtonStyles from '../../../ui/play-button.module.css';
import { labelsThatFit } from './fit-labels.ts';
import type { DueTask } from './group-by-due-date.ts';
import styles from './task-row.module.css';
import { setListView } from './view-state.ts';

const AccountMark = lazy(async () => ({
  default: (await import('../../../widgets/open-accounts.tsx')).AccountMark,
}));

/** Of "10:15" and the space before it (px). */
const TRACKED_WIDTH = 40;
/** Of the account's letter and the space before it (px). */
const MARK_WIDTH = 22;

interface Props {
  item: DueTask;
  now: Date;
  /** The task's timer is running. */
  live: boolean;
  isDragged: boolean;
  /** Its page stands beside the list. */
  isOpen: boolean;
  isSelected: boolean;
  isTabStop: boolean;
  /** The time spent on it today (ms); undefined for none. */
  todayMs: number | undefined;
  /** One-line layout; later due dates are lighter. */
  isCompact: boolean;
  /** Width of the row's text in px. */
  width: number;
  onMenu: (task: TaskView, at: DOMRect) => void;
}

export const TaskRow = memo(function TaskRow(props: Props) {
  const { item, now, live, isDragged, isOpen, isSelected, isTabStop, todayMs, isCompact, width, onMenu } = props;
  const { task, due } = item;
  const title = task.title || messages.tasks.untitled;
  const project = task.projectName;
  const tracked = todayMs === undefined || todayMs < MINUTE_MS ? null : hoursMinutes(todayMs);
  const markWidth = task.accountId === undefined ? 0 : MARK_WIDTH;
  const fitting = labelsThatFit(task, project, width - markWidth - (tracked === null ? 0 : TRACKED_WIDTH));
  const hidden = task.labels.slice(fitting);
  const isUnread = useIsUnread(task);
  const server = useServerOf(task);
  const name = [
    `${task.identifier} ${title}`,
    due && formatDue(dueDistance(due, now), now),
    messages.tasks.priority[task.priority],
    project,
    ...task.labels.map((label) => label.name),
    tracked && messages.tasks.trackedToday({ duration: tracked }),
    live && messages.timer.running,
    server,
    isUnread && messages.tasks.unread,
    isSelected && messages.tasks.selected,
  ]
    .filter(Boolean)
    .join(', ');
  const mayNotTrack = useTimerBlockedReason(task.accountId);
  const mark = task.accountId !== undefined && (
    <span className={styles.account}>
      <Suspense>
        <AccountMark accountId={task.accountId} />
      </Suspense>
    </span>
  );
  return (
    <li
      className={classNames(
        styles.row,
        isCompact && styles.compact,
        live && styles.running,
        isDragged && styles.dragged,
        isOpen && styles.open,
        isSelected && styles.selected,
      )}
    >
      <button
        type="button"
        className={styles.main}
        tabIndex={isTabStop ? 0 : -1}
        data-task-id={taskKey(task)}
        aria-current={isOpen || undefined}
        onFocus={() => setListView({ activeTaskId: taskKey(task) })}
        onClick={() => openFromList(task)}
        onContextMenu={(event) => {
          event.preventDefault();
          onMenu(task, menuPlace(event));
        }}
      >
        {/* Screen readers get the same content in a different order. */}
        <span className="visually-hidden">{name}</span>
        {isUnread && <UnreadMark className={styles.unread} />}
        <span className={styles.priority}>
          {isSelected ? <SelectedMark /> : <PriorityMark priority={task.priority} />}
        </span>
        <span className={classNames('truncate', styles.title)} dir="auto" title={title} aria-hidden="true">
          {title}
        </span>
        {isCompact && (
          <span className={styles.short} aria-hidden="true">
            {tracked !== null && <span className={styles.tracked}>{tracked}</span>}
            {mark}
            <span className="identifier">{task.identifier}</span>
          </span>
        )}
        <DueText due={due} now={now} />
        <span className={styles.details} hidden={isCompact} aria-hidden="true">
          <span className={classNames('identifier', styles.identifier)}>{task.identifier}</span>
          <bdi className={classNames('truncate', styles.project)}>{project}</bdi>
          {task.labels.slice(0, fitting).map((label, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two labels may have the same name.
            <LabelDot key={index} label={label} />
          ))}
          {hidden.length > 0 && (
            <span className={labelStyles.more} title={hidden.map((label) => label.name).join(', ')}>
              {messages.tasks.moreLabels({ count: hidden.length })}
            </span>
          )}
          {tracked !== null && <span className={styles.tracked}>{tracked}</span>}
          {!isCompact && mark}
        </span>
      </button>
      <button
        type="button"
        className={classNames(playButtonStyles.playButton, styles.play)}
        tabIndex={-1}
        aria-label={live ? messages.tasks.stop({ title }) : messages.tasks.start({ title })}
        aria-disabled={!live && mayNotTrack !== undefined}
        title={live ? undefined : mayNotTrack}
        onClick={() => toggleTimer(task, live)}
      >
        {live ? <StopMark /> : <PlayMark />}
      </button>
    </li>
  );
});

/** "2 days late", "in 2 h", "tomorrow"; coloured only if urgent. */
function DueText({ due, now }: { due: Due | null; now: Date }) {
  if (due === null) return null;
  return (
    <span aria-hidden="true" className={styles.due} data-tone={dueTone(due, now)}>
      {formatDue(dueDistance(due, now), now)}
    </span>
  );
}
