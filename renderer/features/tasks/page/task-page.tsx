import { useEffect, useRef } from 'react';
import { isSameTask } from '../../../../shared/accounts.ts';
import type { TaskPageView, TaskView } from '../../../../shared/contract/index.ts';
import { HOUR_MS } from '../../../../shared/dates/milliseconds.ts';
import { longDay } from '../../../../shared/i18n/format-dates.ts';
import { boardMessages } from '../../../../shared/i18n/generated/board.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { parseDue } from '../../../../shared/tasks/due-date.ts';
import { request, useAppState, usePublished } from '../../../state/main-process.ts';
import { closeBeside, closePage, useNavigation } from '../../../state/navigation.ts';
import { useRead } from '../../../state/use-read.ts';
import { useViewRequest } from '../../../state/view-requests.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadError } from '../../../ui/error-box.tsx';
import { Header } from '../../../ui/header.tsx';
import { XIcon } from '../../../ui/icons.tsx';
import { isKeyboardInUse } from '../../../ui/input-modality.ts';
import { isTyping, pressedKeys } from '../../../ui/keys.ts';
import { LoadingLine } from '../../../ui/loading.tsx';
import { prepareMarkdownParser } from '../../../ui/markdown/markdown-text.tsx';
import { MoreMenu } from '../../../ui/menu.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useWindowKeys } from '../../../ui/use-window-keys.ts';
import windowStyles from '../../../ui/window.module.css';
import { pressedTaskKeys } from '../../../widgets/task-keys.ts';
import { runTaskKeys, taskEntries } from '../../../widgets/task-menu.tsx';
import { Unreadable } from '../../../widgets/unreadable.tsx';
import { DueReminder } from '../list/due-reminder.tsx';
import { TimerButton } from '../timer-button.tsx';
import { Comments } from './comments.tsx';
import { Delete } from './delete-task.tsx';
import { Deleted } from './deleted.tsx';
import { Description } from './description.tsx';
import { Links } from './links.tsx';
import { Properties } from './properties.tsx';
import { Relations, Subtasks } from './relations.tsx';
import styles from './task-page.module.css';
import { Time, TimeStrip } from './time.tsx';
import { Title } from './title.tsx';

interface Props {
  taskId: string;
  /** Absent if what opened the page does not tell: it is of the account in front. */
  accountId?: string | undefined;
  reminder?: boolean;
  /** It stands beside the list. */
  isBeside?: boolean;
}

/** A task, editable in place. The list's data appears at once, the rest when the service has answered. */
export default function TaskPage({ taskId, accountId, reminder = false, isBeside = false }: Props) {
  const canGoBack = useNavigation(({ earlier }) => earlier.length > 0) || !isBeside;
  const front = useAppState(({ account }) => account?.id);
  const named = { taskId, accountId: accountId ?? front };
  const row = useAppState((state) => state.tasks.tasks.find((task) => isSameTask(task, named)));
  const { taskPage, error, isLoading, load } = useTaskPage(taskId, accountId);
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
        {task && !isDue && !isDeleted && <TimerButton task={task} autoFocus={!isBeside} />}
        {isBeside && <IconButton icon={XIcon} label={messages.close} onClick={closeBeside} />}
      </Header>
      {isDue && task && <DueReminder task={task} due={due} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long description is scrolled by keyboard. */}
      <section className={windowStyles.page} aria-label={taskPageMessages.title} aria-busy={isLoading} tabIndex={0}>
        {error && <LoadError error={error} isLoading={isLoading} onRetry={load} />}
        <Unreadable of="taskPage" />
        <article className={styles.page} ref={article}>
          {task && <Title task={task} taskPage={isDeleted ? null : taskPage} />}
          {taskPage?.isDeleted && <Deleted taskPage={taskPage} article={article} onRetry={load} />}
          {task && !isDeleted && <Properties task={task} taskPage={taskPage} />}
          {taskPage?.entries && !isDeleted && <TimeStrip entries={taskPage.entries} onShow={showTime} />}
          <LoadingLine isLoading={isLoading && taskPage === null} className={styles.loading}>
            {taskPageMessages.reading}
          </LoadingLine>
          {taskPage && !isDeleted && (
            <div className={classNames(isBeside && styles.columns)}>
              <div>
                <Description key={`description ${taskPage.task.id}`} taskPage={taskPage} />
                <Subtasks taskPage={taskPage} />
              </div>
              <div className={styles.side}>
                <div ref={time} tabIndex={-1} className={styles.time}>
                  <Time taskPage={taskPage} onRetry={load} />
                </div>
                <Relations taskPage={taskPage} onRetry={load} />
                <Links taskPage={taskPage} onRetry={load} />
              </div>
              <div>
                <Comments key={`comments ${taskPage.task.id}`} taskPage={taskPage} onRetry={load} />
                <Footer taskPage={taskPage} />
                <Delete taskPage={taskPage} />
              </div>
            </div>
          )}
        </article>
      </section>
    </>
  );
}

function PageMenu({ task }: { task: TaskView }) {
  const state = useAppState((whole) => whole);
  return (
    <MoreMenu
      label={boardMessages.cardMenu({ title: task.title || messages.tasks.untitled })}
      entries={() => taskEntries(task, state, { opensWith: null })}
    />
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

/** Opens the task's page in main while it is mounted; it arrives with the state and is null until then. */
function useTaskPage(taskId: string, accountId: string | undefined) {
  const taskPage = useAppState((state) =>
    state.taskPage && isSameTask(state.taskPage.task, { taskId, accountId }) ? state.taskPage : null,
  );
  useEffect(() => () => void request('tasks.leave-page', { taskId, accountId }), [taskId, accountId]);
  return { taskPage, ...useRead('tasks.open-page', { taskId, accountId }) };
}

/** Presses the control of the page that names the keys as its shortcut: S the timer, M the status. */
function press(keys: string): boolean {
  const control = document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${CSS.escape(keys)}"]`);
  if (isTyping(control)) control?.focus();
  else control?.click();
  return control !== null;
}

/** The keys of a task work on its page, by its controls, or else as in its menu. */
function useTaskKeys(task: TaskView | undefined): void {
  useViewRequest('task-keys', press);
  useWindowKeys((event) => {
    const { target, repeat, defaultPrevented } = event;
    if (defaultPrevented || repeat || isTyping(target)) return;
    if (target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]')) return;
    if (press(pressedKeys(event))) return event.preventDefault();
    const keys = pressedTaskKeys(event);
    const { state } = usePublished.getState();
    if (keys === undefined || task === undefined || state === null) return;
    event.preventDefault();
    runTaskKeys(keys, taskEntries(task, state, { opensWith: null }), () => {});
  });
}
