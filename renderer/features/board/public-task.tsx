/** The read-only details of a public board or one of its tasks. Texts contain no active content. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { BoardView, CardView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, formatDue, longDay } from '../../../shared/i18n/format-dates.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { dayOf, dueDistance, parseDue } from '../../../shared/tasks/due-date.ts';
import { send } from '../../state/main-process.ts';
import { focusTaskList } from '../../state/navigation.ts';
import { useRead } from '../../state/use-read.ts';
import { LoadError } from '../../ui/error-box.tsx';
import { Header } from '../../ui/header.tsx';
import { LabelChip } from '../../ui/label-chip.tsx';
import { LoadingLine } from '../../ui/loading.tsx';
import type { LinkActions } from '../../ui/markdown/markdown.tsx';
import { MarkdownText } from '../../ui/markdown/markdown-text.tsx';
import { PriorityMark } from '../../ui/marks.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useEscape } from '../../ui/use-window-keys.ts';
import windowStyles from '../../ui/window.module.css';
import { Avatar, ColumnIcon, SubtaskRing } from './board-icons.tsx';
import { titleOf } from './card.tsx';
import { useCards } from './card-store.ts';
import { PublicLinks } from './public-links.tsx';
import styles from './public-task.module.css';
import { type Reading, setBoardView } from './view-state.ts';

const LINKS: LinkActions = {
  open: (url) => void send('board.open-url', { url }),
  copy: (url) => void send('board.copy-url', { url }),
};

function close(): void {
  setBoardView({ reading: null });
  focusTaskList();
}

export function PublicTask({ board, reading }: { board: BoardView; reading: Reading }) {
  const taskId = reading === 'board' ? null : reading.taskId;
  const now = useCards(({ byId }) => (taskId === null ? undefined : byId.get(taskId)));
  const last = useRef(now);
  if (now !== undefined) last.current = now;
  const card = last.current;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  // Before the handlers that would close the whole board.
  useEscape(close, { isFirst: true });
  const title = taskId === null ? board.project.name : card && titleOf(card);
  return (
    <>
      <Header
        title={<span className="tabular-numbers">{card?.identifier ?? boardMessages.public.about}</span>}
        onBack={close}
      />
      <section
        className={windowStyles.page}
        aria-label={card?.identifier ?? boardMessages.public.about}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long description is scrolled by keyboard.
        tabIndex={0}
        ref={section}
      >
        <article className={styles.task}>
          <h2 className="selectable" dir="auto">
            {title}
          </h2>
          {taskId !== null && now === undefined && <p role="status">{boardMessages.public.gone}</p>}
          {card && <Properties board={board} card={card} />}
          <Description key={taskId} taskId={taskId} />
        </article>
      </section>
    </>
  );
}

function Properties({ board, card }: { board: BoardView; card: CardView }) {
  const now = useNow(MINUTE_MS);
  const { columns } = board;
  const column = columns.find(({ slug }) => slug === card.status);
  const outside = card.status === 'archived' ? 'archived' : 'planned';
  const start = parseDue(card.startDate);
  const due = parseDue(card.dueDate);
  const distance = due && dueDistance(due, now);
  // The far form of the distance is the date, which is shown already.
  const isFar = distance?.say === 'weekday' || distance?.say === 'date';
  return (
    <dl>
      <Property name={boardMessages.public.column}>
        <ColumnIcon slug={card.status} columns={columns} />
        <bdi className="truncate">{column ? column.name : boardMessages.outside[outside]}</bdi>
      </Property>
      <Property name={boardMessages.public.priority}>
        <PriorityMark priority={card.priority} />
        {messages.tasks.priorityName[card.priority]}
      </Property>
      <Property name={boardMessages.public.due}>
        {due === null || distance === null ? (
          <span className="faint">{boardMessages.public.noDue}</span>
        ) : (
          <span className="tabular-numbers">
            {longDay(dayOf(due), now)}
            {!due.allDay && `, ${clock(due.at)}`}
            {!isFar && ` · ${formatDue(distance, now)}`}
          </span>
        )}
      </Property>
      {start !== null && (
        <Property name={boardMessages.public.start}>
          <span className="tabular-numbers">
            {longDay(dayOf(start), now)}
            {!start.allDay && `, ${clock(start.at)}`}
          </span>
        </Property>
      )}
      <Property name={boardMessages.public.assignee}>
        {card.assignee ? (
          <>
            <Avatar person={card.assignee} />
            <bdi className="truncate">{card.assignee.name}</bdi>
          </>
        ) : (
          <span className="faint">{boardMessages.filter.nobody}</span>
        )}
      </Property>
      <Property name={boardMessages.public.labels}>
        <span className={styles.chips}>
          {card.labels.length === 0 && <span className="faint">{boardMessages.public.noLabels}</span>}
          {card.labels.map((label, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two labels may have the same name.
            <LabelChip key={at} label={label} />
          ))}
        </span>
      </Property>
      {card.subtasks && card.subtasks.total > 0 && (
        <Property name={boardMessages.public.subtasks}>
          <SubtaskRing {...card.subtasks} />
          {boardMessages.subtasks({ completed: card.subtasks.completed, total: card.subtasks.total })}
        </Property>
      )}
      {card.links !== undefined && card.links.length > 0 && (
        <Property name={boardMessages.public.links}>
          <PublicLinks of={card.links} actions={LINKS} />
        </Property>
      )}
    </dl>
  );
}

function Property({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Read on demand, because board responses omit long descriptions. */
function Description({ taskId }: { taskId: string | null }) {
  const { value: description, error, load } = useRead('board.public-description', { taskId });
  const isAsking = description === null && error === null;
  return (
    <section aria-busy={isAsking}>
      <h3>{boardMessages.public.description}</h3>
      {error && <LoadError error={error} onRetry={load} />}
      <LoadingLine isLoading={isAsking}>{boardMessages.public.reading}</LoadingLine>
      {description !== null &&
        (description.trim() === '' ? (
          <p className="faint">{boardMessages.public.noDescription}</p>
        ) : (
          <MarkdownText links={LINKS} text={description} />
        ))}
    </section>
  );
}
