import { memo } from 'react';
import type { CardView } from '../../../shared/contract/index.ts';
import { clock, dayAndMonth, dayIn, formatDue } from '../../../shared/i18n/format-dates.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { type Due, dayOf, dueDistance, dueTone, parseDue } from '../../../shared/tasks/due-date.ts';
import { toggleTimer, useAppState, useIsLocal, useIsUnread, useTimerBlockedReason } from '../../state/main-process.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon, MoreIcon, UnsentIcon } from '../../ui/icons.tsx';
import labelStyles from '../../ui/label.module.css';
import { LabelDot } from '../../ui/label.tsx';
import { PlayMark, PriorityMark, SelectedMark, StopMark, UnreadMark } from '../../ui/marks.tsx';
import { Avatar, SubtaskRing } from './board-icons.tsx';
import styles from './card.module.css';

export const titleOf = (card: CardView): string => card.title || messages.tasks.untitled;

/** Tasks in a final column are never overdue, so they show the date. */
export function dueText(due: Due, now: Date, isDone: boolean): string {
  return isDone ? dayAndMonth(dayOf(due)) : formatDue(dueDistance(due, now), now);
}

/** Only for a task that starts later. */
function startText({ startDate }: CardView, now: Date, isDone: boolean): string | null {
  const start = parseDue(startDate);
  if (start === null || isDone) return null;
  const day = dayOf(start);
  if ((start.allDay ? day : start.at) <= now) return null;
  if (day.toDateString() === now.toDateString()) return boardMessages.startsFrom({ when: clock(start.at) });
  const pattern = day.getFullYear() === now.getFullYear() ? 'shortDay' : 'shortDayYear';
  return boardMessages.startsFrom({ when: dayIn(pattern, day) });
}

interface FaceProps {
  card: CardView;
  now: Date;
  live: boolean;
  /** The card is in a final column. */
  isDone: boolean;
  isSelected?: boolean;
}

/** A card's content, also used for the drag overlay. */
export const CardFace = memo(function CardFace({ card, now, live, isDone, isSelected = false }: FaceProps) {
  const due = parseDue(card.dueDate);
  const start = startText(card, now, isDone);
  const ownId = useAppState((state) => state.account?.userId);
  const isPublic = useAppState((state) => state.board?.isPublic ?? false);
  const { assignee } = card;
  const isLocal = useIsLocal();
  const isPending = card.isPending && !isLocal;
  const accountId = useAppState((state) => state.board?.accountId);
  const isUnread = useIsUnread({ id: card.id, accountId });
  const subtasks = card.subtasks && card.subtasks.total > 0 ? card.subtasks : null;
  const name = [
    `${card.identifier} ${titleOf(card)}`,
    start,
    due && dueText(due, now, isDone),
    messages.tasks.priority[card.priority],
    ...card.labels.map((label) => label.name),
    subtasks && boardMessages.subtasks(subtasks),
    assignee && boardMessages.assignedTo({ name: assignee.name }),
    isPending && boardMessages.pending,
    live && messages.timer.running,
    isUnread && messages.tasks.unread,
    isSelected && messages.tasks.selected,
  ];
  return (
    <>
      {/* Screen readers get the same content in a different order. */}
      <span className="visually-hidden">{name.filter(Boolean).join(', ')}</span>
      <span className={styles.title} dir="auto" title={titleOf(card)} aria-hidden="true">
        {titleOf(card)}
      </span>
      {start !== null && (
        <span className={styles.start} aria-hidden="true">
          {start}
        </span>
      )}
      <span className={styles.footer} aria-hidden="true">
        <span className={styles.priority}>
          {isSelected ? <SelectedMark /> : <PriorityMark priority={card.priority} />}
        </span>
        <span className={classNames('identifier', styles.identifier)}>{card.identifier}</span>
        {subtasks && (
          <span className={styles.subtasks}>
            <SubtaskRing {...subtasks} />
            {subtasks.completed}/{subtasks.total}
          </span>
        )}
        {due !== null && (
          <span
            className={styles.due}
            data-tone={isDone ? 'far' : dueTone(due, now)}
            data-short={dayAndMonth(dayOf(due))}
          >
            <span>{dueText(due, now, isDone)}</span>
          </span>
        )}
        {card.labels.length > 0 && (
          <span className={styles.labels} title={card.labels.map(({ name }) => name).join(', ')}>
            {card.labels.map((label, at) => (
              <LabelDot key={String(at)} label={at === 0 ? label : { ...label, name: '' }} className={styles.label} />
            ))}
            {card.labels.length > 1 && (
              <span className={classNames('meta', labelStyles.more)}>
                {messages.tasks.moreLabels({ count: card.labels.length - 1 })}
              </span>
            )}
          </span>
        )}
        <span className={styles.end}>
          {isUnread && <UnreadMark />}
          {isPending && (
            <span className={styles.pending} title={boardMessages.pending}>
              <Icon of={UnsentIcon} size={12} />
            </span>
          )}
          {/* Initials say where somebody else is on it, a dashed ring where nobody is. */}
          {assignee !== null && assignee.id !== ownId && <Avatar person={assignee} />}
          {assignee === null && ownId !== undefined && !isPublic && (
            <span className={styles.nobody} title={boardMessages.filter.nobody} />
          )}
        </span>
      </span>
    </>
  );
});

interface ActionsProps {
  card: CardView;
  live: boolean;
  onMenu: (card: CardView, at: DOMRect) => void;
}

/** Buttons that replace parts of the card on hover: play replaces the priority, the menu replaces the avatar. */
export function CardActions({ card, live, onMenu }: ActionsProps) {
  const title = titleOf(card);
  const mayNotTrack = useTimerBlockedReason();
  return (
    <>
      <button
        type="button"
        className={styles.play}
        tabIndex={-1}
        aria-label={live ? messages.tasks.stop({ title }) : messages.tasks.start({ title })}
        aria-disabled={!live && mayNotTrack !== undefined}
        title={live ? undefined : mayNotTrack}
        onClick={() => toggleTimer(card, live)}
      >
        {live ? <StopMark size={10} /> : <PlayMark size={10} />}
      </button>
      <button
        type="button"
        className={styles.more}
        tabIndex={-1}
        aria-label={boardMessages.cardMenu({ title })}
        aria-haspopup="menu"
        onClick={(event) => onMenu(card, event.currentTarget.getBoundingClientRect())}
      >
        <Icon of={MoreIcon} />
      </button>
    </>
  );
}
