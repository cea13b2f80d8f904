import { useEffect, useId, useRef, useState } from 'react';
import type { AppErrorView, TaskPageView, TaskView } from '../../../../shared/contract/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, clockOrDay, longDay } from '../../../../shared/i18n/format-clock.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { boardMessages } from '../../../../shared/i18n/generated/board.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { dueSentence } from '../../../../shared/i18n/reminder-messages.ts';
import { dueShown } from '../../../../shared/reminders/notification.ts';
import { type SnoozeFor, snoozeLengths, snoozeUntil } from '../../../../shared/reminders/snooze.ts';
import { type Due, isLate, parseDue } from '../../../../shared/tasks/due-date.ts';
import { request, send, useAppState } from '../../../state/main-process.ts';
import { closeBeside, closePage, openPage, useNavigation } from '../../../state/navigation.ts';
import { showToast } from '../../../state/notices.ts';
import buttonStyles from '../../../ui/button.module.css';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { LoadError } from '../../../ui/error-box.tsx';
import { Header } from '../../../ui/header.tsx';
import { DownIcon, Icon, MoreIcon, XIcon } from '../../../ui/icons.tsx';
import { isKeyboardInUse } from '../../../ui/input-modality.ts';
import { LoadingLine } from '../../../ui/loading.tsx';
import { prepareMarkdownParser } from '../../../ui/markdown/markdown-text.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { useNow } from '../../../ui/use-now.ts';
import windowStyles from '../../../ui/window.module.css';
import { taskEntries } from '../../../widgets/task-menu.tsx';
import { Unreadable } from '../../../widgets/unreadable.tsx';
import { TimerButton } from '../timer-button.tsx';
import { Deleted } from './deleted.tsx';
import { Description } from './description.tsx';
import { History } from './history.tsx';
import { Links } from './links.tsx';
import { Properties } from './properties.tsx';
import { missingPermissionReason } from './property.tsx';
import { Relations } from './relations.tsx';
import styles from './task-page.module.css';
import { Time } from './time.tsx';
import { TimeStrip } from './time-strip.tsx';
import { timeLost } from './time-sums.ts';
import { Title } from './title.tsx';
import { useTaskKeys } from './use-task-keys.ts';

interface Props {
  taskId: string;
  reminder?: boolean;
  /** It stands beside the list. */
  isBeside?: boolean;
}

/** A task, editable in place. The list's data appears at once, the rest when the service has answered. */
export default function TaskPage({ taskId, reminder = false, isBeside = false }: Props) {
  const canGoBack = useNavigation(({ earlier }) => earlier.length > 0) || !isBeside;
  const row = useAppState((state) => state.tasks.tasks.find((task) => task.id === taskId));
  const { taskPage, error, isLoading, load } = useTaskPage(taskId);
  const article = useRef<HTMLElement>(null);
  const time = useRef<HTMLDivElement>(null);
  const showTime = () => {
    time.current?.scrollIntoView({ block: 'nearest' });
    time.current?.focus({ preventScroll: true });
  };
  const task = taskPage?.task ?? row;
  const due = parseDue(task?.dueDate ?? null);
  const isDeleted = taskPage?.isDeleted ?? false;
  const isDue = reminder && due !== null && !isDeleted;
  useReturn(article, taskPage !== null);
  useTaskKeys(isDeleted ? undefined : task);
  useEffect(prepareMarkdownParser, []);
  return (
    <>
      <Header
        title={
          <span className={styles.identifier} title={task?.projectName}>
            {task?.identifier ?? taskPageMessages.title}
          </span>
        }
        onBack={canGoBack ? closePage : undefined}
      >
        {task && !isDeleted && <PageMenu task={task} />}
        {task && !isDue && !isDeleted && <TimerButton taskId={taskId} autoFocus={!isBeside} />}
        {isBeside && <IconButton icon={XIcon} label={messages.close} onClick={closeBeside} />}
      </Header>
      {isDue && <DueReminder taskId={taskId} due={due} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long description is scrolled by keyboard. */}
      <section className={windowStyles.page} aria-label={taskPageMessages.title} aria-busy={isLoading} tabIndex={0}>
        {error && <LoadError error={error} isLoading={isLoading} onRetry={load} />}
        <Unreadable of="taskPage" />
        <article className={styles.page} ref={article}>
          {task && <Title task={task} taskPage={isDeleted ? null : taskPage} />}
          {taskPage?.isDeleted && <Deleted taskPage={taskPage} onRetry={load} />}
          {task && !isDeleted && <Properties task={task} taskPage={taskPage} />}
          {taskPage?.entries && !isDeleted && <TimeStrip entries={taskPage.entries} onShow={showTime} />}
          <LoadingLine isLoading={isLoading && taskPage === null} className={styles.loading}>
            {taskPageMessages.reading}
          </LoadingLine>
          {taskPage && !isDeleted && (
            <>
              <Description key={`description ${taskPage.task.id}`} taskPage={taskPage} />
              <div ref={time} tabIndex={-1} className={styles.time}>
                <Time taskPage={taskPage} onRetry={load} />
              </div>
              <Relations taskPage={taskPage} onRetry={load} />
              <Links taskPage={taskPage} onRetry={load} />
              <History key={`history ${taskPage.task.id}`} taskPage={taskPage} onRetry={load} />
              <Footer taskPage={taskPage} />
              <Delete taskPage={taskPage} />
            </>
          )}
        </article>
      </section>
    </>
  );
}

function PageMenu({ task }: { task: TaskView }) {
  const state = useAppState((whole) => whole);
  return (
    <Menu
      label={boardMessages.cardMenu({ title: task.title || messages.tasks.untitled })}
      className={classNames(buttonStyles.iconButton)}
      isIcon
      entries={() => taskEntries(task, state, { opensWith: null })}
    >
      <Icon of={MoreIcon} />
    </Menu>
  );
}

/** After returning from another task's page, focuses the row that led there. */
function useReturn(article: React.RefObject<HTMLElement | null>, isRead: boolean): void {
  const cameFrom = useNavigation(({ cameFrom }) => cameFrom);
  useEffect(() => {
    if (!isRead || cameFrom === null) return;
    const row = article.current?.querySelector<HTMLElement>(`[data-leads-to="${CSS.escape(cameFrom)}"]`);
    row?.scrollIntoView({ block: 'center' });
    if (isKeyboardInUse()) row?.focus({ preventScroll: true });
  }, [article, cameFrom, isRead]);
}

/** The task's creation date. */
function Footer({ taskPage: { createdAt } }: { taskPage: TaskPageView }) {
  const now = useNow(HOUR_MS);
  if (createdAt === null || Number.isNaN(Date.parse(createdAt))) return null;
  return <p className={styles.footer}>{taskPageMessages.created({ when: longDay(createdAt, now) })}</p>;
}

interface OpenTaskPage {
  /** null until the first answer. */
  taskPage: TaskPageView | null;
  /** Why reading failed. */
  error: AppErrorView | null;
  isLoading: boolean;
  /** Reads again. */
  load: () => void;
}

/** Opens the task's page in main while it is mounted; it arrives with the state. */
function useTaskPage(taskId: string): OpenTaskPage {
  const taskPage = useAppState((state) => (state.taskPage?.task.id === taskId ? state.taskPage : null));
  const [error, setError] = useState<AppErrorView | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => () => void request('tasks.leave-page', { taskId }), [taskId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again.
  useEffect(() => {
    let isCancelled = false;
    setLoading(true);
    void request('tasks.open-page', { taskId }).then((answer) => {
      if (isCancelled) return;
      setError(answer.ok ? null : answer.error);
      setLoading(false);
    });
    return () => {
      isCancelled = true;
    };
  }, [taskId, attempt]);
  return { taskPage, error, isLoading, load: () => setAttempt(attempt + 1) };
}

/** Deletes the task after a confirmation that states the tracked time. */
function Delete({ taskPage }: { taskPage: TaskPageView }) {
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { id: taskId, identifier } = taskPage.task;
  const isRunning = useAppState((state) => state.time.running?.task.taskId === taskId);
  const disabledReason = missingPermissionReason(taskPage, 'task:delete');
  const question = () => {
    const { ask } = taskPageMessages.delete;
    const { own, ownMs, others } = timeLost(taskPage.entries ?? []);
    return [
      ask.question({ task: identifier }),
      isRunning && ask.running,
      taskPage.entries === null && ask.unknown,
      own > 0 && ask.own({ entries: own, time: hoursMinutes(ownMs) }),
      others > 0 && ask.others({ entries: others }),
    ]
      .filter(Boolean)
      .join(' ');
  };
  return (
    <div className={styles.deletion}>
      <Button
        small
        kind="quiet"
        danger
        aria-keyshortcuts="Delete"
        ref={button}
        aria-disabled={disabledReason !== undefined}
        title={disabledReason}
        disabled={asking}
        onClick={() => disabledReason === undefined && setAsking(true)}
      >
        {taskPageMessages.delete.open}
      </Button>
      {asking && (
        <Confirm
          question={question()}
          yes={taskPageMessages.delete.yes}
          from={button}
          onYes={() =>
            void send('tasks.delete', { taskId }).then((isDone) => (isDone ? closePage() : setAsking(false)))
          }
          onNo={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** The actions of a due-date notification, for desktops whose notifications have no buttons. */
function DueReminder({ taskId, due }: { taskId: string; due: Due }) {
  const titleId = useId();
  const now = useNow(MINUTE_MS);
  const { on, dailyAt } = useAppState((state) => state.settings.reminders);
  async function snooze(length: SnoozeFor): Promise<void> {
    const until = snoozeUntil(length, Date.now(), dailyAt, due);
    if (!(await send('reminders.snooze', { taskId, length }))) return;
    showToast(messages.reminder.snoozed({ until: clockOrDay(until, new Date()) }));
    openPage({ name: 'taskPage', taskId });
  }
  return (
    <section className={styles.reminder} aria-labelledby={titleId}>
      <h2 id={titleId} className={isLate(due, now) ? styles.overdue : undefined}>
        {dueSentence(dueShown(due, now), now)}
      </h2>
      <TimerButton taskId={taskId} autoFocus />
      {on && (
        <Menu
          className={classNames(buttonStyles.button, buttonStyles.small)}
          label={messages.reminder.snooze}
          entries={() =>
            snoozeLengths(Date.now(), due, dailyAt).map(({ length, until, isPastDue }) => ({
              label: messages.reminder.lengths[length],
              result: isPastDue ? messages.reminder.pastDue({ until: clock(until) }) : clock(until),
              onChoose: () => void snooze(length),
            }))
          }
        >
          {messages.reminder.snooze}
          <Icon of={DownIcon} size={12} />
        </Menu>
      )}
    </section>
  );
}
