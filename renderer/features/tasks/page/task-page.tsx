import { useEffect, useRef } from 'react';
import type { TaskDetails } from '../../../../shared/contract/index.ts';
import { HOUR_MS } from '../../../../shared/dates/milliseconds.ts';
import { longDay } from '../../../../shared/i18n/format-clock.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { parseDue } from '../../../../shared/tasks/due-date.ts';
import { closePage, send, useApp, useAppState } from '../../../state/store.ts';
import { IconButton } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/error-box.tsx';
import { Header } from '../../../ui/header.tsx';
import { BrowserIcon } from '../../../ui/icons.ts';
import { isKeyboardInUse } from '../../../ui/input-modality.ts';
import { LoadingLine } from '../../../ui/loading.tsx';
import { prepareMarkdownParser } from '../../../ui/markdown/markdown-text.tsx';
import { useNow } from '../../../ui/use-now.ts';
import windowStyles from '../../../ui/window.module.css';
import { Unreadable } from '../../../widgets/unreadable.tsx';
import { DueReminder } from '../list/due-reminder.tsx';
import { TimerButton } from '../timer-button.tsx';
import { Delete } from './delete-task.tsx';
import { Deleted } from './deleted.tsx';
import { Description } from './description.tsx';
import { History } from './history.tsx';
import { Links } from './links.tsx';
import { Properties } from './properties.tsx';
import { Relations } from './relations.tsx';
import styles from './task-page.module.css';
import { Time } from './time.tsx';
import { TimeStrip } from './time-strip.tsx';
import { Title } from './title.tsx';
import { useDetails } from './use-details.ts';
import { useTaskKeys } from './use-task-keys.ts';

/** A task, editable in place. The list's data appears at once, the details when the service has answered. */
export default function Details({ taskId, reminder }: { taskId: string; reminder: boolean }) {
  const row = useAppState((state) => state.tasks.tasks.find((task) => task.id === taskId));
  const { details, error, isLoading, load } = useDetails(taskId);
  const article = useRef<HTMLElement>(null);
  const time = useRef<HTMLDivElement>(null);
  const showTime = () => {
    time.current?.scrollIntoView({ block: 'nearest' });
    time.current?.focus({ preventScroll: true });
  };
  const task = details?.task ?? row;
  const due = parseDue(task?.dueDate ?? null);
  const isDeleted = details?.isDeleted ?? false;
  const isDue = reminder && due !== null && !isDeleted;
  useReturn(article, details !== null);
  useTaskKeys();
  useEffect(prepareMarkdownParser, []);
  return (
    <>
      <Header
        title={
          <span className={styles.identifier} title={task?.projectName}>
            {task?.identifier ?? taskPageMessages.title}
          </span>
        }
        onBack={closePage}
      >
        {details?.canOpenInBrowser && (
          <IconButton
            icon={BrowserIcon}
            label={taskPageMessages.openInBrowser}
            onClick={() => void send('tasks.open-in-browser', { taskId })}
          />
        )}
        {task && !isDue && !isDeleted && <TimerButton taskId={taskId} />}
      </Header>
      {isDue && <DueReminder taskId={taskId} due={due} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long description is scrolled by keyboard. */}
      <section className={windowStyles.page} aria-label={taskPageMessages.title} aria-busy={isLoading} tabIndex={0}>
        {error && <LoadError error={error} isLoading={isLoading} onRetry={load} />}
        <Unreadable of="details" />
        <article className={styles.page} ref={article}>
          {task && <Title task={task} details={isDeleted ? null : details} />}
          {details?.isDeleted && <Deleted details={details} onRetry={load} />}
          {task && !isDeleted && <Properties task={task} details={details} />}
          {details?.entries && !isDeleted && <TimeStrip entries={details.entries} onShow={showTime} />}
          <LoadingLine isLoading={isLoading && details === null} className={styles.loading}>
            {taskPageMessages.reading}
          </LoadingLine>
          {details && !isDeleted && (
            <>
              <Description key={`description ${details.task.id}`} details={details} />
              <div ref={time} tabIndex={-1} className={styles.time}>
                <Time details={details} onRetry={load} />
              </div>
              <Relations details={details} onRetry={load} />
              <Links details={details} onRetry={load} />
              <History key={`history ${details.task.id}`} details={details} onRetry={load} />
              <Footer details={details} />
              <Delete details={details} />
            </>
          )}
        </article>
      </section>
    </>
  );
}

/** After returning from another task's page, focuses the row that led there. */
function useReturn(article: React.RefObject<HTMLElement | null>, isRead: boolean): void {
  const cameFrom = useApp((app) => app.cameFrom);
  useEffect(() => {
    if (!isRead || cameFrom === null) return;
    const row = article.current?.querySelector<HTMLElement>(`[data-leads-to="${CSS.escape(cameFrom)}"]`);
    row?.scrollIntoView({ block: 'center' });
    if (isKeyboardInUse()) row?.focus({ preventScroll: true });
  }, [article, cameFrom, isRead]);
}

/** The task's creation date. */
function Footer({ details: { createdAt } }: { details: TaskDetails }) {
  const now = useNow(HOUR_MS);
  if (createdAt === null || Number.isNaN(Date.parse(createdAt))) return null;
  return <p className={styles.footer}>{taskPageMessages.created({ when: longDay(createdAt, now) })}</p>;
}
