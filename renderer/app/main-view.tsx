import { Tabs } from 'radix-ui';
import { lazy, Suspense } from 'react';
import { count } from '../../shared/i18n/format-dates.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { FilterField } from '../features/tasks/list/filter-field.tsx';
import { MyTasks } from '../features/tasks/list/my-tasks.tsx';
import { TimerBar } from '../features/time/timer/timer-bar.tsx';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { PinIcon, PlusIcon, SearchIcon, SettingsIcon } from '../ui/icons.ts';
import tabsStyles from '../ui/tabs.module.css';
import windowStyles from '../ui/window.module.css';
import styles from './main-view.module.css';
import { Questions } from './questions.tsx';
import { CommandError } from './state/command-error.tsx';
import { openPage, send, setFilter, showTab, type Tab, useApp, useAppState } from './state/store.ts';
import { StatusLine } from './status-line.tsx';
import { useMainKeys } from './use-main-keys.ts';

/** Loaded lazily so that the task list appears sooner. */
const Board = lazy(() => import('../features/board/board.tsx'));
const Details = lazy(() => import('../features/tasks/page/task-page.tsx'));
const Settings = lazy(() => import('./settings-page.tsx').then((module) => ({ default: module.Settings })));
const Time = lazy(() => import('../features/time/time.tsx').then((module) => ({ default: module.Time })));
const Unsent = lazy(() => import('../features/unsent/unsent.tsx').then((module) => ({ default: module.Unsent })));
const Project = lazy(() => import('../features/projects/project-page.tsx'));
const Server = lazy(() => import('../features/server/server-page.tsx'));
const Notifications = lazy(() => import('../features/server/notifications.tsx'));
const ConnectedTools = lazy(() => import('../features/server/connected-tools.tsx'));
const Bell = lazy(() => import('../features/server/notification-bell.tsx'));

/** The window of a signed-in user. Every page except the settings shows the timer bar. */
export function Main() {
  useMainKeys();
  const page = useApp((app) => app.page);
  const isMovable = useAppState(({ app, settings }) => settings.pinned && app.window === 'popover');
  if (page?.name === 'settings') {
    return (
      <main className={windowStyles.window} data-movable={isMovable || undefined}>
        <Suspense>
          <Settings tab={page.tab ?? 'general'} />
        </Suspense>
      </main>
    );
  }
  return (
    <main className={windowStyles.window} data-movable={isMovable || undefined}>
      {page === null && <h1 className="visually-hidden">{messages.app}</h1>}
      <TimerBar />
      <Questions />
      {page === null ? (
        <TabbedViews />
      ) : (
        <Suspense fallback={<div className={windowStyles.body} />}>
          {page.name === 'details' && (
            <Details key={page.taskId} taskId={page.taskId} reminder={page.reminder ?? false} />
          )}
          {page.name === 'outbox' && <Unsent />}
          {page.name === 'project' && <Project projectId={page.projectId} />}
          {page.name === 'server' && <Server />}
          {page.name === 'notifications' && <Notifications />}
          {page.name === 'connected-tools' && <ConnectedTools />}
          <CommandError />
        </Suspense>
      )}
      <StatusLine />
    </main>
  );
}

function TabbedViews() {
  const tab = useApp((app) => app.tab);
  const filtering = useApp((app) => app.filter !== null && app.tab === 'tasks');
  // A list without rows takes the focus itself, so that it can be scrolled by keyboard.
  const hasTasks = useAppState((state) => state.tasks.tasks.length > 0);
  return (
    <Tabs.Root className={styles.tabbedViews} value={tab} onValueChange={(value) => showTab(value as Tab)}>
      {filtering && <FilterField />}
      <div className={tabsStyles.tabs} hidden={filtering} data-drags-window>
        <Tabs.List className={tabsStyles.list} aria-label={messages.tabs.label}>
          <Tabs.Trigger className={tabsStyles.tab} value="tasks">
            {messages.tabs.tasks}
            <TaskCount />
          </Tabs.Trigger>
          <Tabs.Trigger className={tabsStyles.tab} value="board">
            {messages.tabs.board}
          </Tabs.Trigger>
          <Tabs.Trigger className={tabsStyles.tab} value="time">
            {messages.tabs.time}
          </Tabs.Trigger>
        </Tabs.List>
        <span className={tabsStyles.spacer} />
        {tab === 'tasks' && (
          <IconButton icon={PlusIcon} label={messages.newTask} onClick={() => void send('quick-add.open', {})} />
        )}
        {tab === 'tasks' && <IconButton icon={SearchIcon} label={messages.filter.open} onClick={() => setFilter('')} />}
        <Unread />
        <Pin />
        <IconButton
          icon={SettingsIcon}
          label={messages.settingsButton}
          onClick={() => openPage({ name: 'settings' })}
        />
      </div>
      <CommandError />
      <Tabs.Content className={windowStyles.page} value="tasks" tabIndex={hasTasks ? -1 : 0}>
        <MyTasks />
      </Tabs.Content>
      <Tabs.Content
        className={classNames('scroll-inside', windowStyles.body, styles.boardView)}
        value="board"
        tabIndex={-1}
      >
        <Suspense>
          <Board />
        </Suspense>
      </Tabs.Content>
      <Tabs.Content className={classNames(windowStyles.body, styles.timeView)} value="time" tabIndex={-1}>
        <Suspense>
          <Time />
        </Suspense>
      </Tabs.Content>
    </Tabs.Root>
  );
}

function TaskCount() {
  const total = useAppState((state) => state.tasks.total);
  return total > 0 && <span className={tabsStyles.count}>{count(total)}</span>;
}

function Unread() {
  const unread = useAppState((state) => state.unreadNotifications) ?? 0;
  return (
    unread > 0 && (
      <Suspense>
        <Bell unread={unread} />
      </Suspense>
    )
  );
}

function Pin() {
  const pinned = useAppState((state) => state.settings.pinned);
  const isPopover = useAppState((state) => state.app.window === 'popover');
  return (
    isPopover && (
      <IconButton
        icon={PinIcon}
        label={messages.pin}
        on={pinned}
        onClick={() => void send('settings.change', { pinned: !pinned })}
      />
    )
  );
}
